// A file of preferences as numbers: which prompt, texts and annotator each comparison is of, and how its two texts differ in each feature.
// The file is read once; the words that models weigh are known at its end. Of its texts those that networks read are held, without long
// middles.

import { UserError } from "../../core/errors.ts";
import type { PreferenceTable } from "../../feedback/preferences/linear-model.ts";
import { TEXT_FEATURES, writeFeatures } from "../../feedback/preferences/text-features.ts";
import { type PreferenceFile, type PreferencePair, textKey } from "../../logs/preferences.ts";
import { GrowingRows } from "../../math/filled-rows.ts";
import { isAmong, MOST_READ, type ReadTexts, TextRows } from "./read-texts.ts";
import { contentOrder, moved, type NumberedPair, type PairNames, ranks, renumbered } from "./row-order.ts";
import { TellingWords } from "./telling-words.ts";

/** The comparisons of a file that are judged, as numbers, in an order of their content; those of equal texts are left out. */
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
  // Without prompts each pair of texts stands for itself, whichever of them comes first.
  const keyOf = ({ prompt, first, second }: PreferencePair): string =>
    file.has.prompt || prompt !== "" ? textKey(prompt) : [first, second].map(textKey).sort().join(" ");
  const isDrawn = (promptKey: string): boolean => isAmong(promptKey, "looked at", most, all);
  const many = Math.min(all, most);
  const [features, telling] = [TEXT_FEATURES.length, new TellingWords()];
  const rows = new PairRows(features, many);
  const read = new TextRows(features);
  const [prompts, texts, annotators] = [new Numbers(), new Numbers(), new Numbers()];
  const halves = { train: new Set<number>(), test: new Set<number>() };
  const seen = new Set<string>();
  const asking: { readonly row: number; readonly pair: number; readonly difference: Float64Array }[] = [];
  const counts = { unjudged: 0, undrawn: 0, ties: 0, equal: 0, empty: 0, repeated: 0 };
  const difference = new Float64Array(features);
  const [before, after] = [new Float64Array(features), new Float64Array(features)];
  // Comparisons on one prompt mostly stand together.
  let lastPrompt = "";
  /** Reads a pair's features and words; the number of what is kept of these. */
  const measure = (pair: PreferencePair, isCounted: boolean): number => {
    if (pair.prompt !== lastPrompt) telling.ask(pair.prompt);
    lastPrompt = pair.prompt;
    const [first, second] = telling.read(pair.first, pair.second);
    writeFeatures(pair.first, first, before);
    writeFeatures(pair.second, second, after);
    for (let k = 0; k < features; k++) difference[k] = before[k] - after[k];
    if (isCounted) telling.count();
    return telling.keep();
  };

  const counted = await file.each((pair) => {
    if (pair.first === pair.second) {
      counts.equal += 1;
      return;
    }
    if (pair.first === "" || pair.second === "") counts.empty += 1;
    if (pair.result === undefined) {
      counts.unjudged += 1;
      const isCounted = all <= most || isDrawn(keyOf(pair));
      if (asking.length < MOST_UNJUDGED) {
        asking.push({ row: pair.row, pair: measure(pair, isCounted), difference: difference.slice() });
      } else if (isCounted) {
        telling.read(pair.first, pair.second);
        telling.count();
      }
      return;
    }
    const promptKey = keyOf(pair);
    if (!isDrawn(promptKey)) {
      counts.undrawn += 1;
      return;
    }
    const prompt = prompts.of(promptKey);
    const [first, second] = [pair.first, pair.second].map((text) => texts.of(`${prompt} ${textKey(text)}`));
    const annotator = pair.annotator === "" ? -1 : annotators.of(pair.annotator);
    const better = pair.result === 0.5 ? "tie" : String(pair.result === 1 ? first : second);
    const name = `${Math.min(first, second)} ${Math.max(first, second)} ${annotator} ${better}`;
    if (seen.has(name)) counts.repeated += 1;
    seen.add(name);
    if (pair.result === 0.5) counts.ties += 1;
    if (pair.split !== "") halves[pair.split].add(prompt);
    const kept = measure(pair, true);
    if (isAmong(promptKey, "read", MOST_READ, many)) {
      const own = telling.last;
      const placeOf = (number: number, features: Float64Array, words: Int32Array, text: string) =>
        read.placeOf(number, { features, words }, { prompt: pair.prompt, text });
      read.add([placeOf(first, before, own.first, pair.first), placeOf(second, after, own.second, pair.second)]);
    } else read.add([-1, -1]);
    rows.add(
      { prompt, first, second, annotator, result: pair.result, isTest: pair.split === "test" ? 1 : 0, words: kept },
      difference,
    );
  });
  if (rows.size === 0 && counts.undrawn > 0) {
    const what = `holds ${counts.undrawn.toLocaleString("en-US")} comparisons that are judged, and drew none of their prompts`;
    throw new UserError({ code: "no-pairs", what, where: shown, hint: "let more be looked at: --most" });
  }
  if (rows.size === 0) {
    const what =
      counts.equal > 0 && counts.unjudged === 0
        ? "holds no comparison of two different texts"
        : "holds no comparison that is judged";
    throw new UserError({ code: "no-pairs", what, where: shown });
  }
  const { words, places } = telling.most();
  const isShown = file.layout === "shown";
  const columns = [
    ...TEXT_FEATURES.map(({ name }) => name),
    ...words.map((word) => `“${word}”`),
    ...(isShown ? ["shown first"] : []),
  ];
  const width = columns.length;
  const position = isShown ? width - 1 : undefined;
  /** Writes a whole row of the table. */
  const write = (features: Float64Array, pair: number, into: Float64Array): void => {
    into.set(features);
    telling.write(pair, places, into, TEXT_FEATURES.length);
    if (position !== undefined) into[position] = 1;
  };
  const names = { prompts: prompts.names, texts: texts.names, annotators: annotators.names };
  const order = contentOrder(rows.all, names);
  const { isTest, prompt, ...arrays } = rows.end(width, write, { order, names });
  const leaking = [...halves.test].filter((prompt) => halves.train.has(prompt)).length;
  return {
    ...arrays,
    layout: file.layout,
    columns,
    counts: { ...counted, ...counts, judged: rows.size, prompts: names.prompts.length, leaking },
    prompt,
    annotators: [...names.annotators].sort(),
    ...(file.has.split && halves.test.size > 0 && halves.train.size > 0 ? { isTest } : {}),
    words: words.map((_, k) => TEXT_FEATURES.length + k),
    position,
    texts: read.end(words.length, places, order),
    unjudged: asking.map(({ row, pair, difference }) => {
      const whole = new Float64Array(width);
      write(difference, pair, whole);
      return { row, difference: whole };
    }),
  };
}

