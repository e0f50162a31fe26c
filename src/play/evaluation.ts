// Evaluation episodes: players that have learned, or never will, play episodes of a seed, summed channel by channel. Streams are
// named as in an experiment's cells, so that a cell of the same players repeats them.

import type { Agent } from "../core/agent.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import type { RewardPlan } from "../core/reward.ts";
import { outcomeSums } from "./accumulator.ts";
import { episodeRunner } from "./episode.ts";
import { seated } from "./policy.ts";
import { streamsOf } from "./streams.ts";

/** What episodes came to; each array has one number for each, the mean over agents. */
export interface EvaluationEpisodes {
  readonly steps: Float64Array;
  /** Undiscounted sum. */
  readonly pay: Float64Array;
  /** By channel, over the episode as the channel says. Throws where the world has no such channel. */
  channel(name: string): Float64Array;
}

/** Which episodes are played, and what pays them. */
export interface EvaluationOptions {
  readonly seed: number;
  readonly episodes: number;
  readonly reward: RewardPlan;
}

/** Plays episodes 0 … of a seed. */
export async function evaluationEpisodes(
  environment: NumericEnvironment,
  agents: readonly Agent[],
  { seed, episodes, reward }: EvaluationOptions,
): Promise<EvaluationEpisodes> {
  const { spec } = environment;
  const n = agents.length;
  const runner = episodeRunner(environment, [reward]);
  const policy = seated(spec, agents);
  const sums = outcomeSums(spec);
  const [steps, pay] = [new Float64Array(episodes), new Float64Array(episodes)];
  const means = spec.channels.map(() => new Float64Array(episodes));
  for (let k = 0; k < episodes; k++) {
    sums.clear();
    const played = await runner.playAsync(policy, streamsOf(seed, k, episodes), ({ outcomes }) => sums.add(outcomes));
    steps[k] = played.steps;
    for (let i = 0; i < n; i++) {
      pay[k] += played.totals[0][i] / n;
      for (let c = 0; c < means.length; c++) means[c][k] += sums.value(c, i, played.steps) / n;
    }
  }
  return {
    steps,
    pay,
    channel(name) {
      const c = spec.channels.findIndex((channel) => channel.name === name);
      if (c < 0) throw new Error(`the world has no channel "${name}"`);
      return means[c];
    },
  };
}
