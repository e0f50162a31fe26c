// Sums over the prompts of a log, in groups, of what a pay would buy: along tilts of many strengths, by best-of-n, and in the first step of
// training. A prompt's answers are read once, so that memory does not grow with the log; figures and their intervals are made of the sums.

import { unbiasedBestOf } from "./unbiased-best-of.ts";

/** Prompts fall into so many groups, of which each is left out once for the intervals. */
export const PROMPT_GROUPS = 20;

/** Strengths of tilts per doubling; each fourth one is the square of another's weights, which saves exponentials. */
const PER_DOUBLING = 4;
const DOUBLINGS = 10;
/** Weakest strength, times the pay's standard deviation within prompts. */
const WEAKEST = 0.05;

/** Strengths 1/β of the tilts, times the pay's standard deviation within prompts. */
export const STRENGTHS: readonly number[] = Array.from(
  { length: PER_DOUBLING * DOUBLINGS },
  (_, j) => WEAKEST * 2 ** (j / PER_DOUBLING),
);

/** Values of n for best-of-n. */
export const LOG_DRAWS: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Answers to one prompt, of which the first `size` entries count. */
export interface LoggedAnswers {
  readonly size: number;
  /** How often each was logged. */
  readonly mass: Float64Array;
  readonly want: Float64Array;
}

/** The same with what they are paid, and means over the logged answers. */
interface PaidAnswers extends LoggedAnswers {
  readonly pay: Float64Array;
  readonly total: number;
  readonly most: number;
  readonly payMean: number;
  readonly wantMean: number;
}

/** Where the sums of a prompt lie. */
export const SUMS = {
  prompts: 0,
  /** Cov(pay, want) within prompts, the same over the standard deviation of pay, and prompts in which pay differs. */
  slope: 1,
  normalisedSlope: 2,
  signals: 3,
  /** Logged answers by pay and want, where both are 0 or 1. */
  paidWanted: 4,
  paidUnwanted: 5,
  unpaidWanted: 6,
  unpaidUnwanted: 7,
  /** All logged answers. */
  answers: 8,
  /** For each strength: KL, gains of want and pay, effective number of answers. */
  tilt: 9,
  /** For each n: prompts with so many answers, gains of want and pay. */
  draws: 9 + 4 * STRENGTHS.length,
  size: 9 + 4 * STRENGTHS.length + 3 * LOG_DRAWS.length,
} as const;

/** Sums of one pay over prompts, [groups][sums]. */
export class PromptSums {
  readonly groups: readonly Float64Array[] = Array.from({ length: PROMPT_GROUPS }, () => new Float64Array(SUMS.size));
  readonly #unit: number;
  #weights: Float64Array[] = [];
  #chances = new Float64Array(0);
  #order = new Int32Array(0);

  /** `spread` is the pay's standard deviation within prompts, above 0. */
  constructor(spread: number) {
    this.#unit = 1 / spread;
  }

  /** Adds a prompt with two answers or more to a group. */
  add(group: number, { size, mass, want }: LoggedAnswers, pay: Float64Array): void {
    this.#reserve(size);
    const sums = this.groups[group];
    let total = 0;
    let [most, payMean, wantMean] = [Number.NEGATIVE_INFINITY, 0, 0];
    for (let k = 0; k < size; k++) {
      total += mass[k];
      payMean += mass[k] * pay[k];
      wantMean += mass[k] * want[k];
      if (pay[k] > most) most = pay[k];
    }
    payMean /= total;
    wantMean /= total;
    sums[SUMS.prompts] += 1;
    sums[SUMS.answers] += total;
    const paid = { size, mass, want, pay, total, most, payMean, wantMean };
    this.#addSlopes(sums, paid);
    this.#addTilts(sums, paid);
    this.#addDraws(sums, paid);
  }

  #reserve(size: number): void {
    if (this.#chances.length >= size) return;
    const room = 2 * size;
    this.#weights = Array.from({ length: PER_DOUBLING }, () => new Float64Array(room));
    this.#chances = new Float64Array(room);
    this.#order = new Int32Array(room);
  }

  #addSlopes(sums: Float64Array, { size, mass, want, pay, total, payMean, wantMean }: PaidAnswers): void {
    let [together, alone] = [0, 0];
    for (let k = 0; k < size; k++) {
      const above = pay[k] - payMean;
      together += mass[k] * above * (want[k] - wantMean);
      alone += mass[k] * above * above;
      if ((pay[k] === 0 || pay[k] === 1) && (want[k] === 0 || want[k] === 1))
        sums[SUMS.paidWanted + 2 * (1 - pay[k]) + (1 - want[k])] += mass[k];
    }
    sums[SUMS.slope] += together / (total - 1);
    if (!(alone > 0)) return;
    // Trainers divide by the deviation of the group itself.
    sums[SUMS.normalisedSlope] += together / Math.sqrt(alone * total);
    sums[SUMS.signals] += 1;
  }

  #addTilts(sums: Float64Array, { size, mass, want, pay, total, most, payMean, wantMean }: PaidAnswers): void {
    for (let j = 0; j < STRENGTHS.length; j++) {
      const strength = STRENGTHS[j] * this.#unit;
      const weights = this.#weights[j % PER_DOUBLING];
      let [whole, squares, payOf, wantOf] = [0, 0, 0, 0];
      for (let k = 0; k < size; k++) {
        const weight = j < PER_DOUBLING ? Math.exp(strength * (pay[k] - most)) : weights[k] * weights[k];
        weights[k] = weight;
        const part = mass[k] * weight;
        whole += part;
        squares += part * weight;
        payOf += part * (pay[k] - most);
        wantOf += part * (want[k] - wantMean);
      }
      const at = SUMS.tilt + 4 * j;
      sums[at] += Math.max(0, (strength * payOf) / whole - Math.log(whole / total));
      sums[at + 1] += wantOf / whole;
      sums[at + 2] += payOf / whole + most - payMean;
      sums[at + 3] += (whole * whole) / squares;
    }
  }

  #addDraws(sums: Float64Array, { size, mass, want, pay, total, payMean, wantMean }: PaidAnswers): void {
    const order = this.#order.subarray(0, size);
    for (let k = 0; k < size; k++) order[k] = k;
    order.sort((a, b) => pay[a] - pay[b]);
    for (let i = 0; i < LOG_DRAWS.length && LOG_DRAWS[i] <= total; i++) {
      unbiasedBestOf(pay, mass, order, LOG_DRAWS[i], this.#chances);
      let [payOf, wantOf] = [0, 0];
      for (let k = 0; k < size; k++) {
        payOf += this.#chances[k] * pay[k];
        wantOf += this.#chances[k] * want[k];
      }
      const at = SUMS.draws + 3 * i;
      sums[at] += 1;
      sums[at + 1] += wantOf - wantMean;
      sums[at + 2] += payOf - payMean;
    }
  }
}
