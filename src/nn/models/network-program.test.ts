// Compiled network functions under changing parameters, some of them shared.

import { expect, test } from "vitest";
import { np } from "../jax.ts";
import { lossGradient } from "../loss-gradient.ts";
import { Parameters } from "../parameters.ts";
import { batchProgram, networkProgram } from "./network-program.ts";

const line = () =>
  new Parameters(
    [
      { name: "slope", shape: [2] },
      { name: "height", shape: [1] },
    ],
    Float32Array.of(2, 3, 10),
  );

test("uses the current parameters and the last data", () => {
  const parameters = line();
  const sum = networkProgram([parameters], ([[slope, height]], [x]) => [np.sum(slope.mul(x)).add(height)], [[2]]);
  expect([...sum.run([1, 1])[0]]).toEqual([15]);
  parameters.flat[2] = 20;
  expect([...sum.run()[0]]).toEqual([25]);
  sum.close();
});

test("a part shares memory with the whole, a clone does not", () => {
  const parameters = line();
  const height = parameters.part(1, 2);
  const copy = height.clone();
  parameters.flat[2] = 11;
  expect([...height.flat]).toEqual([11]);
  expect([...copy.flat]).toEqual([10]);
  expect(height.shapes.map(({ name }) => name)).toEqual(["height"]);
});

test("batches of every size", () => {
  const parameters = line();
  const dots = batchProgram(
    [parameters.part(0, 1)],
    ([[slope]], [x]) => [np.sum(x.mul(slope), 1)],
    (rows) => [[rows, 2]],
  );
  expect([...dots.of(1).run([1, 1])[0]]).toEqual([5]);
  expect([...dots.of(3).run([1, 0, 0, 1, 1, 2])[0]]).toEqual([2, 3, 8]);
  dots.close();
});

test("a loss differentiates its own parameters and returns the errors; frozen networks have no gradient", () => {
  const [own, held] = [line(), line()];
  held.flat.set([1, 1, 1]);
  const loss = lossGradient(
    own,
    ([slope, height], [x], [[heldSlope, heldHeight]]) => {
      const errors = slope.sub(heldSlope).mul(x);
      const measures = { apart: np.sum(height.ref.sub(heldHeight)) };
      return { loss: np.sum(np.square(errors.ref)).mul(0.5).add(np.sum(height)), measures, each: errors };
    },
    [[2]],
    [held],
  );
  expect(loss.run([1, 2])).toEqual({ loss: 0.5 * (1 + 16) + 10, apart: 9 });
  expect([...loss.each()]).toEqual([1, 4]);
  expect([...loss.gradient]).toEqual([1, 8, 1]);
  held.flat[0] = 2;
  expect(loss.run().loss).toBe(18);
  loss.close();
});
