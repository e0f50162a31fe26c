// The study's simulations in a shorter form.

import { expect, test } from "vitest";
import { unmet, verdicts } from "../../../test/fixtures/study.ts";
import { adversarialClaims, driftingClaims } from "./changing.ts";
import { independentClaims, lose } from "./independent.ts";

test("phases cost no more than 1/α; days and nights and replaced requests little", () => {
  const { claims, controls } = adversarialClaims(20_000);
  const bound = claims.filter(({ kind }) => kind === "equation");
  expect(unmet({ claims: [...driftingClaims([901, 902, 903, 904, 905, 906]), ...bound] })).toEqual([]);
  expect(verdicts(controls)).toBe("fails");
});

test("prices that learn lose the order of √T, and no prices a share of everything", async () => {
  const horizons = [100, 400, 1600];
  for (const noise of ["request", "option"] as const) {
    const lost = await Promise.all([901, 902, 903].map((seed) => lose({ seed, horizons, noise })));
    const { claims, controls } = independentClaims(noise, horizons, lost);
    const { value } = claims[0].tests[0].figure;
    expect(value).toBeGreaterThan(0.35);
    // Less than linear, if more than at longer horizons.
    expect(value).toBeLessThan(0.8);
    expect(verdicts(controls)).toBe("fails");
  }
});
