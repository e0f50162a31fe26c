// Arms of a study on the small language model: one writer is warmed up for a seed, and a copy of it is trained in each arm. Arms
// differ in pay, world or method; the questions are the same for all.

import type { GroupLearnerOptions } from "../../algorithms/text/group-learner.ts";
import type { BatchSizes, GroupMethodOptions, TextMethod } from "../../algorithms/text/text-method.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { RewardPlan } from "../../core/reward.ts";
import {
  type Bed,
  byChannel,
  GRPO,
  type PaidOptions,
  paidWriter,
  sizesOf,
  textContext,
  type Writer,
  warmWriter,
} from "./text.ts";

/** How an arm learns. */
export type ArmOptions = GroupLearnerOptions & GroupMethodOptions;

/** One way of training; what it leaves out is as the study has it. */
export interface TextArm {
  /** A stage that goes before: it begins where that ends, and its questions follow. Arms may share one. */
  readonly from?: TextArm;
  /** Where its writer is warmed up. Arms with the same bed have the same writer. */
  readonly warm?: Bed;
  /** Parameters of the world in which it is paid. */
  readonly world?: object;
  /** The declared reward; default right answers. */
  readonly reward?: unknown;
  readonly updates?: number;
  readonly options?: Partial<ArmOptions>;
  /** Default GRPO by its options. */
  readonly method?: (setting: ArmSetting) => TextMethod | undefined;
  /** Rewards that the method wants to know of beside the pay. */
  readonly further?: (context: TrainingContext) => readonly RewardPlan[] | undefined;
  readonly callback?: PaidOptions["callback"];
  /** What the arm changes in the training's context, such as shuffled truths. */
  readonly context?: (context: TrainingContext, seed: number) => TrainingContext;
}

/** What an arm's method is made for. */
export interface ArmSetting extends Pick<Writer, "model"> {
  readonly seed: number;
  readonly context: TrainingContext;
  readonly options: ArmOptions;
  readonly sizes: BatchSizes;
}

/** What a meter is told of the writer that it watches. */
export interface ArmTraining<Arm, Job = unknown> {
  readonly seed: number;
  readonly job: Job;
  /** Where it was paid. */
  readonly bed: Bed;
  /** Undefined for the warm writer, whose reports are empty. */
  readonly arm?: Arm;
  readonly method?: TextMethod | undefined;
  /** Measures of each update of the arm's own stage. */
  readonly reports: readonly Measures[];
}

type NamedArms = Readonly<Record<string, TextArm>>;

/** What a study compares. */
export interface TextArms<Arms extends NamedArms, Conduct, Job> {
  /** Where writers are paid and watched. */
  readonly bed: Bed;
  /** Where they are warmed up; default `bed`. */
  readonly warm?: Bed;
  /** What all arms have in the place of GRPO's usual options. */
  readonly options?: Partial<ArmOptions>;
  readonly arms: Arms;
  /** Measures each update's texts, by channel: what it gives joins the update's report. */
  readonly watch?: (texts: Readonly<Record<string, Float64Array>>) => Measures;
  /** What a writer does with questions that are the same for all. */
  meter(writer: Writer, training: ArmTraining<Arms[keyof Arms], Job>): Conduct;
}

/** Names of arms in their order, the first `count` of them or all. */
export function armNames<Arms extends object>(arms: Arms, count?: number): (keyof Arms & string)[] {
  return Object.keys(arms)
    .filter((name): name is keyof Arms & string => name in arms)
    .slice(0, count);
}

/** A seed of it, and the arms that it has. A study's own may say more, for its meter. */
export interface TextArmsJob<Name extends string> {
  readonly seed: number;
  /** Of arms that do not say. */
  readonly updates: number;
  readonly arms: readonly Name[];
}

/** Conducts by arm, and that of the warm writer of the study's bed; arms that the job leaves out are absent. */
export type Conducts<Name extends string, Conduct> = Readonly<Record<Name | "warm", Conduct>>;

interface Trained {
  readonly writer: Writer;
  readonly reports: readonly Measures[];
  readonly method?: TextMethod | undefined;
  /** From the warm writer on. */
  readonly updates: number;
}

/** The function of a study's job: warms a writer up, trains a copy of it in each arm, and measures all. */
export function textArms<Arms extends NamedArms, Conduct, Job extends TextArmsJob<keyof Arms & string>>({
  bed,
  warm: usual = bed,
  options: shared,
  arms,
  watch,
  meter,
}: TextArms<Arms, Conduct, Job>): (job: Job, signal?: AbortSignal) => Promise<Conducts<keyof Arms & string, Conduct>> {
  const bedOf = ({ world }: TextArm): Bed => ({ ...bed, world: { ...bed.world, ...world } });

  return async (job, signal) => {
    const { seed } = job;
    const warmed = once((where: Bed) => warmWriter(where, seed, signal));
    const trained: (arm: TextArm) => Trained = once((arm) => {
      const begun = arm.from ? trained(arm.from) : { writer: warmed(arm.warm ?? usual), updates: 0 };
      const own = textContext(bedOf(arm), arm.reward ?? { channel: "correct" }, seed);
      const context = arm.context?.(own, seed) ?? own;
      const options = { ...GRPO, ...shared, ...arm.options };
      const sizes = sizesOf(begun.writer, context, options);
      const method = arm.method?.({ seed, model: begun.writer.model, context, options, sizes });
      const { updates = job.updates } = arm;
      const watched: Measures[] = [];
      const { writer, reports } = paidWriter(context, begun.writer, updates, options, {
        signal,
        method,
        further: arm.further?.(context),
        after: begun.updates,
        watch: watch && ((texts) => watched.push(watch(byChannel(context.spec, texts)))),
        callback: arm.callback,
      });
      const measured = reports.map((report, update) => ({ ...report, ...watched[update] }));
      return { writer, method, reports: measured, updates: begun.updates + updates };
    });
    const found: [string, Conduct][] = [["warm", meter(warmed(usual), { seed, job, bed, reports: [] })]];
    for (const name of job.arms) {
      const arm = arms[name];
      const { writer, method, reports } = trained(arm);
      found.push([name, meter(writer, { seed, job, bed: bedOf(arm), arm, method, reports })]);
    }
    // Object.fromEntries forgets which keys it was given.
    return Object.fromEntries(found) as Conducts<keyof Arms & string, Conduct>;
  };
}

/** The same function, which computes what belongs to an object once. */
function once<In extends object, Out>(compute: (input: In) => Out): (input: In) => Out {
  const known = new Map<In, Out>();
  return (input) => {
    const found = known.get(input) ?? compute(input);
    known.set(input, found);
    return found;
  };
}
