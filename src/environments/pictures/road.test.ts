// Roads as two cameras see them: rays of a scene by hand, pictures that are read as their labels, masks and hulls, points that frames share, and
// slopes.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { road } from "./road.ts";
import {
  CAMERAS,
  COLUMNS,
  hullOf,
  isInHull,
  LONGEST,
  maskValue,
  projected,
  RAYS,
  SAMPLES,
  VIEW,
  voxelAt,
} from "./road-camera.ts";
import { BOX, BOXES, boxesAndMap, boxesIn, CAR, classAt, drawRoad, FREE, isForeground, VOXELS } from "./road-grid.ts";
import { foregroundMask } from "./road-judge.ts";
import { firstHit, labels, pointPairs, rayClasses, readClass, render } from "./road-reading.ts";

/** A drawn scene, its boxes, and labels of its frames. */
function drawn(seed: number, frames: number) {
  const [grid, boxes] = [new Float64Array(VOXELS), new Float64Array(BOXES * BOX)];
  drawRoad(Random.of(seed, "road"), grid, boxes);
  const [kinds, depths] = [new Uint8Array(frames * RAYS), new Uint8Array(frames * RAYS)];
  labels(grid, frames, kinds, depths);
  return { grid, boxes, kinds, depths };
}

/** Plays an oracle; outcomes by name, the clip, and the world after it. */
function played(given: object, oracle: string, seed: number) {
  const world = road.make(given);
  const { channels, observationSize, actionSize, oracles } = world.spec;
  const outcomes = new Float64Array(channels.length);
  const random = Random.of(seed, "road");
  world.reset(random.stream("world"), outcomes);
  const [seen, clip] = [new Float32Array(observationSize), new Float64Array(actionSize)];
  world.observe(seen);
  const agent = oracles?.[oracle].play(0);
  agent?.reset(random.stream("oracle"));
  agent?.watch?.(world.state.buffer, outcomes);
  agent?.act(seen, clip);
  world.step(clip, outcomes, random.stream("step"));
  return { world, clip, seen, named: Object.fromEntries(channels.map(({ name }, c) => [name, outcomes[c]])) };
}

test("a ray straight through a box meets free, the car while it lasts, and free again, and the car moves nearer as one drives", () => {
  const grid = new Float64Array(VOXELS);
  for (let x = 6; x < 9; x++) for (let y = 0; y < 16; y++) for (let z = 1; z < 3; z++) grid[voxelAt(x, y, z)] = CAR;
  // Of the right camera, the row under the horizon and the leftmost columns look nearly straight ahead and a little down.
  const ray = VIEW + 3 * COLUMNS + 1;
  const classes = new Uint8Array(SAMPLES);
  rayClasses(grid, 0, ray, classes);
  const first = classes.indexOf(CAR);
  const count = classes.filter((kind) => kind === CAR).length;
  expect(first).toBeGreaterThan(3);
  expect([...classes]).toEqual(
    Array.from({ length: SAMPLES }, (_, k) => (k >= first && k < first + count ? CAR : FREE)),
  );
  expect(count).toBeGreaterThanOrEqual(3);
  expect(firstHit(grid, 0, ray)).toBe(first);
  expect(firstHit(grid, 2, ray)).toBeLessThan(first);
});

test("the first class of foreground and background that is not free is what every pixel of the exact picture is read as", () => {
  const frames = LONGEST;
  for (let seed = 0; seed < 20; seed++) {
    const { grid, kinds, depths } = drawn(seed, frames);
    for (const light of [1, 0.75, 0.5]) {
      const picture = new Float64Array(3 * frames * RAYS);
      render(kinds, depths, light, picture);
      const classes = new Uint8Array(SAMPLES);
      for (let at = 0; at < frames * RAYS; at++) {
        rayClasses(grid, Math.floor(at / RAYS), at % RAYS, classes);
        const branch = (of: (kind: number) => boolean) => [...classes].map((kind) => (of(kind) ? kind : FREE));
        const [front, back] = [branch(isForeground), branch((kind) => !isForeground(kind))];
        const union = front.map((kind, k) => (kind === FREE ? back[k] : kind));
        expect(readClass(picture, at, light)).toBe(union.find((kind) => kind !== FREE) ?? FREE);
      }
    }
  }
});

test("an object that covers 10 of 96 patches weighs 1.8958, and of two the smaller counts", () => {
  expect(1 + maskValue(10, 96)).toBeCloseTo(1.8958, 4);
  const { boxes } = drawn(3, 1);
  const mask = new Float64Array(RAYS);
  foregroundMask(boxes, 1, mask);
  for (let at = 0; at < RAYS; at++) {
    const [camera, pixel] = [Math.floor(at / VIEW), at % VIEW];
    const over = boxesIn(boxes)
      .map((box) => hullOf(box, camera, 0))
      .filter((hull) => hull.includes(pixel));
    expect(mask[at]).toBe(Math.max(0, ...over.map((hull) => 1 - hull.length / VIEW)));
  }
  expect(mask.some((one) => one > 0)).toBe(true);
});

