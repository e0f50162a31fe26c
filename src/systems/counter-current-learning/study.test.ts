// The study in its exact parts, and what its trainings come to on seeds that no record is made from.

import { expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { exactEquations } from "./exact.ts";
import { counterCurrentLearning } from "./study.ts";

test("every exact equation holds", () => {
  const equations = exactEquations();
  expect(unmet({ claims: equations })).toEqual([]);
  expect(equations.flatMap(({ tests }) => tests)).toHaveLength(4);
});

// The two networks do come together from the top down, by less than was asked for: the feedback has one
// row for each class, and what tells images of a class apart in the forward network takes its share of the alignment.
// The squared difference of two layers that both learn is least where both are constant, so a plain autoencoder forgets its
// input. Normalised units forbid that, but still nothing asks the layers to keep what the output needs.
long("the classifier learns, with fixed feedback nearly as well; the autoencoder does not", async () => {
  const { claims, controls } = await counterCurrentLearning.run(studyContext({ seeds: [901, 902] }));
  expect(claims.filter((one) => verdict(one) === "fails").map(({ name }) => name)).toEqual(
    expect.arrayContaining(["autoencoder, plain: counter-current error, of that of back-propagation"]),
  );
  expect(verdict(claims[4])).toBe("holds");
  expect(controls.map(verdict)[0]).not.toBe("fails");
  expect(controls).toHaveLength(3);
});
