// What is chosen to learn from: of many rollouts those that are imitated, of many tasks those that are trained on, by the topology
// of what was tried (arXiv 2603.01714) or by what it is compared with.

import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { drawDistinct } from "../../math/weighted-draw.ts";
import { type QuotientGraph, quotientGraph } from "./quotient-graph.ts";
import { byTask, type Rollout } from "./rollout.ts";
import {
  type TaskOptions,
  type TaskScores,
  type TrajectoryOptions,
  type TrajectoryScores,
  taskScores,
  taskWeights,
  trajectoryScores,
  trajectoryWeights,
} from "./scores.ts";

/** The scores of a success, and their weighted sum w(τ), comparable within its task and, by rank, between tasks. */
export interface Merit extends TrajectoryScores {
  readonly weight: number;
}

/** A rollout, and what its graph says of it if it succeeded. */
export interface Graded {
  readonly rollout: Rollout;
  readonly merit: Merit | undefined;
}

/** All rollouts of a graph, in their order. */
export function graded(quotient: QuotientGraph, options: TrajectoryOptions = {}): Graded[] {
  const scores = trajectoryScores(quotient, options);
  const weights = trajectoryWeights(scores, options);
  let successes = 0;
  return quotient.rollouts.map((rollout) => {
    if (!rollout.success) return { rollout, merit: undefined };
    const k = successes++;
    return { rollout, merit: { ...scores[k], weight: weights[k] } };
  });
}

/** Topology: the successes of the largest w(τ), ties by luck; right: any successes; random: any rollouts, successes or not. */
export const ROLLOUT_CHOICES = ["topology", "right", "random"] as const;
export type RolloutChoice = (typeof ROLLOUT_CHOICES)[number];

/** At most `count` rollouts; fewer where there are not so many of those asked for. */
export function chosenRollouts<T extends Pick<Graded, "merit">>(
  by: RolloutChoice,
  rollouts: readonly T[],
  count: number,
  random: Random,
): T[] {
  const order = inAnyOrder(rollouts, random);
  if (by === "random") return order.slice(0, count);
  const right = order.filter(({ merit }) => merit !== undefined);
  return (by === "right" ? right : heaviest(right, ({ merit }) => merit?.weight ?? 0)).slice(0, count);
}

/** Topology: drawn by `taskWeights`; pass-rate: those whose rate is nearest ½, ties by luck; random: any. */
export const TASK_CHOICES = ["topology", "pass-rate", "random"] as const;
export type TaskChoice = (typeof TASK_CHOICES)[number];

/** The places of `count` of the tasks whose scores are given. Throws an Error where there are fewer. */
export function chosenTasks(
  by: TaskChoice,
  scores: readonly TaskScores[],
  count: number,
  random: Random,
  options: TaskOptions = {},
): number[] {
  const alike = scores.map(() => 1);
  switch (by) {
    case "random":
      return drawDistinct(alike, count, random);
    case "pass-rate": {
      if (count > scores.length) throw new Error(`${count} of ${scores.length} tasks`);
      const off = (k: number) => Math.abs(scores[k].passRate - 0.5);
      return drawDistinct(alike, scores.length, random)
        .toSorted((a, b) => off(a) - off(b))
        .slice(0, count);
    }
    case "topology":
      return drawDistinct(taskWeights(scores, options), count, random);
    default:
      return by satisfies never;
  }
}

/** All of them, every order alike. */
export function inAnyOrder<T>(all: readonly T[], random: Random): T[] {
  const order = drawDistinct(
    all.map(() => 1),
    all.length,
    random,
  );
  return order.map((k) => all[k]);
}

/** Heaviest first; equals keep their order. */
export function heaviest<T>(all: readonly T[], weight: (one: T) => number): T[] {
  return all.toSorted((a, b) => weight(b) - weight(a));
}

/** A success with its weight. */
export interface PickedTrajectory extends Merit {
  readonly task: string;
}

/** A task with the chance with which it should be drawn. */
export interface PickedTask extends TaskScores {
  readonly weight: number;
}

export interface Manifest {
  /** The heaviest successes, heaviest first. */
  readonly trajectories: readonly PickedTrajectory[];
  /** All tasks, heaviest first. */
  readonly tasks: readonly PickedTask[];
}

export interface PickOptions {
  /** ρ in [0, 1]: share of all successes that is kept, rounded up. Default 0.25. */
  readonly share?: number;
  readonly trajectory?: TrajectoryOptions;
  readonly task?: TaskOptions;
}

/** Builds a graph for every task and weighs. Equals keep their order. A UserError where two rollouts have one id. */
export function pick(rollouts: readonly Rollout[], { share = 0.25, trajectory, task }: PickOptions = {}): Manifest {
  const ids = new Set<string>();
  for (const { id } of rollouts) {
    if (ids.has(id)) {
      const hint = "a manifest needs one name for each";
      throw new UserError({ code: "duplicate", what: `two rollouts are called ${id}`, hint });
    }
    ids.add(id);
  }
  const graphs = [...byTask(rollouts)].map(([name, own]) => ({ name, graph: quotientGraph(own) }));
  const successes = graphs.flatMap(({ name, graph }) =>
    graded(graph, trajectory).flatMap(({ merit }): PickedTrajectory[] => {
      if (merit === undefined) return [];
      const { weight, ...scores } = merit;
      return [{ ...scores, task: name, weight }];
    }),
  );
  const byWeight = ({ weight }: { readonly weight: number }) => weight;
  const scores = graphs.map(({ graph }) => taskScores(graph, task));
  const weights = taskWeights(scores, task);
  return {
    trajectories: heaviest(successes, byWeight).slice(0, Math.ceil(share * successes.length)),
    tasks: heaviest(
      scores.map((one, k) => ({ ...one, weight: weights[k] })),
      byWeight,
    ),
  };
}
