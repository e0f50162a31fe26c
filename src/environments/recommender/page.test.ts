// Pages: the best one against all orders, outcomes by hand, users' clicks against their chances, and play by tools.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { meanSums } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { Status } from "../../core/status.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { pagePlanner } from "./best-page.ts";
import { page } from "./page.ts";

/** Mean outcomes of episodes of an oracle, by channel. */
function means(settings: object, player: string, episodes: number): (name: string) => number {
  const world = page.make(settings);
  const all = meanSums(world, [oracle(world, player)], episodes, (k) => Random.of(7, "episode", k));
  return (name) => all[name];
}

/** All ways to take `count` of the first `items` in some order. */
function* orders(items: number, count: number, taken: readonly number[] = []): Generator<readonly number[]> {
  if (taken.length === count) yield taken;
  else for (let k = 0; k < items; k++) if (!taken.includes(k)) yield* orders(items, count, [...taken, k]);
}

describe("the best page", () => {
  const attention = [0.3, 1, 0.6, 0.6];
  const order = [1, 2, 3, 0];
  const value = (items: readonly number[], worth: Float64Array, category: Int32Array, loss: number) => {
    const seen = [0, 0, 0];
    let sum = 0;
    for (const at of order) {
      const item = items[at];
      sum += attention[at] * (1 - loss) ** seen[category[item]]++ * worth[item];
    }
    return sum;
  };

  test.each([0, 0.4, 1])("is worth as much as the best of all orders, with a loss of %d", (loss) => {
    const random = Random.of(5, "pages");
    const planner = pagePlanner({ attention, order, loss }, 6, 3);
    for (let draw = 0; draw < 30; draw++) {
      const worth = Float64Array.from({ length: 6 }, () => random.uniform());
      const category = Int32Array.from({ length: 6 }, () => random.integer(3));
      let most = 0;
      for (const items of orders(6, 4)) most = Math.max(most, value(items, worth, category, loss));
      expect(planner.plan(worth, category, 6)).toBeCloseTo(most, 12);
      expect(value([...planner.page], worth, category, loss)).toBeCloseTo(most, 12);
    }
  });

  test("leaves places empty where items are few", () => {
    const planner = pagePlanner({ attention, order, loss: 0 }, 6, 3);
    expect(planner.plan([0.5, 0.9], [0, 1], 2)).toBeCloseTo(0.9 + 0.6 * 0.5, 12);
    expect([...planner.page]).toEqual([-1, 1, 0, -1]);
  });
});

/** Fills a page with these items, and returns its outcomes step by step. */
function filled(world: NumericEnvironment, items: readonly number[]): Float64Array[] {
  const { outcomes, step } = byHand(world, Random.of(4, "page"));
  return items.map((item, k) => {
    const status = step(item);
    expect(status).toBe(k === items.length - 1 ? Status.terminated : Status.running);
    return outcomes.slice();
  });
}

const channelOf = (world: NumericEnvironment, name: string) =>
  world.spec.channels.findIndex((channel) => channel.name === name);

test("a page is of use by attention, fewer of a category are new, and an item that stands there gives way to the next", () => {
  const world = page.make({ candidates: 4, attention: [0.5, 1, 0.25], categories: 2, loss: 0.5 });
  const steps = filled(world, [2, 2, 0]);
  const { views } = world.state;
  expect([...views.page]).toEqual([2, 3, 0]);
  const { use, category, score } = views;
  // Places are read in the order of their attention: the second, the first, the third.
  const read = [3, 2, 0];
  let utility = 0;
  for (const [turn, item] of read.entries()) {
    const before = read.slice(0, turn).filter((other) => category[other] === category[item]).length;
    utility += [1, 0.5, 0.25][turn] * 0.5 ** before * use[item];
  }
  const last = steps[2];
  expect(last[channelOf(world, "utility")]).toBeCloseTo(utility, 12);
  expect(last[channelOf(world, "utility")]).toBeLessThanOrEqual(last[channelOf(world, "optimum")]);
  expect(steps.map((step) => step[channelOf(world, "scores")])).toEqual([score[2], score[3], score[0]]);
  expect(steps[1][channelOf(world, "scoreAt2")]).toBe(score[3]);
  expect(steps[1][channelOf(world, "scoreAt1")]).toBe(0);
  const repeats = steps.reduce((sum, step) => sum + step[channelOf(world, "repeats")], 0);
  expect(repeats).toBe(3 - new Set(read.map((item) => category[item])).size);
  expect([...score]).toEqual([...score].sort((a, b) => b - a));
});

