// Sums over the prompts of a log, in groups, of what a pay would buy: along tilts of many strengths, by best-of-n, and in the first step of
// training. A prompt's answers are read once, so that memory does not grow with the log; figures and their intervals are made of the sums.

import { effectiveSize } from "../statistics/weights.ts";
import { type LoggedAnswers, PayGroups } from "./pay-groups.ts";

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

/** The same with what they are paid, and means over all answers. */
interface PaidAnswers extends Required<LoggedAnswers> {
  readonly pay: Float64Array;
  readonly total: number;
  /** Logged answers. */
  readonly logged: number;
  readonly most: number;
  readonly payMean: number;
  readonly wantMean: number;
}

/** Figures of a strength, as `SUMS.tilt` lists them. */
const TILT = 8;

/** Where the sums of a strength begin. */
export const tiltAt = (strength: number): number => SUMS.tilt + TILT * strength;

/** Where the sums of a prompt lie. */
export const SUMS = {
  prompts: 0,
  /** Cov(pay, want) within prompts, the same over the standard deviation of pay, and the share of groups in which pay differs. */
  slope: 1,
  normalisedSlope: 2,
  signals: 3,
  /** Answers by pay and want, where both are 0 or 1, and other answers. */
  paidWanted: 4,
  paidUnwanted: 5,
  unpaidWanted: 6,
  unpaidUnwanted: 7,
  others: 8,
  /** Cov(pay, want) within the group that was logged, whose own mean is the baseline; mean pay and mean square of pay. */
  groupSlope: 9,
  pay: 10,
  squaredPay: 11,
  /** Prompts with so many answers as a group has. */
  grouped: 12,
  /** Before any tilt: by how much want and pay rise with the strength in its unit, the covariance and the variance of pay within prompts. */
  wantRise: 13,
  payRise: 14,
  /** Mean want. */
  want: 15,
  /**
   * For each strength: KL, gains of want and pay; by how much each rises with the strength in its unit; of the logged answers alone their
   * effective number, and KL.
   */
  tilt: 16,
  /** For each n: prompts with so many answers, gains of want and pay. */
  draws: 16 + TILT * STRENGTHS.length,
  size: 16 + TILT * STRENGTHS.length + 3 * LOG_DRAWS.length,
} as const;

/** Sums of one pay over prompts, [groups][sums]. */
export class PromptSums {
  readonly groups: readonly Float64Array[] = Array.from({ length: PROMPT_GROUPS }, () => new Float64Array(SUMS.size));
  readonly #unit: number;
  readonly #size: number | undefined;
  #weights: Float64Array[] = [];
  #chances = new Float64Array(0);
  readonly #paid = new PayGroups();

  /** `spread` is the pay's standard deviation within prompts, above 0; `size` is that of a trainer's groups, as logged by default. */
  constructor(spread: number, size?: number) {
    this.#unit = 1 / spread;
    this.#size = size;
  }

  /** Adds a prompt with two logged answers or more to a group. */
  add(group: number, answers: LoggedAnswers, pay: Float64Array): void {
    const { size, drawn = size, mass, want } = answers;
    this.#reserve(size);
    const sums = this.groups[group];
    let [total, logged] = [0, 0];
    let [most, payMean, wantMean] = [Number.NEGATIVE_INFINITY, 0, 0];
    for (let k = 0; k < size; k++) {
      total += mass[k];
      if (k < drawn) logged += mass[k];
      payMean += mass[k] * pay[k];
      wantMean += mass[k] * want[k];
      if (pay[k] > most) most = pay[k];
    }
    payMean /= total;
    wantMean /= total;
    sums[SUMS.prompts] += 1;
    const paid = { size, drawn, mass, want, pay, total, logged, most, payMean, wantMean };
    this.#addSlopes(sums, paid);
    this.#addTilts(sums, paid, paid);
    if (drawn < size) {
      const alone = pay.subarray(0, drawn).reduce((best, one) => Math.max(best, one), Number.NEGATIVE_INFINITY);
      this.#addTilts(sums, paid, { size: drawn, total: logged, most: alone });
    }
    this.#addDraws(sums, paid);
  }

  #reserve(size: number): void {
    if (this.#chances.length >= size) return;
    const room = 2 * size;
    this.#weights = Array.from({ length: PER_DOUBLING }, () => new Float64Array(room));
    this.#chances = new Float64Array(room);
  }

