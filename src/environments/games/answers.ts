// Parsing of programs' answers that must be one of several words.

/** Index of a word among the names of an environment's choices; −1 for any other answer. */
export const placeOf = (answer: unknown, names: readonly string[]): number =>
  typeof answer === "string" ? names.indexOf(answer) : -1;
