// The fuzzy yard: a world of blocks with four verbally described tasks and no payoff. The result is judged from outside, by what the agent
// leaves behind.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { oneOf } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import { choiceOf, field, named, parts, singleAgentSpec } from "../../declaration.ts";
import { demonstrated } from "./demonstrator.ts";
import { lay, nearestCow, TASK_NAMES, TASKS } from "./layouts.ts";
import { measuresOf, viewOf } from "./measures.ts";
import {
  ACTIONS,
  act,
  Block,
  CELLS,
  CREATURES,
  creatureAt,
  DIRECTIONS,
  flow,
  roam,
  SIZE,
  type Yard,
  yardState,
} from "./rules.ts";
import { yardScene } from "./scene.ts";

const parameters = z.strictObject({
  task: oneOf(TASK_NAMES, "cave").describe(
    `what is asked: ${TASK_NAMES.map((task) => `${task}: ${TASKS[task].asks}`).join(" ")}`,
  ),
});

/** Range of view in columns and rows in each direction. */
const SIGHT = 2;
const WINDOW = (2 * SIGHT + 1) ** 2;
/** Observed features of a cell: border, blocks except air, water, creatures by kind, and whether it was placed. */
const PLANES = 12;
const [WATER, COW, PIG, VILLAGER, MADE] = [7, 8, 9, 10, 11];
const PLANE_OF = { cow: COW, pig: PIG, villager: VILLAGER } as const;

/** Scale of block and water counts in an observation. */
const MANY = 8;
/** Observation entries for the relative position of a cell. */
const WAY = 6;

function fuzzyYard({ task }: z.output<typeof parameters>): NumericEnvironment {
  const { fromSide, horizon } = TASKS[task];
  const measures = measuresOf(task);
  const state = yardState();
  const yard = state.views;
  const before = new Float64Array(CELLS);
  const observation = [
    field(
      "window",
      0,
      1,
      `${WINDOW} cells around the agent, row by row: border, earth, stone, wood, door, fence, lot, water, cow, pig, villager, placed by the agent`,
      {
        size: WINDOW * PLANES,
      },
    ),
    field("facing", 0, 1, "1 at the direction that it faces: left, right, up, down", { size: DIRECTIONS.length }),
    field(
      "landmark",
      -1,
      1,
      "of the place of the task: signs and sizes of columns and rows to it, 1 where a sign is 0",
      { size: WAY },
    ),
    field("cow", -1, 1, "the same of the nearest cow that does not stay; 0 where there is none", { size: WAY }),
    field("style", 0, 1, "of the village: 1 for wood, for rooms of two rows, for doors below", { size: 3 }),
    field("leads", 0, 1, "1 while it leads a creature"),
    field("counts", 0, 1, `of ${MANY}, at most: water looked at, times poured, animals that stay, blocks placed`, {
      size: 4,
    }),
    field("time", 0, 1, "steps taken as a share of the longest episode"),
  ];
  const size = observationSize(observation);

  function report(outcomes: Float64Array): void {
    for (let k = 0; k < measures.length; k++) {
      const { channel, read } = measures[k];
      outcomes[k] = Math.min(channel.high, read(yard));
    }
  }

  return {
    spec: singleAgentSpec({
      label: "builder",
      horizon,
      action: named(...ACTIONS),
      actionUnit: "action",
      observation,
      channels: measures.map(({ channel }) => channel),
      publicState: parts({
        ...{ block: "blocks", water: "strength of water", made: "placed by the agent", creature: "cells of creatures" },
        ...{ agent: "cell of the agent", facing: "direction that it faces", time: "steps" },
      }),
      oracles: {
        demonstrator: {
          meaning: "does what is asked by the shortest ways; sees the whole yard",
          play: () => demonstrator(task),
        },
      },
    }),
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      lay(yard, task, random);
      report(outcomes);
    },
    step(actions, outcomes, random) {
      act(yard, choiceOf(actions[0], ACTIONS.length), fromSide);
      if (!fromSide) roam(yard, random);
      else if (yard.poured[0] > 0) flow(yard, before);
      yard.time[0] += 1;
      report(outcomes);
      return (yard.ended[0] === 1 ? Status.terminated : 0) | (yard.time[0] >= horizon ? Status.truncated : 0);
    },
    observe(out) {
      out.fill(0);
      look(yard, out);
      let at = WINDOW * PLANES;
      out[at + yard.facing[0]] = 1;
      at += DIRECTIONS.length;
      point(yard.agent[0], yard.landmark[0], out, at);
      at += WAY;
      if (task === "pen") point(yard.agent[0], nearestCow(yard), out, at);
      at += WAY;
      out[at] = yard.style[0] === Block.wood ? 1 : 0;
      out[at + 1] = yard.style[1] === 2 ? 1 : 0;
      out[at + 2] = yard.style[2] === 3 ? 1 : 0;
      out[at + 3] = yard.led[0] >= 0 ? 1 : 0;
      out[at + 4] = fromSide ? Math.min(1, viewOf(yard) / MANY) : 0;
      out[at + 5] = Math.min(1, yard.poured[0] / MANY);
      out[at + 6] = (yard.tame[0] + yard.tame[1] + yard.tame[2]) / MANY;
      out[at + 7] = Math.min(1, yard.placed[0] / MANY);
      out[size - 1] = yard.time[0] / horizon;
    },
    texts: { task: () => TASKS[task].asks },
    scene: () => yardScene(yard, task),
  };
}

