// What the trained arms show of the claims. Thresholds were fixed before the first run.

import { spearman } from "../../evaluation/statistics/correlation.ts";
import { estimate, ratio } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/study.ts";
import { ALIKE, ARMS, CLIPPED, NEGATIVE_AWARE, type Outcome, RFT, type Trained } from "./arms.ts";

/** Most that labels which say nothing may gain. */
const NOTHING = 0.02;

type Figure = (outcome: Outcome) => number;

const passAt1: Figure = ({ standing }) => standing.passAt1;
const passAtK: Figure = ({ standing }) => standing.passAtK;
const entropy: Figure = ({ standing }) => standing.entropy;

function values(seeds: readonly Trained[], arm: string, of: Figure): number[] {
  return seeds.map(({ arms }) => of(arms[arm]));
}

const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));

/** b − a, seed by seed, in words. */
function difference(a: readonly number[], b: readonly number[]): { readonly mean: number; readonly words: string } {
  const { mean: middle, low, high, effectSize, n } = pairedEffect(a, b);
  return {
    mean: middle ?? Number.NaN,
    words: `${digits(middle)} [${digits(low)}, ${digits(high)}], d = ${effectSize === null ? "—" : effectSize.toFixed(1)}, ${n} seeds`,
  };
}

/** The claims on one task. */
export function trainingChecks(task: string, seeds: readonly Trained[]): Check[] {
  const of = (arm: string, figure: Figure = passAt1) => values(seeds, arm, figure);
  const gain = difference(of(RFT), of(NEGATIVE_AWARE));
  const wider = difference(of(RFT, entropy), of(NEGATIVE_AWARE, entropy));
  const best = CLIPPED.reduce((a, b) => (mean(of(b)) > mean(of(a)) ? b : a));
  const apart = difference(of(best), of(NEGATIVE_AWARE));
  const weighted = difference(of(ALIKE), of(NEGATIVE_AWARE));
  const falls = seeds.map(({ arms }) => {
    const { entropies } = arms[RFT];
    return spearman([...entropies.keys()], entropies) ?? 0;
  });
  return [
    holds(`${task}: pass@1 of NFT less that of RFT`, "≥ 0.03", gain.words, gain.mean >= 0.03),
    holds(`${task}: final entropy of NFT less that of RFT`, "> 0", wider.words, wider.mean > 0),
    holds(
      `${task}: pass@1 of NFT less that of the best of GRPO, Dr. GRPO and DAPO`,
      "within ±0.03",
      `${best}: ${apart.words}`,
      Math.abs(apart.mean) <= 0.03,
    ),
    holds(`${task}: pass@1 with ω = 1 − r̂ less that with ω = 1`, "≥ −0.01", weighted.words, weighted.mean >= -0.01),
    holds(
      `${task}: entropy of RFT over rounds, Spearman's ρ`,
      "mean over seeds ≤ −0.8",
      falls.map((x) => x.toFixed(2)).join(", "),
      mean(falls) <= -0.8,
    ),
  ];
}

/** Labels that say nothing teach nothing. */
export function coinControl(task: string, all: readonly Trained[]): Control {
  const seeds = all.flatMap(({ warm, coins }) => (coins === undefined ? [] : [{ warm, arms: coins }]));
  const gains = ARMS.map((arm) => mean(seeds.map(({ warm, arms }) => passAt1(arms[arm]) - warm.passAt1)));
  return {
    name: `${task}: labels turned round with probability ½ raise an arm's pass@1 by more than ${NOTHING}`,
    failed: gains.every((gain) => gain <= NOTHING),
    measured: `${ARMS.map((arm, k) => `${arm} ${gains[k].toFixed(3)}`).join(", ")}; ${seeds.length} seeds`,
  };
}

/** Without the floor π⁻ becomes negative, and its logarithm ends. */
export function plainControl(task: string, all: readonly Trained[]): Control {
  const runs = all.flatMap(({ warm, plain }) => (plain === undefined ? [] : [{ warm, plain }]));
  const broken = runs.filter(
    ({ warm, plain }) => typeof plain === "string" || plain.standing.passAt1 < warm.passAt1 / 2,
  );
  const [first] = broken;
  return {
    name: `${task}: NFT with the plain logarithm in the place of max_v trains to the end in every seed`,
    failed: broken.length > 0,
    measured:
      `${broken.length} of ${runs.length} seeds break or lose half of their pass@1` +
      (first === undefined || typeof first.plain !== "string" ? "" : `; the first: ${first.plain}`),
  };
}

/** Every arm in figures. */
export function summary(task: string, seeds: readonly Trained[]): string {
  const over = (samples: readonly number[]) => {
    const { mean: middle, low, high } = estimate(samples);
    return `${digits(middle)} [${digits(low)}, ${digits(high)}]`;
  };
  const [first] = seeds;
  if (first === undefined) return `${task}: no seeds`;
  const warm = (of: "passAt1" | "passAtK" | "entropy") => mean(seeds.map((seed) => seed.warm[of])).toFixed(3);
  const gains = (arm: string) => seeds.map(({ warm: { passAt1: before }, arms }) => passAt1(arms[arm]) - before);
  const share = ratio(gains(RFT), gains(NEGATIVE_AWARE));
  const lines = ARMS.map(
    (arm) =>
      `${arm} ${over(values(seeds, arm, passAt1))}, pass@16 ${mean(values(seeds, arm, passAtK)).toFixed(3)}, ` +
      `entropy ${mean(values(seeds, arm, entropy)).toFixed(3)}`,
  );
  return (
    `${task}: pass@1 ${warm("passAt1")} before (pass@16 ${warm("passAtK")}, entropy ${warm("entropy")}); ${lines.join("; ")}; ` +
    `RFT's gain is ${digits(share.mean)} [${digits(share.low)}, ${digits(share.high)}] of NFT's; ` +
    `${(100 * mean(values(seeds, NEGATIVE_AWARE, ({ held }) => held))).toFixed(0)}% of wrong answers' characters at the floor`
  );
}
