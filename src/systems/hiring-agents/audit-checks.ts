// Whether the program's mechanisms are obeyed: every action with every map of reports, of every agent, on problems drawn at random.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { bestDeterministic, bestHiring } from "../../mechanisms/hiring/best-mechanisms.ts";
import { bestDeviation } from "../../mechanisms/hiring/deviations.ts";
import { drawnProblem } from "../../mechanisms/hiring/drawn-problem.ts";
import { type HiringMechanism, hiringOutcome } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { scoringContract } from "../../mechanisms/hiring/scoring-contract.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { hired, small } from "./exact-checks.ts";

const CAP = 1;

export function auditChecks(
  solver: LinearPrograms,
  firstSeed: number,
  count: number,
): { checks: Check[]; controls: Control[]; measured: string } {
  let [gain, low, high, apart, below] = [0, 0, 0, 0, 0];
  let [paying, correlated] = [0, 0];
  let [scored, scoredGain, cheaper] = [0, 0, 0];
  let [shirking, leastGain] = [0, Number.POSITIVE_INFINITY];
  let [missed, missedGain] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const problem = drawnProblem(Random.of(seed, "hiring"));
    const { mechanism, profit } = hired(bestHiring(solver, problem, { cap: CAP }));
    gain = Math.max(gain, bestDeviation(problem, mechanism).gain);
    for (const payments of mechanism.payments) {
      low = Math.min(low, ...payments);
      high = Math.max(high, ...payments);
    }
    const outcome = hiringOutcome(problem, mechanism);
    apart = Math.max(apart, Math.abs(outcome.profit - profit));
    const steady = hired(bestDeterministic(solver, problem, { cap: CAP })).profit;
    below = Math.max(below, steady - profit);
    if (profit > steady + 1e-6) correlated += 1;

    if (outcome.payments.some((paid) => paid > 1e-9)) {
      paying += 1;
      const less = bestDeviation(problem, scaledBy(mechanism, 0.9));
      if (less.gain > 1e-8 && worksLess(problem, less)) shirking += 1;
      leastGain = Math.min(leastGain, less.gain);
    }
    const truthful = hired(bestHiring(solver, problem, { cap: CAP, disobedient: "tells-truth" })).mechanism;
    const double = bestDeviation(problem, truthful);
    if (double.gain > 1e-8) missed += 1;
    missedGain = Math.max(missedGain, double.gain);

    for (const target of ["state", "peer"] as const) {
      for (const score of ["quadratic", "spherical", "logarithmic"] as const) {
        for (let profile = 0; profile < problem.profiles.count; profile++) {
          const contract = scoringContract(problem, { score, target, profile, cap: CAP });
          if (contract.status !== "optimal") continue;
          scored += 1;
          scoredGain = Math.max(scoredGain, bestDeviation(problem, contract.mechanism).gain);
          cheaper = Math.max(cheaper, contract.profit - steady);
        }
      }
    }
  }
  return {
    measured: `${count} drawn problems: somebody is paid in ${paying}, efforts are correlated in ${correlated}, no deviation gains more than ${small(gain)}`,
    checks: [
      holds(
        `${count} drawn problems: largest gain of any action with any reports`,
        "≤ 1e-8, with somebody paid in at least half of them",
        `${small(gain)}; somebody is paid in ${paying}`,
        gain <= 1e-8 && paying >= count / 2,
      ),
      holds("the same: payments", `in [0, ${CAP}]`, `${low} … ${high}`, low >= 0 && high <= CAP),
      holds(
        "the same: the program's profit against that of playing it",
        "the same (±1e-8)",
        `largest difference ${small(apart)}`,
        apart <= 1e-8,
      ),
      holds(
        "the same: profit of always the same efforts above the program's",
        "never (1e-8)",
        `at most ${small(below)}; the program's is higher in ${correlated}`,
        below <= 1e-8,
      ),
      holds(
        "scoring rules on the state and on a peer's report, at all efforts that they can pay for: largest gain of a deviation; profit above the best with the same efforts",
        "≤ 1e-8; never (1e-8)",
        `${scored} contracts: ${small(scoredGain)}; at most ${small(cheaper)}`,
        scored > 0 && scoredGain <= 1e-8 && cheaper <= 1e-8,
      ),
    ],
    controls: [
      {
        name: "payments times 0.9: nobody gains more than 1e-8 by working less, in one problem or more",
        failed: shirking === paying && paying > 0,
        measured: `somebody gains by it in ${shirking} of ${paying}, at least ${small(leastGain)}`,
      },
      {
        name: "obedience demanded of the truthful and truth of the obedient alone: nobody gains more than 1e-8 in any problem",
        failed: missed > 0,
        measured: `who shirks and lies at once gains in ${missed} of ${count}, up to ${missedGain.toFixed(4)}`,
      },
    ],
  };
}

function scaledBy(mechanism: HiringMechanism, factor: number): HiringMechanism {
  return { ...mechanism, payments: mechanism.payments.map((own) => own.map((payment) => factor * payment)) };
}

/** Whether a deviation costs less than what was asked for. */
function worksLess(
  problem: HiringProblem,
  deviation: { readonly agent: number; readonly told: number; readonly action: number },
): boolean {
  const costs = problem.costs[deviation.agent];
  return costs[deviation.action] < costs[deviation.told];
}
