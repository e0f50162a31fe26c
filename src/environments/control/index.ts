// The classic control tasks of Gymnasium, and its lander.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const controlWorlds: Sources<Bound<NumericEnvironment>> = {
  "control/cart-pole": async () => (await import("./cart-pole.ts")).cartPole,
  "control/mountain-car": async () => (await import("./mountain-car.ts")).mountainCar,
  "control/mountain-car-continuous": async () => (await import("./mountain-car-continuous.ts")).mountainCarContinuous,
  "control/pendulum": async () => (await import("./pendulum.ts")).pendulum,
  "control/acrobot": async () => (await import("./acrobot.ts")).acrobot,
  "control/lunar-lander": async () => (await import("./lunar-lander.ts")).lunarLander,
  "control/vertical-lander": async () => (await import("./vertical-lander.ts")).verticalLander,
};
