// The study as a whole, and that its checks and its audit can tell a difference.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { statusOf } from "../../study/legacy.ts";
import { deviationBits, lateSwitches } from "../../study/testbeds/coopetition/audit.ts";
import { constantChecks, contributionChecks, tableChecks } from "../../study/testbeds/coopetition/checks.ts";
import { constantLadder, gymWorld, type Ladder, playScript } from "../../study/testbeds/coopetition/play.ts";
import { AUDIT_BITS, CONSTANT_ROWS, SCRIPT_ROWS } from "../../study/testbeds/coopetition/reference.ts";
import { coopetitionGym } from "./study.ts";

describe("study", () => {
  test("every figure comes out and every control fails", async () => {
    const result = await coopetitionGym.run(legacyContext());
    expect(result.checks.filter((check) => !check.pass)).toEqual([]);
    expect(result.controls.filter((control) => !control.failed)).toEqual([]);
    expect(result.checks.length).toBeGreaterThan(20);
    expect(result.controls).toHaveLength(3);
    expect(statusOf(result)).toBe("reproduced");
  });

  test("it stops when asked to", () => {
    expect(() => coopetitionGym.run(legacyContext({ signal: AbortSignal.abort() }))).toThrow();
  });

  test("progress counts up to its end", async () => {
    const seen: [number, number][] = [];
    await coopetitionGym.run(legacyContext({ progress: (done, total) => seen.push([done, total]) }));
    expect(seen.map(([done]) => done)).toEqual(seen.map((_, k) => k));
    expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
  });
});

describe("checks can fail", () => {
  test("one total that is off by a ten-thousandth, one step too few", () => {
    const exact = SCRIPT_ROWS.map((row) => ({ ...row }));
    expect(tableChecks(exact).every((check) => check.pass)).toBe(true);
    const off = exact.map((row, k) =>
      k === 7 ? { ...row, integrated: row.integrated * 1.0001, steps: row.steps - 1 } : row,
    );
    expect(tableChecks(off).filter((check) => !check.pass)).toHaveLength(2);
  });

  test("constants that everybody would like better, and no contribution without dependence", () => {
    const ladders = new Map<string, Ladder>(
      CONSTANT_ROWS.map(({ environment }) => [
        environment,
        constantLadder(gymWorld(environment, { interdependence: 0 })),
      ]),
    );
    expect(constantChecks(ladders).filter((check) => check.pass)).toHaveLength(1);
    expect(contributionChecks(ladders).filter((check) => check.pass)).toHaveLength(0);
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

test("scripts are played in fractions of each agent's own endowment, and by the seat that is asked for", () => {
  const world = gymWorld("gift-exchange");
  const straight = playScript(world, "gift-exchange", "D");
  const turned = playScript(world, "gift-exchange", "D", (seat) => 1 - seat);
  expect(straight.byAgent[0]).toBeGreaterThan(straight.byAgent[1]);
  expect(turned.integrated).not.toBeCloseTo(straight.integrated, 0);
});
