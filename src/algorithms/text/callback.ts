// The contract of a callback, which goes along with a training on groups: it may act before the pay, pay for a batch when all of it
// is written, learn from it beside the model, put batches of its own in the place of the next one, and wrap the method.

import type { Agent } from "../../core/agent.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { type PartDefinition, type PluginOf, pluginOf } from "../../core/plugin.ts";
import type { Random } from "../../core/random.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Optimiser } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import type { SavedTensor, SavedTensors } from "../training-checkpoint.ts";
import type { Measures } from "../training-measures.ts";
import type { Completions } from "./completions.ts";
import type { GenerationHook } from "./generation-hook.ts";
import type { GroupLearnerOptions, GroupUpdate, LaterPay } from "./group-learner.ts";
import type { TrainingPhase } from "./phases.ts";
import type { ImitationChange } from "./sft.ts";
import type { BatchSizes, Demands, GroupMethodOptions, TextMethod, TextMethodPlan } from "./text-method.ts";

/** Made for one stage of a training, whose sizes and pay it knows; the next stage's is given what this one kept. */
export interface Callback {
  /**
   * An update of getting ready, before the first that is paid for; undefined where there is none to make. Asked only of the one
   * that is made for this, in the world's own questions, and whose `save` the first stage's is given.
   */
  prepare?(): Measures | undefined;
  /** Sees every character of the task before it is written. */
  readonly watch?: GenerationHook;
  /** Changes what a batch is paid, before anything is learnt from it. */
  readonly later?: LaterPay;
  /** An update in the place of the next one on the task; undefined where it has none to make. */
  instead?(random: Random): GroupUpdate | undefined;
  /** Sees a batch of the task when the model has learnt from it. What it measures of itself stands beside the training's measures. */
  after?(texts: Completions, random: Random): Measures;
  /** Tensors for a checkpoint; copies. */
  save?(): readonly SavedTensor[];
  /** Takes over what another of its kind saved. */
  restore?(tensors: SavedTensors): void;
  close(): void;
}

/** Options of a trainer on groups, without those of its method and callbacks. */
export type TrainerOptions = GroupLearnerOptions & GroupMethodOptions;

/** The model of a training and where it writes. */
export interface CallbackWriter {
  readonly context: TrainingContext;
  readonly model: LanguageModel;
  /** Moved in place. */
  readonly parameters: Parameters;
}

/** One stage of a training: its sizes, worlds, model and optimiser. */
export interface CallbackStage extends CallbackWriter {
  readonly options: TrainerOptions;
  /** The world in which each row answers. */
  readonly worlds: readonly NumericEnvironment[];
  /** Where the divergence is measured from. */
  readonly reference: Parameters;
  /** The optimiser of the model. */
  readonly optimiser: Optimiser;
  /** The training's method for batches of the same sizes in other worlds; only of a method that reads pay alone. */
  method(spec: NumericSpec): TextMethod;
}

/** A named part of a training. */
export interface NamedPlan<Plan> {
  readonly id: string;
  readonly plan: Plan;
}

/** The training that a callback is to go along with. */
export interface AccompaniedTraining {
  readonly options: TrainerOptions;
  readonly method: NamedPlan<TextMethodPlan>;
  readonly callbacks: readonly NamedPlan<CallbackPlan>[];
}

/** A callback with its parameters: what it demands of a training, and how it is made for one of its stages. */
export interface CallbackPlan extends Demands {
  /** Whether it pays in the place of the declared reward: it then comes before callbacks that add to the pay. */
  readonly replacesPay?: boolean;
  /** Updates of getting ready, between the phases before the pay and the first that is paid. */
  readonly preparing?: number;
  /** Throws a UserError where its parameters and the training's contradict each other. */
  check?(training: AccompaniedTraining): void;
  /** Places of a text that the model must have room for. */
  room?(spec: NumericSpec): number;
  /** Changes of the demonstrations by the world's oracle `from`, in texts with `room` places. */
  shown?(context: TrainingContext, from: string, room: number): ImitationChange | undefined;
  /** A phase between the imitation and the pay; `starts` are the only questions that are practised anyway. */
  before?(
    writer: CallbackWriter,
    options: TrainerOptions & { readonly starts?: readonly number[] | undefined },
  ): TrainingPhase;
  /** The trained player, in the place of one that draws character by character; `writer.parameters` no other code may change. */
  player?(writer: CallbackWriter): Agent;
  /** The method with something of its own around it. */
  wrap?(method: TextMethod, sizes: BatchSizes & { readonly width: number }): TextMethod;
  /** Creates the callback of one stage; undefined where it does nothing in that stage. */
  make?(stage: CallbackStage): Callback | undefined;
}

/** A callback, of Agon's or of one's own: `export default defineCallback({ summary, parameters, make })`. */
export function defineCallback<P>(definition: PartDefinition<CallbackPlan, P>): PluginOf<"callback", CallbackPlan> {
  return pluginOf("callback", definition);
}

/** Several as one, which pay, learn and are kept in their order. */
export function together(callbacks: readonly Callback[]): Callback {
  const paying = callbacks.flatMap(({ later }) => later ?? []);
  const watching = callbacks.flatMap(({ watch }) => watch ?? []);
  return {
    prepare() {
      for (const callback of callbacks) {
        const measures = callback.prepare?.();
        if (measures !== undefined) return measures;
      }
      return undefined;
    },
    ...(watching.length > 0 && {
      watch(step) {
        for (const watch of watching) watch(step);
      },
    }),
    ...(paying.length > 0 && {
      later(texts, random) {
        for (const pay of paying) pay(texts, random);
      },
    }),
    instead(random) {
      for (const callback of callbacks) {
        const update = callback.instead?.(random);
        if (update !== undefined) return update;
      }
      return undefined;
    },
    after(texts, random) {
      return Object.assign({}, ...callbacks.map((callback) => callback.after?.(texts, random)));
    },
    save: () => callbacks.flatMap((callback) => callback.save?.() ?? []),
    restore(tensors) {
      for (const callback of callbacks) callback.restore?.(tensors);
    },
    close() {
      for (const { close } of callbacks) close();
    },
  };
}
