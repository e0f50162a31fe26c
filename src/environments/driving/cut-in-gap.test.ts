// The worth of knowing a driver's type, beside figures that were computed apart from this code.

import { expect, test } from "vitest";
import { bestChoice, DRIVERS, expectedPay, lowestAcceleration, payOf } from "./cut-in-gap.ts";
import { AGGRESSIVE, CAUTIOUS, NORMAL } from "./drivers.ts";
import { MIXES, sharesOf, typeAt } from "./mixes.ts";

/** Returns the exact worth at these speeds, on average, where types have these shares. */
function worthOfTypes(shares: ArrayLike<number>, speeds: readonly number[]) {
  let known = 0;
  let unknown = 0;
  for (const speed of speeds) {
    unknown += expectedPay(shares, speed, bestChoice(shares, speed)) / speeds.length;
    for (let k = 0; k < DRIVERS.length; k++) {
      const certain = DRIVERS.map((_, j) => (j === k ? 1 : 0));
      known += (shares[k] * expectedPay(certain, speed, bestChoice(certain, speed))) / speeds.length;
    }
  }
  return { known, unknown };
}

/** 801 speeds of [8, 16]. */
const SPEEDS = Array.from({ length: 801 }, (_, k) => 8 + k / 100);
const at = (mix: (typeof MIXES)[number]) => worthOfTypes(sharesOf(mix), SPEEDS);

test.each([
  ["mild", 0.43256, 0.37849],
  ["thirds", 0.44483, 0.36221],
  ["chaotic", 0.44834, 0.36221],
] as const)("in %s traffic a cut-in is worth %f where the type is known, and %f where not", (mix, known, unknown) => {
  expect(at(mix).known).toBeCloseTo(known, 5);
  expect(at(mix).unknown).toBeCloseTo(unknown, 5);
});

test.each([
  [NORMAL, 0.4273],
  [AGGRESSIVE, 0.54499],
  [CAUTIOUS, 0.36221],
])("type %i alone is worth %f, and knowing it nothing", (type, worth) => {
  const one = worthOfTypes(
    DRIVERS.map((_, k) => (k === type ? 1 : 0)),
    SPEEDS,
  );
  expect(one.known).toBeCloseTo(worth, 5);
  expect(one.unknown).toBe(one.known);
});

test("knowing types is worth most where they differ most", () => {
  const gains = MIXES.map((mix) => at(mix).known - at(mix).unknown);
  expect(gains[0]).toBe(0);
  for (let k = 1; k < gains.length; k++) expect(gains[k]).toBeGreaterThan(gains[k - 1]);
});

test("a driver brakes less at a larger gap, and a cautious one hardest", () => {
  for (const speed of [8, 10, 12]) {
    const [near, far] = [6, 14].map((gap) => DRIVERS.map((driver) => lowestAcceleration(driver, speed, gap)));
    for (const kind of DRIVERS.keys()) expect(near[kind]).toBeLessThan(far[kind] + 1e-9);
    expect(far[CAUTIOUS]).toBeLessThan(far[AGGRESSIVE]);
  }
  expect(payOf(30)).toBe(0);
});

test("types are drawn by their shares", () => {
  expect([0, 0.39, 0.41, 0.59, 0.61, 0.99].map((x) => typeAt(x, sharesOf("chaotic")))).toEqual([
    ...[CAUTIOUS, CAUTIOUS, NORMAL, NORMAL, AGGRESSIVE, AGGRESSIVE],
  ]);
});
