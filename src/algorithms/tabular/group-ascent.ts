// Group-relative policy gradients on a tree of episodes: every start is played by a group, advantages come from the scores of
// the group, and the table goes up the estimated gradient.

import type { Random } from "../../core/random.ts";
import type { ComponentCredit } from "../text/group-advantage.ts";
import type { EpisodeTree } from "./episode-tree.ts";
import type { SoftmaxTable } from "./softmax-policy.ts";

/** A part of the reward: what each episode scores, [episodes]. */
export interface Component {
  readonly scores: ArrayLike<number>;
  /** Whether the scores are chances of 1 that are drawn for every play. Default false. */
  readonly drawn?: boolean;
}

export interface GroupAscentOptions {
  /** Plays of each start in an update. */
  readonly group: number;
  readonly credit: ComponentCredit;
  /** Size of an update. */
  readonly rate: number;
  /** Starts of an update, drawn by their weights, each of which then weighs alike. Default every start, by its weight. */
  readonly starts?: number;
}

/** Plays `tree` by `table`, which it changes. */
export function groupAscent(
  tree: EpisodeTree,
  table: SoftmaxTable,
  components: readonly Component[],
  { group, credit, rate, starts: drawn }: GroupAscentOptions,
) {
  const { choices: A, contexts, permitted, weights, roots, context, child, same, end } = tree;
  const starts = drawn ?? weights.length;
  const rows = starts * group;
  /** Which starts are played, and how much each counts. */
  const startOf = Int32Array.from({ length: starts }, (_, n) => n);
  const counts = drawn === undefined ? weights : new Float64Array(starts).fill(1 / starts);
  const steps = tree.depth.reduce((most, one) => Math.max(most, one), 0);
  const seen = new Int32Array(rows * steps);
  const chosen = new Int32Array(rows * steps);
  const lengths = new Int32Array(rows);
  const scores = components.map(() => new Float64Array(rows));
  const gradient = rowGradient(contexts, A);
  const places = permitted.map((allowed) => new Map(allowed.map((choice, j) => [choice, j])));

  function begin(random: Random): void {
    if (drawn === undefined) return;
    for (let n = 0; n < starts; n++) {
      let left = random.uniform();
      let start = 0;
      while (start < weights.length - 1 && left >= weights[start]) left -= weights[start++];
      startOf[n] = start;
    }
  }

  function play(random: Random): void {
    begin(random);
    for (let row = 0; row < rows; row++) {
      let node = roots[startOf[Math.floor(row / group)]];
      let length = 0;
      for (let c = context[node]; c >= 0; c = context[node]) {
        const choice = table.choose(c, random);
        // The last choice is what is left over by rounding; it may be one that is not permitted.
        const place = places[c].get(choice) ?? permitted[c].length - 1;
        seen[row * steps + length] = c;
        chosen[row * steps + length] = permitted[c][place];
        length += 1;
        node = same[child[node] + place];
      }
      lengths[row] = length;
      for (const [k, { scores: given, drawn: rng }] of components.entries()) {
        const score = given[end[node]];
        scores[k][row] = rng === true ? (random.uniform() < score ? 1 : 0) : score;
      }
    }
  }

  /** Minus the estimate, in the rows that were met. */
  function credited(random: Random): void {
    play(random);
    const advantages = credit(scores, group);
    const { values } = gradient;
    for (let row = 0; row < rows; row++) {
      const weight = (counts[Math.floor(row / group)] / group) * advantages[row];
      if (weight === 0) continue;
      for (let t = row * steps; t < row * steps + lengths[row]; t++) {
        const from = gradient.touch(seen[t]);
        for (let b = 0; b < A; b++) values[from + b] += weight * table.policy[from + b];
        values[from + chosen[t]] -= weight;
      }
    }
  }

  return {
    /** [rows] of each component in the last batch, group after group. */
    scores,
    /** Plays a batch and writes Σ_n w_n·(1/G)Σ_i A_i·∇log π(τ_i), [contexts × choices], to `into`. */
    estimate(random: Random, into: Float64Array) {
      credited(random);
      for (let at = 0; at < into.length; at++) into[at] = -gradient.values[at];
      gradient.descend(new Float64Array(contexts * A), 0, Number.POSITIVE_INFINITY);
    },
    /** Plays a batch and goes up its gradient. */
    update(random: Random) {
      credited(random);
      const count = gradient.count();
      gradient.descend(table.logits, rate, Number.POSITIVE_INFINITY);
      for (let k = 0; k < count; k++) table.refresh(gradient.rows[k]);
    },
  };
}

/** A gradient [rows × width] that is zero but in the rows that were touched, at first everywhere. */
export function rowGradient(rows: number, width: number) {
  const values = new Float64Array(rows * width);
  const touched = new Int32Array(rows);
  const marked = new Uint8Array(rows);
  let count = 0;
  return {
    values,
    /** Rows touched since the last `descend`, the first `count()` of them. */
    rows: touched,
    count: () => count,
    /** Marks a row as touched; returns where it begins in `values`. */
    touch(row: number) {
      if (marked[row] === 0) {
        marked[row] = 1;
        touched[count++] = row;
      }
      return row * width;
    },
    /** table −= step·gradient, the gradient's Euclidean norm clipped to `clip`; then everything is zero again. Returns the norm. */
    descend(table: Float64Array, step: number, clip: number) {
      let squares = 0;
      for (let k = 0; k < count; k++) {
        const row = touched[k] * width;
        for (let b = row; b < row + width; b++) squares += values[b] * values[b];
      }
      const norm = Math.sqrt(squares);
      const scale = norm > clip ? (step * clip) / norm : step;
      for (let k = 0; k < count; k++) {
        const row = touched[k] * width;
        for (let b = row; b < row + width; b++) {
          table[b] -= scale * values[b];
          values[b] = 0;
        }
        marked[touched[k]] = 0;
      }
      count = 0;
      return norm;
    },
  };
}
