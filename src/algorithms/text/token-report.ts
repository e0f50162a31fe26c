// Texts of an update as people look at them: every character beside what it was worth to the learner.

import type { WrittenText } from "../../core/written-text.ts";
import type { Completions } from "./completions.ts";
import { totalPay } from "./group-advantage.ts";
import type { TokenCredit } from "./text-method.ts";
import { objectiveAt, type TokenObjective } from "./token-objective.ts";

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
  const to = from + group * context;
  const credit = new Float64Array(group * context);
  const all = written.reduce((sum, one) => sum + one, 0);
  const learnt = lesson?.rows === undefined ? undefined : new Set(lesson.rows);
  for (const [k, { tables, shares }] of (lesson?.credit ?? []).entries()) {
    const own = tables.map((table) => Float64Array.from(table.subarray(from, to)));
    const { slopes } = objectiveAt(objectives[k], new Float64Array(group * context), own);
    for (let place = 0; place < credit.length; place++) {
      const row = Math.floor((from + place) / context);
      if (written[from + place] === 1 && learnt?.has(row) !== false)
        credit[place] += slopes[place] * shares[from + place] * all;
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
