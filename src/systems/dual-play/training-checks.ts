// What the trained arms show of the claims. Thresholds were fixed before the first run.

import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean, variance } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import type { ArmName, Proposing, Trained } from "./arms.ts";

type Figure = (trained: Trained) => number;

/** Share of right answers to chains of all lengths. */
const solved =
  (arm: ArmName): Figure =>
  ({ arms }) =>
    arms[arm].solving.all;
const before: Figure = ({ warm }) => warm.all;
/** Of what was proposed in the last third. */
const proposed =
  (arm: ArmName, what: keyof Proposing): Figure =>
  ({ arms }) =>
    arms[arm].late?.[what] ?? Number.NaN;

const digits = (x: number | null) => (x === null ? "—" : x.toFixed(3));

/** b − a, seed by seed. */
function difference(
  seeds: readonly Trained[],
  a: Figure,
  b: Figure,
): { readonly mean: number; readonly words: string } {
  const { mean: middle, low, high, effectSize, n } = pairedEffect(seeds.map(a), seeds.map(b));
  return {
    mean: middle ?? Number.NaN,
    words: `${digits(middle)} [${digits(low)}, ${digits(high)}], d = ${effectSize === null ? "—" : effectSize.toFixed(1)}, ${n} seeds`,
  };
}

function over(seeds: readonly Trained[], of: Figure): string {
  const { mean: middle, low, high } = estimate(seeds.map(of));
  return `${digits(middle)} [${digits(low)}, ${digits(high)}]`;
}

export function trainingChecks(seeds: readonly Trained[]): Check[] {
  const gain = difference(seeds, before, solved("online"));
  const overCoins = difference(seeds, solved("coins"), solved("online"));
  const truth = seeds.map(proposed("online", "true"));
  const lower = difference(seeds, proposed("τ_low = 0", "true"), proposed("online", "true"));
  const distinct = (arm: ArmName) => mean(seeds.map(proposed(arm, "distinct")));
  const spread = (arm: ArmName) => variance(seeds.map(solved(arm)));
  const left = difference(seeds, solved("online"), solved("oracle"));
  return [
    holds("online: pass@1 on chains of 1 to 8 maps, less the warm model's", "≥ 0.05", gain.words, gain.mean >= 0.05),
    holds("online: pass@1 less that of a solver marked by coins", "≥ 0.05", overCoins.words, overCoins.mean >= 0.05),
    holds(
      "online: share of stated answers that are true, last third",
      "≥ 0.7",
      over(seeds, proposed("online", "true")),
      mean(truth) >= 0.7,
    ),
    holds(
      "online: that share less the one with τ_low = 0, where one agreeing answer of six is enough",
      "≥ 0.2",
      lower.words,
      lower.mean >= 0.2,
    ),
    holds(
      "without diversity: different questions among 100, over those of online",
      "≤ 0.6",
      `${distinct("no diversity").toFixed(1)} over ${distinct("online").toFixed(1)}`,
      distinct("no diversity") <= 0.6 * distinct("online"),
    ),
    holds(
      "offline: variance of pass@1 between seeds over online's",
      "≤ 1.2",
      `${spread("offline").toExponential(1)} over ${spread("online").toExponential(1)}`,
      spread("offline") <= 1.2 * spread("online"),
    ),
    holds("the oracle's pass@1 less online's", "> 0", left.words, left.mean > 0),
  ];
}

/** The play without what makes it work. */
export function trainingControls(seeds: readonly Trained[]): Control[] {
  const ungated = difference(seeds, proposed("no validity gate", "true"), proposed("online", "true"));
  const tossed = difference(seeds, before, solved("coins"));
  return [
    {
      name: "without the validity gate stated answers stay true: less than 0.2 below those of online",
      failed: ungated.mean >= 0.2,
      measured: `${over(seeds, proposed("no validity gate", "true"))}, online more by ${ungated.words}`,
    },
    {
      name: "marked by coins the solver gains 0.05 pass@1",
      failed: tossed.mean < 0.05,
      measured: tossed.words,
    },
  ];
}

/** Every arm in figures. */
export function summary(seeds: readonly Trained[]): string {
  const names = Object.keys(seeds[0]?.arms ?? {});
  const middle = (of: Figure) => mean(seeds.map(of));
  const lines = names.map((arm) => {
    const solving = (what: "seen" | "longer") => middle(({ arms }) => arms[arm].solving[what]).toFixed(3);
    const late = (what: keyof Proposing, places = 2) =>
      middle(({ arms }) => arms[arm].late?.[what] ?? Number.NaN).toFixed(places);
    const all = over(seeds, ({ arms }) => arms[arm].solving.all);
    const text = `${arm}: pass@1 ${all} (1 to 4 maps ${solving("seen")}, 5 to 8 ${solving("longer")})`;
    if (seeds.some(({ arms }) => arms[arm].late === undefined)) return text;
    return (
      `${text}; proposals of the last third: true ${late("true")}, agreement ${late("agreement")}, difference ${late("difference")}, maps ${late("maps")}, ` +
      `leaks ${late("leaks", 3)}, ${late("distinct", 1)} different of 100, letters' entropy ${late("letterEntropy")}, ` +
      `rounds skipped ${late("skipped")}`
    );
  });
  return [
    `warm: pass@1 ${over(seeds, before)} (1 to 4 maps ${middle(({ warm }) => warm.seen).toFixed(3)})`,
    ...lines,
  ].join(". ");
}
