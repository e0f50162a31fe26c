// Distances, their floor, and variety, of painters whose shares are known.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { setMeasures } from "./set-measures.ts";

const shapes = { square: 1, plus: 1, cross: 1 };

/** A measure of the painter in a world of open shapes. */
async function measured(id: string, parameters: object, weights: readonly number[], seed = 3): Promise<number> {
  const make = () => sprites.make({ colours: 1, saysShape: false, shapes: weights });
  const entry = setMeasures.find((one) => one.id === id);
  const painter = make().spec.oracles?.painter?.play(0);
  if (entry === undefined || painter === undefined) throw new Error("nothing to measure");
  const { measure } = entry.make({ features: shapes, episodes: 400, ...parameters })(make());
  const cell = { agents: [painter], playerAt: noPlayerAt, makeEnvironment: make, reward: channel("right") };
  return (await measure({ ...cell, random: Random.of(seed) })) ?? Number.NaN;
}

test("a painter is as far from its own shares as draws are, and far from others", async () => {
  const own = await measured("frechet", {}, [7, 2, 1]);
  const floor = await measured("frechet-floor", {}, [7, 2, 1]);
  expect(floor).toBeGreaterThan(0);
  expect(own).toBeLessThan(5 * floor);
  const other = await measured("frechet", { shares: { square: 0.7, plus: 0.2, cross: 0.1 } }, [1, 1, 1]);
  // Between thirds and 70/20/10 in exact shares.
  expect(other).toBeGreaterThan(0.15);
  expect(other).toBeLessThan(0.4);
});

test("the floor falls as one over the number of episodes", async () => {
  const [few, many] = [
    await measured("frechet-floor", { episodes: 100 }, [1, 1, 1]),
    await measured("frechet-floor", { episodes: 1600 }, [1, 1, 1]),
  ];
  expect(few / many).toBeGreaterThan(8);
  expect(few / many).toBeLessThan(32);
});

test("three shapes alike are three in effect, and one shape is one", async () => {
  expect(await measured("vendi", {}, [1, 1, 1])).toBeGreaterThan(2.95);
  expect(await measured("vendi", {}, [1, 0, 0])).toBeCloseTo(1, 9);
});
