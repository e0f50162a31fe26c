// Plans played in the shop, beside which their closed forms are held; and an assistant that does not listen.

import { Random } from "../../core/random.ts";
import { SIGNS } from "../../environments/language/catalogue.ts";
import { writer } from "../../environments/language/language-world.ts";
import { neededCalls, PITCHES, requestOf, type ShopRequest } from "../../environments/language/shopping-request.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { textContext } from "../../study/testbeds/text.ts";
import { meanPassHatK } from "./pass-hat-k.ts";
import { plansFor, type ShopPlan, worthOf } from "./plans.ts";
import { BED, KINDS, type Pay, REWARDS, SHOP } from "./shop.ts";

/** What is written next, up to a call or an end. */
type Script = (text: string, random: Random) => string;

/** Writes by a script in a shop with one kind of question; a function of the seed that gives pay and whether it was right. */
function player(
  kind: string,
  pay: Pay,
  script: Script,
): (question: number, tried: number) => { paid: number; right: number } {
  const context = textContext({ ...BED, world: { ...BED.world, kinds: [kind] } }, REWARDS[pay], 0);
  const runner = episodeRunner(context.makeEnvironment(), [() => context.makeReward(), () => context.makeObjective()]);
  const policy = seated(context.spec, [writer(script)]);
  return (question, tried) => {
    const rng = Random.of(question, "luck", tried);
    const streams = { start: Random.of(question, "asked"), world: rng, agent: () => rng };
    const [[paid], [right]] = runner.play(policy, streams).totals;
    return { paid, right };
  };
}

/** Writes by a plan: searches that are left over repeat the last one; what was not searched is any product of the shelf. */
function scriptOf({ calls, thinking, pitch }: ShopPlan): Script {
  return (text, random) => {
    const request = requestOf(text);
    const made = [...text.matchAll(/<(.)>\[(.)\]/g)];
    const needed = neededCalls(request);
    if (made.length < calls) return `<${needed[Math.min(made.length, needed.length - 1)]}>`;
    return `${".".repeat(thinking)}${offered(
      request,
      made.map(([, , sign]) => sign),
      random,
    )}${PITCHES[pitch]}$`;
  };
}

function offered({ kind, pair }: ShopRequest, told: readonly string[], random: Random): string {
  const shelf = pair.length > 0 ? pair : SIGNS;
  const any = () => shelf[random.integer(shelf.length)];
  if (kind === "bundle") return `${told[0] ?? any()}${told[1] ?? any()}`;
  return told.at(-1) ?? any();
}

/** Largest distance, in standard errors, between what plans are paid on average when played and their closed forms. */
export function largestDistance(episodes: number): { readonly distance: number; readonly plans: number } {
  let [distance, plans] = [0, 0];
  for (const kind of KINDS) {
    for (const plan of plansFor(kind).filter(({ thinking }) => thinking === 0 || thinking === SHOP.mostThinking)) {
      // Thought changes nothing, so one length is played for each pitch.
      if ((plan.thinking === 0) === (plan.pitch === "boast")) continue;
      for (const pay of ["sum", "layers", "reversed"] as const) {
        const play = player(kind, pay, scriptOf(plan));
        const paid = Array.from({ length: episodes }, (_, question) => play(question, 0).paid);
        const standardError = deviation(paid) / Math.sqrt(episodes);
        distance = Math.max(distance, Math.abs(mean(paid) - worthOf(plan).pay[pay]) / standardError);
        plans += 1;
      }
    }
  }
  return { distance, plans };
}

/** Pass^4 of an assistant that offers any sign with an honest detail to every question. */
export function deafPass4(questions: number): number {
  const each = KINDS.map((kind) => {
    const play = player(kind, "layers", (_, random) => `${SIGNS[random.integer(SIGNS.length)]}+$`);
    const right = Array.from({ length: questions }, (_, question) =>
      [0, 1, 2, 3].reduce((sum, tried) => sum + play(question, tried).right, 0),
    );
    return meanPassHatK(right, 4, 4);
  });
  return mean(each);
}
