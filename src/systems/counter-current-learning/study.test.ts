// The study as it is run. Six claims do not hold, and that is pinned here.

import { expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { seedsOf } from "../../study/study.ts";
import { exactEquations } from "./exact.ts";
import { counterCurrentLearning } from "./study.ts";

test("every exact equation holds", () => {
  const equations = exactEquations();
  expect(unmet({ claims: equations })).toEqual([]);
  expect(equations.flatMap(({ tests }) => tests)).toHaveLength(4);
});

test("stops when it is told to", async () => {
  const signal = AbortSignal.abort();
  await expect(counterCurrentLearning.run(studyContext({ signal, seeds: [1] }))).rejects.toThrow();
});

// Minutes of training: the suite keeps to what is above, `LONG=1 npx vitest run src/systems` runs this too.
// The two networks do come together from the top down, by 0.29 and 0.19 where 0.3 was asked for: the feedback has one
// row for each class, and what tells images of a class apart in the forward network takes its share of the alignment.
// The squared difference of two layers that both learn is least where both are constant, so a plain autoencoder forgets its
// input. Normalised units forbid that, but still nothing asks the layers to keep what the output needs.
test.skipIf(process.env.LONG === undefined)(
  "the classifier is as claimed, the alignment comes short, the autoencoder does not learn",
  async () => {
    const seeds = seedsOf(counterCurrentLearning, false);
    expect(unmet(await counterCurrentLearning.run(studyContext({ seeds })))).toEqual([
      "digits: rise of the CKA of a_3 and b_3 over training",
      "digits: rise of the CKA of a_2 and b_2 over training",
      "autoencoder, plain: counter-current error, of that of back-propagation",
      "autoencoder, plain: counter-current error, of that of frozen hidden layers",
      "autoencoder, normalised: counter-current error, of that of back-propagation",
      "autoencoder, normalised: counter-current error, of that of frozen hidden layers",
    ]);
  },
);
