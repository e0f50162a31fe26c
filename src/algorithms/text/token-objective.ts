// What a character adds to the objective, as a function of how its probability has moved since it was written. Methods differ in
// this function and in the numbers that they give it for each character.

import { grad, np } from "../../nn/jax.ts";
import type { Completions } from "./completions.ts";
import { mostTurns } from "./turn-credit.ts";

/** What is gained at every place, [places] each. */
export interface TokenGain {
  readonly gain: np.Array;
  /** 1 where a bound holds the gain fast. */
  readonly clipped: np.Array;
}

/** A function of characters, to be maximised. */
export interface TokenObjective {
  /** Names of the numbers that it is given for each character. */
  readonly tables: readonly string[];
  /** Objectives of one form compute the same. */
  readonly form?: string | undefined;
  /** `moved` is ln π − ln π_old, and `tables` are in the order of their names, [places] each. Consumes all. */
  gain(moved: np.Array, tables: readonly np.Array[]): TokenGain;
}

/**
 * min(ρA, clip(ρ, 1 − low·c, 1 + high·c)·A) with ρ = π/π_old (Schulman et al., arXiv 1707.06347, equation 7; two widths as in
 * DAPO, arXiv 2503.14476): its tables are the advantage A and the width c, usually 1.
 */
export function clippedObjective([low, high]: readonly [low: number, high: number]): TokenObjective {
  return {
    tables: ["advantages", "widths"],
    form: `clipped ${low} ${high}`,
    gain(moved, [advantages, widths]) {
      const ratio = np.exp(moved);
      const free = ratio.ref.mul(advantages.ref);
      const least = widths.ref.mul(-low).add(1);
      const most = widths.mul(high).add(1);
      const bounded = np.minimum(np.maximum(ratio, least), most).mul(advantages);
      return {
        clipped: np.where(bounded.ref.less(free.ref), 1, 0).astype(np.float32),
        gain: np.minimum(free, bounded),
      };
    },
  };
}

/**
 * What an objective makes of characters whose ln π has moved by `moved`, outside any loss; differentiated in double precision. With shares
 * the slopes are those of Σ shares·gain, else of Σ gain.
 */
export function objectiveAt(
  objective: TokenObjective,
  moved: Float64Array,
  tables: readonly Float64Array[],
  shares?: Float64Array,
) {
  const data = () => tables.map((table) => np.array(table));
  const slopes = grad((at: np.Array) => {
    const { gain, clipped } = objective.gain(at, data());
    clipped.dispose();
    return np.sum(shares === undefined ? gain : gain.mul(np.array(shares)));
  })(np.array(moved));
  const { gain, clipped } = objective.gain(np.array(moved), data());
  const read = (array: np.Array) => Float64Array.from(array.dataSync());
  return {
    gain: read(gain),
    /** Derivatives in ln π: what multiplies ∇ ln π. */
    slopes: read(slopes),
    clipped: read(clipped),
  };
}

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
