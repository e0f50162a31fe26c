// The study's exact parts, and its simulations in a shorter form.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { adversarialChecks } from "./adversarial.ts";
import { driftingChecks } from "./drifting.ts";
import { independentChecks, lose } from "./independent.ts";
import { stepChecks } from "./one-step.ts";

const failing = (checks: readonly { name: string; pass: boolean }[]) =>
  checks.filter(({ pass }) => !pass).map(({ name }) => name);

describe("dual mirror descent", () => {
  test("single steps, budgets and duality hold; phases cost no more than 1/α; days and nights and replaced requests little", async () => {
    const adversarial = adversarialChecks(20_000);
    const checks = [...stepChecks(await linearPrograms(), 1), ...driftingChecks(1, 2)];
    expect(failing([...checks, adversarial.checks[0]])).toEqual([]);
    expect(adversarial.controls.every(({ failed }) => failed)).toBe(true);
  });

  test("prices that learn lose the order of √T, and no prices a share of everything", async () => {
    const horizons = [100, 400, 1600];
    const lost = await Promise.all([1, 2, 3].map((seed) => lose({ seed, horizons })));
    const { checks, controls } = independentChecks(horizons, lost);
    expect(checks[0].pass, checks[0].measured).toBe(true);
    expect(controls[0].failed, controls[0].measured).toBe(true);
  });
});
