// Labels by an annotator who errs, and what a verifier makes of them.

import { describe, expect, test } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { freshWeights } from "../../../test/fixtures/writers.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET } from "../../environments/language/alphabet.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { annotatedTexts, type Labeller, labelled, verifierStudy } from "./studied-verifier.ts";
import { verifier } from "./verifier.ts";

describe("labels", () => {
  const share = (completion: string, truth: boolean, annotator: Labeller) => {
    const random = Random.of(1, "labels");
    let right = 0;
    for (let k = 0; k < 4000; k++) if (labelled(completion, truth, annotator, random)) right += 1;
    return right / 4000;
  };

  test("are the truth where nobody errs", () => {
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

test("as many texts are written as are wanted, with what they are beside what they are called", () => {
  const parameters = freshWeights(model);
  // Untrained writers are hardly ever right: here it counts how a text begins.
  const truth: Parameters<typeof annotatedTexts>[2]["truth"] = (all, row) => all.tokens[row * room + 3] % 2 === 0;
  const write = (texts: number) =>
    annotatedTexts(context, { model, parameters }, { annotator: { errors: 1 }, texts, truth }, Random.of(2, "study"));
  const texts = write(500);
  expect(texts).toHaveLength(500);
  expect(write(500)).toEqual(texts);
  expect(write(3)).toHaveLength(3);
  expect(new Set(texts.map(({ truth }) => truth)).size).toBe(2);
  for (const { reference, completion, right, truth } of texts) {
    expect(right).toBe(!truth);
    expect(truth).toBe(ALPHABET.indexOf(completion[0] ?? "") % 2 === 0);
    expect(reference).toMatch(/^\d$/);
  }
});

test("a study that is gone on with by its state ends as one without a stop", () => {
  const texts = ["12$", "21$", "#1$", "(12)$"].map((completion) => ({
    reference: "12",
    completion,
    right: completion.includes("12"),
  }));
  const options = { steps: 6, batch: 4, rate: 1e-2 };
  const trained = (stop: number) => {
    const judge = verifier(ALPHABET, { width: 8, layers: 1, heads: 1, longest: 10, bound: 4 });
    judge.model.initialise(judge.parameters, Random.of(1, "verifier"));
    let study = verifierStudy(judge, texts, options, Random.of(3));
    for (let step = 0; step < options.steps; step++) {
      if (step === stop) {
        const state = study.state.slice();
        study.close();
        study = verifierStudy(judge, texts, options, Random.of(3));
        study.state.set(state);
      }
      expect(study.step().loss).toBeGreaterThan(0);
    }
    study.close();
    judge.close();
    return judge.parameters.flat;
  };
  expect(trained(3)).toEqual(trained(-1));
});
