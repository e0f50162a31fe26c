// The loop that learners from memory share: copies of the world are played side by side, each team of seats remembers its
// own steps, and every few rounds it takes gradient steps on what it remembers. A team is one seat that learns for itself
// (DQN, SAC, TD3), or all learning seats with one memory of what they did together (MADDPG, QMIX).

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "../../core/algorithm.ts";
import { type NumericSpec, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { type VectorEnvironment, vectorEnvironment } from "../../play/vector-environment.ts";
import { goalWatch, stopAt } from "../goal-watch.ts";
import { rewardScale } from "../reward-scale.ts";
import {
  restore,
  restoredMemory,
  type SavedTensor,
  type SavedTensors,
  saved,
  savedLearners,
  savedMemory,
  tensorsOf,
} from "../training-checkpoint.ts";
import { averaged, episodeMeasures, type Measures, measureMeans } from "../training-measures.ts";
import type { Memory } from "./replay-buffer.ts";

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
  scaleRewards: z
    .boolean()
    .default(false)
    .describe("divide pay by the running deviation of discounted returns, for learning only"),
  interval: z.int().min(1).default(1000).describe("environment steps between reports"),
  segments: z
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe("parts of the training; each begins with new episodes, and between them it can be resumed"),
  stopAt,
};

const shared = z.strictObject(offPolicyFields);

/** When to play, remember and learn. */
export interface OffPolicyOptions
  extends Pick<
    z.output<typeof shared>,
    "steps" | "warmup" | "every" | "gradients" | "discount" | "scaleRewards" | "interval" | "segments" | "stopAt"
  > {
  readonly copies: number;
}

/** What learns for one team. Row c·seats + place of a table is the team's seat at `place` in copy c. */
export interface OffPolicyLearner {
  readonly memory: Memory;
  /** [rows × numbers that encode an action] of the last `act`, as they are to be remembered. */
  readonly encoded: Float32Array;
  /** Encodes an action for each row of `observations` [rows × observationSize] after `steps` steps of the training. */
  act(observations: Float32Array, steps: number): void;
  /** The action of row `row` in the world's units, into `into` from `at`. */
  decode(row: number, into: Float64Array, at: number): void;
  /** One gradient step on what is remembered; pay is to be divided by `unit`. */
  learn(steps: number, unit: number): Measures;
  /** The player that the team's seat at `place` has become. */
  player(place: number): Agent;
  /** A segment begins: takes its streams. */
  begin(random: Random): void;
  /** Everything that outlives a segment, but for the memory. */
  save(): SavedTensor[];
  /** Takes back what `save` gave; throws where a tensor is missing or of another size. */
  restore(tensors: SavedTensors): void;
  close(): void;
}

/** Every seat a team of its own. */
export const alone = (seats: readonly number[]): number[][] => seats.map((seat) => [seat]);

/** All seats one team. */
export const together = (seats: readonly number[]): (readonly number[])[] => [seats];

