// Whether the program's mechanisms are obeyed: every action with every map of reports, of every agent, on problems drawn at random.

import { Random } from "../../core/random.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { bestDeterministic, bestHiring } from "../../mechanisms/hiring/best-mechanisms.ts";
import { bestDeviation } from "../../mechanisms/hiring/deviations.ts";
import { drawnProblem } from "../../mechanisms/hiring/inspectors.ts";
import { type HiringMechanism, hiringOutcome } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { scoringContract } from "../../mechanisms/hiring/scoring-contract.ts";
import { atLeast, atMost } from "../../study/bound.ts";
import { beside, control, equation, is, never } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";
import { hired } from "./exact-checks.ts";

const CAP = 1;

export function auditEquations(solver: LinearPrograms, firstSeed: number, count: number): StudyResult {
  let [gain, below, paying, correlated] = [0, 0, 0, 0];
  let [scored, scoredGain, cheaper] = [0, 0, 0];
  let [shirking, leastGain] = [0, Number.POSITIVE_INFINITY];
  let [missed, missedGain] = [0, 0];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const problem = drawnProblem(Random.of(seed, "hiring"));
    const { mechanism, profit } = hired(bestHiring(solver, problem, { cap: CAP }));
    gain = Math.max(gain, bestDeviation(problem, mechanism).gain);
    const steady = hired(bestDeterministic(solver, problem, { cap: CAP })).profit;
    below = Math.max(below, steady - profit);
    if (profit > steady + 1e-6) correlated += 1;

    if (hiringOutcome(problem, mechanism).payments.some((paid) => paid > 1e-9)) {
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
  const gains = (found: number, label = "largest gain") => is(found, atMost(1e-8), label);
  return {
    claims: [
      equation(`${count} drawn problems: no action with any reports gains, and at least half of them pay an agent`, [
        gains(gain),
        is(paying, atLeast(count / 2), "problems that pay"),
      ]),
      equation("drawn problems: profit of always the same efforts is not above the program's", [
        is(below, atMost(1e-8), "above it by at most"),
        beside("problems where the program's is higher", correlated),
      ]),
      equation("scoring rules on the state and on a peer's report, at all efforts that they can pay for", [
        is(scored, atLeast(1), "contracts"),
        gains(scoredGain, "largest gain of a deviation"),
        gains(cheaper, "profit above the best with the same efforts"),
      ]),
    ],
    controls: [
      control("payments times 0.9: in some problem no agent gains by working less", [
        is(paying - shirking, atLeast(1), "such problems"),
        beside("of", paying),
        beside("least gain", leastGain),
      ]),
      control("obedience asked of the truthful and truth of the obedient alone: no agent gains by both at once", [
        never(missed, "problems with a gain"),
        beside("largest gain", missedGain),
      ]),
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
