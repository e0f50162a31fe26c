// What a batch of written answers was like, in numbers: what they were paid and how long they are, what the world reported of
// them, and how many questions had a right one.

import type { Channel } from "../../core/channel.ts";
import type { Measures } from "../training-measures.ts";
import type { Completions } from "./completions.ts";
import { totalPay } from "./group-advantage.ts";

/** Means over the answers of a batch. */
export function writingMeasures(texts: Completions): Measures {
  const { rows, written, entropies, objective } = texts;
  let characters = 0;
  let entropy = 0;
  for (let k = 0; k < written.length; k++) {
    characters += written[k];
    entropy += entropies[k];
  }
  return {
    pay: mean(totalPay(texts)),
    objective: mean(objective),
    episodeSteps: characters / rows,
    entropy: entropy / characters,
  };
}

/**
 * Mean over the answers of what each channel came to in an episode, under the channel's name; channels of which only the end
 * counts are left out. Where the world says what is `correct`: also `passAtK`, the share of questions with a right one among
 * their answers.
 */
export function outcomeMeasures(texts: Completions, channels: readonly Channel[]): Measures {
  const { rows, group, outcomes, written, context } = texts;
  const C = channels.length;
  const measures: Measures = {};
  for (const [c, { name, over }] of channels.entries()) {
    if (over === "last") continue;
    let sum = 0;
    for (let row = 0; row < rows; row++) {
      sum += outcomes[row * C + c] / (over === "mean" ? count(written, row * context, (row + 1) * context) : 1);
    }
    measures[name] = sum / rows;
  }
  const correct = channels.findIndex(({ name }) => name === "correct");
  if (correct >= 0) measures.passAtK = anyAbove(outcomes, correct, C, group);
  return measures;
}

/** Share of groups of `group` rows of which one has more than 0 in column `c` of `C`. */
function anyAbove(outcomes: Float64Array, c: number, C: number, group: number): number {
  const groups = outcomes.length / C / group;
  let found = 0;
  for (let g = 0; g < groups; g++) {
    let any = 0;
    for (let row = g * group; row < (g + 1) * group; row++) if (outcomes[row * C + c] > 0) any = 1;
    found += any;
  }
  return found / groups;
}

function count(written: Uint8Array, from: number, to: number): number {
  let characters = 0;
  for (let k = from; k < to; k++) characters += written[k];
  return characters;
}

const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;
