// Ways of paying for right answers and few calls: apart, with economy among the right alone; in one sum; or not at all.

import type { GroupLearnerOptions } from "../../algorithms/text/group-learner.ts";
import { separateMethod, type TermOptions } from "../../algorithms/text/separate-advantages.ts";
import type { GroupMethodOptions } from "../../algorithms/text/text-method.ts";
import type { StudyJob } from "../../study/legacy.ts";
import {
  type Bed,
  GRPO,
  paidWriter,
  sizesOf,
  textContext,
  warmWriter,
  writtenMeans,
} from "../../study/testbeds/text.ts";

/** Half of the sums are easy; the tool is wrong half of the time where it is needed, and 70 % of demonstrations call it. */
const WORLD = { id: "language/calculator", hard: 0.5, failure: 0.5, direct: 0.3 };
const BED: Bed = { world: WORLD, width: 32, steps: 450 };

/** Accuracy with a little for the form (the released code's). */
const ACCURACY = { weights: { correct: 0.9, formatted: 0.1 } };
/** Economy of the right, and of everybody. */
const ECONOMY = { product: [{ channel: "correct" }, { channel: "economy" }] };
const ECONOMY_OF_ALL = { channel: "economy" };

export const WEIGHTS = [0.15, 0.5, 1.5] as const;
export const PRICES = [0.05, 0.15, 0.6] as const;

interface Arm {
  readonly reward: unknown;
  readonly parts?: readonly TermOptions[];
}

const apart = (weight: number, economy: unknown, among: TermOptions["among"]): Arm => ({
  reward: { sum: [ACCURACY, economy] },
  parts: [
    { weight: 1, among: "all" },
    { weight, among },
  ],
});

/** Arms by name. */
const arms: Readonly<Record<string, Arm>> = {
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
  /** By update: share of answers whose economy is compared, and of easy questions' answers that call. */
  readonly compared: readonly number[];
  readonly easyCallsWhile: readonly number[];
}

/** Pays a warm writer in every arm; what came of each, and of the writer itself as `warm`. */
export async function conduct(
  { seed, updates }: { seed: number; updates: number },
  signal?: AbortSignal,
): Promise<Record<string, Conduct>> {
  const warm = warmWriter(BED, seed, signal);
  const found: Record<string, Conduct> = { warm: { ...conductOf(warm), compared: [], easyCallsWhile: [] } };
  for (const [name, { reward, parts }] of Object.entries(arms)) {
    const context = textContext(BED, reward, seed);
    const options: GroupLearnerOptions & GroupMethodOptions = GRPO;
    const method = parts && separateMethod(options, parts, sizesOf(warm, context, options));
    const further = parts && context.makeReward().parts;
    const easyCallsWhile: number[] = [];
    const at = (channel: string) => context.spec.channels.findIndex((one) => one.name === channel);
    const [hard, calls, count] = [at("hard"), at("calls"), context.spec.channels.length];
    const { writer, reports } = paidWriter(context, warm, updates, options, {
      signal,
      method,
      further,
      watch({ rows, outcomes }) {
        const easy = Array.from({ length: rows }, (_, row) => row * count).filter((row) => outcomes[row + hard] === 0);
        easyCallsWhile.push(easy.filter((row) => outcomes[row + calls] > 0).length / Math.max(1, easy.length));
      },
    });
    const compared = reports.map(({ compared2 }) => compared2 ?? 0);
    found[name] = { ...conductOf(writer), compared, easyCallsWhile };
  }
  return found;
}

function conductOf(writer: ReturnType<typeof warmWriter>) {
  const [easy, hard] = [0, 1].map((share) => writtenMeans({ ...BED, world: { ...WORLD, hard: share } }, writer));
  return { easyRight: easy.correct, easyCalls: easy.calls, hardRight: hard.correct, hardCalls: hard.calls };
}

export const conductPart: StudyJob<{ seed: number; updates: number }, Record<string, Conduct>> = {
  module: import.meta.url,
  name: "conduct",
  compute: conduct,
};