test("a hull is the union of all triangles of its corners", () => {
  const random = Random.of(1, "hulls");
  for (let trial = 0; trial < 200; trial++) {
    const points = Array.from({ length: 8 }, () => ({ row: random.uniform(0, 8), column: random.uniform(0, 12) }));
    const [row, column] = [random.uniform(0, 8), random.uniform(0, 12)];
    const side = (a: (typeof points)[0], b: (typeof points)[0]) =>
      Math.sign((b.column - a.column) * (row - a.row) - (b.row - a.row) * (column - a.column));
    let inside = false;
    for (const a of points)
      for (const b of points)
        for (const c of points)
          if (a !== b && b !== c && side(a, b) === side(b, c) && side(b, c) === side(c, a)) inside = true;
    expect(isInHull(points, row, column)).toBe(inside);
  }
});

test("pixels of an object lie in the hull of its box, and pairs of two frames see one voxel where it is projected to", () => {
  let count = 0;
  for (let seed = 0; seed < 20; seed++) {
    const { boxes, kinds, depths } = drawn(seed, 3);
    for (let at = 0; at < 3 * RAYS; at++) {
      if (!isForeground(kinds[at])) continue;
      const [frame, camera] = [Math.floor(at / RAYS), Math.floor((at % RAYS) / VIEW)];
      const isCovered = boxesIn(boxes).some(
        (box) => box.kind === kinds[at] && hullOf(box, camera, frame).includes(at % VIEW),
      );
      expect(isCovered).toBe(true);
    }
    const pairs = pointPairs(3, depths);
    for (let k = 0; k < pairs.length; k += 2) {
      const [before, after] = [pairs[k], pairs[k + 1]];
      expect(Math.floor(after / RAYS)).toBe(Math.floor(before / RAYS) + 1);
      expect(kinds[after]).toBe(kinds[before]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(1000);
  expect(projected(0, -5, 8, 1)).toBeUndefined();
  expect(CAMERAS).toBe(2);
});

test("boxes and a map keep the ground and fill every box, and know neither poles nor buildings", () => {
  const { grid, boxes } = drawn(5, 1);
  const poor = new Float64Array(VOXELS);
  boxesAndMap(grid, boxes, poor);
  const count = (of: Float64Array, kind: number) => of.filter((one) => one === kind).length;
  for (const name of ["road", "line", "kerb"] as const)
    expect(count(poor, classAt(name))).toBe(count(grid, classAt(name)));
  for (const name of ["pole", "building"] as const) expect(count(poor, classAt(name))).toBe(0);
  const volume = boxesIn(boxes)
    .filter(({ kind }) => kind === CAR)
    .reduce((sum, { deep, wide, high }) => sum + deep * wide * high, 0);
  expect(count(poor, CAR)).toBe(volume);
  expect(count(poor, CAR)).toBeGreaterThanOrEqual(count(grid, CAR));
});

test("the painter is right in all, the renderer of rays too, and of boxes or another scene less and less", () => {
  for (const frames of [1, 3])
    for (const oracle of ["painter", "renderer"]) {
      const { named } = played({ frames }, oracle, frames);
      expect(named).toMatchObject({ right: 1, car: 1, far: 1, near: 1, background: 1, detected: 1, flicker: 0 });
    }
  expect(played({ grain: 0 }, "painter", 4).named).toMatchObject({ closeness: -0, steadiness: -0 });
  const mean = (condition: string) => {
    let sum = 0;
    for (let seed = 0; seed < 30; seed++) sum += played({ condition }, "renderer", seed).named.right / 30;
    return sum;
  };
  const [boxes, other] = [mean("boxes"), mean("other")];
  expect(boxes).toBeLessThan(0.95);
  expect(other).toBeLessThan(boxes - 0.1);
});

test("slopes are those of differences, and unrelated pixels are not those of a point", () => {
  const { world, clip } = played({ frames: 3, grain: 0.5 }, "painter", 7);
  const { channels, slopes = [] } = world.spec;
  const outcomes = new Float64Array(channels.length);
  const random = Random.of(1, "step");
  for (const name of slopes) {
    const channel = channels.findIndex((one) => one.name === name);
    const of = new Float64Array(channels.length);
    of[channel] = 1;
    const slope = new Float64Array(clip.length);
    world.step(clip, outcomes, random);
    world.slope?.(of, slope);
    for (let k = 5; k < clip.length; k += 397) {
      const [at, apart] = [clip[k], 1e-4];
      clip[k] = at + apart;
      world.step(clip, outcomes, random);
      const above = outcomes[channel];
      clip[k] = at - apart;
      world.step(clip, outcomes, random);
      expect(slope[k]).toBeCloseTo((above - outcomes[channel]) / 2 / apart, 8);
      clip[k] = at;
    }
  }
});

test("shares of classes of the prior are those of the painter", () => {
  const { prior } = road.make({}).spec;
  const moments = prior?.moments();
  const names = prior?.channels ?? [];
  const sums = new Float64Array(names.length);
  for (let seed = 0; seed < 300; seed++) {
    const { named } = played({}, "painter", seed);
    for (const [k, name] of names.entries()) sums[k] += named[name] / 300;
  }
  for (const k of names.keys()) {
    const spread = Math.sqrt((moments?.covariance[k * names.length + k] ?? 0) / 300);
    expect(Math.abs(sums[k] - (moments?.mean[k] ?? 0))).toBeLessThan(5 * spread);
  }
});
