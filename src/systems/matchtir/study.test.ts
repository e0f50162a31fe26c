// What needs no training; training itself is measured by the study, and one seed of it here.

import { expect, test } from "vitest";
import { long, unmet } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { train } from "./arms.ts";
import { assignmentEquation, creditClaims } from "./credit.ts";

test("the released assignment is greedy", () => {
  expect(unmet({ claims: [assignmentEquation()] })).toEqual([]);
});

test("credit of turns matched one to one finds the useful calls, that of whole texts does not", () => {
  const [whole, optimal, soft] = creditClaims(901);
  expect([whole, optimal, soft].map(verdict)).toEqual(["holds", "holds", "fails"]);
  // Transport must send a repeated call somewhere: it finds useful ones better than chance, and worse than was expected.
  const [found, best] = [soft, optimal].map(({ tests: [{ figure }] }) => figure.value ?? Number.NaN);
  expect(found).toBeGreaterThan(0.65);
  expect(found).toBeLessThan(best - 0.1);
});

long("a model that is paid for every call like a needed one repeats itself", async () => {
  const found = await train({ seed: 901, updates: 30, arms: ["dual", "one to many"] });
  expect(found["one to many"].redundant).toBeGreaterThan(found.dual.redundant + 0.1);
  expect(found.dual.solveF1).toBeGreaterThan(found.warm.solveF1);
});
