// What is trained, and on what. One agent for all: proximal policy optimisation of a recurrent policy, paid by the world and by
// nothing else. It draws its actions from its own policy while it trains and plays its most probable action afterwards; its
// loss has no entropy bonus, and nothing else makes it try anything.

import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { bernoulliBlocks } from "../../environments/bandits/bernoulli-blocks.ts";
import { mapBandit } from "../../environments/bandits/map.ts";
import { hiddenGoal } from "../../environments/gridworld/hidden-goal.ts";
import { exchanged } from "../../rewards/exchanged.ts";
import { privatePay } from "../../rewards/mutuality.ts";

/** A world of blocks with the settings of the agent that learns in it, chosen on seeds apart from those that are reported. */
export interface Task {
  readonly name: string;
  readonly world: Bound<NumericEnvironment>;
  /** Options that leave one decision, and so nothing to come back to, in a block. */
  readonly single: object;
  /** Environment steps. */
  readonly steps: number;
  readonly units: number;
  readonly rate: number;
  readonly copies: number;
  readonly rollout: number;
  readonly minibatches: number;
}

export const mapTask: Task = {
  name: "map",
  world: mapBandit,
  single: { horizon: 1 },
  steps: 50_000,
  units: 16,
  rate: 0.03,
  copies: 128,
  rollout: 10,
  minibatches: 2,
};

export const bernoulliTask: Task = {
  name: "Bernoulli",
  world: bernoulliBlocks,
  single: { horizon: 1 },
  steps: 80_000,
  units: 16,
  rate: 0.03,
  copies: 64,
  rollout: 20,
  minibatches: 2,
};

export const goalTask: Task = {
  name: "hidden goal",
  world: hiddenGoal,
  single: { searches: 1 },
  steps: 150_000,
  units: 32,
  rate: 0.02,
  copies: 64,
  rollout: 20,
  minibatches: 1,
};

/** The agent, and the agent less one thing. */
export const AGENTS = {
  /** Recurrence, memory and credit that reaches far. */
  full: {},
  /** No memory in the network, and none in the observation either. */
  "no memory": { options: { feedback: false }, learner: { memory: undefined, hidden: [32] } },
  "γ = 0": { learner: { discount: 0 } },
  /** Blocks of a single decision. */
  "no recurrence": { single: true },
  /** Everything hidden is drawn anew after each decision, in blocks of the same length. */
  "nothing stays": { options: { stays: false } },
  "wrong map": { options: { map: "wrong" } },
  /** In training each block is paid what another one earned. */
  "exchanged pay": { reward: () => exchanged(privatePay) },
} as const satisfies Record<string, Change>;

export type Name = keyof typeof AGENTS;

/** In what an agent differs from the full one. */
interface Change {
  readonly options?: object;
  readonly learner?: object;
  readonly single?: boolean;
  /** A plan for one training. */
  readonly reward?: () => RewardPlan;
}

/** The world that an agent is trained in. */
export function worldOf(task: Task, name: Name): () => NumericEnvironment {
  const { options, single }: Change = AGENTS[name];
  return () => task.world.make({ ...options, ...(single === true ? task.single : {}) });
}

function learnerOf({ steps, units, rate, copies, rollout, minibatches }: Task, name: Name): AlgorithmPlan {
  const { learner }: Change = AGENTS[name];
  return ppo.make({
    steps,
    copies,
    rollout,
    minibatches,
    rate,
    epochs: 4,
    entropy: 0,
    discount: 0.95,
    lambda: 0.95,
    hidden: [],
    scaleRewards: false,
    segments: 1,
    memory: { cell: "gru", units, sequence: rollout },
    ...learner,
  });
}

/** Trains an agent; the player must be closed. */
export async function trained(task: Task, name: Name, seed: number, signal?: AbortSignal): Promise<Agent> {
  const { reward }: Change = AGENTS[name];
  const place = { makeEnvironment: worldOf(task, name), seed, reward: reward?.() ?? privatePay };
  const { players } = await train(learnerOf(task, name), trainingContext(place), { signal });
  return players[0];
}
