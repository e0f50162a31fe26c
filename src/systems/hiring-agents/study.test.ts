// The study's exact parts on fewer problems and seeds, and its controls.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { auditChecks } from "./audit-checks.ts";
import { oneAgentChecks, twinsChecks } from "./exact-checks.ts";
import { learn, onlineChecks } from "./online-checks.ts";
import { selectionChecks } from "./selection-checks.ts";

const failing = (checks: readonly { name: string; pass: boolean; measured: string }[]) =>
  checks.filter(({ pass }) => !pass).map(({ name, measured }) => `${name}: ${measured}`);
const passing = (controls: readonly { name: string; failed: boolean; measured: string }[]) =>
  controls.filter(({ failed }) => !failed).map(({ name, measured }) => `${name}: ${measured}`);

describe("hiring agents", () => {
  test("the programs give what is known by hand, and nobody gains by anything else; the controls fail", async () => {
    const solver = await linearPrograms();
    const parts = [twinsChecks(solver), auditChecks(solver, 1, 12), selectionChecks(solver)];
    expect(failing([...oneAgentChecks(solver), ...parts.flatMap(({ checks }) => checks)])).toEqual([]);
    const controls = parts.flatMap((part) => part.controls);
    expect(controls).toHaveLength(5);
    expect(passing(controls)).toEqual([]);
  });

  test("learning with something to spare keeps regret low; without, half of the runs fail for good", async () => {
    const jobs = [true, false].map((tightened) => ({ firstSeed: 1, seeds: 20, agents: 1 as const, tightened }));
    const { checks, controls } = onlineChecks(await Promise.all(jobs.map(learn)));
    expect(checks).toHaveLength(2);
    expect(failing(checks)).toEqual([]);
    expect(passing(controls)).toEqual([]);
  });
});
