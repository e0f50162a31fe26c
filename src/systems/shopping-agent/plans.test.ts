// Plans played in the shop beside their closed forms.

import { expect, test } from "vitest";
import type { Random } from "../../core/random.ts";
import { SIGNS } from "../../environments/language/catalogue.ts";
import { neededCalls, PITCHES, requestOf, type ShopRequest } from "../../environments/language/shopping-request.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { plansFor, type ShopPlan, worthOf } from "./plans.ts";
import { player, type ShopScript } from "./played.ts";
import { KINDS, SHOP } from "./shop.ts";

const EPISODES = 400;

/** Writes by a plan: searches that are left over repeat the last one; what was not searched is any product of the shelf. */
function scriptOf({ calls, thinking, pitch }: ShopPlan): ShopScript {
  return (text, random) => {
    const request = requestOf(text);
    const made = [...text.matchAll(/<(.)>\[(.)\]/g)];
    const needed = neededCalls(request);
    if (made.length < calls) return `<${needed[Math.min(made.length, needed.length - 1)]}>`;
    const told = made.map(([, , sign]) => sign);
    return `${".".repeat(thinking)}${offered(request, told, random)}${PITCHES[pitch]}$`;
  };
}

function offered({ kind, pair }: ShopRequest, told: readonly string[], random: Random): string {
  const shelf = pair.length > 0 ? pair : SIGNS;
  const any = () => shelf[random.integer(shelf.length)];
  if (kind === "bundle") return `${told[0] ?? any()}${told[1] ?? any()}`;
  return told.at(-1) ?? any();
}

/** Thought changes nothing, so one length is played for each pitch. */
const PLAYED = KINDS.flatMap(plansFor).filter(
  ({ thinking, pitch }) => thinking === (pitch === "boast" ? SHOP.mostThinking : 0),
);

test.each(["sum", "layers", "reversed"] as const)("plans are paid what their closed forms say: %s", (pay) => {
  expect(PLAYED.length).toBeGreaterThan(20);
  for (const plan of PLAYED) {
    const play = player(plan.kind, pay, scriptOf(plan));
    const paid = Array.from({ length: EPISODES }, (_, question) => play(question, 0).paid);
    const standardError = deviation(paid) / Math.sqrt(EPISODES);
    expect(Math.abs(mean(paid) - worthOf(plan).pay[pay]) / standardError).toBeLessThanOrEqual(4.5);
  }
});
