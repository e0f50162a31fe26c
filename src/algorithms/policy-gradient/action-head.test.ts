// A normal action about a mean that stays in the box: the plain normal one about the hyperbolic tangent.

import { expect, test } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { pendulum } from "../../environments/control/pendulum.ts";
import { np } from "../../nn/jax.ts";
import { actionHead } from "./action-head.ts";

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
  const told = judged.logProbability.dataSync();
  for (const [k, density] of densities.entries()) expect(told[k]).toBeCloseTo(density, 4);
});
