// What a task tells the gradient of a policy, exactly: its expectation and its signal-to-noise ratio, over a tree of all episodes.

import { episodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { exactEpisodes } from "../../algorithms/tabular/exact-episodes.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { NOVICE, TOOLS } from "../../environments/tools/desk-machine.ts";
import { type Bank, ROLLOUTS } from "./desk.ts";

export interface Signal {
  /** ‖∇J‖ under the novice's policy. */
  readonly norm: number;
  /** ‖E ĝ‖²/tr Cov(ĝ) of the group-relative estimate from as many rollouts as a picker sees. */
  readonly ratio: number;
  /** J. */
  readonly passRate: number;
}

const EVERY = TOOLS.map((_, tool) => tool);

/** A policy's table over the rows of a tree, whose symbols are given, from a policy [symbols × tools] without zeros. */
export function tableOf(symbols: readonly number[], policy: ArrayLike<number> = NOVICE) {
  const A = TOOLS.length;
  const logits = Float64Array.from({ length: symbols.length * A }, (_, at) =>
    Math.log(policy[symbols[Math.floor(at / A)] * A + (at % A)]),
  );
  return softmaxTable(symbols.length, A, logits);
}

/** The tree of some tasks of a bank, with the symbol that each row of a table stands for. */
export function deskTree({ world }: Bank, tasks: readonly number[], merge: boolean) {
  const symbols: number[] = [];
  const tree = episodeTree(
    world,
    tasks.map((task) => ({ weight: 1 / tasks.length, parts: { task: [task] } })),
    {
      channels: ["chance"],
      repeats: true,
      merge,
      permitted: (seen) => {
        symbols.push(seen[0]);
        return EVERY;
      },
    },
  );
  return { tree, symbols };
}

export function signalOf(bank: Bank, task: number): Signal {
  const { tree, symbols } = deskTree(bank, [task], false);
  const { policy } = tableOf(symbols);
  const exact = exactEpisodes(tree);
  const { chance } = tree.scores;
  const gradient = new Float64Array(policy.length);
  const passRate = exact.gradient(policy, chance, gradient);
  const square = gradient.reduce((sum, one) => sum + one * one, 0);
  return {
    norm: Math.sqrt(square),
    ratio: square / exact.estimatorVariance(policy, chance, ROLLOUTS, true),
    passRate,
  };
}
