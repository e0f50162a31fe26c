// A word diff of two texts: words that only one of them has, and common words.

import { diffArrays } from "diff";

/** A part of one text, of the other, or of both. */
export interface WordStretch {
  readonly text: string;
  readonly is: "same" | "added" | "left out";
}

/** Maximum number of changed words: texts that differ more are treated as different as a whole, since the diff would take long. */
const MOST_CHANGED = 2_000;

/** Minimum common share of the longer text for which highlights help a reader. */
const LEAST_SHARED = 0.25;

/** Returns how `before` became `after`; undefined where they have too little in common for a diff of words. */
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

/** Splits into words and the text between them, in any script. */
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);
