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
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";

/** q and c of the twins whose deterministic and uncorrelated mechanisms are told too. */
const TWINS = { accuracy: 0.6, cost: 0.02 };

export function oneAgentChecks(solver: LinearPrograms): Check[] {
  const work = { accuracy: 0.8, cost: 0.05 };
  const problem = inspector(work);
  const best = hired(bestHiring(solver, problem, { cap: 1 }));
  const paid = Math.max(...best.mechanism.payments[0]);
  const dear = { accuracy: 0.55, cost: 0.05 };
  const scores = (["quadratic", "spherical", "logarithmic", "agreement"] as const).map((score) =>
    hired(scoringContract(problem, { score, target: "state", profile: 1, cap: 1 })),
  );
  const short = bestHiring(solver, problem, { cap: 0.15, profile: 1 });
  return [
    closeTo("one agent, q = 0.8, c = 0.05: profit of the program", best.profit, 0.666667, 1e-6),
    closeTo("the same against q − c·q/(q − 1/2)", best.profit, inspectorProfit(work), 1e-9),
    closeTo("the same: payment for a right report, c/(q − 1/2)", paid, rightReportPayment(work), 1e-9),
    closeTo(
      "q = 0.55, c = 0.05: nobody is hired",
      hired(bestHiring(solver, inspector(dear), { cap: 1 })).profit,
      0.5,
      1e-9,
    ),
    holds(
      "proper scoring rules scaled to pay for effort: profit, largest gain of a deviation",
      "as the program's (±1e-9); ≤ 1e-9",
      scores
        .map(({ profit, mechanism }) => `${profit.toFixed(6)}, ${small(bestDeviation(problem, mechanism).gain)}`)
        .join("; "),
      scores.every(
        ({ profit, mechanism }) =>
          Math.abs(profit - best.profit) <= 1e-9 && bestDeviation(problem, mechanism).gain <= 1e-9,
      ),
    ),
    holds(
      "work asked for with payments up to 0.15, where 0.1667 is needed",
      "infeasible, short by 0.005; the demand is named",
      told(short),
      short.status === "infeasible" && short.reason.includes("by action 0: short by 0.005"),
    ),
  ];
}

export function twinsChecks(solver: LinearPrograms): { checks: Check[]; controls: Control[]; measured: string } {
  const published = [
    { work: TWINS, cap: 1, profit: 0.559184 },
    { work: TWINS, cap: 0.5, profit: 0.558333 },
    { work: { accuracy: 0.7, cost: 0.05 }, cap: 1, profit: 0.594737 },
  ];
  const checks: Check[] = [];
  for (const { work, cap, profit } of published) {
    const best = hired(bestHiring(solver, twinInspectors(work), { cap }));
    const byHand = twinsOptimum(work, cap);
    const words = `twins, q = ${work.accuracy}, c = ${work.cost}, M = ${cap}`;
    const [neither, second, first, both] = best.mechanism.chances;
    checks.push(
      closeTo(`${words}: profit`, best.profit, profit, 1e-6, true),
      closeTo(`${words}: the same by hand`, best.profit, byHand.profit, 1e-8, true),
      holds(
        `${words}: chance that both work; one; nobody`,
        `${byHand.together.toFixed(6)}; the rest in equal halves; 0 (±1e-6)`,
        [both, first, second, neither].map((x) => x.toFixed(6)).join("; "),
        Math.abs(both - byHand.together) < 1e-6 && Math.abs(first - second) < 1e-6 && neither < 1e-6,
      ),
    );
  }

  const problem = twinInspectors(TWINS);
  const best = hired(bestHiring(solver, problem, { cap: 1 }));
  const steady = hired(bestDeterministic(solver, problem, { cap: 1 }));
  const alone = hired(bestUncorrelated(solver, problem, 1));
  const agreement = hired(scoringContract(problem, { score: "agreement", target: "peer", profile: 3, cap: 1 }));
  const bound = TWINS.accuracy - 2 * TWINS.cost;
  const caps = [1, 10, 100, 1000, 10_000];
  const values = caps.map((cap) => hired(bestHiring(solver, problem, { cap })).profit);
  const uncapped = bestHiring(solver, problem, { cap: Number.POSITIVE_INFINITY });
  checks.push(
    closeTo("always the same efforts: best profit", steady.profit, 0.52, 1e-6, true),
    closeTo("the same by hand", steady.profit, twinsDeterministicProfit(TWINS), 1e-9, true),
    closeTo(
      "both work and are paid for agreement (peer prediction): profit q − 4c",
      agreement.profit,
      0.52,
      1e-9,
      true,
    ),
    closeTo("everybody paid by its own report, independent efforts: best profit", alone.profit, 0.5, 1e-6, true),
    closeTo(
      "what correlation is worth: the program's profit less that",
      best.profit - alone.profit,
      0.059184,
      1e-6,
      true,
    ),
    holds(
      "profit as the cap grows from 1 to 10,000",
      `rises, below q − 2c = ${bound}; there to 1e-6`,
      values.map((value) => value.toFixed(6)).join(", "),
      values.every((value, k) => value < bound + 1e-9 && (k === 0 || value > values[k - 1])) &&
        bound - values[4] < 1e-6,
    ),
    holds(
      "without a cap",
      "the bound is not attained, and the profile is named",
      told(uncapped),
      uncapped.status === "unattained" && uncapped.reason.includes("1,1"),
    ),
  );

  const by = twinsMechanism(problem, 1, twinsOptimum(TWINS, 1).together);
  const open = bestDeviation(problem, { ...best.mechanism, announced: "all" });
  const rare = bestDeviation(problem, twinsMechanism(problem, 1, 0.9 * twinsOptimum(TWINS, 1).together));
  checks.push(
    holds(
      "the mechanism by hand: largest gain of a deviation",
      "≤ 1e-9",
      small(bestDeviation(problem, by).gain),
      bestDeviation(problem, by).gain <= 1e-9,
    ),
  );
  return {
    checks,
    controls: [
      {
        name: "the program's mechanism for twins, everybody told all efforts: nobody gains more than 1e-8",
        failed: open.gain > 1e-8,
        measured: `agent ${open.agent} gains ${open.gain.toFixed(4)} by action ${open.action} when told ${problem.profiles.digits(open.told)}`,
      },
      {
        name: "both are asked 10 % less often: nobody gains more than 1e-8",
        failed: rare.gain > 1e-8,
        measured: `agent ${rare.agent} gains ${small(rare.gain)} by action ${rare.action}`,
      },
    ],
    measured: `twins: ${best.profit.toFixed(6)} with correlated efforts, ${steady.profit.toFixed(2)} with the same efforts always, ${alone.profit.toFixed(2)} with independent pay`,
  };
}

/** The mechanism, where there must be one. */
export function hired(found: Hired | NotHired): Hired {
  if (found.status !== "optimal") throw new Error(found.reason);
  return found;
}

function told(found: Hired | NotHired): string {
  return found.status === "optimal" ? `profit ${found.profit}` : `${found.status}: ${found.reason}`;
}

export function small(x: number): string {
  return x.toExponential(1);
}
