// A velocity network over the world's actions: an action's parts are tokens, an observation is split among them, and time enters as sines and
// cosines. Its programs have a fixed number of rows, one for each action of a batch.

import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { tokenMixer } from "../../nn/models/token-mixer.ts";
import { Parameters } from "../../nn/parameters.ts";

/** Frequencies of the time features, from 1 to 50 in equal ratios. */
const FREQUENCIES = Array.from({ length: 8 }, (_, k) => 50 ** (k / 7));
const TIME = 2 * FREQUENCIES.length;

export interface FlowNetworkOptions {
  /** Parts of an action; by default those that the world declares, else 1. */
  readonly tokens?: number | undefined;
  readonly width: number;
  readonly blocks: number;
}

/**
 * Sizes of an action and of an observation. Where the tokens are pieces of the parts that the world declares, a piece sees its part's share
 * of the observation and which piece it is. Throws a UserError where an action or an observation is no whole number of parts.
 */
function sizesOf({ actionSize, observationSize, mixture, emphasis }: NumericSpec, given: number | undefined) {
  const parts = mixture?.tokens ?? emphasis?.parts ?? 1;
  const tokens = given ?? parts * (mixture?.pieces ?? 1);
  const pieces = mixture !== undefined && tokens % parts === 0 ? tokens / parts : 1;
  const shares = tokens / pieces;
  for (const [what, size, by] of [
    ["action", actionSize, tokens],
    ["observation", observationSize, shares],
  ] as const) {
    if (size % by === 0) continue;
    const problem = `${tokens} tokens do not divide an ${what} of ${size} numbers`;
    throw new UserError({ code: "bad-tokens", what: problem, path: ["tokens"], hint: "take a divisor, or 1" });
  }
  return { tokens, actionSize, size: actionSize / tokens, condition: observationSize / shares, pieces };
}

/** The network of a world's flows; its functions take actions [rows × actionSize] and scaled observations [rows × observationSize]. */
export function flowNetwork(spec: NumericSpec, { tokens: given, width, blocks }: FlowNetworkOptions) {
  const { tokens, size, condition, pieces } = sizesOf(spec, given);
  const places = pieces > 1 ? pieces : 0;
  const context = condition + places + TIME;
  const mixer = tokenMixer({ tokens, size, context, width, blocks });
  const time = new Float32Array(TIME);

  /** Writes the context of every token: its part of the observation, which piece it is, then the time of its row. */
  const fillContext = (into: Float32Array, conditions: ArrayLike<number>, timeOf: (row: number) => number): void => {
    const rows = into.length / (tokens * context);
    let last = Number.NaN;
    for (let row = 0; row < rows; row++) {
      const t = timeOf(row);
      if (t !== last) fillTime(time, t);
      last = t;
      for (let token = 0; token < tokens; token++) {
        const at = (row * tokens + token) * context;
        const from = ((row * tokens + token - (token % pieces)) / pieces) * condition;
        for (let k = 0; k < condition; k++) into[at + k] = conditions[from + k];
        for (let k = 0; k < places; k++) into[at + condition + k] = k === token % pieces ? 1 : 0;
        into.set(time, at + condition + places);
      }
    }
  };
  const shapesOf = (rows: number) => [
    [rows * tokens, size],
    [rows * tokens, context],
  ];

  return {
    shapes: mixer.shapes,
    mixer,
    tokens,
    /** Shapes of actions and of contexts of `rows` actions. */
    shapesOf,
    fillContext,
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
        ([weights], [x, c]) => [mixer.apply(weights, x, c)],
        shapesOf(rows),
        mixer.form,
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
          fillContext(data[1], conditions, typeof t === "number" ? () => t : (row) => t[row]);
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
        (weights, [x, c, scale, shift]) => {
          const v = mixer.apply(weights, x, c);
          const square = np.sum(np.square(v.ref).mul(scale)).mul(0.5);
          return { loss: square.add(np.sum(v.ref.mul(shift))), measures: {}, each: v };
        },
        [...shapesOf(rows), [rows * tokens, 1], [rows * tokens, size]],
        [],
        `gradient of a ${mixer.form}`,
      );
      const [x, c, scales, shifts] = program.data;
      return {
        gradient: program.gradient,
        /** Differentiates; returns the velocities. `scale` is [rows] or [rows × tokens], `shift` is [rows × actionSize]. */
        run(
          from: ArrayLike<number>,
          conditions: ArrayLike<number>,
          t: ArrayLike<number>,
          scale: ArrayLike<number> | undefined,
          shift: ArrayLike<number>,
        ): Float32Array {
          x.set(from);
          fillContext(c, conditions, (row) => t[row]);
          const each = scale?.length === scales.length ? 1 : tokens;
          for (let k = 0; k < scales.length; k++) scales[k] = scale?.[Math.floor(k / each)] ?? 0;
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
