// The loop that PPO, A2C and REINFORCE share: play a stretch with the networks as they are, let each learn from its own
// play, and begin anew. One network for each learning seat, or one for all; it can be stopped and resumed between segments.

import { z } from "zod";
import type { Training, TrainingCheckpoint, TrainingContext, UpdateReport } from "../core/algorithm.ts";
import { Status } from "../core/environment.ts";
import type { Random } from "../core/random.ts";
import type { RewardPlan } from "../core/reward.ts";
import { CELLS } from "../nn/recurrent.ts";
import { DISTRIBUTIONS } from "./action-head.ts";
import { type ActorCritic, type ActorCriticOptions, actorCritic } from "./actor-critic.ts";
import { goalWatch, stopAt } from "./goal-watch.ts";
import { policyPlayer } from "./policy-player.ts";
import { rewardScale } from "./reward-scale.ts";
import { type Rollout, rollout } from "./rollout.ts";
import {
  restore,
  restoreParameters,
  type SavedTensor,
  type SavedTensors,
  saved,
  savedLearners,
  savedParameters,
  tensorsOf,
} from "./training-checkpoint.ts";
import { averaged, episodeMeasures, type Measures } from "./training-measures.ts";
import { type VectorEnvironment, vectorEnvironment } from "./vector-environment.ts";

/** Parameters that all of them have, beside their own. */
export const onPolicyFields = {
  hidden: z.array(z.int().min(1).max(4096)).max(8).default([64, 64]).describe("units of the hidden layers"),
  activation: z.enum(["tanh", "relu", "silu"]).default("tanh").describe("between the layers"),
  layerNorm: z.boolean().default(false).describe("normalise what enters each activation"),
  distribution: z
    .enum(DISTRIBUTIONS)
    .default("gaussian")
    .describe("of continuous actions; beta draws never leave the box"),
  logDeviation: z
    .number()
    .min(-10)
    .max(5)
    .default(0)
    .describe("first log standard deviation of normal actions, on a box of [−1, 1]"),
  shared: z.boolean().default(false).describe("one network for all learning seats"),
  critic: z
    .enum(["own", "central"])
    .default("own")
    .describe("whether a value function sees its seat's observation or everybody's"),
  scaleRewards: z
    .boolean()
    .default(true)
    .describe("divide pay by the running deviation of discounted returns, for learning only"),
  segments: z
    .int()
    .min(1)
    .max(10_000)
    .default(10)
    .describe("parts of the training; each begins with new episodes, and between them it can be resumed"),
  mode: z.boolean().default(true).describe("trained players always play their most probable action; false: they draw"),
  stopAt,
};

/** Of a memory, for rules that learn from whole sequences. */
export const memoryFields = {
  cell: z.enum(CELLS).default("gru").describe("kind of memory"),
  units: z.int().min(1).max(4096).default(64).describe("units of the cell"),
};

export const MEMORY = "a cell between the layers and the output that remembers the episode so far; default none";

const shared = z.strictObject(onPolicyFields);

/** The parameters above with the size of the training. */
export interface OnPolicyOptions extends z.output<typeof shared> {
  /** Environment steps of the training, over all copies. */
  readonly steps: number;
  readonly copies: number;
  readonly discount: number;
  /** How much is played between updates: steps of each copy, or whole episodes, which need a single copy. */
  readonly stretch: { readonly steps: number } | { readonly episodes: number };
  readonly memory?: ActorCriticOptions["memory"];
  /** What each value function foresees: its discount, and its reward where that is not the pay. Default one, of the pay. */
  readonly values?: readonly { readonly discount: number; readonly reward?: RewardPlan | undefined }[];
  /** Whether a network weighs the value functions. */
  readonly routed?: boolean;
}

/** How a network learns from its play. */
export interface Rule {
  /** Learns from `steps` steps of play; the measures of the update. The caller refreshes the network. */
  learn(play: Rollout, steps: number): Measures;
  /** A segment begins: takes its stream. */
  begin(random: Random): void;
  /** What outlives a segment beside the parameters: the optimiser's state. */
  readonly state: Float32Array;
  close(): void;
}

