// Bandits: arms that pay, by chance or by plan.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { adversarialBandit } from "./adversarial.ts";
import { bernoulliBandit } from "./bernoulli.ts";
import { bernoulliBlocks } from "./bernoulli-blocks.ts";
import { gaussianBandit } from "./gaussian.ts";
import { mapBandit } from "./map.ts";

export const bandits: readonly Bound<NumericEnvironment>[] = [
  bernoulliBandit,
  gaussianBandit,
  adversarialBandit,
  bernoulliBlocks,
  mapBandit,
];
