// Trainings inside a study: every seat of a world learns by one algorithm, and the players that come of it are then watched
// over episodes of their own. Streams are named as in a run of an experiment, so that `agon run` repeats what a study does.

import type { Agent } from "../core/agent.ts";
import type { AlgorithmPlan, UpdateReport } from "../core/algorithm.ts";
import type { NumericEnvironment } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import type { RewardPlan } from "../core/reward.ts";
import { accumulator } from "../play/accumulator.ts";
import { playEpisode } from "../play/episode.ts";
import { privatePay } from "../rewards/mutuality.ts";

/** What is trained, and where. */
export interface TrainingTask {
  readonly makeEnvironment: () => NumericEnvironment;
  readonly plan: AlgorithmPlan;
  readonly seed: number;
  /** Default each seat's own payoff. */
  readonly reward?: RewardPlan;
  /** Updates after which it ends, though the budget is not spent. */
  readonly updates?: number;
  /** Heard between updates. */
  readonly signal: AbortSignal;
  /** Told of each update. */
  readonly onUpdate?: (report: UpdateReport) => void;
}

/** A signal that nobody sends, for trainings whose thread is ended from outside. */
export const unstopped = (): AbortSignal => new AbortController().signal;

/** What came of a training. The players must be closed. */
export interface Trained {
  readonly reports: readonly UpdateReport[];
  /** One for each seat. */
  readonly players: readonly Agent[];
}

/** Trains to the end of the budget. Throws where the signal is aborted, or a UserError where the training diverges. */
export async function train(task: TrainingTask): Promise<Trained> {
  const { makeEnvironment, plan, signal, reward = privatePay, updates = Number.POSITIVE_INFINITY } = task;
  const { spec } = makeEnvironment();
  plan.check(spec);
  const training = plan.train({
    spec,
    seats: spec.agents.map((_, seat) => seat),
    partners: spec.agents.map(() => undefined),
    makeEnvironment,
    makeReward: (memory) => reward(spec, memory),
    makeObjective: (memory) => reward(spec, memory),
    random: Random.of(task.seed, "training"),
  });
  const reports: UpdateReport[] = [];
  try {
    for (let report = training.update(); report !== undefined; report = training.update()) {
      reports.push(report);
      task.onUpdate?.(report);
      if (reports.length >= updates) break;
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    }
    return { reports, players: spec.agents.map((_, seat) => training.player(seat)) };
  } finally {
    training.close();
  }
}

/** Episodes that were watched; each array has one number for each, the mean over agents. */
export interface Watched {
  readonly steps: Float64Array;
  /** Undiscounted sum. */
  readonly pay: Float64Array;
  /** By channel, over the episode as the channel says. Throws where the world has no such channel. */
  channel(name: string): Float64Array;
}

/** How players are watched. */
export interface WatchOptions {
  readonly seed: number;
  readonly episodes: number;
  /** Default each seat's own payoff. */
  readonly reward?: RewardPlan;
}

/** Plays episodes 0 … of a seed. */
export async function watch(
  environment: NumericEnvironment,
  agents: readonly Agent[],
  { seed, episodes, reward: plan = privatePay }: WatchOptions,
): Promise<Watched> {
  const { spec } = environment;
  const n = spec.agents.length;
  const C = spec.channels.length;
  const reward = plan(spec);
  const held = [accumulator("sum", n), ...spec.channels.map(({ over }) => accumulator(over, n))];
  const steps = new Float64Array(episodes);
  const means = held.map(() => new Float64Array(episodes));
  for (let episode = 0; episode < episodes; episode++) {
    for (const one of held) one.clear();
    const table = { environment, agents, reward, objective: reward };
    const ending = await playEpisode(table, seed, episode, (_step, _actions, outcomes, pay) => {
      for (let i = 0; i < n; i++) {
        held[0].add(i, pay[i]);
        for (let c = 0; c < C; c++) held[c + 1].add(i, outcomes[i * C + c]);
      }
    });
    steps[episode] = ending.steps;
    for (const [k, one] of held.entries()) {
      for (let i = 0; i < n; i++) means[k][episode] += one.value(i, ending.steps) / n;
    }
  }
  return {
    steps,
    pay: means[0],
    channel(name) {
      const c = spec.channels.findIndex((channel) => channel.name === name);
      if (c < 0) throw new Error(`the world has no channel "${name}"`);
      return means[c + 1];
    },
  };
}
