// Light cycles: crashes and winners.

import { expect, test } from "vitest";
import { byHand } from "../../../../test/fixtures/by-hand.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { lightCyclesWorld } from "./world.ts";

const HEADINGS = ["up", "right", "down", "left"];
const [UP, RIGHT, DOWN, LEFT] = HEADINGS.keys();

/** Bikes given as "x y heading | …" on a grid of ten by ten. */
function begun(bikes: string, horizon = 50) {
  const places = bikes.split(" | ").map((bike) => bike.split(" "));
  const world = lightCyclesWorld.make({ width: 10, height: 10, horizon, bikes: places.length });
  const { outcomes, step } = byHand(world, Random.of(0));
  const { cell, at, heading } = world.state.views;
  cell.fill(0);
  for (const [seat, [x, y, towards]] of places.entries()) {
    at[seat] = Number(x) + 10 * Number(y);
    heading[seat] = HEADINGS.indexOf(towards);
    cell[at[seat]] = seat + 1;
  }
  const payoffs = () => places.map((_, seat) => outcomes[4 * seat]);
  return { world, step, payoffs };
}

test("a bike that hits an edge or a trail crashes, and the other wins", () => {
  const edge = begun("0 5 left | 5 5 up");
  expect([edge.step(LEFT, UP), edge.payoffs()]).toEqual([Status.terminated, [0, 1]]);
  const trail = begun("2 2 right | 3 1 up");
  // The second bike crosses in front of the first, which then hits its trail.
  expect(trail.step(UP, UP)).toBe(Status.running);
  expect([trail.step(RIGHT, RIGHT), trail.payoffs()]).toEqual([Status.running, [0, 0]]);
  expect([trail.step(DOWN, RIGHT), trail.payoffs()]).toEqual([Status.terminated, [0, 1]]);
});

test("two bikes that move to one cell, or swap their cells, both crash: a draw", () => {
  const meeting = begun("2 5 right | 4 5 left");
  expect([meeting.step(RIGHT, LEFT), meeting.payoffs()]).toEqual([Status.terminated, [0.5, 0.5]]);
  const swapping = begun("2 5 right | 3 5 left");
  expect([swapping.step(RIGHT, LEFT), swapping.payoffs()]).toEqual([Status.terminated, [0.5, 0.5]]);
});

test("a bike cannot reverse and continues straight on", () => {
  const { world, step } = begun("2 5 right | 7 2 up");
  expect(step(LEFT, UP)).toBe(Status.running);
  expect(world.state.views.at[0]).toBe(3 + 10 * 5);
});

test("at the last tick the longest trail wins; without survivors, the last of three to crash share the point", () => {
  const { world, step, payoffs } = begun("2 5 right | 7 2 up", 1);
  world.state.views.length[1] = 9;
  step(RIGHT, UP);
  expect(payoffs()).toEqual([0, 1]);
  const three = begun("0 5 left | 4 2 right | 6 2 left");
  expect([three.step(LEFT, UP, UP), three.payoffs()]).toEqual([Status.running, [0, 0, 0]]);
  expect([three.step(0, RIGHT, LEFT), three.payoffs()]).toEqual([Status.terminated, [0, 0.5, 0.5]]);
});

test("bikes start apart on free cells with a free cell ahead, on any grid", () => {
  for (let seed = 0; seed < 40; seed++) {
    const bikes = 2 + (seed % 7);
    const world = lightCyclesWorld.make({ bikes, width: 12 + seed, height: 30, rocks: 0.2 });
    world.reset(Random.of(seed), new Float64Array(4 * bikes));
    const { at, cell } = world.state.views;
    expect(new Set(at).size).toBe(bikes);
    for (const [seat, place] of at.entries()) expect(cell[place]).toBe(seat + 1);
    world.step(world.state.views.heading, new Float64Array(4 * bikes), Random.of(seed));
    expect(Array.from(world.state.views.outAt), `seed ${seed}`).toEqual(new Array(bikes).fill(0));
  }
});
