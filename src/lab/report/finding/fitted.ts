// Selection of the sentences of a finding, within its limit of words.

/** One sentence, in forms from the longest to the shortest. */
export type Thought = readonly [string, ...string[]];

/** Maximum number of words before the statistics. */
const MOST_WORDS = 35;
/** A sentence is lengthened only while this many words are left for the next but one. */
const ENOUGH_WORDS = 22;

/**
 * Selects sentences in order, each in the longest form that leaves space for the next two in their shortest forms. The first one is always
 * included. A sentence without space is dropped.
 */
export function fitted(thoughts: readonly Thought[]): {
  readonly kept: readonly string[];
  readonly left: readonly string[];
} {
  const kept: string[] = [];
  const left: string[] = [];
  let room = MOST_WORDS;
  for (const [k, thought] of thoughts.entries()) {
    const shortest = thought[thought.length - 1];
    const [next, more] = [1, 2].map((n) => wordsIn(thoughts[k + n]?.at(-1) ?? ""));
    const most =
      [room - next - more, room - next].find((words, n) => words >= (n === 0 ? ENOUGH_WORDS : wordsIn(shortest))) ??
      room;
    const fits = thought.find((text) => wordsIn(text) <= most) ?? (k === 0 ? shortest : undefined);
    if (fits === undefined) left.push(thought[0]);
    else {
      kept.push(fits);
      room -= wordsIn(fits);
    }
  }
  return { kept, left };
}

const wordsIn = (text: string): number => text.split(" ").filter((word) => word !== "").length;
