// A normal action about a mean that stays in the box: the plain normal one about the hyperbolic tangent.

import { expect, test } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { pendulum } from "../../environments/control/pendulum.ts";
import { np } from "../../nn/jax.ts";
import { actionHead, encodeAction } from "./action-head.ts";

test("draws know their density, and the mode never leaves the box", () => {
  const { spec } = trainingContext(() => pendulum.make(), "head");
  const plain = actionHead(spec, { distribution: "gaussian", logDeviation: 0 });
  const held = actionHead(spec, { distribution: "tanh-gaussian", logDeviation: 0 });
  const spread = Float32Array.of(-1);
  const outputs = Float32Array.of(0.3, -4, 9);
  const drawn = new Float32Array(3);
  const densities = Array.from(outputs, (_, k) => held.sample(outputs, k, spread, Random.of(k), drawn, k));
  const again = new Float32Array(1);
  for (const [k, x] of outputs.entries()) {
    plain.sample(Float32Array.of(Math.tanh(x)), 0, spread, Random.of(k), again, 0);
    expect(drawn[k]).toBe(again[0]);
    held.mode(Float32Array.of(x), again);
    expect(again[0]).toBeCloseTo(Math.tanh(x), 6);
  }
  const judged = held.judge(
    np.array(outputs.slice()).reshape([3, 1]),
    np.array(spread),
    np.array(drawn).reshape([3, 1]),
  );
  judged.entropy.dispose();
  const logProbabilities = judged.logProbability.dataSync();
  for (const [k, density] of densities.entries()) expect(logProbabilities[k]).toBeCloseTo(density, 4);
});

test.each([
  ["a choice", () => cartPole.make().spec, "gaussian", [0.3, -0.8]],
  ["a normal number", () => pendulum.make().spec, "gaussian", [0.3]],
  ["a normal number about a middle in the box", () => pendulum.make().spec, "tanh-gaussian", [0.6]],
  ["a number that never leaves the box", () => pendulum.make().spec, "beta", [0.3, 1.2]],
] as const)("the chance of %s is what losses see of it", (_, specOf, distribution, given) => {
  const head = actionHead(specOf(), { distribution, logDeviation: 0 });
  const outputs = Float32Array.from(given);
  const spread = head.spread === undefined ? undefined : Float32Array.of(-1.5);
  const drawn = new Float32Array(1);
  for (let k = 0; k < 5; k++) {
    head.sample(outputs, 0, spread, Random.of(k), drawn, 0);
    const judged = head.judge(
      np.array(outputs.slice()).reshape([1, outputs.length]),
      spread && np.array(spread.slice()),
      np.array(drawn.slice()).reshape([1, 1]),
    );
    const chance = head.chance(outputs, spread, drawn);
    expect(chance.logProbability).toBeCloseTo(judged.logProbability.dataSync()[0], 4);
    expect(chance.entropy).toBeCloseTo(judged.entropy.dataSync()[0], 4);
  }
});

test("numbers within the box and those that were cut off at its ends are all there are", () => {
  const { spec } = pendulum.make();
  const head = actionHead(spec, { distribution: "gaussian", logDeviation: 0 });
  const encoded = new Float32Array(1);
  const [low] = spec.actionLow;
  const [high] = spec.actionHigh;
  const at = (action: number) =>
    Math.exp(
      head.chance(Float32Array.of(0.4), Float32Array.of(0), encodeAction(spec, 0, [action], encoded)).logProbability,
    );
  let total = at(low) + at(high);
  const parts = 2000;
  for (let k = 0; k < parts; k++) total += (2 / parts) * at(low + ((high - low) * (k + 0.5)) / parts);
  expect(total).toBeCloseTo(1, 5);
});
