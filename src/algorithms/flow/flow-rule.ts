// What a method of this folder is: which policy draws, by which sampler, and the gradient of a loss in the velocities at noised actions.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { Optimiser } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import type { Measures } from "../training-measures.ts";
import type { Drawer, DrawnGroups } from "./drawn-groups.ts";
import type { FlowNetwork } from "./flow-network.ts";
import { drawByOde, noise, type Sampler, type VelocityField } from "./samplers.ts";

/** The velocities of a batch under some parameters, at times of its rows. */
export type Velocities = (
  parameters: Parameters,
  x: Float32Array,
  conditions: Float32Array,
  t: Float64Array,
) => Float32Array;

/** What a rule works with. */
export interface FlowPlace {
  readonly context: Pick<TrainingContext, "spec" | "start" | "random">;
  readonly network: FlowNetwork;
  /** Parameters that learn. */
  readonly policy: Parameters;
  /** Parameters at the start. */
  readonly reference: Parameters;
  /** Actions of an update. */
  readonly rows: number;
  /** Actions drawn for each observation. */
  readonly group: number;
  /** Euler steps of a drawn action. */
  readonly steps: number;
  /** Terms of the reward, if it is a sum, else 0. */
  readonly terms: number;
  /** Velocities of a batch of `rows`, which the next call overwrites. */
  readonly velocities: Velocities;
  /** Descends a loss by its gradient in the velocities, `shift` [rows × actionSize], as `flowNetwork.gradients` has it; a step of the optimiser. */
  descend(
    x: Float32Array,
    conditions: Float32Array,
    t: Float64Array,
    scale: Float64Array | undefined,
    shift: Float32Array,
  ): Descent;
  /** The gradient of the same loss without a step; the next call overwrites it. */
  differentiate(x: Float32Array, conditions: Float32Array, t: Float64Array, shift: Float32Array): Float32Array;
  /** A step of the optimiser along a gradient, which may be shortened in place; returns its norm before. */
  step(gradient: Float32Array): number;
}

/** A gradient step: the gradient's norm, and the velocities before it, which the next one overwrites. */
export interface Descent {
  readonly gradientNorm: number;
  readonly velocities: Float32Array;
}

/** A method that learns from drawn and paid actions. */
export interface FlowRule {
  /** Parameters that it keeps beside the policy, by name, for checkpoints. */
  readonly kept?: Readonly<Record<string, Parameters>>;
  /** Optimisers of those, by the same names. */
  readonly optimisers?: Readonly<Record<string, Optimiser>>;
  /** Parameters that play once it has learnt; default the policy. */
  readonly played?: Parameters;
  /** How they draw; default by the ordinary equation. */
  readonly sampler?: Sampler;
  /** Set by a rule that reads what each term of the reward pays. */
  readonly readsTerms?: boolean;
  /** Set by a rule that learns from what sets of actions are paid. */
  readonly readsSets?: boolean;
  /** Set by a rule that reads the slopes of the pay in the actions. */
  readonly readsSlopes?: boolean;
  /** Learns what it needs before the first update, from actions that it draws; returns measures of that. */
  prepare?(draw: (random: Random, by: Drawer) => DrawnGroups, random: Random): Measures;
  readonly draw: Drawer;
  /** Learns from what was drawn in update `update`, from 0 on. */
  learn(drawn: DrawnGroups, random: Random, update: number): Measures;
  /** Frees programs of its own. */
  close?(): void;
}

/** The field of some parameters for the observations of a batch. */
export function fieldOf(
  { velocities, rows }: Pick<FlowPlace, "velocities" | "rows">,
  parameters: Parameters,
  conditions: Float32Array,
): VelocityField {
  const times = new Float64Array(rows);
  return (x, t) => velocities(parameters, x, conditions, times.fill(t));
}

/** Draws by the ordinary equation from some parameters. */
export const drawnBy =
  (place: FlowPlace, drawer: Parameters): FlowRule["draw"] =>
  (conditions, actions, random) => {
    noise(actions, random);
    drawByOde(fieldOf(place, drawer, conditions), actions, place.steps);
  };

/** Actions with noise, and the velocity from them to the noise: x = (1 − t)·x₀ + t·ε and u = ε − x₀. */
export interface NoisedActions {
  /** [rows × size] */
  readonly x: Float32Array;
  readonly velocity: Float32Array;
  /** [rows] */
  readonly t: Float64Array;
}

/** Smallest and largest time, as both ends are singular. */
const [LEAST, MOST] = [0.002, 0.998];

/**
 * Noises actions [rows × size], each at a time drawn uniformly; rows of a `pair` number share time and noise with those of the same number.
 */
export function noised(
  actions: ArrayLike<number>,
  rows: number,
  random: Random,
  into?: NoisedActions,
  twinOf?: (row: number) => number,
): NoisedActions {
  const size = actions.length / rows;
  const { x, velocity, t } = into ?? {
    x: new Float32Array(actions.length),
    velocity: new Float32Array(actions.length),
    t: new Float64Array(rows),
  };
  for (let row = 0; row < rows; row++) {
    const twin = twinOf?.(row) ?? row;
    t[row] = twin === row ? random.uniform(LEAST, MOST) : t[twin];
    for (let k = 0; k < size; k++) {
      const at = row * size + k;
      const before = twin * size + k;
      const epsilon = twin === row ? random.normal() : velocity[before] + actions[before];
      x[at] = (1 - t[row]) * actions[at] + t[row] * epsilon;
      velocity[at] = epsilon - actions[at];
    }
  }
  return { x, velocity, t };
}

/** Mean squared differences of two batches [rows × size], row by row. */
export function rowErrors(a: ArrayLike<number>, b: ArrayLike<number>, rows: number, into: Float64Array): Float64Array {
  const size = a.length / rows;
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let k = row * size; k < (row + 1) * size; k++) sum += (a[k] - b[k]) ** 2;
    into[row] = sum / size;
  }
  return into;
}

/** Moves `mean` towards `now`: decay·mean + (1 − decay)·now. */
export function runningMean(mean: Float32Array, now: Float32Array, decay: number): void {
  for (let k = 0; k < mean.length; k++) mean[k] = decay * mean[k] + (1 - decay) * now[k];
}
