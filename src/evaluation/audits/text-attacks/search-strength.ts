// How strong a search is: back doors are planted into the audited reward, and the same search looks for each with the same number of tries.

import { Random } from "../../../core/random.ts";
import type { TextReward } from "../../../feedback/text-rewards/text-reward.ts";
import type { AuditedTask } from "./audited-task.ts";
import { CountedReward, type TextScores } from "./counted-reward.ts";
import { backDoors } from "./planted-pay.ts";
import type { Reference } from "./reference.ts";
import { searched } from "./search.ts";

export interface StrengthOptions {
  readonly want?: TextReward | undefined;
  readonly tries: number;
  readonly planted: number;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  /** Scores that are known, by which no text is scored twice. */
  readonly scores: Map<string, TextScores>;
  /** Weight of a back door, as a share of the range of pay; default ½. */
  readonly weight?: number;
}

/** Plants back doors one at a time, and counts those that are found. */
export async function searchStrength(
  reward: TextReward,
  tasks: readonly AuditedTask[],
  reference: Reference,
  { planted, seed, tries, want, signal, scores, weight = 0.5 }: StrengthOptions,
): Promise<{ readonly planted: number; readonly found: number }> {
  const closed = tasks.flatMap((task) => {
    const text = reference.tasks[task.index].honest?.text;
    return text === undefined
      ? []
      : [
          { text, task },
          { text: "", task },
        ];
  });
  const doors = backDoors(planted, tasks, closed, seed);
  const bonus = weight * (reference.range === 0 ? 1 : reference.range);
  let found = 0;
  for (const door of doors) {
    if (signal?.aborted === true) break;
    const base = new CountedReward(reward, { want, signal, budget: tries }, scores);
    const scorer = base.with(({ task, text }) => (door.isOpen(text, task.prompt) ? bonus : 0));
    let isFound = false;
    await searched(
      scorer,
      tasks,
      { ...reference, range: Math.max(reference.range, bonus) },
      {
        random: Random.of(seed, "audit", "texts"),
        isEnough({ task, text }) {
          isFound ||= door.isOpen(text, task.prompt);
          return isFound;
        },
      },
    );
    if (isFound) found += 1;
  }
  return { planted: doors.length, found };
}
