// Couplings of what the meter measures: by hand, and beside a training that they leave as it is.

import { expect, test } from "vitest";
import { grpo, SMALL_TRAINING } from "../../../test/fixtures/grpo.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { paidBy } from "../../../test/fixtures/writers.ts";
import { chainWorld } from "../../environments/language/chain.ts";
import { couplings, type MeasuredAnswer } from "./effective-rank.ts";

const answer = (given: Partial<MeasuredAnswer>): MeasuredAnswer => ({
  ...{ rank: 1, velocity: 1, acceleration: 1, points: 3, length: 6, entropy: 1, confidence: 0.5 },
  ...given,
});

test("couplings take length out, and leave out answers without a curve", () => {
  // Within a length rank and velocity are apart, entropy and confidence opposite; velocity and rank grow with length.
  const corners = matrix("-1 -1 | -1 1 | 1 -1 | 1 1").flatMap(([a, b]) =>
    [6, 12].map((length) =>
      answer({ rank: length + a, velocity: length + b, acceleration: a, length, entropy: a, confidence: -a }),
    ),
  );
  const { stateCoupling, tokenCoupling, decoupling, steadiness } = couplings([
    ...corners,
    answer({ points: 1, velocity: 100 }),
  ]);
  expect(stateCoupling).toBeCloseTo(0, 12);
  expect(tokenCoupling).toBeCloseTo(-1, 12);
  expect(decoupling).toBeCloseTo(1, 12);
  // 3/√(3² + 1) of velocity and length, 0 of acceleration and length.
  expect(steadiness).toBeCloseTo(3 / Math.sqrt(10), 12);
});

test("answers that are all alike have no couplings", () => {
  expect(couplings([answer({}), answer({}), answer({})])).toEqual({});
  expect(couplings([])).toEqual({});
});

test("a training reports them, with entropy and confidence opposed", () => {
  const context = paidBy(
    trainingContext(() => chainWorld.make({ maps: 12, fewest: 6 }), "couplings"),
    "characters",
  );
  const options = { ...SMALL_TRAINING, updates: 1, questions: 8, with: [{ use: "effective-rank", couplings: true }] };
  const { measures } = wholeTraining(grpo.make(options).train(context)).reports.at(-1) ?? {};
  expect(measures?.tokenCoupling).toBeLessThan(-0.5);
  expect(Math.abs(Number(measures?.stateCoupling))).toBeLessThanOrEqual(1);
  expect(measures?.decoupling).toBeCloseTo(
    -Number(measures?.tokenCoupling) - Math.abs(Number(measures?.stateCoupling)),
    12,
  );
});
