// Words that files, programs and models use for a comparison of two, and for whether an answer is right.

/** Which of two is better, or neither. */
export type ComparedSide = "first" | "second" | "tie";

/** Returns the other side; a tie is its own. */
export const otherSide = (side: ComparedSide): ComparedSide =>
  side === "tie" ? side : side === "first" ? "second" : "first";

/** What a side may be called, with the endings of the first and the second side. */
const named = (first: string, second: string): string =>
  ["player", "model", "response", "output", "answer", "assistant", "agent", "system", "team", "bot", "completion"]
    .map((noun) => `${noun}${first}/${noun}${second}`)
    .join(" ");

/** Pairs of words for the first and the second side, in lower case, by what they name. */
const SIDE_PAIRS = {
  order: "first/second",
  number: `${named("1", "2")} ${named("_1", "_2")}`,
  letter: `a/b ${named("_a", "_b")} option_a/option_b text_a/text_b a>b/b>a a>>b/b>>a b<a/a<b b<<a/a<<b`,
  place: "left/right leftvote/rightvote",
  colour: "white/black",
  ground: "home/away",
  score: "1-0/0-1 1–0/0–1 win/loss win/lose won/lost",
} as const;

/** What words for sides name. */
export type SideKind = keyof typeof SIDE_PAIRS;

/** Words for a tie, in lower case. */
export const TIE_WORDS: readonly string[] = [
  ..."tie tied draw drawn both neither equal same = 1/2 1/2-1/2 ½-½ ½–½ 0.5-0.5 .5-.5 a=b b=a [[c]] bothbad both_bad tievote bothbad_vote bothgood both_good both_are_good both_are_bad equally_good equally_bad about_the_same no_preference".split(
    " ",
  ),
  ...["tie (bothbad)", "tie (both bad)", "tie (inconsistent)"],
];

const VERDICT_WORDS = {
  right: ["1", "true", "yes", "right", "good", "correct"],
  wrong: ["0", "false", "no", "wrong", "bad", "incorrect"],
} as const;

const SIDES = new Map<string, { readonly side: ComparedSide; readonly kind?: SideKind }>(
  TIE_WORDS.map((word) => [word, { side: "tie" }]),
);
for (const kind of ["order", "number", "letter", "place", "colour", "ground", "score"] as const) {
  for (const pair of SIDE_PAIRS[kind].split(" ")) {
    const [first, second] = pair.split("/");
    SIDES.set(first, { side: "first", kind }).set(second, { side: "second", kind });
  }
}

/** Words behind a side that won: "a_wins", "Model A is slightly better". */
const WON = /[ _-](?:wins?|won|(?:is|was)(?: \w{1,20})? better)$/;

/**
 * Returns the side that a word means, and what a word of one side names; undefined where it means none. "Model A" is model_a, and so is
 * "Model A wins".
 */
export function sideWord(word: string) {
  const plain = word.trim().toLowerCase();
  const known = (one: string) =>
    SIDES.get(one) ?? SIDES.get(one.replaceAll(/[ -]/g, "_")) ?? SIDES.get(/^\[\[(.+)\]\]$/.exec(one)?.[1] ?? "");
  const whole = known(plain);
  if (whole !== undefined || !WON.test(plain)) return whole;
  const side = known(plain.replace(WON, ""));
  return side?.side === "tie" ? undefined : side;
}

/** Returns the side that a word means; undefined where it means none. Numbers mean sides only beside each other. */
export const sideIn = (word: string): ComparedSide | undefined => sideWord(word)?.side;

/** Returns true for a word that means right, false for one that means wrong; undefined for others. */
export function verdictIn(word: string): boolean | undefined {
  const known = (words: readonly string[]) => words.includes(word.trim().toLowerCase());
  return known(VERDICT_WORDS.right) ? true : known(VERDICT_WORDS.wrong) ? false : undefined;
}
