// The trainer of texts over methods and callbacks. Group-relative policy optimisation (Shao et al., arXiv 2402.03300) of a small
// transformer: it first imitates a demonstrator of the world, and then is paid. The group is the baseline, so that no value function is
// learnt. The advantage is computed by the method, which is `group-relative.ts` unless another is named; callbacks go along.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { type Preset, preset } from "../../core/preset.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { playsOtherwise } from "../trained-play.ts";
import { type ChosenPart, checkDemands, checkSpecs, chosenParts, partFields, type TextParts } from "./chosen-parts.ts";
import { groupRelative } from "./group-relative.ts";
import { groupTraining } from "./group-training.ts";
import { demonstratorOf } from "./sft.ts";
import { stagesOf } from "./stages.ts";
import { checkHeads, type GroupTrainingOptions, trainerFields } from "./trainer-parameters.ts";

/** The trainer over these methods and callbacks; `usual` is the method where none is named. */
export function grpo(
  registered: TextParts,
  usual: ChosenPart = { use: groupRelative.entry.id },
): BoundEntry<AlgorithmPlan> {
  return bind({
    id: "grpo",
    summary: "a small transformer that writes texts, imitates demonstrations, and is paid by comparison within groups",
    source: "Shao et al., arXiv 2402.03300",
    parameters: z.strictObject({ ...partFields(registered, usual), ...trainerFields }),
    make: (p): AlgorithmPlan => {
      checkHeads(p.model);
      const stages = stagesOf(p.stages, p);
      const parts = chosenParts(registered, p, usual);
      checkDemands(parts, p, stages.starts.map(stages.sizesOf));
      return {
        ...playsOtherwise(p.mode),
        check(spec) {
          checkWorld(spec, p);
          checkSpecs(parts, spec);
          stages.check(spec);
        },
        train: (context, from) => groupTraining(context, p, parts, stages, from),
      };
    },
  });
}

function checkWorld(spec: NumericSpec, { sft: { steps, from } }: GroupTrainingOptions): void {
  if (spec.alphabet === undefined || spec.agents.length !== 1) {
    const what = "grpo trains one writer in a world of text, and this world is none";
    throw new UserError({ code: "no-text", what, hint: "try language/sort, or ppo in this one" });
  }
  if (steps > 0) demonstratorOf(spec, from);
}

/** What a name stands for; a `method` that is declared without `use` changes this one's parameters. */
export interface TextPreset extends Preset {
  readonly method: ChosenPart;
}

/** The trainer over these methods and callbacks, preset. */
export function textPreset(parts: TextParts, { method, ...given }: TextPreset): BoundEntry<AlgorithmPlan> {
  return preset(grpo(parts, method), given);
}
