// What of a text may sway a choice beside what it says: its length, its format, its tone, its words. A preference model weighs them.

import { wordsOf } from "../../core/words.ts";

/** Groups of features, which models are made of. */
export const FEATURE_GROUPS = ["length", "format", "tone", "answer"] as const;
export type FeatureGroup = (typeof FEATURE_GROUPS)[number];

/** How many words a text has, how many of them differ, and how many the prompt has too. */
export interface WordCounts {
  readonly all: number;
  readonly different: number;
  readonly shared: number;
}

/** Counts of a text's words; `asked` are those of the prompt. */
export const wordCounts = (words: readonly string[], promptWords: ReadonlySet<string>): WordCounts => ({
  all: words.length,
  different: new Set(words).size,
  shared: words.reduce((sum, word) => sum + (promptWords.has(word) ? 1 : 0), 0),
});

/** A number that is read off a text. */
export interface TextFeature {
  readonly name: string;
  readonly group: FeatureGroup;
  readonly meaning: string;
  /** Its value; `words` are the counts of the text's. */
  value(text: string, words: WordCounts): number;
}

/** ln(1 + how often), so that the first of a kind counts more than the tenth. */
const often = (pattern: RegExp) => (text: string) => Math.log1p(text.match(pattern)?.length ?? 0);
/** The same of a pattern that cannot be without this part, which is soon looked for. */
const oftenWith = (part: string, pattern: RegExp) => (text: string) =>
  text.includes(part) ? Math.log1p(text.match(pattern)?.length ?? 0) : 0;
const has = (pattern: RegExp) => (text: string) => (pattern.test(text) ? 1 : 0);
const share = (count: number, of: number) => (of === 0 ? 0 : count / of);

const feature = (group: FeatureGroup, name: string, meaning: string, value: TextFeature["value"]): TextFeature => ({
  ...{ group, name, meaning, value },
});

const REFUSAL = /\b(I can(?:no|')t|I cannot|I['’]m (?:sorry|unable|not able)|I apologi[sz]e|as an AI|I won['’]t)\b/i;
const FLATTERY =
  /\b(great question|good question|excellent (?:question|point)|you['’]re (?:absolutely )?right|absolutely|of course|happy to help|glad you asked)\b/i;
const HEDGE = /\b(might|may|perhaps|maybe|possibly|probably|likely|could be|it seems|I think|I believe|not sure)\b/gi;
const CERTAINTY =
  /\b(definitely|certainly|clearly|obviously|always|never|undoubtedly|without (?:a )?doubt|guaranteed?)\b/gi;

/** All features, in the order of their columns. */
export const TEXT_FEATURES: readonly TextFeature[] = [
  feature("length", "length", "ln(1 + characters)", (text) => Math.log1p(text.length)),
  feature(
    "format",
    "list items",
    "ln(1 + lines that begin as items of a list)",
    often(/^[^\S\n\r\u2028\u2029]*(?:[-*•]|\d+[.)])\s/gm),
  ),
  feature("format", "headings", "ln(1 + lines that begin with #)", oftenWith("#", /^#{1,6}\s/gm)),
  feature("format", "bold", "ln(1 + spans between two asterisks)", oftenWith("**", /\*\*[^*\n]+\*\*/g)),
  feature("format", "code blocks", "ln(1 + fences of code)", oftenWith("```", /^```/gm)),
  feature("format", "table rows", "ln(1 + lines that begin and end with a bar)", oftenWith("|", /^\|.*\|\s*$/gm)),
  feature("format", "links", "ln(1 + addresses)", oftenWith("://", /https?:\/\//g)),
  feature("format", "paragraphs", "ln(1 + empty lines)", oftenWith("\n", /\n\s*\n/g)),
  feature("format", "numbers", "ln(1 + numbers)", often(/\d+(?:[.,]\d+)*/g)),
  feature("tone", "questions", "ln(1 + question marks)", often(/[?？]/g)),
  feature("tone", "exclamations", "ln(1 + exclamation marks)", often(/[!！]/g)),
  feature("tone", "refusal", "1 where it declines or apologises", has(REFUSAL)),
  feature("tone", "flattery", "1 where it praises or agrees before it answers", has(FLATTERY)),
  feature("tone", "hedges", "ln(1 + words such as might, perhaps)", often(HEDGE)),
  feature("tone", "certainty", "ln(1 + words such as clearly, always)", often(CERTAINTY)),
  feature("answer", "words of the prompt", "share of its words that the prompt has too", (_, { shared, all }) =>
    share(shared, all),
  ),
  feature("answer", "variety", "different words over all words", (_, { different, all }) => share(different, all)),
];

/** Writes the features of a text to the beginning of `into`. */
export function writeFeatures(text: string, words: WordCounts, into: Float64Array): void {
  for (let k = 0; k < TEXT_FEATURES.length; k++) into[k] = TEXT_FEATURES[k].value(text, words);
}

/** Features and words that a reward reads in a text. */
export interface TextReading {
  /** Names of text features. */
  readonly features: readonly string[];
  /** Words: 1 where one stands in the text. */
  readonly words: readonly string[];
}

/** Reads features and then words of a text, [features + words]. Throws an Error for a feature that is none. */
export function textReader({ features, words }: TextReading): (prompt: string, text: string) => Float64Array {
  const columns = features.map((name) => {
    const at = TEXT_FEATURES.findIndex((one) => one.name === name);
    if (at < 0) throw new Error(`it weighs "${name}", which this version of Agon does not read off a text`);
    return at;
  });
  const placeOf = new Map(words.map((word, k) => [word, columns.length + k]));
  return (prompt, text) => {
    const values = new Float64Array(TEXT_FEATURES.length);
    const row = new Float64Array(columns.length + words.length);
    const own = wordsOf(text);
    writeFeatures(text, wordCounts(own, new Set(wordsOf(prompt))), values);
    for (const word of own) {
      const at = placeOf.get(word);
      if (at !== undefined) row[at] = 1;
    }
    for (const [k, column] of columns.entries()) row[k] = values[column];
    return row;
  };
}
