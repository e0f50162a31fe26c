// Questions about answers, in the characters of text environments: `7abd=854?` asks whether 854 is right, `7abd=854|864?` which of the two
// is, and `7abd=864:` asks for a better answer.

/** Verdict characters for each kind of question. */
export const VERDICTS = {
  pointwise: { yes: "y", no: "n" },
  pairwise: { first: "a", second: "b" },
} as const;

/** The question that asks for a verdict on one answer or on two. */
export const verdictQuestion = (question: string, shown: readonly string[]): string => `${question}${shown.join("|")}?`;

/** The question that asks for a better answer. */
export const betterQuestion = (question: string, shown: string): string => `${question}${shown}:`;
