// Draws against the formulas of prioritised replay (arXiv 1511.05952), and the ring's own promises.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { type ReplayBuffer, replayBuffer, sumTree } from "./replay-buffer.ts";

/** Adds transitions whose every number tells which one it is. */
function remember(buffer: ReplayBuffer, from: number, to: number): void {
  for (let k = from; k < to; k++) {
    buffer.add({
      observations: Float32Array.of(-1, k, k + 0.25),
      observationAt: 1,
      actions: [k + 0.5],
      actionAt: 0,
      rewards: [0, k / 2],
      rewardAt: 1,
      nextObservations: Float32Array.of(k + 1, k + 1.25),
      nextAt: 0,
      status: k % 2 === 0 ? Status.truncated : Status.terminated,
    });
  }
}

const sizes = { observationSize: 2, actionSize: 1 };

test("a ring keeps the newest transitions, each whole", () => {
  const buffer = replayBuffer({ capacity: 10, ...sizes });
  remember(buffer, 0, 23);
  expect(buffer.size).toBe(10);
  const batch = buffer.sample(2000, Random.of(1));
  const seen = new Set<number>();
  for (let row = 0; row < 2000; row++) {
    const k = batch.observations[2 * row];
    seen.add(k);
    expect(batch.observations[2 * row + 1]).toBe(k + 0.25);
    expect(batch.actions[row]).toBe(k + 0.5);
    expect(batch.rewards[row]).toBe(k / 2);
    expect(batch.nextObservations[2 * row + 1]).toBe(k + 1.25);
    expect(batch.continues[row]).toBe(k % 2 === 0 ? 1 : 0);
    expect(batch.weights[row]).toBe(1);
  }
  expect([...seen].sort((a, b) => a - b)).toEqual([13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
});

test("pay of several seats is kept side by side", () => {
  const buffer = replayBuffer({ capacity: 2, observationSize: 1, actionSize: 2, rewardSize: 3 });
  const nothing = new Float32Array(1);
  for (const rewards of matrix("9 1 2 3 | 9 4 5 6"))
    buffer.add({
      observations: nothing,
      observationAt: 0,
      actions: rewards,
      actionAt: 2,
      rewards,
      rewardAt: 1,
      nextObservations: nothing,
      nextAt: 0,
      status: Status.running,
    });
  const { rows, rewards, actions } = buffer.sample(9, Random.of(2));
  for (const [k, row] of rows.entries()) {
    expect(Array.from(rewards.slice(3 * k, 3 * k + 3))).toEqual(row === 0 ? [1, 2, 3] : [4, 5, 6]);
    expect(Array.from(actions.slice(2 * k, 2 * k + 2))).toEqual(row === 0 ? [2, 3] : [5, 6]);
  }
  const copy = replayBuffer({ capacity: 2, observationSize: 1, actionSize: 2, rewardSize: 3 });
  copy.restore(new Map(buffer.save().map(({ name, data }) => [name, data])));
  expect(copy.sample(9, Random.of(2))).toEqual(buffer.sample(9, Random.of(2)));
});

test("the same stream draws the same rows, another stream others", () => {
  const buffer = replayBuffer({ capacity: 100, ...sizes, priority: { exponent: 0.6 } });
  remember(buffer, 0, 100);
  const draw = (seed: number) => Array.from(buffer.sample(50, Random.of(seed)).rows);
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test("transitions are drawn as often as P(i) = p_i^α/Σ p^α says, with weights (N·P(i))^−β", () => {
  const [exponent, correction, n] = [0.6, 0.4, 8];
  const buffer = replayBuffer({ capacity: n, ...sizes, priority: { exponent, least: 0 } });
  remember(buffer, 0, n);
  const errors = [0.1, -2, 0.5, 0, 1, -4, 0.05, 3];
  buffer.prioritise(Int32Array.from(errors.keys()), errors);
  const masses = errors.map((error) => Math.abs(error) ** exponent);
  const total = masses.reduce((a, b) => a + b, 0);
  const draws = 100_000;
  const random = Random.of(3, "priority");
  const counts = new Array<number>(n).fill(0);
  let furthest = 0;
  for (let k = 0; k < draws / 4; k++) {
    const { rows, weights } = buffer.sample(4, random, correction);
    const raw = Array.from(rows, (row) => ((n * masses[row]) / total) ** -correction);
    for (let j = 0; j < 4; j++) {
      counts[rows[j]] += 1;
      furthest = Math.max(furthest, Math.abs(weights[j] - raw[j] / Math.max(...raw)));
    }
  }
  expect(furthest).toBeLessThan(1e-6);
  for (const [k, mass] of masses.entries()) {
    const p = mass / total;
    // Strata only take variance away from independent draws.
    expect(Math.abs(counts[k] / draws - p)).toBeLessThanOrEqual(4 * Math.sqrt((p * (1 - p)) / draws));
  }
});

test("weights with β = 1 make the mean over draws that of uniform draws", () => {
  const buffer = replayBuffer({ capacity: 4, ...sizes, priority: { exponent: 1, least: 0 } });
  remember(buffer, 0, 4);
  buffer.prioritise(Int32Array.of(0, 1, 2, 3), [1, 2, 3, 4]);
  const random = Random.of(4, "unbiased");
  let sum = 0;
  const draws = 40_000;
  for (let k = 0; k < draws; k++) {
    // Alone in its batch a weight would be 1; the formula is applied by hand.
    const [row] = buffer.sample(1, random, 1).rows;
    sum += (row * 10) / (4 * (row + 1)) / draws;
  }
  // Mean of the rows 0, 1, 2, 3.
  expect(Math.abs(sum - 1.5)).toBeLessThan(0.02);
});

test("a new transition is as likely as the most surprising one yet", () => {
  const buffer = replayBuffer({ capacity: 3, ...sizes, priority: { exponent: 1, least: 0 } });
  remember(buffer, 0, 2);
  buffer.prioritise(Int32Array.of(0, 1), [9, 1]);
  remember(buffer, 2, 3);
  const { rows } = buffer.sample(19_000, Random.of(5));
  const share = (k: number) => rows.filter((row) => row === k).length / rows.length;
  expect([share(0), share(1), share(2)].map((x) => Math.round(19 * x * 100) / 100)).toEqual([9, 1, 9]);
});

test("an empty buffer says so", () => {
  expect(() => replayBuffer({ capacity: 3, ...sizes }).sample(1, Random.of(1))).toThrow("nothing is remembered yet");
});

law.prop([
  fc.array(fc.tuple(fc.nat(12), fc.nat(5)), { minLength: 1, maxLength: 60 }),
  fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
])("a sum tree finds what a walk over the masses finds", (changes, place) => {
  const tree = sumTree(13);
  const masses = new Array<number>(13).fill(0);
  for (const [thing, mass] of changes) {
    tree.set(thing, mass);
    masses[thing] = mass;
  }
  const total = masses.reduce((a, b) => a + b, 0);
  expect(tree.total).toBe(total);
  if (total === 0) return;
  let left = place * total;
  const walked = masses.findIndex((mass) => {
    if (left < mass) return true;
    left -= mass;
    return false;
  });
  expect(tree.find(place * total)).toBe(walked);
});

test("a sum tree takes no mass that is not a number, and finds no empty thing at its very end", () => {
  const tree = sumTree(5);
  expect(() => tree.set(0, Number.NaN)).toThrow("the mass of 0 cannot be NaN");
  tree.set(1, 0.1);
  tree.set(2, 0.2);
  expect(tree.find(tree.total)).toBe(2);
});
