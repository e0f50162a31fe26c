// Rewards looked at before anything is trained: what single moves are paid, shares of channels, where two rewards differ in
// sign, and what can be farmed.

import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type NumericSpec, Status } from "../../core/environment.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";

/** A move from a situation to another one; both write outcomes [agents × channels] into an array that holds zeros. */
export interface RewardedMove {
  before(into: Float64Array): void;
  after(into: Float64Array): void;
  /** Whether the move ends the episode. */
  readonly isLast: boolean;
}

/** What a reward pays the first seat for each move, as if it were the first of an episode. */
export function movePay(plan: RewardPlan, spec: NumericSpec, moves: Iterable<RewardedMove>): number[] {
  const reward = plan(spec);
  const outcomes = new Float64Array(spec.agents.length * spec.channels.length);
  const pay = new Float64Array(spec.agents.length);
  return Array.from(moves, ({ before, after, isLast }) => {
    before(outcomes.fill(0));
    reward.reset(outcomes);
    after(outcomes.fill(0));
    reward.pay(outcomes, isLast ? Status.terminated : Status.running, pay);
    return pay[0];
  });
}

/**
 * Each channel's share of the return: the size of weight × Σ channel over the sizes of all of them, so that shares add up to 1. `sums` are
 * the sums of the channels over an episode, or over many. All shares are 0 where nothing was paid.
 */
export function channelShares(
  weights: Readonly<Record<string, number>>,
  sums: Readonly<Record<string, number>>,
): Record<string, number> {
  const sizes = Object.entries(weights).map(([name, weight]) => {
    if (!(name in sums)) throw new Error(`no sum of the channel ${name} is given`);
    return [name, Math.abs(weight * sums[name])] as const;
  });
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  return Object.fromEntries(sizes.map(([name, size]) => [name, total === 0 ? 0 : size / total]));
}

/** Where two series have different signs: one pays where the other takes. */
export function signDisagreements(one: ArrayLike<number>, other: ArrayLike<number>): number[] {
  const found: number[] = [];
  for (let k = 0; k < one.length; k++) if (one[k] * other[k] < 0) found.push(k);
  return found;
}

/** The largest returns of policies that stay away from some states. */
export interface Farming {
  /** Largest discounted return from each state, [states]; NaN where every policy may reach what is forbidden. */
  readonly values: Float64Array;
  /** Its mean over the first states from which that can be avoided, by their chances; NaN where there are none. */
  readonly mean: number;
}

/**
 * The process without every action that may lead to a forbidden state, or to one in which no action is left, solved by value
 * iteration (Bellman, 1957). What is reward there was earned without the end.
 */
export function farming(mdp: TabularMdp, isForbidden: (state: number) => boolean): Farming {
  const { states: S, actions: A, terminal, start } = mdp;
  const lost = Float64Array.from({ length: S }, (_, s) => (isForbidden(s) ? 1 : 0));
  const isLeft = (s: number, a: number): boolean => expectedNext(mdp, s, a, lost) === 0;
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    for (let s = 0; s < S; s++) {
      if (lost[s] === 1 || terminal[s] === 1) continue;
      let left = 0;
      for (let a = 0; a < A; a++) if (isLeft(s, a)) left += 1;
      if (left === 0) lost[s] = 1;
    }
    now = lost.reduce((sum, one) => sum + one, 0);
  }
  const reward = mdp.reward.slice();
  const ended = Uint8Array.from(terminal, (one, s) => (one === 1 || lost[s] === 1 ? 1 : 0));
  for (let s = 0; s < S; s++)
    for (let a = 0; a < A; a++) if (ended[s] === 0 && !isLeft(s, a)) reward[s * A + a] = Number.NEGATIVE_INFINITY;
  const { values } = valueIteration({ ...mdp, reward, terminal: ended });
  let [weight, total] = [0, 0];
  for (let s = 0; s < S; s++) {
    if (lost[s] === 1) values[s] = Number.NaN;
    else if (start[s] > 0) {
      weight += start[s];
      total += start[s] * values[s];
    }
  }
  return { values, mean: total / weight };
}
