// What the trained writers show of the cliff.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { BONUS, DIVERGENCE_ARMS, ENTROPY_ARMS, USUAL_ARMS, WEIGHTS, type Writing } from "./writers.ts";

/** What came of a seed's arms, by name. */
export type Writings = Readonly<Record<string, Writing>>;

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logit = (p: number) => Math.log(p / (1 - p));
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Values of an arm over the seeds that ran it. */
function values(seeds: readonly Writings[], arm: string, of: keyof Writing): number[] {
  return seeds.flatMap((arms) => (arms[arm] === undefined ? [] : [arms[arm][of]]));
}

/** The difference of bracket rates between the bonus and its opposite, seed by seed. */
function differences(seeds: readonly Writings[], prefix: string): number[] {
  const down = values(seeds, `${prefix}down`, "bracketed");
  return values(seeds, `${prefix}up`, "bracketed").map((rate, k) => rate - down[k]);
}

function inWords(samples: readonly number[]): string {
  const { mean: middle, low, high } = estimate(samples);
  const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));
  return `${digits(middle)} (${digits(low)} … ${digits(high)}), ${samples.length} seeds`;
}

/** With the usual GRPO, whose group deviation makes any difference large. */
export function usualChecks(seeds: readonly Writings[]): Check[] {
  const correct = USUAL_ARMS.slice(0, 3).map((arm) => mean(values(seeds, arm, "correct")));
  const gap = Math.max(...correct) - Math.min(...correct);
  const apart = differences(seeds, "");
  const free = values(seeds, "none", "bracketed");
  const spread = Math.max(...free) - Math.min(...free);
  const before = values(seeds, "warm", "followed");
  const drift = values(seeds, "none", "followed").map((rate, k) => rate - before[k]);
  const instructed = values(seeds, "instructed", "followed");
  return [
    holds(
      "writers: right answers without a bonus, with +0.01 and with −0.01 for brackets",
      "within 0.03 of each other",
      correct.map((x) => x.toFixed(3)).join(", "),
      gap <= 0.03,
    ),
    holds("the same: share of brackets with +0.01 less that with −0.01", "≥ 0.6", inWords(apart), mean(apart) >= 0.6),
    holds(
      "the same, no bonus: shares of brackets differ between seeds, largest less smallest",
      "≥ 0.3",
      `${spread.toFixed(3)}: ${free.map((x) => x.toFixed(2)).join(", ")}`,
      spread >= 0.3,
    ),
    holds(
      "brackets were asked for, and only right answers are paid: change of the share that obeys",
      "mean within ±0.2",
      inWords(drift),
      Math.abs(mean(drift)) <= 0.2,
    ),
    holds("the same with 0.05 for obeying: share that obeys", "≥ 0.9", inWords(instructed), mean(instructed) >= 0.9),
  ];
}

/** With plain advantages, where entropy has the weight that theory gives it. */
export function entropyChecks(seeds: readonly Writings[]): Check[] {
  const apart = ["plain ", ...WEIGHTS.map((weight) => `entropy ${weight} `)].map((arm) =>
    mean(differences(seeds, arm)),
  );
  const largest = WEIGHTS[WEIGHTS.length - 1];
  const rates = ["up", "down"].map((way) => values(seeds, `entropy ${largest} ${way}`, "bracketed"));
  const expected = [BONUS, -BONUS].map((bonus) => logistic(bonus / largest));
  return [
    holds(
      `plain advantages, entropy of weight 0, ${WEIGHTS.join(", ")}: what ±0.01 moves the share of brackets by`,
      "falling",
      apart.map((x) => x.toFixed(3)).join(" > "),
      apart.every((x, k) => k === 0 || x < apart[k - 1]),
    ),
    holds(
      `the same, entropy of weight ${largest}: shares of brackets with +0.01 and −0.01`,
      `within 0.1 of σ(±0.01/α) = ${expected.map((x) => x.toFixed(3)).join(", ")}`,
      rates.map(inWords).join("; "),
      rates.every((rate, k) => Math.abs(mean(rate) - expected[k]) <= 0.1),
    ),
  ];
}

/** The same with a divergence from the warm model, which keeps the warm model's share. */
export function divergenceChecks(seeds: readonly Writings[]): Check[] {
  const apart = ["plain ", ...WEIGHTS.map((weight) => `divergence ${weight} `)].map((arm) =>
    mean(differences(seeds, arm)),
  );
  const largest = WEIGHTS[WEIGHTS.length - 1];
  const base = values(seeds, "warm", "bracketed");
  const errors = [1, -1].map((sign) =>
    mean(
      values(seeds, `divergence ${largest} ${sign > 0 ? "up" : "down"}`, "bracketed").map(
        (rate, k) => rate - logistic(logit(base[k]) + (sign * BONUS) / largest),
      ),
    ),
  );
  return [
    holds(
      `plain advantages, divergence of weight 0, ${WEIGHTS.join(", ")}: what ±0.01 moves the share of brackets by`,
      "falling",
      apart.map((x) => x.toFixed(3)).join(" > "),
      apart.every((x, k) => k === 0 || x < apart[k - 1]),
    ),
    holds(
      `the same, divergence of weight ${largest}: shares of brackets beside σ(logit π₀ ± 0.01/β)`,
      "mean differences within ±0.1",
      errors.map((x) => x.toFixed(3)).join(", "),
      errors.every((x) => Math.abs(x) <= 0.1),
    ),
  ];
}

/** One format is wrong: no tie, and nothing to turn. */
export function wrongFormat(seeds: readonly Writings[]): Control {
  const apart = differences(seeds, "wrong ");
  return {
    name: "writers, brackets are wrong: ±0.01 for brackets moves their share by 0.6 or more",
    failed: mean(apart) < 0.6,
    measured: `${inWords(apart)}; share of brackets ${inWords(values(seeds, "wrong up", "bracketed"))}`,
  };
}

/** The cliff in figures: bracket rates of the usual GRPO, and what plain advantages make of the same bonus. */
export function summary(seeds: readonly Writings[]): string {
  const rate = (arm: string) => inWords(values(seeds, arm, "bracketed"));
  return (
    `writers: brackets ${rate("warm")} before, ${rate("up")} with +0.01, ${rate("down")} with −0.01, ${rate("none")} without; ` +
    `plain advantages: ${rate("plain up")} and ${rate("plain down")}`
  );
}

/** Arms that a form of the study runs, for every seed or for the first few. */
export function armsOf(full: boolean, few: boolean): string[] {
  return [...USUAL_ARMS, ...(few || full ? ENTROPY_ARMS : []), ...(full ? DIVERGENCE_ARMS : [])];
}
