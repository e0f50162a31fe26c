// The identity, and that the measurements can come out otherwise.

import { expect, test } from "vitest";
import { distanceFromStep } from "./identity.ts";
import { sampledSelfPlay } from "./methods.ts";
import { regrets } from "./regret.ts";

test("the loss is least at the step of mirror descent, where both answers are the policy's own and nowhere else", () => {
  expect(distanceFromStep(901, "own")).toBeLessThan(1e-8);
  for (const pairs of ["other from the reference", "best and worst", "exchanged"] as const) {
    expect(distanceFromStep(901, pairs)).toBeGreaterThan(1e-2);
  }
});

test("INPO keeps its bound of regret, and a policy that stays does not", async () => {
  for (const { own, still } of await regrets({ seed: 901 })) {
    expect(own).toBeLessThan(1);
    expect(own).toBeGreaterThan(0);
    expect(still).toBeGreaterThan(1);
  }
});

test("from drawn comparisons long steps leave the policy beatable; the same for a seed", async () => {
  const found = await sampledSelfPlay({ seed: 903, eta: 1 });
  expect(found.last).toBeLessThan((await sampledSelfPlay({ seed: 903, eta: 0.1 })).last);
  expect(await sampledSelfPlay({ seed: 903, eta: 1 })).toEqual(found);
});
