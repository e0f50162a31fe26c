// Hiring agents to find something out: a hidden state, agents whose effort and signals no other party sees, and a principal
// who must decide (the model of arXiv 2307.06210).

import { type MixedRadix, mixedRadix } from "../../math/mixed-radix.ts";

/** What is to be found out, by whom, at what price. */
export interface HiringProblem {
  /** P(θ), [states]. */
  readonly prior: Float64Array;
  /** Price of each action to each agent, [agents][actions]. */
  readonly costs: readonly Float64Array[];
  /** u(a, θ), [decisions][states]. */
  readonly utility: readonly Float64Array[];
  /** Profiles of actions b, one digit for each agent. */
  readonly profiles: MixedRadix;
  /** Profiles of signals s, or of reports. */
  readonly signals: MixedRadix;
  /** P(s | b, θ), [profiles × states × signal profiles]: at `cellOf`. */
  readonly law: Float64Array;
}

/** What makes a problem. */
export interface HiringModel {
  readonly prior: ArrayLike<number>;
  readonly costs: readonly ArrayLike<number>[];
  /** How many signals each agent may see. */
  readonly signals: readonly number[];
  readonly utility: readonly ArrayLike<number>[];
  /** P(signals | actions, state). */
  law(actions: readonly number[], state: number, signals: readonly number[]): number;
}

/** Throws where the prior or a law does not add up to 1. */
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

/** Place of (b, θ, s) in the law and in payments. */
export function cellOf({ prior, signals }: HiringProblem, profile: number, state: number, reports: number): number {
  return (profile * prior.length + state) * signals.count + reports;
}

/** The best decision after (b, s), and what it brings. */
export interface DecisionRule {
  /** [profiles × signal profiles]; the first of the best, and 0 after what cannot happen. */
  readonly decisions: Int32Array;
  /** val(b) = Σ_s max_a Σ_θ P(θ)·P(s|b,θ)·u(a, θ), [profiles]. */
  readonly values: Float64Array;
}

/** Decides by the posterior of a principal who believes that b was done and s is the truth. It does not depend on payments. */
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
      // What is equal up to rounding is equal, so that a tie is broken the same way wherever it comes up.
      decisions[b * signals.count + s] = worth.findIndex((value) => value >= best - 1e-12);
      values[b] += best;
    }
  }
  return { decisions, values };
}

/** P(s_i | b, θ) of one agent, [signals of the agent]. */
export function ownSignals(problem: HiringProblem, agent: number, profile: number, state: number): Float64Array {
  const { signals, law } = problem;
  const own = new Float64Array(signals.sizes[agent]);
  for (let s = 0; s < signals.count; s++) own[signals.digit(s, agent)] += law[cellOf(problem, profile, state, s)];
  return own;
}

/** Whether what an agent sees depends on its own action and the state alone, for any play of the others. */
export function seesAlone(problem: HiringProblem): boolean {
  const { prior, profiles } = problem;
  return profiles.sizes.every((_, agent) => {
    for (let b = 0; b < profiles.count; b++) {
      // The others' first actions stand for all of theirs.
      const plain = profiles.index(profiles.sizes.map((_, i) => (i === agent ? profiles.digit(b, agent) : 0)));
      for (let state = 0; state < prior.length; state++) {
        const [here, there] = [b, plain].map((k) => ownSignals(problem, agent, k, state));
        if (here.some((p, s) => Math.abs(p - there[s]) > 1e-12)) return false;
      }
    }
    return true;
  });
}
