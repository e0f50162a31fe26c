// Which words of a text another one has not, and which it has besides.

import { diffArrays } from "diff";

/** A stretch of one text, of the other, or of both. */
export interface WordStretch {
  readonly text: string;
  readonly is: "same" | "added" | "left out";
}

/** Words that may be changed: texts that differ in more differ as a whole, which takes long to find out. */
const MOST_CHANGED = 2_000;

/** Share of the longer text that both must have, for marks to help a reader. */
const LEAST_SHARED = 0.25;

/** What became of `before` in `after`; undefined where they have too little in common to be compared by words. */
export function wordChanges(before: string, after: string): readonly WordStretch[] | undefined {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MOST_CHANGED });
  if (changes === undefined) return undefined;
  const stretches = changes.map(({ value, added, removed }): WordStretch => {
    return { text: value.join(""), is: added ? "added" : removed ? "left out" : "same" };
  });
  const shared = stretches.reduce((sum, { text, is }) => sum + (is === "same" ? text.trim().length : 0), 0);
  if (shared < LEAST_SHARED * Math.max(before.length, after.length)) return undefined;
  return stretches;
}

/** Words, and what stands between them, in any writing. */
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
