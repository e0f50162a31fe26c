// Hiring agents to acquire information: a hidden state, agents with unobserved effort and private signals, and a principal who takes a
// decision (the model of arXiv 2307.06210).

import { type MixedRadix, mixedRadix } from "../../math/mixed-radix.ts";

export interface HiringProblem {
  /** Prior probabilities P(θ), [states]. */
  readonly prior: Float64Array;
  /** Cost of each action for each agent, [agents][actions]. */
  readonly costs: readonly Float64Array[];
  /** Principal's utility u(a, θ), [decisions][states]. */
  readonly utility: readonly Float64Array[];
  /** Profiles of actions b, with one digit per agent. */
  readonly profiles: MixedRadix;
  /** Profiles of signals s or of reports, with one digit per agent. */
  readonly signals: MixedRadix;
  /** P(s | b, θ), [profiles × states × signal profiles], indexed by `cellOf`. */
  readonly law: Float64Array;
}

export interface HiringModel {
  readonly prior: ArrayLike<number>;
  readonly costs: readonly ArrayLike<number>[];
  /** Number of possible signals of each agent. */
  readonly signals: readonly number[];
  readonly utility: readonly ArrayLike<number>[];
  /** Joint distribution of the signals, P(signals | actions, state). */
  law(actions: readonly number[], state: number, signals: readonly number[]): number;
}

/** Creates a problem. Throws where the prior or the law is not normalised. */
export function hiringProblem(model: HiringModel): HiringProblem {
  const profiles = mixedRadix(model.costs.map((costs) => costs.length));
  const signals = mixedRadix(model.signals);
  const prior = Float64Array.from(model.prior);
  demandChances(prior, "the prior");
  const law = new Float64Array(profiles.count * prior.length * signals.count);
  for (let b = 0; b < profiles.count; b++) {
    const actions = profiles.digits(b);
    for (let state = 0; state < prior.length; state++) {
      const at = (b * prior.length + state) * signals.count;
      for (let s = 0; s < signals.count; s++) law[at + s] = model.law(actions, state, signals.digits(s));
      demandChances(law.subarray(at, at + signals.count), `the signals of actions ${actions} in state ${state}`);
    }
  }
  return {
    prior,
    costs: model.costs.map((costs) => Float64Array.from(costs)),
    utility: model.utility.map((row) => Float64Array.from(row)),
    profiles,
    signals,
    law,
  };
}

function demandChances(chances: Float64Array, what: string): void {
  const sum = chances.reduce((a, b) => a + b, 0);
  if (chances.every((p) => p >= 0) && Math.abs(sum - 1) < 1e-9) return;
  throw new Error(`${what}: ${chances.join(", ")} are no probabilities that add up to 1`);
}

/** Index of (b, θ, s) in the law and in payments. */
export function cellOf({ prior, signals }: HiringProblem, profile: number, state: number, reports: number): number {
  return (profile * prior.length + state) * signals.count + reports;
}

/** The optimal decision after each (b, s), and the resulting utility. */
export interface DecisionRule {
  /** [profiles × signal profiles]; the first optimal decision, and 0 after events of probability 0. */
  readonly decisions: Int32Array;
  /** Expected value of the decision, val(b) = Σ_s max_a Σ_θ P(θ)·P(s|b,θ)·u(a, θ), [profiles]. */
  readonly values: Float64Array;
}

/** Optimal decisions of a principal whose posterior assumes that b was done and s reported truthfully. They do not depend on payments. */
export function bestDecisions(problem: HiringProblem): DecisionRule {
  const { prior, utility, profiles, signals, law } = problem;
  const decisions = new Int32Array(profiles.count * signals.count);
  const values = new Float64Array(profiles.count);
  for (let b = 0; b < profiles.count; b++) {
    for (let s = 0; s < signals.count; s++) {
      const worth = utility.map((row) => {
        let sum = 0;
        for (let state = 0; state < prior.length; state++)
          sum += prior[state] * law[cellOf(problem, b, state, s)] * row[state];
        return sum;
      });
      const best = Math.max(...worth);
      // A tolerance for rounding errors makes ties break consistently.
      decisions[b * signals.count + s] = worth.findIndex((value) => value >= best - 1e-12);
      values[b] += best;
    }
  }
  return { decisions, values };
}

/** Distribution P(s_i | b, θ) of one agent's signal, [signals of the agent]. */
export function ownSignals(problem: HiringProblem, agent: number, profile: number, state: number): Float64Array {
  const { signals, law } = problem;
  const own = new Float64Array(signals.sizes[agent]);
  for (let s = 0; s < signals.count; s++) own[signals.digit(s, agent)] += law[cellOf(problem, profile, state, s)];
  return own;
}

/** Whether an agent's signal depends only on its own action and the state. */
export function seesAlone(problem: HiringProblem): boolean {
  const { prior, profiles } = problem;
  return profiles.sizes.every((_, agent) => {
    for (let b = 0; b < profiles.count; b++) {
      // It suffices to compare with the profiles in which the others take their first action.
      const plain = profiles.index(profiles.sizes.map((_, i) => (i === agent ? profiles.digit(b, agent) : 0)));
      for (let state = 0; state < prior.length; state++) {
        const [here, there] = [b, plain].map((k) => ownSignals(problem, agent, k, state));
        if (here.some((p, s) => Math.abs(p - there[s]) > 1e-12)) return false;
      }
    }
    return true;
  });
}
