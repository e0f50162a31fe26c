// Batches on a task and batches of what was recycled: whose turn it is, what is asked, and who learns.

import { expect, test } from "vitest";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { emptyRollouts } from "../../algorithms/text/completions.ts";
import { promptSlots } from "../../algorithms/text/prompt-slots.ts";
import { Random } from "../../core/random.ts";
import { END, numberOf } from "../../environments/language/alphabet.ts";
import { type Exercise, posedWorld } from "../../environments/language/questions.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { drawnExercises } from "./drawn-exercises.ts";
import { recycledSizes } from "./recycled-forms.ts";
import { type RecyclingPlan, recycledTraining } from "./recycled-training.ts";
import { type RecycledItem, recycledItems, type VerifiedGroup } from "./recycling.ts";
import { answerIn, verifiedGroups } from "./verified-answers.ts";

const sizes = recycledSizes(3, 1);
const context = trainingContext(() => posedWorld({ ...sizes, exercises: [] }), "recycled");
const { spec } = context;
const model = transformer({
  vocabulary: spec.alphabet?.length ?? 0,
  context: spec.observationSize,
  width: 8,
  layers: 1,
  heads: 1,
});
const fresh = () => {
  const parameters = new Parameters(model.shapes);
  model.initialise(parameters, Random.of(1, "weights"));
  return parameters;
};
const options = { ...SMALL_GROUPS, ...PLAIN_CREDIT };

/** One digit is its own order; everything that is written counts as readable, and as wrong. */
const item: RecycledItem = { kind: "pointwise", question: "s1=", shown: ["2"], gold: "no" };
const plan = (given: Partial<RecyclingPlan>): RecyclingPlan => ({
  sizes,
  characters: 200,
  draw: drawnExercises(sortWorld.make({ digits: 1 }), "expert"),
  read: (text, right) => ({ text, answer: text.slice(0, 1), right }),
  recycle: (groups) => groups.map(() => item),
  ...given,
});
const train = (given: Partial<RecyclingPlan>, own = fresh()) =>
  recycledTraining(context, model, own, options, plan(given));

test("recycled batches take turns with the task once there are items for one, until all characters are written", () => {
  const turns = (given: Partial<RecyclingPlan>) => train(given).map(({ recycled }) => (recycled ? "r" : "t"));
  expect(turns({}).join("")).toMatch(/^(tr)+t?$/);
  // Half a batch's items each time.
  expect(turns({ recycle: () => [item] }).join("")).toMatch(/^(ttr)+t{0,2}$/);
  expect(turns({ recycle: () => [] })).not.toContain("r");
  const reports = train({});
  const sum = reports.reduce((all, { characters }) => all + characters, 0);
  expect(sum).toBeGreaterThanOrEqual(200);
  expect(sum - reports[reports.length - 1].characters).toBeLessThan(200);
});

test("the same seed gives the same model, and a judge apart learns what the writer does not", () => {
  const [one, again, writer, judge] = [fresh(), fresh(), fresh(), fresh()];
  train({}, one);
  train({}, again);
  expect(again.flat).toEqual(one.flat);
  const begin = fresh().flat;
  // The task is never answered rightly, and an item by whoever writes nothing, which happens now and then.
  const draw: RecyclingPlan["draw"] = (random) => ({ question: `s${random.integer(10)}=`, answers: ["none"] });
  const silent: RecycledItem = { kind: "reflection", question: "s1=", shown: ["2"], gold: "" };
  train({ characters: 4000, draw, recycle: (groups) => groups.map(() => silent), judge }, writer);
  expect(writer.flat).toEqual(begin);
  expect(judge.flat).not.toEqual(begin);
});

test("groups are what was asked and written; an answer without an end cannot be read", () => {
  const texts = emptyRollouts(4, 2, 8, 0);
  const write = (row: number, text: string, end = true) => {
    const tokens = [...text].map(numberOf);
    if (end) tokens.push(END);
    texts.tokens.set(tokens, row * 8);
    texts.lengths[row] = tokens.length;
  };
  write(0, "s1=1");
  write(1, "s1=22");
  write(2, "s2=");
  write(3, "s2=2", false);
  const exercises: Exercise[] = [
    { question: "s1=", answers: ["1"] },
    { question: "s2=", answers: ["2", ""] },
  ];
  expect([0, 1, 2, 3].map((row) => answerIn(texts, row, 3))).toEqual(["1", "22", "", undefined]);
  const groups: VerifiedGroup[] = verifiedGroups(texts, exercises, (text, right) => ({ text, answer: text, right }));
  expect(groups).toEqual([
    {
      question: "s1=",
      truth: "1",
      attempts: [
        { text: "1", answer: "1", right: true },
        { text: "22", answer: "22", right: false },
      ],
    },
    {
      question: "s2=",
      truth: "2",
      attempts: [
        { text: "", answer: "", right: true },
        { text: "", answer: "", right: false },
      ],
    },
  ]);
  expect(recycledItems(groups, Random.of(1, "items")).map(({ question }) => question)).not.toContain("s2=");
});

test("rows of a group are asked its exercise, anew each time", () => {
  const rows = promptSlots(sizes, 2, 3);
  const worlds = [0, 2, 3, 5].map(rows.worlds);
  const outcomes = new Float64Array(spec.channels.length);
  const asked = () =>
    worlds.map((world, k) => {
      world.reset(Random.of(k, "asked"), outcomes);
      return world.texts?.text();
    });
  const pose = (...questions: string[]) => rows.pose(questions.map((question) => ({ question, answers: ["1"] })));
  pose("a=", "b=");
  expect(asked()).toEqual(["a=", "a=", "b=", "b="]);
  pose("c=", "d=");
  expect(asked()).toEqual(["c=", "c=", "d=", "d="]);
  expect(() => pose("e=")).toThrow("1 exercises for 2 groups");
});

test("exercises of a world: the same question for the same luck, the expert's answer right, the demonstrator's as its hand has it", () => {
  const expert = drawnExercises(sortWorld.make({ digits: 4 }), "expert");
  const demonstrator = drawnExercises(sortWorld.make({ digits: 4, noise: 0.5 }), "demonstrator");
  const { question, answers } = expert(Random.of(3, "question"));
  expect(answers).toEqual([[...question.slice(1, -1)].sort().join("")]);
  const attempts = Array.from({ length: 20 }, (_, k) => demonstrator(Random.of(3, "question"), Random.of(k, "hand")));
  expect(new Set(attempts.map((one) => one.question))).toEqual(new Set([question]));
  expect(new Set(attempts.flatMap((one) => one.answers)).size).toBeGreaterThan(5);
});
