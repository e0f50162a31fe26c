// Attackers: a learner in one seat, trained against a fixed player in the other. What it wins is the least that the player can be exploited.

import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { type TrainingPlace, train, trainingContext } from "../train.ts";

/** PPO for attackers in small games: clip and epochs are FightLadder's (arXiv 2406.02081), and an episode's wins are not discounted. */
export const ATTACKING_PPO = {
  ...{ epochs: 4, minibatches: 4, rate: 5e-3, discount: 1, clip: 0.1 },
  ...{ copies: 32, rollout: 32, entropy: 0.005 },
};

/** A game of two whose one seat has a fixed player. */
export interface AttackedGame {
  readonly makeEnvironment: () => NumericEnvironment;
  readonly reward: RewardPlan;
  /** The fixed player. */
  readonly target: AgentPlan;
  /** The attacker's seat, 0 or 1. */
  readonly seat: number;
}

/** Where an attacker is trained: every seat but its own has the fixed player. */
export function attackPlace({ makeEnvironment, reward, target, seat }: AttackedGame, seed: number): TrainingPlace {
  return { makeEnvironment, reward, seed, partners: [0, 1].map((one) => (one === seat ? undefined : target)) };
}

export interface AttackOptions {
  readonly plan: AlgorithmPlan;
  /** Seed of the training. */
  readonly seed: number;
  /** Episodes that each attacker of the learning curve is chosen by. */
  readonly choosing: number;
  /** Episodes that are reported: others, and with the same luck for every attacker, seat and seed of training. */
  readonly reported: number;
  /** Seed of the episodes. */
  readonly episodeSeed: number;
  readonly signal?: AbortSignal | undefined;
  /** Told the share that is over. */
  readonly onProgress?: (share: number) => void;
}

/** Payoffs and training of an attacker. */
export interface Attack {
  /** In each of the reported episodes, [reported]. */
  readonly wins: Float64Array;
  /** What the fixed player wins in the attacker's seat, in the same episodes, [reported]. */
  readonly own: Float64Array;
  /** Mean over the episodes that it was chosen by. */
  readonly chosenBy: number;
  /** Environment steps of its training up to where it was the best, and of the whole. */
  readonly bestAt: number;
  readonly steps: number;
}

/**
 * Trains an attacker, takes the best of its learning curve, and plays it. The curve has a point for each segment of the training. A
 * UserError where the learner does not fit, or an agent answers later.
 */
export async function attacked(given: AttackedGame, options: AttackOptions): Promise<Attack> {
  const fixed: Agent[] = [];
  const target: AgentPlan = (seat) => {
    const player = given.target(seat);
    fixed.push(player);
    return player;
  };
  try {
    return await attack({ ...given, target }, options);
  } finally {
    // A training leaves its partners open, and some hold an engine.
    for (const player of fixed) await player.close?.();
  }
}

async function attack(game: AttackedGame, options: AttackOptions): Promise<Attack> {
  const { plan, seed, choosing, reported, episodeSeed, signal, onProgress } = options;
  const context = trainingContext(attackPlace(game, seed));
  const curve: { readonly checkpoint: TrainingCheckpoint; readonly steps: number }[] = [];
  const { players, reports } = await train(plan, context, {
    signal,
    keep: ({ checkpoint, reports: sofar }) => curve.push({ checkpoint, steps: sofar.at(-1)?.steps ?? 0 }),
    onUpdate: (_, share) => onProgress?.(share),
  });
  const steps = reports.at(-1)?.steps ?? 0;
  const [last] = players;
  const points = curve.map((point) => ({ player: playerAt(plan, context, point.checkpoint), steps: point.steps }));
  if (points.length === 0) points.push({ player: last, steps });
  const streamOf = (kind: string) => (episode: number) => Random.of(episodeSeed, "attack", kind, episode);
  try {
    let best = { ...points[0], chosenBy: Number.NEGATIVE_INFINITY };
    for (const point of points) {
      signal?.throwIfAborted();
      const wins = await winsOf(game, point.player, choosing, streamOf("chosen"));
      const chosenBy = wins.reduce((sum, one) => sum + one, 0) / choosing;
      if (chosenBy > best.chosenBy) best = { ...point, chosenBy };
    }
    const wins = await winsOf(game, best.player, reported, streamOf("reported"));
    const own = await winsOf(game, undefined, reported, streamOf("reported"));
    return { wins, own, chosenBy: best.chosenBy, bestAt: best.steps, steps };
  } finally {
    for (const player of new Set([last, ...points.map((point) => point.player)])) await player.close?.();
  }
}

/** The one learning seat's player as a training was left. */
function playerAt(plan: AlgorithmPlan, context: TrainingContext, checkpoint: TrainingCheckpoint): Agent {
  const training = plan.train(context, checkpoint);
  try {
    return training.player(context.seats[0]);
  } finally {
    training.close();
  }
}

/** What a player wins in episodes against the fixed one; undefined is the fixed one too. */
async function winsOf(
  { makeEnvironment, reward, target, seat }: AttackedGame,
  player: Agent | undefined,
  episodes: number,
  streamOf: (episode: number) => Random,
): Promise<Float64Array> {
  const environment = makeEnvironment();
  const { spec } = environment;
  const seatOf = (own: number): Seat => ({
    ...{ spec, seat: own, directory: ".", makeEnvironment },
    makeReward: () => reward(spec),
    memo: (_, compute) => compute(),
  });
  const agents = [0, 1].map((own) => (own === seat && player !== undefined ? player : target(seatOf(own))));
  const runner = episodeRunner(environment, [reward]);
  const policy = seated(spec, agents);
  const wins = new Float64Array(episodes);
  for (let k = 0; k < episodes; k++) {
    const stream = streamOf(k);
    const { totals } = await runner.playAsync(policy, { world: stream, agent: (own) => stream.stream("agent", own) });
    wins[k] = totals[0][seat];
  }
  return wins;
}
