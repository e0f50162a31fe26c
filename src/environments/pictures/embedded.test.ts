// Frozen encoders of captions and pictures: their prior against draws, slopes against differences, and which maps close the gap between them.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { cosine } from "../../math/cosine.ts";
import { momentsOf } from "../../math/moments.ts";
import { transportMap, type VectorMap } from "../../math/vector-maps.ts";
import { embedded } from "./embedded.ts";

function priorOf(parameters: object) {
  const { prior } = embedded.make(parameters).spec;
  if (prior === undefined) throw new Error("no prior");
  return prior;
}

/** Rows of the prior; of each the numbers from `from` on. */
function drawn(parameters: object, name: string, rows: number, from: number, size: number): Float64Array {
  const prior = priorOf(parameters);
  const random = Random.of(7, name);
  const row = new Float64Array(prior.channels.length);
  const all = new Float64Array(rows * size);
  for (let k = 0; k < rows; k++) {
    prior.draw(random, row, 0);
    all.set(row.subarray(from, from + size), k * size);
  }
  return all;
}

test("moments of both vectors are those of draws", () => {
  const parameters = { colours: 2, towers: 3, turn: 20 };
  const exact = priorOf(parameters).moments();
  const sampled = momentsOf(drawn(parameters, "moments", 5000, 0, 32), 32);
  const off = (a: Float64Array, b: Float64Array) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));
  expect(off(exact.mean, sampled.mean)).toBeLessThan(0.06);
  expect(off(exact.covariance, sampled.covariance)).toBeLessThan(0.1);
});

test("a right picture has the vector of its words, and slopes are those of differences", () => {
  const world = embedded.make({ colours: 1, blur: 1.5 });
  const { spec } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const random = Random.of(1, "world");
  world.reset(random, outcomes);
  const action = Float64Array.from({ length: spec.actionSize }, () => 0.6 * random.normal());
  const weights = spec.channels.map(({ name }) => (spec.slopes?.includes(name) ? random.normal() : 0));
  const value = () => {
    world.step(action, outcomes, random);
    return outcomes.reduce((sum, x, c) => sum + weights[c] * x, 0);
  };
  value();
  const slope = new Float64Array(spec.actionSize);
  world.slope?.(Float64Array.from(weights), slope);
  for (const pixel of [0, 9, 17, 40, 63]) {
    const at = action[pixel];
    action[pixel] = at + 1e-5;
    const above = value();
    action[pixel] = at - 1e-5;
    expect(slope[pixel]).toBeCloseTo((above - value()) / 2e-5, 4);
    action[pixel] = at;
  }
});

/** Share of 100 captions whose picture is, but for .02, the nearest by cosine, after the map. */
function found(map: VectorMap, parameters: object): number {
  const size = 16;
  const [texts, pictures] = [0, size].map((from) => drawn(parameters, "held out", 100, from, size));
  const at = (rows: Float64Array, k: number) => rows.subarray(k * size, (k + 1) * size);
  const carried = new Float64Array(size);
  let count = 0;
  for (let k = 0; k < 100; k++) {
    map(at(texts, k), carried);
    const all = Array.from({ length: 100 }, (_, j) => cosine(carried, at(pictures, j)));
    if (all[k] >= Math.max(...all) - 0.02) count += 1;
  }
  return count / 100;
}

test("transport without pairs closes the gap of eight pairs of encoders, and none where texts are turned", () => {
  const shares = Array.from({ length: 8 }, (_, towers) => {
    const of = (parameters: object) => {
      const [texts, pictures] = [drawn(parameters, "texts", 200, 0, 16), drawn(parameters, "pictures", 200, 16, 16)];
      return found(transportMap(texts, pictures, 16, 0.1), parameters);
    };
    const as = found((from, into) => into.set(from), { towers });
    return { as, carried: of({ towers }), turned: of({ towers, turn: 90 }) };
  });
  const mean = (key: "as" | "carried" | "turned") => shares.reduce((sum, one) => sum + one[key] / 8, 0);
  expect(mean("as")).toBeLessThan(0.4);
  expect(mean("carried")).toBeGreaterThan(0.9);
  expect(mean("turned")).toBeLessThan(0.4);
});
