// Ways of paying for right answers and few calls: apart, with economy among the right alone; in one sum; or not at all.

import { separateMethod, type TermOptions } from "../../algorithms/text/separate-advantages.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Bed, type Writer, writtenMeans } from "../../study/testbeds/text.ts";
import { type ArmTraining, type TextArm, textArms } from "../../study/testbeds/text-arms.ts";

/** Half of the sums are easy; the tool is wrong half of the time where it is needed, and 70 % of demonstrations call it. */
const BED: Bed = {
  world: { id: "language/calculator", hard: 0.5, failure: 0.5, direct: 0.3 },
  width: 32,
  steps: 450,
};

/** Accuracy with a little for the form (the released code's). */
const ACCURACY = { weights: { correct: 0.9, formatted: 0.1 } };
/** Economy of the right, and of all. */
const ECONOMY = { product: [{ channel: "correct" }, { channel: "economy" }] };
const ECONOMY_OF_ALL = { channel: "economy" };

export const WEIGHTS = [0.15, 0.5, 1.5] as const;
export const PRICES = [0.05, 0.15, 0.6] as const;

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
  ...Object.fromEntries(WEIGHTS.map((weight) => [`apart ${weight}`, apart(weight, ECONOMY, "paid")])),
  ...Object.fromEntries(
    PRICES.map((price) => [`price ${price}`, { reward: { weights: { ...ACCURACY.weights, calls: -price } } }]),
  ),
  "economy of all": apart(1.5, ECONOMY_OF_ALL, "all"),
};

export const ARMS = Object.keys(arms);

/** Right answers and calls of a writer, in easy and in hard questions. */
export interface Conduct {
  readonly easyRight: number;
  readonly easyCalls: number;
  readonly hardRight: number;
  readonly hardCalls: number;
  /** Updates by which calls in easy questions fall later than economy finds answers to compare; 0 before any. */
  readonly lag: number;
}

function conductOf(writer: Writer, { reports }: ArmTraining<TextArm>): Conduct {
  const [easy, hard] = [0, 1].map((share) => writtenMeans({ ...BED, world: { ...BED.world, hard: share } }, writer));
  return {
    easyRight: easy.correct,
    easyCalls: easy.calls,
    hardRight: hard.correct,
    hardCalls: hard.calls,
    lag: reports.length === 0 ? 0 : halfway(reports, "easyCalls") - halfway(reports, "compared2"),
  };
}

/** The update at which a measure, smoothed over nine, has come half of its way. */
function halfway(reports: readonly Measures[], name: string): number {
  const smooth = reports.map((_, k) => mean(reports.slice(Math.max(0, k - 4), k + 5).map((one) => one[name] ?? 0)));
  const [first, last] = [smooth[0], smooth[smooth.length - 1]];
  const level = (first + last) / 2;
  return smooth.findIndex((value) => (last > first ? value >= level : value <= level));
}

/** Pays a copy of a warm writer in each arm; what came of them. */
export const conduct = textArms({
  bed: BED,
  arms,
  /** Share of easy questions' answers that call. */
  watch({ hard, calls }) {
    const easy = calls.filter((_, row) => hard[row] === 0);
    return { easyCalls: easy.filter((count) => count > 0).length / Math.max(1, easy.length) };
  },
  meter: conductOf,
});

export const conductPart = { module: import.meta.url, name: "conduct", compute: conduct };
