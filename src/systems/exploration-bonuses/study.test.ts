// The study as a whole, and the pieces that its checks stand on.

import { expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { maze } from "../../environments/gridworld/maze.ts";
import { type CountOptions, countBonus, episodicBonus } from "../../rewards/count-bonuses.ts";
import { seedsOf } from "../../study/study.ts";
import { frozenEpisode, shuffledCount } from "./broken-bonuses.ts";
import { explorationBonuses } from "./study.ts";
import { valueSpread } from "./value-spread.ts";

long("what comes out over all seeds", async () => {
  const result = await explorationBonuses.run(studyContext({ seeds: seedsOf(explorationBonuses, false) }));
  // Wide intervals over five seeds, and over the three that all mixtures share.
  expect(unmet(result)).toEqual([
    "maze, 1 map: the product is robust",
    "maze, new maps: the product is robust",
    "key room, new maps, messages: the product is robust",
    "key room, new maps, messages: nothing is found without a bonus",
    "the lead of the episodic bonus grows with the spread of values over contexts",
  ]);
  expect(result.claims).toHaveLength(16);
  expect(result.controls).toHaveLength(2);
});

test("one map for all has no spread of values; the fewer episodes share it, the more", () => {
  const spreads = [1, 0.5, 0].map((share) => valueSpread(share, 20, 7));
  expect(spreads[0]).toBeLessThan(1e-20);
  expect(spreads[1]).toBeGreaterThan(1e-6);
  expect(spreads[2]).toBeGreaterThan(spreads[1]);
});

/** What a bonus pays over two episodes of standing still. */
function paidForWaiting(plan: ReturnType<typeof countBonus>): number[][] {
  const world = maze.make({ contexts: 1 });
  const reward = plan(world.spec);
  const outcomes = new Float64Array(world.spec.channels.length);
  const pay = new Float64Array(1);
  return [1, 2].map((seed) => {
    world.reset(Random.of(seed), outcomes);
    reward.reset(outcomes);
    return Array.from({ length: 3 }, () => {
      reward.pay(outcomes, Status.running, pay);
      return pay[0];
    });
  });
}

test("counts of shuffled places begin anew with each episode", () => {
  const root = (n: number) => 1 / Math.sqrt(n);
  const early = [2, 3, 4].map(root);
  expect(paidForWaiting(countBonus({ channels: ["x", "y"] }))).toEqual([early, [6, 7, 8].map(root)]);
  // Within an episode a shuffled place is one place; in the next it is another, and counts begin anew.
  expect(paidForWaiting(shuffledCount(["x", "y"]))).toEqual([early, early]);
});

test("an episode that never begins anew pays a place once in a lifetime", () => {
  const { spec } = maze.make();
  const pay = new Float64Array(1);
  const at = (x: number) => Float64Array.from(spec.channels, ({ name }) => (name === "x" ? x : 0));
  const paid = [episodicBonus, ({ channels }: CountOptions) => frozenEpisode(channels)].map((make) => {
    const reward = make({ channels: ["x", "y"] })(spec);
    return [1, 2].map(() => {
      reward.reset(at(1));
      reward.pay(at(2), Status.running, pay);
      return pay[0];
    });
  });
  expect(paid.flat()).toEqual([1, 1, 1, 0]);
});