/** Writes the cells around the agent. */
function look(yard: Yard, out: Float32Array): void {
  const [x, y] = [yard.agent[0] % SIZE, Math.floor(yard.agent[0] / SIZE)];
  let at = 0;
  for (let dy = -SIGHT; dy <= SIGHT; dy++)
    for (let dx = -SIGHT; dx <= SIGHT; dx++, at += PLANES) {
      if (x + dx < 0 || x + dx >= SIZE || y + dy < 0 || y + dy >= SIZE) {
        out[at] = 1;
        continue;
      }
      const cell = x + dx + SIZE * (y + dy);
      if (yard.block[cell] !== Block.air) out[at + yard.block[cell]] = 1;
      if (yard.water[cell] > 0) out[at + WATER] = 1;
      const there = creatureAt(yard, cell);
      if (there >= 0) out[at + PLANE_OF[CREATURES[there]]] = 1;
      out[at + MADE] = yard.made[cell];
    }
}

/** Writes the relative position of another cell; zeros for −1. */
function point(from: number, to: number, out: Float32Array, at: number): void {
  if (to < 0) return;
  const dx = (to % SIZE) - (from % SIZE);
  const dy = Math.floor(to / SIZE) - Math.floor(from / SIZE);
  out[at] = Math.sign(dx);
  out[at + 1] = Math.sign(dy);
  out[at + 2] = dx / SIZE;
  out[at + 3] = dy / SIZE;
  out[at + 4] = dx === 0 ? 1 : 0;
  out[at + 5] = dy === 0 ? 1 : 0;
}

/** A player that observes the whole yard. */
function demonstrator(task: (typeof TASK_NAMES)[number]) {
  const known = yardState();
  return {
    reset() {},
    watch(state: Float64Array) {
      known.buffer.set(state);
    },
    act(_: Float32Array, action: Float64Array) {
      action[0] = demonstrated(known.views, task);
    },
  };
}

export const fuzzyYardWorld = bind({
  id: "gridworld/fuzzy-yard",
  summary:
    "a world of blocks with tasks told in words: enter a cave, make a waterfall, pen two animals, build a house in the village's style",
  source: "after the tasks of the BASALT competition (arXiv 2107.01969); the rules are ours",
  parameters,
  make: fuzzyYard,
});
