// The mini-fighter: damage, winners, the published reward, and programs that fight.

import { expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { ACTIONS, BACK, blowPay, distanceAfter, endPay, FIRE, FORWARD, GUARD, JAB, lossOf, THROW } from "./rules.ts";
import { miniFighterWorld } from "./world.ts";

test("a jab reaches to distance 1, recoils from a guard, and misses an opponent that steps back", () => {
  expect([lossOf(FORWARD, JAB, 1), lossOf(FORWARD, JAB, 2)]).toEqual([1, 0]);
  expect([lossOf(BACK, JAB, 1), lossOf(BACK, JAB, 0)]).toEqual([0, 1]);
  expect([lossOf(JAB, GUARD, 1), lossOf(GUARD, JAB, 1), lossOf(JAB, GUARD, 2)]).toEqual([1, 0, 0]);
  expect([lossOf(JAB, JAB, 0), lossOf(JAB, JAB, 1)]).toEqual([1, 1]);
});

test("a throw works at distance 0, doubly against a guard, and not against a jab or a step back", () => {
  expect([FORWARD, BACK, JAB, THROW, GUARD, FIRE].map((own) => lossOf(own, THROW, 0))).toEqual([1, 0, 0, 1, 2, 1]);
  expect(lossOf(GUARD, THROW, 1)).toBe(0);
});

test("fire works from distance 1 on, unless the opponent guards or steps forward", () => {
  expect([FORWARD, BACK, JAB, THROW, GUARD, FIRE].map((own) => lossOf(own, FIRE, 2))).toEqual([0, 1, 1, 1, 0, 1]);
  expect(lossOf(BACK, FIRE, 0)).toBe(0);
});

test("the distance stays between 0 and 2", () => {
  expect([distanceAfter(2, FORWARD, FORWARD), distanceAfter(1, FORWARD, FORWARD)]).toEqual([0, 0]);
  expect([distanceAfter(2, BACK, JAB), distanceAfter(1, FORWARD, BACK)]).toEqual([2, 1]);
});

test("the published reward at full health 176 and α = 3", () => {
  const at = (own: number, other: number) => endPay(own, other, 176, 3);
  expect(at(176, 0)).toBeCloseTo(0.528, 9);
  expect(at(88, 0)).toBeCloseTo(0.040385, 6);
  expect(at(0, -1)).toBeCloseTo(0.003089, 6);
  expect(at(0, 176)).toBeCloseTo(-0.176, 9);
  expect(at(0, 88)).toBeCloseTo(-0.0134617, 7);
  expect(at(7, 7)).toBe(0.001);
  expect(blowPay(20, 5, 3)).toBeCloseTo(0.055, 12);
});

const NAMES: readonly string[] = ACTIONS;

/** Plays a fight given by action names, as in "fire back | jab guard", and returns the last step's report. */
function fought(moves: string, ticks = 10) {
  const world = miniFighterWorld.make({ ticks });
  const outcomes = new Float64Array(14);
  world.reset(Random.of(0), outcomes);
  let status: number = Status.running;
  for (const names of moves.split(" | ")) {
    const numbers = names.split(" ").map((name) => NAMES.indexOf(name));
    status = world.step(Float64Array.from(numbers), outcomes, Random.of(0));
  }
  return { world, outcomes: Array.from(outcomes), status };
}

test("a fight that three fires win, and its reward", () => {
  const { outcomes, status } = fought("fire back | fire back | fire jab");
  expect(status).toBe(Status.terminated);
  expect(outcomes.slice(0, 6)).toEqual([1, 1, 1, 0, 3, 1]);
  expect(outcomes[6]).toBeCloseTo(0.001 * (3 * 1 + 3 * 3), 12);
  expect(outcomes.slice(7, 13)).toEqual([0, 0, 0, 1, 0, 1]);
  expect(outcomes[13]).toBeCloseTo(0.001 * (-1 - 3), 12);
});

test("with equal health after the last tick both share the point, and each is paid 0.001", () => {
  const { outcomes, status, world } = fought("guard guard | fwd back", 2);
  expect(status).toBe(Status.terminated);
  expect([outcomes[0], outcomes[7], outcomes[6], outcomes[13]]).toEqual([0.5, 0.5, 0.001, 0.001]);
  expect(world.bout?.points()).toEqual([0.5, 0.5]);
  const caption = "After 2 ticks of 2: left has 3 of 3 health, right has 3 of 3 health; distance 2.";
  expect(world.scene?.(undefined).caption).toBe(caption);
});

test("a program that fires beats one that retreats, and invalid answers lose", async () => {
  const fires = "function move({ distance }) { return distance > 0 ? 'fire' : 'throw'; }";
  const retreats = "function move() { return 'back'; }";
  const errs = "function move() { return 'bluff'; }";
  for (const pair of [
    [retreats, fires],
    [errs, retreats],
  ])
    expect(await playedBouts("mini-fighter", pair)).toEqual(matrix("0 1 | 0 1"));
});
