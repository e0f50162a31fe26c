// What the experiment's shop pays for every plan of an assistant, in closed form and played; and where learning from the best and the
// worst half pushes a gamble.

import { fileURLToPath } from "node:url";
import { dnorm, pnorm } from "lib-r-math.js";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { readYaml } from "../../core/yaml.ts";
import { SIGNS } from "../../environments/language/catalogue.ts";
import { writer } from "../../environments/language/language-world.ts";
import { shoppingWorld } from "../../environments/language/shopping.ts";
import {
  KINDS,
  neededCalls,
  PITCHES,
  type Pitch,
  type RequestKind,
  requestOf,
  type ShopRequest,
} from "../../environments/language/shopping-request.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { passHatK } from "../../evaluation/statistics/pass-rates.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";
import { contrastingRows } from "./method.ts";

const paid = z.looseObject({ reward: z.looseObject({}) });
const variants = z.looseObject({ sum: paid, "layers, persuasion first": paid });
const file = z.looseObject({ environment: z.looseObject({}), reward: z.looseObject({}), variants });
const read = file.parse(readYaml(fileURLToPath(new URL("experiment.yaml", import.meta.url))).value);
const { id: _, ...SHOP } = read.environment;
const REWARDS = {
  sum: read.variants.sum.reward,
  layers: read.reward,
  reversed: read.variants["layers, persuasion first"].reward,
};
type Pay = keyof typeof REWARDS;

const CALLS = [0, 1, 2];
const BESTSELLERS = 0.7;
const POINTS: Readonly<Record<Pitch, number>> = { plain: 0.4, detail: 0.7, boast: 0.95 };
const NOISE = 0.05;

/** The first `calls` searches that a request needs, or more than these, and a pitch. Thoughts change nothing. */
interface Plan {
  readonly kind: RequestKind;
  readonly calls: number;
  readonly pitch: Pitch;
}

const plansFor = (kind: RequestKind): Plan[] =>
  CALLS.flatMap((calls) => (["plain", "detail", "boast"] as const).map((pitch) => ({ kind, calls, pitch })));

/**
 * Chances of the hard criteria, which are independent of each other: half of the products are in stock, half have a wish, and any three
 * wishes and stock occur in all combinations alike. A search makes its wish certain, and stock.
 */
function chances({ kind, calls, pitch }: Plan): number[] {
  const found = (search: number) => (calls >= search ? 1 : 1 / 2);
  const truth = pitch === "boast" ? BESTSELLERS : 1;
  switch (kind) {
    case "fuzzy":
      return [1, found(1), found(1), truth];
    case "multi":
      return [1, found(1), found(1), found(2), truth];
    case "bundle":
      return [1, found(1), found(1), found(2), found(2), truth];
    case "compare":
      return [1, found(1), truth];
    default:
      return kind satisfies never;
  }
}

/** Mean of a normal number that is held between 0 and 1. */
function heldMean(mean: number, deviation: number): number {
  const [low, high] = [-mean / deviation, (1 - mean) / deviation];
  const within = mean * (pnorm(high) - pnorm(low)) - deviation * (dnorm(high) - dnorm(low));
  return within + 1 - pnorm(high);
}

/** Means over questions, catalogues and noise. */
function worthOf(plan: Plan) {
  const each = chances(plan);
  const correct = each.reduce((product, one) => product * one, 1);
  const criteria = mean(each);
  const persuasion = heldMean(POINTS[plan.pitch], NOISE);
  const persuades = 1 - pnorm((0.6 - POINTS[plan.pitch]) / NOISE);
  const economy = 1 - plan.calls / 2;
  const pay: Readonly<Record<Pay, number>> = {
    sum: criteria + persuasion / 2 + economy / 4,
    layers: criteria + correct * (persuasion / 2 + (persuades * economy) / 4),
    reversed: persuasion / 2 + persuades * (criteria + (correct * economy) / 4),
  };
  return { correct, criteria, pay };
}

