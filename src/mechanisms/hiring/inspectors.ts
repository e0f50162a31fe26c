// Hiring problems with closed-form solutions, and random ones. The former have two equally likely states 0 and 1. Working reveals the state
// with accuracy q at cost c, idleness yields a fair coin, and a correct decision is worth 1.

import type { Random } from "../../core/random.ts";
import { fixedEfforts, type HiringMechanism } from "./mechanism.ts";
import { bestDecisions, cellOf, type HiringProblem, hiringProblem } from "./problem.ts";

/** Accuracy and cost of working. */
export interface Work {
  /** q: probability that a working agent sees the state, from 1/2 to 1. */
  readonly accuracy: number;
  /** c: cost of working. */
  readonly cost: number;
}

const COIN = {
  prior: [0.5, 0.5],
  utility: [
    [1, 0],
    [0, 1],
  ],
};

/** The problem with one agent. Actions: 0 is idle, 1 is work. */
export function inspector({ accuracy, cost }: Work): HiringProblem {
  return hiringProblem({
    ...COIN,
    costs: [[0, cost]],
    signals: [2],
    law: ([work], state, [signal]) => right(work === 1 ? accuracy : 0.5, state, signal),
  });
}

/** Two agents whose signals are identical, right or wrong, when both work; otherwise their signals are independent. */
export function twinInspectors({ accuracy, cost }: Work): HiringProblem {
  return hiringProblem({
    ...COIN,
    costs: [
      [0, cost],
      [0, cost],
    ],
    signals: [2, 2],
    law(work, state, signals) {
      if (work.every((one) => one === 1)) return signals[0] === signals[1] ? right(accuracy, state, signals[0]) : 0;
      return work.reduce((p, one, i) => p * right(one === 1 ? accuracy : 0.5, state, signals[i]), 1);
    },
  });
}

function right(accuracy: number, state: number, signal: number): number {
  return signal === state ? accuracy : 1 - accuracy;
}

/** Smallest payment for a correct report that makes one agent work: c/(q − 1/2), infinite where working reveals nothing. */
export function rightReportPayment({ accuracy, cost }: Work): number {
  return cost / (accuracy - 0.5);
}

/** Mechanism with fixed efforts in which an agent that is asked to work gets `payment` for a correct report. */
export function rightReports(problem: HiringProblem, profile: number, payments: readonly number[]) {
  const { profiles, signals } = problem;
  return fixedEfforts(problem, profile, (agent, state, reports) =>
    profiles.digit(profile, agent) === 1 && signals.digit(reports, agent) === state ? payments[agent] : 0,
  );
}

/** Optimal profit with one agent: q − q·c/(q − 1/2), or 1/2 where that is more and the agent is not hired. */
export function inspectorProfit(work: Work): number {
  return Math.max(0.5, work.accuracy * (1 - rightReportPayment(work)));
}

/** Optimal mechanism for twins: probability that both are asked to work, and profit; defined where it beats deterministic efforts. */
export interface TwinsOptimum {
  /** x = c/(M − c), the probability that both are asked to work. */
  readonly together: number;
  /** Expected profit q − 2·c·M/(M − c). */
  readonly profit: number;
}

/**
 * Optimal mechanism for twins with cap M above 2c. Both are asked to work with probability x, otherwise one of them at random. Each gets M
 * where both are asked and agree, and nothing else. An agent that is asked to work believes that the other works too with probability 2x/(1
 * + x), and a shirker agrees half of the time, so that M·x/2 ≥ c·(1 + x)/2.
 */
export function twinsOptimum({ accuracy, cost }: Work, cap: number): TwinsOptimum {
  return { together: cost / (cap - cost), profit: accuracy - (2 * cost * cap) / (cap - cost) };
}

/** Constructs this mechanism. With `together` above the optimum, agents strictly prefer to work. */
export function twinsMechanism(
  problem: HiringProblem,
  cap: number,
  together: number,
  announced: HiringMechanism["announced"] = "own",
): HiringMechanism {
  const { profiles, signals, law } = problem;
  const chances = new Float64Array(profiles.count);
  const both = profiles.index([1, 1]);
  chances.fill((1 - together) / 2);
  chances[both] = together;
  chances[profiles.index([0, 0])] = 0;
  const pay = new Float64Array(law.length);
  for (let state = 0; state < 2; state++)
    for (let report = 0; report < 2; report++) pay[cellOf(problem, both, state, signals.index([report, report]))] = cap;
  return { chances, payments: [pay, pay.slice()], decisions: bestDecisions(problem).decisions, announced };
}

/**
 * Draws a problem: costs in [0, 0.1], and accuracies that increase with them and depend on the state. With some probability the agents'
 * signal errors are perfectly correlated. A correct decision is worth 0.7 … 1, a wrong one 0 … 0.2.
 */
export function drawnProblem(random: Random): HiringProblem {
  const rising = (count: number, low: number, high: number) =>
    Array.from({ length: count }, () => random.uniform(low, high)).sort((a, b) => a - b);
  const one = random.uniform(0.3, 0.7);
  const counts = [0, 1].map(() => 2 + random.integer(2));
  const costs = counts.map((count) => [0, ...rising(count - 1, 0.005, 0.1)]);
  /** Accuracy of each action, [agents][states][actions]. */
  const accuracy = counts.map((count) => [0, 1].map(() => [0.5, ...rising(count - 1, 0.55, 0.95)]));
  const shared = random.uniform();
  const utility = [0, 1].map((a) =>
    [0, 1].map((state) => (a === state ? random.uniform(0.7, 1) : random.uniform(0, 0.2))),
  );
  return hiringProblem({
    prior: [1 - one, one],
    costs,
    signals: [2, 2],
    utility,
    law(actions, state, signals) {
      const right = actions.map((action, i) => accuracy[i][state][action]);
      const says = right.map((q, i) => (signals[i] === state ? q : 1 - q));
      // A common random number u makes all agents with q > u right.
      const least = Math.min(...right);
      const [first, second] = signals.map((signal) => signal === state);
      const together =
        first && second
          ? least
          : !first && !second
            ? 1 - Math.max(...right)
            : Math.max(0, first ? right[0] - right[1] : right[1] - right[0]);
      return shared * together + (1 - shared) * says[0] * says[1];
    },
  });
}
