// Maps and rules of the grid worlds: counts, walks and exact solutions.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { gridMdp } from "../../../test/fixtures/grid-mdp.ts";
import { holds } from "../../../test/fixtures/intervals.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { deterministicPolicy, greedyChoice } from "../../algorithms/planning/policy.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { wilson } from "../../evaluation/statistics/interval.ts";
import { Place } from "./channels.ts";
import { contextsOf, type Level } from "./contexts.ts";
import { corridors } from "./corridors.ts";
import { gridWorld } from "./grid-world.ts";
import { keyDoorGoal, keyDoorGoalLevel, keyDoorGoalRules } from "./key-door-goal.ts";
import { keyRoom, keyRoomLevel } from "./key-room.ts";
import { mazeLevel, noisyTv } from "./maze.ts";
import { multiRoomLevel } from "./multi-room.ts";
import { distances, Message, type Rules, Tile } from "./tiles.ts";

const drawn = Array.from({ length: 50 }, (_, seed) => Random.of(seed, "level"));

function steps(world: NumericEnvironment, choices: readonly number[]) {
  const { outcomes, step } = byHand(world, Random.of(1, "steps"));
  return choices.map((choice) => {
    const status = step(choice);
    return { status, outcomes: outcomes.slice() };
  });
}

describe("mazes", () => {
  test("are spanning trees: 49 rooms, 48 passages, connected, with a distant goal", () => {
    for (const random of drawn) {
      const { grid, start } = mazeLevel(15)(random);
      const tiles = Array.from(grid.tiles);
      const way = distances(grid, start);
      expect(tiles.filter((tile) => tile !== Tile.wall)).toHaveLength(49 + 48);
      expect(Array.from(way).filter((d) => d >= 0)).toHaveLength(49 + 48);
      expect(way[tiles.indexOf(Tile.goal)]).toBeGreaterThanOrEqual(0.7 * Math.max(...way));
    }
  });

  test("a few contexts give as many maps, and the shared map has its share of episodes", () => {
    const few = contextsOf({ contexts: 3, layoutSeed: 5, sharedMap: 0 }, mazeLevel(9));
    const seen = (contexts: typeof few) => drawn.map((random) => contexts.draw(random));
    expect(new Set(seen(few)).size).toBe(3);
    const mixed = contextsOf({ contexts: 0, layoutSeed: 5, sharedMap: 0.5 }, mazeLevel(9));
    const levels = Array.from({ length: 2000 }, (_, k) => mixed.draw(Random.of(k, "mixed")));
    const shared = levels.filter((level) => level === mixed.fixed(0)).length;
    holds(wilson(shared, 2000, 0.999), 0.5);
  });
});

const makers = {
  maze: [mazeLevel(15), { hands: "automatic" }],
  "key room": [keyRoomLevel(6), { hands: "use" }],
  "key room with tools": [keyRoomLevel(5), { hands: "tools" }],
  "key room with tools, laid down at will": [keyRoomLevel(5), { hands: "tools and drop" }],
  "multi-room": [multiRoomLevel(6, 3, true), { hands: "automatic" }],
  "key, door and goal": [() => keyDoorGoalLevel(), keyDoorGoalRules],
} as const satisfies Record<string, readonly [(random: Random) => Level, Rules]>;

