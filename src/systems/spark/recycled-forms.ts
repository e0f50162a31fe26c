// Recycled items as exercises, in the characters of language worlds.

import type { Exercise } from "../../environments/language/questions.ts";
import { betterQuestion, VERDICTS, verdictQuestion } from "../../environments/language/verdicts.ts";
import type { RecycledItem } from "./recycling.ts";

/** The exercise that an item is. Gold is in its answers and nowhere in its question. */
export function recycledExercise({ kind, question, shown, gold }: RecycledItem): Exercise {
  if (kind === "reflection") return { question: betterQuestion(question, shown[0]), answers: [gold] };
  const labels: Readonly<Record<string, string>> = VERDICTS[kind];
  return { question: verdictQuestion(question, shown), answers: [labels[gold]] };
}

const OPPOSITES: Readonly<Record<string, string>> = { yes: "no", no: "yes", first: "second", second: "first" };

/** The item with the other verdict for gold; a reflection stays as it is. */
export function opposite(item: RecycledItem): RecycledItem {
  return item.kind === "reflection" ? item : { ...item, gold: OPPOSITES[item.gold] };
}
