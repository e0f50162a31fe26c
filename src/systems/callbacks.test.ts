// A law of callbacks that go along with a training: one that has nothing to add changes nothing of what is written, learnt and measured.

import { expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { grpo, SMALL_TRAINING } from "../../test/fixtures/grpo.ts";
import { tensorPrints, trainingContext, wholeTraining } from "../../test/fixtures/training.ts";
import { paidBy } from "../../test/fixtures/writers.ts";

const digit = { id: "language/sort", digits: 1 };
const tape = { id: "language/tape", scenes: 4, frames: 4, cells: 8, event: 2 };

test.each([
  [
    "cooper",
    { pay: "beside", weight: 0, model: SMALL_TRAINING.model, study: { texts: 16, steps: 25 } },
    digit,
    "correct",
    "verifierPay",
  ],
  // Where tests alone pay, and are never wrong, they pay what is declared.
  [
    "swe-rm",
    { by: "tests", tests: { covered: 1, wrong: 0 }, model: SMALL_TRAINING.model, study: { steps: 0 } },
    digit,
    "correct",
    "verifierPay",
  ],
  ["spark", { judging: 0, reflections: 0 }, digit, "correct", undefined],
  ["revisor", { question: "answer", weight: 0 }, tape, "malformed", "secondRight"],
  ["effective-rank", {}, digit, "correct", "effectiveRank"],
  // It changes how trained players play, and no training.
  ["feedback-friction", {}, digit, "correct", undefined],
])("%s with %j", (use, fields, { id, ...world }, pay, measure) => {
  const context = paidBy(
    trainingContext(() => environments.get(id).make(world), "law"),
    pay,
  );
  const [plain, along] = [[], [{ use, ...fields }]].map((callbacks) =>
    wholeTraining(grpo.make({ ...SMALL_TRAINING, with: callbacks }).train(context)),
  );
  // A verifier studies in updates of its own, in which nothing is written.
  const reports = along.reports.filter(({ measures }) => measures.verifierStudyLoss === undefined);
  expect(reports).toHaveLength(plain.reports.length);
  for (const [k, { steps, measures }] of plain.reports.entries()) {
    expect(reports[k].steps).toBe(steps);
    expect(reports[k].measures).toMatchObject(measures);
  }
  const [before, after] = [plain, along].map(({ checkpoints }) => tensorPrints(checkpoints[checkpoints.length - 1]));
  expect(after).toEqual(expect.arrayContaining(before));
  if (measure !== undefined) expect(reports.at(-1)?.measures).toHaveProperty(measure);
});
