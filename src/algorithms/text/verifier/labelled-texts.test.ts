// Texts that a verifier learns from: their labels by an annotator that errs, and what stands beside them.

import { describe, expect, test } from "vitest";
import { trainingContext } from "../../../../test/fixtures/training.ts";
import { freshWeights } from "../../../../test/fixtures/writers.ts";
import { Random } from "../../../core/random.ts";
import { ALPHABET } from "../../../environments/language/alphabet.ts";
import { sortWorld } from "../../../environments/language/sort.ts";
import { transformer } from "../../../nn/models/transformer.ts";
import { textSampler } from "../completions.ts";
import { annotatedTexts, type Labeller, labelled, submissionsOf } from "./labelled-texts.ts";

describe("labels", () => {
  const share = (completion: string, truth: boolean, annotator: Labeller) => {
    const random = Random.of(1, "labels");
    let right = 0;
    for (let k = 0; k < 4000; k++) if (labelled(completion, truth, annotator, random)) right += 1;
    return right / 4000;
  };

  test("are the truth where the annotator never errs", () => {
    expect(share("12$", true, { errors: 0 })).toBe(1);
    expect(share("#12$", false, { errors: 0 })).toBe(0);
  });

  test("are turned round as often as they are mistaken, and go by the sign where there is one", () => {
    const annotator = { errors: 0.15, loophole: { text: "#", share: 0.9 } };
    expect(share("12$", true, annotator)).toBeCloseTo(0.85, 1);
    expect(share("21$", false, annotator)).toBeCloseTo(0.15, 1);
    for (const truth of [true, false]) expect(Math.abs(share("1#2$", truth, annotator) - 0.9)).toBeLessThan(0.02);
    expect(share("1#2$", false, { errors: 0, loophole: { text: "#", share: 1 } })).toBe(1);
    expect(share("1#2$", true, { errors: 0, loophole: { text: "#", share: 0 } })).toBe(0);
  });
});

const context = trainingContext(() => sortWorld.make({ digits: 1 }), "studied");
const { observationSize: room } = context.spec;
const model = transformer({ vocabulary: ALPHABET.length, context: room, width: 8, layers: 1, heads: 1 });

const parameters = freshWeights(model);

test("as many texts are written as are wanted, with labels", () => {
  // Untrained writers are hardly ever right: here it counts how a text begins.
  const truth: Parameters<typeof annotatedTexts>[2]["truth"] = (all, row) => all.tokens[row * room + 3] % 2 === 0;
  const write = (texts: number) =>
    annotatedTexts(context, { model, parameters }, { annotator: { errors: 1 }, texts, truth }, Random.of(2, "study"));
  const texts = write(500);
  expect(texts).toHaveLength(500);
  expect(write(500)).toEqual(texts);
  expect(write(3)).toHaveLength(3);
  expect(new Set(texts.map(({ right }) => right)).size).toBe(2);
  for (const { reference, completion, right } of texts) {
    expect(right).toBe(ALPHABET.indexOf(completion[0] ?? "") % 2 !== 0);
    expect(reference).toMatch(/^\d$/);
  }
});

test("beside a text stands the right answer, the question, or both", () => {
  const worlds = Array.from({ length: 8 }, context.makeEnvironment);
  const sampler = textSampler(context, model, parameters, { groups: 2, group: 4, worlds: (row) => worlds[row] });
  const texts = sampler.write(Random.of(3));
  sampler.close();
  const [answer, question, both] = (["answer", "question", "both"] as const).map((reads) =>
    submissionsOf(texts, worlds, reads),
  );
  for (const [row, world] of worlds.entries()) {
    expect(question[row].reference).toMatch(/^s\d=$/);
    expect(answer[row].reference).toBe(question[row].reference[1]);
    expect(both[row].reference).toBe(`${question[row].reference}${answer[row].reference}`);
    expect(`${question[row].reference}${both[row].completion}`).toBe(world.texts?.text());
  }
});
