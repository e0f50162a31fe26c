// What a network that scores choices one by one sees of a world: fields of all, and fields with a number for each choice.

import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";

/** Numbers of an observation that are of all choices, and numbers of each. */
export interface ChoiceFields {
  readonly common: number;
  readonly each: number;
  readonly choices: number;
}

/** How the observation is divided. Throws a UserError where no field has a number for each choice, or such fields do not come last. */
export function choiceFields({ observation, observationSize, choices }: NumericSpec): ChoiceFields {
  const fields = observation.filter((field) => field.each === true);
  const each = fields.length;
  if (choices !== undefined && each > 0) {
    const wrong = fields.find(
      (field, k) => field.size !== choices || field !== observation[observation.length - each + k],
    );
    if (wrong === undefined) return { common: observationSize - each * choices, each, choices };
    const what = `the field "${wrong.name}" of this world is to have a number for each of ${choices} choices`;
    const hint = "such fields have as many numbers as there are choices, and come last";
    throw new UserError({ code: "no-choice-fields", what, path: ["perChoice"], hint });
  }
  const what = "choices are to be scored one by one, and no field of this world has a number for each choice";
  throw new UserError({ code: "no-choice-fields", what, path: ["perChoice"], hint: "leave perChoice out" });
}

/** Settings of a policy that the check looks at. */
interface ScoringOptions {
  readonly perChoice?: boolean;
  readonly hidden: readonly number[];
  readonly layerNorm?: boolean;
  readonly memory?: unknown;
  readonly auxiliary?: unknown;
}

/** Throws a UserError where choices are to be scored one by one, and the world or other settings do not allow it. */
export function checkScorer(p: ScoringOptions, spec: NumericSpec): void {
  if (p.perChoice !== true) return;
  choiceFields(spec);
  const what = "a policy that scores choices one by one";
  const refused = (more: string, path: string, hint: string) =>
    new UserError({ code: "no-scorer", what: `${what} ${more}`, path: [path], hint });
  if (p.hidden.length === 0) throw refused("has a hidden layer", "hidden", "say hidden: [16]");
  if (p.layerNorm === true) throw refused("does not normalise its layers", "layerNorm", "leave layerNorm out");
  if (p.memory !== undefined) throw refused("has no memory", "memory", "leave memory out");
  if (p.auxiliary !== undefined) throw refused("learns no tasks beside", "auxiliary", "leave auxiliary out");
}
