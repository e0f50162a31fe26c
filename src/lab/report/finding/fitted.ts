// Thoughts of a finding in as many words as it has.

/** One thought in words, from its longest form to its shortest. */
export type Thought = readonly [string, ...string[]];

/** Words before the statistics. */
const MOST_WORDS = 35;
/** A thought leaves room for the next but one where this many are left to it. */
const ENOUGH_WORDS = 22;

/**
 * Thoughts in order, each as long as leaves room for the next two in their shortest forms; the first one always. What has no room is left.
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