  #addSlopes(sums: Float64Array, paid: PaidAnswers): void {
    const { size, drawn, mass, want, pay, total, logged, payMean, wantMean } = paid;
    let [together, alone, payOf, wantOf] = [0, 0, 0, 0];
    let ofDrawn = 0;
    for (let k = 0; k < size; k++) {
      const [above, beyond] = [pay[k] - payMean, want[k] - wantMean];
      together += mass[k] * above * beyond;
      alone += mass[k] * above * above;
      if (k < drawn) {
        ofDrawn += mass[k] * above * beyond;
        payOf += mass[k] * above;
        wantOf += mass[k] * beyond;
      }
      const isVerdict = (pay[k] === 0 || pay[k] === 1) && (want[k] === 0 || want[k] === 1);
      sums[isVerdict ? SUMS.paidWanted + 2 * (1 - pay[k]) + (1 - want[k]) : SUMS.others] += mass[k];
    }
    // Means of drawn answers err, those of known ones do not: the covariance of the means is the sample's, over its number.
    sums[SUMS.slope] +=
      drawn === size
        ? together / (total - 1)
        : (together + (ofDrawn - (payOf * wantOf) / logged) * (logged / (total * (logged - 1)))) / total;
    sums[SUMS.groupSlope] += together / total;
    sums[SUMS.wantRise] += (this.#unit * together) / total;
    sums[SUMS.payRise] += (this.#unit * alone) / total;
    sums[SUMS.pay] += payMean;
    sums[SUMS.want] += wantMean;
    sums[SUMS.squaredPay] += payMean * payMean + alone / total;
    if (!(alone > 0)) return;
    // Trainers divide by the deviation of the group itself.
    sums[SUMS.normalisedSlope] += together / Math.sqrt(alone * total);
  }

  /** Adds tilts of all answers, or of the logged ones among known others. */
  #addTilts(
    sums: Float64Array,
    { drawn, mass, want, pay, payMean, wantMean, ...all }: PaidAnswers,
    { size, total, most }: Pick<PaidAnswers, "size" | "total" | "most">,
  ): void {
    const [isAll, isLogged] = [size === all.size, size === drawn];
    for (let j = 0; j < STRENGTHS.length; j++) {
      const strength = STRENGTHS[j] * this.#unit;
      const weights = this.#weights[j % PER_DOUBLING];
      let [whole, squares, payOf, wantOf] = [0, 0, 0, 0];
      let [payPay, payWant] = [0, 0];
      for (let k = 0; k < size; k++) {
        const weight = j < PER_DOUBLING ? Math.exp(strength * (pay[k] - most)) : weights[k] * weights[k];
        weights[k] = weight;
        const part = mass[k] * weight;
        whole += part;
        squares += part * weight;
        const paid = part * (pay[k] - most);
        payOf += paid;
        wantOf += part * (want[k] - wantMean);
        payPay += paid * (pay[k] - most);
        payWant += paid * (want[k] - wantMean);
      }
      const at = tiltAt(j);
      const divergence = Math.max(0, (strength * payOf) / whole - Math.log(whole / total));
      if (isAll) {
        sums[at] += divergence;
        sums[at + 1] += wantOf / whole;
        sums[at + 2] += payOf / whole + most - payMean;
        const [paid, wanted] = [payOf / whole, wantOf / whole];
        const payRise = this.#unit * Math.max(0, payPay / whole - paid * paid);
        // dKL/dβ⁻¹ = β⁻¹·Var(pay).
        sums[at + 3] += strength * payRise;
        sums[at + 4] += this.#unit * (payWant / whole - paid * wanted);
        sums[at + 5] += payRise;
      }
      if (isLogged) {
        sums[at + 6] += effectiveSize(whole, squares);
        sums[at + 7] += divergence;
      }
    }
  }

  #addDraws(sums: Float64Array, answers: PaidAnswers): void {
    const { pay, logged, payMean, wantMean } = answers;
    const [paid, chances] = [this.#paid, this.#chances];
    paid.fill(answers, pay);
    const { count } = paid;
    const group = this.#size ?? logged;
    if (group <= logged) {
      sums[SUMS.grouped] += 1;
      sums[SUMS.signals] += paid.differing(group);
    }
    for (let i = 0; i < LOG_DRAWS.length && LOG_DRAWS[i] <= logged; i++) {
      paid.bestOf(LOG_DRAWS[i], chances);
      let [payOf, wantOf] = [0, 0];
      for (let g = 0; g < count; g++) {
        payOf += chances[g] * paid.pay[g];
        wantOf += chances[g] * paid.want[g];
      }
      const at = SUMS.draws + 3 * i;
      sums[at] += 1;
      sums[at + 1] += wantOf - wantMean;
      sums[at + 2] += payOf - payMean;
    }
  }
}
