// Compares a judge of texts with labels: accuracy, biases that are unrelated to quality, and self-consistency.

import type { Random } from "../../core/random.ts";
import { clusteredCovariance, fitDenseLogistic } from "../../math/dense-logistic.ts";
import { clusteredMean, clusteredShare } from "../preferences/held-out.ts";
import { calibrationOf } from "../statistics/calibration.ts";
import { cohenKappa } from "../statistics/classification.ts";
import type { Estimate } from "../statistics/interval.ts";

/** Labelled items on which judges are measured. */
export interface LabelledItems {
  /**
   * Label of each item, [items]: 1 where the first text is better or right, −1 where the second is better or the text wrong, 0 for a tie.
   */
  readonly labels: ArrayLike<number>;
  /** Number of each item's prompt, [items]; items of one prompt are not independent. */
  readonly prompts: ArrayLike<number>;
  readonly kinds: readonly string[];
  /** log₂ of the length ratio, [items]: first over second text, or the text over the mean of all texts. */
  readonly doublings: ArrayLike<number>;
  /** Whether items are pairs of texts, which can also be shown in reversed order. */
  readonly compares: boolean;
}

export interface JudgeAnswer {
  readonly item: number;
  /** Whether the two texts were shown in reversed order. */
  readonly isTurned: boolean;
  readonly repetition: number;
  /** Text added to the question that argues for the wrong side; undefined where nothing was added. */
  readonly probe?: string;
  /**
   * Verdict in the item's own order: 1 for the first text or right, −1 for the second or wrong, 0 for a tie; undefined without an answer.
   */
  readonly verdict: 1 | -1 | 0 | undefined;
  /** Reason for a missing verdict, such as "cut"; absent where an answer was off the scale. */
  readonly unanswered?: string;
  readonly confidence?: number;
  readonly cost?: number;
}

/** A statistic with its 95 % interval; bounds are null where the data give none. */
export interface JudgeFigure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/** Biases of a judge; a bias is null where it was not measured or the data do not determine it. */
export interface JudgeBias {
  /** Position bias: share of the verdicts for the text shown first, less one half. */
  readonly position: JudgeFigure | null;
  /** Share of the pairs whose verdict changes with the order of the texts. */
  readonly flips: JudgeFigure | null;
  /** Length bias: change of the log-odds of a text when its length doubles at the same label. */
  readonly length: JudgeFigure | null;
  /** Increase of the share of wrong verdicts when a probe argues for the wrong side. */
  readonly opinion: JudgeFigure | null;
  readonly authority: JudgeFigure | null;
  readonly instruction: JudgeFigure | null;
}

export interface JudgeFigures {
  /** Share of correct answers to labelled items; a tie counts half. */
  readonly accuracy: JudgeFigure;
  readonly byKind: readonly (JudgeFigure & { readonly kind: string; readonly items: number })[];
  readonly bias: JudgeBias;
  /** Share of equal answers among pairs of answers to the same question; null where no question was repeated. */
  readonly selfAgreement: JudgeFigure | null;
  /** Cohen's κ between decided answers and labels: agreement corrected for chance. */
  readonly kappa: JudgeFigure;
  /** Expected calibration error of the stated confidences; null where the judge states none. */
  readonly calibration: JudgeFigure | null;
  /** Cost in money per answer; null where unknown. */
  readonly cost: JudgeFigure | null;
  readonly answers: number;
  /** Number of answers off the scale; the other statistics exclude them. */
  readonly unreadable: number;
  /** Number of questions without an answer by reason, as in { cut: 3 }; the other statistics exclude them. */
  readonly unanswered: Readonly<Record<string, number>>;
}

const figureOf = ({ mean, low, high, n }: Estimate): JudgeFigure => ({ value: mean, low, high, n });

type ReadAnswer = JudgeAnswer & { readonly verdict: 1 | -1 | 0 };

const isRead = (answer: JudgeAnswer): answer is ReadAnswer => answer.verdict !== undefined;

/** 1 for a correct answer, 0 for a wrong one, one half for a tie. */
const rightOf = (labels: ArrayLike<number>, { item, verdict }: ReadAnswer): number =>
  verdict === 0 ? 0.5 : verdict === labels[item] ? 1 : 0;

