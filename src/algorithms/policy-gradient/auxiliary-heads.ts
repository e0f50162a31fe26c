// Tasks that the first layers of an actor learn beside what its policy seeks (Jaderberg et al., arXiv 1611.05397). Each has a head
// of its own behind these layers, and never sees the layers after them.

import type { Random } from "../../core/random.ts";
import type { np } from "../../nn/jax.ts";
import type { Network } from "../../nn/models/network.ts";
import type { Parameters, TensorShape, Weights } from "../../nn/parameters.ts";
import type { ArrayShapes } from "../../nn/tensor-shape.ts";

/** A batch of play that tasks draw from; entry t·rows + row is step t of a row. */
export interface AuxiliaryPlay {
  /** [entries × observationSize] */
  readonly observations: Float32Array;
  /** Reward of each step, [entries]. */
  readonly rewards: Float64Array;
  /** 0 where the step is an episode's first, else 1. */
  readonly keep: Float32Array;
  readonly rows: number;
}

/** Writes the data of a gradient step on the entries `chosen`. */
type Fill = (chosen: Int32Array, data: readonly Float32Array[]) => void;

/** A task behind layers of some width. */
export interface AuxiliaryTask {
  /** Tasks of one form and the same shapes have the same loss. */
  readonly form: string;
  /** Of its loss. */
  readonly weight: number;
  /** Its own tensors. */
  readonly shapes: readonly TensorShape[];
  /** Draws first values into tensors `first` … of `parameters`. */
  initialise(parameters: Parameters, first: number, random: Random): void;
  /** What its loss is given in a gradient step on `size` entries. */
  dataShapes(size: number): ArrayShapes;
  /** A batch was played. */
  begin(play: AuxiliaryPlay, random: Random): Fill;
  /** Its loss, of shape []; consumes its tensors and data. `encode` is the shared layers: [batch × observationSize] → [batch × width]. */
  loss(weights: Weights, encode: (x: np.Array) => np.Array, data: readonly np.Array[]): np.Array;
}

/** A task that is made for the width of the shared layers and the size of an observation. */
export type AuxiliaryPlan = (width: number, observationSize: number) => AuxiliaryTask;

/** Tasks by name, and how many hidden layers of the actor they share. */
export interface AuxiliaryOptions {
  readonly layers: number;
  readonly plans: Readonly<Record<string, AuxiliaryPlan>>;
}

/** All tasks beside one network, as one part of its loss. */
export function auxiliaryHeads(network: Network, observationSize: number, { layers, plans }: AuxiliaryOptions) {
  const shared = network.first(layers);
  const tasks = Object.entries(plans).map(([name, plan]) => ({ name, task: plan(shared.width, observationSize) }));
  /** Cuts what belongs to each task, by its length, out of what follows on `first`. */
  const perTask = <T>(all: readonly T[], lengthOf: (task: AuxiliaryTask) => number, first = 0): T[][] => {
    const rest = all.slice(first);
    return tasks.map(({ task }) => rest.splice(0, lengthOf(task)));
  };
  const dataLength = (task: AuxiliaryTask) => task.dataShapes(1).length;
  return {
    shapes: tasks.flatMap(({ task }) => task.shapes),
    form: tasks.map(({ name, task }) => `${name} behind ${layers}: ${task.form}`).join(", "),
    initialise(parameters: Parameters, first: number, random: Random) {
      let at = first;
      for (const { task } of tasks) {
        task.initialise(parameters, at, random);
        at += task.shapes.length;
      }
    },
    dataShapes: (size: number): ArrayShapes => tasks.flatMap(({ task }) => [...task.dataShapes(size)]),
    /** A segment begins: what is told of each batch that is played in it, and gives what fills the last of a gradient step's data. */
    begin(random: Random): (play: AuxiliaryPlay) => Fill {
      const streams = tasks.map(({ name }) => random.stream(name));
      const total = tasks.reduce((sum, { task }) => sum + dataLength(task), 0);
      return (play) => {
        const fills = tasks.map(({ task }, k) => task.begin(play, streams[k]));
        return (chosen, data) => {
          const own = perTask(data, dataLength, data.length - total);
          for (const [k, fill] of fills.entries()) fill(chosen, own[k]);
        };
      };
    },
    /** The weighed sum of their losses, and each; consumes `own` tensors and data, and keeps the `network`'s. */
    judge(networkWeights: Weights, own: Weights, data: readonly np.Array[]) {
      const weights = perTask(own, ({ shapes }) => shapes.length);
      const tables = perTask(data, dataLength);
      const encode = (x: np.Array) =>
        shared.apply(
          networkWeights.slice(0, shared.tensors).map((tensor) => tensor.ref),
          x,
        );
      const losses = tasks.map(({ task }, k) => task.loss(weights[k], encode, tables[k]));
      const measures = Object.fromEntries(tasks.map(({ name }, k) => [`${name}Loss`, losses[k]]));
      const weighed = tasks.map(({ task }, k) => losses[k].ref.mul(task.weight));
      return { loss: weighed.reduce((sum, loss) => sum.add(loss)), measures };
    },
  };
}
