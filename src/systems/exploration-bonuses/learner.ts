// One agent that learns while it plays: in a world, under a reward, for as many episodes as wanted. What is measured is the world's
// own success, so that pay and success stay apart.

import type { NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { episodeRunner } from "../../play/episode.ts";
import { streamsOf } from "../../play/streams.ts";

/** Learns from single steps. Arrays it is given are reused by the caller. */
export interface StepLearner {
  /** Begins an episode. */
  begin(): void;
  /** A choice for what is seen. */
  act(observation: Float32Array, random: Random): number;
  /** Told what the last choice was paid, what is seen after it, and whether the episode is over. */
  learn(pay: number, status: Status, next: Float32Array): void;
}

/**
 * Trains a single agent in a world of choices and gives the sum of the channel "success" over each episode. The streams are named
 * by seed and episode, so that arms of a comparison meet the same maps. Throws where the world is of another kind.
 */
export function trainLearner(
  world: NumericEnvironment,
  plan: RewardPlan,
  learner: StepLearner,
  { seed, episodes, signal }: { seed: number; episodes: number; signal?: AbortSignal | undefined },
): Float64Array {
  const { agents, channels, choices } = world.spec;
  const channel = channels.findIndex(({ name }) => name === "success");
  if (channel < 0 || agents.length !== 1 || choices === undefined)
    throw new Error("the world is not of one agent whose choices succeed or not");
  const runner = episodeRunner(world, [plan]);
  return Float64Array.from({ length: episodes }, (_, episode) => {
    signal?.throwIfAborted();
    const hands = Random.of(seed, "learner", episode);
    let total = 0;
    runner.play(
      {
        reset: () => learner.begin(),
        act({ actions, look }) {
          actions[0] = learner.act(look(), hands);
        },
        receive: ({ pay: [pay], status, look }) => learner.learn(pay[0], status, look()),
      },
      streamsOf(seed, episode),
      ({ outcomes }) => {
        total += outcomes[channel];
      },
    );
    return total;
  });
}
