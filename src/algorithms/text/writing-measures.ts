// What a batch of written answers was like, in numbers: what they were paid and how long they are, what the world reported of
// them, and how many questions had a right one.

import type { Channel } from "../../core/channel.ts";
import type { WrittenText } from "../../core/written-text.ts";
import type { Measures } from "../training-measures.ts";
import type { Completions } from "./completions.ts";
import { totalPay } from "./group-advantage.ts";
import { everyText } from "./text-batch.ts";
import type { TokenCredit } from "./text-method.ts";
import { objectiveAt, type TokenObjective } from "./token-objective.ts";

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
  let successes = 0;
  for (let g = 0; g < groups; g++) {
    let any = 0;
    for (let row = g * group; row < (g + 1) * group; row++) if (outcomes[row * C + c] > 0) any = 1;
    successes += any;
  }
  return successes / groups;
}

function count(written: Uint8Array, from: number, to: number): number {
  let characters = 0;
  for (let k = from; k < to; k++) characters += written[k];
  return characters;
}

const mean = (values: Float64Array) => values.reduce((a, b) => a + b, 0) / values.length;

/**
 * The answers to one question of a batch, with what a step from where they were written would make of each character: the
 * objectives' derivatives in ln π, by their shares, times the number of characters of the batch. For GRPO that is the
 * advantage. The question is the first whose answers were not all paid the same, else the first. A batch that taught nothing
 * has no lesson.
 */
export function tokenReport(
  texts: Completions,
  alphabet: readonly string[],
  objectives: readonly TokenObjective[],
  lesson: TokenCredit | undefined,
): WrittenText[] {
  const { rows, group, context, tokens, written, turns, lengths, logProbabilities, entropies, objective } = texts;
  const pay = totalPay(texts);
  const question = telling(pay, group);
  const from = question * group * context;
  const credit = new Float64Array(group * context);
  const all = written.reduce((sum, one) => sum + one, 0);
  // In the lesson's order, since an objective may compare rows that stand together.
  const learnt = lesson?.rows ?? everyText(rows);
  for (const [k, { tables, shares }] of (lesson?.credit ?? []).entries()) {
    const inOrder = (table: Float32Array) => {
      const ordered = new Float64Array(learnt.length * context);
      for (const [at, row] of learnt.entries())
        ordered.set(table.subarray(row * context, (row + 1) * context), at * context);
      return ordered;
    };
    const { slopes } = objectiveAt(
      objectives[k],
      new Float64Array(learnt.length * context),
      tables.map(inOrder),
      inOrder(shares),
    );
    for (const [at, row] of learnt.entries()) {
      if (row < question * group || row >= (question + 1) * group) continue;
      for (let place = 0; place < context; place++) {
        if (written[row * context + place] === 1)
          credit[row * context + place - from] += slopes[at * context + place] * all;
      }
    }
  }
  return Array.from({ length: Math.min(group, rows) }, (_, k): WrittenText => {
    const row = question * group + k;
    const places = Array.from({ length: lengths[row] }, (__, place) => row * context + place);
    const own = (table: ArrayLike<number>, offset = 0, otherwise = 0) =>
      places.map((place) => (written[place] === 1 ? table[place - offset] : otherwise));
    return {
      question,
      pay: pay[row],
      objective: objective[row],
      characters: places.map((place) => alphabet[tokens[place]]),
      turns: own(turns, 0, -1),
      credit: own(credit, from),
      logProbabilities: own(logProbabilities),
      entropies: own(entropies),
    };
  });
}

/** The first question whose answers were not all paid the same, or the first. */
function telling(pay: Float64Array, group: number): number {
  for (let question = 0; question < pay.length / group; question++) {
    const own = pay.subarray(question * group, (question + 1) * group);
    if (own.some((one) => one !== own[0])) return question;
  }
  return 0;
}
