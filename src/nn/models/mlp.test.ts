// Perceptrons and their gradients against plain arithmetic and finite differences, and constant memory over a long training.

import { describe, expect, test } from "vitest";
import { held } from "../../../test/fixtures/held.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { glorot, orthogonal } from "../initialisers.ts";
import { jit, np, valueAndGrad } from "../jax.ts";
import { adam } from "../optimiser.ts";
import { Parameters, type Weights } from "../parameters.ts";
import { mlp } from "./mlp.ts";

function network(activation: "tanh" | "relu" | "silu" = "tanh") {
  const net = mlp({ name: "net", inputs: 3, hidden: [5, 4], outputs: 2, activation });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, Random.of(1, "mlp"));
  for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] += 0.1 * Math.sin(k);
  return { net, parameters };
}

const act = { tanh: Math.tanh, relu: (x: number) => Math.max(0, x), silu: (x: number) => x / (1 + Math.exp(-x)) };

/** The same network in double precision. */
function plain(parameters: Parameters, x: readonly number[], activation: keyof typeof act): number[] {
  let h = [...x];
  for (let l = 0; l < 3; l++) {
    const [inputs, outputs] = parameters.shapes[2 * l].shape;
    const weights = parameters.view(2 * l);
    const biases = parameters.view(2 * l + 1);
    h = Array.from({ length: outputs }, (_, j) => {
      let sum = biases[j];
      for (let i = 0; i < inputs; i++) sum += h[i] * weights[i * outputs + j];
      return l < 2 ? act[activation](sum) : sum;
    });
  }
  return h;
}

describe.each(["tanh", "relu", "silu"] as const)("%s", (activation) => {
  test("a batch equals plain arithmetic", () => {
    const { net, parameters } = network(activation);
    const xs = matrix("0.3 -1.2 0.7 | 2 0 -0.5");
    const out = net.apply(parameters.weights(), np.array(Float32Array.from(xs.flat())).reshape([2, 3])).dataSync();
    for (const [row, x] of xs.entries())
      for (const [k, y] of plain(parameters, x, activation).entries()) expect(out[2 * row + k]).toBeCloseTo(y, 5);
  });

  test("gradients equal finite differences", () => {
    const { net, parameters } = network(activation);
    const x = [0.3, -1.2, 0.7];
    const loss = (p: Parameters) => plain(p, x, activation).reduce((sum, y) => sum + y ** 2, 0);
    const gradient = new Float32Array(parameters.flat.length);
    const differentiate = valueAndGrad((weights: Weights, input: np.Array) =>
      np.sum(np.square(net.apply(weights, input))),
    );
    const [value, gradients] = differentiate(parameters.weights(), np.array(Float32Array.from(x)).reshape([1, 3]));
    expect(Number(value.dataSync()[0])).toBeCloseTo(loss(parameters), 4);
    parameters.collect(gradients, gradient);
    for (let k = 0; k < gradient.length; k++) {
      const step = 1e-3;
      const [up, down] = [1, -1].map((side) => {
        const moved = parameters.clone();
        moved.flat[k] += side * step;
        return loss(moved);
      });
      expect(gradient[k]).toBeCloseTo((up - down) / (2 * step), 2);
    }
  });
});

test("equal seeds give equal weights, and other seeds different ones", () => {
  const net = mlp({ name: "net", inputs: 8, hidden: [16], outputs: 3 });
  const draw = (seed: number) => {
    const parameters = new Parameters(net.shapes);
    net.initialise(parameters, 0, Random.of(seed, "weights"));
    return Array.from(parameters.flat);
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
});

test("orthogonal weights are orthogonal, tall and wide", () => {
  for (const [inputs, outputs] of matrix("6 4 | 4 6 | 5 5")) {
    const weights = new Float32Array(inputs * outputs);
    orthogonal(2)(weights, inputs, outputs, Random.of(3, "orthogonal"));
    const small = Math.min(inputs, outputs);
    for (let a = 0; a < small; a++) {
      for (let b = 0; b < small; b++) {
        let dot = 0;
        for (let k = 0; k < Math.max(inputs, outputs); k++) {
          const at = (line: number) => (inputs >= outputs ? weights[k * outputs + line] : weights[line * outputs + k]);
          dot += at(a) * at(b);
        }
        expect(dot).toBeCloseTo(a === b ? 4 : 0, 5);
      }
    }
  }
});

test("uniform initialisers respect their bounds", () => {
  const weights = new Float32Array(10_000);
  glorot()(weights, 100, 100, Random.of(1, "glorot"));
  expect(Math.max(...weights.map(Math.abs))).toBeLessThanOrEqual(Math.sqrt(6 / 200));
  const variance = weights.reduce((sum, w) => sum + w * w, 0) / weights.length;
  expect(variance).toBeCloseTo(1 / 100, 3);
});

test("hundreds of training steps fit a function without a memory leak", () => {
  const net = mlp({ name: "net", inputs: 1, hidden: [32, 32], outputs: 1 });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, Random.of(5, "leak"));
  const optimiser = adam(parameters.flat.length, { rate: 1e-2 });
  const gradient = new Float32Array(parameters.flat.length);
  const loss = jit(
    valueAndGrad((weights: Weights, x: np.Array, y: np.Array) =>
      np.mean(np.square(net.apply(weights, x).reshape([-1]).sub(y))),
    ),
  );
  const xs = Float32Array.from({ length: 256 }, (_, k) => -2 + (4 * k) / 255);
  const ys = xs.map((x) => Math.sin(2 * x));
  let last = 0;
  const train = (steps: number) => {
    for (let step = 0; step < steps; step++) {
      const [value, gradients] = loss(
        parameters.weights(),
        np.array(xs.slice()).reshape([256, 1]),
        np.array(ys.slice()),
      );
      last = Number(value.dataSync()[0]);
      parameters.collect(gradients, gradient);
      optimiser.step(parameters.flat, gradient);
    }
  };
  train(50);
  const before = held();
  train(250);
  expect(last).toBeLessThan(1e-2);
  // A leaked batch of 256 numbers per step would be 256 kB, counted twice.
  expect(held() - before).toBeLessThan(1.25e5);
});
