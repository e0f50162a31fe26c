// A dueling learner in a seat of a world of duels: it reads whose turn it is, tells the learner what came of each step, and asks
// where the learner would. It begins anew with each episode of the world.

import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { type FeatureSpace, tableSpace } from "../../environments/tabular/feature-space.ts";
import type { DuelingLearner } from "./dueling-learner.ts";

const FIELDS = ["state", "step", "turn", "reached", "answer", "left"] as const;

/** What a player must know of its world. Throws a UserError where the world has no duels. */
export function duelSpace(spec: NumericSpec, id: string): FeatureSpace {
  const high = (name: string) => spec.observation.find((field) => field.name === name)?.high ?? 0;
  if (spec.choices === undefined || FIELDS.some((name) => fieldOffset(spec, name) === undefined)) {
    const what = `${id} learns from pairs of episodes, and this world has none`;
    throw new UserError({ code: "no-duels", what, hint: "duels/random-process has" });
  }
  return tableSpace(high("state") + 1, spec.choices, high("step") + 1);
}

/** Plays by a fresh learner in every episode. */
export function duelPlayer(spec: NumericSpec, make: (random: Random) => DuelingLearner): Agent {
  const [state, step, turn, reached, answer, left] = FIELDS.map((name) => fieldOffset(spec, name) ?? 0);
  let learner: DuelingLearner | undefined;
  /** The last move of an episode: whose, its step, state and action; none after a question. */
  let moved = false;
  let asked = false;
  let pay = 0;
  const last = { side: 0 as 0 | 1, step: 0, state: 0, action: 0 };
  return {
    reset(random) {
      learner = make(random);
      moved = false;
      asked = false;
      pay = 0;
    },
    act(observation, action) {
      if (learner === undefined) throw new Error("a dueling learner acts before its first reset");
      if (moved) learner.observe(last.side, last.step, last.state, last.action, observation[reached], pay);
      moved = false;
      if (observation[turn] === 2) {
        asked = learner.asks() && observation[left] > 0;
        action[0] = asked ? 1 : 0;
        return;
      }
      if (observation[turn] === 0 && observation[step] === 0) {
        if (asked && observation[answer] >= 0) learner.tell(observation[answer] === 1);
        asked = false;
        learner.begin();
      }
      last.side = observation[turn] === 0 ? 0 : 1;
      last.step = observation[step];
      last.state = observation[state];
      last.action = learner.act(last.side, last.step, last.state);
      action[0] = last.action;
      moved = true;
    },
    receive(paid) {
      pay = paid;
    },
  };
}
