// How much the worth of a place differs between contexts: the quantity by which the paper explains when a global bonus
// helps and when it misleads.

import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { contextsOf } from "../../environments/gridworld/contexts.ts";
import { gridMdp } from "../../environments/gridworld/grid-mdp.ts";
import { mazeLevel } from "../../environments/gridworld/maze.ts";
import { mean, variance } from "../../evaluation/statistics/moments.ts";

/**
 * Mean over places z of the variance over contexts c of V*_{ψ,c}(z) = min {V*(s) : s in c, ψ(s) = z}, here with one state
 * to a place (arXiv 2306.03236, sec. 4). Mazes of 15 × 15, of which a share is one fixed map; `contexts` are sampled.
 */
export function valueSpread(sharedMap: number, contexts: number, seed: number): number {
  const drawn = contextsOf({ contexts: 0, layoutSeed: seed, sharedMap }, mazeLevel(15));
  const worth = new Map<number, number[]>();
  for (let k = 0; k < contexts; k++) {
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
