// The study's exact parts on fewer draws, its simulations in a shorter form, and its controls.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { type Claim, verdict } from "../../study/claim.ts";
import { combined } from "../../study/study.ts";
import { searchClaims, searchWorst } from "./bad-instances.ts";
import { fluidEquations, loneEquations, orderEquations } from "./equations.ts";
import { matchTriangle, triangleClaims, triangleJobs } from "./triangles.ts";

const failing = (claims: readonly Claim[]) => claims.filter((one) => verdict(one) !== "holds").map(({ name }) => name);

describe("online matching", () => {
  test("closed forms, the order of bounds and the fluid limit hold; the controls do not", async () => {
    const solver = await linearPrograms();
    const { claims, controls } = combined(
      loneEquations(solver, 1),
      orderEquations(solver, 1, 60),
      fluidEquations(1, 1000),
    );
    expect(failing(claims)).toEqual([]);
    expect(controls.map(verdict)).toEqual(["fails", "fails", "fails"]);
  });

  test("Balance keeps its share of the optimum on triangles, and greedy does not", async () => {
    const jobs = triangleJobs(1, 2000).filter(({ copies, chances }) => copies === 20 && chances === "equal");
    const { claims, controls } = triangleClaims(await Promise.all(jobs.map(matchTriangle)));
    expect(failing(claims)).toEqual([]);
    expect(controls.map(verdict)).toEqual(["fails"]);
  });

  test("a short search finds worse graphs for greedy than for Balance, the same ones every time", async () => {
    const jobs = (["balance", "largest-index"] as const).map((rule) => ({ seed: 1, rule, steps: 300 }));
    const found = await Promise.all(jobs.map(searchWorst));
    expect(await searchWorst({ seed: 1, rule: "balance", steps: 300 })).toEqual(found[0]);
    expect(failing(searchClaims(found))).toEqual([]);
  });
});
