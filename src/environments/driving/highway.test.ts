// A highway: its traffic, its collisions and what a learner sees, by hand.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { byChannel, meanSums } from "../../../test/fixtures/played-world.ts";
import { oracles } from "../../../test/fixtures/seats.ts";
import { fieldOffset, type NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { Status } from "../../core/status.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { AGGRESSIVE, CAUTIOUS, driversAt, NORMAL } from "./drivers.ts";
import { highway } from "./highway.ts";
import { equilibriumGap } from "./idm.ts";

const [KEEP, LEFT, RIGHT, FASTER, SLOWER] = [0, 1, 2, 3, 4];

/** A world whose cars stand as written: position, speed, lane, and the type of scripted ones. */
function placed(settings: object, cars: readonly (readonly [number, number, number, number?])[]) {
  const world = highway.make({ others: cars.length - 1, length: 1000, ...settings });
  const { views } = world.state;
  const hand = byHand(world, Random.of(1));
  for (const [i, [position, speed, lane, kind = -1]] of cars.entries()) {
    views.position[i] = position;
    views.speed[i] = speed;
    views.lane[i] = lane;
    views.kind[i] = kind;
  }
  const step = (...actions: number[]): Record<string, number> => {
    const status = hand.step(...actions);
    return { ...byChannel(world, hand.outcomes), status };
  };
  return { world, views, step };
}

function seen(world: NumericEnvironment, name: string): number[] {
  const shown = new Float32Array(world.spec.agents.length * world.spec.observationSize);
  world.observe(shown);
  const at = fieldOffset(world.spec, name) ?? Number.NaN;
  const { size = 0 } = world.spec.observation.find((one) => one.name === name) ?? {};
  return Array.from(shown.subarray(at, at + size), (x) => Number(x.toFixed(4)));
}

describe("a learner", () => {
  test("keeps its speed, speeds by 2 and brakes by 5 m/s², within its limits", () => {
    const { views, step } = placed({}, [[0, 10, 1]]);
    expect(step(KEEP).speed).toBe(10);
    expect(views.position[0]).toBe(10);
    expect(step(FASTER).speed).toBe(12);
    expect(views.position[0]).toBe(21);
    expect(views.acceleration[0]).toBe(2);
    for (const speed of [7, 2, 0, 0]) expect(step(SLOWER).speed).toBe(speed);
    for (let k = 0; k < 20; k++) step(FASTER);
    expect(step(FASTER)).toMatchObject({ speed: 30, payoff: 1 });
  });

  test("changes lanes at once, and not off the road", () => {
    const { views, step } = placed({}, [[0, 10, 1]]);
    expect(step(LEFT).laneChanges).toBe(1);
    expect(views.lane[0]).toBe(2);
    expect(step(LEFT).laneChanges).toBe(0);
    expect([step(RIGHT), step(RIGHT), step(RIGHT)].map(({ laneChanges }) => laneChanges)).toEqual([1, 1, 0]);
    expect(views.lane[0]).toBe(0);
  });

  test("collides with a car beside it, pays for it, and the episode ends", () => {
    const { step } = placed({ crash: 7 }, [
      [50, 15, 1],
      [53, 15, 2, NORMAL],
    ]);
    expect(step(LEFT)).toMatchObject({ status: Status.terminated, collided: 1, payoff: 0.5 - 7, survived: 0 });
  });

  test("runs into a slow car ahead, round the end of the ring too", () => {
    const { views, step } = placed({ lanes: 1 }, [
      [995, 30, 0],
      [10, 0, 0, NORMAL],
    ]);
    views.speed[1] = 0;
    expect(step(KEEP)).toMatchObject({ status: Status.terminated, collided: 1 });
  });

  test("cannot jump over a car, however long a step and fast a car", () => {
    const { step } = placed({ lanes: 1, limit: 60, seconds: 5, length: 2000, others: 1 }, [
      [0, 60, 0],
      [90, 0, 0, CAUTIOUS],
    ]);
    expect(step(FASTER)).toMatchObject({ status: Status.terminated, collided: 1 });
  });

  test("survives an episode without a collision", () => {
    const { step } = placed({ horizon: 2 }, [[0, 15, 0]]);
    expect(step(KEEP)).toMatchObject({ status: Status.running, survived: 0 });
    expect(step(KEEP)).toMatchObject({ status: Status.truncated, survived: 1, collided: 0 });
  });
});

describe("what a learner sees", () => {
  const cars = [
    [50, 20, 0],
    [80, 15, 0, CAUTIOUS],
    [30, 25, 1, NORMAL],
    [400, 10, 1, AGGRESSIVE],
  ] as const;

  test("are gaps and relative speeds by lane, as far as it sees", () => {
    const { world } = placed({ lanes: 2 }, cars);
    expect(seen(world, "speed")).toEqual([20]);
    expect(seen(world, "lane")).toEqual([0]);
    expect(seen(world, "aheadGap")).toEqual([100, 25, -1]);
    expect(seen(world, "aheadSpeed")).toEqual([0, -5, 0]);
    expect(seen(world, "behindGap")).toEqual([15, 100, -1]);
    expect(seen(world, "behindSpeed")).toEqual([5, 0, 0]);
  });

  test("are last accelerations, and no type", () => {
    const { world, views, step } = placed({ lanes: 2 }, cars);
    step(KEEP);
    expect(seen(world, "aheadAcceleration")).toEqual([0, Number(views.acceleration[1].toFixed(4)), 0]);
    const before = ["speed", "aheadGap", "aheadSpeed", "behindGap"].map((name) => seen(world, name));
    views.kind.set([-1, NORMAL, CAUTIOUS, CAUTIOUS]);
    expect(["speed", "aheadGap", "aheadSpeed", "behindGap"].map((name) => seen(world, name))).toEqual(before);
  });
});

describe("scripted drivers", () => {
  test.each([CAUTIOUS, NORMAL, AGGRESSIVE])(
    "of type %i settle behind a steady car at their equilibrium gap",
    (kind) => {
      const cars = Array.from({ length: 5 }, (_, k) => [400 - 30 * k, 15, 0, kind] as const);
      const { views, step } = placed({ lanes: 1, ring: false, horizon: 3000 }, [[430, 20, 0], ...cars]);
      for (let t = 0; t < 2000; t++) step(KEEP);
      const gap = equilibriumGap(driversAt(30)[kind], 20);
      for (let i = 1; i <= 5; i++) expect(views.position[i - 1] - views.position[i] - 5).toBeCloseTo(gap, 4);
    },
  );

  test("of all types never touch each other", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const settings = { others: 35, cautious: 0.3, aggressive: 0.4, horizon: 200 };
      const world = highway.make(settings);
      const { lane, position } = world.state.views;
      let least = Number.POSITIVE_INFINITY;
      episodeRunner(world).play(seated(world.spec, oracles(world, "cautious")), streamsBelow(Random.of(seed)), () => {
        for (let i = 1; i < 36; i++) {
          for (let j = 1; j < i; j++) {
            if (lane[i] !== lane[j]) continue;
            const apart = Math.abs(position[i] - position[j]);
            least = Math.min(least, apart, 300 - apart);
          }
        }
      });
      expect(least).toBeGreaterThan(5);
    }
  });
});

