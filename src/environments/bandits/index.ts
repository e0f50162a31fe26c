// Bandits: arms that pay, by chance or by plan.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { adversarialBandit } from "./adversarial.ts";
import { bernoulliBandit } from "./bernoulli.ts";
import { gaussianBandit } from "./gaussian.ts";

export const bandits: readonly Bound<NumericEnvironment>[] = [bernoulliBandit, gaussianBandit, adversarialBandit];
