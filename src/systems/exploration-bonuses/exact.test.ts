// How much the worth of a place differs between contexts: the quantity by which the paper says when a global bonus helps and when it misleads.

import { expect, test } from "vitest";
import { gridMdp } from "../../../test/fixtures/grid-mdp.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { type ContextOptions, contextsOf } from "../../environments/gridworld/contexts.ts";
import { mazeLevel } from "../../environments/gridworld/maze.ts";
import { mean, variance } from "../../evaluation/statistics/moments.ts";

/**
 * Mean over places z of the variance over contexts c of V*_{ψ,c}(z) = min {V*(s) : s in c, ψ(s) = z}, here with one state
 * to a place (arXiv 2306.03236, sec. 4), in mazes of 15 × 15, of which `episodes` are drawn.
 */
function valueSpread(options: Partial<ContextOptions>, episodes: number, seed: number): number {
  const drawn = contextsOf({ contexts: 0, layoutSeed: seed, sharedMap: 0, ...options }, mazeLevel(15));
  const worth = new Map<number, number[]>();
  for (let k = 0; k < episodes; k++) {
    const level = drawn.draw(Random.of(seed, "value spread", k));
    const { mdp, pieces } = gridMdp(level, { hands: "automatic", discount: 0.99 });
    const { values } = valueIteration(mdp, { tolerance: 1e-9 });
    pieces.forEach(({ cell }, s) => {
      // What the goal is worth once it is reached is the end of the episode, not a place to go to.
      if (mdp.terminal[s] === 0) worth.set(cell, [...(worth.get(cell) ?? []), values[s]]);
    });
  }
  return mean([...worth.values()].filter((values) => values.length > 1).map((values) => variance(values, 0)));
}

test("one map has no spread of values; three have some, and maps that are all new have more", () => {
  const spreads = [1, 3, 0].map((contexts) => valueSpread({ contexts }, 20, 7));
  expect(spreads[0]).toBeLessThan(1e-20);
  expect(spreads[1]).toBeGreaterThan(1e-6);
  expect(spreads[2]).toBeGreaterThan(spreads[1]);
});

test("the fewer episodes share a map, the more values differ", () => {
  const spreads = [1, 0.9, 0.5, 0].map((sharedMap) => valueSpread({ sharedMap }, 60, 1));
  for (const [k, spread] of spreads.slice(1).entries()) expect(spread).toBeGreaterThan(spreads[k] + 1e-4);
});
