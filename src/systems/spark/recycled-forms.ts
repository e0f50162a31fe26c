// Recycled items as they are asked, in the characters of language worlds: `7abd=854?` asks whether 854 is right, `7abd=854|864?` which of
// the two, and `7abd=864:` for a better one.

import type { Exercise } from "../../environments/language/questions.ts";
import type { RecycledItem, RecycledKind } from "./recycling.ts";

/** Verdicts as characters, of each kind that asks for one. */
export const VERDICTS = {
  pointwise: { yes: "y", no: "n" },
  pairwise: { first: "a", second: "b" },
} as const satisfies Partial<Record<RecycledKind, Readonly<Record<string, string>>>>;

/** The exercise that an item is. Gold is in its answers and nowhere in its question. */
export function recycledExercise({ kind, question, shown, gold }: RecycledItem): Exercise {
  if (kind === "reflection") return { question: `${question}${shown[0]}:`, answers: [gold] };
  const labels: Readonly<Record<string, string>> = VERDICTS[kind];
  return { question: `${question}${shown.join("|")}?`, answers: [labels[gold]] };
}

const OPPOSITES: Readonly<Record<string, string>> = { yes: "no", no: "yes", first: "second", second: "first" };

/** The item with the other verdict for gold; a reflection stays as it is. */
export function opposite(item: RecycledItem): RecycledItem {
  return item.kind === "reflection" ? item : { ...item, gold: OPPOSITES[item.gold] };
}

/** Characters of the longest exercise about questions and answers of the given lengths. */
export function recycledSizes(question: number, answer: number) {
  return { longestQuestion: question + 2 * answer + 2, longestAnswer: answer };
}
