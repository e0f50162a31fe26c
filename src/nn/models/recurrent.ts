// Recurrent networks: dense layers, one recurrent cell, and a linear output.

import type { Random } from "../../core/random.ts";
import { type Initialiser, orthogonal } from "../initialisers.ts";
import { nn, np } from "../jax.ts";
import type { Parameters, TensorShape, Weights } from "../parameters.ts";
import { type Activation, activate, type FirstLayers, mlp } from "./mlp.ts";

/** Kinds of cells: gated recurrent unit (Cho et al., arXiv 1406.1078), long short-term memory (Hochreiter & Schmidhuber, 1997). */
export const CELLS = ["gru", "lstm"] as const;

export type CellKind = (typeof CELLS)[number];

/** A recurrent cell. `gates` [batch × gates·units] is the input's contribution, computed for many steps at once. */
interface Cell {
  /** Number of blocks of `units` in the contributions of input and memory. */
  readonly gates: number;
  /** Memory entries per unit. */
  readonly states: number;
  /** Returns the next memory [batch × states·units], whose first `units` entries are the cell's output; consumes all. */
  step(gates: np.Array, memory: np.Array, weight: np.Array, bias: np.Array): np.Array;
}

const gru: Cell = {
  gates: 3,
  states: 1,
  // r, z = σ(x + h), n = tanh(x + r·h), h' = (1 − z)·n + z·h
  step(gates, memory, weight, bias) {
    const [xr, xz, xn] = np.split(gates, 3, 1);
    const [hr, hz, hn] = np.split(np.dot(memory.ref, weight).add(bias), 3, 1);
    const update = nn.sigmoid(xz.add(hz));
    const candidate = np.tanh(xn.add(nn.sigmoid(xr.add(hr)).mul(hn)));
    return candidate.ref.add(update.mul(memory.sub(candidate)));
  },
};

const lstm: Cell = {
  gates: 4,
  states: 2,
  // c' = σ(f)·c + σ(i)·tanh(g), h' = σ(o)·tanh(c'); the memory is [h, c]
  step(gates, memory, weight, bias) {
    const [h, c] = np.split(memory, 2, 1);
    const [input, forget, candidate, output] = np.split(gates.add(np.dot(h, weight)).add(bias), 4, 1);
    const kept = nn
      .sigmoid(forget)
      .mul(c)
      .add(nn.sigmoid(input).mul(np.tanh(candidate)));
    return np.concatenate([nn.sigmoid(output).mul(np.tanh(kept.ref)), kept], 1);
  },
};

const cells = { gru, lstm } satisfies Record<CellKind, Cell>;

/** Architecture of a recurrent network. */
export interface RecurrentOptions {
  readonly name: string;
  readonly inputs: number;
  /** Sizes of the layers before the cell, each followed by the activation. */
  readonly hidden: readonly number[];
  readonly activation?: Activation;
  readonly cell: CellKind;
  readonly units: number;
  readonly outputs: number;
  /** Initialiser of the output layer, default orthogonal with gain 1. */
  readonly outputInitialiser?: Initialiser;
}

/** A recurrent network as functions of external weights. All functions consume their arguments. */
export type Recurrent = ReturnType<typeof recurrent>;

/** Unrolled data with one row per step and sequence. */
export interface Unrolled {
  readonly output: np.Array;
  readonly shown: np.Array;
}

