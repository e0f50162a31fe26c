// A file of preferences as numbers: which prompt, texts and annotator each comparison is of, and how its two texts differ in each feature.
// The file is read twice, for its words and for its differences. Of its texts those that networks read are held, without long middles.

import { UserError } from "../../core/errors.ts";
import { detached } from "../../core/text.ts";
import { wordsOf } from "../../core/words.ts";
import type { PreferenceTable } from "../../feedback/preferences/linear-model.ts";
import { addFeatures, TEXT_FEATURES } from "../../feedback/preferences/text-features.ts";
import { type PreferenceFile, type PreferencePair, textKey } from "../../logs/preferences.ts";
import { isAmong, MOST_READ, type ReadTexts, TextRows } from "./read-texts.ts";

/** The comparisons of a file that are judged, as numbers; those of equal texts are left out. */
export interface PairTable extends PreferenceTable {
  readonly layout: PreferenceFile["layout"];
  /** Rows of the file, and what was counted among them. */
  readonly counts: PreferenceCounts;
  readonly prompt: readonly string[];
  /** Numbers of both texts, [pairs]: texts of one prompt with the same letters are one. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly annotator: Int32Array;
  readonly annotators: readonly string[];
  /** 1 in the test half of the file's own split, 0 elsewhere; undefined where the file has none. */
  readonly isTest?: Uint8Array;
  /** Columns of `columns` that are words, and that of the position. */
  readonly words: readonly number[];
  readonly position: number | undefined;
  /** Texts with their own features, which networks read. */
  readonly texts: ReadTexts;
  /** Pairs without a judgement, and their differences as the table has them. */
  readonly unjudged: readonly UnjudgedPair[];
}

/** A pair that the file asks about. */
export interface UnjudgedPair {
  readonly row: number;
  readonly difference: Float64Array;
}

export interface PreferenceCounts {
  readonly rows: number;
  readonly skipped: number;
  readonly reasons: readonly string[];
  readonly judged: number;
  readonly unjudged: number;
  readonly ties: number;
  /** Judged rows on prompts that were not drawn, where the file has more than are looked at; what follows of judged rows is of the others. */
  readonly undrawn: number;
  /** Rows whose two texts are the same; they are left out. */
  readonly equal: number;
  /** Rows of which one text is empty. */
  readonly empty: number;
  /** Rows that are there before with the same texts, annotator and answer. */
  readonly repeated: number;
  readonly prompts: number;
  /** Prompts in both halves of the file's own split. */
  readonly leaking: number;
}

/** Words that models weigh, at most: those that most often stand in one of two texts alone. */
const MOST_WORDS = 100;
/** Pairs in which a word must tell the texts apart, at least. */
const RAREST = 20;
/** Pairs without judgement that are kept, at most. */
const MOST_UNJUDGED = 10_000;

/** Numbers for names, in the order in which they come. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  get names(): string[] {
    return [...this.#numbers.keys()];
  }
}

/** Comparisons that are looked at, about as many at most: each takes a kilobyte, and another one while models are fitted. */
export const MOST_LOOKED_AT = 500_000;

/**
 * Reads a file of preferences; of one with more rows than `most` the comparisons on drawn prompts. A UserError where it has no judged pair of
 * different texts.
 */
