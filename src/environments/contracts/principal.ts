// The principal's side of hiring two inspectors: in each round it chooses the probabilities of recommended efforts, the decisions, and the
// payments in every case. The inspectors know the mechanism and respond optimally; accuracy and cost of their work are not observed.

import { z } from "zod";
import { memoryless } from "../../core/agent.ts";
import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { above, positive, whole } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { LinearPrograms } from "../../math/linear-program.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import {
  bestDeterministic,
  bestHiring,
  bestUncorrelated,
  type Hired,
  type NotHired,
} from "../../mechanisms/hiring/best-mechanisms.ts";
import { settledPlay } from "../../mechanisms/hiring/deviations.ts";
import { twinInspectors } from "../../mechanisms/hiring/inspectors.ts";
import { type HiringMechanism, hiringOutcome, type Strategy } from "../../mechanisms/hiring/mechanism.ts";
import { packed, packedLimits, unpacked } from "../../mechanisms/hiring/packed.ts";
import { cellOf } from "../../mechanisms/hiring/problem.ts";
import { field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { hiringScene } from "./scenes.ts";

const parameters = z.strictObject({
  horizon: whole(1, 10_000_000, 10_000).describe("rounds"),
  accuracy: above(0.5, 1, 0.75).describe(
    "chance that a working inspector sees the state, both the same; an idle one sees a coin",
  ),
  cost: positive(1, 0.05).describe("what work costs an inspector; a right decision is worth 1"),
  cap: positive(1000, 1).describe("the most that one inspector can be paid in a round"),
});

/** Responses to a mechanism and their outcome. */
interface Answered {
  readonly row: Float64Array;
  readonly mechanism: HiringMechanism;
  readonly play: readonly Strategy[];
  readonly regret: number;
}

const [PAYOFF, REGRET, EFFORT, OBEYED, PAYMENT] = [0, 1, 2, 3, 4];
const AGENTS = [0, 1];

/** Creates the environment, with the solver for the optimal mechanism. */
export const principalOver = (solver: LinearPrograms): BoundEntry<NumericEnvironment> =>
  bind({
    id: "contracts/principal",
    summary: "a principal learns how to hire two inspectors: which to ask for work, how often, and what to pay when",
    source: "after the model of arXiv 2307.06210",
    parameters,
    make: (terms: z.output<typeof parameters>) => world(solver, terms),
  });

function world(solver: LinearPrograms, { horizon, cap, ...work }: z.output<typeof parameters>): NumericEnvironment {
  const problem = twinInspectors(work);
  const { prior, costs, profiles, signals, law, utility } = problem;
  const limits = packedLimits(problem, cap);
  const best = existing(bestHiring(solver, problem, { cap }));
  const worst = -AGENTS.length * cap;
  const state = layout({ asked: [2], done: [2], reports: [2], paid: [2], result: [2], step: [1] });
  const { asked, done, reports, paid, result, step: counter } = state.views;

  let last: Answered | undefined;
  /** The inspectors' responses to a mechanism, and its loss against the optimum; cached while the action does not change. */
  function answered(actions: Float64Array): Answered {
    if (last?.row.every((number, k) => number === actions[k])) return last;
    const mechanism = unpacked(problem, limits, actions);
    const play = settledPlay(problem, mechanism);
    // The optimum loses nothing, up to rounding.
    const regret = Math.max(0, best.profit - hiringOutcome(problem, mechanism, play).profit);
    last = { row: actions.slice(), mechanism, play, regret };
    return last;
  }

  return {
    spec: singleAgentSpec({
      label: "principal",
      horizon,
      action: { low: [...limits.map(() => 0)], high: [...limits] },
      actionUnit:
        "weight of asking for work of neither, the second, the first, both; payments of the first and the second, and decisions, by what was asked, the state and the reports",
      observation: [
        field("asked", 0, 1, "whether each inspector was asked to work in the last round", { size: 2 }),
        field("state", 0, 1, "the state that showed then"),
        field("reports", 0, 1, "what each reported of it", { size: 2 }),
        field("time", 0, 1, "rounds that have passed, as a share of all"),
      ],
      channels: [
        flow("payoff", "value", worst, 1, "sum", "worth of the decision − payments"),
        flow("regret", "value", 0, 1 - worst, "sum", "what the best way to hire would be expected to bring more"),
        flow("effort", "inspectors", 0, 2, "mean", "how many worked"),
        flow("obeyed", "share of inspectors", 0, 1, "mean", "how many did what they were asked, of both"),
        flow("payment", "value", 0, -worst, "mean", "what both were paid"),
      ],
      publicState: parts({ done: "actions taken", reports: "reports", paid: "payments", result: "state, decision" }),
      oracles: {
        optimum: always("hires in the best way, by a linear program that knows what work shows and costs", () => best),
        steady: always("the best that asks for the same efforts in every round", () =>
          existing(bestDeterministic(solver, problem, { cap })),
        ),
        separate: always("the best that asks each without regard to the other, and pays it by its own report", () =>
          existing(bestUncorrelated(solver, problem, cap)),
        ),
      },
    }),
    state,
    reset(_random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const { mechanism, play, regret } = answered(actions);
      const profile = drawAt(mechanism.chances, 0, profiles.count, random);
      let taken = 0;
      for (const agent of AGENTS) {
        asked[agent] = profiles.digit(profile, agent);
        done[agent] = play[agent].actions[asked[agent]];
        taken = profiles.replaced(taken, agent, done[agent]);
      }
      const hidden = drawAt(prior, 0, prior.length, random);
      const seen = drawAt(law, cellOf(problem, taken, hidden, 0), signals.count, random);
      let said = 0;
      for (const agent of AGENTS) {
        reports[agent] = play[agent].reports[asked[agent] * signals.sizes[agent] + signals.digit(seen, agent)];
        said = signals.replaced(said, agent, reports[agent]);
      }
      const cell = cellOf(problem, profile, hidden, said);
      for (const agent of AGENTS) paid[agent] = mechanism.payments[agent][cell];
      result[0] = hidden;
      result[1] = mechanism.decisions[profile * signals.count + said];
      outcomes[PAYMENT] = paid[0] + paid[1];
      outcomes[PAYOFF] = utility[result[1]][hidden] - outcomes[PAYMENT];
      outcomes[REGRET] = regret;
      outcomes[EFFORT] = done[0] + done[1];
      outcomes[OBEYED] = AGENTS.reduce((sum, agent) => sum + (done[agent] === asked[agent] ? 0.5 : 0), 0);
      counter[0] += 1;
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations.set(asked, 0);
      observations[2] = result[0];
      observations.set(reports, 3);
      observations[5] = counter[0] / horizon;
    },
    scene: (before) =>
      hiringScene({
        ...{ labels: ["first inspector", "second inspector"], actions: 2, requested: asked, cap, worst: 0, best: 1 },
        ...{ round: counter[0], horizon },
        last: before && {
          ...{ done, paid, decided: before.outcomes[PAYOFF] + before.outcomes[PAYMENT] },
          profit: before.outcomes[PAYOFF],
          costs: AGENTS.map((agent) => costs[agent][done[agent]]),
          truthful: AGENTS.map((agent) => reports[agent] === result[0]),
        },
      }),
  };
}

/** The optimum always exists, because recommending idleness is feasible. */
function existing(solution: Hired | NotHired): Hired {
  if (solution.status !== "optimal") throw new Error(solution.reason);
  return solution;
}

/** A player that hires in the same way in every round; the way is computed when the first one plays. */
function always(meaning: string, hired: () => Hired): Oracle {
  let row: Float64Array | undefined;
  return {
    meaning,
    play() {
      row ??= packed(hired().mechanism);
      const own = row;
      return memoryless((_, action) => action.set(own));
    },
  };
}
