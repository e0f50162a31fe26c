// Emphasis of flow matching: what weighs nothing more leaves the plain loss, what weighs as much again doubles its gradient, and of one part
// alone its own share.

import { expect, test } from "vitest";
import { tensorPrints, trainingContext } from "../../../test/fixtures/training.ts";
import type { Emphasis } from "../../core/environment.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { flowMatching } from "./flow-matching.ts";

/** Trains on pictures of three colours, of which some matter more; the norm of the first gradient, and what is left. */
function trained(options: object, emphasis?: Emphasis) {
  const make = () => {
    const world = sprites.make({});
    return emphasis === undefined ? world : { ...world, spec: { ...world.spec, emphasis } };
  };
  const training = flowMatching
    .make({ width: 8, blocks: 1, gradientSteps: 1, demonstrations: 20, batch: 4, ...options })
    .train(trainingContext(make, "emphasis"));
  const norm = training.update()?.measures.gradientNorm ?? Number.NaN;
  const left = tensorPrints(training.checkpoint() ?? { tensors: [] });
  training.close();
  return { norm, left };
}

const fixed = (...weights: number[]): Emphasis => ({ parts: weights.length, write: (_, into) => into.set(weights) });

test("without more weight anywhere the loss is the plain mean of squares, to the last bit", () => {
  expect(trained({ emphasis: 1 }, fixed(0, 0, 0))).toEqual(trained({}));
});

test("a weight of 1 + λ·M multiplies a part's errors: all alike scale the gradient, and one part adds its own", () => {
  const { norm } = trained({});
  expect(trained({ emphasis: 1 }, fixed(1, 1, 1)).norm / norm).toBeCloseTo(2, 5);
  expect(trained({ emphasis: 0.5 }, fixed(1, 1, 1)).norm / norm).toBeCloseTo(1.5, 5);
  const some = trained({ emphasis: 1 }, fixed(1, 0, 0)).norm / norm;
  expect(some).toBeGreaterThan(1);
  expect(some).toBeLessThan(2);
});

test("emphasis is refused where a world has none, or of other parts than the network's tokens", () => {
  const plan = (options: object) => flowMatching.make({ emphasis: 1, ...options });
  const { spec } = sprites.make({});
  expect(() => plan({}).check(spec)).toThrow("this world does not say which parts of an action matter more");
  expect(() => plan({ tokens: 1 }).check({ ...spec, emphasis: fixed(1, 1, 1) })).toThrow(
    "emphasis is of 3 parts, and the network has 1 tokens",
  );
});