/** A training with one learner for each team, made by `make` from the team's seats and its stream. */
export function offPolicyTraining<L extends OffPolicyLearner>(
  context: TrainingContext,
  options: OffPolicyOptions,
  from: TrainingCheckpoint | undefined,
  divide: typeof alone | typeof together,
  make: (seats: readonly number[], random: Random) => L,
): Training & { readonly learners: readonly L[] } {
  const { spec } = context;
  const { copies } = options;
  const n = spec.agents.length;
  const rounds = Math.ceil(options.interval / copies);
  const updates = Math.ceil(options.steps / (rounds * copies));
  const segment = Math.ceil(updates / options.segments);
  const teams = divide(context.seats).map((seats, k) =>
    team(context, options, seats, make(seats, context.random.stream("learner", k))),
  );
  const actions = new Float64Array(copies * n * spec.actionSize);
  const goal = goalWatch(options.stopAt);
  let done = from?.updates ?? 0;
  const remembered = restoredMemory(from);
  if (from !== undefined) for (const [k, own] of teams.entries()) own.restore(tensorsOf(from, k));
  /** Begun when it is first needed: a checkpoint between segments must not know of the next one's episodes. */
  let world: VectorEnvironment | undefined;

  /** New episodes, and streams named by the segment's number. */
  function begin(): VectorEnvironment {
    const random = context.random.stream("segment", done / segment);
    for (const [k, own] of teams.entries()) own.begin(random.stream("learner", k));
    goal.begin();
    return vectorEnvironment({ ...context, random }, copies, [], undefined, remembered);
  }

  return {
    learners: teams.map(({ learner }) => learner),
    update(): UpdateReport | undefined {
      if (done >= updates || goal.reached) return undefined;
      world ??= begin();
      const means = teams.map(measureMeans);
      for (let round = done * rounds + 1; round <= (done + 1) * rounds; round++) {
        for (const own of teams) own.act(world, (round - 1) * copies, actions);
        world.step(actions);
        for (const own of teams) own.remember(world);
        if (round * copies < options.warmup || round % options.every !== 0) continue;
        for (const [k, own] of teams.entries()) {
          for (let g = 0; g < options.gradients; g++) means[k].add(own.learner.learn(round * copies, own.unit()));
        }
      }
      const measures = averaged(means.map((own) => own.means()));
      const finished = world.finished();
      goal.watch(finished);
      const episodes = episodeMeasures(finished);
      done += 1;
      if (done % segment === 0) world = undefined;
      return { steps: done * rounds * copies, measures: { ...measures, ...episodes } };
    },
    checkpoint() {
      if (done % segment !== 0) return undefined;
      return { updates: done, tensors: [...savedLearners(teams), ...savedMemory(remembered)] };
    },
    player(seat) {
      const own = teams.find(({ seats }) => seats.includes(seat));
      if (own === undefined) throw new Error(`seat ${seat} does not learn`);
      return own.learner.player(own.seats.indexOf(seat));
    },
    close() {
      for (const { learner } of teams) learner.close();
    },
  };
}

/** An algorithm that trains by this loop; `check` throws a UserError where the world's spaces do not fit. */
export function offPolicyPlan(
  options: OffPolicyOptions,
  check: AlgorithmPlan["check"],
  divide: typeof alone | typeof together,
  make: (spec: NumericSpec, seats: readonly number[], random: Random) => OffPolicyLearner,
): AlgorithmPlan {
  return {
    budget: options.steps,
    check,
    train(context, from) {
      const { spec } = context;
      check(spec);
      return offPolicyTraining(context, options, from, divide, (seats, random) => make(spec, seats, random));
    },
  };
}

/** A learner with its seats: what it sees, does and is paid among everybody. */
function team<L extends OffPolicyLearner>(
  { spec }: TrainingContext,
  { copies, discount, scaleRewards }: OffPolicyOptions,
  seats: readonly number[],
  learner: L,
) {
  const n = spec.agents.length;
  const size = seats.length;
  const O = spec.observationSize;
  const { memory, encoded } = learner;
  const before = new Float32Array(copies * size * O);
  const after = new Float32Array(copies * size * O);
  const pay = new Float64Array(copies * size);
  const status = new Uint8Array(copies * size);
  const scale = scaleRewards ? rewardScale(copies * size, discount) : undefined;

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
      learner.act(before, steps);
      for (let c = 0; c < copies; c++) {
        for (let place = 0; place < size; place++)
          learner.decode(c * size + place, actions, (c * n + seats[place]) * spec.actionSize);
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
    unit: () => scale?.unit ?? 1,
    begin(random: Random): void {
      learner.begin(random);
      scale?.begin();
    },
    save: () => [
      ...learner.save(),
      ...(scale === undefined ? [] : [saved("rewardScale", scale.state)]),
      ...memory.save(),
    ],
    restore(tensors: SavedTensors): void {
      learner.restore(tensors);
      if (scale !== undefined) restore(tensors, "rewardScale", scale.state);
      memory.restore(tensors);
    },
  };
}
