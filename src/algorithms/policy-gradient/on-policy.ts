// The loop that PPO, A2C and REINFORCE share: play a stretch with the networks as they are, let each learn from its own
// play, and begin anew. One network for each learning seat, or one for all; they learn side by side, or each in worlds of its
// own among frozen networks of the past. It can be stopped and resumed between segments.

import { z } from "zod";
import type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { flag, oneOf, whole, within } from "../../core/parameters.ts";
import { CELLS } from "../../nn/models/recurrent.ts";
import { observationScale, type VectorEnvironment, vectorEnvironment } from "../../play/vector-environment.ts";
import { mode, playsOtherwise } from "../trained-play.ts";
import { restoredMemory, savedLearners, savedMemory, savedSteps, stepsOf, tensorsOf } from "../training-checkpoint.ts";
import { averaged, episodeMeasures, goalWatch, stopAt } from "../training-measures.ts";
import { DISTRIBUTIONS } from "./action-head.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { checkScorer } from "./choice-fields.ts";
import { type Learner, type LearnerOptions, learner, type OnPolicyRule, policyPlayer } from "./on-policy-learner.ts";
import { type FixedPlayers, fixedPlayers, pastOf, pastSchema } from "./opponent-pool.ts";

/** Parameters that all of them have, beside their own. */
export const onPolicyFields = {
  hidden: z.array(z.int().min(1).max(4096)).max(8).default([64, 64]).describe("units of the hidden layers"),
  activation: oneOf(["tanh", "relu", "silu"], "tanh").describe("between the layers"),
  layerNorm: flag(false).describe("normalise what enters each activation"),
  perChoice: flag(false).describe(
    "the policy scores choices one by one with the same weights, by the fields with a number for each choice and by all others (Plackett & Luce); without memory, auxiliary tasks and layerNorm",
  ),
  distribution: oneOf(DISTRIBUTIONS, "gaussian").describe(
    "of continuous actions; the mean of a tanh-gaussian stays in the box, as do all draws of a beta",
  ),
  logDeviation: within(-10, 5, 0).describe("first log standard deviation of normal actions, on a box of [−1, 1]"),
  shared: flag(false).describe("one network for all learning seats"),
  critic: oneOf(["own", "central"], "own").describe(
    "whether a value function sees its seat's observation or those of all seats",
  ),
  scaleRewards: flag(true).describe("divide pay by the running deviation of discounted returns, for learning only"),
  scaleObservations: flag(true).describe(
    "bring observations to [−1, 1] by the bounds that the world declares; those of a wide box come out small",
  ),
  segments: whole(1, 10_000, 10).describe(
    "parts of the training; each begins with new episodes, and between them it can be resumed",
  ),
  mode,
  stopAt,
  past: pastSchema
    .optional()
    .describe(
      "others are frozen networks of the past, in worlds of each learner's own, whose steps count for each; default they learn too",
    ),
};

export type { OnPolicyRule } from "./on-policy-learner.ts";

/** Of a memory, for rules that learn from whole sequences. */
export const memoryFields = {
  cell: oneOf(CELLS, "gru").describe("kind of memory"),
  units: whole(1, 4096, 64).describe("units of the cell"),
};

export const MEMORY = "a cell between the layers and the output that remembers the episode so far; default none";

const shared = z.strictObject(onPolicyFields);

/** The parameters above with the size of the training. */
export type OnPolicyOptions = z.output<typeof shared> &
  LearnerOptions & {
    /** Environment steps of the training, over all copies. */
    readonly steps: number;
    readonly copies: number;
  };

/** The players of a segment: learners, and fixed players that don't learn. */
interface Table {
  readonly learners: readonly Learner[];
  readonly fixed: FixedPlayers | undefined;
}

/** An algorithm that trains by this loop; `check` throws a UserError where the world's spaces do not fit. */
export function onPolicyPlan(
  p: OnPolicyOptions,
  makeRule: (network: ActorCritic, rows: number) => OnPolicyRule,
  check: AlgorithmPlan["check"] = () => {},
): AlgorithmPlan {
  return planBy(p, (context, from) => onPolicyTraining(context, p, from, makeRule), check);
}

/** An algorithm with these parameters that trains by `train`. */
export function planBy(
  p: Pick<OnPolicyOptions, "steps" | "mode" | "perChoice" | "hidden" | "layerNorm" | "memory" | "auxiliary">,
  train: AlgorithmPlan["train"],
  check: AlgorithmPlan["check"] = () => {},
): AlgorithmPlan {
  const checked: AlgorithmPlan["check"] = (spec) => {
    checkScorer(p, spec);
    check(spec);
  };
  return { budget: p.steps, check: checked, begins: true, ...playsOtherwise(p.mode), train };
}