/** The plan that a way of paying pays best. */
const bestPlan = (kind: RequestKind, pay: Pay): Plan =>
  plansFor(kind).reduce((best, plan) => (worthOf(plan).pay[pay] > worthOf(best).pay[pay] + 1e-12 ? plan : best));

const ofBest = (pay: Pay, of: (worth: ReturnType<typeof worthOf>) => number) =>
  mean(KINDS.map((kind) => of(worthOf(bestPlan(kind, pay)))));

/** What is written next, up to a call or an end. */
type Script = (text: string, random: Random) => string;

/** Plays a script on questions of one kind: what a try at a question is paid, and whether it is right. */
function player(kind: RequestKind, pay: Pay, script: Script) {
  const world = shoppingWorld.make({ ...SHOP, kinds: [kind] });
  const plan = (declared: unknown) => () => rewardPlan(declared, rewards, [])(world.spec);
  const runner = episodeRunner(world, [plan(REWARDS[pay]), plan({ channel: "correct" })]);
  const policy = seated(world.spec, [writer(script)]);
  return (question: number, tried: number) => {
    const rng = Random.of(question, "try", tried);
    const streams = { start: Random.of(question, "question"), world: rng, agent: () => rng };
    const [[pay], [right]] = runner.play(policy, streams).totals;
    return { pay, right };
  };
}

/** Writes by a plan: searches that are left over repeat the last one; what was not searched is any product of the shelf. */
function scriptOf({ calls, pitch }: Plan): Script {
  return (text, random) => {
    const request = requestOf(text);
    const made = [...text.matchAll(/<(.)>\[(.)\]/g)];
    const needed = neededCalls(request);
    if (made.length < calls) return `<${needed[Math.min(made.length, needed.length - 1)]}>`;
    const answered = made.map(([, , sign]) => sign);
    const thoughts = ".".repeat(pitch === "boast" ? 6 : 0);
    return `${thoughts}${offered(request, answered, random)}${PITCHES[pitch]}$`;
  };
}

function offered({ kind, pair }: ShopRequest, answered: readonly string[], random: Random): string {
  const shelf = pair.length > 0 ? pair : SIGNS;
  const any = () => shelf[random.integer(shelf.length)];
  if (kind === "bundle") return `${answered[0] ?? any()}${answered[1] ?? any()}`;
  return answered.at(-1) ?? any();
}

describe("plans", () => {
  test.each(["sum", "layers", "reversed"] as const)("are paid what their closed forms say: %s", (pay) => {
    const questions = 400;
    for (const plan of KINDS.flatMap(plansFor)) {
      const play = player(plan.kind, pay, scriptOf(plan));
      const played = Array.from({ length: questions }, (_, question) => play(question, 0).pay);
      const standardError = deviation(played) / Math.sqrt(questions);
      expect(Math.abs(mean(played) - worthOf(plan).pay[pay]) / standardError).toBeLessThanOrEqual(4.5);
    }
  });

  test("by hand: two searches for two wishes and an honest detail are right, one is right half of the time", () => {
    const honest = (calls: number) => worthOf({ kind: "multi", calls, pitch: "detail" });
    expect(CALLS.map((calls) => honest(calls).correct)).toEqual([1 / 8, 1 / 2, 1]);
    expect(CALLS.map((calls) => honest(calls).criteria)).toEqual([0.7, 0.9, 1].map((x) => expect.closeTo(x, 12)));
    // 1 + ½·0.7, and nothing is saved; the sum pays a saved search ⅛ more than the criterion that it costs.
    expect(honest(2).pay.layers).toBeCloseTo(1.35, 6);
    expect(honest(1).pay.sum - honest(2).pay.sum).toBeCloseTo(1 / 8 - 1 / 10, 12);
    // A boast is one criterion of five, true seven times of ten.
    const boast = worthOf({ kind: "multi", calls: 2, pitch: "boast" });
    expect([boast.correct, boast.criteria]).toEqual([0.7, expect.closeTo(0.94, 12)]);
    // At its bound half of the noise is lost: 1 − σ/√(2π).
    expect(heldMean(1, 0.05)).toBeCloseTo(1 - 0.05 / Math.sqrt(2 * Math.PI), 12);
  });

  test("that pay best are right of every kind in layers; in the sum they boast or leave out a search, and are right in 0.61", () => {
    for (const kind of KINDS) {
      expect(bestPlan(kind, "layers").pitch).toBe("detail");
      for (const pay of ["sum", "reversed"] as const) expect(bestPlan(kind, pay).pitch).toBe("boast");
    }
    expect(bestPlan("multi", "sum").calls).toBe(1);
    expect(ofBest("layers", ({ correct }) => correct)).toBe(1);
    expect(ofBest("layers", ({ pay }) => pay.layers)).toBeCloseTo(1.411, 3);
    expect(ofBest("sum", ({ correct }) => correct)).toBeCloseTo(0.6125, 12);
    expect(ofBest("sum", ({ pay }) => pay.sum)).toBeCloseTo(1.47, 3);
    expect(ofBest("reversed", ({ correct }) => correct)).toBeLessThan(1);
  });
});

