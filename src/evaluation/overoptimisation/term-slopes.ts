// The first step of training by the terms of a pay: dE[want]/dβ = Cov(pay, want) is a sum over what the pay adds up, so each term has its
// share of what is gained or lost.

import { type Estimate, groupJackknife } from "../statistics/interval.ts";
import type { LoggedAnswers } from "./pay-groups.ts";
import { PROMPT_GROUPS } from "./prompt-sums.ts";

/** What a term of a pay adds to the first step. */
export interface TermSlope {
  readonly term: string;
  /** Cov(term, want) within prompts, and the same over the deviation of the whole pay: what GRPO makes of it. */
  readonly plain: Estimate;
  readonly normalised: Estimate;
}

/** Sums over prompts for the terms of one pay, in groups. */
export class TermSums {
  readonly #terms: readonly string[];
  /** [groups][prompts, then two sums of each term]. */
  readonly #groups: readonly Float64Array[];

  constructor(terms: readonly string[]) {
    this.#terms = terms;
    this.#groups = Array.from({ length: PROMPT_GROUPS }, () => new Float64Array(1 + 2 * terms.length));
  }

  /** Adds a prompt with two answers or more; `values` are those of the terms, in order. */
  add(group: number, answers: LoggedAnswers, pay: Float64Array, values: readonly Float64Array[]): void {
    const { mass, size } = answers;
    const sums = this.#groups[group];
    let total = 0;
    for (let k = 0; k < size; k++) total += mass[k];
    const alone = together(answers, pay, pay, total);
    sums[0] += 1;
    for (const [t, value] of values.entries()) {
      const common = together(answers, value, answers.want, total);
      sums[1 + 2 * t] += common / (total - 1);
      if (alone > 0) sums[2 + 2 * t] += common / Math.sqrt(alone * total);
    }
  }

  /** Slopes of the terms over all prompts of these sums, with intervals (95 %) of a jackknife over groups of prompts. */
  static slopes(parts: readonly TermSums[]): TermSlope[] {
    const groups = parts[0].#groups.map((group, g) =>
      group.map((_, k) => parts.reduce((sum, one) => sum + one.#groups[g][k], 0)),
    );
    const whole = groups[0].map((_, k) => groups.reduce((sum, group) => sum + group[k], 0));
    const sizes = groups.map((group) => group[0]);
    const estimate = (at: number): Estimate =>
      groupJackknife(
        whole[at] / whole[0],
        groups.map((group) => (whole[at] - group[at]) / (whole[0] - group[0])),
        sizes,
      );
    return parts[0].#terms.map((term, t) => ({ term, plain: estimate(1 + 2 * t), normalised: estimate(2 + 2 * t) }));
  }
}

/** Σ mass (a − ā)(b − b̄). */
function together({ mass, size }: LoggedAnswers, a: Float64Array, b: Float64Array, total: number): number {
  let [meanA, meanB, sum] = [0, 0, 0];
  for (let k = 0; k < size; k++) {
    meanA += mass[k] * a[k];
    meanB += mass[k] * b[k];
  }
  for (let k = 0; k < size; k++) sum += mass[k] * (a[k] - meanA / total) * (b[k] - meanB / total);
  return sum;
}
