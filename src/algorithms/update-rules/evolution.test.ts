// The evolution strategy by pairs: it climbs, and only the order within a pair counts.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { antitheticEvolution } from "./evolution.ts";

const options = { pairs: 8, deviation: 0.1, rate: 0.05 };
const fitness = (x: ArrayLike<number>) => -((x[0] - 1) ** 2) - (x[1] + 0.5) ** 2;

/** Centres after `generations` under a transformation of the fitness. */
function climbed(generations: number, seen: (value: number) => number): Float32Array {
  const evolution = antitheticEvolution([0, 0], options);
  const random = Random.of(1, "directions");
  for (let generation = 0; generation < generations; generation++) {
    const pairs = evolution.ask(random);
    const told = (side: "forward" | "backward") => pairs.map((pair) => seen(fitness(pair[side])));
    evolution.tell(told("forward"), told("backward"));
  }
  return evolution.centre;
}

test("it climbs to the maximum", () => {
  const [x, y] = climbed(150, (value) => value);
  expect(Math.max(Math.abs(x - 1), Math.abs(y + 0.5))).toBeLessThan(0.2);
});

test("only the order within a pair counts, and ties say nothing", () => {
  expect(climbed(20, (value) => Math.exp(3 * value) - 7)).toEqual(climbed(20, (value) => value));
  expect(climbed(20, () => 1)).toEqual(new Float32Array(2));
});

test("the first step goes where the better ones lie", () => {
  const evolution = antitheticEvolution([0], { pairs: 3, deviation: 0.5, rate: 0.1 });
  const pairs = evolution.ask(Random.of(2));
  for (const { forward, backward } of pairs) expect(forward[0]).toBeCloseTo(-backward[0], 6);
  evolution.tell(
    pairs.map(({ forward }) => forward[0]),
    pairs.map(({ backward }) => backward[0]),
  );
  expect(evolution.centre[0]).toBeCloseTo(0.1, 5);
});
