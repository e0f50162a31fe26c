// Words that files, programs and models use for a comparison of two, and for whether an answer is right.

/** Which of two is better, or neither. */
export type ComparedSide = "first" | "second" | "tie";

/** Words for each side, in lower case. */
export const SIDE_WORDS: Readonly<Record<ComparedSide, readonly string[]>> = {
  first:
    "first a left white home 1-0 player1 player_1 player_a model1 model_1 model_a response_a answer_a assistant_a a>b a>>b [[a]]".split(
      " ",
    ),
  second:
    "second b right black away 0-1 player2 player_2 player_b model2 model_2 model_b response_b answer_b assistant_b b>a b>>a [[b]]".split(
      " ",
    ),
  tie: [
    ..."tie tied draw drawn both neither equal same = 1/2 1/2-1/2 ½-½ a=b bothbad".split(" "),
    ...["tie (bothbad)", "tie (both bad)", "both bad"],
  ],
};

const VERDICT_WORDS = {
  right: ["1", "true", "yes", "right", "good", "correct"],
  wrong: ["0", "false", "no", "wrong", "bad", "incorrect"],
} as const;

const SIDES = new Map(
  (["first", "second", "tie"] as const).flatMap((side) => SIDE_WORDS[side].map((word) => [word, side] as const)),
);

/** Returns the side that a word means; undefined where it means none. Numbers mean sides only beside each other. */
export const sideIn = (word: string): ComparedSide | undefined => SIDES.get(word.trim().toLowerCase());

/** Returns true for a word that means right, false for one that means wrong; undefined for others. */
export function verdictIn(word: string): boolean | undefined {
  const known = (words: readonly string[]) => words.includes(word.trim().toLowerCase());
  return known(VERDICT_WORDS.right) ? true : known(VERDICT_WORDS.wrong) ? false : undefined;
}
