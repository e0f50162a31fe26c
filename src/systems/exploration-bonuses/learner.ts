// One agent that learns while it plays: in a world, under a reward, for as many episodes as wanted. What is measured is a
// channel of the world, so that pay and success stay apart.

import type { NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { streamsOf } from "../../play/streams.ts";

/** Learns from single steps. Arrays it is given are reused by the caller. */
export interface Learner {
  /** Begins an episode. */
  begin(): void;
  /** A choice for what is seen. */
  act(observation: Float32Array, random: Random): number;
  /** Told what the last choice was paid, what is seen after it, and whether the episode is over. */
  learn(pay: number, status: Status, next: Float32Array): void;
}

/** How a learner is trained. */
export interface TrainingOptions {
  readonly seed: number;
  readonly episodes: number;
  /** Channel whose sum over each episode is returned. */
  readonly measured: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Trains a single agent in a world of choices and gives the episodes' sums of the measured channel, [episodes]. The
 * streams are named by seed and episode, so that arms of a comparison meet the same maps.
 */
export function trainLearner(
  world: NumericEnvironment,
  plan: RewardPlan,
  learner: Learner,
  options: TrainingOptions,
): Float64Array {
  const { spec } = world;
  const { seed, episodes, measured, signal } = options;
  const channel = spec.channels.findIndex(({ name }) => name === measured);
  if (channel < 0) throw new Error(`the world has no channel "${measured}"`);
  if (spec.agents.length !== 1 || spec.choices === undefined) throw new Error("the world is not one agent's choices");
  const runner = episodeRunner(world, [plan]);
  const totals = new Float64Array(episodes);
  for (let episode = 0; episode < episodes; episode++) {
    signal?.throwIfAborted();
    const hands = Random.of(seed, "learner", episode);
    const policy: JointPolicy = {
      reset: () => learner.begin(),
      act({ actions, look }) {
        actions[0] = learner.act(look(), hands);
      },
      receive: ({ pay: [pay], status, look }) => learner.learn(pay[0], status, look()),
    };
    runner.play(policy, streamsOf(seed, episode), ({ outcomes }) => {
      totals[episode] += outcomes[channel];
    });
  }
  return totals;
}
