// A published method under a name of its own: the one trainer with the method and the constants of a paper.

import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type Preset, preset } from "../../core/preset.ts";
import type { Bound } from "../../core/registry.ts";
import type { Choice, TextParts } from "./chosen-parts.ts";
import { grpo } from "./grpo.ts";

/** What a name stands for; a `method` that is declared without `use` changes this one's parameters. */
export interface TextPreset extends Preset {
  readonly method: Choice;
}

/** The trainer over these methods and callbacks, preset. */
export function textPreset(parts: TextParts, { method, ...given }: TextPreset): Bound<AlgorithmPlan> {
  return preset(grpo(parts, method), given);
}
