// The fuzzy yard: turning and walking, falling, water, breaking and placing, pens, rooms, and demonstrators of all tasks.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../../test/fixtures/by-hand.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { episodeRunner } from "../../../play/episode.ts";
import { seated } from "../../../play/policy.ts";
import { streamsOf } from "../../../play/streams.ts";
import { TASK_NAMES, type YardTask } from "./layouts.ts";
import { measuresOf } from "./measures.ts";
import { Act, act, Block, DOWN, FALLEN, flow, LEFT, RIGHT, SIZE, UP, type Yard, yardState } from "./rules.ts";
import { fuzzyYardWorld } from "./world.ts";

const at = (x: number, y: number) => x + SIZE * y;

/** An empty yard; in side view the ground starts at row 10. */
function yard(fromSide: boolean): Yard {
  const { views } = yardState();
  views.creature.fill(-1);
  views.led[0] = -1;
  views.agent[0] = at(5, 9);
  views.facing[0] = RIGHT;
  if (fromSide) views.block.fill(Block.earth, at(0, 10));
  return views;
}

const read = (views: Yard, task: YardTask, name: string) =>
  measuresOf(task)
    .find(({ channel }) => channel.name === name)
    ?.read(views);

describe("one action", () => {
  test("turns to another direction first, and walks in the direction that it faces", () => {
    const views = yard(false);
    act(views, UP, false);
    expect([views.agent[0], views.facing[0]]).toEqual([at(5, 9), UP]);
    act(views, UP, false);
    expect(views.agent[0]).toBe(at(5, 8));
  });

  test("in side view climbs one block, not two, and falls", () => {
    const views = yard(true);
    views.block[at(6, 9)] = Block.stone;
    act(views, RIGHT, true);
    expect(views.agent[0]).toBe(at(6, 8));
    act(views, RIGHT, true);
    expect(views.agent[0]).toBe(at(7, 9));
    views.block.fill(Block.stone, at(8, 9), at(8, 9) + 1);
    views.block[at(8, 8)] = Block.stone;
    act(views, RIGHT, true);
    expect(views.agent[0]).toBe(at(7, 9));
  });

  test("breaking original blocks is counted; removing its own ones is not", () => {
    const views = yard(true);
    act(views, Act.stone, true);
    expect([views.block[at(6, 9)], views.placed[0]]).toEqual([Block.stone, 1]);
    act(views, Act.break, true);
    expect([views.block[at(6, 9)], views.placed[0], views.broken[0]]).toEqual([Block.air, 0, 0]);
    views.facing[0] = DOWN;
    act(views, Act.break, true);
    expect([views.agent[0], views.broken[0]]).toEqual([at(5, 10), 1]);
  });

  test("leads a cow and releases it, after which it stays; strikes it instead of breaking; a villager cannot be led", () => {
    const views = yard(false);
    views.creature.set([at(6, 9), -1, -1, at(4, 9)]);
    act(views, Act.break, false);
    expect([views.struck[0], views.creature[0]]).toEqual([1, at(6, 9)]);
    act(views, Act.lead, false);
    expect([views.led[0], views.creature[0]]).toEqual([0, -1]);
    act(views, Act.lead, false);
    expect([views.led[0], views.creature[0], views.tame[0]]).toEqual([-1, at(6, 9), 1]);
    views.facing[0] = LEFT;
    act(views, Act.lead, false);
    expect(views.led[0]).toBe(-1);
  });
});

test("water falls one cell per step, and spreads up to two cells sideways where it cannot fall", () => {
  const views = yard(true);
  const scratch = new Float64Array(views.water.length);
  views.water[at(8, 6)] = 3;
  views.poured[0] = 1;
  flow(views, scratch);
  expect([views.water[at(8, 7)], views.water[at(8, 8)]]).toEqual([FALLEN, 0]);
  for (let k = 0; k < 5; k++) flow(views, scratch);
  expect(Array.from(views.water.subarray(at(4, 9), at(13, 9)))).toEqual([0, 0, 1, 2, FALLEN, 2, 1, 0, 0]);
  views.facing[0] = RIGHT;
  views.agent[0] = at(5, 9);
  expect(read(views, "waterfall", "view")).toBe(3);
  views.agent[0] = at(6, 9);
  expect(read(views, "waterfall", "view")).toBe(0);
});

test("a pen counts animals of one kind beside a house, only if it is closed", () => {
  const views = yard(false);
  views.agent[0] = at(12, 12);
  for (let y = 3; y <= 6; y++) views.block[at(3, y)] = Block.stone;
  views.creature.set([at(4, 4), at(4, 5), at(9, 9), -1]);
  expect([read(views, "pen", "penned"), read(views, "pen", "beside")]).toEqual([0, 2]);
  for (const cell of [at(4, 3), at(5, 4), at(5, 5), at(4, 6)]) views.block[cell] = Block.fence;
  expect(read(views, "pen", "penned")).toBe(2);
  views.creature[1] = at(10, 9);
  views.creature[2] = at(4, 5);
  expect(read(views, "pen", "penned")).toBe(0);
  views.creature[2] = at(9, 9);
  views.made[at(3, 3)] = 1;
  expect(read(views, "pen", "penned")).toBe(1);
});

test("a room is closed, has a door and is on the lot; its material, size and door are compared with the village's", () => {
  const views = yard(false);
  views.style.set([Block.wood, 1, RIGHT]);
  views.landmark[0] = at(4, 4);
  const names = ["room", "material", "size", "door"];
  const seen = () => names.map((name) => read(views, "house", name));
  for (const cell of [at(3, 4), at(4, 3), at(5, 3), at(4, 5), at(5, 5)]) views.block[cell] = Block.wood;
  expect(seen()).toEqual([0, 0, 0, 0]);
  views.block[at(6, 4)] = Block.door;
  expect(seen()).toEqual([1, 1, 1, 1]);
  views.block[at(3, 4)] = Block.stone;
  expect(seen()).toEqual([1, 0.8, 1, 1]);
  views.style.set([Block.wood, 2, DOWN]);
  expect(seen()).toEqual([1, 0.8, 0, 0]);
});

const DONE = { cave: ["inside", 1], waterfall: ["view", 6], pen: ["penned", 2], house: ["door", 1] } as const;

test.each(TASK_NAMES)("a demonstrator completes its task and ends the episode: %s", (task) => {
  const world = fuzzyYardWorld.make({ task });
  const player = world.spec.oracles?.demonstrator.play(0);
  const runner = episodeRunner(world);
  const [name, least] = DONE[task];
  const place = world.spec.channels.findIndex((channel) => channel.name === name);
  for (let seed = 0; seed < 40; seed++) {
    const { outcomes, status } = runner.play(seated(world.spec, [player]), streamsOf(seed, 0));
    expect(outcomes[place], `seed ${seed}`).toBeGreaterThanOrEqual(least);
    expect(status).toBe(Status.terminated);
  }
});

test("an unfinished episode is truncated", () => {
  const world = fuzzyYardWorld.make({ task: "cave" });
  const { step } = byHand(world, Random.of(1, "yard"));
  for (let k = 1; k < world.spec.horizon; k++) expect(step(Act.lead)).toBe(Status.running);
  expect(step(Act.lead)).toBe(Status.truncated);
});
