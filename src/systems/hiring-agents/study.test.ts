// The study's exact parts on fewer problems and seeds, and its controls.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { combined } from "../../study/study.ts";
import { auditEquations } from "./audit-checks.ts";
import { oneAgentEquations, twinsEquations } from "./exact-checks.ts";
import { LEARNERS, learn, onlineClaims } from "./online-checks.ts";
import { selectionEquations } from "./selection-checks.ts";

test("the programs give what is known by hand, and no agent gains by anything else; the controls fail", async () => {
  const solver = await linearPrograms();
  const one = { claims: oneAgentEquations(solver) };
  const found = combined(one, twinsEquations(solver), auditEquations(solver, 1, 12), selectionEquations(solver));
  expect(unmet(found)).toEqual([]);
  expect(found.controls).toHaveLength(5);
});

test("learning with something to spare keeps regret low; without, half of the runs fail for good", async () => {
  const seeds = Array.from({ length: 80 }, (_, k) => 1 + k);
  const jobs = LEARNERS.filter(({ agents }) => agents === 1).map((learner) => ({ seeds, ...learner }));
  const found = onlineClaims(await Promise.all(jobs.map(learn)));
  expect(found.claims).toHaveLength(4);
  expect(unmet(found)).toEqual([]);
});
