// A hiring mechanism: the probabilities of effort recommendations, the decision rule, and the payments; and the outcome under given
// strategies.

import type { DecisionRule, HiringProblem } from "./problem.ts";
import { bestDecisions, cellOf } from "./problem.ts";

/**
 * Timing: a profile b is drawn and recommended, agents act, see signals and report, the principal decides, the state is revealed, agents
 * are paid.
 */
export interface HiringMechanism {
  /** Probabilities μ(b) of the recommended profiles, [profiles]. */
  readonly chances: Float64Array;
  /** Payments γ_i(b, θ, reports) ≥ 0, [agents][profiles × states × signal profiles]. */
  readonly payments: readonly Float64Array[];
  /** Decision for each profile and reports, [profiles × signal profiles]. */
  readonly decisions: Int32Array;
  /** Whether an agent is told only its own recommended action, or those of all. */
  readonly announced: "own" | "all";
}

/** An agent's strategy as a function of its recommendation. */
export interface Strategy {
  /** Action by recommendation, [told]. */
  readonly actions: Int32Array;
  /** Report by recommendation and signal, [told × signals]. */
  readonly reports: Int32Array;
}

/** Expected outcome of strategies. */
export interface HiringOutcome {
  /** Principal's utility of the decision less all payments. */
  readonly profit: number;
  /** Expected payments, [agents]. */
  readonly payments: Float64Array;
  /** Payment less cost, [agents]. */
  readonly utilities: Float64Array;
}

/** Number of different recommendations that an agent may receive. */
export function recommendationCount(
  { profiles }: HiringProblem,
  { announced }: HiringMechanism,
  agent: number,
): number {
  return announced === "own" ? profiles.sizes[agent] : profiles.count;
}

/** Index of the agent's recommendation when b is drawn. */
export function recommendationOf(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  agent: number,
  profile: number,
): number {
  return mechanism.announced === "own" ? problem.profiles.digit(profile, agent) : profile;
}

/** Strategies of obedience: every agent follows its recommendation and reports truthfully. */
export function obedience(problem: HiringProblem, mechanism: HiringMechanism): Strategy[] {
  const { profiles, signals } = problem;
  return profiles.sizes.map((_, agent) => {
    const recommendations = recommendationCount(problem, mechanism, agent);
    const seen = signals.sizes[agent];
    const actionOf = (k: number) => (mechanism.announced === "own" ? k : profiles.digit(k, agent));
    return {
      actions: Int32Array.from({ length: recommendations }, (_, k) => actionOf(k)),
      reports: Int32Array.from({ length: recommendations * seen }, (_, k) => k % seen),
    };
  });
}

/**
 * Joint probabilities of profile b, state θ and reports r under strategies, [profiles × states × signal profiles]; expected payments are
 * sums over them. With `only`, restricted to one recommendation of one agent.
 */
export function cellChances(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  strategies: readonly Strategy[],
  only?: { readonly agent: number; readonly recommendation: number },
): Float64Array {
  const { prior, profiles, signals, law } = problem;
  const chances = new Float64Array(law.length);
  const agents = strategies.length;
  const recommendations = new Int32Array(agents);
  for (let b = 0; b < profiles.count; b++) {
    const drawn = mechanism.chances[b];
    if (
      drawn === 0 ||
      (only !== undefined && recommendationOf(problem, mechanism, only.agent, b) !== only.recommendation)
    )
      continue;
    // Profiles are put together digit by digit, without lists: this loop runs for every deviation that is tried.
    let done = 0;
    for (let agent = 0; agent < agents; agent++) {
      recommendations[agent] = recommendationOf(problem, mechanism, agent, b);
      done = done * profiles.sizes[agent] + strategies[agent].actions[recommendations[agent]];
    }
    for (let s = 0; s < signals.count; s++) {
      let reports = 0;
      for (let agent = 0; agent < agents; agent++) {
        const size = signals.sizes[agent];
        reports = reports * size + strategies[agent].reports[recommendations[agent] * size + signals.digit(s, agent)];
      }
      for (let state = 0; state < prior.length; state++)
        chances[cellOf(problem, b, state, reports)] += drawn * prior[state] * law[cellOf(problem, done, state, s)];
    }
  }
  return chances;
}

/** Expected cost of one agent's actions. */
export function expectedCost(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  agent: number,
  { actions }: Strategy,
): number {
  let sum = 0;
  for (let b = 0; b < problem.profiles.count; b++)
    sum += mechanism.chances[b] * problem.costs[agent][actions[recommendationOf(problem, mechanism, agent, b)]];
  return sum;
}

/** Expected outcome of strategies; by default all agents obey and report truthfully. */
export function hiringOutcome(
  problem: HiringProblem,
  mechanism: HiringMechanism,
  strategies: readonly Strategy[] = obedience(problem, mechanism),
): HiringOutcome {
  const { prior, profiles, signals, utility } = problem;
  const chances = cellChances(problem, mechanism, strategies);
  const payments = Float64Array.from(mechanism.payments, (own) => dot(chances, own));
  const costs = strategies.map((strategy, agent) => expectedCost(problem, mechanism, agent, strategy));
  let decided = 0;
  for (let b = 0; b < profiles.count; b++)
    for (let r = 0; r < signals.count; r++)
      for (let state = 0; state < prior.length; state++)
        decided += chances[cellOf(problem, b, state, r)] * utility[mechanism.decisions[b * signals.count + r]][state];
  return {
    profit: decided - payments.reduce((a, b) => a + b, 0),
    payments,
    utilities: payments.map((payment, agent) => payment - costs[agent]),
  };
}

/** Mechanism with deterministic efforts and payments by `payment`. */
export function fixedEfforts(
  problem: HiringProblem,
  profile: number,
  payment: (agent: number, state: number, reports: number) => number,
  rule: DecisionRule = bestDecisions(problem),
): HiringMechanism {
  const { prior, profiles, signals, law } = problem;
  const chances = new Float64Array(profiles.count);
  chances[profile] = 1;
  const payments = profiles.sizes.map((_, agent) => {
    const own = new Float64Array(law.length);
    for (let state = 0; state < prior.length; state++)
      for (let r = 0; r < signals.count; r++) own[cellOf(problem, profile, state, r)] = payment(agent, state, r);
    return own;
  });
  return { chances, payments, decisions: rule.decisions, announced: "own" };
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