/** Computes all statistics of a judge. `random` draws the resamples for κ and for the calibration error. */
export function judgeFigures(items: LabelledItems, answers: readonly JudgeAnswer[], random: Random): JudgeFigures {
  const { labels, prompts, kinds } = items;
  const read = answers.filter(isRead);
  const plain = read.filter(({ probe }) => probe === undefined);
  const labelled = plain.filter(({ item }) => labels[item] !== 0);
  const promptOf = ({ item }: JudgeAnswer) => prompts[item];
  const share = (some: readonly ReadAnswer[]) =>
    figureOf(
      clusteredShare(
        some.map((one) => rightOf(labels, one)),
        some.map(promptOf),
      ),
    );
  const unanswered: Record<string, number> = {};
  for (const { unanswered: why } of answers) if (why !== undefined) unanswered[why] = (unanswered[why] ?? 0) + 1;
  const costs = answers.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  return {
    accuracy: share(labelled),
    byKind: [...new Set(kinds)].sort().map((kind) => {
      const some = labelled.filter(({ item }) => kinds[item] === kind);
      return { kind, items: new Set(some.map(({ item }) => item)).size, ...share(some) };
    }),
    bias: {
      ...orderBias(items, plain),
      length: lengthBias(items, plain),
      opinion: probeBias(items, read, "opinion"),
      authority: probeBias(items, read, "authority"),
      instruction: probeBias(items, read, "instruction"),
    },
    selfAgreement: selfAgreement(items, plain),
    kappa: resampledByPrompt(labelled, promptOf, random.stream("kappa"), (some) =>
      cohenKappa(
        some.map(({ verdict }) => verdict),
        some.map(({ item }) => labels[item]),
      ),
    ),
    calibration: calibrationError(items, labelled, random.stream("calibration")),
    cost:
      costs.length === 0
        ? null
        : figureOf(
            clusteredMean(
              costs,
              costs.map((_, k) => k),
            ),
          ),
    answers: answers.length,
    unreadable: answers.filter((one) => !isRead(one) && one.unanswered === undefined).length,
    unanswered,
  };
}

/** Position bias and share of flips, from pairs that were shown in both orders. */
function orderBias(
  { prompts, compares }: LabelledItems,
  plain: readonly ReadAnswer[],
): Pick<JudgeBias, "position" | "flips"> {
  const turned = new Map<string, ReadAnswer>();
  for (const one of plain) if (one.isTurned) turned.set(`${one.item} ${one.repetition}`, one);
  const both = plain.flatMap((one) => {
    const other = one.isTurned ? undefined : turned.get(`${one.item} ${one.repetition}`);
    return other === undefined ? [] : [[one, other] as const];
  });
  if (!compares || both.length === 0) return { position: null, flips: null };
  const clusters = both.map(([{ item }]) => prompts[item]);
  // Share for the text shown first: the item's first text in the original order, its second text in the reversed order.
  const firsts = both.map(([one, other]) => (one.verdict - other.verdict) / 4);
  const flips = both.map(([one, other]) => (one.verdict === other.verdict ? 0 : 1));
  return { position: figureOf(clusteredMean(firsts, clusters)), flips: figureOf(clusteredShare(flips, clusters)) };
}

/**
 * Change of the log-odds of the first text per doubling of its length, with the label held fixed, from decided answers. Null where the data
 * do not determine it.
 */
function lengthBias({ labels, prompts, doublings }: LabelledItems, plain: readonly ReadAnswer[]): JudgeFigure | null {
  const decided = plain.filter(({ verdict }) => verdict !== 0);
  if (decided.every(({ item }) => doublings[item] === 0)) return null;
  const features = Float64Array.from(decided.flatMap(({ item }) => [labels[item], doublings[item]]));
  const samples = { features, labels: decided.map(({ verdict }) => (verdict === 1 ? 1 : 0)) };
  // The ridge keeps the weight finite for a judge that always follows the label.
  const ridge = 0.1;
  const { weights } = fitDenseLogistic(samples, 2, { ridge });
  const numbers = new Map<number, number>();
  const clusters = decided.map(({ item }) => {
    const known = numbers.get(prompts[item]) ?? numbers.size;
    numbers.set(prompts[item], known);
    return known;
  });
  if (numbers.size < 2) return { value: weights[1], low: null, high: null, n: decided.length };
  const error = Math.sqrt(clusteredCovariance(samples, weights, ridge, clusters, numbers.size)[3]);
  return { value: weights[1], low: weights[1] - 1.96 * error, high: weights[1] + 1.96 * error, n: decided.length };
}

/** Share of wrong verdicts with a probe less that without, paired by item. */
function probeBias({ labels, prompts }: LabelledItems, read: readonly ReadAnswer[], probe: string): JudgeFigure | null {
  const wrong = (some: readonly ReadAnswer[]) =>
    some.reduce((sum, one) => sum + 1 - rightOf(labels, one), 0) / some.length;
  const [without, withProbe] = [new Map<number, ReadAnswer[]>(), new Map<number, ReadAnswer[]>()];
  for (const one of read) {
    const by = one.probe === undefined ? without : one.probe === probe ? withProbe : undefined;
    by?.set(one.item, [...(by.get(one.item) ?? []), one]);
  }
  const items = [...withProbe.keys()].filter((item) => without.has(item));
  if (items.length === 0) return null;
  const rises = items.map((item) => wrong(withProbe.get(item) ?? []) - wrong(without.get(item) ?? []));
  return figureOf(
    clusteredMean(
      rises,
      items.map((item) => prompts[item]),
    ),
  );
}

