// The rules against independent arithmetic: jax-js's automatic differentiation, ml-matrix's products, cases done by hand.

import { Matrix } from "ml-matrix";
import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { grad, nn, np } from "../../nn/jax.ts";
import { largestGap } from "../../study/matching.ts";
import { baseline } from "./baselines.ts";
import { counterCurrent, dualNetwork, localGradients } from "./counter-current.ts";
import { denseNetwork, forwardPass, layerGradients, layerOffset, layerWeights, type Samples } from "./dense.ts";
import { batchIdentity, crossEntropy, normalisedIdentityLoss, productLoss } from "./losses.ts";
import { product, transposed } from "./products.ts";

const normals = (size: number, ...names: (string | number)[]) => {
  const random = Random.of(5, ...names);
  return Float64Array.from({ length: size }, () => random.normal());
};

/** Points on a circle, their class the third of it that they lie in, and a few numbers that say nothing. */
function thirds(rows: number, seed: number): Samples {
  const random = Random.of(seed, "thirds");
  const inputs = new Float64Array(rows * 4);
  const targets = new Float64Array(rows * 3);
  for (let i = 0; i < rows; i++) {
    const turn = random.uniform();
    inputs.set([Math.cos(2 * Math.PI * turn), Math.sin(2 * Math.PI * turn), random.normal(), random.normal()], i * 4);
    targets[i * 3 + Math.floor(3 * turn)] = 1;
  }
  return { rows, inputs, targets };
}

const SIZES = [4, 6, 5, 3];

test.each(["1 1 1", "4 3 2", "5 7 3", "11 2 9"])("products of %s", (sizes) => {
  const [m, k, n] = sizes.split(" ").map(Number);
  const [a, b] = [normals(m * k, "a"), normals(k * n, "b")];
  const expected = Matrix.from1DArray(m, k, Array.from(a)).mmul(Matrix.from1DArray(k, n, Array.from(b)));
  expect(largestGap(product(a, b, m, k, n), expected.to1DArray())).toBeLessThan(1e-13);
  expect([...transposed(transposed(a, m, k), k, m)]).toEqual([...a]);
});

describe("gradients", () => {
  test("not stopped, they are those of automatic differentiation of the summed losses", () => {
    const batch = thirds(9, 1);
    const dual = dualNetwork(SIZES, Random.of(2, "autodiff"));
    const matrix = (values: ArrayLike<number>, rows: number) =>
      np.array(Float32Array.from(values)).reshape([rows, values.length / rows]);
    const layers = SIZES.length - 1;
    const weights = [dual.forward, dual.feedback].flatMap((network) =>
      Array.from({ length: layers }, (_, l) => matrix(layerWeights(network, l), network.sizes[l])),
    );
    const summed = (w: np.Array[]) => {
      const run = (x: np.Array, first: number) => {
        const outputs = [x];
        for (let l = 0; l < layers; l++) {
          const z = np.dot(outputs[l].ref, w[first + l].ref);
          outputs.push(l < layers - 1 ? nn.elu(z) : z);
        }
        return outputs;
      };
      const a = run(matrix(batch.inputs, batch.rows), 0);
      const b = run(np.eye(3), layers);
      const targets = () => matrix(batch.targets, batch.rows);
      const right = nn.logSoftmax(a[layers].ref).mul(targets());
      let loss = right.sum().mul(-1 / batch.rows);
      for (let l = 0; l < layers; l++) {
        const error = np.dot(a[l].ref, np.transpose(b[layers - l].ref)).sub(targets());
        const squares = np.square(error).mean();
        loss = loss.add(squares.mul((256 * 0.5) / SIZES[l]));
      }
      return loss;
    };
    const expected = grad(summed)(weights).flatMap((g: np.Array) => [...g.dataSync()]);
    const { forward, feedback } = localGradients(dual, batch, { stop: false });
    const own = [...forward, ...feedback];
    expect(own.length).toBe(expected.length);
    const size = Math.max(...expected.map(Math.abs));
    expect(largestGap(own, expected) / size).toBeLessThan(1e-5);
    // Stopped, they are others.
    expect(largestGap(localGradients(dual, batch).forward, forward) / size).toBeGreaterThan(1e-2);
  });

  test("with fixed matrices for carriers, only the layers below the top differ from back-propagation", () => {
    const batch = thirds(8, 2);
    const network = denseNetwork(SIZES, Random.of(1, "network"));
    const pass = forwardPass(network, batch.inputs, batch.rows);
    const given = [undefined, undefined, undefined, crossEntropy(pass.outputs[3], batch.targets, 3).gradient];
    const exact = layerGradients(network, pass, given, "weights");
    const weights = Array.from({ length: 3 }, (_, l) => layerWeights(network, l));
    expect([...layerGradients(network, pass, given, weights)]).toEqual([...exact]);
    const other = layerGradients(network, pass, given, [weights[0], weights[1], normals(15, "fixed")]);
    const top = layerOffset(SIZES, 2);
    expect([...other.subarray(top)]).toEqual([...exact.subarray(top)]);
    expect(largestGap(other.subarray(0, top), exact.subarray(0, top))).toBeGreaterThan(1e-3);
  });

  test("units of a normalised network have mean 0 and variance 1 before their activation", () => {
    const network = denseNetwork([4, 3, 2], Random.of(1, "network"), { normalise: true });
    const values = forwardPass(network, normals(80, "x"), 20).normalised[1]?.values ?? new Float64Array(0);
    for (let j = 0; j < 3; j++) {
      const column = Array.from({ length: 20 }, (_, i) => values[i * 3 + j]);
      expect(column.reduce((sum, x) => sum + x, 0) / 20).toBeCloseTo(0, 12);
      expect(column.reduce((sum, x) => sum + x * x, 0) / 20).toBeCloseTo(1, 3);
    }
  });
});