/** A training in which networks learn by the rule that `makeRule` gives each; `rows` is seats of a network times copies. */
export function onPolicyTraining(
  context: TrainingContext,
  p: OnPolicyOptions,
  from: TrainingCheckpoint | undefined,
  makeRule: (network: ActorCritic, rows: number) => Rule,
): Training {
  const { spec, seats } = context;
  const { stretch } = p;
  // Updates of fixed stretches are as many as the budget needs, and segments are whole numbers of them.
  const each = "steps" in stretch ? stretch.steps * p.copies : undefined;
  const total = each === undefined ? p.steps : Math.ceil(p.steps / each) * each;
  const segment = each === undefined ? Math.ceil(total / p.segments) : Math.ceil(total / each / p.segments) * each;
  const teams = p.shared ? [seats] : seats.map((seat) => [seat]);
  const further = (p.values ?? []).flatMap(({ reward }) => (reward === undefined ? [] : [reward]));
  const learners = teams.map((team, k) => learner(context, p, team, makeRule, context.random.stream("learner", k)));
  const goal = goalWatch(p.stopAt);
  const actions = new Float64Array(p.copies * spec.agents.length * spec.actionSize);
  let done = 0;
  let steps = 0;
  if (from !== undefined) {
    for (const [k, own] of learners.entries()) own.restore(tensorsOf(from, k));
    done = from.updates;
    steps = each === undefined ? stepsOf(from) : done * each;
  }
  let world = begin();
  let between = true;

  /** New episodes, and streams named by the segment's number. */
  function begin(): VectorEnvironment {
    const random = context.random.stream("segment", Math.floor(steps / segment));
    for (const [k, own] of learners.entries()) own.begin(random.stream("learner", k));
    goal.begin();
    return vectorEnvironment({ ...context, random }, p.copies, further);
  }

  /** Plays a stretch and says how many steps of each copy it was. */
  function play(): number {
    let episodes = 0;
    for (let t = 0; ; t++) {
      for (const own of learners) own.act(world, t, actions);
      world.step(actions);
      if (world.status[0] !== Status.running) episodes += 1;
      const last = "steps" in stretch ? t + 1 === stretch.steps : episodes === stretch.episodes;
      for (const own of learners) own.receive(world, t, last);
      if (last) return t + 1;
    }
  }

  return {
    update(): UpdateReport | undefined {
      if (steps >= total || goal.reached) return undefined;
      const played = play();
      const measures = averaged(learners.map((own) => own.learn(played)));
      const finished = world.finished();
      goal.watch(finished);
      const episodes = episodeMeasures(finished);
      const before = Math.floor(steps / segment);
      done += 1;
      steps += played * p.copies;
      between = Math.floor(steps / segment) > before;
      if (between && steps < total) world = begin();
      return { steps, measures: { ...measures, ...episodes } };
    },
    checkpoint() {
      if (!between) return undefined;
      const tensors = savedLearners(learners);
      return { updates: done, tensors: each === undefined ? [...tensors, savedSteps(steps)] : tensors };
    },
    player(seat) {
      const own = learners.find((candidate) => candidate.seats.includes(seat));
      if (own === undefined) throw new Error(`seat ${seat} does not learn`);
      return policyPlayer(spec, own.network, seat, p.mode);
    },
    close() {
      for (const own of learners) own.close();
    },
  };
}

/** One network that serves one seat, or all of them, with its play and its rule. */
interface Learner {
  readonly seats: readonly number[];
  readonly network: ActorCritic;
  act(world: VectorEnvironment, t: number, actions: Float64Array): void;
  receive(world: VectorEnvironment, t: number, last: boolean): void;
  learn(steps: number): Measures;
  begin(random: Random): void;
  save(): SavedTensor[];
  restore(tensors: SavedTensors): void;
  close(): void;
}

function learner(
  { spec }: TrainingContext,
  p: OnPolicyOptions,
  seats: readonly number[],
  makeRule: (network: ActorCritic, rows: number) => Rule,
  random: Random,
): Learner {
  const { copies, values = [{ discount: p.discount }] } = p;
  const central = p.critic === "central";
  const criticInputs = (central ? spec.agents.length : 1) * spec.observationSize;
  const network = actorCritic(spec, { ...p, criticInputs, values: values.length }, random.stream("weights"));
  const rows = copies * seats.length;
  const scales = values.map(({ discount }) => rewardScale(rows, discount));
  let places = 0;
  const streams = values.map(({ reward }, k) => ({
    further: reward === undefined ? undefined : places++,
    scale: p.scaleRewards ? scales[k] : undefined,
  }));
  const steps = "steps" in p.stretch ? p.stretch.steps : 64;
  const play = rollout({ spec, network, copies, seats, central, steps, streams });
  const rule = makeRule(network, rows);
  let hand = random.stream("actions");
  return {
    seats,
    network,
    act: (world, t, actions) => play.act(world, t, hand, actions),
    receive: play.receive,
    learn(played) {
      const measures = rule.learn(play, played);
      network.refresh();
      return measures;
    },
    begin(stream) {
      hand = stream.stream("actions");
      rule.begin(stream);
      play.begin();
      for (const scale of scales) scale.begin();
    },
    save: () => [
      ...savedParameters(network.parameters),
      saved("optimiser", rule.state),
      ...scales.map(({ state }, k) => saved(`rewardScale.${k}`, state)),
    ],
    restore(tensors) {
      restoreParameters(tensors, network.parameters);
      restore(tensors, "optimiser", rule.state);
      for (const [k, { state }] of scales.entries()) restore(tensors, `rewardScale.${k}`, state);
      network.refresh();
    },
    close() {
      network.close();
      rule.close();
    },
  };
}

/** A number of steps in two parts, each of which single precision holds whole. */
function savedSteps(steps: number): SavedTensor {
  return saved("steps", [Math.floor(steps / 65_536), steps % 65_536]);
}

function stepsOf({ tensors }: TrainingCheckpoint): number {
  const parts = new Float32Array(2);
  restore(new Map(tensors.map(({ name, data }) => [name, data])), "steps", parts);
  return parts[0] * 65_536 + parts[1];
}
