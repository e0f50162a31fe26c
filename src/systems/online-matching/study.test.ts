// The study's exact parts on fewer draws, its simulations in a shorter form, and its controls.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { searchChecks, searchWorst } from "./bad-instances.ts";
import { orderChecks } from "./bounds-order.ts";
import { fluidChecks } from "./fluid.ts";
import { loneChecks } from "./lone.ts";
import { matchTriangle, triangleChecks, triangleJobs } from "./triangles.ts";

const failing = (checks: readonly { name: string; pass: boolean }[]) =>
  checks.filter(({ pass }) => !pass).map(({ name }) => name);

describe("online matching", () => {
  test("closed forms, the order of bounds and the fluid limit hold; the controls do not", async () => {
    const solver = await linearPrograms();
    const [lone, order, fluid] = [loneChecks(solver, 1), orderChecks(solver, 1, 60), fluidChecks(1, 1000)];
    expect(failing([...lone.checks, ...order.checks, ...fluid.checks])).toEqual([]);
    const controls = [...lone.controls, ...order.controls, ...fluid.controls];
    expect(controls).toHaveLength(3);
    expect(controls.every(({ failed }) => failed)).toBe(true);
  });

  test("Balance keeps its share of the optimum on triangles, and greedy does not", async () => {
    const jobs = triangleJobs(1, 600).filter(({ copies, chances }) => copies === 20 && chances === "equal");
    const { checks, controls } = triangleChecks(await Promise.all(jobs.map(matchTriangle)));
    expect(failing(checks)).toEqual([]);
    expect(controls.every(({ failed }) => failed)).toBe(true);
  });

  test("a short search finds worse graphs for greedy than for Balance, the same ones every time", async () => {
    const jobs = (["balance", "largest-index"] as const).map((rule) => ({ seed: 1, rule, steps: 300 }));
    const found = await Promise.all(jobs.map(searchWorst));
    expect(await searchWorst({ seed: 1, rule: "balance", steps: 300 })).toEqual(found[0]);
    expect(failing(searchChecks(found).checks)).toEqual([]);
  });
});
