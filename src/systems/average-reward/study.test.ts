// What holds and what does not, on seeds that no record is made from.

import { describe, expect, test } from "vitest";
import { studyContext } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { growth, play } from "./arms.ts";
import { averageReward } from "./study.ts";
import { climbTask } from "./tasks.ts";

describe("the study", () => {
  test("on four seeds of its own no claim fails, and every control does", async () => {
    const result = await averageReward.run(studyContext({ seeds: [901, 902, 903, 904] }));
    expect(result.claims.filter((one) => verdict(one) === "fails").map(({ name }) => name)).toEqual([]);
    expect(result.controls.map(verdict)).toEqual(["fails", "fails", "fails"]);
    expect(result.claims).toHaveLength(23);
    // What the theorem bounds, and how seldom it switches, four seeds tell already; not that the truth stays in the set in 95 % of runs.
    const sure = result.claims.filter((one) => verdict(one) === "holds").map(({ name }) => name);
    for (const name of ["ring", "climb"])
      expect(sure.filter((one) => one.startsWith(`${name}: LOOP's`)).length).toBeGreaterThanOrEqual(2);
    expect(sure.filter((one) => one.includes("runs in which"))).toEqual([]);
  });

  test("stops when it is told to", async () => {
    const signal = AbortSignal.abort();
    await expect(averageReward.run(studyContext({ signal, seeds: [901] }))).rejects.toThrow();
  });
});

test("climb: a constant added to every value changes no decision, at every power of two", () => {
  const [plain, shifted] = [0, 5].map((shift) => play(climbTask(shift), "LOOP", 0, 4096));
  expect(shifted.regret).toEqual(plain.regret);
  expect(shifted.gaps).toEqual(plain.gaps);
});

test("growth is the exponent of a power of T, and none where something is not positive", () => {
  const steps = Array.from({ length: 15 }, (_, k) => 2 ** k);
  const runs = (regret: (T: number) => number) =>
    [1, 2].map((c) => ({ steps, regret: Float64Array.from(steps, (T) => c * regret(T)) }));
  expect(growth(runs((T) => 3 * T ** 0.7)).value).toBeCloseTo(0.7, 12);
  expect(growth(runs((T) => T - 5000)).value).toBeNull();
});
