// Exact pay and want of a tabled world by dynamic programming over its layers: among all policies that do best by one measure, those that do best or
// worst by the other.

import type { PaidProcess } from "./paid-process.ts";

/** Which measure comes first, and whether the other is then as large or as small as can be. */
export interface GoalOrder {
  readonly first: "pay" | "want";
  readonly second: "most" | "least";
}

/** A policy that does best by the first measure, and by the second among those. */
export interface OrderedPlay {
  /** Mean pay and want of an episode, in their units. */
  readonly pay: number;
  readonly want: number;
  /** The choice in each state of each layer, in the order of `layers`. */
  readonly choices: readonly Uint16Array[];
}

/** Share of the largest value of a measure within which actions count as equally good: rounding. */
const ROUNDING = 1e-12;

/** Values of an episode up to which differences of a measure are rounding. */
export function roundingOf({ layers, pay, want }: PaidProcess, of: "pay" | "want"): number {
  let most = 0;
  for (const value of of === "pay" ? pay : want) most = Math.max(most, Math.abs(value));
  return ROUNDING * Math.max(1, most * layers.length);
}

/** How much larger a difference of two policies must be than rounding to count: ties are broken by rounding at every step. */
const NOTABLE = 1e4;

/** Differences of a measure between policies that count. */
export const notableOf = (process: PaidProcess, of: "pay" | "want"): number => NOTABLE * roundingOf(process, of);

/**
 * Backward induction over layers, without discount. An action is kept where its value by the first measure is the largest up to rounding;
 * among those the second measure decides. Because the best policies are those that take a kept action in every state that they come to, this
 * gives the exact extreme of the second measure among all of them.
 */
export function orderedPlay(process: PaidProcess, { first, second }: GoalOrder): OrderedPlay {
  const { states: S, actions: A, offset, next, probability, layers, terminal, start } = process;
  const sign = second === "most" ? 1 : -1;
  const near = roundingOf(process, first);
  const isPay = first === "pay";
  let [later, nextLater] = [new Float64Array(S), new Float64Array(S)];
  let [now, nextNow] = [new Float64Array(S), new Float64Array(S)];
  const [ones, others] = [new Float64Array(A), new Float64Array(A)];
  const choices: Uint16Array[] = new Array(layers.length);
  for (let t = layers.length - 1; t >= 0; t--) {
    const last = t === layers.length - 1;
    const paid = last ? process.lastPay : process.pay;
    const wanted = last ? process.lastWant : process.want;
    const [one, other] = isPay ? [paid, wanted] : [wanted, paid];
    const layer = layers[t];
    const chosen = new Uint16Array(layer.length);
    for (let i = 0; i < layer.length; i++) {
      const s = layer[i];
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < A; a++) {
        let [q, r] = [0, 0];
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++) {
          const to = next[k];
          const goesOn = last || terminal[to] === 1 ? 0 : 1;
          q += probability[k] * (one[k] + goesOn * later[to]);
          r += probability[k] * (other[k] + goesOn * nextLater[to]);
        }
        ones[a] = q;
        others[a] = r;
        if (q > most) most = q;
      }
      let best = -1;
      for (let a = 0; a < A; a++)
        if (ones[a] >= most - near && (best < 0 || sign * (others[a] - others[best]) > 0)) best = a;
      now[s] = ones[best];
      nextNow[s] = others[best];
      chosen[i] = best;
    }
    choices[t] = chosen;
    [later, now] = [now, later];
    [nextLater, nextNow] = [nextNow, nextLater];
  }
  let [one, other] = [0, 0];
  for (let s = 0; s < S; s++) {
    if (start[s] === 0 || terminal[s] === 1) continue;
    one += start[s] * later[s];
    other += start[s] * nextLater[s];
  }
  return isPay ? { pay: one, want: other, choices } : { pay: other, want: one, choices };
}

/** Pay and want of choices at random, and how they correlate step by step. */
export interface RandomPlay {
  readonly pay: number;
  readonly want: number;
  /** Correlation over the states and actions of an episode, by how often they occur; null where pay or want is constant. */
  readonly correlation: number | null;
}

/** Choices at random, each as likely, by a pass forwards over the layers. */
export function randomPlay(process: PaidProcess): RandomPlay {
  const { states: S, actions: A, offset, next, probability, layers, terminal, start } = process;
  let chance = Float64Array.from(start);
  let [sum, x, y, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  for (let t = 0; t < layers.length; t++) {
    const last = t === layers.length - 1;
    const [paid, wanted] = last ? [process.lastPay, process.lastWant] : [process.pay, process.want];
    const after = new Float64Array(S);
    for (const s of layers[t]) {
      const mass = chance[s] / A;
      for (let a = 0; a < A; a++) {
        let [p, w] = [0, 0];
        for (let k = offset[s * A + a]; k < offset[s * A + a + 1]; k++) {
          p += probability[k] * paid[k];
          w += probability[k] * wanted[k];
          if (terminal[next[k]] === 0) after[next[k]] += mass * probability[k];
        }
        sum += mass;
        x += mass * p;
        y += mass * w;
        xx += mass * p * p;
        xy += mass * p * w;
        yy += mass * w * w;
      }
    }
    chance = after;
  }
  const variances = (xx / sum - (x / sum) ** 2) * (yy / sum - (y / sum) ** 2);
  const correlation =
    variances > 1e-18 * (xx / sum) * (yy / sum) ? (xy / sum - (x * y) / sum ** 2) / Math.sqrt(variances) : null;
  return { pay: x, want: y, correlation };
}