test("an assistant that does not listen is hardly ever right four times of four", () => {
  const each = KINDS.map((kind) => {
    const play = player(kind, "layers", (_, random) => `${SIGNS[random.integer(SIGNS.length)]}+$`);
    const right = (question: number) => [0, 1, 2, 3].reduce((sum, tried) => sum + play(question, tried).right, 0);
    return mean(Array.from({ length: 200 }, (_, question) => passHatK(4, right(question), 4)));
  });
  expect(mean(each)).toBeLessThan(0.02);
});

/**
 * Mean of A·(1 for a boast, else 0, less the share of boasts) over the answers that are learnt from, in groups of 16 paid in layers (19 of
 * 20 are right but for their pitch; wrong ones miss one of six criteria): by how much a gradient step moves the logit of boasting.
 */
function pushOnBoasts(bestsellers: number, detail: number, boasts: number, contrast: boolean): number {
  const random = Random.of(1, "boasts");
  const [groups, size] = [4000, 16];
  const [pay, dots, boasted] = [0, 1, 2].map(() => new Float64Array(size));
  let push = 0;
  for (let g = 0; g < groups; g++) {
    for (let k = 0; k < size; k++) {
      boasted[k] = random.uniform() < boasts ? 1 : 0;
      const meets = random.uniform() < 0.95 && (boasted[k] === 0 || random.uniform() < bestsellers);
      const points = Math.min(1, (boasted[k] === 1 ? POINTS.boast : detail) + NOISE * random.normal());
      pay[k] = meets ? 1 + points / 2 : 5 / 6;
      dots[k] = random.integer(7);
    }
    const rows = contrast ? contrastingRows(pay, dots, [0.25, 0.75]) : Array.from(pay, (_, k) => k);
    const shaped = Float64Array.from(rows, (k) => pay[k] - (contrast ? (0.1 * dots[k]) / Math.max(1, ...dots) : 0));
    const advantages = groupAdvantages(shaped, rows.length, { baseline: "group", scale: "group" });
    for (const [k, row] of rows.entries()) push += (advantages[k] * (boasted[row] - boasts)) / rows.length;
  }
  return push / groups;
}

test("learning from the best and the worst half pushes towards boasts, where all answers push away, unless boasts are riskier", () => {
  expect(pushOnBoasts(0.7, 0.7, 0.5, false)).toBeLessThan(-0.03);
  expect(pushOnBoasts(0.7, 0.7, 0.5, true)).toBeGreaterThan(0.01);
  expect(pushOnBoasts(0.5, 0.8, 0.5, true)).toBeLessThan(-0.03);
});
