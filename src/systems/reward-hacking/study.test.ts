// That each measurement can come out otherwise, and that the same seed gives the same.

import { expect, test } from "vitest";
import { auditRuns, RUNS } from "./audited.ts";
import { pressWorld } from "./pressure.ts";
import { compareRewards, REWARD_PAIRS } from "./reward-pairs.ts";
import { LABELS, refitRounds } from "./rounds.ts";

test("concave gold turns under a proxy, saturating gold and gold as its own proxy do not", async () => {
  const { proxies, itself, gap } = await pressWorld({ seed: 901 });
  for (const { turned, saturating, learned, gaps, divergenceOff } of proxies) {
    expect(turned.lost).toBeGreaterThan(0.1 * turned.gold);
    expect(saturating.lost).toBe(0);
    expect(learned.at[0] / learned.at[1]).toBeCloseTo(1, 1);
    expect(gaps[12]).toBeGreaterThan(gaps[6]);
    expect(divergenceOff).toBeLessThan(1e-5);
  }
  expect([itself.lost, gap]).toEqual([0, 0]);
});

test("fresh labels keep gold up, and the same seed gives the same rounds", async () => {
  const rounds = await refitRounds({ seed: 901 });
  const ends = LABELS.map((_, k) => rounds[k][4]);
  expect(ends[0]).toBeGreaterThan(1);
  expect(Math.max(ends[1], ends[2])).toBeLessThan(0);
  expect(await refitRounds({ seed: 901 })).toEqual(rounds);
});

test("the audit tells hacked runs from the others", async () => {
  const [still, peak, far] = await auditRuns({ seed: 901 });
  expect(still + peak).toBeLessThan(0.1 * RUNS);
  expect(far).toBeGreaterThan(0.9 * RUNS);
});

test("the linear program agrees with the affine test", async () => {
  const { agreeing, affine, unhackable } = await compareRewards({ seed: 901 });
  expect([agreeing, affine]).toEqual([REWARD_PAIRS, REWARD_PAIRS / 2]);
  expect(unhackable).toBe(180);
});
