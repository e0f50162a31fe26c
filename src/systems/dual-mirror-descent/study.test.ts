// The study's simulations in a shorter form.

import { describe, expect, test } from "vitest";
import { type Claim, verdict } from "../../study/claim.ts";
import { adversarialClaims, driftingClaims } from "./changing.ts";
import { independentClaims, lose } from "./independent.ts";

const failing = (claims: readonly Claim[]) => claims.filter((one) => verdict(one) !== "holds").map(({ name }) => name);

describe("dual mirror descent", () => {
  test("phases cost no more than 1/α; days and nights and replaced requests little", () => {
    const { claims, controls } = adversarialClaims(20_000);
    const bound = claims.filter(({ kind }) => kind === "equation");
    expect(failing([...driftingClaims([1, 2, 3]), ...bound])).toEqual([]);
    expect(controls.map(verdict)).toEqual(["fails"]);
  });

  test("prices that learn lose the order of √T, and no prices a share of everything", async () => {
    const horizons = [100, 400, 1600];
    const lost = await Promise.all([1, 2, 3].map((seed) => lose({ seed, horizons })));
    const { claims, controls } = independentClaims(horizons, lost);
    const { value } = claims[0].tests[0].figure;
    expect(value).toBeGreaterThan(0.35);
    expect(value).toBeLessThan(0.65);
    expect(controls.map(verdict)).toEqual(["fails"]);
  });
});
