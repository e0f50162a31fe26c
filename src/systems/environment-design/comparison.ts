// Arms beside each other: what the paper compares, as checks, and what must not come out, as controls.

import { mean } from "../../evaluation/statistics/moments.ts";
import { type PairedEffect, pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import type { Shares, Unseen } from "./unseen.ts";

/** Shares of an arm's rules by seed. */
export interface Trained {
  readonly name: string;
  readonly shares: readonly Shares[];
}

const worse = ({ shares }: Trained): number[] => shares.map((share) => share.worse);
const better = ({ shares }: Trained): number[] => shares.map((share) => share.better);
const below = ({ shares }: Trained): number[] => shares.map((share) => share.below);
const three = (x: number): string => x.toFixed(3);

/** How often `a` exceeds `b` by `margin` or more. */
const wins = (a: readonly number[], b: readonly number[], margin: number): number =>
  a.filter((value, k) => value - b[k] >= margin).length;
/** 4 of 5, and as large a part of another number of seeds. */
const most = (seeds: number): number => Math.ceil(0.8 * seeds);

/** Worse half, better half and share below 75%, means over seeds. */
export function shown(trained: Trained): string {
  const figures = [worse(trained), better(trained), below(trained)].map((values) => three(mean(values)));
  return `${trained.name} ${figures.join(", ")}`;
}

function effect({ mean: difference, low, high, effectSize }: PairedEffect): string {
  const size = effectSize === null ? "" : `, d = ${effectSize.toFixed(1)}`;
  return `${difference === null ? "–" : three(difference)}${low === null || high === null ? "" : ` [${three(low)}, ${three(high)}]`}${size}`;
}

/** The comparison that the paper is about, for any kind of learned rule. */
export function mainChecks(random: Trained, regret: Trained, what: string): Check[] {
  const n = random.shares.length;
  const ahead = wins(worse(regret), worse(random), 0.03);
  const easy = pairedEffect(better(random), better(regret));
  const failing = pairedEffect(below(random), below(regret));
  return [
    holds(
      `${what}: regret does better on the worse half of unseen levels`,
      `share of A2C's return ≥ that of domain randomisation + 0.03 in at least ${most(n)} of ${n} seeds`,
      `${ahead} of ${n}; ${effect(pairedEffect(worse(random), worse(regret)))}`,
      ahead >= most(n),
    ),
    holds(
      `${what}: the better half is equal`,
      "mean difference within ± 0.05",
      effect(easy),
      easy.mean !== null && Math.abs(easy.mean) <= 0.05,
    ),
    holds(
      `${what}: fewer levels stay below 75% of A2C's return`,
      "mean difference < 0",
      `${three(mean(below(regret)))} beside ${three(mean(below(random)))}; ${effect(failing)}`,
      failing.mean !== null && failing.mean < 0,
    ),
  ];
}

/** The static version. */
export function fewCheck(random: Trained, highest: Trained): Check {
  const [plain, chosen] = [random, highest].map(({ shares }) => shares.map((share) => share.mean));
  const n = plain.length;
  const ahead = chosen.filter((value, k) => value > plain[k]).length;
  return holds(
    "eight levels of highest regret teach more than eight random ones",
    `higher mean share on unseen levels in at least ${most(n)} of ${n} seeds`,
    `${ahead} of ${n}; ${three(mean(chosen))} beside ${three(mean(plain))}, ${effect(pairedEffect(plain, chosen))}`,
    ahead >= most(n),
  );
}

/** The written tasks: mean returns of both rules beside A2C's and the optimum. */
export function writtenLevels({ written }: Unseen, random: Trained, regret: Trained): string {
  const returns = ({ shares }: Trained, k: number) => mean(shares.map((share) => share.written[k])).toFixed(2);
  const tasks = written.map(
    ({ name, optimum, reference }, k) =>
      `${name} ${returns(random, k)}, ${returns(regret, k)}, ${reference.toFixed(2)}, ${optimum.toFixed(2)}`,
  );
  return `written levels (domain randomisation, regret, A2C, optimum): ${tasks.join("; ")}`;
}

/** Over every life that was measured. */
export function boundCheck(unseen: Unseen, shares: readonly Shares[]): Check {
  const excess = Math.max(unseen.excess, ...shares.map((share) => share.excess));
  return holds(
    "no agent of any rule earns more than the best policy",
    "most that a life is above the optimum ≤ 1e-9",
    excess.toExponential(1),
    excess <= 1e-9,
  );
}

/** A buffer without a sense of what to replay is domain randomisation with repetitions. */
export function chanceControl(random: Trained, chance: Trained): Control {
  const n = random.shares.length;
  const ahead = wins(worse(chance), worse(random), 0.03);
  const difference = pairedEffect(worse(random), worse(chance));
  return {
    name: `replay by random scores does better on the worse half (+ 0.03 in at least ${most(n)} of ${n} seeds)`,
    failed: ahead < most(n),
    measured: `${ahead} of ${n}; ${effect(difference)}`,
  };
}

/** Levels that the rule is best at already. */
export function negatedControl(random: Trained, negated: Trained): Control {
  const difference = pairedEffect(worse(random), worse(negated));
  return {
    name: "replay of the lowest regret does as well on the worse half as domain randomisation",
    failed: difference.mean !== null && difference.mean < 0,
    measured: effect(difference),
  };
}
