// Recorded programs against jax-js itself, bit for bit.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { jit, nn, np, valueAndGrad } from "../jax.ts";
import { mlp } from "../models/mlp.ts";
import { Parameters, type Weights } from "../parameters.ts";
import { program } from "./program.ts";

test("a network's loss, measures and gradient equal those of jax-js, for any inputs", () => {
  const net = mlp({ name: "net", inputs: 3, hidden: [16, 16], outputs: 4 });
  const parameters = new Parameters(net.shapes);
  net.initialise(parameters, 0, Random.of(1));
  const n = net.shapes.length;
  const loss = valueAndGrad(
    (weights: Weights, x: np.Array, wanted: np.Array, scale: np.Array): [np.Array, np.Array] => {
      const logs = nn.logSoftmax(net.apply(weights, x), -1);
      const each = np.sum(logs.mul(wanted), 1).mul(scale);
      return [np.mean(each.ref).mul(-1), np.mean(each.greater(0.1).astype(np.float32))];
    },
    { hasAux: true },
  );
  const flat = (...inputs: np.Array[]): np.Array[] => {
    const [[total, share], gradients] = loss(inputs.slice(0, n), inputs[n], inputs[n + 1], inputs[n + 2]);
    return [total, share, ...gradients];
  };
  const shapes = [...net.shapes.map(({ shape }) => shape), [8, 3], [8, 4], [1]];
  const quick = program(flat, shapes);
  expect(quick.recorded).toBe(true);
  const slow = jit(flat);
  const random = Random.of(2);
  for (let round = 0; round < 3; round++) {
    const inputs = shapes.map((shape) =>
      Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => random.normal()),
    );
    for (const [k, x] of inputs.entries()) quick.inputs[k].set(x);
    const expected = slow(...inputs.map((x, k) => np.array(x, { shape: [...shapes[k]] })));
    const given = quick.run();
    expect(given.length).toBe(expected.length);
    for (const [k, output] of expected.entries()) expect(given[k]).toEqual(new Float32Array(output.dataSync()));
  }
  slow.dispose();
  quick.close();
});

test("outputs that differ only for large numbers", () => {
  const limited = program((x) => [x.ref.mul(2), np.clip(x.ref.mul(2), -3, 3), np.minimum(x.mul(2), 5)], [[3]]);
  expect(limited.recorded).toBe(true);
  limited.inputs[0].set([1, 2, 4]);
  expect(limited.run().map((x) => [...x])).toEqual(matrix("2 4 8 | 2 3 3 | 2 4 5"));
  limited.close();
});

test("a constant of several megabytes is recorded completely", () => {
  // jax-js builds one-hot rows from a matrix with ones on its diagonal, which it creates once.
  const size = 1100;
  const hot = program(
    (x) => [np.sum(nn.oneHot(x.astype(np.int32), size).mul(np.arange(size).astype(np.float32)), 1)],
    [[3]],
  );
  expect(hot.recorded).toBe(true);
  hot.inputs[0].set([1, 700, 1099]);
  expect([...hot.run()[0]]).toEqual([1, 700, 1099]);
  hot.close();
});

test("arrays that exceed the memory are a user error", () => {
  const large = () => program((x) => [np.sum(np.zeros([60_000, 40_000]).add(x))], [[1]]);
  expect(large).toThrow(/takes more memory than there is/);
});

test("integers are not mistaken for constants", () => {
  const whole = program((x) => [x.astype(np.int32)], [[3]]);
  whole.inputs[0].set([1, 700, 1099]);
  expect([...whole.run()[0]]).toEqual([1, 700, 1099]);
  whole.close();
});

test("inputs are initially 0, recorded or not", () => {
  for (const f of [(x: np.Array) => [x.add(1)], (x: np.Array) => [np.sort(x.add(1))]]) {
    const made = program(f, [[2]]);
    expect([...made.run()[0]]).toEqual([1, 1]);
    made.close();
  }
});

test("inputs keep their values between runs, and outputs are overwritten", () => {
  const sum = program((x, y) => [np.sum(x.mul(y))], [[3], [3]]);
  sum.inputs[0].set([1, 2, 3]);
  sum.inputs[1].set([1, 1, 1]);
  const [total] = sum.run();
  expect(total).toEqual(Float32Array.of(6));
  sum.inputs[1].set([0, 0, 2]);
  sum.run();
  expect(total).toEqual(Float32Array.of(6));
  sum.inputs[1].set([0, 0, 3]);
  sum.run();
  expect(total).toEqual(Float32Array.of(9));
});

test.each([
  ["recorded", true, (x: np.Array, y: np.Array) => [x.ref.mul(y), x.add(1)]],
  ["not recorded", false, (x: np.Array, y: np.Array) => [np.sort(x.ref.mul(y)), x.add(1)]],
])("several data sets with shared inputs, %s", (_, recorded, f) => {
  const sets = program(f, [[2], [2]], undefined, { count: 3, own: 1 });
  expect(sets.recorded).toBe(recorded);
  expect(sets.inputs.length).toBe(4);
  for (const [k, input] of sets.inputs.entries()) input.set([k, k + 1]);
  expect(sets.run().map((x) => [...x])).toEqual(matrix("0 4 | 1 2 | 3 8 | 2 3 | 6 12 | 3 4"));
  sets.close();
});

test("functions without kernels run through jax-js", () => {
  const sorted = program((x) => [np.sort(x)], [[4]]);
  expect(sorted.recorded).toBe(false);
  sorted.inputs[0].set([3, 1, 2, 0]);
  expect(sorted.run()[0]).toEqual(Float32Array.of(0, 1, 2, 3));
  sorted.close();
});

test("an output that is an input, and two equal outputs", () => {
  const odd = program((x) => [x.ref, x.ref.add(1), x.add(1)], [[2]]);
  odd.inputs[0].set([4, 5]);
  expect(odd.run().map((x) => [...x])).toEqual(matrix("4 5 | 5 6 | 5 6"));
  odd.close();
});

test("a function that throws leaves no trace", () => {
  const genuine = WebAssembly.Instance;
  expect(() => program((x) => [x.reshape([3])], [[2]])).toThrow();
  expect(WebAssembly.Instance).toBe(genuine);
});

test("a closed named program is reused as if it were new, by one user at a time", () => {
  let traced = 0;
  const sum = () =>
    program(
      (x, y) => {
        traced += 1;
        return [np.sum(x.mul(y))];
      },
      [[3], [3]],
      "kept for a test",
    );
  const first = sum();
  const materialise = traced;
  first.inputs[0].set([1, 2, 3]);
  first.inputs[1].set([4, 5, 6]);
  expect([...first.run()[0]]).toEqual([32]);
  first.close();
  first.close();
  const second = sum();
  expect(traced).toBe(materialise);
  expect([...second.run()[0]]).toEqual([0]);
  expect(() => first.run()).toThrow("closed");
  const third = sum();
  expect(traced).toBe(2 * materialise);
  third.inputs[0].fill(1);
  expect([...second.inputs[0]]).toEqual([0, 0, 0]);
  for (const one of [second, third]) one.close();
});

test("programs with one name and other shapes are different", () => {
  const double = (size: number) => program((x) => [x.mul(2)], [[size]], "doubled for a test");
  const two = double(2);
  two.close();
  const three = double(3);
  three.inputs[0].set([1, 2, 3]);
  expect([...three.run()[0]]).toEqual([2, 4, 6]);
  three.close();
});