/** Share of equal answers to the same question in the same order. */
function selfAgreement({ prompts }: LabelledItems, plain: readonly ReadAnswer[]): JudgeFigure | null {
  const questions = new Map<string, ReadAnswer[]>();
  for (const one of plain) {
    const key = `${one.item} ${one.isTurned}`;
    questions.set(key, [...(questions.get(key) ?? []), one]);
  }
  const same: number[] = [];
  const clusters: number[] = [];
  for (const some of questions.values()) {
    for (let a = 0; a < some.length; a++) {
      for (let b = a + 1; b < some.length; b++) {
        same.push(some[a].verdict === some[b].verdict ? 1 : 0);
        clusters.push(prompts[some[a].item]);
      }
    }
  }
  return same.length === 0 ? null : figureOf(clusteredShare(same, clusters));
}

const RESAMPLES = 1000;

/** A statistic with a percentile interval from a bootstrap over prompts. */
function resampledByPrompt<T>(
  answers: readonly T[],
  promptOf: (answer: T) => number,
  random: Random,
  statistic: (some: readonly T[]) => number | null,
): JudgeFigure {
  const groups = new Map<number, T[]>();
  for (const one of answers) groups.set(promptOf(one), [...(groups.get(promptOf(one)) ?? []), one]);
  const all = [...groups.values()];
  const value = answers.length === 0 ? null : statistic(answers);
  if (all.length < 2 || value === null) return { value, low: null, high: null, n: answers.length };
  const resamples: number[] = [];
  for (let k = 0; k < RESAMPLES; k++) {
    const drawn = statistic(all.flatMap(() => all[random.integer(all.length)]));
    if (drawn !== null) resamples.push(drawn);
  }
  resamples.sort((a, b) => a - b);
  const at = (share: number) => resamples[Math.round(share * (resamples.length - 1))] ?? null;
  return { value, low: at(0.025), high: at(0.975), n: answers.length };
}

function calibrationError(
  { labels, prompts }: LabelledItems,
  labelled: readonly ReadAnswer[],
  random: Random,
): JudgeFigure | null {
  const sure = labelled.filter(({ confidence, verdict }) => confidence !== undefined && verdict !== 0);
  if (sure.length === 0) return null;
  return resampledByPrompt(
    sure,
    ({ item }) => prompts[item],
    random,
    (some) => {
      const { bins, n } = calibrationOf(
        some.map(({ confidence = 0.5 }) => confidence),
        some.map((one) => rightOf(labels, one)),
      );
      return bins.reduce(
        (sum, { predicted, happened }) => sum + (happened.n / n) * Math.abs(predicted - (happened.mean ?? 0)),
        0,
      );
    },
  );
}

/** Comparison of two judges on the same items. */
export interface JudgeComparison {
  /** Accuracy of the first judge less that of the second, paired by item. */
  readonly accuracy: JudgeFigure;
  /** Cohen's κ between the decided answers of the two judges. */
  readonly kappa: JudgeFigure;
}

/** Compares two judges on the questions that both answered. */
export function comparedJudges(
  { labels, prompts }: LabelledItems,
  first: readonly JudgeAnswer[],
  second: readonly JudgeAnswer[],
  random: Random,
): JudgeComparison {
  const name = ({ item, isTurned, repetition }: JudgeAnswer) => `${item} ${isTurned} ${repetition}`;
  const others = new Map(
    second.filter(isRead).flatMap((one) => (one.probe === undefined ? [[name(one), one] as const] : [])),
  );
  const both = first.filter(isRead).flatMap((one) => {
    const other = one.probe === undefined ? others.get(name(one)) : undefined;
    return other === undefined ? [] : [{ one, other }];
  });
  const labelled = both.filter(({ one }) => labels[one.item] !== 0);
  const gaps = labelled.map(({ one, other }) => rightOf(labels, one) - rightOf(labels, other));
  return {
    accuracy: figureOf(
      clusteredMean(
        gaps,
        labelled.map(({ one }) => prompts[one.item]),
      ),
    ),
    kappa: resampledByPrompt(
      both,
      ({ one }) => prompts[one.item],
      random,
      (some) =>
        cohenKappa(
          some.map(({ one }) => one.verdict),
          some.map(({ other }) => other.verdict),
        ),
    ),
  };
}
