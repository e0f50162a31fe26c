// A velocity network over the world's actions: an action's parts are tokens, an observation is split among them, and time enters as sines and
// cosines. Its programs have a fixed number of rows, one for each action of a batch.

import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { tokenMixer } from "../../nn/models/token-mixer.ts";
import { Parameters, type Weights } from "../../nn/parameters.ts";

/** Frequencies of the time features, from 1 to 50 in equal ratios. */
const FREQUENCIES = Array.from({ length: 8 }, (_, k) => 50 ** (k / 7));
const TIME = 2 * FREQUENCIES.length;
/** Variance of an action's numbers that the direct path assumes. */
const VARIANCE = 0.25;

export interface FlowNetworkOptions {
  /** Parts of an action; by default those that the world declares, else 1. */
  readonly tokens?: number | undefined;
  readonly width: number;
  readonly blocks: number;
}

/** Sizes of an action and of an observation. Throws a UserError where they are not whole numbers of parts. */
function sizesOf({ actionSize, observationSize, mixture }: NumericSpec, given: number | undefined) {
  const tokens = given ?? mixture?.tokens ?? 1;
  for (const [what, size] of Object.entries({ action: actionSize, observation: observationSize })) {
    if (size % tokens === 0) continue;
    const problem = `${tokens} tokens do not divide an ${what} of ${size} numbers`;
    throw new UserError({ code: "bad-tokens", what: problem, path: ["tokens"], hint: "take a divisor, or 1" });
  }
  return { tokens, actionSize, size: actionSize / tokens, condition: observationSize / tokens };
}

/**
 * Slope of the best straight line from x_t to the velocity, (t − (1 − t)σ²)/(t² + (1 − t)²σ²), of independent numbers of variance σ² (after
 * the skip path of Karras et al., arXiv 2206.00364).
 */
export const directSlope = (t: number): number => (t - (1 - t) * VARIANCE) / (t * t + (1 - t) ** 2 * VARIANCE);

/**
 * The network of a world's flows. Where it is narrower than a part of an action, noise would not pass through it: a direct path then adds
 * directSlope(t)·x to the velocity, and the network gives the rest. Its functions take actions [rows × actionSize] and scaled observations [rows × observationSize]. */
export function flowNetwork(spec: NumericSpec, { tokens: given, width, blocks }: FlowNetworkOptions) {
  const { tokens, size, condition } = sizesOf(spec, given);
  const mixer = tokenMixer({ tokens, size, context: condition + TIME, width, blocks });
  const context = condition + TIME;
  const time = new Float32Array(TIME);
  const isDirect = width < size;
  const form = `${isDirect ? "direct path and " : ""}${mixer.form}`;
  const apply = (weights: Weights, x: np.Array, c: np.Array, direct: np.Array | undefined): np.Array =>
    direct === undefined ? mixer.apply(weights, x, c) : mixer.apply(weights, x.ref, c).add(x.mul(direct));
  const fillDirect = (into: Float32Array | undefined, timeOf: (row: number) => number): void => {
    if (into === undefined) return;
    for (let k = 0; k < into.length; k++) into[k] = directSlope(timeOf(Math.floor(k / tokens)));
  };

  /** Writes the context of every token: its part of the observation, then the time of its row. */
  const fillContext = (into: Float32Array, conditions: ArrayLike<number>, timeOf: (row: number) => number): void => {
    const rows = into.length / (tokens * context);
    let last = Number.NaN;
    for (let row = 0; row < rows; row++) {
      const t = timeOf(row);
      if (t !== last) fillTime(time, t);
      last = t;
      for (let token = 0; token < tokens; token++) {
        const at = (row * tokens + token) * context;
        for (let k = 0; k < condition; k++) into[at + k] = conditions[(row * tokens + token) * condition + k];
        into.set(time, at + condition);
      }
    }
  };
  const shapesOf = (rows: number) => [
    [rows * tokens, size],
    [rows * tokens, context],
  ];
  const directShape = (rows: number) => (isDirect ? [[rows * tokens, 1]] : []);

  return {
    shapes: mixer.shapes,
    actionSize: spec.actionSize,
    observationSize: spec.observationSize,
    /** New parameters. */
    begin(random: Random): Parameters {
      const parameters = new Parameters(mixer.shapes);
      mixer.initialise(parameters, random);
      return parameters;
    },
    /** A program for velocities of `rows` actions. */
    velocities(rows: number) {
      const slot = new Parameters(mixer.shapes);
      const { data, run, close } = networkProgram(
        [slot],
        ([weights], [x, c, direct]) => [apply(weights, x, c, direct)],
        [...shapesOf(rows), ...directShape(rows)],
        form,
      );
      return {
        /** Velocities at times `t` of the rows, or at one time; the next run overwrites them. */
        run(
          parameters: Parameters,
          x: ArrayLike<number>,
          conditions: ArrayLike<number>,
          t: number | ArrayLike<number>,
        ): Float32Array {
          slot.flat.set(parameters.flat);
          data[0].set(x);
          const timeOf = typeof t === "number" ? () => t : (row: number) => t[row];
          fillContext(data[1], conditions, timeOf);
          fillDirect(data[2], timeOf);
          return run()[0];
        },
        close,
      };
    },
    /**
     * A program for gradients of losses Σ_rows ½·scale·‖v‖² + ⟨shift, v⟩ in the parameters, whose gradient in the velocity v is scale·v +
     * shift: every loss of this folder is given by its gradient in the velocity.
     */
    gradients(parameters: Parameters, rows: number) {
      const program = lossGradient(
        parameters,
        (weights, [x, c, scale, shift, direct]) => {
          const v = apply(weights, x, c, direct);
          const square = np.sum(np.square(v.ref).mul(scale)).mul(0.5);
          return { loss: square.add(np.sum(v.ref.mul(shift))), measures: {}, each: v };
        },
        [...shapesOf(rows), [rows * tokens, 1], [rows * tokens, size], ...directShape(rows)],
        [],
        `gradient of a ${form}`,
      );
      const [x, c, scales, shifts, direct] = program.data;
      return {
        gradient: program.gradient,
        /** Differentiates; returns the velocities. `scale` is [rows], `shift` is [rows × actionSize]. */
        run(
          from: ArrayLike<number>,
          conditions: ArrayLike<number>,
          t: ArrayLike<number>,
          scale: ArrayLike<number> | undefined,
          shift: ArrayLike<number>,
        ): Float32Array {
          x.set(from);
          fillContext(c, conditions, (row) => t[row]);
          fillDirect(direct, (row) => t[row]);
          for (let k = 0; k < scales.length; k++) scales[k] = scale?.[Math.floor(k / tokens)] ?? 0;
          shifts.set(shift);
          program.run();
          return program.each();
        },
        close: program.close,
      };
    },
  };
}

export type FlowNetwork = ReturnType<typeof flowNetwork>;

/** Writes sin and cos of t·(π/2)·f for each frequency. */
function fillTime(into: Float32Array, t: number): void {
  for (const [k, frequency] of FREQUENCIES.entries()) {
    const angle = (t * Math.PI * frequency) / 2;
    into[2 * k] = Math.sin(angle);
    into[2 * k + 1] = Math.cos(angle);
  }
}
