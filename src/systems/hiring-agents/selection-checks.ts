// Which equilibria a payment rule has beside the one that is wanted: all of them, by enumeration, for twins who are both asked to work.

import type { LinearPrograms } from "../../math/linear-program.ts";
import { bestDominant } from "../../mechanisms/hiring/best-mechanisms.ts";
import { altered, reportMaps } from "../../mechanisms/hiring/deviations.ts";
import { rightReportPayment, twinInspectors } from "../../mechanisms/hiring/inspectors.ts";
import { fixedEfforts, type HiringMechanism, hiringOutcome, obedience } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { hired } from "./exact-checks.ts";
import { pureEquilibria } from "./pure-equilibria.ts";

const WORK = { accuracy: 0.6, cost: 0.02 };
const BOTH = 3;
/** How much more is paid than what leaves somebody indifferent. */
const MORE = 1.01;

export function selectionChecks(solver: LinearPrograms): { checks: Check[]; controls: Control[]; measured: string } {
  const problem = twinInspectors(WORK);
  const { signals } = problem;
  const { accuracy, cost } = WORK;
  const agree = (r: number) => signals.digit(r, 0) === signals.digit(r, 1);
  const right = (agent: number, state: number, r: number) => signals.digit(r, agent) === state;
  const forAgreement = 2 * cost;
  /** Above this, who knows that the other says 0 whatever comes still works. */
  const forRight = (cost + forAgreement / 2) / (accuracy - 0.5);
  const paying = (agreement: number, correct: number) =>
    fixedEfforts(
      problem,
      BOTH,
      (agent, state, r) => (agree(r) ? agreement : 0) + (right(agent, state, r) ? correct : 0),
    );
  const plain = paying(forAgreement, 0);
  const mixed = paying(forAgreement, MORE * forRight);
  const spare = paying(forAgreement, 0.9 * forRight);
  // The first is paid for being right, the second for agreeing with it.
  const anchored = fixedEfforts(problem, BOTH, (agent, state, r) =>
    agent === 0 ? (right(0, state, r) ? MORE * rightReportPayment(WORK) : 0) : agree(r) ? MORE * forAgreement : 0,
  );
  const dominant = hired(bestDominant(solver, problem, { cap: 1, profile: BOTH }));

  const found = equilibria(problem, plain);
  const idle = found.filter((names) => names.every((name) => name === "idle, says 0"));
  const sound = (all: readonly string[][]) => all.length === 1 && all[0].every((name) => name === HONEST);
  const words = (all: readonly string[][]) => all.map((names) => `(${names.join(" | ")})`).join(", ");
  const profit = (mechanism: HiringMechanism) => hiringOutcome(problem, mechanism).profit;
  const price = profit(plain) - dominant.profit;
  const left = equilibria(problem, spare);
  return {
    measured: `agreement alone has ${found.length} plain equilibria; one that holds whatever others do costs ${price.toFixed(2)} of ${profit(plain).toFixed(2)}`,
    checks: [
      holds(
        "both asked to work, paid 2c for agreement: plain equilibria",
        "work and truth is one; both idle and say 0 is another",
        words(found),
        idle.length === 1 && found.some((names) => names.every((name) => name === HONEST)),
      ),
      holds(
        "2c for agreement and more than (c + c)/(q − 1/2) for a right report",
        "work and truth alone; at a price",
        `${words(equilibria(problem, mixed))}; profit ${profit(mixed).toFixed(4)} instead of ${profit(plain).toFixed(4)}`,
        sound(equilibria(problem, mixed)) && profit(mixed) < profit(plain) - 0.01,
      ),
      holds(
        "the first paid for a right report, the second for agreeing with it, 1 % more than needed",
        "work and truth alone; at a lower price",
        `${words(equilibria(problem, anchored))}; profit ${profit(anchored).toFixed(4)}`,
        sound(equilibria(problem, anchored)) && profit(anchored) > profit(mixed) && profit(anchored) < profit(plain),
      ),
      closeTo(
        "work and truth best whatever the other does: best profit, q − 2·c·q/(q − 1/2)",
        dominant.profit,
        accuracy - 2 * accuracy * rightReportPayment(WORK),
        1e-8,
      ),
    ],
    controls: [
      {
        name: "2c for agreement and 0.9·(c + c)/(q − 1/2) for a right report: work and truth alone",
        failed: !sound(left),
        measured: words(left),
      },
    ],
  };
}

const HONEST = "works, says what it saw";

/** All plain equilibria in words. */
function equilibria(problem: HiringProblem, mechanism: HiringMechanism): string[][] {
  const truth = obedience(problem, mechanism);
  const own = truth.map((strategy, agent) =>
    [0, 1].flatMap((action) =>
      reportMaps(problem, agent).map((reports) => ({
        name: `${action === 1 ? "works" : "idle"}, says ${SAYS[reports.join("")]}`,
        strategy: altered(strategy, 1, action, reports),
      })),
    ),
  );
  const sizes = own.map((strategies) => strategies.length);
  const utilities = (play: readonly number[]) =>
    hiringOutcome(
      problem,
      mechanism,
      play.map((k, agent) => own[agent][k].strategy),
    ).utilities;
  return pureEquilibria(sizes, utilities).map((play) => play.map((k, agent) => own[agent][k].name));
}

const SAYS: Readonly<Record<string, string>> = { "01": "what it saw", "10": "the opposite", "00": "0", "11": "1" };
