// An opponent that is another one in every episode: one of the world's oracles, drawn by how often it has lost lately.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { type NumericSpec, Status } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { oneOf } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { OPPONENT_WEIGHTINGS, opponentWeights } from "./opponent-weights.ts";

/** How much of a win rate is kept when an episode ends. */
const DECAY = 0.95;

const parameters = z.strictObject({
  among: z
    .array(z.string())
    .default([])
    .describe("oracles of the world, as `agon show` lists them; none for all that it has"),
  weights: oneOf(["uniform", ...OPPONENT_WEIGHTINGS], "uniform").describe(
    "how likely each is, by the share p that the other side wins of it: all alike, (1 − p)², 1 − p, min(½, 1 − p), or p(1 − p)",
  ),
});

type Options = z.output<typeof parameters>;

function oraclesOf({ oracles = {} }: NumericSpec, among: readonly string[]) {
  const names = Object.keys(oracles);
  if (names.length === 0) throw new UserError({ code: "no-oracle", what: "this world has no oracle to draw" });
  return (among.length === 0 ? names : among).map((name, k) => {
    if (names.includes(name)) return oracles[name];
    throw new UserError({ ...unknownName("oracle of this world", name, names), path: ["among", k] });
  });
}

/**
 * The plan of such a seat. Unless all are drawn alike, its pay must be the point of a game of two: 1, ½ or 0, and what it is not paid, the
 * other has won. Shares of wins begin at a half, and copies of a world in one training count together.
 */
function drawnPlan({ among, weights }: Options): AgentPlan {
  const counts = weights !== "uniform";
  const shared = new WeakMap<object, Float64Array>();
  return ({ spec, seat, together = {} }) => {
    const players = oraclesOf(spec, among).map((one) => one.play(seat));
    const wins = shared.get(together) ?? new Float64Array(players.length).fill(0.5);
    shared.set(together, wins);
    const chances = () => (weights === "uniform" ? wins.map(() => 1 / wins.length) : opponentWeights(wins, weights));
    let taken = 0;
    let paid = 0;
    const player = (): Agent => players[taken];
    return {
      reset(random) {
        paid = 0;
        taken = drawAt(chances(), 0, players.length, random.stream("opponent"));
        return player().reset(random);
      },
      act: (observation, action) => player().act(observation, action),
      watch: (state, outcomes) => player().watch?.(state, outcomes),
      ...(counts && {
        receive(pay: number, status: Status) {
          paid += pay;
          player().receive?.(pay, status);
          if (status === Status.running) return;
          if (!(paid >= 0 && paid <= 1)) throw unpointed(paid);
          wins[taken] = DECAY * wins[taken] + (1 - DECAY) * (1 - paid);
        },
      }),
      async close() {
        for (const one of players) await one.close?.();
      },
    };
  };
}

function unpointed(paid: number): UserError {
  const what = `an oracle is drawn by its points, and an episode paid it ${paid}`;
  const hint = "pay its seat from 0 for a defeat to 1 for a win, or take weights: uniform";
  return new UserError({ code: "no-points", what, hint });
}

export const drawnOracle = bind({
  id: "drawn-oracle",
  summary: "one of the world's oracles, drawn anew in each episode, and more often where it still wins",
  source:
    "prioritised fictitious self-play (Vinyals et al., 2019); linear is FightLadder's curriculum, arXiv 2406.02081",
  parameters,
  example: { environment: "games/mini-fighter" },
  make: drawnPlan,
});
