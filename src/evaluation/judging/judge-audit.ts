// A judge of texts held against labels: how often it is right, what sways it beside what is right, and how far it agrees with itself.

import type { Random } from "../../core/random.ts";
import { clusteredCovariance, fitDenseLogistic } from "../../math/dense-logistic.ts";
import { clusteredMean, clusteredShare } from "../preferences/held-out.ts";
import { calibrationOf } from "../statistics/calibration.ts";
import { cohenKappa } from "../statistics/classification.ts";
import type { Estimate } from "../statistics/interval.ts";

/** What judges are held against. */
export interface LabelledItems {
  /** 1 for the first text or right, −1 for the second or wrong, 0 for neither, [items]. */
  readonly labels: ArrayLike<number>;
  /** Number of the prompt, [items]: items of one prompt are not independent. */
  readonly prompts: ArrayLike<number>;
  readonly kinds: readonly string[];
  /** log₂ of the first text's length over that of the second, or over the mean of all texts, [items]. */
  readonly doublings: ArrayLike<number>;
  /** Whether two texts are compared, and so can be shown the other way round. */
  readonly compares: boolean;
}

/** One answer of a judge. */
export interface JudgeAnswer {
  readonly item: number;
  /** Shown the other way round. */
  readonly isTurned: boolean;
  readonly repetition: number;
  /** What was added to the question to push towards the wrong side; undefined for nothing. */
  readonly probe?: string;
  /** 1 for the item's first text or right, −1 for the other, 0 for neither; undefined where there was none. */
  readonly verdict: 1 | -1 | 0 | undefined;
  /** Why there was none, as in "cut"; absent where an answer was outside the scale. */
  readonly unanswered?: string;
  readonly confidence?: number;
  readonly cost?: number;
}

/** A number with its interval of 95 %; bounds are null where the data give none. */
export interface JudgeFigure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

/** What sways a judge; null for what was not asked or cannot be told. */
export interface JudgeBias {
  /** Share of the verdicts for the text shown first, less one half. */
  readonly position: JudgeFigure | null;
  /** Share of the pairs whose verdict turns with the order. */
  readonly flips: JudgeFigure | null;
  /** Change of the log-odds of a text when it is twice as long and the label the same. */
  readonly length: JudgeFigure | null;
  /** By how much the share of verdicts for the wrong side rises when a probe pushes there. */
  readonly opinion: JudgeFigure | null;
  readonly authority: JudgeFigure | null;
  readonly instruction: JudgeFigure | null;
}

/** A judge in figures. */
export interface JudgeFigures {
  /** Share of the answers to labelled items that are right; neither counts half. */
  readonly accuracy: JudgeFigure;
  readonly byKind: readonly (JudgeFigure & { readonly kind: string; readonly items: number })[];
  readonly bias: JudgeBias;
  /** Share of pairs of answers to the same question that are the same; null where no question was put twice. */
  readonly selfAgreement: JudgeFigure | null;
  /** Cohen's κ between decided answers and labels: agreement beyond chance. */
  readonly kappa: JudgeFigure;
  /** Expected calibration error of the confidences; null where it states none. */
  readonly calibration: JudgeFigure | null;
  /** Money of one answer; null where it is not known. */
  readonly cost: JudgeFigure | null;
  readonly answers: number;
  /** Answers outside the scale, which count in no other figure. */
  readonly unreadable: number;
  /** Questions without an answer by why, as in { cut: 3 }; they count in no other figure. */
  readonly unanswered: Readonly<Record<string, number>>;
}

const figureOf = ({ mean, low, high, n }: Estimate): JudgeFigure => ({ value: mean, low, high, n });

/** An answer of a judge that can be read. */
type ReadAnswer = JudgeAnswer & { readonly verdict: 1 | -1 | 0 };

const isRead = (answer: JudgeAnswer): answer is ReadAnswer => answer.verdict !== undefined;

/** 1 where an answer is right, 0 where it is wrong, one half for neither. */
const rightOf = (labels: ArrayLike<number>, { item, verdict }: ReadAnswer): number =>
  verdict === 0 ? 0.5 : verdict === labels[item] ? 1 : 0;

/** All figures of a judge. `random` draws the resamples of κ and of the calibration. */
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

/** Place and flips, where texts were compared in both orders. */
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
  // For the text shown first: the item's first as it stands, its second when turned.
  const firsts = both.map(([one, other]) => (one.verdict - other.verdict) / 4);
  const flips = both.map(([one, other]) => (one.verdict === other.verdict ? 0 : 1));
  return { position: figureOf(clusteredMean(firsts, clusters)), flips: figureOf(clusteredShare(flips, clusters)) };
}

/** Log-odds of the first text for each doubling of its length beside the label, from decided answers; null where they do not tell. */
function lengthBias({ labels, prompts, doublings }: LabelledItems, plain: readonly ReadAnswer[]): JudgeFigure | null {
  const decided = plain.filter(({ verdict }) => verdict !== 0);
  if (decided.every(({ item }) => doublings[item] === 0)) return null;
  const features = Float64Array.from(decided.flatMap(({ item }) => [labels[item], doublings[item]]));
  const samples = { features, labels: decided.map(({ verdict }) => (verdict === 1 ? 1 : 0)) };
  // Heavy enough that a judge that always follows the label has a finite weight.
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

/** Share of verdicts for the wrong side with a probe less that without, item by item. */
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

/** Of answers to one question, shown in one order. */
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

/** A statistic with an interval of percentiles over resampled prompts. */
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

/** Two judges on the same items. */
export interface JudgeComparison {
  /** Accuracy of the first less that of the second, item by item. */
  readonly accuracy: JudgeFigure;
  /** Cohen's κ between the decided answers of both. */
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
