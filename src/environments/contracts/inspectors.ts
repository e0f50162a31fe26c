// Two inspectors whose signals agree when both work. Their efforts are recommended and paid by one of several rules, which can thus be
// compared.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { above, oneOf, positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { twinInspectors, twinsMechanism, twinsOptimum } from "../../mechanisms/hiring/inspectors.ts";
import { fixedEfforts, type HiringMechanism } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { scoringContract } from "../../mechanisms/hiring/scoring-contract.ts";
import { hiringWorld } from "./hiring-world.ts";

const parameters = z.strictObject({
  horizon: whole(1, 10_000_000, 200).describe("rounds"),
  accuracy: above(0.5, 1, 0.75).describe(
    "chance that an inspector who works sees the state; one who idles sees a coin",
  ),
  cost: positive(1, 0.05).describe("what work costs; a right decision is worth 1"),
  cap: positive(1000, 1).describe("the most that one inspector can be paid in a round"),
  pay: oneOf(["correlated", "agreement", "state", "one", "anchored", "wage"], "correlated").describe(
    "what is asked and paid for. correlated: both now and then, else one of them, and agreement where both were asked (the optimum); agreement: both always, by peer prediction; state: both always, each scored against the state; one: the first alone, scored so; anchored: both, the first scored against the state, the second for agreeing with it; wage: both, for any report",
  ),
  generosity: within(0, 100, 1.1).describe(
    "times what would leave them indifferent between work and idleness: payments, with `correlated` how often both are asked, with `wage` the cost of work",
  ),
  announced: oneOf(["own", "all"], "own").describe(
    "whether an inspector is told what it is asked for alone, or what both are",
  ),
});

type Terms = z.output<typeof parameters>;

export const inspectors: BoundEntry<NumericEnvironment> = bind({
  id: "contracts/inspectors",
  summary: "two inspectors whose work is not seen report on a hidden state, and are paid by a declared rule",
  source: "after the model of arXiv 2307.06210",
  parameters,
  make(terms: Terms): NumericEnvironment {
    const problem = twinInspectors(terms);
    return hiringWorld({
      problem,
      mechanism: { ...mechanismOf(problem, terms), announced: terms.announced },
      labels: ["first inspector", "second inspector"],
      horizon: terms.horizon,
      cap: terms.cap,
    });
  },
});

function mechanismOf(problem: HiringProblem, { pay, accuracy, cost, cap, generosity }: Terms): HiringMechanism {
  const both = problem.profiles.index([1, 1]);
  const scored = (target: "state" | "peer", profile = both): HiringMechanism => {
    const score = target === "peer" ? "agreement" : "quadratic";
    const contract = scoringContract(problem, { score, target, profile, cap, generosity });
    if (contract.status === "optimal") return contract.mechanism;
    throw tooLow(contract.reason);
  };
  switch (pay) {
    case "correlated": {
      const together = generosity * twinsOptimum({ accuracy, cost }, cap).together;
      if (cap > cost && together <= 1) return twinsMechanism(problem, cap, together);
      throw tooLow(`with payments up to ${cap} no inspector would work at a cost of ${cost}`);
    }
    case "agreement":
      return scored("peer");
    case "state":
      return scored("state");
    case "one":
      return scored("state", problem.profiles.index([1, 0]));
    case "anchored": {
      const [state, peer] = [scored("state"), scored("peer")];
      return { ...state, payments: [state.payments[0], peer.payments[1]] };
    }
    case "wage":
      if (generosity * cost <= cap) return fixedEfforts(problem, both, () => generosity * cost);
      throw tooLow(`a wage of ${generosity * cost} is above it`);
    default:
      return pay satisfies never;
  }
}

function tooLow(what: string): UserError {
  const hint = "a higher cap, less generosity, or more accurate or cheaper work";
  return new UserError({ code: "cap-too-low", what, path: ["cap"], hint });
}
