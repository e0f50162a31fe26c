// An open room with an invisible goal that is searched several times: it stays in place for a block of searches, each of which starts in
// the middle. An agent that remembers the first search can walk straight to the goal in later ones.

import { z } from "zod";
import { type NumericEnvironment, type ObservationField, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { choiceOf, field, level, named, parts, singleAgentSpec } from "../declaration.ts";
import { gridChannels, Place } from "./channels.ts";
import { hiddenGoalScene } from "./scene.ts";
import { Message, MOVES } from "./tiles.ts";

const parameters = z.strictObject({
  size: whole(3, 100, 5).describe("rows and columns of the room"),
  searches: whole(1, 1000, 4).describe("searches of a block, one after the other"),
  limit: whole(1, 10_000, 30).describe("steps after which a search is given up"),
  stays: flag(true).describe("whether the goal stays for the whole block; false: every search has its own"),
  feedback: flag(true).describe("whether the observation shows the last move and its payoff; false: only the place"),
});

/** The environment's own channels follow those of every grid world. */
const SEARCHES = Object.keys(Place).length;

function hiddenGoalWorld(given: z.output<typeof parameters>): NumericEnvironment {
  const { size, searches, limit, stays, feedback } = given;
  const cells = size * size;
  const middle = Math.floor(cells / 2);
  const state = layout({
    cell: [1],
    goal: [1],
    last: [2],
    visited: [size, size],
    distinct: [1],
    count: [1],
    time: [1],
  });
  const { cell, goal, last, visited, distinct, count, time } = state.views;
  const places = (name: string, numbers: number, meaning: string): ObservationField =>
    field(name, 0, 1, meaning, { size: numbers });
  const without = feedback ? "" : "; always 0 here";
  const spec = singleAgentSpec({
    label: "explorer",
    horizon: searches * limit,
    action: named("up", "right", "down", "left"),
    actionUnit: "move",
    observation: [
      places("column", size, "1 at the column of the agent"),
      places("row", size, "1 at its row, from above"),
      places("lastMove", MOVES.length, `1 at the last choice${without}`),
      field("lastPayoff", 0, 1, `1 where it reached the goal${without}`),
    ],
    channels: [
      // A block of searches reaches its goal repeatedly.
      ...gridChannels({ width: size, height: size, pictures: 0 }).map((channel) => ({ ...channel, once: false })),
      level("searches", "searches", 0, searches, "searches that are over"),
    ],
    publicState: parts({ cell: "tile of the agent, row by row", goal: "tile of the goal" }),
  });

  /** Places the goal anywhere except where searches start. */
  function hide(random: Random): void {
    const drawn = random.integer(cells - 1);
    goal[0] = drawn < middle ? drawn : drawn + 1;
  }

  /** Returns the agent to the middle and clears the visited cells. */
  function begin(): void {
    cell[0] = middle;
    visited.fill(0);
    visited[middle] = 1;
    distinct[0] = 1;
    time[0] = 0;
  }

  /** Reports the result of a step, including a reached goal, before the next search starts. */
  function report(outcomes: Float64Array, reached: boolean): void {
    outcomes.fill(0);
    outcomes[Place.success] = reached ? 1 : 0;
    outcomes[Place.payoff] = outcomes[Place.success];
    outcomes[Place.x] = cell[0] % size;
    outcomes[Place.y] = Math.floor(cell[0] / size);
    outcomes[Place.message] = reached ? Message.goal : Message.none;
    const dx = Math.abs(outcomes[Place.x] - (goal[0] % size));
    outcomes[Place.goalDistance] = dx + Math.abs(outcomes[Place.y] - Math.floor(goal[0] / size));
    outcomes[Place.visited] = distinct[0];
    outcomes[SEARCHES] = count[0];
  }

  return {
    spec,
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      last[0] = -1;
      hide(random);
      begin();
      report(outcomes, false);
    },
    step(actions, outcomes, random) {
      const choice = choiceOf(actions[0], MOVES.length);
      const [dx, dy] = MOVES[choice];
      const x = (cell[0] % size) + dx;
      const y = Math.floor(cell[0] / size) + dy;
      if (x >= 0 && x < size && y >= 0 && y < size) cell[0] = x + y * size;
      if (visited[cell[0]] === 0) distinct[0] += 1;
      visited[cell[0]] = 1;
      time[0] += 1;
      const reached = cell[0] === goal[0];
      const ended = reached || time[0] >= limit;
      if (ended) count[0] += 1;
      report(outcomes, reached);
      last[0] = choice;
      last[1] = reached ? 1 : 0;
      if (!ended) return Status.running;
      // The length of a block is part of the task, so the episode terminates after the last search instead of being truncated.
      if (count[0] >= searches) return Status.terminated;
      begin();
      if (!stays) hide(random);
      return Status.running;
    },
    observe(out) {
      out.fill(0);
      out[cell[0] % size] = 1;
      out[size + Math.floor(cell[0] / size)] = 1;
      if (!feedback || last[0] < 0) return;
      out[2 * size + last[0]] = 1;
      out[2 * size + MOVES.length] = last[1];
    },
    scene: (step) =>
      hiddenGoalScene({
        ...{ size, cell: cell[0], goal: goal[0], visited, over: count[0], searches },
        reached: step?.outcomes[Place.success] === 1,
      }),
  };
}

export const hiddenGoal = bind({
  id: "gridworld/hidden-goal",
  summary: "an open room with an unseen goal that stays for a block of searches, each begun at the middle",
  source: "after the claims of arXiv 2508.01287",
  parameters,
  make: hiddenGoalWorld,
});
