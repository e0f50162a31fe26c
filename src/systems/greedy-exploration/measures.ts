// What agents do in blocks that they were not trained on: what they earn, what they try first, how long they search. All
// players of a seed meet the same blocks.

import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { privatePay } from "../../rewards/mutuality.ts";

const blockStreams = (seed: number, block: number) => streamsBelow(Random.of(seed, "evaluation", block));

/** Means over the blocks of a bandit. */
export interface Pulls {
  /** Sum of a block. */
  readonly earned: number;
  /** Share of blocks whose first pull is the last choice (the map, where there is one). */
  readonly mapFirst: number;
  /** Different choices among the first as many pulls as there are arms. */
  readonly distinct: number;
}

/** Plays blocks of a bandit with `arms` arms. */
export function pulls(world: NumericEnvironment, agent: Agent, arms: number, seed: number, blocks: number): Pulls {
  const { choices = 0 } = world.spec;
  const runner = episodeRunner(world, [privatePay]);
  const policy = seated(world.spec, [agent]);
  const tried = new Set<number>();
  const rows = Array.from({ length: blocks }, (_, block) => {
    let mapFirst = 0;
    tried.clear();
    const { totals } = runner.play(policy, blockStreams(seed, block), ({ actions }, step) => {
      if (step === 0 && actions[0] === choices - 1) mapFirst = 1;
      if (step < arms) tried.add(actions[0]);
    });
    return { earned: totals[0][0], mapFirst, distinct: tried.size };
  });
  const over = (key: keyof Pulls) => mean(rows.map((row) => row[key]));
  return { earned: over("earned"), mapFirst: over("mapFirst"), distinct: over("distinct") };
}

/** Means over the blocks of a hidden goal. */
export type Searches = ReturnType<typeof searches>;

/** Plays blocks of searches. */
export function searches(world: NumericEnvironment, agent: Agent, seed: number, blocks: number) {
  const runner = episodeRunner(world, [privatePay, channel("searches"), channel("visited")]);
  const policy = seated(world.spec, [agent]);
  let [first, fresh, later, count, found] = [0, 0, 0, 0, 0];
  for (let block = 0; block < blocks; block++) {
    let over = 0;
    const played = runner.play(policy, blockStreams(seed, block), ({ steps, pay: [, done, visited] }) => {
      if (over === 0 && done[0] === 1) {
        first += steps;
        fresh += visited[0] - 1;
        later -= steps;
      }
      over = done[0];
    });
    later += played.steps;
    count += over - 1;
    found += played.totals[0][0];
  }
  return {
    /** Steps of the first search, and of a later one. A search that was given up counts as its limit. */
    first: first / blocks,
    later: later / count,
    /** Share of the first search's steps that led to a tile not stood on before. */
    fresh: fresh / first,
    /** Goals reached in a block. */
    found: found / blocks,
  };
}
