// What learns for a team of seats, and the half that all of it has in common: it gathers what its seats see, decodes what they
// do, remembers their steps, scales their pay, and saves and restores what it knows. A learner's own file holds its
// mathematics.

import type { Agent } from "../../core/agent.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { type NumericSpec, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { VectorEnvironment } from "../../play/vector-environment.ts";
import { rewardScale } from "../reward-scale.ts";
import { restore, type SavedTensors, saved } from "../training-checkpoint.ts";
import { checkFinite, type Measures } from "../training-measures.ts";
import type { ActionEncoding } from "./action-choices.ts";
import { type LearningNetwork, restoreNetworks, savedNetworks } from "./learning-network.ts";
import type { OffPolicyOptions } from "./off-policy-fields.ts";
import type { Memory } from "./replay-buffer.ts";

/** Streams of a segment: for choices in play, and for what is replayed. */
export interface SegmentStreams {
  readonly actions: Random;
  readonly replay: Random;
}

const streamsOf = (random: Random): SegmentStreams => ({
  actions: random.stream("actions"),
  replay: random.stream("replay"),
});

/** The learner of one team. Row c·seats + place of a table is the team's seat at `place` in copy c. */
export interface OffPolicyLearner {
  readonly memory: Memory;
  readonly encoding: ActionEncoding;
  /** Networks that a checkpoint keeps beside the replay memory. */
  readonly networks: readonly LearningNetwork[];
  /** Compiled functions, freed at the end. */
  readonly programs: readonly { close(): void }[];
  /** Advice for the user when numbers are no longer finite. */
  readonly remedy: string;
  /** Encodes an action for each row of `observations` [rows × observationSize] after `steps` steps of the training. */
  act(observations: Float32Array, steps: number, encoded: Float32Array, streams: SegmentStreams): void;
  /** One gradient step on what is remembered; pay is to be divided by `unit`. */
  learn(steps: number, unit: number, streams: SegmentStreams): Measures;
  /** The player that the team's seat at `place` has become. */
  player(place: number): Agent;
  /** A segment begins. */
  begin?(): void;
}

/** The team of `seats` with what `make` gives it to learn with. */
export function learningTeam<L extends OffPolicyLearner>(
  { spec }: TrainingContext,
  { copies, discount, scaleRewards }: OffPolicyOptions,
  seats: readonly number[],
  random: Random,
  make: (spec: NumericSpec, seats: readonly number[], random: Random) => L,
) {
  const learner = make(spec, seats, random);
  const n = spec.agents.length;
  const size = seats.length;
  const O = spec.observationSize;
  const { memory, encoding, networks } = learner;
  const encoded = new Float32Array(copies * size * encoding.size);
  const before = new Float32Array(copies * size * O);
  const after = new Float32Array(copies * size * O);
  const pay = new Float64Array(copies * size);
  const status = new Uint8Array(copies * size);
  const scale = scaleRewards ? rewardScale(copies * size, discount) : undefined;
  let streams = streamsOf(random);

  const gather = (from: Float32Array, copy: number, into: Float32Array): void => {
    for (let place = 0; place < size; place++) {
      const at = (copy * n + seats[place]) * O;
      const to = (copy * size + place) * O;
      for (let k = 0; k < O; k++) into[to + k] = from[at + k];
    }
  };

  return {
    seats,
    learner,
    act(world: VectorEnvironment, steps: number, actions: Float64Array): void {
      for (let c = 0; c < copies; c++) gather(world.observations, c, before);
      learner.act(before, steps, encoded, streams);
      for (let c = 0; c < copies; c++) {
        for (let place = 0; place < size; place++) {
          const at = (c * size + place) * encoding.size;
          encoding.decode(encoded, at, seats[place], actions, (c * n + seats[place]) * spec.actionSize);
        }
      }
    },
    remember(world: VectorEnvironment): void {
      for (let c = 0; c < copies; c++) {
        const ended = world.status[c];
        // A cut-off episode goes on in thought from where it was cut off, not from where the next one begins.
        gather(ended === Status.running ? world.observations : world.lastObservations, c, after);
        for (let place = 0; place < size; place++) {
          pay[c * size + place] = world.pay[c * n + seats[place]];
          status[c * size + place] = ended;
        }
        memory.add({
          observations: before,
          observationAt: c * size * O,
          actions: encoded,
          actionAt: (c * encoded.length) / copies,
          rewards: pay,
          rewardAt: c * size,
          nextObservations: after,
          nextAt: c * size * O,
          status: ended,
        });
      }
      scale?.watch(pay, status, 0);
    },
    learn(steps: number): Measures {
      const measures = learner.learn(steps, scale?.unit ?? 1, streams);
      checkFinite(measures, Math.max(...networks.map((network) => network.steps())), learner.remedy);
      return measures;
    },
    begin(segment: Random): void {
      streams = streamsOf(segment);
      learner.begin?.();
      scale?.begin();
    },
    save: () => [
      ...savedNetworks(networks),
      ...(scale === undefined ? [] : [saved("rewardScale", scale.state)]),
      ...memory.save(),
    ],
    restore(tensors: SavedTensors): void {
      restoreNetworks(tensors, networks);
      if (scale !== undefined) restore(tensors, "rewardScale", scale.state);
      memory.restore(tensors);
    },
  };
}
