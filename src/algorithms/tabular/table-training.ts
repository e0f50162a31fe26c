// The loop of learners in tables: one copy of the world is played, and each learning seat learns from its own steps as they come. An update is
// a number of whole episodes; training can be stopped and resumed between segments.

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
import { share, whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { observationScale, type VectorEnvironment, vectorEnvironment } from "../../play/vector-environment.ts";
import { type ActionChoices, actionChoices, bins } from "../off-policy/action-choices.ts";
import { playsOtherwise } from "../trained-play.ts";
import {
  restore,
  restoredMemory,
  saved,
  savedLearners,
  savedMemory,
  savedSteps,
  stepsOf,
  tensorsOf,
} from "../training-checkpoint.ts";
import {
  averaged,
  checkFinite,
  episodeMeasures,
  goalWatch,
  levelField,
  levelWatch,
  type Measures,
  stopAt,
} from "../training-measures.ts";
import { type ObservedTables, observedTables, tables } from "./observed-tables.ts";

/** Parameters that all of them have, beside their own. */
export const tableFields = {
  episodes: whole(1, 10_000_000, 10_000).describe("episodes of the training"),
  tables,
  bins,
  discount: share(0.99).describe("γ"),
  interval: whole(1, 1_000_000, 100).describe("episodes of an update, between reports"),
  segments: whole(1, 10_000, 10).describe(
    "parts of the training; each begins with new episodes, and between them it can be resumed",
  ),
  stopAt,
  level: levelField,
};

const shared = z.strictObject(tableFields);

/** Tensor of the episodes until a level was reached. */
const UNTIL = "until level";

type TableOptions = z.output<typeof shared> & { readonly mode: boolean };

/** A learner's tables, and its choice of actions. */
export interface TablePlace {
  readonly spec: NumericSpec;
  readonly tables: ObservedTables;
  readonly actions: ActionChoices;
}

/** Learns from single steps. Observations lie in a batch, from `from` on. */
export interface TableLearner {
  /** Learnt tables by name; changed in place. */
  readonly weights: Readonly<Record<string, Float32Array>>;
  /** A choice for what is seen. */
  act(observations: Float32Array, from: number, rng: Random): number;
  /** Takes what the last choice was paid, what it left the episode in, and what is seen after it, before any reset. */
  learn(pay: number, status: Status, next: Float32Array, from: number): void;
  /** Means over the steps since they were last asked for. */
  measures(): Measures;
  /** The player of a seat as it stands. */
  player(seat: number): Agent;
}

/** An algorithm that trains by this loop, with a learner for each learning seat. */
export function tablePlan(
  p: TableOptions,
  make: (place: TablePlace, context: TrainingContext) => TableLearner,
): AlgorithmPlan {
  const placeIn = (spec: NumericSpec): TablePlace => {
    const actions = actionChoices(spec, p.bins);
    return { spec, actions, tables: observedTables(spec, p.tables, actions.count) };
  };
  return {
    ...playsOtherwise(p.mode ? undefined : false),
    check: placeIn,
    train: (context, from) => training(context, p, placeIn(context.spec), make, from),
  };
}

function training(
  context: TrainingContext,
  p: TableOptions,
  place: TablePlace,
  make: (place: TablePlace, context: TrainingContext) => TableLearner,
  from: TrainingCheckpoint | undefined,
): Training {
  const { spec, seats } = context;
  const { observationSize: O, actionSize: A } = spec;
  const updates = Math.ceil(p.episodes / p.interval);
  const segment = Math.ceil(updates / p.segments);
  const learners = seats.map(() => make(place, context));
  const stores = learners.map(({ weights }) => ({
    save: () => Object.entries(weights).map(([name, numbers]) => saved(name, numbers)),
  }));
  const actions = new Float64Array(spec.agents.length * A);
  const scale = observationScale(spec, false);
  const goal = goalWatch(p.stopAt);
  const level = levelWatch(p.level, p.episodes);
  const remembered = restoredMemory(from);
  let done = from?.updates ?? 0;
  let steps = from === undefined ? 0 : stepsOf(from);
  if (from !== undefined) {
    for (const [k, { weights }] of learners.entries())
      for (const [name, numbers] of Object.entries(weights)) restore(tensorsOf(from, k), name, numbers);
    const until = from.tensors.find(({ name }) => name === UNTIL);
    if (until !== undefined) level.until = until.data[0];
  }
  /** Begun when it is first needed: a checkpoint between segments must not know of the next one's episodes. */
  let world: VectorEnvironment | undefined;
  let hands: readonly Random[] = [];

  /** New episodes, and streams named by the segment's number. */
  function begin(): VectorEnvironment {
    const random = context.random.stream("segment", Math.floor(done / segment));
    hands = seats.map((_, k) => random.stream("learner", k).stream("actions"));
    goal.begin();
    level.begin();
    return vectorEnvironment({ ...context, random }, 1, [], scale, remembered);
  }

  const left = (): TrainingCheckpoint => ({
    updates: done,
    tensors: [
      ...savedLearners(stores),
      ...savedMemory(remembered),
      savedSteps(steps),
      ...(p.level === undefined ? [] : [saved(UNTIL, [level.until])]),
    ],
  });

  return {
    update(): UpdateReport | undefined {
      if (done >= updates || goal.reached) return undefined;
      world ??= begin();
      let episodes = Math.min(p.interval, p.episodes - done * p.interval);
      while (episodes > 0) {
        for (const [k, seat] of seats.entries())
          place.actions.decode(learners[k].act(world.observations, seat * O, hands[k]), seat, actions, seat * A);
        world.step(actions);
        steps += 1;
        const [status] = world.status;
        const next = status === Status.running ? world.observations : world.lastObservations;
        for (const [k, seat] of seats.entries()) learners[k].learn(world.pay[seat], status, next, seat * O);
        if (status !== Status.running) episodes -= 1;
      }
      const measures = averaged(learners.map((own) => own.measures()));
      checkFinite(measures, done, "a smaller rate keeps it finite");
      const finished = world.finished();
      goal.watch(finished);
      level.watch(
        finished.map(({ objective }) => objective),
        done * p.interval,
      );
      done += 1;
      if (done % segment === 0) world = undefined;
      return {
        steps,
        share: done / updates,
        measures: { ...measures, ...episodeMeasures(finished), ...level.measures() },
      };
    },
    checkpoint: () => (world === undefined ? left() : undefined),
    left,
    player(seat) {
      const place = seats.indexOf(seat);
      if (place < 0) throw new Error(`seat ${seat} does not learn`);
      return learners[place].player(seat);
    },
    close() {},
  };
}
