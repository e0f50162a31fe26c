// Three orchestrators learn when to stop: credited as a team for every decision, credited for stops alone, and, for the
// control, paid what other episodes earned. What each is worth is measured beside the best player on the same episodes.

import { reinforce } from "../../algorithms/policy-gradient/reinforce.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { bestFixedTeam } from "../../environments/team/fixed-team.ts";
import { optimalStop } from "../../environments/team/optimal-stop.ts";
import { fixedPlayer, planPlayer } from "../../environments/team/players.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { exchangedEpisodes } from "../../rewards/exchanged.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { playOnce, teamOf } from "./playing.ts";
import { type Written, written } from "./writing.ts";

/** Episodes of a training: 1,000 updates of 20. */
export const EPISODES = 20_000;
const UPDATES = 1000;
/** Episodes that a player is measured over. */
const WATCHED = 4000;

/** REINFORCE with a softmax of the three numbers that are seen, chosen on seeds 1 to 5 for both kinds of credit. */
const SETTINGS = {
  steps: 10_000_000,
  segments: 1,
  episodes: EPISODES / UPDATES,
  hidden: [],
  discount: 1,
  rate: 0.02,
  entropy: 0.03,
  scaleRewards: false,
  mode: false,
};

const ARMS = {
  team: { settings: {}, reward: privatePay },
  stops: { settings: { credited: [0] }, reward: privatePay },
  dealt: { settings: {}, reward: exchangedEpisodes(privatePay) },
} as const satisfies Readonly<Record<string, { settings: object; reward: RewardPlan }>>;
export type Arm = keyof typeof ARMS;

/** What one training came to. */
export interface Learned {
  /** E[right answer − costs], estimated from the difference to the best player, whose worth is known. */
  readonly value: number;
  /** The same of the best fixed number of workers, on the same episodes. */
  readonly fixed: number;
  readonly seconds: number;
  /** Traces of its episodes. */
  readonly traces: Written;
}

/** A training to do. */
export interface LearningJob {
  readonly arm: Arm;
  readonly seed: number;
}

/** Trains one orchestrator, and watches it. */
export async function learn({ arm, seed }: LearningJob, signal?: AbortSignal): Promise<Learned> {
  const { settings, reward } = ARMS[arm];
  const began = performance.now();
  const context = trainingContext({ makeEnvironment: () => teamOf(), seed, reward });
  const learner = reinforce.make({ ...SETTINGS, ...settings });
  const {
    players: [player],
  } = await train(learner, context, { updates: UPDATES, signal });
  const seconds = (performance.now() - began) / 1000;
  try {
    const world = teamOf();
    const { protocol } = world;
    const plan = optimalStop(protocol);
    const pays = (agent: Agent) => Float64Array.from({ length: WATCHED }, (_, k) => playOnce(world, agent, seed, k)[0]);
    const best = pays(planPlayer(plan));
    // The best player's exact worth stands in for its luck on these episodes.
    const worth = (agent: Agent) => plan.value + mean(pays(agent).map((pay, k) => pay - best[k]));
    return {
      value: worth(player),
      fixed: worth(fixedPlayer(protocol, bestFixedTeam(protocol).workers)),
      seconds,
      traces: written(world, player, seed, 300),
    };
  } finally {
    player.close?.();
  }
}

export const learningPart: StudyJob<LearningJob, Learned> = { module: import.meta.url, name: "learn", compute: learn };
