// Ways of paying for right answers and few calls: apart, with economy among the right alone; in one sum; or not at all.

import { separateMethod, type TermOptions } from "../../algorithms/text/separate-advantages.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Bed, GRPO, type Writer, writtenMeans } from "../../study/testbeds/text.ts";
import { type ArmTraining, type TextArm, textArms } from "../../study/testbeds/text-arms.ts";

/** Half of the sums are easy; the tool is wrong half of the time where it is needed, and 70 % of demonstrations call it. */
const BED: Bed = {
  world: { id: "language/calculator", hard: 0.5, failure: 0.5, direct: 0.3 },
  width: 32,
  steps: 450,
};

/** A demonstrator that errs in almost all it writes, by which one answer in eight is right: few questions have two at first. */
const WEAK: Bed = { ...BED, world: { ...BED.world, noise: 0.95 } };

/** Accuracy with a little for the form (the released code's). */
const ACCURACY = { weights: { correct: 0.9, formatted: 0.1 } };
/** Economy of the right, and of all. */
const ECONOMY = { product: [{ channel: "correct" }, { channel: "economy" }] };
const ECONOMY_OF_ALL = { channel: "economy" };

export const WEIGHTS = [0.15, 0.5, 1.5] as const;
export const [, ...LARGE] = WEIGHTS;
export const PRICES = [0.05, 0.15, 0.6] as const;

const named = (numbers: readonly number[], arm: (number: number) => [string, TextArm]) =>
  Object.fromEntries(numbers.map(arm));

const priced = (price: number): [string, TextArm] => [
  `price ${price}`,
  { reward: { weights: { ...ACCURACY.weights, calls: -price } } },
];

const apart = (weight: number, economy: unknown, among: TermOptions["among"]): TextArm => ({
  reward: { sum: [ACCURACY, economy] },
  method: ({ options, sizes }) =>
    separateMethod(
      options,
      [
        { weight: 1, among: "all" },
        { weight, among },
      ],
      sizes,
    ),
  further: (context) => context.makeReward().parts,
});

const arms: Readonly<Record<string, TextArm>> = {
  plain: { reward: ACCURACY },
  ...named(LARGE, (weight) => [`apart ${weight}`, apart(weight, ECONOMY, "paid")]),
  ...named(PRICES.slice(-1), priced),
  "economy of all": apart(1.5, ECONOMY_OF_ALL, "all"),
  "weak start": { warm: WEAK, updates: 0 },
  ...named(LARGE, (weight) => [`weak start, apart ${weight}`, { ...apart(weight, ECONOMY, "paid"), warm: WEAK }]),
  // On the first seeds of the short form.
  ...named(WEIGHTS.slice(0, 1), (weight) => [`apart ${weight}`, apart(weight, ECONOMY, "paid")]),
  ...named(PRICES.slice(0, -1), priced),
};

export const ARMS = Object.keys(arms);

/** Right answers and calls of a writer, in easy and in hard questions. */
export interface Conduct {
  readonly easyRight: number;
  readonly easyCalls: number;
  readonly hardRight: number;
  readonly hardCalls: number;
  /**
   * Updates by which calls in easy questions fall after the share of questions with two right answers rises: where the two curves
   * are most correlated, and where each has come half of its way; 0 before any update.
   */
  readonly lag: number;
  readonly halfway: number;
  /** That share over the first and over the last ten updates. */
  readonly twoRightFirst: number;
  readonly twoRightLast: number;
}

function conductOf(writer: Writer, { reports }: ArmTraining<TextArm>): Conduct {
  const [easy, hard] = [0, 1].map((share) => writtenMeans({ ...BED, world: { ...BED.world, hard: share } }, writer));
  const [twoRight, calls] = ["twoRight", "easyCalls"].map((name) => reports.map((one) => one[name] ?? 0));
  const [first, last] = [twoRight.slice(0, 10), twoRight.slice(-10)].map((some) => (some.length > 0 ? mean(some) : 0));
  return {
    easyRight: easy.correct,
    easyCalls: easy.calls,
    hardRight: hard.correct,
    hardCalls: hard.calls,
    lag: lagOf(smooth(twoRight), smooth(calls.map((share) => -share))),
    halfway: reports.length === 0 ? 0 : halfway(smooth(calls)) - halfway(smooth(twoRight)),
    twoRightFirst: first,
    twoRightLast: last,
  };
}

/** Each value with the four before and after it. */
function smooth(curve: readonly number[]): number[] {
  return curve.map((_, k) => mean(curve.slice(Math.max(0, k - 4), k + 5)));
}

/** By how many places, up to a third of all, `later` is put off against `sooner` where they are most correlated. */
export function lagOf(sooner: readonly number[], later: readonly number[]): number {
  const most = Math.floor(sooner.length / 3);
  let [best, found] = [Number.NEGATIVE_INFINITY, 0];
  for (let lag = -most; lag <= most; lag++) {
    const [from, until] = [Math.max(0, -lag), sooner.length - Math.max(0, lag)];
    const likeness = pearson(sooner.slice(from, until), later.slice(from + lag, until + lag)) ?? best;
    if (likeness > best) [best, found] = [likeness, lag];
  }
  return found;
}

/** The place at which a curve has come half of its way. */
function halfway(curve: readonly number[]): number {
  const [first, last] = [curve[0], curve[curve.length - 1]];
  const level = (first + last) / 2;
  return curve.findIndex((value) => (last > first ? value >= level : value <= level));
}

/** Pays a copy of a warm writer in each arm; what came of them. */
export const conduct = textArms({
  bed: BED,
  arms,
  /** Shares of easy questions' answers that call, and of questions with two right answers. */
  watch({ hard, calls, correct }) {
    const easy = calls.filter((_, row) => hard[row] === 0);
    const firsts = Array.from({ length: GRPO.questions }, (_, question) => question * GRPO.answers);
    const right = firsts.map((row) => correct.slice(row, row + GRPO.answers).reduce((sum, one) => sum + one, 0));
    return {
      easyCalls: easy.filter((count) => count > 0).length / Math.max(1, easy.length),
      twoRight: right.filter((count) => count >= 2).length / right.length,
    };
  },
  meter: conductOf,
});

export const conductPart = { module: import.meta.url, name: "conduct", compute: conduct };
