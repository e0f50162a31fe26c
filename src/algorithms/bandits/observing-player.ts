// An observing learner in a seat: it reads the losses of the last round where the world shows them, and marks what it would
// see in the next. What it is paid it does not use: pay tells of the arm played even where nothing is to be seen.

import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import type { ObservingLearner } from "./observing.ts";

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
  if (seenAt === undefined || lossesAt === undefined || (spec.choices ?? spec.actionSize - 1) !== arms)
    throw new UserError({
      code: "no-losses",
      what: `${id} learns from the losses of arms, and this world shows none`,
      hint: "bandits/switching does",
    });
  return { arms, rounds: spec.horizon, budget: spec.choices === undefined ? (left?.high ?? 0) : 0, seenAt, lossesAt };
}

/** Plays by a fresh learner in every episode. */
export function observingPlayer({ arms, seenAt, lossesAt }: Sights, make: () => ObservingLearner): Agent {
  const asked = new Uint8Array(arms);
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
      asked.fill(0);
      arm = learner.choose(asked, hand);
      action[0] = arm;
      for (let k = 1; k < action.length; k++) action[k] = asked[k - 1];
    },
  };
}
