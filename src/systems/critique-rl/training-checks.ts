// What the trained critics show of the claims. Thresholds were fixed before the first run.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { type Conduct, CRITICS, type CriticName, type Critics, SPOILS } from "./arms.ts";
import { coin, paidBy } from "./mechanism.ts";
import { REFINEMENT } from "./pay.ts";

type Meter = keyof Conduct;
type Domain = "inside" | "outside";

const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));

/** A critic's figure, seed by seed. */
function values(seeds: readonly Critics[], name: CriticName, meter: Meter, domain: Domain = "inside"): number[] {
  return seeds.map((critics) => critics[name][domain][meter]);
}

/** one − other, seed by seed, in words. */
function difference(
  one: readonly number[],
  other: readonly number[],
): { readonly mean: number; readonly words: string } {
  const { mean: middle, low, high, effectSize, n } = pairedEffect(other, one);
  const size = effectSize === null ? "—" : effectSize.toFixed(1);
  return {
    mean: middle ?? Number.NaN,
    words: `${digits(middle)} [${digits(low)}, ${digits(high)}], d = ${size}, ${n} seeds`,
  };
}

/** The claims where right answers can be spoiled. */
export function claimChecks(seeds: readonly Critics[]): Check[] {
  const of = (name: CriticName, meter: Meter, domain?: Domain) => values(seeds, name, meter, domain);
  const less = (one: CriticName, other: CriticName, meter: Meter, domain?: Domain) =>
    difference(of(one, meter, domain), of(other, meter, domain));
  const atLeast = (what: string, threshold: number, { mean: found, words }: ReturnType<typeof difference>) =>
    holds(what, `≥ ${threshold}`, words, found >= threshold);
  const [spoiled, spoiledByRefine] = [mean(of("twoStages", "spoiled")), mean(of("refine", "spoiled"))];
  return [
    atLeast("Acc@Refine: two stages less refinement only", 0.03, less("twoStages", "refine", "refined")),
    atLeast("Acc@Refine: two stages less verdict only", 0.03, less("twoStages", "verdict", "refined")),
    atLeast("Acc@Dis: two stages less refinement only", 0.1, less("twoStages", "refine", "discrimination")),
    holds(
      "right answers spoiled, Δ^{c→i}: two stages beside refinement only",
      "at most half",
      `${digits(spoiled)} beside ${digits(spoiledByRefine)}; difference ${less("twoStages", "refine", "spoiled").words}`,
      spoiled <= spoiledByRefine / 2,
    ),
    atLeast(
      "Acc@Dis: two stages less stage II without gate, bonus and leash",
      0.03,
      less("twoStages", "unleashed", "discrimination"),
    ),
    atLeast(
      "reversed answers, never paid for, Acc@Refine: two stages less refinement only",
      0,
      less("twoStages", "refine", "refined", "outside"),
    ),
  ];
}

const NAMES = Object.keys(CRITICS).filter((name): name is CriticName => name in CRITICS);

/** Where nothing is ever spoiled, pay for refined answers does not mind false alarms; where something is, they are what spoils. */
export function mechanismChecks(seeds: readonly Critics[]): Check[] {
  const change = (meter: Meter) => difference(values(seeds, "refineUnspoiled", meter), values(seeds, "warm", meter));
  const [verdicts, alarms] = [change("discrimination"), change("falseAlarms")];
  const gaps = NAMES.map((name) => {
    const spoils = name === "refineUnspoiled" || name === "twoStagesMoved" ? SPOILS.never : SPOILS.usual;
    const foretold = seeds.map(({ [name]: { inside } }) => inside.first * spoils * inside.falseAlarms);
    return Math.abs(mean(values(seeds, name, "spoiled")) - mean(foretold));
  });
  const most = Math.max(...gaps);
  return [
    holds(
      "b = 0, refinement only: Acc@Dis stays, or the critic drifts to n",
      "change of Acc@Dis within ±0.05, or of n to right answers ≥ 0.1",
      `Acc@Dis ${verdicts.words}; n to right answers ${alarms.words}`,
      Math.abs(verdicts.mean) <= 0.05 || alarms.mean >= 0.1,
    ),
    holds(
      `Δ^{c→i} is Acc@First·b·P(n | right), ${NAMES.length} critics`,
      "largest gap of means ≤ 0.01",
      digits(most),
      most <= 0.01,
    ),
  ];
}

/** Truths that say nothing about the answers: nothing is learnt from them. */
export function shuffledCheck(seeds: readonly Critics[]): Check {
  const { mean: found, low, high } = estimate(values(seeds, "shuffled", "discrimination"));
  return holds(
    "Acc@Dis after stage I on shuffled truths",
    "0.5 ± 0.05",
    `${digits(found)} [${digits(low)}, ${digits(high)}], ${mean(values(seeds, "warm", "discrimination")).toFixed(3)} before`,
    found !== null && Math.abs(found - 0.5) <= 0.05,
  );
}

export function shuffledControl(seeds: readonly Critics[]): Control {
  const gain = (name: CriticName) =>
    difference(values(seeds, name, "discrimination"), values(seeds, "warm", "discrimination"));
  return {
    name: "stage I on shuffled truths raises Acc@Dis by 0.05 or more",
    failed: gain("shuffled").mean < 0.05,
    measured: `${gain("shuffled").words}; on true ones ${gain("judge").words}`,
  };
}

/** Places that are always right, after a coin. */
export function coinControl(seeds: readonly Critics[]): Control {
  const tossed = mean(paidBy(coin, REFINEMENT.refine, { spoils: SPOILS.usual }));
  const own = mean(values(seeds, "twoStages", "refined"));
  return {
    name: "a coin for a verdict with the right place is refined as well as two stages",
    failed: tossed < own,
    measured: `Acc@Refine ${tossed.toFixed(3)} beside ${own.toFixed(3)}`,
  };
}

/** Every critic in figures. */
export function summary(seeds: readonly Critics[]): string {
  const figures = (name: CriticName) => {
    const of = (meter: Meter, domain?: Domain) => mean(values(seeds, name, meter, domain)).toFixed(3);
    return (
      `${CRITICS[name]}: ${of("discrimination")}, ${of("refined")}, ${of("spoiled")}, ${of("repaired")}, ${of("silent")}; ` +
      `reversed ${of("discrimination", "outside")}, ${of("refined", "outside")}`
    );
  };
  return `Acc@Dis, Acc@Refine, Δ^{c→i}, Δ^{i→c} and critiques without a verdict, means of ${seeds.length} seeds. ${NAMES.map(figures).join(". ")}`;
}
