// The study's exact parts on fewer problems and seeds, and its controls.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { type Claim, type Control, measurement, verdict } from "../../study/claim.ts";
import { combined } from "../../study/study.ts";
import type { Verdict } from "../../study/verdict.ts";
import { auditEquations } from "./audit-checks.ts";
import { oneAgentEquations, twinsEquations } from "./exact-checks.ts";
import { LEARNERS, learn, onlineClaims } from "./online-checks.ts";
import { selectionEquations } from "./selection-checks.ts";

const unless = (claims: readonly (Claim | Control)[], expected: Verdict) =>
  claims.filter((one) => verdict(one) !== expected).map((one) => `${one.name}: ${measurement(one)}`);

describe("hiring agents", () => {
  test("the programs give what is known by hand, and no agent gains by anything else; the controls fail", async () => {
    const solver = await linearPrograms();
    const one = { claims: oneAgentEquations(solver) };
    const found = combined(one, twinsEquations(solver), auditEquations(solver, 1, 12), selectionEquations(solver));
    expect(unless(found.claims, "holds")).toEqual([]);
    expect(found.controls).toHaveLength(5);
    expect(unless(found.controls, "fails")).toEqual([]);
  });

  test("learning with something to spare keeps regret low; without, half of the runs fail for good", async () => {
    const seeds = Array.from({ length: 80 }, (_, k) => 1 + k);
    const jobs = LEARNERS.filter(({ agents }) => agents === 1).map((learner) => ({ seeds, ...learner }));
    const { claims, controls } = onlineClaims(await Promise.all(jobs.map(learn)));
    expect(claims).toHaveLength(4);
    expect(unless(claims, "holds")).toEqual([]);
    expect(unless(controls, "fails")).toEqual([]);
  });
});
