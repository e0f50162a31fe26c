// Ways of training on the same number of characters: the task alone, the task with recycled items of all kinds or of some, with
// gold that says nothing, and with a judge apart.

import { mean } from "../../evaluation/statistics/moments.ts";
import { studyJob } from "../../study/study.ts";
import { GRPO, type Writer } from "../../study/testbeds/text.ts";
import { posedContext, readable, SIZES, sortingTasks, warmJudge } from "./exercises.ts";
import { type Meters, meters, type Verdicts, verdictsOn } from "./meters.ts";
import { type RecyclingOptions, recycledItems, type VerifiedGroup } from "./recycling.ts";
import { type RecyclingPlan, recycledTraining } from "./training.ts";

/**
 * 16 questions with 4 answers each, of the task or of what was recycled. By single runs on seeds 1 to 3: after rates of 5·10⁻⁴ and
 * 10⁻³ verdicts were a coin's, and at 2.5·10⁻⁴ the task was all but solved before they were learnt.
 */
const OPTIONS: typeof GRPO = { ...GRPO, questions: 16, answers: 4, rate: 1e-4 };

/** How many items of a batch's 16 questions are kept: as many as make a batch of their own. */
export const KEPT = {
  "tasks alone": { judging: 0, reflections: 0 },
  SPARK: { judging: 8, reflections: 8 },
  "shuffled gold": { judging: 8, reflections: 8 },
  // In the long form, on the first seeds.
  "without reflection": { judging: 16, reflections: 0 },
  "without judging": { judging: 0, reflections: 16 },
  "a judge apart": { judging: 16, reflections: 0 },
} as const satisfies Readonly<Record<string, RecyclingOptions>>;

export type ArmName = keyof typeof KEPT;

/** What came of an arm. */
export interface RecycledConduct extends Meters {
  /** Verdicts on answers of the warm model, before it learnt which to avoid. */
  readonly onWarm: Verdicts;
  readonly task: Batches;
  readonly recycled: Batches;
  readonly characters: number;
}

/** Batches of a sort, and the share of their groups that were not all paid the same. */
interface Batches {
  readonly updates: number;
  readonly live: number;
}

/** What came of a seed's arms, and the model that they began with. */
export interface RecycledSeed {
  readonly warm: Meters;
  readonly arms: Readonly<Record<string, RecycledConduct>>;
}

/** A seed, the model's width, characters that each arm may write in all, and the arms. */
type RecycledJob = Readonly<{ seed: number; width: number; characters: number; arms: readonly ArmName[] }>;

/** Warms a model up, trains a copy of it in each arm, and measures all. */
export async function train(job: RecycledJob, signal?: AbortSignal): Promise<RecycledSeed> {
  const warm = warmJudge(job, signal);
  return {
    arms: Object.fromEntries(job.arms.map((arm) => [arm, trained(warm, arm, job, signal)])),
    warm: meters(warm),
  };
}

export const trainingPart = studyJob(import.meta.url, train);

function trained(warm: Writer, arm: ArmName, job: RecycledJob, signal?: AbortSignal): RecycledConduct {
  const copy = () => ({ model: warm.model, parameters: warm.parameters.clone() });
  const writer = copy();
  const judge = arm === "a judge apart" ? copy() : writer;
  const recycle: RecyclingPlan["recycle"] = (groups, random) => {
    const legible = ({ attempts }: VerifiedGroup) => attempts.filter(({ answer }) => readable(answer));
    const read = groups.map((group) => ({ ...group, attempts: legible(group) }));
    return recycledItems(read, random, { ...KEPT[arm], balanced: true });
  };
  const plan = { context: posedContext(job.seed), options: OPTIONS, sizes: SIZES, characters: job.characters };
  const shuffled = arm === "shuffled gold";
  const reports = recycledTraining(writer, judge, { ...plan, draw: sortingTasks(), recycle, shuffled }, signal);
  const batches = (recycled: boolean): Batches => {
    const own = reports.filter((report) => report.recycled === recycled);
    return { updates: own.length, live: mean(own.map(({ measures }) => measures.liveGroups)) };
  };
  return {
    ...meters(writer, judge),
    onWarm: verdictsOn(warm, judge),
    task: batches(false),
    recycled: batches(true),
    characters: reports.reduce((sum, report) => sum + report.characters, 0),
  };
}
