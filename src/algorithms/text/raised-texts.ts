// Objectives of whole texts: how far a text was raised above what it is measured from, Σ of ln π − anchor over its written characters, and
// what that costs. Texts are compared in pairs (DPO and its kin), or each is desirable or not (KTO).

import { nn, np } from "../../nn/jax.ts";
import type { ContrastiveMethod, MarginCost } from "../preference/pair-losses.ts";
import type { Completions } from "./completions.ts";
import type { TokenObjective } from "./token-objective.ts";

/** Tables of every such objective: what a character counts, 0 where none was written; and its ln π_old − anchor. */
const TABLES = ["counts", "anchors"] as const;

/** Σ over each text's places of counts·(moved + anchors), [texts]; consumes all. */
function raisedOf(moved: np.Array, counts: np.Array, anchors: np.Array, context: number): np.Array {
  return np.sum(moved.add(anchors).mul(counts).reshape([-1, context]), 1);
}

/** The same number at all places of each text, [texts·context]; consumes it. */
function atPlaces(values: np.Array, places: number): np.Array {
  return values
    .reshape([-1, 1])
    .mul(np.ones([1, places]))
    .reshape([-1]);
}

/** What a margin costs, elementwise; consumes it. */
function costOf(cost: MarginCost, margin: np.Array): np.Array {
  if (cost.kind === "squared") return np.square(margin.sub(cost.target));
  const { beta, gamma, smoothing } = cost;
  const z = margin.mul(beta).sub(gamma);
  const wrong = smoothing === 0 ? undefined : nn.softplus(z.ref).mul(smoothing);
  const right = nn.softplus(z.neg()).mul(1 - smoothing);
  return wrong === undefined ? right : right.add(wrong);
}

/** Rows 2k and 2k + 1 are a pair, its winner first; a place's gain is minus the cost of its pair. */
export function pairObjective(cost: MarginCost, context: number): TokenObjective {
  return {
    tables: TABLES,
    form: `pairs ${JSON.stringify(cost)} of ${context}`,
    gain(moved, [counts, anchors]) {
      const raised = raisedOf(moved, counts, anchors, context).reshape([-1, 2]);
      const margin = np.sum(raised.mul(np.array([[1, -1]])), 1);
      const gain = atPlaces(costOf(cost, margin).neg(), 2 * context);
      return { clipped: np.zerosLike(gain.ref), gain };
    },
  };
}

/**
 * Each text by itself: λ·σ(sβ(r − z)) with s = 1 of a desirable text and −1 of another (KTO, arXiv 2402.01306, equation 8). Its last tables
 * are s·β and λ at every place of a text, and z.
 */
export function singleObjective(context: number): TokenObjective {
  return {
    tables: [...TABLES, "strengths", "weights", "divergences"],
    form: `desirable texts of ${context}`,
    gain(moved, [counts, anchors, strengths, weights, divergences]) {
      const raised = atPlaces(raisedOf(moved, counts, anchors, context), context);
      const gain = nn.sigmoid(raised.sub(divergences).mul(strengths)).mul(weights);
      return { clipped: np.zerosLike(gain.ref), gain };
    },
  };
}

/** Baselines and weights of the characters of a batch; filled for every batch. */
export interface TextTables {
  /** [rows × context] each. */
  readonly counts: Float32Array;
  readonly anchors: Float32Array;
  /** Of the objective: those of a row sum to its share. */
  readonly shares: Float32Array;
}

export function textTables(rows: number, context: number): TextTables {
  const table = () => new Float32Array(rows * context);
  return { counts: table(), anchors: table(), shares: table() };
}

/**
 * Fills the tables for texts that were written by the policy before this update; `reference` is ln π_ref, [rows × context], and `share`
 * each row's. Rows without a weight, 1 or 0 in `weighs`, count as if they had not moved.
 */
export function fillTextTables(
  { counts, anchors, shares }: TextTables,
  { rows, context, written, logProbabilities }: Completions,
  { anchor, perCharacter }: Pick<ContrastiveMethod, "anchor" | "perCharacter">,
  reference: Float32Array,
  share: number,
  weighs?: Uint8Array,
): void {
  for (let row = 0; row < rows; row++) {
    const [from, to] = [row * context, (row + 1) * context];
    let length = 0;
    for (let at = from; at < to; at++) length += written[at];
    const weight = weighs?.[row] ?? 1;
    for (let at = from; at < to; at++) {
      const own = logProbabilities[at];
      counts[at] = written[at] === 1 ? (perCharacter ? weight / length : weight) : 0;
      anchors[at] = written[at] === 1 ? own - anchor.reference * reference[at] - anchor.previous * own : 0;
      shares[at] = written[at] === 1 ? share / length : 0;
    }
  }
}

/** ln π/π_ref of each text when it was written, [rows]. */
export function raisedWhenWritten(
  { rows, context, written, logProbabilities }: Completions,
  reference: Float32Array,
): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let at = row * context; at < (row + 1) * context; at++)
      if (written[at] === 1) sum += logProbabilities[at] - reference[at];
    return sum;
  });
}
