// Recycled items as they are asked. In the characters of language worlds `7abd=854?` asks whether 854 is right, `7abd=854|864?` which
// of the two, and `7abd=864:` for a better one. In words, for trainers of other models, an item is one chat a line, with the answer
// that a verifier is to compare with beside it and never in it.

import type { Random } from "../../core/random.ts";
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

/** Ways to put an item; one of them is drawn. `{question}`, `{first}` and `{second}` stand for what is shown. */
type ChatTemplates = Readonly<Record<RecycledKind, readonly string[]>>;

export const CHAT_TEMPLATES: ChatTemplates = {
  pointwise: [
    "Question:\n{question}\n\nAn answer:\n{first}\n\nIs this answer right? Reply with yes or no and nothing else.",
    "Check this work.\n\n{question}\n\nIt was answered:\n{first}\n\nReply with the one word yes if it is right, and no if it is not.",
  ],
  pairwise: [
    "Question:\n{question}\n\nAnswer A:\n{first}\n\nAnswer B:\n{second}\n\nOne of them is right. Reply with its letter and nothing else.",
    "Two people answered differently.\n\n{question}\n\nA wrote:\n{first}\n\nB wrote:\n{second}\n\nWho is right? Reply with A or B.",
  ],
  reflection: [
    "Question:\n{question}\n\nThis attempt is wrong:\n{first}\n\nFind what is wrong with it, and answer the question anew.",
    "{question}\n\nSomebody wrote:\n{first}\n\nThat is a mistake. What is the right answer?",
  ],
};

const LETTERS: Readonly<Record<string, string>> = { first: "A", second: "B" };

/** The item as a line of JSON: `{"kind": …, "messages": [{"role": "user", "content": …}], "answer": …}`. */
export function chatLine(item: RecycledItem, random: Random, templates: ChatTemplates = CHAT_TEMPLATES): string {
  const { kind, question, shown, gold } = item;
  const fields: Readonly<Record<string, string>> = { question, first: shown[0], second: shown[1] ?? "" };
  const ways = templates[kind];
  // What is filled in is not searched for further fields.
  const content = ways[random.integer(ways.length)].replace(/\{(question|first|second)\}/g, (_, name) => fields[name]);
  const answer = kind === "pairwise" ? LETTERS[gold] : gold;
  return JSON.stringify({ kind, messages: [{ role: "user", content }], answer });
}