/** Defines a recurrent network. */
export function recurrent(options: RecurrentOptions) {
  const { name, inputs, hidden, activation = "tanh", cell: kind, units, outputs } = options;
  const cell = cells[kind];
  const width = hidden.at(-1) ?? inputs;
  const encoder =
    hidden.length === 0
      ? undefined
      : mlp({
          name: `${name}.encoder`,
          inputs,
          hidden: hidden.slice(0, -1),
          outputs: width,
          activation,
          outputInitialiser: orthogonal(Math.SQRT2),
        });
  const own: TensorShape[] = [
    { name: `${name}.cell.inputWeight`, shape: [width, cell.gates * units] },
    { name: `${name}.cell.inputBias`, shape: [cell.gates * units] },
    { name: `${name}.cell.memoryWeight`, shape: [units, cell.gates * units] },
    { name: `${name}.cell.memoryBias`, shape: [cell.gates * units] },
    { name: `${name}.output.weight`, shape: [units, outputs] },
    { name: `${name}.output.bias`, shape: [outputs] },
  ];
  const before = encoder?.shapes.length ?? 0;
  const memorySize = cell.states * units;

  /** The input's contribution to the gates for all rows, and the weights of the later layers. */
  const enter = (weights: Weights, x: np.Array) => {
    const [inputWeight, inputBias, memoryWeight, memoryBias, outputWeight, outputBias] = weights.slice(before);
    const encoded = encoder === undefined ? x : activate(encoder.apply(weights.slice(0, before), x), activation);
    const gates = np.dot(encoded, inputWeight).add(inputBias);
    return { gates, memoryWeight, memoryBias, outputWeight, outputBias };
  };
  const shown = (memory: np.Array) => (cell.states === 1 ? memory : memory.slice([], [0, units]));

  /** The cell's output at every step, and the weights of the output layer. */
  const walk = (weights: Weights, x: np.Array, memory: np.Array, keep: np.Array, steps: number) => {
    const { gates, memoryWeight, memoryBias, outputWeight, outputBias } = enter(weights, x);
    const batch = memory.shape[0];
    const kept = keep.reshape([steps, batch, 1]);
    const inward = gates.reshape([steps, batch, cell.gates * units]);
    let held = memory;
    const seen: np.Array[] = [];
    for (let t = 0; t < steps; t++) {
      held = cell.step(inward.ref.slice(t), held.mul(kept.ref.slice(t)), memoryWeight.ref, memoryBias.ref);
      seen.push(shown(held.ref));
    }
    for (const array of [kept, inward, held, memoryWeight, memoryBias]) array.dispose();
    return { rows: np.concatenate(seen, 0), outputWeight, outputBias };
  };

  return {
    shapes: [...(encoder?.shapes ?? []), ...own],
    /** Size of the memory, which is 0 at the start of an episode. */
    memorySize,
    /** The first `count` of the layers before the cell. */
    first(count: number): FirstLayers {
      if (encoder === undefined) throw new Error("no layers come before the cell");
      return encoder.first(count);
    },
    /** Initialises tensors `first` … of `parameters`. */
    initialise(parameters: Parameters, first: number, random: Random) {
      encoder?.initialise(parameters, first, random);
      const at = first + before;
      const block = orthogonal(1);
      block(parameters.view(at), width, cell.gates * units, random.stream(name, "input"));
      block(parameters.view(at + 2), units, cell.gates * units, random.stream(name, "memory"));
      (options.outputInitialiser ?? block)(parameters.view(at + 4), units, outputs, random.stream(name, "output"));
      for (const bias of [1, 3, 5]) parameters.view(at + bias).fill(0);
    },
    /** One step: inputs [batch × inputs] and memory [batch × memorySize] → outputs [batch × outputs] and the next memory. */
    step(weights: Weights, x: np.Array, memory: np.Array): { output: np.Array; memory: np.Array } {
      const { gates, memoryWeight, memoryBias, outputWeight, outputBias } = enter(weights, x);
      const next = cell.step(gates, memory, memoryWeight, memoryBias);
      return { output: np.dot(shown(next.ref), outputWeight).add(outputBias), memory: next };
    },
    /**
     * Unrolls `steps` steps of a batch; row t·batch + b of `x` is step t of sequence b. `memory` [batch × memorySize] is the state before
     * the first step; `keep` [steps·batch] is 0 where an episode begins, which resets the memory, else 1. → [steps·batch × outputs]
     */
    unroll(weights: Weights, x: np.Array, memory: np.Array, keep: np.Array, steps: number): np.Array {
      const { rows, outputWeight, outputBias } = walk(weights, x, memory, keep, steps);
      return np.dot(rows, outputWeight).add(outputBias);
    },
    /** As `unroll`, with the cell's output before the output layer, [steps·batch × units]. */
    unrollShown(weights: Weights, x: np.Array, memory: np.Array, keep: np.Array, steps: number): Unrolled {
      const { rows, outputWeight, outputBias } = walk(weights, x, memory, keep, steps);
      return { output: np.dot(rows.ref, outputWeight).add(outputBias), shown: rows };
    },
  };
}
