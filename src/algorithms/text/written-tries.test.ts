// Tries at chosen starts: each start has its rows, in blocks of any size.

import { expect, test } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { charactersOf } from "../../core/text.ts";
import { textOf } from "../../environments/language/alphabet.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { startOf } from "../../environments/starts.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { channel } from "../../rewards/index.ts";
import { writtenTries } from "./written-tries.ts";

const make = () => sortWorld.make({ digits: 2 });
const base = trainingContext(make, "tries");
const ended = { ...base, makeObjective: () => channel("finished")(base.spec) };
const model = transformer({
  vocabulary: charactersOf(base.spec).length,
  context: base.spec.observationSize,
  width: 8,
  layers: 1,
  heads: 1,
});
const parameters = new Parameters(model.shapes);
model.initialise(parameters, Random.of(1, "weights"));
const ANSWERS = 40;

/** The question that a start asks. */
function questionOf(start: number): string {
  const world = make();
  world.reset(startOf(start), new Float64Array(world.spec.channels.length));
  return world.texts?.text() ?? "";
}

test.each([1, 2, 5, 100])(
  "in blocks of %i: each start is asked in its place, and what the objective counts is right",
  (block) => {
    const starts = [7, 3, 11, 3, 20];
    const questions: string[] = [];
    const right: number[] = [];
    const matrix = writtenTries(
      ended,
      model,
      parameters,
      {
        starts,
        answers: ANSWERS,
        block,
        watch({ tokens, context, group }, of) {
          for (let row = 0; row < of.length * group; row++) {
            const end = tokens.indexOf(0, row * context);
            const text = textOf(tokens, row * context, Math.min(end, (row + 1) * context));
            if (row % group === 0) questions.push(text.slice(0, text.indexOf("=") + 1));
            right.push(text.endsWith("$") ? 1 : 0);
          }
        },
      },
      Random.of(2, "tries"),
    );
    expect(questions).toEqual(starts.map(questionOf));
    expect(matrix.map((row) => row.length)).toEqual(starts.map(() => ANSWERS));
    expect(matrix.flatMap((row) => [...row])).toEqual(right);
    // An untrained model ends some of its answers and not others.
    expect(new Set(right).size).toBe(2);
  },
);
