// The mountain car with a throttle of any strength and a price on using it.
// Equations and constants of Gymnasium's MountainCarContinuous-v0. Two differences: the reference computes in float32,
// and it charges for the throttle as given, where this world clips it to [−1, 1] first.

import { bind } from "../../core/registry.ts";
import { clip } from "../single-agent.ts";
import { valley, valleyParameters } from "./mountain-car.ts";

export const mountainCarContinuous = bind({
  id: "control/mountain-car-continuous",
  summary: "get an underpowered car out of a valley with a throttle that costs its square",
  source: "Gymnasium MountainCarContinuous-v0; Moore (1990)",
  parameters: valleyParameters(999, 0.0015, 0.45),
  make: (p) =>
    valley(p, {
      action: { low: [-1], high: [1] },
      actionUnit: "share of full throttle, negative to the left",
      payoffLow: -0.1,
      payoffHigh: 100,
      meaning: "the published reward: 100 on arrival, less 0.1 of the throttle's square per step",
      throttle: (action) => clip(action, -1, 1),
      payoff: (throttle, arrived) => (arrived ? 100 : 0) - 0.1 * throttle * throttle,
    }),
});