/** What is known of a pair beside its differences. */
interface PairRow extends NumberedPair {
  /** Number of what is kept of its words. */
  readonly words: number;
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

  get all(): readonly PairRow[] {
    return this.#rows;
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

  /** Returns all rows in an order, with numbers by that order; `write` makes whole rows of `width` numbers. */
  end(
    width: number,
    write: (difference: Float64Array, words: number, into: Float64Array) => void,
    { order, names }: { readonly order: readonly number[]; readonly names: PairNames },
  ) {
    const rows = order.map((k) => this.#rows[k]);
    const prompts = renumbered(
      rows.map(({ prompt }) => prompt),
      names.prompts.length,
    );
    const texts = renumbered(
      rows.flatMap(({ first, second }) => [first, second]),
      names.texts.length,
    );
    const annotators = ranks(names.annotators);
    const numbers = (of: (row: PairRow) => number) => Int32Array.from(rows, of);
    const differences = new GrowingRows(width, Math.ceil((rows.length * width) / 4));
    const whole = new Float64Array(width);
    for (const [k, { words }] of rows.entries()) {
      whole.fill(0);
      write(this.#differences.subarray(order[k] * this.#width, (order[k] + 1) * this.#width), words, whole);
      differences.add(whole);
    }
    return {
      differences: differences.end(),
      results: Float64Array.from(rows, ({ result }) => result),
      prompts: numbers(({ prompt }) => prompts[prompt]),
      prompt: moved(names.prompts, prompts),
      first: numbers(({ first }) => texts[first]),
      second: numbers(({ second }) => texts[second]),
      annotator: numbers(({ annotator }) => annotators[annotator] ?? -1),
      isTest: Uint8Array.from(rows, ({ isTest }) => isTest),
    };
  }
}
