// One agent and two twins against what can be worked out by hand.

import type { LinearPrograms } from "../../math/linear-program.ts";
import {
  bestDeterministic,
  bestHiring,
  bestUncorrelated,
  type Hired,
  type NotHired,
} from "../../mechanisms/hiring/best-mechanisms.ts";
import { bestDeviation } from "../../mechanisms/hiring/deviations.ts";
import {
  inspector,
  inspectorProfit,
  rightReportPayment,
  twinInspectors,
  twinsDeterministicProfit,
  twinsMechanism,
  twinsOptimum,
} from "../../mechanisms/hiring/inspectors.ts";
import { scoringContract } from "../../mechanisms/hiring/scoring-contract.ts";
import { atMost, below, near, nearly, within, worded } from "../../study/bound.ts";
import { beside, type Claim, control, equation, inAll, is } from "../../study/claim.ts";
import type { StudyResult } from "../../study/study.ts";

/** q and c of the twins whose deterministic and uncorrelated mechanisms are told too. */
const TWINS = { accuracy: 0.6, cost: 0.02 };

export function oneAgentEquations(solver: LinearPrograms): Claim[] {
  const work = { accuracy: 0.8, cost: 0.05 };
  const problem = inspector(work);
  const best = hired(bestHiring(solver, problem, { cap: 1 }));
  const paid = Math.max(...best.mechanism.payments[0]);
  const dear = { accuracy: 0.55, cost: 0.05 };
  const scores = (["quadratic", "spherical", "logarithmic", "agreement"] as const).map((score) =>
    hired(scoringContract(problem, { score, target: "state", profile: 1, cap: 1 })),
  );
  return [
    equation("one agent, q = 0.8, c = 0.05: profit of the program", [
      is(best.profit, nearly(0.666667, 1e-6)),
      is(best.profit - inspectorProfit(work), near(0, 1e-9), "beyond q − c·q/(q − 1/2)"),
    ]),
    equation("one agent: payment for a right report, c/(q − 1/2)", is(paid, nearly(rightReportPayment(work), 1e-9))),
    equation(
      "q = 0.55, c = 0.05: profit without hiring",
      is(hired(bestHiring(solver, inspector(dear), { cap: 1 })).profit, near(0.5, 1e-9)),
    ),
    equation(
      "proper scoring rules scaled to pay for effort: profit as the program's, largest gain of a deviation",
      scores.flatMap(({ profit, mechanism }) => [
        is(profit, near(best.profit, 1e-9), "profit"),
        is(bestDeviation(problem, mechanism).gain, atMost(1e-9), "gain"),
      ]),
    ),
  ];
}

export function twinsEquations(solver: LinearPrograms): StudyResult {
  const published = [
    { work: TWINS, cap: 1, profit: 0.559184 },
    { work: TWINS, cap: 0.5, profit: 0.558333 },
    { work: { accuracy: 0.7, cost: 0.05 }, cap: 1, profit: 0.594737 },
  ];
  const twins = published.flatMap(({ work, cap, profit }) => {
    const best = hired(bestHiring(solver, twinInspectors(work), { cap }));
    const byHand = twinsOptimum(work, cap);
    const name = `twins, q = ${work.accuracy}, c = ${work.cost}, M = ${cap}`;
    const [neither, second, first, both] = best.mechanism.chances;
    return [
      equation(`${name}: profit`, [
        is(best.profit, near(profit, 1e-6)),
        is(best.profit - byHand.profit, near(0, 1e-8), "beyond that by hand"),
      ]),
      equation(`${name}: chance that both work; one; none`, [
        is(both, near(byHand.together, 1e-6), "both"),
        is(first, near(second, 1e-6), "the first"),
        beside("the second", second),
        is(neither, atMost(1e-6), "none"),
      ]),
    ];
  });

  const problem = twinInspectors(TWINS);
  const best = hired(bestHiring(solver, problem, { cap: 1 }));
  const steady = hired(bestDeterministic(solver, problem, { cap: 1 }));
  const alone = hired(bestUncorrelated(solver, problem, 1));
  const agreement = hired(scoringContract(problem, { score: "agreement", target: "peer", profile: 3, cap: 1 }));
  const bound = TWINS.accuracy - 2 * TWINS.cost;
  const caps = [1, 10, 100, 1000, 10_000];
  const values = caps.map((cap) => hired(bestHiring(solver, problem, { cap })).profit);
  const uncapped = bestHiring(solver, problem, { cap: Number.POSITIVE_INFINITY });
  const byHand = twinsMechanism(problem, 1, twinsOptimum(TWINS, 1).together);
  const open = bestDeviation(problem, { ...best.mechanism, announced: "all" });
  const rare = bestDeviation(problem, twinsMechanism(problem, 1, 0.9 * twinsOptimum(TWINS, 1).together));
  const gain = (found: number) => is(found, atMost(1e-8), "largest gain of a deviation");
  return {
    claims: [
      equation("what correlated efforts are worth: the program's profit less that of independent ones", [
        is(best.profit - alone.profit, near(0.059184, 1e-6)),
      ]),
      ...twins,
      equation("always the same efforts: best profit", [
        is(steady.profit, near(0.52, 1e-6)),
        is(steady.profit - twinsDeterministicProfit(TWINS), near(0, 1e-9), "beyond that by hand"),
      ]),
      equation(
        "both work and are paid for agreement (peer prediction): profit q − 4c",
        is(agreement.profit, near(0.52, 1e-9)),
      ),
      equation("each paid by its own report, independent efforts: best profit", is(alone.profit, near(0.5, 1e-6))),
      equation(`profit rises with the cap from 1 to 10,000, and stays below q − 2c = ${bound}`, [
        ...values.map((value, k) =>
          is(value, k === 0 ? below(bound) : worded(within(values[k - 1], bound + 1e-9), "rises"), `cap ${caps[k]}:`),
        ),
        is(bound - values[4], atMost(1e-6), "short of the bound at the last"),
      ]),
      equation("without a cap the bound is not attained", inAll(uncapped.status === "unattained" ? 1 : 0, 1)),
      equation(
        "the mechanism by hand",
        is(bestDeviation(problem, byHand).gain, atMost(1e-9), "largest gain of a deviation"),
      ),
    ],
    controls: [
      control("the program's mechanism for twins, all efforts told to both, is obeyed", gain(open.gain), {
        note: `agent ${open.agent} gains by action ${open.action} when told ${problem.profiles.digits(open.told)}`,
      }),
      control("a mechanism that asks both 10 % less often is obeyed", gain(rare.gain), {
        note: `agent ${rare.agent} gains by action ${rare.action}`,
      }),
    ],
  };
}

/** The mechanism, where there must be one. */
export function hired(found: Hired | NotHired): Hired {
  if (found.status !== "optimal") throw new Error(found.reason);
  return found;
}
