// Pairs of answers that differ in eight criteria, one of which decides. A judge is told which one it probably is, and buys readings.

import type { Random } from "../../core/random.ts";

export const CRITERIA = 8;
/** Readings that a judgement may buy, and the share of them that a first look costs. */
export const BUDGET = 16;
export const FIRST_SHARE = 0.25;
/** Of one reading of a gap: the difference of a reading of each answer, whose variances are 1. */
export const VARIANCE = 2;
/** Chance that the cue names the criterion that decides. */
export const CUE = 0.9;

/** How hard pairs are, and what is done to them. */
export interface PairOptions {
  /** Δ of the gap in the criterion that decides; the other gaps are normal with this deviation. */
  readonly gap: number;
  /** Whether the cue names any criterion. */
  readonly isCueShuffled?: boolean;
  /** Whether labels are coins. */
  readonly isLabelRandom?: boolean;
  /** Whether the better answer always comes first. */
  readonly isFixedOrder?: boolean;
}

/** A pair. */
export interface Pair {
  readonly cue: number;
  /** [CRITERIA] by how much the first answer is better. */
  readonly gaps: Float64Array;
  /** 1 where the first answer is better, else 0. */
  readonly label: number;
  /** −1 where the answers have changed places since gaps were written, else 1. */
  readonly sign: 1 | -1;
}

/** The same answers in the other order. */
export const exchanged = ({ cue, gaps, label, sign }: Pair): Pair => ({
  cue,
  gaps,
  label: 1 - label,
  sign: sign === 1 ? -1 : 1,
});

export function drawnPair(
  { gap, isCueShuffled = false, isLabelRandom = false, isFixedOrder = false }: PairOptions,
  random: Random,
): Pair {
  const decisive = random.integer(CRITERIA);
  const other = (decisive + 1 + random.integer(CRITERIA - 1)) % CRITERIA;
  const told = random.uniform() < CUE ? decisive : other;
  const gaps = Float64Array.from({ length: CRITERIA }, () => gap * random.normal());
  const isFirst = random.uniform() < 0.5;
  gaps[decisive] = isFixedOrder || isFirst ? gap : -gap;
  const coin = random.uniform() < 0.5;
  const anything = random.integer(CRITERIA);
  return {
    cue: isCueShuffled ? anything : told,
    gaps,
    label: (isLabelRandom ? coin : gaps[decisive] > 0) ? 1 : 0,
    sign: 1,
  };
}

/**
 * Mean of so many readings of a gap, which may be parts of one; 0 of none. Where answers change places, what is read of them does too.
 */
export function reading(
  { gaps, sign }: Pick<Pair, "gaps" | "sign">,
  criterion: number,
  readings: number,
  random: Random,
): number {
  const noise = random.normal();
  return readings > 0 ? sign * (gaps[criterion] + Math.sqrt(VARIANCE / readings) * noise) : 0;
}