describe.each(Object.entries(makers))("%s", (_, [make, rules]) => {
  test("are solvable, and the optimal policy of the finite process solves them in the environment", () => {
    for (const random of drawn.slice(0, 20)) {
      const level = make(random);
      const { mdp, pieces } = gridMdp(level, { ...rules, discount: 0.9 });
      const { values, actionValues } = valueIteration(mdp);
      const shortest = Math.round(Math.log(values[0]) / Math.log(0.9)) + 1;
      expect(values[0]).toBeCloseTo(0.9 ** (shortest - 1), 9);
      const choice = greedyChoice(mdp, actionValues);
      expect(deterministicPolicy(mdp, choice).reduce((a, b) => a + b, 0)).toBe(mdp.states);
      const { width, height } = level.grid;
      const contexts = contextsOf({ contexts: 1, layoutSeed: 0, sharedMap: 0 }, () => level);
      const world = gridWorld({ ...rules, width, height, horizon: 500, contexts });
      const { outcomes, step } = byHand(world, random);
      let status: Status = Status.running;
      let taken = 0;
      while (status === Status.running) {
        const [x, y, key, open] = [Place.x, Place.y, Place.key, Place.door].map((place) => outcomes[place]);
        const keyAt = world.state.views.places[1];
        const cell = x + y * width;
        const at = pieces.findIndex((p) => p.cell === cell && p.key === key && p.open === open && p.keyAt === keyAt);
        status = step(choice[at]);
        taken += 1;
      }
      expect([outcomes[Place.success], status, taken]).toEqual([1, Status.terminated, shortest]);
    }
  });

  test("environment and finite process make the same random walks", () => {
    const level = make(Random.of(3, "level"));
    const { mdp, pieces } = gridMdp(level, { ...rules, discount: 0.9 });
    const { width, height } = level.grid;
    const contexts = contextsOf({ contexts: 1, layoutSeed: 0, sharedMap: 0 }, () => level);
    const world = gridWorld({ ...rules, width, height, horizon: 3000, contexts });
    const random = Random.of(4, "walk");
    const { outcomes, step } = byHand(world, random);
    let s = 0;
    for (let t = 0; t < 2000 && mdp.terminal[s] === 0; t++) {
      const choice = random.integer(mdp.actions);
      step(choice);
      expect(outcomes[Place.payoff]).toBe(mdp.reward[s * mdp.actions + choice]);
      s = mdp.next[mdp.offset[s * mdp.actions + choice]];
      const { cell, key, keyAt, open } = pieces[s];
      expect(outcomes[Place.x] + width * outcomes[Place.y]).toBe(cell);
      expect([outcomes[Place.key], world.state.views.places[1], outcomes[Place.door]]).toEqual([key, keyAt, open]);
    }
  });
});

test("key, door and goal: 98 states, fifteen steps", () => {
  const { mdp } = gridMdp(keyDoorGoalLevel(), { ...keyDoorGoalRules, discount: 0.97 });
  // 27 positions without the key, 28 with it, 28 + 1 + 14 with the door open.
  expect(mdp.states).toBe(98);
  expect(valueIteration(mdp).values[0]).toBeCloseTo(0.97 ** 14, 12);
  const there = [0, 0, 0, 3, 3, 3];
  const back = [1, 1, 1, 2, 2, 2];
  const played = steps(keyDoorGoal.make(), [1, ...there, ...back, 1, 1, 1]);
  expect(played[0].outcomes[Place.message]).toBe(Message.doorLocked);
  expect(played[6].outcomes[Place.message]).toBe(Message.keyTaken);
  expect(played[13].outcomes[Place.message]).toBe(Message.doorOpened);
  expect(played.map(({ outcomes }) => outcomes[Place.payoff])).toEqual([...new Array(15).fill(0), 1]);
  expect(played[15].status).toBe(Status.terminated);
});

test("key room: the key is taken and the door opened only by the fifth choice", () => {
  const world = keyRoom.make({ size: 7, horizon: 5000 });
  const choices = Array.from({ length: 4000 }, (_, t) => Random.of(t, "walk").integer(4));
  const walked = steps(world, choices);
  expect(walked.some(({ outcomes }) => outcomes[Place.message] === Message.keyHere)).toBe(true);
  expect(walked.some(({ outcomes }) => outcomes[Place.message] === Message.doorLocked)).toBe(true);
  expect(walked.every(({ outcomes }) => outcomes[Place.key] + outcomes[Place.door] === 0)).toBe(true);
});

test("the television changes only by its remote control", () => {
  const played = steps(noisyTv.make({ pictures: 1_000_000 }), [4, 0, 1, 2, 3, 4, 4]);
  const pictures = played.map(({ outcomes }) => outcomes[Place.picture]);
  expect(new Set(pictures.slice(0, 5)).size).toBe(1);
  expect(new Set(pictures).size).toBe(3);
});

test("corridors: there is time for one, and one of them pays", () => {
  const paid = Array.from({ length: 8 }, (_, k) => steps(corridors.make(), [k, ...new Array(11).fill(7)]).at(-1));
  expect(paid.map((last) => last?.outcomes[Place.payoff]).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  for (const last of paid) expect(last?.status).toBe(Status.terminated | Status.truncated);
  const [entered, back] = steps(corridors.make(), [3, 0]).map(({ outcomes }) => [outcomes[Place.x], outcomes[Place.y]]);
  expect([entered, back]).toEqual(matrix("1 4 | 0 0"));
});
