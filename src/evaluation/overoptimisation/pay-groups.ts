// Answers to a prompt in groups of equal pay, and what fresh draws from the policy of a log are worth by them, without bias: from more answers than
// n that were drawn, and from others that are known with their chances.

import { passHatK } from "../statistics/pass-rates.ts";

/** Answers to one prompt, of which the first `size` entries count. */
export interface LoggedAnswers {
  readonly size: number;
  /** Entries before it were logged, later ones are known beside the log with their mass; default `size`. */
  readonly drawn?: number;
  /** How often each was logged; of known ones, in the same unit. */
  readonly mass: Float64Array;
  readonly want: Float64Array;
}

/** Groups of a prompt's answers from the lowest pay to the highest; arrays are reused for the next prompt. */
export class PayGroups {
  count = 0;
  /** Pay of a group and mean of its want, [groups]. */
  pay = new Float64Array(0);
  want = new Float64Array(0);
  /** Number of its logged answers, and mass of its known ones, [groups]. */
  #logged = new Float64Array(0);
  #known = new Float64Array(0);
  #order = new Int32Array(0);
  #allLogged = 0;
  #allKnown = 0;

  fill({ size, drawn = size, mass, want }: LoggedAnswers, pay: ArrayLike<number>): void {
    if (this.pay.length < size) {
      [this.pay, this.want, this.#logged, this.#known] = Array.from({ length: 4 }, () => new Float64Array(2 * size));
      this.#order = new Int32Array(2 * size);
    }
    const order = this.#order.subarray(0, size);
    for (let k = 0; k < size; k++) order[k] = k;
    order.sort((a, b) => pay[a] - pay[b]);
    [this.#allLogged, this.#allKnown] = [0, 0];
    let group = -1;
    for (let at = 0; at < size; at++) {
      const k = order[at];
      if (at === 0 || pay[k] !== this.pay[group]) {
        group += 1;
        this.pay[group] = pay[k];
        this.want[group] = this.#logged[group] = this.#known[group] = 0;
      }
      this.want[group] += mass[k] * want[k];
      if (k < drawn) {
        this.#logged[group] += mass[k];
        this.#allLogged += mass[k];
      } else {
        this.#known[group] += mass[k];
        this.#allKnown += mass[k];
      }
    }
    this.count = group + 1;
    for (let g = 0; g < this.count; g++) this.want[g] /= this.#logged[g] + this.#known[g];
  }

  /**
   * Writes the chance that the best of n fresh draws is in each group to `into` [groups]. With N logged answers, F of them up to the group
   * and F₋ below it, it is the share of all choices of n among them,
   *
   *   (C(F, n) − C(F₋, n)) / C(N, n),
   *
   * which is unbiased (Chen and others, arXiv 2107.03374, for n = k of pass@k). Answers that are known were not drawn: each fresh draw is one
   * of them with their share of the whole mass, and the rest are as logged. Requires 1 ≤ n ≤ N, n whole.
   */
  bestOf(n: number, into: Float64Array): void {
    if (!(n >= 1 && n <= this.#allLogged)) throw new Error(`the best of ${n} among ${this.#allLogged} answers`);
    let [logged, known, below] = [0, 0, 0];
    for (let g = 0; g < this.count; g++) {
      logged += this.#logged[g];
      known += this.#known[g];
      const upTo = this.#within(logged, known, n);
      into[g] = upTo - below;
      below = upTo;
    }
  }

  /** The chance that the pays of n fresh draws differ, without bias; of a pay of 0 and 1 with the rate p it is 1 − pⁿ − (1 − p)ⁿ. */
  differing(n: number): number {
    let alike = 0;
    for (let g = 0; g < this.count; g++) alike += this.#within(this.#logged[g], this.#known[g], n);
    return 1 - alike;
  }

  /**
   * The chance that n fresh draws are all among a part of the answers, with F logged ones and a share A of the whole mass that is known:
   * Σⱼ C(n, j)·sʲ·Aⁿ⁻ʲ·C(F, j)/C(N, j), where s is the share of all logged ones.
   */
  #within(logged: number, known: number, n: number): number {
    const whole = this.#allLogged + this.#allKnown;
    const drawn = this.#allLogged / whole;
    if (known === 0) return drawn ** n * passHatK(this.#allLogged, logged, n);
    // By logarithms, as single factors may underflow.
    const step = Math.log(drawn) - Math.log(known / whole);
    let term = n * Math.log(known / whole);
    let share = Math.exp(term);
    for (let j = 0; j < n && j < logged; j++) {
      term += step + Math.log(((n - j) * (logged - j)) / ((j + 1) * (this.#allLogged - j)));
      share += Math.exp(term);
    }
    return Math.min(1, share);
  }
}

/** Mean pay and want of the best paid of n answers, without bias, from n or more that were drawn: [answers]. */
export function bestPaid(
  pay: ArrayLike<number>,
  want: ArrayLike<number>,
  n: number,
): { readonly pay: number; readonly want: number } {
  const groups = new PayGroups();
  groups.fill({ size: pay.length, mass: new Float64Array(pay.length).fill(1), want: Float64Array.from(want) }, pay);
  const chances = new Float64Array(groups.count);
  groups.bestOf(n, chances);
  const mean = (values: Float64Array) => chances.reduce((sum, chance, g) => sum + chance * values[g], 0);
  return { pay: mean(groups.pay), want: mean(groups.want) };
}
