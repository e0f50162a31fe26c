// BattleSnake as an environment: initial boards, shrinking in royale, and a scripted snake that beats random play.

import { expect, test } from "vitest";
import { byHand } from "../../../../test/fixtures/by-hand.ts";
import { type NumericEnvironment, Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { battlesnake } from "./world.ts";

const made = (parameters: object): NumericEnvironment => battlesnake.make(parameters);
const outcomesOf = ({ spec }: NumericEnvironment) => new Float64Array(spec.agents.length * spec.channels.length);

test("a board starts with snakes of full health on the published cells, food near each, and food in the centre", () => {
  const world = made({});
  const { views } = world.state;
  for (let seed = 0; seed < 50; seed++) {
    world.reset(Random.of(seed), outcomesOf(world));
    expect([...views.length]).toEqual([3, 3, 3, 3]);
    expect([...views.health]).toEqual([100, 100, 100, 100]);
    const at = (point: number) => [(point % 13) - 1, Math.floor(point / 13) - 1];
    const heads = [0, 1, 2, 3].map((seat) => at(views.bodies[seat * (views.bodies.length / 4)]));
    const isCorner = heads.map(([x, y]) => x !== 5 && y !== 5);
    expect(new Set(isCorner).size).toBe(1);
    for (const place of heads.flat()) expect([1, 5, 9]).toContain(place);
    expect(new Set(heads.map(String)).size).toBe(4);
    const food = [...views.food.entries()].filter(([, there]) => there === 1).map(([point]) => at(point));
    expect(food).toHaveLength(5);
    expect(food).toContainEqual([5, 5]);
    for (const [x, y] of heads) {
      expect(food.some(([fx, fy]) => Math.abs(fx - x) === 1 && Math.abs(fy - y) === 1)).toBe(true);
    }
  }
});

test("royale turns a row or column into a hazard in every fifth turn, and hazards stay", () => {
  const world = made({ rules: "royale", shrinkEvery: 5, snakes: 2, damage: 0 });
  const { step } = byHand(world, Random.of(1));
  const { hazards, shrunk } = world.state.views;
  let before = 0;
  for (let turn = 1; turn <= 20; turn++) {
    step(turn % 4, (turn + 1) % 4);
    const now = hazards.reduce((sum, one) => sum + one, 0);
    expect(shrunk.reduce((sum, one) => sum + one, 0)).toBe(Math.floor(turn / 5));
    if (turn % 5 === 0) expect(now).toBeGreaterThan(before);
    else expect(now).toBe(before);
    before = now;
  }
});

test("against two random snakes the scripted one wins most games", () => {
  const world = made({ width: 7, height: 7 });
  const { spec } = world;
  const forager = spec.oracles?.forager.play(0);
  if (forager === undefined) throw new Error("there is no scripted snake");
  const outcomes = outcomesOf(world);
  const observations = new Float32Array(4 * spec.observationSize);
  const actions = new Float64Array(4);
  let points = 0;
  for (let game = 0; game < 100; game++) {
    const random = Random.of(game, "games");
    world.reset(random, outcomes);
    for (let status: number = Status.running, turn = 0; status === Status.running && turn < spec.horizon; turn++) {
      world.observe(observations);
      for (let seat = 1; seat < 4; seat++) actions[seat] = random.integer(4);
      forager.act(observations.subarray(0, spec.observationSize), actions.subarray(0, 1));
      status = world.step(actions, outcomes, random);
    }
    points += outcomes[0];
  }
  expect(points).toBeGreaterThan(90);
});

test("a single snake has the point while it lives", () => {
  const world = made({ rules: "solo", horizon: 3, width: 11, height: 11 });
  const { outcomes, step } = byHand(world, Random.of(3));
  // The move around the upper right corner.
  for (const move of [0, 3]) {
    expect(step(move)).toBe(Status.running);
    expect(outcomes[0]).toBe(0);
  }
  step(1);
  expect(outcomes[0]).toBe(1);
});
