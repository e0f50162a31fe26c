// Players in the yard without learning, and what is kept of their episodes.

import type { DemonstratedSteps } from "../../algorithms/policy-gradient/cloning.ts";
import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { ACTIONS, Act } from "../../environments/gridworld/fuzzy-yard/rules.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { type YardTask, yardOf } from "./tasks.ts";

/** What is left of an episode: its channels at the end. */
export type YardEnd = readonly number[];

const DEMONSTRATIONS = 40;
/** Of demonstrations: chance that a hand slips. */
const NOISE = 0.1;

/** Plays episodes and keeps what is left of each; the same worlds for every agent that is given the same stream. */
export function played(task: YardTask, agent: Agent, episodes: number, random: Random, worlds = random): YardEnd[] {
  const world = yardOf(task);
  const runner = episodeRunner(world);
  const policy = seated(world.spec, [agent]);
  return Array.from({ length: episodes }, (_, k) => {
    const streams = { world: worlds.stream("world", k), agent: () => random.stream("agent", k) };
    return Array.from(runner.play(policy, streams).outcomes);
  });
}

/** What a noisy demonstrator saw and did, and what it left behind. */
export function demonstrations(
  task: YardTask,
  random: Random,
): { readonly steps: DemonstratedSteps; readonly left: readonly YardEnd[] } {
  const world = yardOf(task);
  const observations: number[] = [];
  const actions: number[] = [];
  const inner = noisy(demonstrator(task), NOISE);
  const watched: Agent = {
    ...inner,
    act(observation, action) {
      const answer = inner.act(observation, action);
      observations.push(...observation);
      actions.push(action[0]);
      return answer;
    },
  };
  const left = played(task, watched, DEMONSTRATIONS, random);
  if (observations.length !== actions.length * world.spec.observationSize) throw new Error("a step was not kept");
  return { steps: { observations: Float32Array.from(observations), actions: Float64Array.from(actions) }, left };
}

export function demonstrator(task: YardTask): Agent {
  const oracle = yardOf(task).spec.oracles?.demonstrator;
  if (oracle === undefined) throw new Error("the yard has no demonstrator");
  return oracle.play(0);
}

/** With this chance the hand slips: any action instead, but not the end of the episode. */
export function noisy(agent: Agent, noise: number): Agent {
  let hand: Random | undefined;
  return {
    ...agent,
    reset(random) {
      hand = random.stream("noise");
      return agent.reset(random);
    },
    act(observation, action) {
      const answer = agent.act(observation, action);
      if (hand !== undefined && hand.uniform() < noise) action[0] = hand.integer(Act.end);
      return answer;
    },
  };
}

/** Any action. */
export function anything(): Agent {
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(_, action) {
      action[0] = hand?.integer(ACTIONS.length) ?? 0;
    },
  };
}

/** Does not end an episode: it breaks what it faces until time is up. */
export function restless(agent: Agent): Agent {
  return {
    ...agent,
    act(observation, action) {
      const answer = agent.act(observation, action);
      if (action[0] === Act.end) action[0] = Act.break;
      return answer;
    },
  };
}
