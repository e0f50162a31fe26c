// Bandits with losses, switching costs and limited observations. Losses are fixed beforehand by an oblivious adversary. With a budget of
// observations, an action is an arm and a mark for each arm whose loss is requested in this round; without one it is an arm.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { choiceOf, event, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { feedbackGraph, GRAPHS, graphOf, see } from "./feedback-graph.ts";
import { bestArm, drawLosses, lossParameters } from "./losses.ts";
import { lossesScene } from "./scenes.ts";

/** All losses are kept in the state; this number takes 80 megabytes. */
const MOST_LOSSES = 10_000_000;

const parameters = z.strictObject({
  horizon: whole(1, 10_000_000, 1000).describe("rounds"),
  arms: whole(1, 10_000, 4).describe("arms"),
  ...lossParameters,
  switching: within(0, 1e6, 1).describe("what playing another arm than in the round before costs"),
  graph: feedbackGraph.default("played").describe(`losses that playing an arm shows for free: ${GRAPHS}`),
  budget: whole(0, 1e9, 0).describe(
    "losses that may be seen in all beside the free ones; an action then has a mark for each arm after the arm",
  ),
});

const REGRET_MEANS = "loss and price of switching, less the loss of the arm that is best over the whole episode";
const [PAYOFF, LOSS, SWITCHES, OBSERVATIONS, REGRET] = [0, 1, 2, 3, 4];

export const switchingBandit: BoundEntry<NumericEnvironment> = bind({
  id: "bandits/switching",
  summary: "losses written down beforehand, a price on changing arms, and a budget of observations",
  source: "arXiv 2306.09588",
  parameters,
  make,
});

function make({ horizon, arms, losses, gap, period, switching, graph, budget }: z.output<typeof parameters>) {
  if (horizon * arms > MOST_LOSSES) {
    const what = `${horizon} rounds of ${arms} arms are too many losses to keep`;
    const hint = `let rounds times arms be at most ${MOST_LOSSES}`;
    throw new UserError({ code: "too-large", what, path: ["horizon"], hint });
  }
  const shows = graphOf(graph, arms);
  const state = layout({ last: [1], left: [1], step: [1], best: [1], seen: [arms], losses: [horizon * arms] });
  const { last, left, step: counter, best, seen: remembered, losses: table } = state.views;
  const requests = new Uint8Array(arms);
  const seen = new Uint8Array(arms);
  const asks = budget > 0;
  const spec = singleAgentSpec({
    label: "player",
    horizon,
    action: asks
      ? { low: new Array(arms + 1).fill(0), high: [arms - 1, ...new Array(arms).fill(1)] }
      : { choices: arms },
    actionUnit: asks ? "arm, then 1 for each arm to see" : "arm",
    observation: [
      field("lastArm", -1, arms - 1, "the arm played last; −1 at the start"),
      field("seen", 0, 1, "1 at the arms whose loss of the last round is seen", { size: arms }),
      field("losses", 0, 1, "those losses; 0 at the others", { size: arms }),
      field("left", 0, budget, "observations that may still be asked for"),
    ],
    channels: [
      flow("payoff", "reward", -1 - switching, 0, "sum", "less the loss, and less the price of a switch"),
      event("loss", "loss", "loss of the arm played"),
      event("switches", "switches", "1 where another arm was played than in the round before"),
      flow("observations", "losses", 0, arms, "sum", "losses seen that were paid for from the budget"),
      flow("regret", "loss", -1, 1 + switching, "sum", REGRET_MEANS),
    ],
    publicState: parts({ last: "arm", seen: "seen", left: "observations left" }),
    deterministic: losses === "periodic",
  });
  return {
    spec,
    state,
    reset(random, outcomes) {
      last[0] = -1;
      left[0] = budget;
      counter[0] = 0;
      remembered.fill(0);
      drawLosses({ losses, arms, rounds: horizon, gap, period }, random, table);
      best[0] = bestArm(table, arms).arm;
      outcomes.fill(0);
    },
    step(actions, outcomes) {
      const arm = choiceOf(actions[0], arms);
      if (asks) for (let k = 0; k < arms; k++) requests[k] = actions[1 + k] >= 0.5 ? 1 : 0;
      const used = see(shows, arm, requests, left[0], seen);
      remembered.set(seen);
      left[0] -= used;
      const row = counter[0] * arms;
      const loss = table[row + arm];
      const moved = last[0] >= 0 && last[0] !== arm ? 1 : 0;
      outcomes[PAYOFF] = 0 - loss - switching * moved;
      outcomes[LOSS] = loss;
      outcomes[SWITCHES] = moved;
      outcomes[OBSERVATIONS] = used;
      outcomes[REGRET] = loss + switching * moved - table[row + best[0]];
      last[0] = arm;
      counter[0] += 1;
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations[0] = last[0];
      const row = (counter[0] - 1) * arms;
      for (let k = 0; k < arms; k++) {
        observations[1 + k] = remembered[k];
        observations[1 + arms + k] = remembered[k] === 1 ? table[row + k] : 0;
      }
      observations[1 + 2 * arms] = left[0];
    },
    scene(step) {
      const row = (counter[0] - 1) * arms;
      return lossesScene({
        ...{ horizon, budget, round: counter[0], left: left[0], best: best[0], seen: remembered },
        losses: Array.from({ length: arms }, (_, k) => (row < 0 ? 0 : table[row + k])),
        last: step && { arm: last[0], switched: step.outcomes[SWITCHES] === 1, price: switching },
      });
    },
  } satisfies NumericEnvironment;
}