describe("players", () => {
  test("without blur the best player has the optimum, and without loss so has assignment", () => {
    const best = means({ blur: 0 }, "best", 300);
    expect(best("utility")).toBeCloseTo(best("optimum"), 5);
    expect(best("efficiency")).toBeCloseTo(1, 5);
    const assigned = means({ blur: 0, loss: 0 }, "assigned", 300);
    expect(assigned("utility")).toBeCloseTo(assigned("optimum"), 5);
    expect(means({ blur: 0 }, "assigned", 300)("utility")).toBeLessThan(best("utility") - 0.01);
  });

  test("pages that differ by order alone have the same scores, in any places", () => {
    const world = page.make({});
    const player = oracle(world, "shuffled");
    const runner = episodeRunner(world);
    const policy = seated(world.spec, [player]);
    const scores = channelOf(world, "scores");
    const first = channelOf(world, "scoreAt1");
    const sums = [0, 1].map((luck) => {
      const streams = { ...streamsBelow(Random.of(luck, "luck")), world: Random.of(3, "one user") };
      let [all, places] = [0, 0];
      const each: number[] = [];
      runner.play(policy, streams, ({ outcomes }) => {
        all += outcomes[scores];
        for (let at = 0; at < 6; at++) places += outcomes[first + at];
        each.push(outcomes[scores]);
      });
      return { all, places, each };
    });
    expect(sums[0].each).not.toEqual(sums[1].each);
    expect(sums[0].all).toBeCloseTo(sums[1].all, 12);
    for (const { all, places } of sums) expect(places).toBeCloseTo(all, 12);
  });
});

describe("users", () => {
  test("without noise and lures click as often as a page is of use, and a coin mixes in by its share", () => {
    const clear = means({}, "ranking", 4000);
    expect(Math.abs(clear("clicks") - clear("utility"))).toBeLessThan(0.06);
    const noisy = means({ noise: 0.4 }, "ranking", 4000);
    const looks = 0.35 + 1 + 0.6 + 0.2 + 0.8 + 0.45;
    expect(Math.abs(noisy("clicks") - 0.6 * noisy("utility") - 0.2 * looks)).toBeLessThan(0.06);
    expect(noisy("utility")).toBeCloseTo(clear("utility"), 12);
  });

  test("regret what lures them, and leave after a click where they are said to", () => {
    const plain = means({}, "ranking", 2000);
    const luring = means({ lures: 2 }, "ranking", 2000);
    const regret = (of: typeof plain) => of("regretted") / of("clicks");
    expect(regret(luring)).toBeGreaterThan(regret(plain) + 0.02);
    expect(luring("utility")).toBeCloseTo(plain("utility"), 12);
    const leaving = means({ leaving: 1 }, "ranking", 500);
    expect(leaving("clicks")).toBeLessThanOrEqual(1);
  });
});

test("is played by tools: an item that stands on the page is refused by name", () => {
  const world = page.make({ candidates: 3, attention: [1, 0.5], categories: 1, lures: 1 });
  const random = Random.of(2, "tools");
  const outcomes = new Float64Array(world.spec.channels.length);
  world.reset(random, outcomes);
  const tools = world.toolPlay;
  if (tools === undefined) throw new Error("a page has tools");
  const action = new Float64Array(1);
  expect(tools.shown(0)).toContain("Place 1 of 2 is next.");
  expect(tools.read({ name: "place", input: { item: 2 } }, 0, action)).toBeUndefined();
  expect(action[0]).toBe(1);
  world.step(action, outcomes, random);
  expect(tools.shown(0)).toContain("in place 1");
  expect(tools.read({ name: "place", input: { item: 2 } }, 0, action)).toBe("item 2 is on the page already");
  expect(tools.read({ name: "place", input: { item: 4 } }, 0, action)).toBe("place needs an item from 1 to 3");
  expect(tools.read({ name: "place", input: "2" }, 0, action)).toBe("place needs an item from 1 to 3");
  world.step(Float64Array.of(0), outcomes, random);
  expect(tools.shown(0)).toBe("The page is full.");
});

test("refuses a page of more places than candidates", () => {
  expect(() => page.make({ candidates: 3 })).toThrow("fewer candidates than places");
});
