// What holds without training, and with `LONG=1` what the trained critics show.

import { expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { writes } from "../../../test/fixtures/written-text.ts";
import { groupAdvantages } from "../../algorithms/text/group-advantage.ts";
import { Random } from "../../core/random.ts";
import { verdict } from "../../study/claim.ts";
import { largestGap } from "../../study/matching.ts";
import { textContext } from "../../study/testbeds/text.ts";
import { withShuffledTruths } from "./arms.ts";
import { coin, paidBy, refinedShare } from "./mechanism.ts";
import { paid, REFINEMENT, VERDICT } from "./pay.ts";
import { critiqueRl, exactEquations } from "./study.ts";

test("the exact part holds", () => {
  const claims = exactEquations();
  expect(claims).toHaveLength(7);
  expect(unmet({ claims })).toEqual([]);
});

test("RLOO: answers to one question share their first, so that pay for the change is worth what pay for the end is", () => {
  const others = (pays: readonly number[]) =>
    groupAdvantages(Float64Array.from(pays), 4, { baseline: "others", scale: "none" });
  expect(largestGap(others([1.2, 0.2, -1, 1.2]), [16 / 15, -4 / 15, -28 / 15, 16 / 15])).toBeLessThanOrEqual(1e-14);
  const random = Random.of(1, "changes");
  const [refine, delta]: number[][] = [[], []];
  let first = 0;
  for (let row = 0; row < 64; row++) {
    if (row % 4 === 0) first = random.integer(2);
    const refined = random.integer(2);
    refine.push(paid(REFINEMENT.refine, [first, refined], "right"));
    delta.push(paid(REFINEMENT.delta, [first, refined], "right"));
  }
  expect(largestGap(others(refine), others(delta))).toBeLessThanOrEqual(1e-12);
});

test("a coin with the right place: three of four right answers are kept, and h/2 of the wrong ones repaired", () => {
  const expected = refinedShare({ right: 0.5, falseAlarms: 0.5, spoils: 0.5, repaired: 0.45 });
  expect(expected).toBeCloseTo(0.6, 12);
  const found = paidBy(coin, REFINEMENT.refine, {});
  expect(found.reduce((a, b) => a + b, 0) / found.length).toBeCloseTo(expected, 1);
});

test("shuffled truths turn half of the questions round, for all verdicts alike and for no other critique", () => {
  const context = textContext({ world: { id: "language/critique" }, width: 16, steps: 0 }, VERDICT, 1);
  const [plain, shuffled] = [context.makeEnvironment(), withShuffledTruths(context).makeEnvironment()];
  const critiques = ["y$", "n$", "n2$"];
  let turned = 0;
  for (let question = 0; question < 400; question++) {
    const flips = critiques.map((critique) => {
      const [own, other] = [plain, shuffled].map((world) => writes(world, question, () => critique));
      expect(other.text).toBe(own.text);
      expect(other.sums.correct + other.sums.misjudged).toBe(1);
      return own.sums.correct !== other.sums.correct;
    });
    expect(new Set(flips).size).toBe(1);
    if (flips[0]) turned += 1;
    for (const critique of ["$", "y", "nn$"]) {
      expect(writes(shuffled, question, () => critique).sums).toMatchObject({ correct: 0, misjudged: 1 });
    }
  }
  // Five deviations of a fair coin.
  expect(Math.abs(turned - 200)).toBeLessThan(50);
});

long("pay for refinement where nothing is spoiled ends in n to all, and shuffled truths teach nothing", async () => {
  const { claims, controls } = await critiqueRl.run(studyContext({ seeds: [901, 902] }));
  expect(claims.filter(({ name }) => name.includes("b = 0, refinement only")).map(verdict)).toEqual(["holds"]);
  expect(verdict(controls[1])).not.toBe("holds");
});
