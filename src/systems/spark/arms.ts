// Ways of training on the same number of characters: the task alone, the task with recycled items of all kinds or of some, with
// gold that says nothing, and with a judge apart.

import { mean } from "../../evaluation/statistics/moments.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { GRPO, type Writer } from "../../study/testbeds/text.ts";
import { attemptOf, posedContext, SIZES, tasks } from "./exercises.ts";
import { type Meters, meters, verdictsOn } from "./meters.ts";
import { type RecycledReport, type RecyclingPlan, recycledTraining } from "./recycled-training.ts";
import { type RecyclingOptions, recycledItems } from "./recycling.ts";
import { warmJudge } from "./warm.ts";

/**
 * 16 questions with 4 answers each, of the task or of what was recycled. By single runs on seeds 1 to 3: after rates of 5·10⁻⁴ and
 * 10⁻³ verdicts were a coin's, and at 2.5·10⁻⁴ the task was all but solved before they were learnt.
 */
const OPTIONS: typeof GRPO = { ...GRPO, questions: 16, answers: 4, rate: 1e-4 };

/** Characters that each arm may write in all. */
const CHARACTERS = 30_000;

/** Every arm, in words. */
export const ARMS = {
  tasks: "tasks alone",
  spark: "SPARK",
  judging: "without reflection",
  reflection: "without judging",
  shuffled: "shuffled gold",
  apart: "a judge apart",
} as const;

export type ArmName = keyof typeof ARMS;

/** How many items of a batch's 16 questions are kept: as many as make a batch of their own. */
const KEPT: Readonly<Record<Exclude<ArmName, "tasks">, RecyclingOptions>> = {
  spark: { judging: 8, reflections: 8 },
  judging: { judging: 16, reflections: 0 },
  reflection: { judging: 0, reflections: 16 },
  shuffled: { judging: 8, reflections: 8 },
  apart: { judging: 16, reflections: 0 },
};

function recycling(arm: ArmName): RecyclingPlan["recycle"] {
  if (arm === "tasks") return () => [];
  return (groups, random) => recycledItems(groups, random, { ...KEPT[arm], judged: "text", balanced: true });
}

/** What came of an arm. */
export interface Outcome extends Meters {
  /** Verdicts on answers of the warm model, before it learnt which to avoid. */
  readonly onWarm: Pick<Meters, "pointwise" | "pairwise">;
  /** Updates on the task and on recycled items. */
  readonly updates: readonly [task: number, recycled: number];
  /** Share of groups that were not all paid the same, of either. */
  readonly live: readonly [task: number, recycled: number];
  readonly characters: number;
}

export interface Trained {
  readonly warm: Meters;
  readonly arms: Readonly<Partial<Record<ArmName, Outcome>>>;
}

export interface Job {
  readonly seed: number;
  readonly arms: readonly ArmName[];
}

/** Warms a model up, trains a copy of it in each arm, and measures all. */
export async function train({ seed, arms }: Job, signal?: AbortSignal): Promise<Trained> {
  const warm = warmJudge(seed, signal);
  const found: Partial<Record<ArmName, Outcome>> = {};
  for (const arm of arms) found[arm] = trained(warm, arm, seed, signal);
  return { warm: meters(warm), arms: found };
}

function trained(warm: Writer, arm: ArmName, seed: number, signal?: AbortSignal): Outcome {
  const { model } = warm;
  const writer = { model, parameters: warm.parameters.clone() };
  const judge = arm === "apart" ? { model, parameters: warm.parameters.clone() } : writer;
  const plan: RecyclingPlan = {
    sizes: SIZES,
    characters: CHARACTERS,
    draw: tasks(),
    read: attemptOf,
    recycle: recycling(arm),
    shuffled: arm === "shuffled",
    judge: judge.parameters,
  };
  const reports = recycledTraining(posedContext(seed), model, writer.parameters, OPTIONS, plan, signal);
  return {
    ...meters(writer, judge),
    onWarm: verdictsOn(warm, judge),
    updates: [ofKind(reports, false).length, ofKind(reports, true).length],
    live: [liveOf(ofKind(reports, false)), liveOf(ofKind(reports, true))],
    characters: reports.reduce((sum, { characters }) => sum + characters, 0),
  };
}

const ofKind = (reports: readonly RecycledReport[], recycled: boolean) =>
  reports.filter((report) => report.recycled === recycled);

const liveOf = (reports: readonly RecycledReport[]) => mean(reports.map(({ measures }) => measures.liveGroups));

export const trainingPart: StudyJob<Job, Trained> = { module: import.meta.url, name: "train", compute: train };
