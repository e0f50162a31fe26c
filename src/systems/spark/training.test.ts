// Batches on a task and batches of what was recycled: whose turn it is, what is asked, and who learns.

import { expect, test } from "vitest";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { freshWeights } from "../../../test/fixtures/writers.ts";
import { charactersOf } from "../../core/text.ts";
import { posedWorld } from "../../environments/language/questions.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { recycledSizes } from "./recycled-forms.ts";
import type { RecycledItem, VerifiedGroup } from "./recycling.ts";
import { type RecyclingPlan, recycledTraining } from "./training.ts";

const sizes = recycledSizes(3, 1);
const context = trainingContext(() => posedWorld({ ...sizes, exercises: [] }), "recycled");
const { spec } = context;
const room = { vocabulary: charactersOf(spec).length, context: spec.observationSize };
const model = transformer({ ...room, width: 8, layers: 1, heads: 1 });
const fresh = () => ({ model, parameters: freshWeights(model) });
/** A verdict on one digit, the same for any text. */
const item: RecycledItem = { kind: "pointwise", question: "s1=", shown: ["2"], gold: "no" };

const train = (given: Partial<RecyclingPlan>, writer = fresh(), judge = writer) =>
  recycledTraining(writer, judge, {
    context,
    options: { ...SMALL_GROUPS, ...PLAIN_CREDIT },
    sizes,
    characters: 200,
    draw: (random) => digit(random.integer(10)),
    recycle: (groups) => groups.map(() => item),
    shuffled: false,
    ...given,
  });

/** One digit is its own order. */
const digit = (one: number) => ({ question: `s${one}=`, answers: [`${one}`] });

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
  expect(again.parameters.flat).toEqual(one.parameters.flat);
  const begin = fresh().parameters.flat;
  // The task is never answered rightly, and an item by an empty answer, which is written now and then.
  const draw: RecyclingPlan["draw"] = (random) => ({ question: `s${random.integer(10)}=`, answers: ["none"] });
  const silent: RecycledItem = { kind: "reflection", question: "s1=", shown: ["2"], gold: "" };
  train({ characters: 4000, draw, recycle: (groups) => groups.map(() => silent) }, writer, judge);
  expect(writer.parameters.flat).toEqual(begin);
  expect(judge.parameters.flat).not.toEqual(begin);
});

test("items are made of what was asked and answered, with what is right", () => {
  const seen: VerifiedGroup[] = [];
  const recycle: RecyclingPlan["recycle"] = (groups) => {
    seen.push(...groups);
    return [];
  };
  train({ characters: 1, draw: () => digit(7), recycle });
  expect(seen).toHaveLength(2);
  for (const { question, truth, attempts } of seen) expect([question, truth, attempts.length]).toEqual(["s7=", "7", 4]);
});
