// Which questions a stage practises: by pass rates, of those that are drawn or were practised before, and going on after a stop.

import { describe, expect, test } from "vitest";
import { grpo } from "../../../test/fixtures/grpo.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { passRates } from "../../evaluation/statistics/pass-rates.ts";
import { channel } from "../../rewards/index.ts";
import { chosenPrompts, type PracticeChoice } from "./curriculum.ts";

/** A log of 20 tries a prompt, of which so many passed. */
const log = (...passed: number[]) => passed.map((count) => Array.from({ length: 20 }, (_, k) => k < count));

describe("a choice", () => {
  const rates = passRates(log(20, 3, 0, 12, 1, 19, 3));
  const kept = (by: PracticeChoice, count: number, of = rates) =>
    chosenPrompts(by, of, count, Random.of(1, "choice")).map(({ prompt }) => prompt);

  test("of the hardest takes the lowest rates above 0, and ties in their order", () => {
    expect(kept("hardest", 3)).toEqual([4, 1, 6]);
    expect(kept("hardest", 99)).toEqual([4, 1, 6, 3, 5]);
  });

  test("of the easiest takes the highest below 1, and by the pass rate those nearest one half", () => {
    expect(kept("easiest", 2)).toEqual([5, 3]);
    expect(kept("pass-rate", 3)).toEqual([3, 1, 6]);
  });

  test("at random is of all, each once", () => {
    expect(kept("random", 99).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(kept("random", 3)).toHaveLength(3);
  });

  test("takes all where every prompt was solved always or never", () => {
    expect(kept("hardest", 1, passRates(log(20, 0, 20)))).toEqual([0, 1, 2]);
  });
});

/** Eight rates, the first of problems that cannot be solved; six problems of each. */
const TRUE_RATES = [0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.9, 1];

test("rates of 64 tries choose the hardest twelve of 48 problems in 19 of 20 cases, and none that is never or always solved", () => {
  const chosen = Array.from({ length: 400 }, (_, draw) => {
    const random = Random.of(draw, "log of tries");
    const truth = Array.from({ length: 48 }, (_one, k) => TRUE_RATES[k % TRUE_RATES.length]);
    const rates = passRates(truth.map((rate) => Array.from({ length: 64 }, () => random.uniform() < rate)));
    return chosenPrompts("hardest", rates, 12, random).map(({ prompt }) => truth[prompt]);
  }).flat();
  expect(chosen.filter((rate) => rate === 0.05 || rate === 0.15).length / chosen.length).toBeGreaterThan(0.95);
  expect(chosen.filter((rate) => rate === 0 || rate >= 0.5)).toEqual([]);
});

const SMALL = settings(`
  updates: 2, questions: 4, answers: 4, segments: 1000, rate: 1e-2,
  model: {width: 8, layers: 1, heads: 1}, sft: {steps: 50, texts: 8}
`);

const FOCUSED = {
  ...SMALL,
  stages: [
    { updates: 2, starts: { drawn: 12 } },
    { updates: 2, starts: { drawn: 12, keep: 6, tries: 8 } },
    { updates: 2 },
  ],
  starts: { keep: 3, tries: 8 },
};

/** Reports of the imitation of 50 steps. */
const WARMING = 2;

/** Answers that end are paid, which a model of so few steps writes now and then. */
function context(asked?: (question: string) => void) {
  const make = () => {
    const world = sortWorld.make({ digits: 2 });
    return {
      ...world,
      reset(random: Random, outcomes: Float64Array) {
        world.reset(random, outcomes);
        asked?.(world.texts?.text() ?? "");
      },
    };
  };
  const base = trainingContext(make, "curriculum", 3);
  return { ...base, makeReward: () => channel("finished")(base.spec), random: Random.of(3, "curriculum") };
}

test("stages practise what they draw, then the hardest of it, all of the world, and the hardest of those kept last", () => {
  let questions = new Set<string>();
  const training = grpo.make(FOCUSED).train(context((question) => questions.add(question)));
  const updates: { questions: Set<string>; measures: Readonly<Record<string, number>> }[] = [];
  for (;;) {
    questions = new Set();
    const report = training.update();
    if (report === undefined) break;
    updates.push({ questions, measures: report.measures });
  }
  training.close();
  const paid = updates.slice(WARMING);
  expect(paid).toHaveLength(8);
  const [broad, hard, all, last] = [0, 2, 4, 6].map((k) => paid[k]);
  // The first update of a stage that chooses asks everything that it chooses of.
  expect(hard.questions.size).toBe(12);
  for (const { questions: asked } of [broad, paid[1], paid[3]]) {
    for (const question of asked) expect(hard.questions).toContain(question);
  }
  expect(broad.measures).not.toHaveProperty("practised");
  expect(hard.measures.practised).toBeLessThanOrEqual(6);
  expect(hard.measures.practisedRate).toBeGreaterThan(0);
  expect(hard.measures.practisedRate).toBeLessThan(1);
  expect(paid[3].measures).not.toHaveProperty("practised");
  expect(all.measures).not.toHaveProperty("practised");
  for (const question of paid[3].questions) expect(hard.questions).toContain(question);
  expect(last.questions.size).toBe(hard.measures.practised);
  expect(last.measures.practised).toBe(3);
  expect(paid[7].questions.size).toBeLessThanOrEqual(3);
});

test("written characters count those by which was chosen", () => {
  const characters = (starts: object) => {
    const training = grpo.make({ ...SMALL, starts }).train(context());
    const reports = trainToEnd(training);
    training.close();
    return reports.map(({ steps }) => steps);
  };
  const [drawn, chosen] = [{ drawn: 12 }, { drawn: 12, keep: 12, by: "random", tries: 8 }].map(characters);
  expect(chosen[WARMING]).toBeGreaterThan(drawn[WARMING] + 12 * 8);
});

test("goes on from any checkpoint to the same bytes as without a stop", () => {
  const plan = grpo.make(FOCUSED);
  expectResumes(
    (from) => plan.train(context(), from),
    ({ updates }) => updates > WARMING,
  );
});

test("refuses to keep more than are drawn, and to choose of nothing, with the place", () => {
  const refusal = (given: object) => {
    try {
      grpo.make({ ...SMALL, ...given });
    } catch (error) {
      return error instanceof UserError ? error.problems.map(({ path, what }) => `${path?.join(".")}: ${what}`) : error;
    }
    return undefined;
  };
  expect(refusal({ starts: { keep: 3 } })).toEqual([expect.stringMatching(/^starts: it chooses of the questions/)]);
  expect(refusal({ stages: [{ updates: 1 }, { updates: 1, starts: { keep: 3 } }], starts: { drawn: 9 } })).toEqual([
    expect.stringMatching(/^stages\.1\.starts: it chooses of the questions/),
  ]);
  expect(refusal({ starts: { drawn: 3, keep: 4 } })).toEqual(["starts.keep: is 4"]);
  expect(refusal(FOCUSED)).toBeUndefined();
});
