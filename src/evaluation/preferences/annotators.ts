// Audits annotators: how far they agree with each other on the same comparison, and how closely each follows the preferences of all.

import { pnorm } from "lib-r-math.js";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { holm } from "../statistics/holm.ts";
import { type Estimate, wilson } from "../statistics/interval.ts";
import { median } from "../statistics/moments.ts";
import { clusteredShare } from "./held-out.ts";

/** Comparisons with the annotator of each. */
export interface AnnotatedPairs {
  /** Number of the annotator, [pairs]; −1 where unknown. */
  readonly annotator: Int32Array;
  /** Number of the comparison, [pairs]. It is the same for the same two texts of a prompt in either order. */
  readonly comparison: Int32Array;
  /** 1 where the pair lists the two texts in reversed order relative to its comparison, [pairs]. */
  readonly isTurned: Uint8Array;
  readonly prompts: Int32Array;
  /** Preference for the pair's first text: 1, 0 or 0.5, [pairs]. */
  readonly results: Float64Array;
  /** Log-odds that the first text is preferred, by a model fitted to other prompts, [pairs]; NaN where there is none. */
  readonly margins: Float64Array;
}

/** Statistics of one annotator. */
export interface AnnotatorAudit {
  readonly annotator: string;
  readonly pairs: number;
  /** Share of equal answers among other annotators' answers to the same comparisons; null bounds where there are none. */
  readonly agreement: Estimate;
  /** Share of the decided pairs in which the annotator agrees with the model. */
  readonly agreementWithModel: Estimate;
  /**
   * Scale factor of the model's log-odds fitted to this annotator: 1 as for all annotators, 0 for random answers. Null with fewer than two
   * pairs.
   */
  readonly reliability: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** Share of the decided pairs won by the first text; null where the order shown is unknown. */
  readonly first: Estimate | null;
  /**
   * p value of the reliability against that of all annotators, and of the share of first texts against the annotators' median. Both are
   * corrected by Holm over all annotators.
   */
  readonly reliabilityP: number | null;
  readonly sideP: number | null;
  /** Whether the annotator is significantly less than half as reliable as all, or prefers one side significantly more often than most. */
  readonly isCareless: boolean;
}

/** Agreement of all annotators on comparisons with several annotators. */
export interface AnnotatorAgreement {
  /** Number of comparisons with several annotators. */
  readonly comparisons: number;
  /** Share of equal answers among pairs of answers. */
  readonly agreement: Estimate;
  /**
   * Krippendorff's alpha for nominal data with two categories, without ties: 0 is chance level, 1 is full agreement. Null without repeated
   * comparisons.
   */
  readonly alpha: number | null;
}

/** The answer in the order of its comparison: 1 for its first text, −1 for the second, 0 for a tie. */
const answerOf = ({ results, isTurned }: AnnotatedPairs, k: number): number =>
  Math.sign(results[k] - 0.5) * (isTurned[k] === 1 ? -1 : 1);

/** Answers to each comparison with several annotators. */
function repeated(pairs: AnnotatedPairs): number[][] {
  const by = new Map<number, number[]>();
  for (const [k, comparison] of pairs.comparison.entries()) {
    if (pairs.annotator[k] < 0) continue;
    const own = by.get(comparison);
    if (own === undefined) by.set(comparison, [k]);
    else own.push(k);
  }
  return [...by.values()].filter((rows) => new Set(rows.map((k) => pairs.annotator[k])).size > 1);
}

export function agreementOf(pairs: AnnotatedPairs): AnnotatorAgreement {
  const groups = repeated(pairs);
  const same: number[] = [];
  const clusters: number[] = [];
  // Over decided answers: the weighted number of differing pairs (Krippendorff), and how often each text was preferred.
  let [differing, named, forFirst] = [0, 0, 0];
  for (const rows of groups) {
    const answers = rows.map((k) => answerOf(pairs, k));
    for (let a = 0; a < rows.length; a++) {
      for (let b = a + 1; b < rows.length; b++) {
        if (pairs.annotator[rows[a]] === pairs.annotator[rows[b]]) continue;
        same.push(answers[a] === answers[b] ? 1 : 0);
        clusters.push(pairs.prompts[rows[a]]);
      }
    }
    const decided = answers.filter((answer) => answer !== 0);
    if (decided.length < 2) continue;
    const ones = decided.filter((answer) => answer > 0).length;
    differing += (2 * ones * (decided.length - ones)) / (decided.length - 1);
    named += decided.length;
    forFirst += ones;
  }
  const expected = (2 * forFirst * (named - forFirst)) / Math.max(1, named - 1);
  return {
    comparisons: groups.length,
    agreement: clusteredShare(same, clusters),
    alpha: named === 0 || expected === 0 ? null : 1 - differing / expected,
  };
}

