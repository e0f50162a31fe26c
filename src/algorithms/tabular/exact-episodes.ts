// What a policy is worth on a tree of all episodes, with its gradient in the logits, and how noisy the group-relative estimate
// of that gradient is: sums over nodes, nothing sampled.

import type { Policy } from "../planning/policy.ts";
import type { EpisodeTree } from "./episode-tree.ts";

/** Sums over one tree; they share memory, so that nothing is allocated but results. */
export function exactEpisodes(tree: EpisodeTree) {
  const { choices: A, contexts, permitted, weights, roots, context, child, same, depth, end } = tree;
  const reach = new Float64Array(context.length);
  const values = new Float64Array(context.length);
  const lengths = new Float64Array(context.length);
  const own = new Float64Array(contexts * A);
  const taken = new Int32Array(depth.reduce((most, one) => Math.max(most, one), 0));
  const via = new Int32Array(tree.merged ? 0 : context.length);
  const parent = new Int32Array(tree.merged ? 0 : context.length);

  /** Chances of all nodes of start k, given that it is drawn. */
  function forward(policy: Policy, k: number): void {
    reach.fill(0, roots[k], roots[k + 1]);
    reach[roots[k]] = 1;
    for (let n = roots[k]; n < roots[k + 1]; n++) {
      const c = context[n];
      if (c < 0) continue;
      const allowed = permitted[c];
      for (let j = 0; j < allowed.length; j++) reach[same[child[n] + j]] += reach[n] * policy[c * A + allowed[j]];
    }
  }

  /** Adds `weight` times the gradient of start k's return to `into`; returns that return. Needs `forward`. */
  function backward(policy: Policy, pay: ArrayLike<number>, k: number, weight: number, into: Float64Array): number {
    for (let n = roots[k + 1] - 1; n >= roots[k]; n--) {
      const c = context[n];
      if (same[n] !== n) continue;
      if (c < 0) {
        values[n] = pay[end[n]];
        continue;
      }
      const allowed = permitted[c];
      let value = 0;
      for (let j = 0; j < allowed.length; j++) value += policy[c * A + allowed[j]] * values[same[child[n] + j]];
      values[n] = value;
      for (let j = 0; j < allowed.length; j++) {
        const at = c * A + allowed[j];
        into[at] += weight * reach[n] * policy[at] * (values[same[child[n] + j]] - value);
      }
    }
    return values[roots[k]];
  }

  /**
   * ‖∇log π‖² of what was played up to each node of start k: 1 − 2π(a|c) + Σ_b π(b|c)² for each step, and for a context met
   * before, with choice a' then, twice the product 1[a = a'] − π(a|c) − π(a'|c) + Σ_b π(b|c)².
   */
  function scoreLengths(policy: Policy, k: number): void {
    lengths[roots[k]] = 0;
    parent[roots[k]] = -1;
    for (let n = roots[k]; n < roots[k + 1]; n++) {
      const c = context[n];
      if (c < 0) continue;
      const allowed = permitted[c];
      let squares = 0;
      for (let j = 0; j < allowed.length; j++) squares += policy[c * A + allowed[j]] ** 2;
      const earlier = choicesBefore(n, c);
      for (let j = 0; j < allowed.length; j++) {
        const a = allowed[j];
        let length = lengths[n] + 1 - 2 * policy[c * A + a] + squares;
        for (let e = 0; e < earlier; e++) {
          const b = taken[e];
          length += 2 * ((a === b ? 1 : 0) - policy[c * A + a] - policy[c * A + b] + squares);
        }
        lengths[child[n] + j] = length;
        parent[child[n] + j] = n;
        via[child[n] + j] = a;
      }
    }
  }

  /** Writes the choices at context `c` on the way to node n to `taken`; returns how many there are. */
  function choicesBefore(n: number, c: number): number {
    let count = 0;
    for (let at = n; parent[at] >= 0; at = parent[at]) if (context[parent[at]] === c) taken[count++] = via[at];
    return count;
  }

  return {
    /** J = Σ_τ P(τ)·pay(τ); `pay` is [episodes]. */
    value(policy: Policy, pay: ArrayLike<number>) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++) {
        forward(policy, k);
        for (let n = roots[k]; n < roots[k + 1]; n++) if (end[n] >= 0) sum += weights[k] * reach[n] * pay[end[n]];
      }
      return sum;
    },
    /** Writes ∂J/∂logits, [contexts × choices], to `into`, and returns J. */
    gradient(policy: Policy, pay: ArrayLike<number>, into: Float64Array) {
      into.fill(0);
      let sum = 0;
      for (let k = 0; k < weights.length; k++) {
        forward(policy, k);
        sum += weights[k] * backward(policy, pay, k, weights[k], into);
      }
      return sum;
    },
    /**
     * E‖ĝ − ∇J‖² of ĝ = Σ_n w_n·(1/G)Σ_i (r_i − mean of the others)·∇log π(τ_i), with G episodes of each start n, by Hoeffding's
     * variance of the U-statistic that it is: with ½(r − r')(s − s') as kernel,
     * V_n = [4(G − 2)·ζ₁ + 2·ζ₂]/(G(G − 1)), ζ₁ = ¼(E[(r − μ)²‖s‖²] − ‖g‖²),
     * ζ₂ = ½(E[r²‖s‖²] + E[r²]E‖s‖² − 2μE[r‖s‖²]), where s = ∇log π(τ) and g is the start's own gradient. `group` is at least 2.
     * Where the pay is `drawn`, it is the chance of being paid 1. Throws on a merged tree.
     */
    estimatorVariance(policy: Policy, pay: ArrayLike<number>, group: number, drawn = false) {
      if (tree.merged) throw new Error("the noise of an estimate needs every episode by itself");
      if (!(group >= 2)) throw new Error(`a group of ${group} has no others`);
      let variance = 0;
      for (let k = 0; k < weights.length; k++) {
        own.fill(0);
        forward(policy, k);
        scoreLengths(policy, k);
        const mu = backward(policy, pay, k, 1, own);
        let [rr, s, rs, rrs] = [0, 0, 0, 0];
        for (let n = roots[k]; n < roots[k + 1]; n++) {
          if (end[n] < 0) continue;
          const r = pay[end[n]];
          const chance = reach[n];
          const square = drawn ? r : r * r;
          rr += chance * square;
          s += chance * lengths[n];
          rs += chance * r * lengths[n];
          rrs += chance * square * lengths[n];
        }
        let g = 0;
        for (let at = 0; at < own.length; at++) g += own[at] * own[at];
        const first = (rrs - 2 * mu * rs + mu * mu * s - g) / 4;
        const second = (rrs + rr * s - 2 * mu * rs) / 2;
        variance += (weights[k] ** 2 * (4 * (group - 2) * first + 2 * second)) / (group * (group - 1));
      }
      return variance;
    },
  };
}
