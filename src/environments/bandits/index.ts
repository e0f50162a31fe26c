// Bandits: arms that pay, by chance or by plan, on their own or by what they look like, at once or later.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { adversarialBandit } from "./adversarial.ts";
import { advertisingBandit } from "./advertising.ts";
import { bernoulliBandit } from "./bernoulli.ts";
import { bernoulliBlocks } from "./bernoulli-blocks.ts";
import { combinatorialBandit } from "./combinatorial.ts";
import { contextualLinearBandit } from "./contextual-linear.ts";
import { dynamicalLinearBandit } from "./dynamical-linear.ts";
import { gaussianBandit } from "./gaussian.ts";
import { linearBandit } from "./linear.ts";
import { mapBandit } from "./map.ts";
import { switchingBandit } from "./switching.ts";

export const bandits: readonly Bound<NumericEnvironment>[] = [
  bernoulliBandit,
  gaussianBandit,
  adversarialBandit,
  bernoulliBlocks,
  mapBandit,
  switchingBandit,
  linearBandit,
  contextualLinearBandit,
  dynamicalLinearBandit,
  advertisingBandit,
  combinatorialBandit,
];
