// Recurrent cells against plain arithmetic, whole sequences against single steps, gradients against finite differences.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { grad, np } from "../jax.ts";
import { Parameters } from "../parameters.ts";
import { layerNorm, mlp } from "./mlp.ts";
import { CELLS, type CellKind, type Recurrent, recurrent } from "./recurrent.ts";

const [BATCH, STEPS, INPUTS, UNITS] = [2, 3, 3, 4];

function network(cell: CellKind): { net: Recurrent; parameters: Parameters; x: Float32Array; memory: Float32Array } {
  const net = recurrent({ name: "net", inputs: INPUTS, hidden: [5], cell, units: UNITS, outputs: 2 });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, Random.of(1));
  for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] += 0.1 * Math.sin(k);
  const random = Random.of(2);
  const numbers = (n: number) => Float32Array.from({ length: n }, () => random.normal());
  return { net, parameters, x: numbers(STEPS * BATCH * INPUTS), memory: numbers(BATCH * net.memorySize) };
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** One step of one row in double precision, by the papers' equations. */
function plain(cell: CellKind, parameters: Parameters, x: readonly number[], memory: readonly number[]) {
  const [ew, eb, iw, ib, mw, mb, ow, ob] = parameters.views();
  const dense = (v: readonly number[], w: Float32Array, b: Float32Array) =>
    Array.from(b, (bias, j) => v.reduce((sum, value, i) => sum + value * w[i * b.length + j], bias));
  const inward = dense(dense(x, ew, eb).map(Math.tanh), iw, ib);
  const h = memory.slice(0, UNITS);
  const own = dense(h, mw, mb);
  const at = (gate: number, k: number) => inward[gate * UNITS + k] + own[gate * UNITS + k];
  const next =
    cell === "gru"
      ? h.map((held, k) => {
          const z = sigmoid(at(1, k));
          const n = Math.tanh(inward[2 * UNITS + k] + sigmoid(at(0, k)) * own[2 * UNITS + k]);
          return (1 - z) * n + z * held;
        })
      : (() => {
          const c = h.map((_, k) => sigmoid(at(1, k)) * memory[UNITS + k] + sigmoid(at(0, k)) * Math.tanh(at(2, k)));
          return [...c.map((value, k) => sigmoid(at(3, k)) * Math.tanh(value)), ...c];
        })();
  return { output: dense(next.slice(0, UNITS), ow, ob), memory: next };
}

describe.each(CELLS)("%s", (cell) => {
  const { net, parameters, x, memory } = network(cell);
  const M = net.memorySize;
  const table = (values: ArrayLike<number>, width: number) =>
    np.array(Float32Array.from(values), { shape: [values.length / width, width] });

  test("a step equals the papers' equations", () => {
    const step = net.step(parameters.weights(), table(x.slice(0, BATCH * INPUTS), INPUTS), table(memory, M));
    const output = step.output.dataSync();
    const next = step.memory.dataSync();
    for (let b = 0; b < BATCH; b++) {
      const row = plain(
        cell,
        parameters,
        [...x.slice(b * INPUTS, (b + 1) * INPUTS)],
        [...memory.slice(b * M, (b + 1) * M)],
      );
      for (let k = 0; k < 2; k++) expect(output[b * 2 + k]).toBeCloseTo(row.output[k], 5);
      for (let k = 0; k < M; k++) expect(next[b * M + k]).toBeCloseTo(row.memory[k], 5);
    }
  });

  test("a sequence equals its single steps, and the start of an episode resets the memory", () => {
    const keep = Float32Array.of(1, 1, 1, 0, 1, 1);
    const all = net
      .unroll(parameters.weights(), table(x, INPUTS), table(memory, M), np.array(keep.slice()), STEPS)
      .dataSync();
    for (let b = 0; b < BATCH; b++) {
      let held = [...memory.slice(b * M, (b + 1) * M)];
      for (let t = 0; t < STEPS; t++) {
        const row = t * BATCH + b;
        if (keep[row] === 0) held = held.map(() => 0);
        const one = plain(cell, parameters, [...x.slice(row * INPUTS, (row + 1) * INPUTS)], held);
        held = one.memory;
        for (let k = 0; k < 2; k++) expect(all[row * 2 + k]).toBeCloseTo(one.output[k], 5);
      }
    }
  });

  test("the cell's output is returned with the network's output", () => {
    const ones = () => np.array(new Float32Array(STEPS * BATCH).fill(1));
    const all = net.unroll(parameters.weights(), table(x, INPUTS), table(memory, M), ones(), STEPS).dataSync();
    const both = net.unrollShown(parameters.weights(), table(x, INPUTS), table(memory, M), ones(), STEPS);
    expect(both.output.dataSync()).toEqual(all);
    const first = plain(cell, parameters, [...x.slice(0, INPUTS)], [...memory.slice(0, M)]);
    const shown = both.shown.dataSync();
    for (let k = 0; k < UNITS; k++) expect(shown[k]).toBeCloseTo(first.memory[k], 5);
  });

  test("gradients flow through time", () => {
    const total = (weights: np.Array[]) =>
      np.sum(
        np.square(
          net.unroll(weights, table(x, INPUTS), table(memory, M), np.array(new Float32Array(6).fill(1)), STEPS),
        ),
      );
    const gradient = new Float32Array(parameters.flat.length);
    parameters.collect(grad(total)(parameters.weights()), gradient);
    const at = (k: number, step: number) => {
      const moved = parameters.clone();
      moved.flat[k] += step;
      return Number(total(moved.weights()).dataSync()[0]);
    };
    for (let k = 0; k < gradient.length; k += 17) {
      const slope = (at(k, 1e-2) - at(k, -1e-2)) / 2e-2;
      expect(Math.abs(gradient[k] - slope)).toBeLessThan(2e-2 * Math.max(1, Math.abs(slope)));
    }
  });
});

test("layer normalisation gives rows of mean 0 and variance 1, scaled and shifted", () => {
  const x = Float32Array.of(1, 2, 3, 6, -5, 0, 5, 0);
  const out = layerNorm(
    np.array(x, { shape: [2, 4] }),
    np.array(Float32Array.of(1, 1, 2, 1)),
    np.array(Float32Array.of(0, 0, 0, 3)),
  ).dataSync();
  const deviation = Math.sqrt(3.5 + 1e-5);
  const wanted = [-2 / deviation, -1 / deviation, 0, 3 + 3 / deviation];
  for (let k = 0; k < 4; k++) expect(out[k]).toBeCloseTo(wanted[k], 5);
  expect(out[4] + out[6] / 2).toBeCloseTo(0, 5);
});

test("a perceptron with it is invariant to the scale of its activations' inputs", () => {
  const net = mlp({ name: "net", inputs: 3, hidden: [8], outputs: 2, layerNorm: true, activation: "relu" });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, Random.of(3));
  const at = (scale: number) =>
    net
      .apply(parameters.weights(), np.array(Float32Array.of(scale, -2 * scale, 3 * scale), { shape: [1, 3] }))
      .dataSync();
  const [small, large] = [at(1), at(100)];
  for (let k = 0; k < 2; k++) expect(large[k]).toBeCloseTo(small[k], 3);
  expect(parameters.views().map((view) => view.length)).toEqual([24, 8, 8, 8, 16, 2]);
});
