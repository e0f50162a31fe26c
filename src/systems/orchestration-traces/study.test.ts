// The exact checks, and with `LONG=1` the trainings.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { checkTrace } from "../../evaluation/traces/check.ts";
import { verdict } from "../../study/claim.ts";
import { seedsOf } from "../../study/study.ts";
import { credits } from "./credit.ts";
import { example, formatEquations, MUTATIONS, mutated } from "./format.ts";
import { poolEquations } from "./pool.ts";
import { orchestrationTraces } from "./study.ts";
import { teamOf } from "./team.ts";
import { theoryEquations } from "./theory.ts";
import { traceClaims, written } from "./written-traces.ts";

test("the format, the pool and the theory hold", async () => {
  const claims = [...formatEquations(), ...(await poolEquations()), ...theoryEquations()];
  expect(claims).toHaveLength(13);
  expect(unmet({ claims })).toEqual([]);
});

describe("mutations", () => {
  test("are 24, in 24 ways, and change one place each", () => {
    expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(24);
    const before = JSON.stringify(example());
    for (const mutation of MUTATIONS)
      expect(JSON.stringify(mutated(example(), mutation)), mutation.name).not.toBe(before);
    expect(() => mutated(example(), { path: ["nowhere", "t"], value: 1 })).toThrow("nowhere.t");
  });

  test.each(MUTATIONS)("$name", ({ schema, validator, ...mutation }) => {
    const value = mutated(example(), mutation);
    expect(checkTrace(value, "lenient").length > 0).toBe(validator);
    expect(checkTrace(value, "strict").length > 0).toBe(schema || validator);
  });
});

test("traces of the best player agree with the world, and with what each message told", () => {
  const world = teamOf({ width: 2, loss: 0.2 });
  const player = world.spec.oracles?.optimal?.play(0);
  if (player === undefined) throw new Error("no best player");
  const found = written(world, player, 5, 40);
  expect(found).toMatchObject({ episodes: 40, faulty: 0, unsteady: 0, accused: 0, foundOut: 40 });
  expect(found.furthest).toBeLessThan(1e-12);
  expect(unmet(traceClaims([found]))).toEqual([]);
  const { counterfactual, shared, strays } = credits(5);
  expect(strays).toBe(0);
  expect(counterfactual.within).toBeGreaterThan(0.8);
  expect(shared.within).toBe(0);
  expect(counterfactual.pooled).toBeGreaterThan(shared.pooled + 0.2);
});

test.skipIf(process.env.LONG !== "1")(
  "a stop is learnt from the team's credit and from credit at the stops, and from nothing else",
  { timeout: 600_000 },
  async () => {
    const context = studyContext({ seeds: seedsOf(orchestrationTraces, false) });
    const { claims, controls } = await orchestrationTraces.run(context);
    const learnt = claims.filter(({ name }) => name.startsWith("a stop learnt") || name.startsWith("its value"));
    expect(learnt.map(verdict)).toEqual(["holds", "holds", "holds", "holds"]);
    expect(controls.map(verdict)).not.toContain("holds");
  },
);
