// Intents beside observations. A world is played as one whose observations end with what the learner infers of its neighbours. The latents of a
// step are therefore computed before it acts and stored with what it saw, so that PPO's ratio compares policies on the same inputs.

import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, type NumericSpec, observationSize } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { ObservationScale } from "../../play/vector-environment.ts";
import type { Inference, Mind, Reader } from "./inference.ts";
import type { NeighbourRows, SeenPlay } from "./neighbour-rows.ts";

export type Intents = ReturnType<typeof intents>;

/** Joins inferences over the same rows. */
export function intents(all: readonly Inference[]) {
  return {
    all,
    /** Arrays that a training saves, by name. */
    saved: Object.fromEntries(
      all.flatMap(({ name, parameters, optimiser }) => [
        [`${name}.weights`, parameters.flat],
        [`${name}.optimiser`, optimiser],
      ]),
    ),
    /** Compiles readings by the parameters as they change, or by a copy of them. */
    readers: (isFrozen: boolean): Reader[] =>
      all.map((one) => one.reader(isFrozen ? one.parameters.clone() : one.parameters)),
    /** What a seat holds of its neighbours. */
    minds: (readers: readonly Reader[]): Mind[] => all.map((one, k) => one.mind(readers[k])),
    /** Learns from play; losses by name. */
    learn(play: SeenPlay, hand: Random): Record<string, number> {
      const losses: Record<string, number> = {};
      for (const one of all) {
        const loss = one.learn(play, hand.stream(one.name));
        if (loss !== undefined) losses[`${one.name}Loss`] = loss;
      }
      return losses;
    },
    close() {
      for (const one of all) one.close();
    },
  };
}

/** A specification whose observations end with latents of every neighbour. */
export function withIntents(spec: NumericSpec, rows: NeighbourRows, all: readonly Inference[]): NumericSpec {
  const latents = all.map(({ name, size, low, high }) => ({
    ...{ name, size: rows.count * size, low, high },
    meaning: `${name} that the learner infers of every neighbour`,
  }));
  const observation = [...spec.observation, ...latents];
  return { ...spec, observation, observationSize: observationSize(observation) };
}

/** Writes latents after an observation. */
function append(minds: readonly Mind[], into: Float32Array, at: number): void {
  let to = at;
  for (const { latents } of minds) {
    into.set(latents, to);
    to += latents.length;
  }
}

/** What scales an observation as learners see it. */
const scaled = (seen: Float32Array, at: number, { shift, factor }: ObservationScale, into: Float32Array): void => {
  for (let k = 0; k < into.length; k++) into[k] = (seen[at + k] - shift[k]) * factor[k];
};

/** A world that shows each seat its observation and then the latents of its minds; seats without any see zeros. */
export function worldWithIntents(
  world: NumericEnvironment,
  spec: NumericSpec,
  scale: ObservationScale,
  minds: readonly (readonly Mind[] | undefined)[],
): NumericEnvironment {
  const width = world.spec.observationSize;
  const wide = spec.observationSize;
  const seen = new Float32Array(minds.length * width);
  const own = new Float32Array(width);
  const look = (): void => {
    world.observe(seen);
    for (const [i, some] of minds.entries()) {
      if (some === undefined) continue;
      scaled(seen, i * width, scale, own);
      for (const mind of some) mind.see(own, 0);
    }
  };
  return {
    spec,
    state: world.state,
    ...(world.ahead !== undefined && { ahead: world.ahead }),
    reset(random, outcomes, place) {
      world.reset(random, outcomes, place);
      for (const mind of minds.flatMap((some) => some ?? [])) mind.reset();
      look();
    },
    step(actions, outcomes, random) {
      const status = world.step(actions, outcomes, random);
      look();
      return status;
    },
    observe(out) {
      out.fill(0);
      for (const [i, some] of minds.entries()) {
        out.set(seen.subarray(i * width, (i + 1) * width), i * wide);
        if (some !== undefined) append(some, out, i * wide + width);
      }
    },
  };
}

/** A player of the world as it is, whose policy sees intents that it infers as it plays. */
export function playerWithIntents(agent: Agent, own: Intents, spec: NumericSpec, scale: ObservationScale): Agent {
  const readers = own.readers(true);
  const minds = own.minds(readers);
  const width = scale.shift.length;
  const seen = new Float32Array(width);
  const wide = new Float32Array(spec.observationSize);
  const look = (observation: Float32Array): Float32Array => {
    scaled(observation, 0, scale, seen);
    for (const mind of minds) mind.see(seen, 0);
    wide.set(observation);
    append(minds, wide, width);
    return wide;
  };
  const { follow } = agent;
  return {
    reset(random) {
      for (const mind of minds) mind.reset();
      return agent.reset(random);
    },
    act: (observation, action) => agent.act(look(observation), action),
    ...(follow !== undefined && { follow: (observation, action) => follow(look(observation), action) }),
    close() {
      for (const reader of readers) reader.close();
      return agent.close?.();
    },
  };
}
