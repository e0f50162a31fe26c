// Questions to a writer about answers, in the characters of language worlds: `7abd=854?` asks whether 854 is right,
// `7abd=854|864?` which of the two, and `7abd=864:` for a better one.

/** Verdicts as characters, of each kind of question. */
export const VERDICTS = {
  pointwise: { yes: "y", no: "n" },
  pairwise: { first: "a", second: "b" },
} as const;

/** The question that wants a verdict on one answer, or on two. */
export const verdictQuestion = (question: string, shown: readonly string[]): string => `${question}${shown.join("|")}?`;

/** The question that wants a better answer. */
export const betterQuestion = (question: string, shown: string): string => `${question}${shown}:`;
