// The study as a whole, and that its checks and its audit can tell a difference.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { contributionEquation } from "../../study/testbeds/coopetition/contributions.ts";
import { constantLadder, gymWorld, type Ladder } from "../../study/testbeds/coopetition/play.ts";
import { AUDIT_BITS, CONSTANT_ROWS, SCRIPT_ROWS } from "../../study/testbeds/coopetition/reference.ts";
import { deviationBits, lateSwitches } from "./audit.ts";
import { coopetitionGym } from "./study.ts";
import { constantEquations, tableEquations } from "./tables.ts";

test("every figure comes out and every control fails", async () => {
  const result = await coopetitionGym.run(studyContext());
  expect(unmet(result)).toEqual([]);
  expect(result.claims).toHaveLength(24);
  expect(result.controls).toHaveLength(3);
});

describe("equations can fail", () => {
  test("one total that is off by a ten-thousandth, one step too few", () => {
    const exact = SCRIPT_ROWS.map((row) => ({ ...row }));
    expect(unmet({ claims: tableEquations(exact) })).toEqual([]);
    const { integrated, steps } = exact[7];
    const off = exact.with(7, { ...exact[7], integrated: integrated * 1.0001, steps: steps - 1 });
    expect(unmet({ claims: tableEquations(off) })).toEqual([
      "reference table, integrated totals",
      "reference table, steps and endings",
    ]);
  });

  test("constants that everybody would like better, and no contribution without dependence", () => {
    const free = (environment: string) => constantLadder(gymWorld(environment, { interdependence: 0 }));
    const ladders = new Map<string, Ladder>(CONSTANT_ROWS.map(({ environment }) => [environment, free(environment)]));
    expect(unmet({ claims: constantEquations(ladders) })).toHaveLength(2);
    expect(unmet({ claims: [contributionEquation(ladders)] })).toHaveLength(1);
  });
});

describe("audit", () => {
  test("bits depend on dependence: without it, halving pays at the others' expense in more places", () => {
    const free = deviationBits(gymWorld("partner-hold-up", { interdependence: 0 }));
    expect(AUDIT_BITS["partner-hold-up"]).toBe("0000");
    expect(free).not.toBe("0000");
  });

  test("equal switch points count once: 8 for a horizon of 100, 7 for 50", () => {
    expect(lateSwitches(gymWorld("slcd")).tried).toBe(8);
    expect(lateSwitches(gymWorld("dynamic-partner-selection")).tried).toBe(7);
  });
});
