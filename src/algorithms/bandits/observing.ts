// Learners that say what they want to see: beside the arm that they play they name the arms whose losses they would observe,
// and they are told the losses that were seen, whichever arm was played.

import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { see } from "../../environments/bandits/feedback-graph.ts";
import { bestArm } from "../../environments/bandits/losses.ts";

/** What learners draw from; less than a `Random`, so that every draw can be enumerated. */
export type RandomSource = Pick<Random, "uniform" | "integer">;

/** A learner at the start of its first round. Losses are in [0, 1]. None of its methods allocates. */
export interface ObservingLearner {
  /** The arm to play in this round; sets `requests` [arms], all 0, to 1 at the arms whose losses are to be seen. */
  choose(requests: Uint8Array, random: RandomSource): number;
  /** Told which losses of this round were seen, [arms], and what they were; `losses` counts only where `seen` is 1. */
  learn(arm: number, seen: Uint8Array, losses: Float64Array): void;
}

/** Result of an episode. */
export interface LossMeter {
  /** Sum of the losses of the arms played. */
  readonly loss: number;
  /** Rounds in which another arm was played than in the round before. */
  readonly switches: number;
  /** Losses that were asked for and not shown for free. */
  readonly observations: number;
  /** loss + switches − the smallest sum of losses of one arm. */
  readonly regret: number;
}

/**
 * Plays against losses written down beforehand, [rounds × arms]. `shows` [arms × arms] is what playing an arm shows for free,
 * by default nothing. All losses that are asked for are seen: the caller must check that a budget is kept.
 */
export function playLosses(
  table: Float64Array,
  arms: number,
  learner: ObservingLearner,
  random: RandomSource,
  shows: Uint8Array = new Uint8Array(arms * arms),
): LossMeter {
  const requests = new Uint8Array(arms);
  const seen = new Uint8Array(arms);
  const losses = new Float64Array(arms);
  let [loss, switches, observations, last] = [0, 0, 0, -1];
  for (let row = 0; row < table.length; row += arms) {
    requests.fill(0);
    const arm = learner.choose(requests, random);
    observations += see(shows, arm, requests, Number.POSITIVE_INFINITY, seen);
    for (let k = 0; k < arms; k++) losses[k] = seen[k] === 1 ? table[row + k] : 0;
    learner.learn(arm, seen, losses);
    loss += table[row + arm];
    if (last >= 0 && last !== arm) switches += 1;
    last = arm;
  }
  return { loss, switches, observations, regret: loss + switches - bestArm(table, arms).loss };
}

/** Where a world shows losses, and what it lets see. */
export interface Sights {
  readonly arms: number;
  readonly rounds: number;
  /** Losses that may be asked for in all, 0 where an action has no marks. */
  readonly budget: number;
  readonly seenAt: number;
  readonly lossesAt: number;
}

/** Throws a UserError where the world shows no losses of arms. `id` is the agent's. */
export function sightsOf(spec: NumericSpec, id: string): Sights {
  const [seenAt, lossesAt] = [fieldOffset(spec, "seen"), fieldOffset(spec, "losses")];
  const left = spec.observation.find(({ name }) => name === "left");
  const arms = spec.observation.find(({ name }) => name === "losses")?.size ?? 0;
  if (seenAt === undefined || lossesAt === undefined || (spec.choices ?? spec.actionSize - 1) !== arms) {
    const what = `${id} learns from the losses of arms, and this world shows none`;
    throw new UserError({ code: "no-losses", what, hint: "bandits/switching does" });
  }
  return { arms, rounds: spec.horizon, budget: spec.choices === undefined ? (left?.high ?? 0) : 0, seenAt, lossesAt };
}

/** Plays by a fresh learner in every episode. */
export function observingPlayer({ arms, seenAt, lossesAt }: Sights, make: () => ObservingLearner): Agent {
  const requests = new Uint8Array(arms);
  const seen = new Uint8Array(arms);
  const losses = new Float64Array(arms);
  let learner = make();
  let hand: Random | undefined;
  let arm = -1;
  return {
    reset(random) {
      learner = make();
      hand = random;
      arm = -1;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a bandit learner acts before its first reset");
      if (arm >= 0) {
        for (let k = 0; k < arms; k++) {
          seen[k] = observation[seenAt + k];
          losses[k] = observation[lossesAt + k];
        }
        learner.learn(arm, seen, losses);
      }
      requests.fill(0);
      arm = learner.choose(requests, hand);
      action[0] = arm;
      for (let k = 1; k < action.length; k++) action[k] = requests[k - 1];
    },
  };
}

/** Plays the arm of the smallest sum of losses seen, the first of several. Asks for all losses. */
export function followTheLeader(arms: number): ObservingLearner {
  const sums = new Float64Array(arms);
  return {
    choose(requests) {
      requests.fill(1);
      let best = 0;
      for (let k = 1; k < arms; k++) if (sums[k] < sums[best]) best = k;
      return best;
    },
    learn(_arm, seen, losses) {
      for (let k = 0; k < arms; k++) if (seen[k] === 1) sums[k] += losses[k];
    },
  };
}
