// The law of trust: bounds for all parameters and rules, and the differences between rules.

import { fc, test } from "@fast-check/vitest";
import { describe, test as example, expect } from "vitest";
import { nextDamage, nextTrust, signalOf, TRUST_DEFAULTS, trustLaw, updatePair } from "./trust.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const signal = fc.double({ min: -1, max: 1, noNaN: true });
const law = fc
  .record({
    parameters: fc.record({
      building: share,
      erosion: share,
      damage: share,
      decay: share,
      amplification: fc.double({ min: 0, max: 10, noNaN: true }),
    }),
    rule: fc.record({
      growth: fc.constantFrom("gap" as const, "product" as const),
      cap: share,
      burden: share,
      falls: fc.boolean(),
      alwaysDecay: fc.boolean(),
    }),
  })
  .map(({ parameters, rule }) => trustLaw(parameters, rule));

describe("for every law", () => {
  test.prop([law, share, share, signal, share])("trust and damage stay in [0, 1]", (any, T, R, s, D) => {
    for (const next of [nextTrust(T, R, s, D, any), nextDamage(R, s, any)]) {
      expect(next).toBeGreaterThanOrEqual(0);
      expect(next).toBeLessThanOrEqual(1);
    }
  });

  test.prop([law, share, share, share, share])("a violation builds no trust and heals no damage", (any, T, R, s, D) => {
    expect(nextTrust(T, R, -s, D, any)).toBeLessThanOrEqual(T);
    if (s > 0 && !any.alwaysDecay) expect(nextDamage(R, -s, any)).toBeGreaterThanOrEqual(R);
    expect(nextDamage(R, s, any)).toBeLessThanOrEqual(R);
  });

  test.prop([law, share, share, signal, share])(
    "trust falls to its ceiling where the rule says so",
    (any, T, R, s, D) => {
      const ceiling = Math.min(any.cap, 1 - any.burden * R);
      if (any.falls) expect(nextTrust(T, R, s, D, any)).toBeLessThanOrEqual(ceiling);
      else if (any.growth === "gap" && T > ceiling) expect(nextTrust(T, R, Math.abs(s), D, any)).toBe(T);
    },
  );
});

example("one step by hand, TR-2's rates", () => {
  const pair = { trust: 0.5, damage: 0.2 };
  updatePair(pair, -1, 0.4, trustLaw(TRUST_DEFAULTS));
  expect(pair.trust).toBeCloseTo(0.5 - 0.3 * 0.5 * (1 + 0.5 * 0.4), 15);
  expect(pair.damage).toBeCloseTo(0.2 + 0.6 * 0.8, 15);
  const gap = nextTrust(0.5, 0.2, 1, 0, trustLaw(TRUST_DEFAULTS));
  expect(gap).toBeCloseTo(0.5 + 0.1 * (0.8 - 0.5), 15);
  const product = nextTrust(0.5, 0.2, 1, 0, trustLaw(TRUST_DEFAULTS, { growth: "product" }));
  expect(product).toBeCloseTo(0.5 + 0.1 * 0.5 * 0.8, 15);
  expect(nextDamage(0.2, -1, trustLaw(TRUST_DEFAULTS, { alwaysDecay: true }))).toBeCloseTo(0.68 - 0.03 * 0.2, 15);
  expect(signalOf(42, 40, 0.5)).toBe(Math.tanh(1));
});
