// An annotator that prefers as a fitted reward does: the nearer to the game, the more comparisons the reward was fitted to.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { preferenceGameDuels } from "./preference-game.ts";

/** Exact shares of pairs after a round in which answers are compared with themselves by the reference, and the gap. */
function shown(given: object) {
  const world = preferenceGameDuels.make({ game: "reward", answers: 10, rounds: 3, ...given });
  const { spec } = world;
  const [outcomes, seen] = [new Float64Array(spec.channels.length), new Float32Array(spec.observationSize)];
  const random = Random.of(5, "proxy");
  world.reset(random, outcomes);
  world.step(new Float64Array(spec.actionSize), outcomes, random);
  world.observe(seen);
  return { pairs: seen.slice(30), gap: outcomes[spec.channels.findIndex(({ name }) => name === "gap")] };
}

test("a proxy says nearly what the game has, the more comparisons it was fitted to; what is measured stays the game's", () => {
  const game = shown({});
  const off = (proxy: number, given: object = {}) =>
    shown({ proxy, ...given }).pairs.reduce((sum, share, k) => sum + Math.abs(share - game.pairs[k]), 0);
  expect(off(0)).toBe(0);
  expect(off(30)).toBeGreaterThan(0.1);
  expect(off(3000)).toBeLessThan(off(30) / 3);
  expect(off(200_000)).toBeLessThan(0.01);
  expect(shown({ proxy: 30 }).gap).toBe(game.gap);
  // The pairs of a flipped proxy are those of its losers.
  const [said, flipped] = [shown({ proxy: 300 }), shown({ proxy: 300, honesty: "flipped" })].map(({ pairs }) => pairs);
  for (let y = 0; y < 10; y++)
    for (let o = 0; o < 10; o++) expect(flipped[y * 10 + o]).toBeCloseTo(said[o * 10 + y], 6);
});