/** A training in which networks learn by the rule that `makeRule` gives each; `rows` is seats of a network times copies. */
export function onPolicyTraining(
  context: TrainingContext,
  p: OnPolicyOptions,
  from: TrainingCheckpoint | undefined,
  makeRule: (network: ActorCritic, rows: number) => OnPolicyRule,
): Training {
  const { spec, seats } = context;
  const { rollout, copies } = p;
  const n = spec.agents.length;
  // Updates of fixed stretches are as many as the budget needs, and segments are whole numbers of them.
  const each = "steps" in rollout ? rollout.steps * copies : undefined;
  const total = each === undefined ? p.steps : Math.ceil(p.steps / each) * each;
  const segment = each === undefined ? Math.ceil(total / p.segments) : Math.ceil(total / each / p.segments) * each;
  const one = p.shared || (p.past?.itself === true && spec.symmetric);
  const teams = one ? [seats] : seats.map((seat) => [seat]);
  const further = (p.values ?? []).flatMap(({ reward }) => (reward === undefined ? [] : [reward]));
  // Among the past a network sits in one seat of each copy, the next one in the next copy and in the next segment.
  const rows = (team: readonly number[]) => copies * (p.past === undefined ? team.length : 1);
  const places = teams.map((team) => new Int32Array(rows(team)));
  const learners = teams.map((team, k) =>
    learner(context, p, team, places[k], makeRule, context.random.stream("learner", k)),
  );
  const { start } = context;
  if (start !== undefined) for (const [k, own] of learners.entries()) own.beginAt(tensorsOf(start, k));
  const { past } = p;
  const pasts = past === undefined ? [] : learners.map(({ network }) => pastOf(network, past));
  const goal = goalWatch(p.stopAt);
  const scale = observationScale(spec, p.scaleObservations);
  const actions = new Float64Array(copies * n * spec.actionSize);
  const remembered = restoredMemory(from);
  let done = 0;
  let steps = 0;
  if (from !== undefined) {
    for (const [k, own] of learners.entries()) own.restore(tensorsOf(from, k));
    for (const [k, own] of pasts.entries()) own.restore(tensorsOf(from, k));
    done = from.updates;
    steps = each === undefined ? stepsOf(from) : done * each;
  }
  const bySeat = new Map(pasts.flatMap((own, k) => teams[k].map((seat) => [seat, own] as const)));
  const tables: readonly Table[] =
    past === undefined
      ? [{ learners, fixed: undefined }]
      : learners.map((own) => ({ learners: [own], fixed: fixedPlayers(spec, copies, seats, bySeat) }));
  /** Begun when they are first needed: a checkpoint between segments must not know of the next one's episodes. */
  let worlds: readonly VectorEnvironment[] | undefined;

  /** New episodes, and streams named by the segment's number. */
  function begin(): VectorEnvironment[] {
    const number = Math.floor(steps / segment);
    const random = context.random.stream("segment", number);
    for (const [k, own] of learners.entries()) {
      const team = teams[k];
      for (let row = 0; row < places[k].length; row++) {
        const [copy, turn] = past === undefined ? [Math.floor(row / team.length), row] : [row, row + number];
        places[k][row] = copy * n + team[turn % team.length];
      }
      own.begin(random.stream("learner", k));
    }
    goal.begin();
    return tables.map((table, k) => {
      const own = past === undefined ? random : random.stream("table", k);
      table.fixed?.begin(places[k], own.stream("cast"));
      const memory = remembered.part(k);
      return vectorEnvironment({ ...context, random: own }, copies, further, scale, memory, "pairs" in rollout);
    });
  }

  /** Plays a stretch and says how many steps of each copy it was. */
  function play({ learners: present, fixed: others }: Table, world: VectorEnvironment): number {
    let episodes = 0;
    for (let t = 0; ; t++) {
      for (const own of present) own.act(world, t, actions);
      others?.act(world, actions);
      world.step(actions);
      if (world.status[0] !== Status.running) episodes += 1;
      const last = isLast(t + 1, episodes, world.status);
      for (const own of present) own.receive(world, t, last);
      others?.receive(world);
      if (last) return t + 1;
    }
  }

  /** Whether a stretch of `played` steps, with so many whole episodes of the first copy, is over. */
  function isLast(played: number, episodes: number, status: Uint8Array): boolean {
    if ("steps" in rollout) return played === rollout.steps;
    if ("pairs" in rollout) return status.every((one) => one !== Status.running);
    return status[0] !== Status.running && episodes >= rollout.episodes && played >= (rollout.atLeast ?? 1);
  }

  const left = (): TrainingCheckpoint => {
    const together = learners.map((own, k) => ({ save: () => [...own.save(), ...(pasts[k]?.save() ?? [])] }));
    const tensors = [...savedLearners(together), ...savedMemory(remembered)];
    return { updates: done, tensors: each === undefined ? [...tensors, savedSteps(steps)] : tensors };
  };

  return {
    update(): UpdateReport | undefined {
      if (steps >= total || goal.reached) return undefined;
      const present = worlds ?? begin();
      worlds = present;
      const played = tables.map((table, k) => play(table, present[k]));
      const most = Math.max(...played);
      const plays = learners.map((own) => own.play);
      for (const own of learners) own.look(plays, most);
      const measures = averaged(tables.flatMap((table, k) => table.learners.map((own) => own.learn(played[k]))));
      const finished = present.flatMap((world) => world.finished());
      goal.watch(finished);
      const episodes = episodeMeasures(finished);
      const before = steps;
      done += 1;
      steps += most * copies;
      if (past !== undefined && crosses(past.refresh, before)) for (const own of pasts) own.remember();
      if (crosses(segment, before)) worlds = undefined;
      return { steps, measures: { ...measures, ...episodes } };
    },
    checkpoint: () => (worlds === undefined ? left() : undefined),
    left,
    player(seat) {
      const own = learners.find((candidate) => candidate.seats.includes(seat));
      if (own === undefined) throw new Error(`seat ${seat} does not learn`);
      return policyPlayer(spec, own.network, seat, p.mode, scale);
    },
    close() {
      for (const own of learners) own.close();
      for (const table of tables) table.fixed?.close();
    },
  };

  /** Whether the last update went past a multiple of `size` steps. */
  function crosses(size: number, before: number): boolean {
    return Math.floor(steps / size) > Math.floor(before / size);
  }
}
