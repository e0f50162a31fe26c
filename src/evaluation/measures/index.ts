// Registry of measures by name. A measure's module is imported when its name is used.

import { Library, together } from "../../core/library.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import type { BoundEntry } from "../../core/registry.ts";

export const measures = new Library<BoundEntry<MeasurePlan>>("measure", {
  "choice-slope": async () => (await import("./choice-slope.ts")).choiceSlope,
  exploitability: async () => (await import("./exploitability.ts")).exploitability,
  "against-oracles": async () => (await import("./against-oracles.ts")).againstOracles,
  "game-value": async () => (await import("./exploitability.ts")).gameValue,
  "worst-case": async () => (await import("./worst-case.ts")).worstCase,
  "ex-post-regret": async () => (await import("./ex-post-regret.ts")).exPostRegret,
  "pass-at-k": async () => (await import("./pass-at-k.ts")).passAtKMeasure,
  "pass-hat-k": async () => (await import("./pass-at-k.ts")).passHatKMeasure,
  "self-judging": async () => (await import("./self-judging.ts")).selfJudging,
  confidence: async () => (await import("./confidence.ts")).confidenceMeasure,
  "reward-accuracy": async () => (await import("./reward-accuracy.ts")).rewardAccuracy,
  "progress-judge": async () => (await import("./progress-judge.ts")).progressJudge,
  "value-order": async () => (await import("./value-order.ts")).valueOrder,
  rubric: async () => (await import("./rubric.ts")).rubricMeasure,
  "spread-of-right": async () => (await import("./spread-of-right.ts")).spreadOfRight,
  "distance-from-mixture": async () => (await import("./distance-from-mixture.ts")).distanceFromMixture,
  ...together(["frechet", "frechet-floor", "vendi"], async () => (await import("./set-measures.ts")).setMeasures),
  schelling: async () => (await import("./schelling.ts")).schelling,
  standing: async () => (await import("./standing.ts")).standing,
});
