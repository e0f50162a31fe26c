// Solvers of a regularised preference game, step by step in log-probabilities: mirror prox, mirror descent against itself, Nash-MD, and
// mirror prox with a part left out.

import { Random } from "../../core/random.ts";
import {
  divergence,
  drawnPolicy,
  normalise,
  type PreferenceGame,
  proximalStep,
  type RegularisedGame,
  regularisedGap,
} from "../../feedback/preferences/preference-game.ts";

/** *look ahead from there*: the second step begins at the first one's end and not at the policy before it. */
export const SOLVERS = ["mirror prox", "mirror descent", "Nash-MD", "look ahead from there"] as const;
export type Solver = (typeof SOLVERS)[number];

/** Opponents whose win rates an iteration asks for. */
export const queriesOf = (solver: Solver): number =>
  solver === "mirror prox" || solver === "look ahead from there" ? 2 : 1;

/** One iteration at a time, in place. */
export function stepper(game: RegularisedGame, solver: Solver, rate: number): (policy: Float64Array) => void {
  const n = game.answers;
  const [ahead, work] = [new Float64Array(n), new Float64Array(n)];
  switch (solver) {
    case "mirror prox":
      return (policy) => {
        proximalStep(game, policy, policy, rate, ahead, work);
        proximalStep(game, policy, ahead, rate, policy, work);
      };
    case "look ahead from there":
      return (policy) => {
        proximalStep(game, policy, policy, rate, ahead, work);
        proximalStep(game, ahead, ahead, rate, policy, work);
      };
    case "mirror descent":
      return (policy) => proximalStep(game, policy, policy, rate, policy, work);
    case "Nash-MD":
      return (policy) => {
        // The opponent is the policy mixed with the reference, as far as the step itself goes there.
        for (let k = 0; k < n; k++) ahead[k] = (policy[k] + rate * game.reference[k]) / (1 + rate);
        normalise(ahead);
        proximalStep(game, policy, ahead, rate, policy, work);
      };
  }
}

/** The game with a reference drawn evenly from all policies. */
export const drawnGame = (game: PreferenceGame, temperature: number, seed: number): RegularisedGame => ({
  ...game,
  temperature,
  reference: drawnPolicy(game.answers, Random.of(seed, "reference", game.answers)),
});

/** A step that changes no log-probability by more has settled. */
const SETTLED = 1e-14;
const MOST_ITERATIONS = 100_000;

/** The equilibrium, and what the best answer to it would gain. Mirror prox within its guarantee finds it, and the gap proves it. */
export function equilibriumOf(game: RegularisedGame): { readonly policy: Float64Array; readonly gap: number } {
  const policy = game.reference.slice();
  const before = policy.slice();
  const step = stepper(game, "mirror prox", 2 * game.temperature);
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    before.set(policy);
    step(policy);
    if (policy.every((value, y) => Math.abs(value - before[y]) <= SETTLED * Math.max(1, Math.abs(value)))) break;
  }
  return { policy, gap: regularisedGap(game, policy) };
}

/** How a solver comes to the equilibrium. */
export interface Convergence {
  /** Queries until KL(π*‖π) ≤ 1e-9; undefined where the limit came first. */
  readonly queries: number | undefined;
  /** The largest KL after an iteration over that before it, of iterations that began above 1e-11. */
  readonly worstRatio: number;
  /** KL at the end. */
  readonly last: number;
}

const REACHED = 1e-9;
/** Below it rounding decides ratios. */
const EXACT = 1e-11;

/** Runs a solver from the reference until it is there, goes on until ratios are rounding, or has asked `limit` queries. */
export function convergence(
  game: RegularisedGame,
  target: Float64Array,
  solver: Solver,
  rate: number,
  limit: number,
): Convergence {
  const policy = game.reference.slice();
  const step = stepper(game, solver, rate);
  let before = divergence(target, policy);
  let worstRatio = 0;
  let queries: number | undefined;
  for (let asked = queriesOf(solver); asked <= limit && before > EXACT; asked += queriesOf(solver)) {
    step(policy);
    const now = divergence(target, policy);
    worstRatio = Math.max(worstRatio, now / before);
    if (queries === undefined && now <= REACHED) queries = asked;
    before = now;
  }
  return { queries, worstRatio, last: before };
}
