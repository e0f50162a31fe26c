// The study as a whole, and its exact checks.

import { expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { statusOf } from "../../study/legacy.ts";
import { exactChecks } from "./exact-checks.ts";
import { measure } from "./measure.ts";
import { preferenceRandomization } from "./study.ts";

test("what must hold exactly does", () => {
  const checks = exactChecks(301, 100_000);
  expect(checks.filter(({ pass }) => !pass)).toEqual([]);
  expect(checks).toHaveLength(7);
});

test("asking where it matters: a part of the questions; the same seed gives the same numbers", async () => {
  const job = {
    task: "random processes",
    seed: 302,
    arms: ["ε 0.2", "always", "random", "rewards"],
    rounds: 400,
  } as const;
  const [once, again] = [await measure(job), await measure(job)];
  expect(again).toEqual(once);
  const asked = (name: (typeof job.arms)[number]) => once.arms[name]?.asked.reduce((a, b) => a + b, 0) ?? Number.NaN;
  expect(asked("ε 0.2")).toBeGreaterThan(20);
  expect(asked("ε 0.2")).toBeLessThan(0.5 * asked("always"));
  expect(asked("random") / asked("ε 0.2")).toBeCloseTo(1, 0);
  expect(asked("rewards")).toBe(0);
  expect(once.best).toBeGreaterThan(once.uniform);
});

test("a matched arm needs what it is matched with", async () => {
  await expect(measure({ task: "two goals", seed: 1, arms: ["random"] })).rejects.toThrow("not played");
});

test("it stops when asked to", async () => {
  await expect(preferenceRandomization.run(legacyContext({ signal: AbortSignal.abort() }))).rejects.toThrow();
});

// More than a minute of playing: `LONG=1 npx vitest run src/studies` runs this too.
test.skipIf(process.env.LONG === undefined)(
  "every figure but one comes out, and every control fails",
  { timeout: 900_000 },
  async () => {
    const result = await preferenceRandomization.run(legacyContext());
    expect(result.controls.filter((control) => !control.failed)).toEqual([]);
    // In the field ε = 0.2 asks too little to come as near to always asking as it does in random processes.
    expect(result.checks.filter((check) => !check.pass).map(({ name }) => name)).toEqual([
      "two goals: regret of ε = 0.2 over that of always asking, and its share of the questions",
    ]);
    expect(statusOf(result)).toBe("partly");
  },
);
