// The loop that learners from memory share (DQN, SAC): copies of the world are played side by side, each learning seat
// remembers its own steps, and every few rounds it takes gradient steps on what it remembers. Seats learn independently.

import { z } from "zod";
import type { Agent } from "../core/agent.ts";
import type { Training, TrainingCheckpoint, TrainingContext, UpdateReport } from "../core/algorithm.ts";
import { Status } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import type { ReplayBuffer } from "./replay-buffer.ts";
import { type SavedTensor, type SavedTensors, savedLearners, tensorsOf } from "./training-checkpoint.ts";
import { averaged, episodeMeasures, type Measures, measureMeans } from "./training-measures.ts";
import { type VectorEnvironment, vectorEnvironment } from "./vector-environment.ts";

/** Parameters of every learner from memory. */
export const offPolicyFields = {
  steps: z.int().min(1).default(50_000).describe("environment steps of training, over all copies"),
  warmup: z.int().min(1).default(1000).describe("environment steps before the first gradient step"),
  every: z.int().min(1).default(1).describe("rounds between gradient phases; a round is a step of every copy"),
  gradients: z.int().min(1).max(1000).default(1).describe("gradient steps of a phase"),
  capacity: z.int().min(1).max(10_000_000).default(50_000).describe("transitions that are remembered"),
  discount: z.number().min(0).max(1).default(0.99).describe("γ"),
  hidden: z.array(z.int().min(1).max(4096)).max(8).default([64, 64]).describe("units of the hidden layers"),
  activation: z.enum(["tanh", "relu", "silu"]).default("relu").describe("between the layers"),
  interval: z.int().min(1).default(1000).describe("environment steps between reports"),
  segments: z
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe("parts of the training; each begins with new episodes, and between them it can be resumed"),
};

const shared = z.strictObject(offPolicyFields);

/** When to play, remember and learn. */
export interface OffPolicyOptions
  extends Pick<z.output<typeof shared>, "steps" | "warmup" | "every" | "gradients" | "interval" | "segments"> {
  readonly copies: number;
}

/** What learns for one seat. */
export interface OffPolicyLearner {
  readonly memory: ReplayBuffer;
  /** [copies × numbers that encode an action] of the last `act`, as they are to be remembered. */
  readonly encoded: Float32Array;
  /** Encodes an action for each row of `observations` [copies × observationSize] after `steps` steps of the training. */
  act(observations: Float32Array, steps: number): void;
  /** The action of row `row` in the world's units, into `into` from `at`. */
  decode(row: number, into: Float64Array, at: number): void;
  /** One gradient step on what is remembered. */
  learn(steps: number): Measures;
  player(): Agent;
  /** A segment begins: takes its streams. */
  begin(random: Random): void;
  /** Everything that outlives a segment, but for the memory. */
  save(): SavedTensor[];
  /** Takes back what `save` gave; throws where a tensor is missing or of another size. */
  restore(tensors: SavedTensors): void;
  close(): void;
}

/** A training with one learner for each learning seat, made by `make` from the seat's place in the list and its number. */
export function offPolicyTraining<L extends OffPolicyLearner>(
  context: TrainingContext,
  options: OffPolicyOptions,
  from: TrainingCheckpoint | undefined,
  make: (index: number, seat: number) => L,
): Training & { readonly learners: readonly L[] } {
  const { spec, seats } = context;
  const { copies } = options;
  const n = spec.agents.length;
  const O = spec.observationSize;
  const rounds = Math.ceil(options.interval / copies);
  const updates = Math.ceil(options.steps / (rounds * copies));
  const segment = Math.ceil(updates / options.segments);
  const learners = seats.map((seat, index) => make(index, seat));
  const actions = new Float64Array(copies * n * spec.actionSize);
  const before = seats.map(() => new Float32Array(copies * O));
  let done = from?.updates ?? 0;
  if (from !== undefined) {
    for (const [k, own] of learners.entries()) {
      own.restore(tensorsOf(from, k));
      own.memory.restore(tensorsOf(from, k));
    }
  }
  let world = begin();

  /** New episodes, and streams named by the segment's number. */
  function begin(): VectorEnvironment {
    const random = context.random.stream("segment", done / segment);
    for (const [k, own] of learners.entries()) own.begin(random.stream("learner", k));
    return vectorEnvironment({ ...context, random }, copies);
  }

  const play = (steps: number): void => {
    for (const [k, learner] of learners.entries()) {
      for (let c = 0; c < copies; c++) {
        const at = (c * n + seats[k]) * O;
        before[k].set(world.observations.subarray(at, at + O), c * O);
      }
      learner.act(before[k], steps);
      for (let c = 0; c < copies; c++) learner.decode(c, actions, (c * n + seats[k]) * spec.actionSize);
    }
    world.step(actions);
    for (const [k, { memory, encoded }] of learners.entries()) {
      for (let c = 0; c < copies; c++) {
        const ended = world.status[c];
        memory.add({
          observations: before[k],
          observationAt: c * O,
          actions: encoded,
          actionAt: (c * encoded.length) / copies,
          reward: world.pay[c * n + seats[k]],
          // A cut-off episode goes on in thought from where it was cut off, not from where the next one begins.
          nextObservations: ended === Status.running ? world.observations : world.lastObservations,
          nextAt: (c * n + seats[k]) * O,
          continues: (ended & Status.terminated) === 0,
        });
      }
    }
  };

  return {
    learners,
    update(): UpdateReport | undefined {
      if (done >= updates) return undefined;
      const means = learners.map(measureMeans);
      for (let round = done * rounds + 1; round <= (done + 1) * rounds; round++) {
        play((round - 1) * copies);
        if (round * copies < options.warmup || round % options.every !== 0) continue;
        for (const [k, learner] of learners.entries()) {
          for (let g = 0; g < options.gradients; g++) means[k].add(learner.learn(round * copies));
        }
      }
      const measures = averaged(means.map((own) => own.means()));
      const episodes = episodeMeasures(world.finished());
      done += 1;
      if (done % segment === 0 && done < updates) world = begin();
      return { steps: done * rounds * copies, measures: { ...measures, ...episodes } };
    },
    checkpoint() {
      if (done % segment !== 0) return undefined;
      const whole = learners.map((own) => ({ save: () => [...own.save(), ...own.memory.save()] }));
      return { updates: done, tensors: savedLearners(whole) };
    },
    player(seat) {
      const index = seats.indexOf(seat);
      if (index < 0) throw new Error(`seat ${seat} does not learn`);
      return learners[index].player();
    },
    close() {
      for (const learner of learners) learner.close();
    },
  };
}
