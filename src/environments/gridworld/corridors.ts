// A hub with many corridors of equal length, one of which pays at its end, and time for exactly one corridor.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { choiceOf, field, parts, singleAgentSpec } from "../declaration.ts";
import { gridChannels, Place } from "./channels.ts";
import { corridorScene } from "./scene.ts";
import { Message } from "./tiles.ts";

const parameters = z.strictObject({
  horizon: whole(1, 10_000, 12).describe("steps of an episode"),
  corridors: whole(2, 10_000, 8).describe("corridors that leave the hub"),
  length: whole(1, 10_000, 12).describe("steps from the hub to a corridor's end"),
  contexts: whole(0, 100_000, 1).describe("prizes that episodes are drawn from; 0: anew each episode"),
  layoutSeed: whole(0, 1_000_000_000, 0).describe("seed that places the fixed prizes"),
});

/**
 * At the hub (x = 0, y = 0) choice k enters corridor k (y = k + 1, x = 1). In a corridor the lower half of the choices moves back and the
 * upper half forward. The goal is the end of the rewarded corridor.
 */
function corridorWorld(given: z.output<typeof parameters>): NumericEnvironment {
  const { horizon, corridors, length, contexts, layoutSeed } = given;
  const extent = { width: length + 1, height: corridors + 1, pictures: 0 };
  const state = layout({ place: [2], prize: [1], visited: [corridors + 1, length + 1], time: [1], distinct: [1] });
  const { place, prize, visited, time, distinct } = state.views;
  const spec = singleAgentSpec({
    label: "explorer",
    horizon,
    action: { choices: corridors },
    actionUnit: "at the hub the corridor to enter; in it the lower half back, the upper half on",
    observation: [
      field("x", 0, length, "steps into the corridor, 0 at the hub"),
      field("y", 0, corridors, "the corridor, 0 at the hub"),
      field("seen", 0, 1, "whether the tile behind and the tile ahead were stood on in this episode", { size: 2 }),
      field("time", 0, 1, "steps taken as a share of the horizon"),
    ],
    channels: gridChannels(extent),
    publicState: parts({ place: "steps into the corridor, corridor", prize: "corridor with the prize" }),
    deterministic: contexts === 1,
  });

  function report(outcomes: Float64Array): boolean {
    const at = place[0] + (length + 1) * place[1];
    if (visited[at] === 0) distinct[0] += 1;
    visited[at] = 1;
    const reached = place[0] === length && place[1] === prize[0];
    outcomes.fill(0);
    outcomes[Place.success] = reached ? 1 : 0;
    outcomes[Place.payoff] = outcomes[Place.success];
    outcomes[Place.x] = place[0];
    outcomes[Place.y] = place[1];
    outcomes[Place.message] = reached ? Message.goal : Message.none;
    outcomes[Place.goalDistance] = length - place[0] + Math.abs(prize[0] - place[1]);
    outcomes[Place.visited] = distinct[0];
    return reached;
  }

  return {
    spec,
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      prize[0] =
        1 + (contexts === 0 ? random : Random.of(layoutSeed, "prize", random.integer(contexts))).integer(corridors);
      report(outcomes);
    },
    step(actions, outcomes) {
      const choice = choiceOf(actions[0], corridors);
      if (place[1] === 0) {
        place[0] = 1;
        place[1] = choice + 1;
      } else if (choice < corridors / 2) {
        place[0] -= 1;
        if (place[0] === 0) place[1] = 0;
      } else if (place[0] < length) place[0] += 1;
      time[0] += 1;
      const reached = report(outcomes);
      // Time is part of the task, so the episode terminates at the horizon instead of being truncated.
      const over = time[0] >= horizon;
      return (reached || over ? Status.terminated : 0) | (over ? Status.truncated : 0);
    },
    observe(out) {
      out[0] = place[0];
      out[1] = place[1];
      const at = place[0] + (length + 1) * place[1];
      out[2] = place[0] > 1 ? visited[at - 1] : place[0];
      out[3] = place[0] > 0 && place[0] < length ? visited[at + 1] : 0;
      out[4] = time[0] / horizon;
    },
    scene: () =>
      corridorScene({
        ...{ corridors, length, at: [place[1], place[0]], prize: prize[0], visited },
        ...{ time: time[0], horizon },
      }),
  };
}

export const corridors = bind({
  id: "gridworld/corridors",
  summary: "a hub with corridors that look alike; one pays at its end, and there is time for one",
  source: "the Corridors task of arXiv 2306.03236",
  parameters,
  make: corridorWorld,
});
