// Equilibrium selection: for twins that are both asked to work, enumerates all pure equilibria of a payment rule beside the intended one.

import { describe, expect, test } from "vitest";
import { mixedRadix } from "../../math/mixed-radix.ts";
import { altered, reportMaps } from "./deviations.ts";
import { rightReportPayment, twinInspectors } from "./inspectors.ts";
import { fixedEfforts, type HiringMechanism, hiringOutcome, obedience } from "./mechanism.ts";

const WORK = { accuracy: 0.6, cost: 0.02 };
const BOTH = 3;
const problem = twinInspectors(WORK);
const { signals } = problem;
const agree = (r: number) => signals.digit(r, 0) === signals.digit(r, 1);
const right = (agent: number, state: number, r: number) => signals.digit(r, agent) === state;
const FOR_AGREEMENT = 2 * WORK.cost;
/** Above this payment, an agent works even if the other always reports 0. */
const FOR_RIGHT = (2 * WORK.cost) / (WORK.accuracy - 0.5);

/** Both are asked to work, with payments for agreement and for a correct report. */
const paying = (agreement: number, correct: number) =>
  fixedEfforts(problem, BOTH, (agent, state, r) => (agree(r) ? agreement : 0) + (right(agent, state, r) ? correct : 0));
const profit = (mechanism: HiringMechanism) => hiringOutcome(problem, mechanism).profit;

/** All pure equilibria: each agent's action, followed by its report after each signal. */
function equilibria(mechanism: HiringMechanism): string[] {
  const own = obedience(problem, mechanism).map((strategy, agent) =>
    [0, 1].flatMap((action) =>
      reportMaps(problem, agent).map((reports) => ({
        name: `${action === 1 ? "works" : "idles"} ${reports.join("")}`,
        strategy: altered(strategy, 1, action, reports),
      })),
    ),
  );
  const plays = mixedRadix(own.map((strategies) => strategies.length));
  const utilities = Array.from({ length: plays.count }, (_, play) => {
    const strategies = plays.digits(play).map((k, agent) => own[agent][k].strategy);
    return hiringOutcome(problem, mechanism, strategies).utilities;
  });
  const settled = (play: number) =>
    own.every((strategies, agent) =>
      strategies.every((_, k) => utilities[plays.replaced(play, agent, k)][agent] <= utilities[play][agent] + 1e-9),
    );
  const names = (play: number) =>
    plays
      .digits(play)
      .map((k, agent) => own[agent][k].name)
      .join(" | ");
  return Array.from(utilities.keys()).filter(settled).map(names);
}

const HONEST = "works 01 | works 01";

describe("twins both asked to work", () => {
  test("2c for agreement: working truthfully is an equilibrium, and so is idleness with report 0", () => {
    const strategies = equilibria(paying(FOR_AGREEMENT, 0));
    expect(strategies).toContain(HONEST);
    expect(strategies).toContain("idles 00 | idles 00");
    expect(strategies).toHaveLength(8);
    expect(profit(paying(FOR_AGREEMENT, 0))).toBeCloseTo(0.52, 9);
  });

  test("above (c + c)/(q − 1/2) for a right report the truthful equilibrium is unique, at a higher cost", () => {
    const mixed = paying(FOR_AGREEMENT, 1.01 * FOR_RIGHT);
    expect(equilibria(mixed)).toEqual([HONEST]);
    expect(profit(mixed)).toBeCloseTo(0.0352, 9);
  });

  test("with a tenth less, idleness is an equilibrium again", () => {
    const strategies = equilibria(paying(FOR_AGREEMENT, 0.9 * FOR_RIGHT));
    expect(strategies).toEqual(["idles 00 | idles 00", "idles 11 | idles 11", HONEST]);
  });

  test("paying the first for a right report and the second for agreement, with 1 % margin: unique at a lower cost", () => {
    const anchored = fixedEfforts(problem, BOTH, (agent, state, r) =>
      agent === 0 ? (right(0, state, r) ? 1.01 * rightReportPayment(WORK) : 0) : agree(r) ? 1.01 * FOR_AGREEMENT : 0,
    );
    expect(equilibria(anchored)).toEqual([HONEST]);
    expect(profit(anchored)).toBeCloseTo(0.4384, 9);
  });
});
