// The checks that need no training; training itself is measured by the study, and one seed of it here.

import { expect, test } from "vitest";
import { train } from "./arms.ts";
import { creditChecks } from "./credit-checks.ts";
import { exactChecks } from "./exact-checks.ts";

test("the exact checks hold", () => {
  for (const { name, measured, pass } of exactChecks()) expect(pass, `${name}: ${measured}`).toBe(true);
});

test("credit of turns matched one to one finds the useful calls, that of whole texts doesn't", () => {
  const [whole, optimal, soft] = creditChecks();
  expect(whole.pass, whole.measured).toBe(true);
  expect(optimal.pass, optimal.measured).toBe(true);
  // Transport has to send a repeated call somewhere: it finds useful ones better than by chance, and worse than was expected.
  expect(Number.parseFloat(soft.measured)).toBeGreaterThan(0.65);
  expect(Number.parseFloat(soft.measured)).toBeLessThan(Number.parseFloat(optimal.measured) - 0.1);
});

// A minute of training: `LONG=1 npx vitest run src/studies` runs this.
test.skipIf(process.env.LONG !== "1")(
  "who is paid for every call that is like one that is needed repeats itself",
  { timeout: 600_000 },
  async () => {
    const found = await train({ seed: 1, updates: 30, arms: ["dual", "one to many"] });
    expect(found["one to many"].redundant).toBeGreaterThan(found.dual.redundant + 0.1);
    expect(found.dual.solveF1).toBeGreaterThan(found.warm.solveF1);
  },
);
