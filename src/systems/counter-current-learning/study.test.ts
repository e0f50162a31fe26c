// The study as it is run. Six checks do not hold, and that is pinned here.

import { beforeAll, describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { type StudyResult, statusOf } from "../../study/legacy.ts";
import { exactChecks } from "./exact-checks.ts";
import { counterCurrentLearning } from "./study.ts";

test("every exact check holds", () => {
  const checks = exactChecks();
  expect(checks.filter((check) => !check.pass)).toEqual([]);
  expect(checks.length).toBeGreaterThan(10);
});

test("stops when it is told to", async () => {
  await expect(
    Promise.resolve(counterCurrentLearning.run(legacyContext({ signal: AbortSignal.abort() }))),
  ).rejects.toThrow();
});

// Minutes of training: the suite keeps to the exact checks, `LONG=1 npx vitest run src/studies` runs this too.
describe.skipIf(process.env.LONG === undefined)("the study", () => {
  let result: StudyResult;
  beforeAll(async () => {
    result = await counterCurrentLearning.run(legacyContext());
  });

  // The two networks do come together from the top down, by 0.29 and 0.19 where 0.3 was asked for: the feedback has one
  // row for each class, and what tells images of a class apart in the forward network takes its share of the alignment.
  // The squared difference of two layers that both learn is least where both are constant, so a plain autoencoder forgets its
  // input. Normalised units forbid that, but still nothing asks the layers to keep what the output needs.
  test("the classifier is as claimed, the alignment comes short, the autoencoder does not learn", () => {
    expect(result.checks.filter((check) => !check.pass).map((check) => check.name)).toEqual([
      "digits: rise of the CKA of a_3 and b_3 over training",
      "digits: rise of the CKA of a_2 and b_2 over training",
      "autoencoder, plain: counter-current error against back-propagation",
      "autoencoder, plain: counter-current error against frozen hidden layers",
      "autoencoder, normalised: counter-current error against back-propagation",
      "autoencoder, normalised: counter-current error against frozen hidden layers",
    ]);
    expect(statusOf(result)).toBe("partly");
  });

  test("every control fails", () => {
    expect(result.controls.map((control) => control.failed)).toEqual([true, true, true]);
  });
});
