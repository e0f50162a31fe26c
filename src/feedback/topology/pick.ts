// From rollouts to a manifest: which trajectories to learn from by imitation and which tasks by trial, with their weights.

import { UserError } from "../../core/errors.ts";
import { graded, heaviest, type Merit } from "./choice.ts";
import { quotientGraph } from "./quotient-graph.ts";
import { byTask, type Rollout } from "./rollout.ts";
import { type TaskOptions, type TaskScores, type TrajectoryOptions, taskScores, taskWeights } from "./scores.ts";

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
