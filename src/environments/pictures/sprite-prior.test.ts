// The painter's outcomes in closed form, against pictures that it paints and against draws.

import { expect, test } from "vitest";
import type { Moments } from "../../core/outcome-prior.ts";
import { Random } from "../../core/random.ts";
import { momentsOf } from "../../math/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { sprites } from "./sprites.ts";

const COUNT = 2500;

/** Channels of pictures of the painter, [COUNT × channels of the prior]. */
function painted(parameters: object): Moments {
  const world = sprites.make(parameters);
  const { prior, channels } = world.spec;
  const painter = world.spec.oracles?.painter?.play(0);
  if (prior === undefined || painter === undefined) throw new Error("no prior");
  const places = prior.channels.map((name) => channels.findIndex((one) => one.name === name));
  const runner = episodeRunner(world);
  const rows: number[] = [];
  for (let k = 0; k < COUNT; k++) {
    runner.begin(Random.of(k, "world"));
    painter.reset(Random.of(k, "hand"));
    painter.act(runner.episode.look(), runner.episode.actions);
    runner.step();
    rows.push(...places.map((place) => runner.episode.outcomes[place]));
  }
  return momentsOf(rows, places.length);
}

const near = (one: ArrayLike<number>, other: ArrayLike<number>, within: number) => {
  expect(one.length).toBe(other.length);
  for (let k = 0; k < one.length; k++) expect(Math.abs(one[k] - other[k])).toBeLessThan(within);
};

test.each([{}, { colours: 1, saysShape: false, shapes: [7, 2, 1] }])(
  "moments are those of the painter's pictures, %j",
  (parameters) => {
    const exact = sprites.make(parameters).spec.prior?.moments();
    if (exact === undefined) throw new Error("no prior");
    const seen = painted(parameters);
    near(seen.mean, exact.mean, 0.03);
    near(seen.covariance, exact.covariance, 0.02);
  },
);

test("draws with described shares have their moments", () => {
  const { prior } = sprites.make({ colours: 2 }).spec;
  if (prior === undefined) throw new Error("no prior");
  const shares = { square: 0.7, plus: 0.2, cross: 0.1 };
  const size = prior.channels.length;
  const rows = new Float64Array(COUNT * size);
  const random = Random.of(1, "draws");
  for (let k = 0; k < COUNT; k++) prior.draw(random, rows, k * size, shares);
  const [drawn, exact] = [momentsOf(rows, size), prior.moments(shares)];
  expect([...exact.mean.slice(0, 3)]).toEqual([0.7, 0.2, 0.1]);
  near(drawn.mean, exact.mean, 0.03);
  near(drawn.covariance, exact.covariance, 0.02);
});
