// Token credit under the clipped objective: the tables that a method of advantages fills for a batch of texts.

import type { Completions } from "./completions.ts";
import { characterShares } from "./group-advantage.ts";
import { spannedClip } from "./ratio-spans.ts";
import type { BatchSizes, Credit, GroupMethodOptions } from "./text-method.ts";
import type { TokenObjective } from "./token-objective.ts";

/** Credit of one clipped objective. */
export interface ClippedCredit {
  readonly objective: TokenObjective;
  /** To be filled, [rows × context] each; widths are 1. */
  readonly advantages: Float32Array;
  readonly widths: Float32Array;
  /** The credit of these texts, whose advantages are filled; `written` are the characters that count, by default all. */
  of(texts: Completions, written?: Uint8Array): readonly Credit[];
}

/** Under the clip, ratio and average of the options. The next batch overwrites the arrays. */
export function clippedCredit(
  { average, ...options }: Pick<GroupMethodOptions, "clip" | "ratio" | "average">,
  { rows, context, longest }: BatchSizes,
): ClippedCredit {
  const advantages = new Float32Array(rows * context);
  const shares = new Float32Array(rows * context);
  const widths = new Float32Array(rows * context).fill(1);
  const { objective, tables, number } = spannedClip(options, rows, context);
  const credit = [{ tables: [advantages, widths, ...tables], shares }];
  return {
    objective,
    advantages,
    widths,
    of(texts, written = texts.written) {
      characterShares({ ...texts, written }, average, longest, shares);
      number(texts);
      return credit;
    },
  };
}
