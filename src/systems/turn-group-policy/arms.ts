// A warm model of a seed: how its first gradients point in every arm, and what the arms that are trained make of it.

import type { Measures } from "../../algorithms/training-measures.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Writer, writtenMeans } from "../../study/testbeds/text.ts";
import { type ArmTraining, type TextArm, type TextArmsJob, textArms } from "../../study/testbeds/text-arms.ts";
import { ARMS, armMethod, BATCH, BED, CONSTANT, WHOLE } from "./credits.ts";
import {
  clipsByTurn,
  creditQuality,
  gainMerit,
  type Quality,
  type QualityOptions,
  type TurnMerit,
} from "./untrained.ts";

/** What a writer does, by 1,536 answers, and how it came to it. */
export interface Conduct {
  readonly passAt1: number;
  /** Calls of the wrong table, of all calls: at the end, and in the mean over the training. */
  readonly wrongCalls: number;
  readonly wrongMeanwhile: number;
  /** Updates until the running mean of pay reaches the goal; all of them where it never does. */
  readonly updates: number;
  /** 1 where it does. */
  readonly reached: number;
  /** Means over the training of what the method reports. */
  readonly measures: Measures;
  /** Of the warm writer. */
  readonly before?: Untrained;
}

/** What is measured before any training. */
export interface Untrained {
  /** How well gradients point, by arm. */
  readonly quality: Readonly<Partial<Record<string, Quality>>>;
  /** What gains say of calls, turn by turn. */
  readonly merit: readonly TurnMerit[];
  /** Share of turns beyond their bounds, turn by turn, with adaptive widths and with one for all. */
  readonly clips: Readonly<Record<string, readonly number[]>>;
}

/** The arms that are trained, and those whose first gradients are measured. */
export interface Job extends TextArmsJob<string>, Omit<QualityOptions, "arms"> {
  readonly compared: readonly string[];
}

/** Share of right answers that is to be reached, over so many updates. */
export const GOAL = 0.6;
const WINDOW = 5;
const WRONG_CALLS = "wrongCalls";

function conductOf(writer: Writer, { job, arm, reports }: ArmTraining<TextArm, Job>): Conduct {
  const { seed, compared } = job;
  const { correct, calls, wrongTableCalls } = writtenMeans(BED, writer);
  const pay = reports.map((report) => report.pay);
  const at = updatesUntil(pay, GOAL);
  const names = new Set(reports.flatMap((report) => Object.keys(report)));
  const of = (name: string) => reports.flatMap((report) => (name in report ? [report[name]] : []));
  return {
    passAt1: correct,
    wrongCalls: calls > 0 ? wrongTableCalls / calls : 0,
    wrongMeanwhile: arm === undefined ? 0 : mean(of(WRONG_CALLS)),
    updates: at ?? reports.length,
    reached: at === undefined ? 0 : 1,
    measures: Object.fromEntries([...names].map((name) => [name, mean(of(name))])),
    ...(arm === undefined && {
      before: {
        quality: creditQuality(writer, { ...job, arms: compared }),
        merit: gainMerit(writer, 1024, seed),
        clips: Object.fromEntries([WHOLE, CONSTANT].map((name) => [name, clipsByTurn(writer, name, seed)])),
      },
    }),
  };
}

/** Updates after which the mean of the last few first reaches `goal`, between two of them in proportion. */
export function updatesUntil(pay: readonly number[], goal: number): number | undefined {
  const running = pay.map((_, k) => mean(pay.slice(Math.max(0, k + 1 - WINDOW), k + 1)));
  const at = running.findIndex((level) => level >= goal);
  if (at <= 0) return at < 0 ? undefined : 1;
  return at + (goal - running[at - 1]) / (running[at] - running[at - 1]);
}

const trainedBy = (name: string): TextArm => ({ method: ({ sizes, seed }) => armMethod(name, sizes, seed) });

/** Measures and trains what the job says, all from one warm model. */
export const train = textArms({
  bed: BED,
  options: BATCH,
  arms: Object.fromEntries(ARMS.map((name) => [name, trainedBy(name)])),
  watch: ({ calls, wrongTableCalls }) => ({ [WRONG_CALLS]: mean(wrongTableCalls) / Math.max(mean(calls), 1e-9) }),
  meter: conductOf,
});

export const trainingPart = { module: import.meta.url, name: "train", compute: train };
