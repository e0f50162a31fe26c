// What an oracle of the world sees and does, step by step, for learners that imitate it.

import type { TrainingContext } from "../core/algorithm.ts";
import { channelIndex } from "../core/channel.ts";
import type { NumericSpec, Oracle } from "../core/environment.ts";
import { UserError, unknownName } from "../core/errors.ts";
import { episodeRunner } from "../play/episode.ts";
import { seated } from "../play/policy.ts";
import { streamsBelow } from "../play/streams.ts";
import type { ObservationScale } from "../play/vector-environment.ts";

export interface DemonstratedSteps {
  /** [steps × observationSize], scaled. */
  readonly observations: Float32Array;
  /** [steps × encoding] */
  readonly actions: Float32Array;
}

/** Numbers that encode an action, and how they are written. */
export interface ActionEncoding {
  readonly size: number;
  encode(action: Float64Array, into: Float32Array): void;
}

/** The world's oracle of this name. Throws a UserError where it has none, or several agents. */
export function demonstratorOf(id: string, spec: NumericSpec, name: string): Oracle {
  const oracle = spec.oracles?.[name];
  if (oracle === undefined) {
    const problem = unknownName("oracle of this world", name, Object.keys(spec.oracles ?? {}));
    throw new UserError({ ...problem, path: ["demonstrator"] });
  }
  if (spec.agents.length === 1) return oracle;
  throw severalAgents(id, spec);
}

/** The error where a world has several agents, and an algorithm imitates one. */
export function severalAgents(id: string, spec: NumericSpec): UserError {
  const what = `${id} imitates one agent, and this world has ${spec.agents.length}`;
  return new UserError({ code: "several-agents", what, hint: "choose a world of one agent" });
}

/**
 * Plays `episodes` episodes of the oracle. Where a channel is named, only those in which it summed to more than 0 are returned. Streams are
 * named below the training's. Throws a UserError where no episode is left.
 */
export function demonstratedSteps(
  { makeEnvironment, random }: Pick<TrainingContext, "makeEnvironment" | "random">,
  oracle: Oracle,
  episodes: number,
  encoding: ActionEncoding,
  scale: ObservationScale,
  kept?: string,
): DemonstratedSteps {
  const world = makeEnvironment();
  const { channels } = world.spec;
  const channel = kept === undefined ? undefined : channelIndex(kept, channels, ["kept"]);
  const [observations, actions]: number[][] = [[], []];
  const encoded = new Float32Array(encoding.size);
  const agent = oracle.play(0);
  const watched = {
    ...agent,
    act(observation: Float32Array, action: Float64Array) {
      const answer = agent.act(observation, action);
      for (const [k, x] of observation.entries()) observations.push((x - scale.shift[k]) * scale.factor[k]);
      encoding.encode(action, encoded);
      for (const x of encoded) actions.push(x);
      return answer;
    },
  };
  const runner = episodeRunner(world);
  const policy = seated(world.spec, [watched]);
  // The outcome of an only step matters for a named channel alone, and judging an action may take longer than drawing it.
  const isJudged = channel !== undefined || world.spec.horizon > 1;
  let sum = 0;
  for (let k = 0; k < episodes; k++) {
    const streams = streamsBelow(random.stream("demonstration", k));
    if (!isJudged) {
      runner.begin(streams.world);
      policy.reset?.(streams.agent);
      policy.act(runner.episode);
      continue;
    }
    const [seen, done] = [observations.length, actions.length];
    sum = 0;
    runner.play(policy, streams, ({ outcomes }) => {
      if (channel !== undefined) sum += outcomes[channel];
    });
    if (channel === undefined || sum > 0) continue;
    observations.length = seen;
    actions.length = done;
  }
  if (actions.length === 0) {
    const what = `${kept} is above 0 in none of the demonstrated episodes`;
    throw new UserError({ code: "nothing-kept", what, path: ["kept"], hint: "demonstrate more episodes" });
  }
  return { observations: Float32Array.from(observations), actions: Float32Array.from(actions) };
}
