// What a reader of a weighing's figures must know of its rows, in sentences.

import { brief, count as countOf } from "../../evaluation/number-format.ts";
import type { RolloutTable } from "../../logs/rollouts.ts";
import type { AttackCounts } from "./weighing-data.ts";

/** Rows that were not weighed, in sentences. */
export function leftOut({ unscored, promptless, partless }: RolloutTable, names: readonly string[], by = ""): string[] {
  return [
    ...unscored.flatMap((count, k) =>
      count === 0 ? [] : [`Left out: ${countOf(count, "row")} without a number for ${JSON.stringify(names[k])}.`],
    ),
    ...(promptless === 0 ? [] : [`Left out: ${countOf(promptless, "row")} without a prompt.`]),
    ...(partless === 0 ? [] : [`Left out: ${countOf(partless, "row")} without a value of ${JSON.stringify(by)}.`]),
  ];
}

/** How many rows repeat earlier ones: a policy may draw the same twice, and a log may be written twice. */
export const copies = (repeated: number): string[] =>
  repeated === 0
    ? []
    : [
        `Repeated: ${countOf(repeated, "row")} ${repeated === 1 ? "equals" : "equal"} an earlier one in all columns; each is weighed as a draw of its own.`,
      ];

/** What answers and prompts have that changes how figures are read, in sentences. */
export function outcomes({ blanks, cut }: RolloutTable): string[] {
  const are = (count: number): string => (count === 1 ? "was" : "were");
  return [
    ...(blanks === 0
      ? []
      : [
          `Taken apart: ${countOf(blanks, "prompt")} that differ${blanks === 1 ? "s" : ""} from another by blanks alone; --join-blanks takes them as one.`,
        ]),
    ...(cut === null || cut === 0
      ? []
      : [
          `Cut off: ${countOf(cut, "answer")} ${are(cut)} stopped by a limit; in a formula \`cut\` is 1 for ${cut === 1 ? "it" : "them"}.`,
        ]),
  ];
}

/** What entered of an audit's answers, and what did not, in sentences. */
export function attackCaveats({ file, answers, prompts, mass, absent, lonely, unscored }: AttackCounts): string[] {
  const sentences = [
    `${file}: ${countOf(answers, "answer")} entered at ${countOf(prompts, "prompt")}, with a mean chance of ${brief(mass)} together; intervals take the chances as known.`,
  ];
  const left = (count: number, why: string): void => {
    if (count > 0) sentences.push(`Left out of ${file}: ${countOf(count, "answer")} ${why}.`);
  };
  left(absent, "to prompts that the log does not have with several answers");
  left(lonely, "to prompts with fewer than two other answers in the log");
  left(unscored, "without a number of the want or of a pay");
  return sentences;
}
