// An illustration on the small language model: the calculator's channels of format, execution and answer, in one sum or each
// compared by itself.

import { separateMethod, type TermOptions } from "../../algorithms/text/separate-advantages.ts";
import { type ComponentAdvice, componentAdvice } from "../../evaluation/component-advice.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
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

const BED: Bed = { world: { id: "language/calculator" }, width: 32, steps: 300 };
const UPDATES = 60;
export const CHANNELS = ["formatted", "executed", "correct"] as const;
const WEIGHT = 1 / CHANNELS.length;
const PARTS: readonly TermOptions[] = CHANNELS.map(() => ({ weight: WEIGHT, among: "all" }));
/** A sum of parts, so that both arms are paid the same. */
const REWARD = { sum: CHANNELS.map((channel) => ({ weights: { [channel]: WEIGHT } })) };

/** Mean of each channel for the warm model and after either training, and what was advised from the first batch. */
export interface Written {
  readonly warm: Readonly<Record<string, number>>;
  readonly joint: Readonly<Record<string, number>>;
  readonly decoupled: Readonly<Record<string, number>>;
  readonly advice: ComponentAdvice;
}

export async function write(seed: number, signal?: AbortSignal): Promise<Written> {
  const warm = warmWriter(BED, seed, signal);
  const context = textContext(BED, REWARD, seed);
  const count = context.spec.channels.length;
  const at = CHANNELS.map((name) => context.spec.channels.findIndex((channel) => channel.name === name));
  let first: Float64Array[] | undefined;
  const joint = paidWriter(context, warm, UPDATES, GRPO, {
    signal,
    watch({ rows, outcomes }) {
      first ??= at.map((channel) => Float64Array.from({ length: rows }, (_, row) => outcomes[row * count + channel]));
    },
  });
  const decoupled = paidWriter(context, warm, UPDATES, GRPO, {
    signal,
    method: separateMethod(GRPO, PARTS, sizesOf(warm, context, GRPO)),
    further: context.makeReward().parts,
  });
  return {
    warm: writtenMeans(BED, warm),
    joint: writtenMeans(BED, joint.writer),
    decoupled: writtenMeans(BED, decoupled.writer),
    advice: componentAdvice(
      first ?? [],
      CHANNELS.map(() => WEIGHT),
      GRPO.answers,
    ),
  };
}

export const writingPart: StudyJob<number, Written> = { module: import.meta.url, name: "write", compute: write };

/** The illustration in words; nothing is asked of it. */
export function writersSummary(written: readonly Written[]): string {
  const say = (arm: "warm" | "joint" | "decoupled") =>
    `${arm} ${CHANNELS.map((channel) => `${channel} ${estimate(written.map((one) => one[arm][channel])).mean?.toFixed(3)}`).join(", ")}`;
  const correlations = written.map(({ advice }) => advice.correlation?.toFixed(2) ?? "—").join(", ");
  const advice = written.map((one) => one.advice.advice).join(", ");
  return `a small transformer with a calculator, ${written.length} seeds, as an illustration: ${say("warm")}; ${say("joint")}; ${say("decoupled")}; correlation of the advantages in its first batch ${correlations}, advice: ${advice}`;
}
