// Searches for the hidden goal: their starts and ends, and the observations.

import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { Place } from "./channels.ts";
import { hiddenGoal } from "./hidden-goal.ts";
import { MOVES } from "./tiles.ts";

/** Plays a block; `choose` receives column, row and the goal's tile. Returns lengths and goals of the searches, and the last status. */
function searches(parameters: object, seed: number, choose: (x: number, y: number, goal: number) => number) {
  const world = hiddenGoal.make(parameters);
  const { cell, goal, count } = world.state.views;
  const size = Math.sqrt(world.state.views.visited.length);
  const random = Random.of(seed, "searches");
  const outcomes = new Float64Array(world.spec.channels.length);
  world.reset(random, outcomes);
  const lengths: number[] = [];
  const goals: number[] = [];
  let paid = 0;
  let status: Status = Status.running;
  for (let t = 1; status === Status.running; t++) {
    const [before, at] = [count[0], goal[0]];
    status = world.step(Float64Array.of(choose(cell[0] % size, Math.floor(cell[0] / size), goal[0])), outcomes, random);
    paid += outcomes[Place.payoff];
    if (count[0] === before) continue;
    lengths.push(t);
    goals.push(at);
    t = 0;
  }
  return { lengths, goals, paid, status };
}

/** A step towards the goal. */
function towards(x: number, y: number, goal: number): number {
  const [gx, gy] = [goal % 5, Math.floor(goal / 5)];
  if (gx !== x) return gx > x ? 1 : 3;
  return gy > y ? 2 : 0;
}

test("an agent that knows the goal needs |Δx| + |Δy| steps per search, and the last search ends the block", () => {
  for (let seed = 0; seed < 50; seed++) {
    const { lengths, goals, paid, status } = searches({}, seed, towards);
    const distance = Math.abs((goals[0] % 5) - 2) + Math.abs(Math.floor(goals[0] / 5) - 2);
    expect(lengths).toEqual([distance, distance, distance, distance]);
    expect(new Set(goals).size).toBe(1);
    expect(paid).toBe(4);
    expect(status).toBe(Status.terminated);
  }
});

test("goals are anywhere but in the middle, and move between searches unless they persist", () => {
  const places = new Set<number>();
  for (let seed = 0; seed < 100; seed++) {
    for (const goal of searches({ stays: false }, seed, towards).goals) places.add(goal);
  }
  expect(places.size).toBe(24);
  expect(places.has(12)).toBe(false);
});

test("a search ends at its step limit", () => {
  // The agent walks into the upper wall while the goal is elsewhere.
  const stuck = Array.from({ length: 40 }, (_, seed) => searches({ limit: 7 }, seed, () => 0));
  const missed = stuck.filter(({ paid }) => paid === 0);
  expect(missed.length).toBeGreaterThan(20);
  for (const { lengths } of missed) expect(lengths).toEqual([7, 7, 7, 7]);
});

test("the observation is the position, with the last move and payoff or without", () => {
  for (const feedback of [true, false]) {
    const world = hiddenGoal.make({ feedback });
    const { goal } = world.state.views;
    const seen = new Float32Array(world.spec.observationSize);
    const { outcomes, step } = byHand(world, Random.of(1, "seen"));
    world.observe(seen);
    const middle = [0, 0, 1, 0, 0, 0, 0, 1, 0, 0];
    expect(Array.from(seen)).toEqual([...middle, 0, 0, 0, 0, 0]);
    // The goal is one step up; reaching it resets the agent to the middle and shows the payoff.
    goal[0] = 7;
    expect(MOVES[0]).toEqual([0, -1]);
    step(0);
    world.observe(seen);
    expect(Array.from(seen)).toEqual([...middle, ...(feedback ? [1, 0, 0, 0, 1] : [0, 0, 0, 0, 0])]);
    expect(outcomes[Place.y]).toBe(1);
  }
});