describe("losses", () => {
  test("class products by hand", () => {
    // One sample a = (1, 2), classes (1, 0) and (0, 1): products 1 and 2 against 1 and 0, s = 256·0.5/2 = 64.
    const { value, a, b } = productLoss(Float64Array.of(1, 2), Float64Array.of(1, 0, 0, 1), 2, { target: [1, 0] });
    expect(value).toBe((64 * 4) / 2);
    expect([...a]).toEqual([0, 128]);
    expect([...b]).toEqual([0, 0, 128, 256]);
  });

  test("cross-entropy by hand", () => {
    const { value, gradient } = crossEntropy(Float64Array.of(Math.log(3), 0), Float64Array.of(0, 1), 2);
    expect(value).toBeCloseTo(Math.log(4), 14);
    expect(largestGap(gradient, [0.75, -0.75])).toBeLessThan(1e-15);
  });

  test("identity over the batch, by classes and by samples", () => {
    const [m, n, width] = [10, 3, 4];
    const { targets } = thirds(m, 3);
    const [a, classes] = [normals(m * width, "a"), normals(n * width, "classes")];
    const samples = product(targets, classes, m, n, width);
    const identity = Float64Array.from({ length: m * m }, (_, k) => (k % (m + 1) === 0 ? 1 : 0));
    const long = productLoss(a, samples, width, { target: identity });
    const short = productLoss(a, classes, width, batchIdentity(targets, m, n));
    expect(largestGap(short.a, long.a)).toBeLessThan(1e-12);
    // A class gathers the gradients of its samples.
    expect(largestGap(short.b, product(transposed(targets, m, n), long.b, n, m, width))).toBeLessThan(1e-12);
  });

  test("the normalised identity loss hears directions only, and is 0 for orthonormal pairs", () => {
    const [a, b] = [normals(12, "a"), normals(12, "b")];
    const twice = a.map((x) => 2 * x);
    expect(normalisedIdentityLoss(twice, b, 4).value).toBeCloseTo(normalisedIdentityLoss(a, b, 4).value, 12);
    const identity = Float64Array.of(3, 0, 0, 3);
    expect(normalisedIdentityLoss(identity, identity, 2).value).toBe(0);
  });
});

