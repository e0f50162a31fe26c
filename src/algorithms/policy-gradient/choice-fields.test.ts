// Policies that score choices one by one: what they learn on a page, and where they are refused.

import { expect, test } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { pitches } from "../../environments/persuasion/pitches.ts";
import { page } from "../../environments/recommender/page.ts";
import { train } from "../train.ts";
import { a2c } from "./a2c.ts";
import { cloning } from "./cloning.ts";
import { ppo } from "./ppo.ts";

const world = () => page.make({ candidates: 4, attention: [1, 0.5], categories: 1, blur: 0 });

test("a clone learns to take the best that is free, from any place of the list", async () => {
  const plan = cloning.make({
    ...{ demonstrator: "ranking", episodes: 500, steps: 300, batch: 128, rate: 0.02 },
    ...{ hidden: [8], perChoice: true },
  });
  const { players } = await train(plan, trainingContext(world, "cloning", 1));
  const [player] = players;
  // Places; scores, lures, categories, repeats, placed and ranks of four candidates.
  const seen = (scores: number[], ranks: number[]) =>
    Float32Array.of(1, 0, ...scores, ...new Array(16).fill(0), ...ranks);
  const chance = (observation: Float32Array, choice: number) =>
    Math.exp(player.follow?.(observation, Float64Array.of(choice)).logProbability ?? Number.NaN);
  const [first, last] = [
    seen([0.9, 0.6, 0.3, 0.1], [0, 0.25, 0.5, 0.75]),
    seen([0.1, 0.3, 0.6, 0.9], [0.75, 0.5, 0.25, 0]),
  ];
  expect(chance(first, 0)).toBeGreaterThan(0.9);
  expect(chance(last, 3)).toBeCloseTo(chance(first, 0), 5);
});

test("is refused where no field has a number for each choice, and with what it has not", () => {
  const { spec } = world();
  expect(() => ppo.make({ perChoice: true }).check(pitches.make({}).spec)).toThrow("no field of this world");
  expect(() => cloning.make({ perChoice: true, demonstrator: "base" }).check(pitches.make({}).spec)).toThrow(
    "no field",
  );
  const early = { ...spec, observation: spec.observation.toReversed() };
  expect(() => ppo.make({ perChoice: true }).check(early)).toThrow('the field "rank" of this world');
  expect(() => ppo.make({ perChoice: true, hidden: [] }).check(spec)).toThrow("has a hidden layer");
  expect(() => a2c.make({ perChoice: true, memory: {} }).check(spec)).toThrow("has no memory");
  expect(() => a2c.make({ perChoice: true, layerNorm: true }).check(spec)).toThrow("does not normalise");
  expect(() => ppo.make({ perChoice: true }).check(spec)).not.toThrow();
});