/** Fewest decided pairs for an annotator to be judged. */
const FEWEST = 10;
const Z = 1.959963984540054;

/** Statistics of each annotator, in the order of `names`. `isShown`: whether texts are listed in the order that annotators saw. */
export function annotatorsOf(pairs: AnnotatedPairs, names: readonly string[], isShown: boolean): AnnotatorAudit[] {
  const rowsOf = names.map((): number[] => []);
  for (const [k, annotator] of pairs.annotator.entries()) rowsOf[annotator]?.push(k);
  const others = othersAgreeing(pairs, names.length);
  // A model fitted to few pairs underestimates its margins for all annotators, so reliabilities are relative to the overall slope.
  const all = slopeOf(pairs, [...pairs.results.keys()])?.value ?? 1;
  const scaled = pairs.margins.map((margin) => all * margin);
  const annotators = names.map((annotator, a) => {
    const rows = rowsOf[a];
    const decided = rows.filter((k) => pairs.results[k] !== 0.5);
    const judged = decided.filter((k) => !Number.isNaN(pairs.margins[k]) && pairs.margins[k] !== 0);
    const wins = decided.filter((k) => pairs.results[k] === 1).length;
    return {
      annotator,
      pairs: rows.length,
      decided: decided.length,
      wins,
      agreement: clusteredShare(others.same[a], others.prompts[a]),
      agreementWithModel: clusteredShare(
        judged.map((k) => (pairs.margins[k] > 0 === pairs.results[k] > 0.5 ? 1 : 0)),
        judged.map((k) => pairs.prompts[k]),
      ),
      slope: all > 0 ? slopeOf({ ...pairs, margins: scaled }, rows) : null,
      first: isShown ? wilson(wins, decided.length) : null,
    };
  });
  const isKnown = (one: (typeof annotators)[number]) => one.decided >= FEWEST;
  const known = annotators.filter(isKnown);
  const twoSided = (z: number) => 2 * pnorm(-Math.abs(z));
  const side = known.length === 0 ? 0.5 : median(known.map(({ wins, decided }) => wins / decided));
  const slopePs = holm(known.map(({ slope }) => (slope === null ? 1 : twoSided((slope.value - 1) / slope.error))));
  const sidePs = holm(
    known.map(({ wins, decided }) =>
      isShown && side > 0 && side < 1 ? twoSided((wins - decided * side) / Math.sqrt(decided * side * (1 - side))) : 1,
    ),
  );
  return annotators.map(({ slope, decided: _, wins: __, ...one }): AnnotatorAudit => {
    const at = known.findIndex(({ annotator }) => annotator === one.annotator);
    const [reliabilityP, sideP] =
      at < 0 ? [null, null] : [slope === null ? null : slopePs[at], isShown ? sidePs[at] : null];
    const high = slope === null ? Number.POSITIVE_INFINITY : slope.value + Z * slope.error;
    const isUnreliable = reliabilityP !== null && reliabilityP < 0.05 && high < 0.5;
    return {
      ...one,
      reliability: slope === null ? null : { value: slope.value, low: slope.value - Z * slope.error, high },
      ...{ reliabilityP, sideP, isCareless: isUnreliable || (sideP !== null && sideP < 0.05) },
    };
  });
}

/** For each annotator: whether each other annotator's answer to the same comparison is equal, and its prompt. */
function othersAgreeing(pairs: AnnotatedPairs, annotators: number): { same: number[][]; prompts: number[][] } {
  const same = Array.from({ length: annotators }, (): number[] => []);
  const prompts = same.map((): number[] => []);
  for (const rows of repeated(pairs)) {
    for (const one of rows) {
      for (const other of rows) {
        if (pairs.annotator[one] === pairs.annotator[other]) continue;
        same[pairs.annotator[one]].push(answerOf(pairs, one) === answerOf(pairs, other) ? 1 : 0);
        prompts[pairs.annotator[one]].push(pairs.prompts[one]);
      }
    }
  }
  return { same, prompts };
}

/**
 * Maximum-likelihood scale factor of the margins for the selected pairs, with its standard error; null where the data do not determine it.
 */
function slopeOf(
  { margins, results }: AnnotatedPairs,
  rows: readonly number[],
): { value: number; error: number } | null {
  const used = rows.filter((k) => !Number.isNaN(margins[k]));
  const features = Float64Array.from(used, (k) => margins[k]);
  if (used.length < 2 || features.every((margin) => margin === 0)) return null;
  const { weights } = fitDenseLogistic({ features, labels: used.map((k) => results[k]) }, 1, { ridge: 1e-3 });
  let information = 1e-3;
  for (const margin of features) {
    const p = 1 / (1 + Math.exp(-weights[0] * margin));
    information += margin * margin * p * (1 - p);
  }
  return { value: weights[0], error: 1 / Math.sqrt(information) };
}
