// What a learner gives its method to see.

import { describe, expect, it } from "vitest";
import { CONTEXT, TINY, tinyTextWorld } from "../../../test/fixtures/tiny-text-world.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { Parameters } from "../../nn/parameters.ts";
import { tableLanguageModel } from "../../nn/table-language-model.ts";
import { type GroupLearnerOptions, groupLearner } from "./group-learner.ts";
import { groupMethod, type TextMethod } from "./text-method.ts";

const model = tableLanguageModel(TINY.length, CONTEXT);
const context = trainingContext(() => tinyTextWorld(), "watched");
const options = {
  questions: 2,
  answers: 4,
  rate: 1e-2,
  rise: 1,
  epochs: 1,
  minibatches: 1,
  temperature: 1,
  tries: 1,
  divergence: 0,
  entropy: 0,
} satisfies GroupLearnerOptions;
const plain = groupMethod(
  { clip: [0.2, 0.28], baseline: "group", scale: "group", average: "characters" },
  { rows: 8, group: 4, context: CONTEXT, longest: 2 },
);

describe("a learner", () => {
  it("lets its method and whoever else asks see the same characters being chosen", () => {
    const seen: [row: number, place: number][][] = [[], []];
    const method: TextMethod = { ...plain, watch: ({ row, place }) => seen[0].push([row, place]) };
    const learner = groupLearner(context, model, new Parameters(model.shapes), method, options, {
      watch: ({ row, place }) => seen[1].push([row, place]),
    });
    const { rollouts } = learner.update(Random.of(1, "update"));
    learner.close();
    expect(seen[0]).toHaveLength(rollouts.written.reduce((a, b) => a + b, 0));
    for (const [row, place] of seen[0]) expect(rollouts.written[row * CONTEXT + place]).toBe(1);
    expect(seen[1]).toEqual(seen[0]);
  });

  it("refuses a method that watches where rows are put together from several batches", () => {
    const method: TextMethod = { ...plain, watch() {} };
    const parameters = new Parameters(model.shapes);
    expect(() => groupLearner(context, model, parameters, method, { ...options, tries: 2 })).toThrow("watches");
  });
});
