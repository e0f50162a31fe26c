// Which equilibria a payment rule has beside the one that is wanted: all of them, by looking at every profile of strategies, for twins
// who are both asked to work.

import type { LinearPrograms } from "../../math/linear-program.ts";
import { mixedRadix } from "../../math/mixed-radix.ts";
import { bestDominant } from "../../mechanisms/hiring/best-mechanisms.ts";
import { altered, reportMaps } from "../../mechanisms/hiring/deviations.ts";
import { rightReportPayment, twinInspectors } from "../../mechanisms/hiring/inspectors.ts";
import { fixedEfforts, type HiringMechanism, hiringOutcome, obedience } from "../../mechanisms/hiring/mechanism.ts";
import type { HiringProblem } from "../../mechanisms/hiring/problem.ts";
import { below, equalTo, nearly, within, worded } from "../../study/bound.ts";
import { beside, control, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { hired } from "./exact-checks.ts";

/**
 * Every profile from which no player gains more than `tolerance` by another strategy alone. `sizes` is how many strategies each
 * player has; `utilities` gives [players] for a profile and is asked once for each.
 */
export function pureEquilibria(
  sizes: readonly number[],
  utilities: (strategies: readonly number[]) => ArrayLike<number>,
  tolerance = 1e-9,
): number[][] {
  const profiles = mixedRadix(sizes);
  const table = Array.from({ length: profiles.count }, (_, k) => utilities(profiles.digits(k)));
  const settled = (k: number) =>
    sizes.every((count, player) => {
      for (let other = 0; other < count; other++)
        if (table[profiles.replaced(k, player, other)][player] > table[k][player] + tolerance) return false;
      return true;
    });
  return Array.from(table.keys())
    .filter(settled)
    .map((k) => profiles.digits(k));
}

const WORK = { accuracy: 0.6, cost: 0.02 };
const BOTH = 3;
/** How much more is paid than what leaves an agent indifferent. */
const MORE = 1.01;

export function selectionEquations(solver: LinearPrograms): StudyResult {
  const problem = twinInspectors(WORK);
  const { signals } = problem;
  const { accuracy, cost } = WORK;
  const agree = (r: number) => signals.digit(r, 0) === signals.digit(r, 1);
  const right = (agent: number, state: number, r: number) => signals.digit(r, agent) === state;
  const forAgreement = 2 * cost;
  /** Above this, an agent that knows that the other always says 0 still works. */
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

  const profit = (mechanism: HiringMechanism) => exact(hiringOutcome(problem, mechanism).profit);
  const [most, paid, cheap] = [plain, mixed, anchored].map((one) => profit(one).value ?? Number.NaN);
  /** All plain equilibria of a payment rule, and how many of them are work and truth. */
  const found = (mechanism: HiringMechanism) => {
    const all = equilibria(problem, mechanism);
    const of = (name: string) => all.filter((names) => names.every((own) => own === name)).length;
    return { all, honest: of(HONEST), idle: of(IDLE), note: all.map((names) => `(${names.join(" | ")})`).join(", ") };
  };
  const alone = ({ all, honest }: ReturnType<typeof found>) => [
    is(all.length, equalTo(1), "equilibria"),
    is(honest, equalTo(1), "of work and truth"),
  ];
  const [agreeing, correct, first, spared] = [plain, mixed, anchored, spare].map(found);
  return {
    claims: [
      equation(
        "both asked to work, paid 2c for agreement: work and truth is an equilibrium, and idleness that says 0 another",
        [
          is(agreeing.honest, equalTo(1), "work and truth"),
          is(agreeing.idle, equalTo(1), "idle, says 0"),
          beside("of plain equilibria", agreeing.all.length),
        ],
        { note: agreeing.note },
      ),
      equation(
        "2c for agreement and more than (c + c)/(q − 1/2) for a right report: work and truth alone, at a price",
        [
          ...alone(correct),
          is(profit(mixed), worded(below(most - 0.01), "less by 0.01"), "profit"),
          beside("of agreement alone", profit(plain)),
        ],
      ),
      equation(
        "the first paid for a right report, the second for agreeing with it, 1 % more than needed: at a lower price",
        [
          ...alone(first),
          is(profit(anchored), worded(within(paid, most), "between both"), "profit"),
          beside("price of the other", most - paid),
          beside("price", most - cheap),
        ],
      ),
      equation("work and truth best whatever the other does: best profit, q − 2·c·q/(q − 1/2)", [
        is(dominant.profit, nearly(accuracy - 2 * accuracy * rightReportPayment(WORK), 1e-8)),
        beside("price", most - dominant.profit),
      ]),
    ],
    controls: [
      control("2c for agreement and 0.9·(c + c)/(q − 1/2) for a right report: work and truth alone", alone(spared), {
        note: spared.note,
      }),
    ],
  };
}

const IDLE = "idle, says 0";
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
  const utilities = (play: readonly number[]) => {
    const strategies = play.map((k, agent) => own[agent][k].strategy);
    return hiringOutcome(problem, mechanism, strategies).utilities;
  };
  return pureEquilibria(sizes, utilities).map((play) => play.map((k, agent) => own[agent][k].name));
}

const SAYS: Readonly<Record<string, string>> = { "01": "what it saw", "10": "the opposite", "00": "0", "11": "1" };
