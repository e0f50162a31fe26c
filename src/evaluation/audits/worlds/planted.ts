// Exploits that are planted into a pay to show how strong a search is: back doors, which pay once for the right first actions, and loops, which pay each
// time that a sequence of actions occurs.

import type { NumericSpec } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { actionDrawer } from "./actors.ts";
import type { ScriptAction } from "./script.ts";

/** A planted exploit; its pay depends on what was done alone. */
export interface PlantedExploit {
  readonly name: string;
  /** What it adds to the pay of an episode with these actions. */
  bonus(script: readonly ScriptAction[]): number;
}

/** Parts that the range of an action is cut into; two actions are the same where they lie in the same part. */
const PARTS = 4;
const LENGTHS = [1, 2, 3];

/** Six exploits of weight w: back doors and loops of one to three actions. With w = 0 nothing is paid. */
export function plantedExploits(spec: NumericSpec, most: number, weight: number, seed: number): PlantedExploit[] {
  const draw = actionDrawer(spec);
  const { choices, actionLow, actionHigh } = spec;
  /** The first number of an action, as a choice or as a part of its range. */
  const kindOf = (action: ScriptAction): number => {
    const first = typeof action === "number" ? action : action[0];
    if (choices !== undefined) return first;
    return Math.min(PARTS - 1, Math.floor((PARTS * (first - actionLow[0])) / (actionHigh[0] - actionLow[0])));
  };
  return LENGTHS.filter((length) => length <= most).flatMap((length): PlantedExploit[] => {
    const random = Random.of(seed, "audit", "plant", length);
    const pattern = Array.from({ length }, () => kindOf(draw(random)));
    const occursAt = (script: readonly ScriptAction[], at: number): boolean =>
      at + length <= script.length && pattern.every((kind, k) => kindOf(script[at + k]) === kind);
    return [
      { name: `a back door of ${length}`, bonus: (script) => (occursAt(script, 0) ? weight : 0) },
      {
        name: `a loop of ${length}`,
        bonus(script) {
          let sum = 0;
          for (let at = 0; at + length <= script.length; at++) if (occursAt(script, at)) sum += weight;
          return sum;
        },
      },
    ];
  });
}
