// Levels with objects as an environment: a new task in each episode, or one of a few. The state stores a number from which the level is
// generated.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { choiceOf, event, field, flow, level, named, parts, singleAgentSpec } from "../declaration.ts";
import { lasting, lifetime } from "../lasting.ts";
import { OBJECT_TASKS, objectExtent, objectLevel } from "./object-levels.ts";
import { moveAmongObjects, OBJECT_CHOICES, type ObjectLevel, type ObjectProcess, objectProcess } from "./objects.ts";
import { objectScene } from "./scene.ts";

const parameters = z.strictObject({
  tasks: oneOf(OBJECT_TASKS, "all").describe(
    "where levels come from: a distribution (all, small, medium, large) or a written task",
  ),
  horizon: whole(1, 2000, 2000).describe("longest episode; a level whose own is shorter ends by itself"),
  contexts: whole(0, 100_000, 0).describe("number of levels that episodes are drawn from; 0: a new level each episode"),
  layoutSeed: whole(0, 1_000_000_000, 0).describe("seed of the levels"),
  lifetime,
});

/** Number of different levels with unlimited contexts. */
const NUMBERS = 2 ** 48;

/** Indices of the channels in the order of the declaration. */
const Place = { payoff: 0, collected: 1, x: 2, y: 3, missing: 4 } as const;

/** Observation entries per object: column and row offsets, whether it exists, its reward. */
const SEEN_OF_OBJECT = 4;

function objectWorld({
  tasks,
  contexts,
  layoutSeed,
  ...given
}: Omit<z.output<typeof parameters>, "lifetime">): NumericEnvironment {
  const extent = objectExtent(tasks);
  const horizon = Math.min(given.horizon, extent.horizon);
  const state = layout({ number: [1], place: [2], exists: [extent.objects], time: [1] });
  const { number, place, exists, time } = state.views;
  const kept = new Map<number, Played>();
  let current: Played | undefined;

  /** The level given by the number in the state. */
  function played(): Played {
    if (current?.number === number[0]) return current;
    const known = kept.get(number[0]);
    const instance = known ?? playedLevel(number[0]);
    if (contexts > 0) kept.set(number[0], instance);
    current = instance;
    return instance;
  }

  function playedLevel(drawn: number): Played {
    const made = objectLevel(tasks, Random.of(layoutSeed, contexts > 0 ? "layout" : "level", drawn), horizon);
    const process = objectProcess(made);
    const placeOf = new Map(Array.from(process.cells, (cell, at) => [cell, at] as const));
    return { number: drawn, level: made, process, placeOf };
  }

  function stand(cell: number, { level: { size, objects }, process }: Played, bits: number): void {
    place[0] = cell % size;
    place[1] = Math.floor(cell / size);
    // Unreachable objects are never collected.
    for (let i = 0; i < objects.length; i++) exists[i] = 1;
    for (let i = 0; i < process.objects.length; i++) exists[process.objects[i]] = (bits >> i) & 1;
  }

  function report(outcomes: Float64Array, { level: { objects } }: Played): void {
    outcomes[Place.x] = place[0];
    outcomes[Place.y] = place[1];
    let there = 0;
    for (let i = 0; i < objects.length; i++) there += exists[i];
    outcomes[Place.missing] = objects.length - there;
  }

  const cellOf = ({ size }: ObjectLevel) => place[0] + size * place[1];

  return {
    state,
    spec: singleAgentSpec({
      label: "collector",
      horizon,
      action: named("up", "right", "down", "left", "stay"),
      actionUnit: "move",
      observation: [
        field("x", 0, extent.size - 1, "column"),
        field("y", 0, extent.size - 1, "row, from above"),
        field("blocked", 0, 1, "whether a wall or the border stops a move up, right, down, left", { size: 4 }),
        field("objects", 1 - extent.size, extent.size - 1, "of each: columns to it, rows to it, there, its pay", {
          size: SEEN_OF_OBJECT * extent.objects,
        }),
        field("time", 0, 1, "steps taken as a share of the level's horizon"),
      ],
      channels: [
        flow("payoff", "reward", -1, 1, "sum", "what the collected object pays"),
        event("collected", "objects", "1 at a step that collects an object"),
        level("x", "cells", 0, extent.size - 1, "column of the agent"),
        level("y", "cells", 0, extent.size - 1, "row of the agent, from above"),
        level("missing", "objects", 0, extent.objects, "objects that were collected and are not back"),
      ],
      publicState: parts({ place: "column and row", exists: "objects that are there" }),
      deterministic: contexts === 1 && tasks === "sparse",
    }),
    reset(random, outcomes) {
      state.buffer.fill(0);
      number[0] = random.integer(contexts === 0 ? NUMBERS : contexts);
      const now = played();
      stand(now.level.start, now, (1 << now.process.objects.length) - 1);
      outcomes.fill(0);
      report(outcomes, now);
    },
    step(actions, outcomes, random) {
      const now = played();
      const { process } = now;
      const k = process.objects.length;
      let bits = 0;
      for (let i = 0; i < k; i++) bits |= exists[process.objects[i]] << i;
      const before = ((now.placeOf.get(cellOf(now.level)) ?? 0) << k) | bits;
      const next = process.step(before, choiceOf(actions[0], OBJECT_CHOICES), random);
      stand(process.cells[next >> k], now, next & ((1 << k) - 1));
      time[0] += 1;
      outcomes[Place.payoff] = process.outcome.reward;
      outcomes[Place.collected] = process.outcome.collected >= 0 ? 1 : 0;
      report(outcomes, now);
      // Time is part of the task, so the episode terminates at the level's horizon.
      const over = process.outcome.ended || time[0] >= process.horizon;
      return (over ? Status.terminated : 0) | (time[0] >= horizon ? Status.truncated : 0);
    },
    observe(out) {
      const { level: now, process } = played();
      out.fill(0);
      out[0] = place[0];
      out[1] = place[1];
      const cell = cellOf(now);
      for (let d = 0; d < 4; d++) out[2 + d] = moveAmongObjects(now, cell, d) === cell ? 1 : 0;
      for (let i = 0; i < now.objects.length; i++) {
        const { cell: there, reward } = now.objects[i];
        const at = 6 + SEEN_OF_OBJECT * i;
        out[at] = (there % now.size) - place[0];
        out[at + 1] = Math.floor(there / now.size) - place[1];
        out[at + 2] = exists[i];
        out[at + 3] = reward;
      }
      out[6 + SEEN_OF_OBJECT * extent.objects] = time[0] / process.horizon;
    },
    scene(last) {
      const { level: now } = played();
      return objectScene(now, { cell: cellOf(now), exists, time: time[0], paid: last?.outcomes[Place.payoff] ?? 0 });
    },
  };
}

/** A level in play with its process. */
interface Played {
  readonly number: number;
  readonly level: ObjectLevel;
  readonly process: ObjectProcess;
  /** Index of each reachable cell. */
  readonly placeOf: ReadonlyMap<number, number>;
}

export const objects = bind({
  id: "gridworld/objects",
  summary:
    "collect what pays and leave what does not; objects may end the episode and may come back, and each level is another task",
  source: "the gridworlds of arXiv 2007.08794, as drawn in arXiv 2310.02782",
  parameters,
  make: ({ lifetime: steps, ...given }) => lasting(objectWorld(given), steps),
});
