// A warm model of a seed: how its first gradients point in every arm, and what the arms that are trained make of it.

import type { Measures } from "../../algorithms/training-measures.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { paidWriter, sizesOf, textContext, type Writer, warmWriter, writtenMeans } from "../../study/testbeds/text.ts";
import { armMethod, BATCH, BED, CONSTANT, WHOLE } from "./arms.ts";
import { clipsByTurn } from "./clip-meter.ts";
import { creditQuality } from "./credit-quality.ts";
import { gainMerit, type TurnMerit } from "./gain-merit.ts";

/** What a writer does, by 1,536 answers. */
export interface Conduct {
  readonly passAt1: number;
  /** Calls of the wrong table, of all calls. */
  readonly wrongCalls: number;
}

/** What came of an arm. */
export interface Outcome {
  readonly conduct: Conduct;
  /** Updates until the running mean of pay reaches the goal; all of them where it never does. */
  readonly updates: number;
  readonly reached: boolean;
  /** Means over the training of what the method reports. */
  readonly measures: Measures;
}

export interface Trained {
  readonly warm: Conduct;
  /** Mean cosine with the reference gradient. */
  readonly quality: Readonly<Record<string, number>>;
  /** What gains say of calls, turn by turn. */
  readonly merit: readonly TurnMerit[];
  /** Share of turns beyond their bounds, turn by turn, with adaptive widths and with one for all. */
  readonly clips: Readonly<Record<string, readonly number[]>>;
  readonly arms: Readonly<Record<string, Outcome>>;
}

export interface Job {
  readonly seed: number;
  /** Arms whose first gradients are measured, and those that are trained. */
  readonly compared: readonly string[];
  readonly trained: readonly string[];
  readonly updates: number;
  /** Batches of 64 answers that an arm's gradient is computed of, and those of the reference. */
  readonly batches: number;
  readonly references: number;
}

/** Share of right answers that is to be reached, over so many updates. */
export const GOAL = 0.6;
const WINDOW = 5;

/** Measures and trains what the job says, all from one warm model. */
export async function train(job: Job, signal?: AbortSignal): Promise<Trained> {
  const { seed, compared, trained } = job;
  const warm = warmWriter(BED, seed, signal);
  return {
    warm: conductOf(warm),
    quality: creditQuality(warm, { ...job, arms: compared }, signal),
    merit: gainMerit(warm, 1024, seed),
    clips: Object.fromEntries([WHOLE, CONSTANT].map((name) => [name, clipsByTurn(warm, name, seed)])),
    arms: Object.fromEntries(trained.map((name) => [name, learned(warm, name, job, signal)])),
  };
}

function learned(warm: Writer, name: string, { seed, updates }: Job, signal?: AbortSignal): Outcome {
  const context = textContext(BED, { channel: "correct" }, seed);
  const method = armMethod(name, sizesOf(warm, context, BATCH), seed);
  const { writer, reports } = paidWriter(context, warm, updates, BATCH, { signal, method });
  const at = updatesUntil(
    reports.map(({ pay }) => pay),
    GOAL,
  );
  const names = new Set(reports.flatMap((report) => Object.keys(report)));
  const of = (one: string) => reports.flatMap((report) => (one in report ? [report[one]] : []));
  return {
    conduct: conductOf(writer),
    updates: at ?? updates,
    reached: at !== undefined,
    measures: Object.fromEntries([...names].map((one) => [one, mean(of(one))])),
  };
}

/** Updates after which the mean of the last few first reaches `goal`, between two of them in proportion. */
export function updatesUntil(pay: readonly number[], goal: number): number | undefined {
  const running = pay.map((_, k) => mean(pay.slice(Math.max(0, k + 1 - WINDOW), k + 1)));
  const at = running.findIndex((level) => level >= goal);
  if (at <= 0) return at < 0 ? undefined : 1;
  return at + (goal - running[at - 1]) / (running[at] - running[at - 1]);
}

function conductOf(writer: Writer): Conduct {
  const { correct, calls, wrongTableCalls } = writtenMeans(BED, writer);
  return { passAt1: correct, wrongCalls: calls > 0 ? wrongTableCalls / calls : 0 };
}

export const trainingPart: StudyJob<Job, Trained> = { module: import.meta.url, name: "train", compute: train };
