// The contract of a text method: how answers become token credit, and which objective is made of it. The rest of an update is the
// same for all methods (`group-learner.ts`).

import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { type PartDefinition, type PluginOf, pluginOf } from "../../core/plugin.ts";
import type { Measures } from "../training-measures.ts";
import type { Completions } from "./completions.ts";
import type { GenerationHook } from "./generation-hook.ts";
import type { AVERAGES, CreditOptions } from "./group-advantage.ts";
import type { Span, TokenObjective } from "./token-objective.ts";

/** An objective's numbers for a batch of texts, [rows × context] each; those of characters that were not written are not read. */
export interface Credit {
  readonly tables: readonly Float32Array[];
  readonly shares: Float32Array;
}

/** Credit that a method gives to the characters of a batch. */
export interface TokenCredit {
  /** In the order of the objectives. */
  readonly credit: readonly Credit[];
  /** Rows that are learnt from, as many as the method says; default all. */
  readonly rows?: Int32Array;
  readonly measures?: Measures;
}

/** A method for batches of a fixed size. */
export interface TextMethod {
  readonly objectives: readonly TokenObjective[];
  /** How many rows of a batch it learns from; default all. The gradient is computed on these alone. */
  readonly learns?: number;
  /** So many of these rows, one after another, are not parted by minibatches; default 1. */
  readonly together?: number;
  /** Whether it reads what the reference thinks of the texts. */
  readonly readsReference?: boolean;
  /** Called before each character is written. */
  readonly watch?: GenerationHook | undefined;
  /** State between updates, by name; restored when a training is resumed. */
  readonly state?: Readonly<Record<string, Float32Array>>;
  /**
   * Credits every character; undefined where there is nothing to learn. The next call overwrites the arrays. `reference` is ln π_ref,
   * [rows × context], for a method that reads it.
   */
  teach(texts: Completions, reference?: Float32Array): TokenCredit | undefined;
}

export interface BatchSizes {
  /** Answers of a batch, and to each question. */
  readonly rows: number;
  readonly group: number;
  /** Places of a text, and the most characters of an answer. */
  readonly context: number;
  readonly longest: number;
}

/** Parameters of the trainer that methods share. */
export interface GroupMethodOptions extends CreditOptions {
  /** How far a character's probability ratio may fall below 1 and rise above it. */
  readonly clip: readonly [low: number, high: number];
  /** Units with equal weight in the loss: characters, texts, or places of the longest text. */
  readonly average: (typeof AVERAGES)[number];
  /** Whose probability ratio is clipped; default each character's own. */
  readonly ratio?: Span;
}

/** Sizes, options and world of a stage of a training. */
export interface MethodSetting {
  readonly sizes: BatchSizes;
  readonly options: GroupMethodOptions;
  readonly spec: NumericSpec;
}

/** What a method or a callback demands of a training. UserErrors have paths below its own parameters. */
export interface Demands {
  /** What it notes while answers are written, "what was noted of answers": lost where some are written anew, so that `tries` must be 1. */
  readonly freshAnswers?: string;
  /** Whether a method has a state, or what a callback wraps it in: all stages then have groups of one size. */
  readonly keepsState?: boolean;
  /** Throws a UserError where a world lacks what it reads. */
  checkSpec?(spec: NumericSpec): void;
  /** The same of what only the world itself tells. */
  checkWorld?(world: NumericEnvironment): void;
}

/** A method with its parameters: what it demands of a training, and how it is made for one of its stages. */
export interface TextMethodPlan extends Demands {
  /** Of so many answers to a question, how many it learns from; default all. */
  learns?(answers: number): number;
  /** As of the method. */
  readonly together?: number;
  /** The reward must be a sum of so many terms, which are written down one by one in `Completions.further`. */
  readonly terms?: number;
  /** Whether it says by itself what an answer is paid, so that no callback may pay instead. */
  readonly ownPay?: boolean;
  /** Whether it reads pay alone, so that it learns from any paid texts, those of other worlds too. */
  readonly payAlone?: boolean;
  /** Whether callbacks may add to its advantages. */
  readonly openAdvantages?: boolean;
  /** Throws a UserError where its parameters and the trainer's contradict each other. */
  check?(options: GroupMethodOptions): void;
  make(setting: MethodSetting): TextMethod;
}

/** A text method, of Agon's or of one's own: `export default defineTextMethod({ summary, parameters, make })`. */
export function defineTextMethod<P>(
  definition: PartDefinition<TextMethodPlan, P>,
): PluginOf<"text-method", TextMethodPlan> {
  return pluginOf("text-method", definition);
}
