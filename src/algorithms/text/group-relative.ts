// Token credit under the clipped objective, and GRPO's own method (Shao et al., arXiv 2402.03300): an answer's advantage over its group is
// the credit of all its characters, under a clipped probability ratio. What differs from it only in baseline, scale, clip, ratio and
// average is this method too.

import type { Completions } from "./completions.ts";
import { characterShares, groupAdvantages, spread, totalPay } from "./group-advantage.ts";
import {
  type BatchSizes,
  type Credit,
  defineTextMethod,
  type GroupMethodOptions,
  type TextMethod,
} from "./text-method.ts";
import { spannedClip, type TokenObjective } from "./token-objective.ts";

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

export const groupRelative = defineTextMethod({
  id: "group-relative",
  summary: "answers are compared within their group, as baseline and scale say, under a clipped probability ratio",
  source: "Shao et al., arXiv 2402.03300",
  make: () => ({ payAlone: true, openAdvantages: true, make: ({ options, sizes }) => groupMethod(options, sizes) }),
});

export function groupMethod(options: GroupMethodOptions, sizes: BatchSizes): TextMethod {
  const { objective, advantages, of } = clippedCredit(options, sizes);
  return {
    objectives: [objective],
    teach(texts) {
      const byRow = groupAdvantages(totalPay(texts), sizes.group, options);
      if (byRow.every((advantage) => advantage === 0)) return undefined;
      spread(byRow, texts, advantages);
      return { credit: of(texts) };
    },
  };
}
