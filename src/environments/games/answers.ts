// Answers of programs that are one of some words.

/** The place of a word among the names of a world's choices; −1 where an answer is none of them. */
export const placeOf = (answer: unknown, names: readonly string[]): number =>
  typeof answer === "string" ? names.indexOf(answer) : -1;
