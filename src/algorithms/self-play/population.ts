// Training by responses to a growing population of a symmetric game of two: naive and fictitious self-play, and PSRO (Lanctot et al., 2017).

import type { LinearPrograms } from "../../math/linear-program.ts";
import { matrixEquilibrium } from "../../math/matrix-game.ts";

/** A symmetric game of two, and how a learner trains in it. */
export interface TrainedGame<Policy> {
  /** An untrained policy. */
  readonly first: Policy;
  /** What the first policy wins of the second, which loses as much. Leagues read it as wins less defeats, −1 to 1. */
  result(one: Policy, other: Policy): number;
  /** One policy that plays as the mixture does. */
  mixed(policies: readonly Policy[], weights: ArrayLike<number>): Policy;
  /** What training against a policy leads to. */
  response(against: Policy): Policy;
}

/** Checkpoints, oldest first, with results of each against each as far as they are asked for. */
export interface OpponentPopulation<Policy> {
  readonly policies: Policy[];
  result(one: number, other: number): number;
}

/** A population that begins with some policies. Results are computed once; those of the other side are their negatives. */
export function population<Policy>(
  game: Pick<TrainedGame<Policy>, "result">,
  policies: Policy[],
): OpponentPopulation<Policy> {
  const known = new Map<number, Map<number, number>>();
  const lower = (low: number, high: number): number => {
    const row = known.get(high) ?? new Map<number, number>();
    known.set(high, row);
    const payoff = row.get(low) ?? game.result(policies[low], policies[high]);
    row.set(low, payoff);
    return payoff;
  };
  return {
    policies,
    result: (one, other) => (one === other ? 0 : one < other ? lower(one, other) : -lower(other, one)),
  };
}

/** Which mixture of the population the next policy is trained against, [policies]. */
export type Matchmaking<Policy> = (among: OpponentPopulation<Policy>) => Float64Array;

/** The newest alone: naive self-play. */
export const newest: Matchmaking<unknown> = ({ policies }) =>
  Float64Array.from(policies, (_, k) => (k + 1 === policies.length ? 1 : 0));

/** All alike: fictitious self-play. */
export const alike: Matchmaking<unknown> = ({ policies }) =>
  new Float64Array(policies.length).fill(1 / policies.length);

/** An equilibrium of the game between checkpoints: PSRO. Draws count a half, so that the entries are half the results. */
export const byEquilibrium =
  (programs: LinearPrograms): Matchmaking<unknown> =>
  ({ policies, result }) =>
    matrixEquilibrium(
      policies.flatMap((_, one) => policies.map((_other, other) => result(one, other) / 2)),
      policies.length,
      programs,
    ).row;
