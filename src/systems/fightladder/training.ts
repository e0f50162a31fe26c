// What PPO learns in fights: attackers of frozen policies, a fighter among twelve scripted ones, and self-play paid by two rewards.

import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { ATTACKING_PPO } from "../../algorithms/self-play/attacker.ts";
import { drawnOpponent } from "../../algorithms/self-play/drawn-opponent.ts";
import { opponentWeights } from "../../algorithms/self-play/opponent-weights.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { type FightPolicy, fightExploitability, fightValue } from "../../environments/games/mini-fighter/solution.ts";
import { fightPlayer, miniFighterWorld } from "../../environments/games/mini-fighter/world.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { studyJob } from "../../study/study.ts";
import { allObservations, blowShare, drawChance, OPTIONS, policyOf, scripted, TABLE, winChance } from "./fights.ts";
import { exactSchemes } from "./schemes.ts";

/** γ, clip and epochs are the paper's; the rate is for small networks. */
const SMALL_BATCH = { ...ATTACKING_PPO, discount: 0.94 };
const LARGE_BATCH = { ...SMALL_BATCH, copies: 128, rollout: 20, entropy: 0.003 };

/** How long each kind of training is. */
const TRAININGS = {
  "attacker of naive": { ...SMALL_BATCH, steps: 30_000 },
  attacker: { ...SMALL_BATCH, steps: 300_000 },
  single: { ...LARGE_BATCH, steps: 400_000 },
  self: { ...SMALL_BATCH, rate: 2e-3, steps: 100_000 },
} as const;

/** Policies that are attacked. */
export const FROZEN = ["naive", "FSP at 60", "PSRO at 60", "equilibrium"] as const;
export type Frozen = (typeof FROZEN)[number];

async function frozen(name: Frozen): Promise<FightPolicy> {
  const { equilibrium, naive, fsp, psro } = await exactSchemes();
  switch (name) {
    case "naive":
      return naive.answers[59];
    case "FSP at 60":
      return fsp.answers[59];
    case "PSRO at 60":
      return psro.answers[59];
    case "equilibrium":
      return equilibrium.policy;
    default:
      return name satisfies never;
  }
}

const frozenPlan =
  (policy: FightPolicy): AgentPlan =>
  () =>
    fightPlayer(TABLE, OPTIONS, () => policy);

/** A policy that PPO trains in the first seat, or in both where there is no opponent. */
async function trained(
  seed: number,
  kind: keyof typeof TRAININGS,
  options: { opponent?: AgentPlan; pay?: string; world?: () => NumericEnvironment },
  signal?: AbortSignal,
): Promise<FightPolicy> {
  const { opponent, pay = "payoff", world = () => miniFighterWorld.make({}) } = options;
  const plan = ppo.make({ ...TRAININGS[kind], segments: 1, shared: opponent === undefined });
  const partners = opponent === undefined ? [] : [undefined, opponent];
  const context = trainingContext({ makeEnvironment: world, seed, reward: channel(pay), partners });
  const { players } = await train(plan, context, { signal });
  const policy = policyOf(players[0]);
  for (const player of players) await player.close?.();
  return policy;
}

/** A world whose first seat sees any state but its own: the observation of one drawn alike. */
function blindfold(seed: number): NumericEnvironment {
  const world = miniFighterWorld.make({});
  const all = allObservations();
  const size = world.spec.observationSize;
  const random = Random.of(seed, "blindfold");
  return {
    ...world,
    observe(out) {
      world.observe(out);
      const state = random.integer(TABLE.states);
      for (let k = 0; k < size; k++) out[k] = all[state * size + k];
    },
  };
}

/** An attacker's job. */
export interface AttackJob {
  readonly arm: Frozen;
  readonly seed: number;
}

/** What an attacker wins less what it loses, beside the best answer; shares of that are of the one that sees, and of the one that does not. */
export async function attack({ arm, seed }: AttackJob, signal?: AbortSignal) {
  const target = await frozen(arm);
  const best = fightExploitability(TABLE, target);
  const opponent = frozenPlan(target);
  const kind = arm === "naive" ? "attacker of naive" : "attacker";
  const own = fightValue(TABLE, await trained(seed, kind, { opponent }, signal), target);
  const shuffled = await trained(seed, kind, { opponent, world: () => blindfold(seed) }, signal);
  // An attacker that sees any state acts everywhere as it does on average.
  const actions = shuffled.length / TABLE.states;
  const mean = new Float64Array(actions);
  for (const [at, chance] of shuffled.entries()) mean[at % actions] += chance / TABLE.states;
  const blind = fightValue(
    TABLE,
    shuffled.map((_, at) => mean[at % actions]),
    target,
  );
  return { best, own, blind, share: own / best, blindShare: blind / best };
}

/** How the single player's opponents are drawn. */
export const DRAWS = ["curriculum", "uniform"] as const;
export interface SingleJob {
  readonly arm: (typeof DRAWS)[number];
  readonly seed: number;
}

/** Chances of winning against each scripted opponent after training among all of them. */
export async function single({ arm, seed }: SingleJob, signal?: AbortSignal) {
  const { equilibrium } = await exactSchemes();
  const all = scripted(equilibrium.policy);
  const chances = (winRates: Float64Array) =>
    arm === "curriculum" ? opponentWeights(winRates, "linear") : winRates.map(() => 1 / winRates.length);
  const opponent = drawnOpponent(Object.values(all).map(frozenPlan), chances);
  const policy = await trained(seed, "single", { opponent }, signal);
  const wins = Object.entries(all).map(([name, other]) => [name, winChance(policy, other)] as const);
  return { wins: Object.fromEntries(wins), worst: Math.min(...wins.map(([, win]) => win)) };
}

/** Weights α of health that the other loses. */
export const WEIGHTS = [3, 1] as const;
export interface SelfJob {
  readonly arm: `α = ${(typeof WEIGHTS)[number]}`;
  readonly seed: number;
}

/** What self-play by PPO comes to under FightLadder's reward. */
export async function selfPlay({ arm, seed }: SelfJob, signal?: AbortSignal) {
  const aggressiveness = arm === "α = 3" ? 3 : 1;
  const world = () => miniFighterWorld.make({ aggressiveness });
  const policy = await trained(seed, "self", { pay: "reward", world }, signal);
  return {
    blows: blowShare(policy),
    draws: drawChance(policy, policy),
    exploitability: fightExploitability(TABLE, policy),
  };
}

export const attacking = studyJob(import.meta.url, attack);
export const playingAlone = studyJob(import.meta.url, single);
export const playingItself = studyJob(import.meta.url, selfPlay);
