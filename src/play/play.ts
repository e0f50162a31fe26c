// The synchronous episode loop of studies, audits and benchmarks: one world, one policy for all seats, any number of
// rewards judging the same episode side by side. It allocates when it is made and never in a step; agents that answer
// later (programs, language models) need the loop in episode.ts.

import type { Agent } from "../core/agent.ts";
import { type NumericEnvironment, type NumericSpec, Status } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import type { Reward, RewardPlan } from "../core/reward.ts";

/** Decides for all seats at once. */
export interface Policy {
  /** Begins an episode. */
  reset?(random: Random): void;
  /**
   * Writes `actions` [agents × actionSize]; they hold what was written the step before. `look` gives the observations
   * [agents × observationSize], which are only computed when it is called.
   */
  act(actions: Float64Array, step: number, look: () => Float32Array): void;
  /** Told what the first reward paid, [agents], and the status. */
  receive?(pay: Float64Array, status: Status): void;
}

/** An episode that has been played. The arrays belong to the player and change with its next episode. */
export interface Played {
  readonly steps: number;
  readonly status: Status;
  /** For each reward: undiscounted sum over the episode, [agents]. */
  readonly totals: readonly Float64Array[];
  /** Outcomes of the last step, [agents × channels]. */
  readonly outcomes: Float64Array;
}

/** Told of every step, after it. `pay` has one row [agents] for each reward. The arrays are reused. */
export type Watcher = (step: number, actions: Float64Array, pay: readonly Float64Array[], status: Status) => void;

/** Plays episodes of one world on fixed buffers. */
export type Player = (policy: Policy, random: Random, watch?: Watcher) => Played;

/** Makes a player of `environment`, judged by `plans`. */
export function player(environment: NumericEnvironment, plans: readonly RewardPlan[]): Player {
  const { spec } = environment;
  const n = spec.agents.length;
  const rewards: readonly Reward[] = plans.map((plan) => plan(spec));
  const actions = new Float64Array(n * spec.actionSize);
  const outcomes = new Float64Array(n * spec.channels.length);
  const observations = new Float32Array(n * spec.observationSize);
  const pay = rewards.map(() => new Float64Array(n));
  const totals = rewards.map(() => new Float64Array(n));
  const look = () => {
    environment.observe(observations);
    return observations;
  };
  return (policy, random, watch) => {
    environment.reset(random, outcomes);
    for (const reward of rewards) reward.reset(outcomes);
    for (const total of totals) total.fill(0);
    policy.reset?.(random.stream("policy"));
    let status: Status = Status.running;
    let steps = 0;
    while (status === Status.running) {
      policy.act(actions, steps, look);
      status = environment.step(actions, outcomes, random);
      for (let k = 0; k < rewards.length; k++) {
        rewards[k].pay(outcomes, status, pay[k]);
        for (let i = 0; i < n; i++) totals[k][i] += pay[k][i];
      }
      if (pay.length > 0) policy.receive?.(pay[0], status);
      watch?.(steps, actions, pay, status);
      steps += 1;
    }
    return { steps, status, totals, outcomes };
  };
}

/** Plays one episode with fresh buffers: `playOnce(world, [privatePay], policy, random)`. */
export function playOnce(
  environment: NumericEnvironment,
  plans: readonly RewardPlan[],
  policy: Policy,
  random: Random,
): Played {
  return player(environment, plans)(policy, random);
}

/** The policy that does the same at every step. `action` is [agents × actionSize]. */
export function always(action: ArrayLike<number>): Policy {
  return {
    act(actions) {
      actions.set(action);
    },
  };
}

/** The policy of agents in their seats, all of which answer at once. Each draws from a stream named by its seat. */
export function seated(spec: NumericSpec, agents: readonly Agent[]): Policy {
  const size = spec.actionSize;
  let buffers: readonly [Float32Array, Float64Array] | undefined;
  let seen: readonly Float32Array[] = [];
  let done: readonly Float64Array[] = [];
  return {
    reset(random) {
      agents.forEach((agent, i) => {
        atOnce(agent.reset(random.stream("agent", i)));
      });
    },
    act(actions, _step, look) {
      const observations = look();
      if (buffers?.[0] !== observations || buffers[1] !== actions) {
        buffers = [observations, actions];
        seen = agents.map((_, i) => observations.subarray(i * spec.observationSize, (i + 1) * spec.observationSize));
        done = agents.map((_, i) => actions.subarray(i * size, (i + 1) * size));
      }
      for (let i = 0; i < agents.length; i++) atOnce(agents[i].act(seen[i], done[i]));
    },
    receive(pay, status) {
      for (let i = 0; i < agents.length; i++) agents[i].receive?.(pay[i], status);
    },
  };
}

/** Sum of an agent-wise array. */
export function total(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function atOnce(answer: void | Promise<void>): void {
  if (answer !== undefined) throw new Error("an agent that answers later cannot play in a synchronous episode");
}
