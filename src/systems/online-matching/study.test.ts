// The study's exact parts on fewer draws, its simulations in a shorter form, and its controls.

import { expect, test } from "vitest";
import { unmet, verdicts } from "../../../test/fixtures/study.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { combined } from "../../study/study.ts";
import { searchClaims, searchWorst } from "./bad-instances.ts";
import { fluidEquations, loneEquations, orderEquations } from "./equations.ts";
import { matchTriangle, triangleClaims, triangleJobs } from "./triangles.ts";

test("closed forms, the order of bounds and the fluid limit hold; the controls do not", async () => {
  const solver = await linearPrograms();
  const parts = [loneEquations(solver, 1), orderEquations(solver, 1, 60), fluidEquations(1, 1000)];
  const { claims, controls } = combined(...parts);
  expect([unmet({ claims }), verdicts(controls)]).toEqual([[], "fails fails fails"]);
});

test("Balance keeps its share of the optimum on triangles, and greedy does not", async () => {
  const jobs = triangleJobs(1, 2000).filter(({ copies, chances }) => copies === 20 && chances === "equal");
  const { claims, controls } = triangleClaims(await Promise.all(jobs.map(matchTriangle)));
  expect([unmet({ claims }), verdicts(controls)]).toEqual([[], "fails"]);
});

test("a short search finds worse graphs for greedy than for Balance, the same ones every time", async () => {
  const jobs = (["balance", "largest-index"] as const).map((rule) => ({ seed: 1, rule, steps: 300 }));
  const found = await Promise.all(jobs.map(searchWorst));
  expect(await searchWorst({ seed: 1, rule: "balance", steps: 300 })).toEqual(found[0]);
  expect(unmet({ claims: searchClaims(found) })).toEqual([]);
});
