// What every arm of the comparison shares: levels, lives, and how long a rule is learned.

import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import { objectProcess } from "../../environments/gridworld/objects.ts";
import { advantageRule } from "./advantage-rule.ts";
import type { LevelSource } from "./curriculum.ts";
import type { EvolutionOptions } from "./evolution.ts";
import { META_PARAMETERS, settingsOf } from "./meta-parameters.ts";
import type { MetaRule } from "./meta-training.ts";
import type { Lifetime } from "./update-rule.ts";

/** Of every agent, the antagonist's too. */
export const LIFETIME: Lifetime = { updates: 60, environments: 16, steps: 20 };

/** Levels of the paper's distribution `all`. */
export const anyLevel: LevelSource = (random) => objectProcess(objectLevel("all", random));

/** Of the paper's buffer. */
export const BUFFER = { size: 4000, replay: 0.5 };

/** How a rule is learned. The rate is among the best for domain randomisation of 0.005 … 0.05, on seeds apart from those that count. */
export const EVOLUTION: EvolutionOptions = { pairs: 8, deviation: 0.1, rate: 0.02 };
export const GENERATIONS = 40;

/** The rule with eight open numbers, from the middle of their ranges. */
export const openRule: MetaRule = {
  initial: new Float32Array(META_PARAMETERS),
  rule: (parameters) => advantageRule(settingsOf(parameters)),
};
