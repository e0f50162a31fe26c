// The pays of the paper's two stages, as the experiment declares them; and what a false alarm costs in each, in closed form and in episodes.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { type Played, world, writes } from "../../../test/fixtures/written-text.ts";
import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { ordered } from "../../environments/language/sort.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";

const rewarded = z.object({ reward: z.unknown() });
const experiment = z
  .object({ reward: z.unknown(), stages: z.object({ "stage I": rewarded, "two stages": rewarded }) })
  .parse(parse(readFileSync(new URL("./experiment.yaml", import.meta.url), "utf8")));
const [VERDICT, GATED] = [experiment.stages["stage I"].reward, experiment.stages["two stages"].reward];
const DELTA = { weights: { repaired: 1, spoiled: -1 } };

const { spec } = world("language/critique");
const VERDICTS = ["right", "wrong", "missing"] as const;

/** Pay of an episode by the sums of its channels. */
function payer(declared: unknown): (sums: Played["sums"]) => number {
  const reward = rewardPlan(declared, rewards)(spec);
  const pay = new Float64Array(1);
  return (sums) => {
    const outcomes = Float64Array.from(spec.channels, ({ name }) => sums[name] ?? 0);
    reward.pay(outcomes, Status.terminated, pay);
    return pay[0];
  };
}

/** Pay where the first answer is right or not (o), the refined one too (f), after a verdict. */
function paid(declared: unknown, [o, f]: readonly number[], verdict: (typeof VERDICTS)[number]): number {
  const correct = verdict === "right" ? 1 : 0;
  const readable = verdict === "missing" ? 0 : 1;
  const changed = { repaired: f * (1 - o), spoiled: o * (1 - f) };
  return payer(declared)({ correct, misjudged: 1 - correct, readable, firstRight: o, refinedRight: f, ...changed });
}

test.each([
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
])("a first answer %d that becomes %d is paid as in the released code, after each verdict", (o, f) => {
  expect(VERDICTS.map((verdict) => paid(VERDICT, [o, f], verdict))).toEqual([1, -1, -1]);
  expect(VERDICTS.map((verdict) => paid(experiment.reward, [o, f], verdict))).toEqual([f, f, f]);
  expect(VERDICTS.map((verdict) => paid(DELTA, [o, f], verdict))).toEqual([f - o, f - o, f - o]);
  expect(VERDICTS.map((verdict) => paid(GATED, [o, f], verdict))).toEqual([f + 0.2, -1, -1]);
});

test("RLOO: critiques of one answer share its worth, so that pay for the change teaches what pay for the end does", () => {
  const others = (pays: readonly number[]) =>
    groupAdvantages(Float64Array.from(pays), 4, { baseline: "others", scale: "none" });
  for (const [k, credit] of others([1.2, 0.2, -1, 1.2]).entries())
    expect(credit).toBeCloseTo([16 / 15, -4 / 15, -28 / 15, 16 / 15][k], 12);
  const random = Random.of(1, "changes");
  const [ends, changes]: number[][] = [[], []];
  for (let group = 0; group < 16; group++) {
    const first = random.integer(2);
    for (let answer = 0; answer < 4; answer++) {
      const refined = random.integer(2);
      ends.push(paid(experiment.reward, [first, refined], "right"));
      changes.push(paid(DELTA, [first, refined], "right"));
    }
  }
  const other = others(changes);
  for (const [k, credit] of others(ends).entries()) expect(credit).toBeCloseTo(other[k], 12);
});

type Critique = (question: string) => string;

/** First place at which the shown answer is wrong, from 1; 0 where it is right. */
function firstWrong(question: string): number {
  const [asked, first] = question.slice(0, -1).split("|");
  return 1 + [...ordered(asked.slice(1), false)].findIndex((digit, k) => first[k] !== digit);
}
const honest: Critique = (question) => (firstWrong(question) === 0 ? "y$" : `n${firstWrong(question)}$`);
const alwaysWrong: Critique = (question) => `n${Math.max(1, firstWrong(question))}$`;

/** Pays of the same 4,000 questions, refined where b is `spoils`. */
function pays(critique: Critique, declared: unknown, spoils: number): readonly number[] {
  const environment = world("language/critique", { digits: 2, spoils });
  const payOf = payer(declared);
  return Array.from({ length: 4000 }, (_, seed) => payOf(writes(environment, seed, critique).sums));
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test.each([0, 0.1, 0.5])(
  "pay for the refined answer: honesty earns b/2 more than to find every answer wrong, b = %d",
  (b) => {
    const [open, blind] = [honest, alwaysWrong].map((critique) => mean(pays(critique, experiment.reward, b)));
    // Half of the first answers are right, h = 0.9 of the others are put right: ½ + ½h, and ½(1 − b) + ½h.
    expect(Math.abs(open - 0.95)).toBeLessThan(0.015);
    expect(Math.abs(open - blind - b / 2)).toBeLessThan(0.015);
  },
);

test("pay of the second stage: a false alarm costs 2.2, however much is spoiled", () => {
  const [calm, spoiled] = [0, 1].map((b) => pays(alwaysWrong, GATED, b));
  const differing = (one: readonly number[], other: readonly number[]) =>
    one.filter((pay, k) => pay !== other[k]).length;
  expect(differing(calm, spoiled)).toBe(0);
  const alarms = calm.filter((pay) => pay < 0).length;
  expect(mean(pays(honest, GATED, 0.1)) - mean(calm)).toBeCloseTo((2.2 * alarms) / calm.length, 12);
  const [kept, lost] = [0, 1].map((b) => pays(alwaysWrong, experiment.reward, b));
  expect(differing(kept, lost)).toBe(alarms);
});
