// Hiring problems that can be solved by hand: a state of 0 or 1, each as likely; work that shows it with accuracy q at price c, and idleness
// that shows a fair coin; a decision that is worth 1 where it is right.

import type { HiringMechanism } from "./mechanism.ts";
import { bestDecisions, cellOf, type HiringProblem, hiringProblem } from "./problem.ts";

/** What work is like. */
export interface Work {
  /** q: the chance that who works sees the state, 1/2 … 1. */
  readonly accuracy: number;
  /** c: what it costs. */
  readonly cost: number;
}

const COIN = {
  prior: [0.5, 0.5],
  utility: [
    [1, 0],
    [0, 1],
  ],
};

/** One agent. Actions: 0 idles, 1 works. */
export function inspector({ accuracy, cost }: Work): HiringProblem {
  return hiringProblem({
    ...COIN,
    costs: [[0, cost]],
    signals: [2],
    law: ([work], state, [signal]) => right(work === 1 ? accuracy : 0.5, state, signal),
  });
}

/** Two agents who see the same, right or wrong, when both work; otherwise what they see is independent. */
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

/** The least payment for a right report that makes one agent work: c/(q − 1/2), infinite where work shows nothing. */
export function rightReportPayment({ accuracy, cost }: Work): number {
  return cost / (accuracy - 0.5);
}

/** What one agent is worth at best: q − q·c/(q − 1/2), or 1/2 where that is more and nobody is hired. */
export function inspectorProfit(work: Work): number {
  return Math.max(0.5, work.accuracy * (1 - rightReportPayment(work)));
}

/** The best that always asks for the same efforts of twins: nobody, one who is paid for a right report, or both, paid 2c each for agreement. */
export function twinsDeterministicProfit(work: Work): number {
  return Math.max(inspectorProfit(work), work.accuracy - 4 * work.cost);
}

/** How often both are asked, and what the best mechanism for twins brings, where that is more than without it. */
export interface TwinsOptimum {
  /** x = c/(M − c) */
  readonly together: number;
  /** q − 2·c·M/(M − c) */
  readonly profit: number;
}

/**
 * Both are asked to work with chance x, otherwise one of them, either as likely. Both are paid M where both are asked and agree, and
 * nothing else. Who is told to work thinks that the other works too with chance 2x/(1 + x), and a shirker agrees half of the
 * time: M·x/2 ≥ c·(1 + x)/2. Cap M above 2c.
 */
export function twinsOptimum({ accuracy, cost }: Work, cap: number): TwinsOptimum {
  return { together: cost / (cap - cost), profit: accuracy - (2 * cost * cap) / (cap - cost) };
}

/** That mechanism. Work is asked for by a bit more than indifference where `together` is above the optimum's. */
export function twinsMechanism(
  problem: HiringProblem,
  cap: number,
  together: number,
  announced: HiringMechanism["announced"] = "own",
): HiringMechanism {
  const { profiles, signals, law } = problem;
  const chances = new Float64Array(profiles.count);
  const both = profiles.index([1, 1]);
  chances[both] = together;
  for (const one of [
    [1, 0],
    [0, 1],
  ])
    chances[profiles.index(one)] = (1 - together) / 2;
  const pay = new Float64Array(law.length);
  for (let state = 0; state < 2; state++)
    for (let report = 0; report < 2; report++) pay[cellOf(problem, both, state, signals.index([report, report]))] = cap;
  return { chances, payments: [pay, pay.slice()], decisions: bestDecisions(problem).decisions, announced };
}