describe("learners", () => {
  const accuracy = (learner: ReturnType<typeof baseline>) => {
    const { inputs, targets, rows } = thirds(600, 99);
    const output = forwardPass(learner.network, inputs, rows).outputs[SIZES.length - 1];
    let right = 0;
    for (let row = 0; row < output.length; row += 3) {
      const of = output.subarray(row, row + 3);
      right += targets[row + of.indexOf(Math.max(...of))];
    }
    return right / rows;
  };
  const trained = (learner: ReturnType<typeof baseline>) => {
    for (let k = 0; k < 400; k++) learner.update(thirds(64, 1000 + k));
    return accuracy(learner);
  };

  test.each(["back-propagation", "feedback alignment"] as const)("%s learns", (credit) => {
    expect(trained(baseline({ sizes: SIZES, credit, rate: 0.3 }, Random.of(7, credit)))).toBeGreaterThan(0.9);
  });

  test("counter-current learning learns by class products", () => {
    const learner = counterCurrent({ sizes: SIZES, rate: 0.1 }, Random.of(7, "class products"));
    expect(accuracy(learner)).toBeLessThan(0.8);
    expect(trained(learner)).toBeGreaterThan(0.9);
  });

  test("the normalised identity brings levels together where no two samples share a class", () => {
    // Where they do, their feedback is the same and its products with them cannot be both 1 and 0.
    const learner = counterCurrent({ sizes: SIZES, comparison: "normalised identity", rate: 0.1 }, Random.of(7));
    const batch = { rows: 3, inputs: normals(12, "three"), targets: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) };
    const values = () => localGradients(learner, batch, { comparison: "normalised identity" }).values;
    const before = values();
    for (let k = 0; k < 500; k++) learner.update(batch);
    for (const [l, value] of values().entries()) expect(value).toBeLessThan(0.5 * before[l]);
  });

  test("what is said not to learn does not change, and what is said to learn does", () => {
    const batch = thirds(32, 4);
    const top = layerOffset(SIZES, 2);
    const frozen = baseline({ sizes: SIZES, credit: "frozen" }, Random.of(1));
    const before = frozen.network.weights.slice();
    frozen.update(batch);
    expect([...frozen.network.weights.subarray(0, top)]).toEqual([...before.subarray(0, top)]);
    expect([...frozen.network.weights.subarray(top)]).not.toEqual([...before.subarray(top)]);
    const still = counterCurrent({ sizes: SIZES, feedbackLearns: false }, Random.of(1));
    const feedback = still.feedback.weights.slice();
    still.update(batch);
    expect([...still.feedback.weights]).toEqual([...feedback]);
    expect([...still.forward.weights]).not.toEqual([...before]);
  });

  test("a rule begins with the forward weights of every other, and a step is as long as the clip allows", () => {
    const options = { sizes: SIZES, rate: 0.5, clip: 1e-3 };
    const others = ["back-propagation", "target projection"] as const;
    const rules = [
      counterCurrent(options, Random.of(8)),
      ...others.map((credit) => baseline({ ...options, credit }, Random.of(8))),
    ];
    const first = rules[0].network.weights.slice();
    for (const rule of rules) {
      expect([...rule.network.weights]).toEqual([...first]);
      rule.update(thirds(32, 5));
      const moved = rule.network.weights.reduce((sum, w, k) => sum + (w - first[k]) ** 2, 0);
      expect(Math.sqrt(moved)).toBeCloseTo(0.5e-3, 5);
    }
  });

  test("target projection: hidden layers do not hear the layers above", () => {
    const [one, other] = [1, 2].map(() => baseline({ sizes: SIZES, credit: "target projection" }, Random.of(9)));
    // Without a bound on the norm the gradients of layers stay apart.
    const free = { sizes: SIZES, credit: "target projection", clip: Number.POSITIVE_INFINITY } as const;
    const [a, b] = [baseline(free, Random.of(9)), baseline(free, Random.of(9))];
    layerWeights(b.network, 2).fill(3);
    for (const learner of [one, other, a, b]) learner.update(thirds(16, 6));
    const hidden = layerOffset(SIZES, 2);
    expect([...a.network.weights.subarray(0, hidden)]).toEqual([...b.network.weights.subarray(0, hidden)]);
    expect([...one.network.weights]).toEqual([...other.network.weights]);
  });
});
