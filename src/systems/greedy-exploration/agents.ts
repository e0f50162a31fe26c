// Agents and their worlds. One agent is trained for all: proximal policy optimisation of a recurrent policy, paid by the world
// and by nothing else. It draws its actions from its own policy while it trains and plays its most probable action
// afterwards; its loss has no entropy bonus. Beside it are rules of bandits that say what to try.

import { type BanditLearner, banditPlayer } from "../../algorithms/bandits/learner.ts";
import { epsilonGreedyBandit, thompsonBernoulli, ucb1 } from "../../algorithms/bandits/mean-learners.ts";
import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { bernoulliBlocks } from "../../environments/bandits/independent-arms.ts";
import { mapBandit } from "../../environments/bandits/map.ts";
import { hiddenGoal } from "../../environments/gridworld/hidden-goal.ts";
import { exchanged } from "../../rewards/exchanged.ts";
import { privatePay } from "../../rewards/mutuality.ts";

/** The map bandit's arms and pulls, and the other's. */
export const MAP = { arms: 6, pulls: 10 };
export const BERNOULLI = { arms: 5, horizon: 20 };

/** Worlds of blocks, options for blocks of one decision, and settings of the agent that learns there; `steps` are the environment's. */
const TASKS = {
  map: {
    world: mapBandit,
    single: { horizon: 1 },
    units: 16,
    learner: { steps: 50_000, rate: 0.03, copies: 128, rollout: 10, minibatches: 2 },
  },
  bernoulli: {
    world: bernoulliBlocks,
    single: { horizon: 1 },
    units: 16,
    learner: { steps: 80_000, rate: 0.03, copies: 64, rollout: 20, minibatches: 2 },
  },
  goal: {
    world: hiddenGoal,
    single: { searches: 1 },
    units: 32,
    learner: { steps: 150_000, rate: 0.02, copies: 64, rollout: 20, minibatches: 1 },
  },
};

export type TaskName = keyof typeof TASKS;

/** The agent, and the agent less one thing. */
const AGENTS = {
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
} as const satisfies Record<string, Ablation>;

export type AgentName = keyof typeof AGENTS;

/** In what an agent differs from the full one. */
interface Ablation {
  readonly options?: object;
  readonly learner?: object;
  readonly single?: boolean;
  /** A plan for one training. */
  readonly reward?: () => RewardPlan;
}

/** The world that an agent is trained in. */
export function worldOf(task: TaskName, name: AgentName = "full"): NumericEnvironment {
  const { world, single } = TASKS[task];
  const ablation: Ablation = AGENTS[name];
  return world.make({ ...ablation.options, ...(ablation.single === true ? single : {}) });
}

/** Trains an agent; the player must be closed. */
export async function trained(task: TaskName, name: AgentName, seed: number, signal?: AbortSignal): Promise<Agent> {
  const { learner, reward }: Ablation = AGENTS[name];
  const { learner: settings, units } = TASKS[task];
  const plan = ppo.make({
    ...settings,
    epochs: 4,
    entropy: 0,
    discount: 0.95,
    lambda: 0.95,
    hidden: [],
    scaleRewards: false,
    mode: true,
    segments: 1,
    memory: { cell: "gru", units, sequence: settings.rollout },
    ...learner,
  });
  const place = { makeEnvironment: () => worldOf(task, name), seed, reward: reward?.() ?? privatePay };
  return (await train(plan, trainingContext(place), { signal })).players[0];
}

/** Rules by name. The second form of UCB1 and of ε-greedy is the best of several tried on seeds apart from those that are reported. */
const RULES = {
  uniform: (arms) => ({ choose: (random) => random.integer(arms), learn() {} }),
  "ε-greedy 0.1": (arms) => epsilonGreedyBandit(arms, 0.1),
  "ε-greedy 0": (arms) => epsilonGreedyBandit(arms, 0),
  UCB1: (arms) => ucb1(arms),
  "UCB1, α = 0.1": (arms) => ucb1(arms, { exploration: 0.1 }),
  Thompson: thompsonBernoulli,
} as const satisfies Record<string, (arms: number) => BanditLearner>;

/** The players by rule of a bandit of so many choices. */
export function ruleAgents(choices: number): [name: string, player: Agent][] {
  return Object.entries(RULES).map(([name, rule]) => [name, banditPlayer(() => rule(choices))]);
}