/** Means of a channel over episodes of a player in the first seat. */
function mean(name: string, channel: string, settings: object): number {
  const world = highway.make(settings);
  return meanSums(world, oracles(world, name), 20, (k) => Random.of(k + 1))[channel];
}

test("drivers in a seat survive, and drive faster the bolder they are", () => {
  const [cautious, normal, aggressive] = ["cautious", "normal", "aggressive"].map((name) => {
    expect(mean(name, "survived", {})).toBeCloseTo(1, 12);
    return mean(name, "payoff", {});
  });
  expect(cautious).toBeLessThan(normal);
  expect(normal).toBeLessThan(aggressive);
});

test("shares of drivers are those of the mix", () => {
  const world = highway.make({ others: 500, lanes: 10, length: 1000, cautious: 0.1, aggressive: 0.3 });
  world.reset(Random.of(1), new Float64Array(5));
  const share = (kind: number) => world.state.views.kind.reduce((sum, one) => sum + (one === kind ? 1 : 0), 0) / 500;
  expect(share(CAUTIOUS)).toBeCloseTo(0.1, 1);
  expect(share(AGGRESSIVE)).toBeCloseTo(0.3, 1);
  expect(share(NORMAL)).toBeCloseTo(0.6, 1);
});

test("neighbours keep their rows while they are in sight, and a place is empty before another car has it", () => {
  const settings = { rows: 2, sight: 60, ring: false, horizon: 50 };
  const { world, views, step } = placed(settings, [
    [100, 10, 1],
    [120, 10, 0, NORMAL],
    [60, 10, 2, NORMAL],
    [400, 10, 0, NORMAL],
  ]);
  views.places.fill(0);
  const rows = () => ["carSeen", "carAhead", "carLane"].map((name) => seen(world, name));
  step(KEEP);
  const [present, ahead, lanes] = rows();
  expect(present).toEqual([1, 1]);
  expect(lanes).toEqual([-1, 1]);
  expect(Math.sign(ahead[0])).toBe(1);
  views.position[1] = 500;
  views.position[3] = 120;
  step(KEEP);
  expect(rows()[0]).toEqual([0, 1]);
  expect(rows()[1][0]).toBe(0);
  step(KEEP);
  expect(rows()[0]).toEqual([1, 1]);
  expect(views.places[0]).toBe(4);
  expect(views.places[1]).toBe(3);
});

test("shares by name take the place of both chances", () => {
  const world = highway.make({ others: 500, lanes: 10, length: 1000, mix: "chaotic" });
  world.reset(Random.of(1), new Float64Array(5));
  const share = (kind: number) => world.state.views.kind.reduce((sum, one) => sum + (one === kind ? 1 : 0), 0) / 500;
  expect(share(NORMAL)).toBeCloseTo(0.2, 1);
  expect(share(AGGRESSIVE)).toBeCloseTo(0.4, 1);
});

test.each([
  [{ cautious: 0.6, aggressive: 0.5 }, "their shares sum to at most 1"],
  [{ others: 60 }, "the cars need a longer road or more lanes"],
])("%j is refused", (settings, words) => expect(() => highway.make(settings)).toThrow(words));
