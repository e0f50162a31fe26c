// What a learner gives its method to see.

import { describe, expect, it } from "vitest";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { tableLanguageModel } from "../../../test/fixtures/table-language-model.ts";
import { CONTEXT, TINY, tinyTextWorld } from "../../../test/fixtures/tiny-text-world.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { Parameters } from "../../nn/parameters.ts";
import { type GroupLearnerOptions, groupLearner } from "./group-learner.ts";
import { groupMethod } from "./group-relative.ts";
import type { TextMethod } from "./text-method.ts";

const model = tableLanguageModel(TINY.length, CONTEXT);
const context = trainingContext(() => tinyTextWorld(), "watched");
const options = SMALL_GROUPS;
const plain = groupMethod(PLAIN_CREDIT, { rows: 8, group: 4, context: CONTEXT, longest: 2 });

describe("a learner", () => {
  it("lets its method and a further watcher see the same characters being chosen", () => {
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

  it("learns from the rows that a lesson names and no others, as if the others counted nothing", () => {
    const chosen = Int32Array.of(1, 2, 6, 7);
    const ones = (places: number) => new Float32Array(places).fill(1);
    const credit = () => {
      const places = 8 * CONTEXT;
      const shares = new Float32Array(places);
      for (const row of chosen) shares.fill(0.125, row * CONTEXT, (row + 1) * CONTEXT);
      return { tables: [Float32Array.from({ length: places }, (_, k) => (k % 5) - 2), ones(places)], shares };
    };
    const learnt = (method: TextMethod, steps: Partial<GroupLearnerOptions> = {}) => {
      const parameters = new Parameters(model.shapes);
      const learner = groupLearner(context, model, parameters, method, { ...options, ...steps });
      const { measures } = learner.update(Random.of(1, "update"));
      learner.close();
      return { flat: [...parameters.flat], measures };
    };
    const half: TextMethod = {
      ...plain,
      learns: 4,
      teach: ({ written }) => {
        const { tables, shares } = credit();
        for (let k = 0; k < shares.length; k++) shares[k] *= written[k];
        // What the rest is credited with is not even read.
        for (const row of [0, 3, 4, 5]) shares.fill(Number.NaN, row * CONTEXT, (row + 1) * CONTEXT);
        return { credit: [{ tables, shares }], rows: chosen };
      },
    };
    const whole: TextMethod = {
      ...plain,
      teach: ({ written }) => {
        const { tables, shares } = credit();
        for (let k = 0; k < shares.length; k++) shares[k] *= written[k];
        return { credit: [{ tables, shares }] };
      },
    };
    const [some, all] = [learnt(half), learnt(whole)];
    expect(some.flat.some((x) => x !== 0)).toBe(true);
    for (const [k, x] of some.flat.entries()) expect(x).toBeCloseTo(all.flat[k], 5);
    expect(some.measures.gradientNorm).toBeCloseTo(all.measures.gradientNorm, 5);
    expect(learnt(half, { minibatches: 2, epochs: 2 }).flat).not.toEqual(some.flat);
  });
});

describe("the halves of an update", () => {
  const fresh = () => new Parameters(model.shapes);

  it("are the update, and learn from pay that is given in between", () => {
    const [whole, halves, paid] = [fresh(), fresh(), fresh()];
    const learners = [whole, halves, paid].map((own) => groupLearner(context, model, own, plain, options));
    for (let k = 0; k < 5; k++) {
      const random = () => Random.of(k, "update");
      learners[0].update(random());
      learners[1].write(random());
      const { measures } = learners[1].learn(random());
      expect(measures.pay).toBeTypeOf("number");
      // Texts that begin with a are paid 1, and all others nothing.
      const texts = learners[2].write(random());
      texts.pay.fill(0);
      for (let row = 0; row < 8; row++) if (texts.tokens[row * CONTEXT + 1] === 2) texts.pay[row * CONTEXT + 1] = 1;
      const share = texts.pay.reduce((a, b) => a + b, 0) / 8;
      expect(learners[2].learn(random()).measures.pay).toBeCloseTo(share, 12);
    }
    for (const learner of learners) learner.close();
    expect([...halves.flat]).toEqual([...whole.flat]);
    expect([...paid.flat]).not.toEqual([...whole.flat]);
  });

  it("come in their order", () => {
    const learner = groupLearner(context, model, fresh(), plain, options);
    expect(() => learner.learn(Random.of(1))).toThrow("nothing was written");
    learner.close();
  });

  it("are written in worlds of one's own, row by row", () => {
    const worlds = (row: number) => tinyTextWorld(row < 4 ? "a" : "b");
    const learner = groupLearner(context, model, fresh(), plain, options, { worlds });
    const { tokens } = learner.write(Random.of(2));
    expect(Array.from({ length: 8 }, (_, row) => tokens[row * CONTEXT])).toEqual([2, 2, 2, 2, 3, 3, 3, 3]);
    learner.close();
  });
});
