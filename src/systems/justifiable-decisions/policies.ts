// Policies of the ward: deep Q-learning under the paper's mixture of rewards, and how a policy compares with the baseline.

import { dqn } from "../../algorithms/off-policy/dqn.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { weightedSum } from "../../rewards/channel-reward.ts";
import { studyJob } from "../../study/study.ts";
import { evidence, type Feedback, fullScore, VITALS, wardOf, wardWorld } from "./ward.ts";

/** The paper's scales of both rewards; pay is divided by the first. */
const PAID = 15;
const DEBATED = 10;
const EPISODES = 500;
const DQN = {
  ...{ steps: 24_000, copies: 8, batch: 64, rate: 1e-3, warmup: 1000, capacity: 30_000, hidden: [64, 64] },
  ...{ dueling: true, discount: 0.99, targetShare: 0.02, targetEvery: 1, segments: 1, interval: 8000 },
};

/** A policy by its feedback and the weight λ of it; one that is trained anew is the baseline with other luck. */
export interface PolicyArm {
  readonly arm: Feedback | "trained anew";
  readonly weight: number;
}

type Decision = (vitals: Float32Array) => number;

function decisions(player: Agent): Decision {
  const action = new Float64Array(1);
  player.reset(Random.of(0, "player"));
  return (vitals) => {
    player.act(vitals, action);
    return action[0];
  };
}

/** A policy that is trained with weight λ of feedback on its decisions beside those of `rival`. */
async function trained(
  seed: number,
  { arm, weight }: PolicyArm,
  rival: Decision | undefined,
  signal?: AbortSignal,
): Promise<Agent> {
  const feedback = arm === "trained anew" ? "full" : arm;
  const ward = wardOf(seed);
  const reward = weightedSum({ improvement: 1 - weight, justified: (weight * DEBATED) / PAID });
  // Other luck of training, on the same ward.
  const luck = arm === "trained anew" ? seed + 1_000_000 : seed;
  const makeEnvironment = () => wardWorld(ward, feedback, weight > 0 ? rival : undefined);
  const { players } = await train(dqn.make(DQN), trainingContext({ makeEnvironment, seed: luck, reward }), { signal });
  return players[0];
}

/** Return, and shares of decisions that differ from the baseline's, that the full judge prefers, and in which it prefers the baseline's. */
function measured(seed: number, policy: Decision, baseline: Decision) {
  const ward = wardOf(seed);
  const world = wardWorld(ward, "full", undefined);
  const { vitals } = world.state.views;
  const outcomes = new Float64Array(2);
  const seen = new Float32Array(VITALS);
  const support = new Float64Array(VITALS);
  let [earned, changed, preferred, worse] = [0, 0, 0, 0];
  for (let episode = 0; episode < EPISODES; episode++) {
    const random = Random.of(seed, "evaluation", episode);
    world.reset(random, outcomes);
    for (let status = 0; status === 0; ) {
      seen.set(vitals);
      const [a, b] = [policy(seen), baseline(seen)];
      evidence(ward, ward.judged, vitals, a, b, support);
      const score = a === b ? 0 : fullScore(support);
      if (a !== b) changed += 1;
      if (score > 0) preferred += 1;
      if (score < 0) worse += 1;
      status = world.step(Float64Array.of(a), outcomes, random);
      earned += outcomes[0];
    }
  }
  const all = EPISODES * world.spec.horizon;
  return { earned: earned / EPISODES, changed: changed / all, preferred: preferred / all, worse: worse / all };
}

/** A ward with policies under some kinds of feedback. */
export interface WardJob {
  readonly seed: number;
  readonly arms: readonly PolicyArm[];
}

/** How each arm's policy does beside the baseline of the same seed, in the order of the arms. */
export async function justify({ seed, arms }: WardJob, signal?: AbortSignal) {
  const baseline = await trained(seed, { arm: "full", weight: 0 }, undefined, signal);
  const decide = decisions(baseline);
  const { earned } = measured(seed, decide, decide);
  const found = [];
  for (const arm of arms) {
    const policy = await trained(seed, arm, decide, signal);
    const own = measured(seed, decisions(policy), decide);
    await policy.close?.();
    found.push({ ...own, baseline: earned, net: own.preferred - own.worse });
  }
  await baseline.close?.();
  return found;
}

export const justifying = studyJob(import.meta.url, justify);
