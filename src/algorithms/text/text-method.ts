// A method of learning from written texts: what each character is worth, and what is made of it. The rest of an update is the
// same for all of them (`group-learner.ts`).

import type { Measures } from "../training-measures.ts";
import type { Completions } from "./completions.ts";
import type { GenerationHook } from "./generation-hook.ts";
import {
  type AVERAGES,
  type CreditOptions,
  characterShares,
  groupAdvantages,
  spread,
  totalPay,
} from "./group-advantage.ts";
import { type Span, spannedClip } from "./ratio-spans.ts";
import type { TokenObjective } from "./token-objective.ts";

/** An objective's numbers for a batch of texts, [rows × context] each; those of characters that were not written are not read. */
export interface Credit {
  readonly tables: readonly Float32Array[];
  readonly shares: Float32Array;
}

/** What a method makes of a batch of texts. */
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
  /** What it must see of the writing. */
  readonly watch?: GenerationHook | undefined;
  /** What it remembers from one update to the next, by name; put back when a training goes on. */
  readonly state?: Readonly<Record<string, Float32Array>>;
  /** Credits every character; undefined where there is nothing to learn. The next call overwrites the arrays. */
  teach(texts: Completions): TokenCredit | undefined;
}

/** What a method is made for. */
export interface BatchSizes {
  /** Answers of a batch, and to each question. */
  readonly rows: number;
  readonly group: number;
  /** Places of a text, and the most characters of an answer. */
  readonly context: number;
  readonly longest: number;
}

export interface GroupMethodOptions extends CreditOptions {
  /** How far a character's probability ratio may fall below 1 and rise above it. */
  readonly clip: readonly [low: number, high: number];
  /** What counts alike. */
  readonly average: (typeof AVERAGES)[number];
  /** Whose probability ratio is clipped; default each character's own. */
  readonly ratio?: Span;
}

/** GRPO and what differs from it only in baseline, scale, clip, ratio and average. */
export function groupMethod(options: GroupMethodOptions, { rows, group, context, longest }: BatchSizes): TextMethod {
  const advantages = new Float32Array(rows * context);
  const shares = new Float32Array(rows * context);
  const widths = new Float32Array(rows * context).fill(1);
  const { objective, tables, number } = spannedClip(options, rows, context);
  const credit: readonly Credit[] = [{ tables: [advantages, widths, ...tables], shares }];
  return {
    objectives: [objective],
    teach(texts) {
      const byRow = groupAdvantages(totalPay(texts), group, options);
      if (byRow.every((advantage) => advantage === 0)) return undefined;
      spread(byRow, texts, advantages);
      characterShares(texts, options.average, longest, shares);
      number(texts);
      return { credit };
    },
  };
}
