// What curves of independent steps do, and with `LONG=1` two seeds of the writers.

import { expect, test } from "vitest";
import { long, studyContext } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { curveDynamics } from "../../math/effective-rank.ts";
import { verdict } from "../../study/claim.ts";
import { independentSteps } from "./measuring.ts";
import { verlRank } from "./study.ts";

test("curves of independent steps tie rank and velocity by arithmetic alone, the more the longer the curve", () => {
  // Two points: the velocity is the second step, one of two that are alike.
  expect(independentSteps(2)).toBeCloseTo(Math.SQRT1_2, 12);
  expect(independentSteps(2000)).toBeCloseTo(1 / 4 / Math.sqrt(2 / 27), 3);
  expect(Math.abs(simulatedSteps(6, 20_000) - independentSteps(6))).toBeLessThanOrEqual(0.01);
});

function simulatedSteps(points: number, runs: number): number {
  const random = Random.of(1, "curves");
  const [last, velocity] = [new Float64Array(runs), new Float64Array(runs)];
  for (let run = 0; run < runs; run++) {
    let height = 0;
    const curve = Float64Array.from({ length: points }, () => {
      height += random.normal();
      return height;
    });
    last[run] = height;
    velocity[run] = curveDynamics(curve).velocity;
  }
  return pearson(last, velocity) ?? 0;
}

long("what must fail fails on two seeds", async () => {
  const { claims, controls } = await verlRank.run(studyContext({ seeds: [901, 902] }));
  const tokens = claims.filter(({ name }) => name.includes("greatest probability"));
  expect(tokens.map(verdict)).toEqual(["holds"]);
  const [, bound, order] = controls;
  // Five times the bonus turns signs round, and two seeds do not decide what becomes of pass@1.
  expect(bound.tests[0].figure.value).toBeGreaterThan(0);
  expect(verdict(order)).toBe("fails");
});
