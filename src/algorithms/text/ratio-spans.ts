// Whose probability ratio a bound is put on: each character's own (PPO), that of its turn (arXiv 2605.06200), or that of the
// whole text (GSPO, arXiv 2507.18071). A longer span's ratio is the geometric mean of its characters'.

import { np } from "../../nn/jax.ts";
import type { Completions } from "./completions.ts";
import { clippedObjective, type TokenObjective } from "./token-objective.ts";
import { mostTurns } from "./turn-credit.ts";

export const SPANS = ["characters", "turns", "texts"] as const;

export type Span = (typeof SPANS)[number];

/**
 * The objective with the mean of ln π − ln π_old over each span in the place of a character's own. Its last table numbers the
 * spans of a text from 1 to at most `most`; characters numbered 0 were not written.
 */
export function bySpans(objective: TokenObjective, context: number, most: number): TokenObjective {
  return {
    tables: [...objective.tables, "spans"],
    form: objective.form && `${objective.form} by ${most} spans of ${context}`,
    gain(moved, tables) {
      const spans = tables[tables.length - 1];
      const numbers = np.array(Array.from({ length: most }, (_, k) => k + 1)).reshape([1, 1, most]);
      const within = np.where(spans.reshape([-1, context, 1]).equal(numbers), 1, 0).astype(np.float32);
      const sums = np.sum(moved.reshape([-1, context, 1]).mul(within.ref), 1, { keepdims: true });
      const counts = np.maximum(np.sum(within.ref, 1, { keepdims: true }), 1);
      const means = np.sum(sums.div(counts).mul(within), 2).reshape([-1]);
      return objective.gain(means, tables.slice(0, -1));
    },
  };
}

/** The clipped objective by spans, the further tables that it needs, and what fills them for a batch of texts. */
export function spannedClip(
  { clip, ratio = "characters" }: { readonly clip: readonly [low: number, high: number]; readonly ratio?: Span },
  rows: number,
  context: number,
): { objective: TokenObjective; tables: readonly Float32Array[]; number(texts: Completions): void } {
  const objective = clippedObjective(clip);
  if (ratio === "characters") return { objective, tables: [], number() {} };
  const spans = new Float32Array(rows * context);
  return {
    objective: bySpans(objective, context, ratio === "turns" ? mostTurns(context) : 1),
    tables: [spans],
    number: (texts) => numberSpans(texts, ratio, spans),
  };
}

/** Numbers of the spans of written texts, [rows × context], for the last table of `bySpans`. */
export function numberSpans(
  { written, turns }: Completions,
  span: Exclude<Span, "characters">,
  into: Float32Array,
): void {
  for (let k = 0; k < written.length; k++) into[k] = written[k] === 1 ? (span === "turns" ? turns[k] : 0) + 1 : 0;
}
