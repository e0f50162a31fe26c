// The classic control tasks of Gymnasium, and its lander.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { acrobot } from "./acrobot.ts";
import { cartPole } from "./cart-pole.ts";
import { lunarLander } from "./lunar-lander.ts";
import { mountainCar } from "./mountain-car.ts";
import { mountainCarContinuous } from "./mountain-car-continuous.ts";
import { pendulum } from "./pendulum.ts";
import { verticalLander } from "./vertical-lander.ts";

export const controlWorlds: readonly Bound<NumericEnvironment>[] = [
  cartPole,
  mountainCar,
  mountainCarContinuous,
  pendulum,
  acrobot,
  lunarLander,
  verticalLander,
];