export async function readPairTable(
  file: PreferenceFile,
  shown: string,
  most: number = MOST_LOOKED_AT,
): Promise<PairTable> {
  const all = await file.count();
  // Without prompts each comparison stands for itself.
  const askedOf = ({ prompt, row }: PreferencePair): string =>
    file.has.prompt || prompt !== "" ? textKey(prompt) : `row ${row}`;
  const isDrawn = (asked: string): boolean => isAmong(asked, "looked at", most, all);
  const words = await tellingWords(file, (pair) => all <= most || isDrawn(askedOf(pair)));
  const many = Math.min(all, most);
  const wordAt = new Map(words.map((word, k) => [word, TEXT_FEATURES.length + k]));
  const isShown = file.layout === "shown";
  const columns = [
    ...TEXT_FEATURES.map(({ name }) => name),
    ...words.map((word) => `“${word}”`),
    ...(isShown ? ["shown first"] : []),
  ];
  const width = columns.length;
  const position = isShown ? width - 1 : undefined;
  const rows = new PairRows(width, many);
  const own = isShown ? width - 1 : width;
  const read = new TextRows(own);
  const [prompts, texts, annotators] = [new Numbers(), new Numbers(), new Numbers()];
  const halves = { train: new Set<number>(), test: new Set<number>() };
  const seen = new Set<string>();
  const unjudged: UnjudgedPair[] = [];
  const counts = { unjudged: 0, undrawn: 0, ties: 0, equal: 0, empty: 0, repeated: 0 };
  const difference = new Float64Array(width);

  const [before, after] = [new Float64Array(width), new Float64Array(width)];
  // Comparisons on one prompt mostly stand together.
  let [lastPrompt, asked] = ["", new Set<string>()];
  const measure = (pair: PreferencePair): void => {
    if (pair.prompt !== lastPrompt) [lastPrompt, asked] = [pair.prompt, new Set(wordsOf(pair.prompt))];
    for (const [text, into] of [
      [pair.first, before],
      [pair.second, after],
    ] as const) {
      into.fill(0);
      for (const word of addFeatures(text, asked, into, 0, 1)) {
        const at = wordAt.get(word);
        if (at !== undefined) into[at] = 1;
      }
    }
    for (let k = 0; k < width; k++) difference[k] = before[k] - after[k];
    if (position !== undefined) difference[position] = 1;
  };

  const counted = await file.each((pair) => {
    if (pair.first === pair.second) {
      counts.equal += 1;
      return;
    }
    if (pair.first === "" || pair.second === "") counts.empty += 1;
    if (pair.result === undefined) {
      counts.unjudged += 1;
      if (unjudged.length >= MOST_UNJUDGED) return;
      measure(pair);
      unjudged.push({ row: pair.row, difference: difference.slice() });
      return;
    }
    const asked = askedOf(pair);
    if (!isDrawn(asked)) {
      counts.undrawn += 1;
      return;
    }
    const prompt = prompts.of(asked);
    const [first, second] = [pair.first, pair.second].map((text) => texts.of(`${prompt} ${textKey(text)}`));
    const annotator = pair.annotator === "" ? -1 : annotators.of(pair.annotator);
    const better = pair.result === 0.5 ? "tie" : String(pair.result === 1 ? first : second);
    const name = `${Math.min(first, second)} ${Math.max(first, second)} ${annotator} ${better}`;
    if (seen.has(name)) counts.repeated += 1;
    seen.add(name);
    if (pair.result === 0.5) counts.ties += 1;
    if (pair.split !== "") halves[pair.split].add(prompt);
    measure(pair);
    const placeOf = (number: number, features: Float64Array, text: string) =>
      read.placeOf(number, features, { prompt: pair.prompt, text });
    const isKept = isAmong(asked, "read", MOST_READ, many);
    read.add(isKept ? [placeOf(first, before, pair.first), placeOf(second, after, pair.second)] : [-1, -1]);
    rows.add(
      { prompt, first, second, annotator, result: pair.result, isTest: pair.split === "test" ? 1 : 0 },
      difference,
    );
  });
  if (rows.size === 0) {
    const what =
      counts.equal > 0 && counts.unjudged === 0
        ? "holds no comparison of two different texts"
        : "holds no comparison that is judged";
    throw new UserError({ code: "no-pairs", what, where: shown });
  }
  const { isTest, ...arrays } = rows.end();
  const leaking = [...halves.test].filter((prompt) => halves.train.has(prompt)).length;
  return {
    ...arrays,
    layout: file.layout,
    columns,
    counts: { ...counted, ...counts, judged: rows.size, prompts: prompts.names.length, leaking },
    prompt: prompts.names,
    annotators: annotators.names,
    ...(file.has.split && halves.test.size > 0 && halves.train.size > 0 ? { isTest } : {}),
    words: words.map((_, k) => TEXT_FEATURES.length + k),
    position,
    texts: read.end(),
    unjudged,
  };
}

/** The words that most often stand in one of two texts alone, of pairs that are looked at. */
async function tellingWords(file: PreferenceFile, isLookedAt: (pair: PreferencePair) => boolean): Promise<string[]> {
  const telling = new Map<string, WordCount>();
  /** Counts a word that one text of a pair has and the other has not, as far as both are read; back where the other has it too. */
  const countWords = (words: readonly string[], pair: number, isSecond: boolean): void => {
    for (const word of words) {
      let known = telling.get(word);
      if (known === undefined) {
        known = { pairs: 0, first: -1, second: -1 };
        telling.set(detached(word), known);
      }
      const isNew = isSecond ? known.second !== pair : known.first !== pair;
      if (!isNew) continue;
      if (isSecond) known.second = pair;
      else known.first = pair;
      known.pairs += isSecond && known.first === pair ? -1 : 1;
    }
  };
  let pairs = 0;
  await file.each((pair) => {
    if (!isLookedAt(pair)) return;
    countWords(wordsOf(pair.first), pairs, false);
    countWords(wordsOf(pair.second), pairs, true);
    pairs += 1;
  });
  return Array.from(telling, ([word, { pairs }]) => [word, pairs] as const)
    .filter(([, pairs]) => pairs >= RAREST)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}

/** How many pairs a word tells apart, and the last pair in whose first and second text it stood. */
interface WordCount {
  pairs: number;
  first: number;
  second: number;
}

/** What is known of a pair beside its differences. */
interface PairRow {
  readonly prompt: number;
  readonly first: number;
  readonly second: number;
  readonly annotator: number;
  readonly result: number;
  readonly isTest: number;
}

/** Arrays that grow row by row. */
class PairRows {
  readonly #width: number;
  readonly #rows: PairRow[] = [];
  #differences: Float64Array;

  /** `expected` is about how many there will be: an array that doubles takes three times as much memory while it grows. */
  constructor(width: number, expected: number) {
    this.#width = width;
    this.#differences = new Float64Array(width * (expected + 1));
  }

  get size(): number {
    return this.#rows.length;
  }

  add(row: PairRow, difference: Float64Array): void {
    const at = this.#rows.length * this.#width;
    if (at + this.#width > this.#differences.length) {
      const wider = new Float64Array(Math.ceil(1.1 * this.#differences.length) + this.#width);
      wider.set(this.#differences);
      this.#differences = wider;
    }
    this.#differences.set(difference, at);
    this.#rows.push(row);
  }

  end() {
    const rows = this.#rows;
    const numbers = (of: (row: PairRow) => number) => Int32Array.from(rows, of);
    return {
      differences: this.#differences.subarray(0, rows.length * this.#width),
      results: Float64Array.from(rows, ({ result }) => result),
      prompts: numbers(({ prompt }) => prompt),
      first: numbers(({ first }) => first),
      second: numbers(({ second }) => second),
      annotator: numbers(({ annotator }) => annotator),
      isTest: Uint8Array.from(rows, ({ isTest }) => isTest),
    };
  }
}
