// What the trained arms show of the claims. Thresholds were fixed before the first run.

import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { ARMS, type ArmName, type Outcome, type Trained } from "./arms.ts";
import type { Meters } from "./meters.ts";

type Meter = keyof Meters;

const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));

const NAMES = Object.keys(ARMS).filter((name): name is ArmName => name in ARMS);

const outcomes = (seeds: readonly Trained[], arm: ArmName): readonly Outcome[] =>
  seeds.flatMap(({ arms: { [arm]: outcome } }) => (outcome === undefined ? [] : [outcome]));

const values = (seeds: readonly Trained[], arm: ArmName, meter: Meter) =>
  outcomes(seeds, arm).map((outcome) => outcome[meter]);

/** Balanced accuracy over both kinds of verdict. */
const judging = (outcome: Meters) => (outcome.pointwise + outcome.pairwise) / 2;

const judgingOf = (seeds: readonly Trained[], arm: ArmName) => outcomes(seeds, arm).map(judging);

/** one − other, seed by seed, in words. */
function difference(one: readonly number[], other: readonly number[]) {
  const { mean: middle, low, high, effectSize, n } = pairedEffect(other, one);
  const size = effectSize === null ? "—" : effectSize.toFixed(1);
  return {
    mean: middle ?? Number.NaN,
    words: `${digits(middle)} [${digits(low)}, ${digits(high)}], d = ${size}, ${n} seeds`,
  };
}

/** The model becomes a judge of its own answers, and who is never asked to judge does not. */
export function judgeChecks(seeds: readonly Trained[]): Check[] {
  const own = mean(judgingOf(seeds, "spark"));
  const without = mean(judgingOf(seeds, "tasks"));
  const words = (arm: ArmName) =>
    `pointwise ${digits(mean(values(seeds, arm, "pointwise")))}, pairwise ${digits(mean(values(seeds, arm, "pairwise")))}`;
  const help = difference(values(seeds, "spark", "reflected"), values(seeds, "spark", "single"));
  return [
    holds(
      "balanced accuracy of SPARK's verdicts on its own fresh answers, both kinds",
      "≥ 0.75",
      `${digits(own)}; ${words("spark")}`,
      own >= 0.75,
    ),
    holds("the same of tasks alone", "≤ 0.6", `${digits(without)}; ${words("tasks")}`, without <= 0.6),
    holds("SPARK: own verdict and one reflection less a single answer", "≥ 0.03", help.words, help.mean >= 0.03),
  ];
}

/** What the judge costs at equal characters, and whether it pays. */
export function verdictChecks(seeds: readonly Trained[]): Check[] {
  const gain = difference(values(seeds, "spark", "passAt1"), values(seeds, "tasks", "passAt1"));
  return [
    holds(
      "a free judge: pass@1 of SPARK less tasks alone, equal characters",
      "≥ −0.02",
      gain.words,
      gain.mean >= -0.02,
    ),
    holds("synergy: pass@1 of SPARK less tasks alone, equal characters", "≥ 0.02", gain.words, gain.mean >= 0.02),
  ];
}

/** Gold that says nothing teaches no judge, and costs characters. */
export function shuffledControls(seeds: readonly Trained[]): Control[] {
  const found = mean(judgingOf(seeds, "shuffled"));
  const gain = difference(values(seeds, "shuffled", "passAt1"), values(seeds, "tasks", "passAt1"));
  return [
    {
      name: "with shuffled gold verdicts are right in more than 0.55, or less than 0.45",
      failed: Math.abs(found - 0.5) <= 0.05,
      measured: digits(found),
    },
    {
      name: "with shuffled gold pass@1 is that of tasks alone + 0.01 or more",
      failed: gain.mean < 0.01,
      measured: gain.words,
    },
  ];
}

/** Every arm in figures. */
export function summary(seeds: readonly Trained[]): string {
  const warm = (meter: Meter) => digits(mean(seeds.map((one) => one.warm[meter])));
  const arm = (name: ArmName) => {
    const found = outcomes(seeds, name);
    const of = (meter: Meter) => digits(mean(values(seeds, name, meter)));
    const onWarm = (kind: "pointwise" | "pairwise") => digits(mean(found.map((one) => one.onWarm[kind])));
    const pair = (key: "updates" | "live", places: number) =>
      [0, 1]
        .map((k) => mean(found.map((one) => one[key][k])))
        .map((value) => (Number.isNaN(value) ? "–" : value.toFixed(places)))
        .join(" + ");
    return (
      `${ARMS[name]}: ${of("passAt1")}; ${of("pointwise")}, ${of("pairwise")}, of the warm model's answers ${onWarm("pointwise")}, ${onWarm("pairwise")}; ${of("single")} → ${of("reflected")}; ` +
      `${of("preferred")}, ${of("agreed")}, ${of("oracle")}; ${pair("updates", 0)} updates, live ${pair("live", 2)}, ` +
      `${Math.round(mean(found.map(({ characters }) => characters)))} characters`
    );
  };
  return [
    `Means of ${seeds.length} seeds: pass@1; verdicts pointwise, pairwise; one answer → after own verdict and reflection; of four answers the preferred, the most frequent, the best; updates on task + recycled`,
    `warm: ${warm("passAt1")}; ${warm("pointwise")}, ${warm("pairwise")}; ${warm("single")} → ${warm("reflected")}; ${warm("preferred")}, ${warm("agreed")}, ${warm("oracle")}`,
    ...NAMES.filter((name) => outcomes(seeds, name).length > 0).map(arm),
  ].join(". ");
}
