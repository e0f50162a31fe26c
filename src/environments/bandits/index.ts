// Bandits: arms that pay, by chance or by plan, on their own or by what they look like, at once or later.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const bandits: Sources<Bound<NumericEnvironment>> = {
  "bandits/bernoulli": async () => (await import("./bernoulli.ts")).bernoulliBandit,
  "bandits/gaussian": async () => (await import("./gaussian.ts")).gaussianBandit,
  "bandits/adversarial": async () => (await import("./adversarial.ts")).adversarialBandit,
  "bandits/bernoulli-blocks": async () => (await import("./bernoulli-blocks.ts")).bernoulliBlocks,
  "bandits/map": async () => (await import("./map.ts")).mapBandit,
  "bandits/switching": async () => (await import("./switching.ts")).switchingBandit,
  "bandits/linear": async () => (await import("./linear.ts")).linearBandit,
  "bandits/contextual-linear": async () => (await import("./contextual-linear.ts")).contextualLinearBandit,
  "bandits/dynamical-linear": async () => (await import("./dynamical-linear.ts")).dynamicalLinearBandit,
  "bandits/advertising": async () => (await import("./advertising.ts")).advertisingBandit,
  "bandits/combinatorial": async () => (await import("./combinatorial.ts")).combinatorialBandit,
};
