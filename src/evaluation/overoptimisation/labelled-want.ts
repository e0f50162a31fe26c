// A want that is known of a part of the answers, which a judge of all answers completes. The labels correct the judge, so that figures stay
// unbiased also by a poor judge, and are narrower than by labels alone where it is worth something.

import { cut, type Estimate, groupJackknife } from "../statistics/interval.ts";

/** Sums over answers of one group, by place: all answers, and those with a label. */
export const LABEL_SUMS = {
  answers: 0,
  /** Of the judge, over all answers. */
  judged: 1,
  labels: 2,
  /** Over labelled answers: want, judge, judge², want·judge. */
  want: 3,
  judge: 4,
  squares: 5,
  products: 6,
  /** Labelled answers with a want and a judge of 1; with a want of 1; with neither 1. */
  bothRight: 7,
  bothWrong: 8,
  size: 9,
} as const;

/**
 * Completes a want: m = a + λ·judge is fitted to the labels by least squares; an answer without a label counts as m, and one with a label as
 * m + (want − m)/π with the share π of labels. Its mean is the want's for any m, if labels are drawn at random: prediction-powered
 * inference, and the λ that makes it narrowest (Angelopoulos, Duchi & Zrnic, 2023).
 */
export class LabelCorrection {
  readonly #level: number;
  readonly #slope: number;
  readonly #share: number;

  constructor(sums: Float64Array) {
    const { level, slope } = fitted(sums);
    this.#level = level;
    this.#slope = slope;
    this.#share = sums[LABEL_SUMS.labels] / sums[LABEL_SUMS.answers];
  }

  /** The completed want of an answer; `want` is NaN where it has no label. */
  of(want: number, judge: number): number {
    const model = this.#level + this.#slope * judge;
    return Number.isNaN(want) ? model : model + (want - model) / this.#share;
  }
}

/** How a judge and labels agree, and what is wanted on the mean by each. */
export interface LabelFigures {
  readonly answers: number;
  readonly labels: number;
  /** Mean of the want by labels alone, of the judge, and of the want by both. */
  readonly labelled: Estimate;
  readonly judged: Estimate;
  readonly corrected: Estimate;
  /** What the judge is higher on labelled answers than on the others; labels that were drawn at random have none. */
  readonly drift: Estimate;
  /**
   * Of a judge and a want of 0 and 1: share of wanted answers that the judge finds right, and of unwanted ones that it does not, and the rate
   * p = (q + specificity − 1)/(sensitivity + specificity − 1) of wanted answers by them, of a judged rate q (Rogan & Gladen, 1978).
   */
  readonly verdicts?: { readonly sensitivity: Estimate; readonly specificity: Estimate; readonly rate: Estimate };
}

/** Figures of sums by groups of prompts, with intervals (95 %) of a jackknife over them. `isBinary`: want and judge are 0 or 1. */
export function labelFigures(groups: readonly Float64Array[], isBinary: boolean): LabelFigures {
  const whole = totalOf(groups);
  const without = groups.map((sums) => whole.map((all, k) => all - sums[k]));
  const sizes = groups.map((sums) => sums[LABEL_SUMS.answers]);
  const estimate = (of: (sums: Float64Array) => number) => groupJackknife(of(whole), without.map(of), sizes);
  const rate = (of: (sums: Float64Array) => number) => cut(estimate(of), [0, 1]);
  return {
    answers: whole[LABEL_SUMS.answers],
    labels: whole[LABEL_SUMS.labels],
    labelled: estimate((sums) => sums[LABEL_SUMS.want] / sums[LABEL_SUMS.labels]),
    judged: estimate(judgedOf),
    corrected: estimate((sums) => {
      const { level, slope } = fitted(sums);
      return level + slope * judgedOf(sums);
    }),
    drift: estimate((sums) => {
      const [labels, answers] = [sums[LABEL_SUMS.labels], sums[LABEL_SUMS.answers]];
      const others = (sums[LABEL_SUMS.judged] - sums[LABEL_SUMS.judge]) / (answers - labels);
      return sums[LABEL_SUMS.judge] / labels - others;
    }),
    ...(isBinary
      ? {
          verdicts: {
            sensitivity: rate(sensitivityOf),
            specificity: rate(specificityOf),
            rate: rate((sums) => {
              const [right, wrong] = [sensitivityOf(sums), specificityOf(sums)];
              return Math.min(1, Math.max(0, (judgedOf(sums) + wrong - 1) / (right + wrong - 1)));
            }),
          },
        }
      : {}),
  };
}

/** Sums of all groups. */
export const totalOf = (groups: readonly Float64Array[]): Float64Array =>
  groups[0].map((_, k) => groups.reduce((sum, group) => sum + group[k], 0));

const judgedOf = (sums: Float64Array): number => sums[LABEL_SUMS.judged] / sums[LABEL_SUMS.answers];
const sensitivityOf = (sums: Float64Array): number => sums[LABEL_SUMS.bothRight] / sums[LABEL_SUMS.want];
const specificityOf = (sums: Float64Array): number =>
  sums[LABEL_SUMS.bothWrong] / (sums[LABEL_SUMS.labels] - sums[LABEL_SUMS.want]);

/** Least squares of the want on the judge, over labels. */
function fitted(sums: Float64Array): { readonly level: number; readonly slope: number } {
  const labels = sums[LABEL_SUMS.labels];
  const [want, judge] = [sums[LABEL_SUMS.want] / labels, sums[LABEL_SUMS.judge] / labels];
  const spread = sums[LABEL_SUMS.squares] / labels - judge * judge;
  const common = sums[LABEL_SUMS.products] / labels - want * judge;
  // Rounding alone may leave a spread where all are judged the same.
  const slope = spread > 1e-12 * (1 + judge * judge) ? common / spread : 0;
  return { level: want - slope * judge, slope };
}
