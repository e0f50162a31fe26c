// A seat that another opponent takes in every episode, drawn by how often the learner has won against each lately.

import type { Agent } from "../../core/agent.ts";
import { Status } from "../../core/environment.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { drawAt } from "../../math/weighted-draw.ts";

/** How much of a win rate is kept when an episode ends. */
const DECAY = 0.95;

/**
 * The plan of such a seat. `chances` is given the learner's running win rates, which begin at a half, and says how likely each opponent is.
 * Its pay must be the point of a game of two: what it is not paid, the learner has won. Copies of the world share the rates.
 */
export function drawnOpponent(
  opponents: readonly AgentPlan[],
  chances: (winRates: Float64Array) => Float64Array,
): AgentPlan {
  const winRates = new Float64Array(opponents.length).fill(0.5);
  return (seat) => {
    const players = opponents.map((plan) => plan(seat));
    let taken = 0;
    let paid = 0;
    const player = (): Agent => players[taken];
    return {
      reset(random) {
        paid = 0;
        taken = drawAt(chances(winRates), 0, players.length, random.stream("opponent"));
        return player().reset(random);
      },
      act: (observation, action) => player().act(observation, action),
      receive(pay, status) {
        paid += pay;
        player().receive?.(pay, status);
        if (status !== Status.running) winRates[taken] = DECAY * winRates[taken] + (1 - DECAY) * (1 - paid);
      },
    };
  };
}
