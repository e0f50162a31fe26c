// The meters of the bed, and labels that are turned round.

import { beforeAll, describe, expect, test } from "vitest";
import { textSampler } from "../../algorithms/text/completions.ts";
import { Random } from "../../core/random.ts";
import { withFlippedLabels } from "../../systems/negative-aware/arms.ts";
import { type Bed, standing, textContext, type Writer, warmWriter } from "./text.ts";

const BED: Bed = { world: { id: "language/sort", digits: 1 }, width: 16, steps: 120 };
let writer: Writer;

beforeAll(() => {
  writer = warmWriter(BED, 1);
});

describe("standing", () => {
  test("of a model that knows nothing: nothing right, and the entropy of even chances", () => {
    const { passAt1, passAtK, greedy, entropy } = standing(BED, warmWriter({ ...BED, steps: 0 }, 1), { answers: 4 });
    expect([passAt1, passAtK, greedy].every((share) => share < 0.05)).toBe(true);
    expect(entropy).toBeGreaterThan(Math.log(64) - 0.1);
    expect(entropy).toBeLessThanOrEqual(Math.log(64) + 1e-6);
  });

  test("of a warm one: some right, more so among several, and the same at every asking", () => {
    const some = standing(BED, writer, { questions: 80, answers: 8, k: 4 });
    const all = standing(BED, writer, { questions: 80, answers: 8 });
    expect(some.passAt1).toBeGreaterThan(0.05);
    expect(some.passAtK).toBeGreaterThan(some.passAt1);
    expect(all.passAtK).toBeGreaterThanOrEqual(some.passAtK);
    expect(all).toEqual({ ...some, passAtK: all.passAtK });
    expect(standing(BED, writer, { questions: 80, answers: 8 })).toEqual(all);
  });

  test("asks whole blocks", () => {
    expect(() => standing(BED, writer, { questions: 50 })).toThrow("whole blocks of 40");
  });
});

test.each([
  [0, (pay: number, right: number) => pay === right],
  [1, (pay: number, right: number) => pay === 1 - right],
])("labels turned round with probability %i", (chance, agree) => {
  const context = withFlippedLabels(textContext(BED, { channel: "correct" }, 1), chance, 1);
  const sampler = textSampler(context, writer.model, writer.parameters, { groups: 10, group: 8 });
  const { rows, pay, objective, context: room } = sampler.write(Random.of(1, "flipped"));
  sampler.close();
  const right = [...objective];
  expect(new Set(right)).toEqual(new Set([0, 1]));
  for (let row = 0; row < rows; row++) {
    const paid = pay.subarray(row * room, (row + 1) * room).reduce((a, b) => a + b, 0);
    expect(agree(paid, right[row])).toBe(true);
  }
});

test("labels turned round with probability ½ agree with half of the truth", () => {
  const context = withFlippedLabels(textContext(BED, { channel: "correct" }, 1), 0.5, 1);
  const sampler = textSampler(context, writer.model, writer.parameters, { groups: 64, group: 16 });
  const { rows, pay, objective, context: room } = sampler.write(Random.of(1, "flipped"));
  sampler.close();
  let agree = 0;
  for (let row = 0; row < rows; row++) {
    const paid = pay.subarray(row * room, (row + 1) * room).reduce((a, b) => a + b, 0);
    if (paid === objective[row]) agree += 1;
  }
  // Five deviations of a fair coin thrown 1024 times.
  expect(Math.abs(agree / rows - 0.5)).toBeLessThan((5 * 0.5) / Math.sqrt(rows));
});
