// A second question: what each row is asked, what a right answer is paid, where the pay stands, and that nothing else changes.

import { describe, expect, it } from "vitest";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { freshWeights } from "../../../test/fixtures/writers.ts";
import { type Completions, emptyRollouts } from "../../algorithms/text/completions.ts";
import { groupLearner } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { demonstrations } from "../../algorithms/text/oracle-texts.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET, numberOf, textOf } from "../../environments/language/alphabet.ts";
import { tapeWorld } from "../../environments/language/tape.ts";
import { transformer } from "../../nn/models/transformer.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { exerciseFrom, type SecondQueryOptions, secondQuery } from "./callback.ts";

const ROWS = 8;
const make = () => tapeWorld.make({ scenes: 4, frames: 4, cells: 8, event: 2 });
const context = trainingContext(make, "asked twice");
const { observationSize: room } = context.spec;
const model = transformer({ vocabulary: ALPHABET.length, context: room, width: 8, layers: 1, heads: 1 });
const C = context.spec.channels.length;

/** A model that writes `wanted` after any question: nothing of what it reads counts, and a place says what comes next. */
function stubborn(wanted: string, from: number): Parameters {
  const own = freshWeights(model);
  for (const [k, { name }] of own.shapes.entries()) {
    const view = own.view(k);
    if (name === "gain") view.fill(1);
    else view.fill(0);
    if (name === "places") for (const [j] of [...wanted].entries()) view[(from - 1 + j) * 8 + j] = 1;
    if (name === "head") for (const [j, c] of [...wanted].entries()) view[j * ALPHABET.length + numberOf(c)] = 30;
  }
  return own;
}

const worldsOf = () => Array.from({ length: ROWS }, make);

/** Episodes that an expert plays in the worlds, as if a model had written them. */
function expertsIn(worlds: readonly NumericEnvironment[]) {
  const texts = emptyRollouts(ROWS, 4, room, C);
  for (let row = 0; row < ROWS; row++) {
    const own = worlds[row];
    const draw = demonstrations({ spec: own.spec, makeEnvironment: () => own }, "expert", 1);
    const { tokens, written } = draw(Random.of(row));
    texts.tokens.set(tokens, row * room);
    texts.written.set(written, row * room);
    texts.lengths[row] = textOf(tokens, 0, room).length;
    let turn = 0;
    for (let k = 1; k < room; k++) {
      if (written[k] === 1 && written[k - 1] === 0 && written.subarray(0, k).includes(1)) turn += 1;
      texts.turns[row * room + k] = written[k] === 1 ? turn : 0;
    }
  }
  return texts;
}

const asking = (worlds: readonly NumericEnvironment[], own: Parameters, exercise: SecondQueryOptions["exercise"]) =>
  secondQuery({ context, model, parameters: own, worlds }, { weight: 0.3, temperature: 0, exercise });

describe("a second question", () => {
  it("is asked of each row's own world, and a right answer is paid at the end of the first turn", () => {
    // The question alone is `a:.....=<.1>[....]`, 18 characters, and is answered with 2 by every row.
    const asked: string[] = [];
    const worlds = worldsOf();
    const query = asking(worlds, stubborn("2$", 18), (world) => {
      const exercise = exerciseFrom("alone")(world);
      asked.push(exercise?.question ?? "");
      return exercise;
    });
    const texts = expertsIn(worlds);
    query.later(texts, Random.of(1));
    query.close();
    for (let row = 0; row < ROWS; row++) {
      expect(asked[row]).toMatch(/^[a-d]:\.{5}=<\.1>\[[a-d1-4]{4}\]$/);
      const text = textOf(texts.tokens, row * room, row * room + texts.lengths[row]);
      const right = text.endsWith("2$") ? 1 : 0;
      expect(query.right[row]).toBe(right);
      const pay = texts.pay.subarray(row * room, (row + 1) * room);
      const expected = new Float64Array(room);
      expected[text.indexOf(">")] = 0.3 * right;
      expect([...pay]).toEqual([...expected]);
    }
    expect(new Set(query.right).size).toBe(2);
  });

  it("is not asked where there is none, which is paid nothing", () => {
    const worlds = worldsOf();
    const query = asking(worlds, stubborn("2$", 1), () => undefined);
    const texts = expertsIn(worlds);
    query.later(texts, Random.of(1));
    query.close();
    expect([...query.right]).toEqual(Array(ROWS).fill(0));
    expect(texts.pay.every((pay) => pay === 0)).toBe(true);
  });

  it("must be something that the world can say", () => {
    expect(() => exerciseFrom("nothing")(make())).toThrow('text view "nothing"');
  });
});

describe("a learner that is asked twice", () => {
  const method = () =>
    groupMethod(PLAIN_CREDIT, { rows: ROWS, group: 4, context: room, longest: context.spec.horizon });

  it("is paid later in every batch of a search, by the batch's own worlds", () => {
    const own = freshWeights(model);
    const batches: number[] = [];
    const later = (texts: Completions) => {
      batches.push(texts.rows);
      // One answer of the second question is paid, so that its group is the only one to teach.
      texts.pay.fill(0);
      texts.pay[4 * room + texts.lengths[4] - 1] = 1;
    };
    const learner = groupLearner(context, model, own, method(), { ...SMALL_GROUPS, tries: 3 }, { later });
    const { measures } = learner.update(Random.of(1));
    learner.close();
    expect(batches).toEqual([ROWS, ROWS]);
    expect(measures.batches).toBe(2);
    expect(measures.liveGroups).toBe(1);
  });
});
