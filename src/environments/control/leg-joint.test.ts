// Flights with the optimised joint against planck's own, bit for bit.

import { RevoluteJoint } from "planck";
import { expect, test, vi } from "vitest";
import { Random } from "../../core/random.ts";
import { makeLander } from "./lander-physics.ts";
import { LegJoint } from "./leg-joint.ts";

/** Final states of landers with random thrust, flown until they crash or rest. */
function flights(): number[] {
  const random = Random.of(1, "flights");
  const places: number[] = [];
  for (let flight = 0; flight < 6; flight++) {
    const terrain = Float64Array.from({ length: 12 }, () => random.uniform(0, 20 / 3));
    const lander = makeLander(terrain, random.uniform(-1000, 1000), random.uniform(-1000, 1000), -10);
    for (let step = 0; step < 300 && !lander.crashed && !lander.asleep; step++) {
      lander.step({
        main: random.uniform() < 0.4 ? 1 : 0,
        side: random.integer(3) - 1,
        scatter0: random.uniform(-1, 1),
        scatter1: random.uniform(-1, 1),
        wind: 0,
        torque: 0,
      });
      places.push(lander.x, lander.y, lander.speedX, lander.speedY, lander.angle, lander.turn);
    }
  }
  return places;
}

test("flights equal planck's, bit for bit", () => {
  const quick = flights();
  const plain = vi.spyOn(LegJoint.prototype, "solveVelocityConstraints").mockImplementation(function (
    this: LegJoint,
    step,
  ) {
    RevoluteJoint.prototype.solveVelocityConstraints.call(this, step);
  });
  const expected = flights();
  expect(plain.mock.calls.length).toBeGreaterThan(30_000);
  plain.mockRestore();
  expect(expected.length).toBeGreaterThan(1500);
  expect(quick).toEqual(expected);
});
