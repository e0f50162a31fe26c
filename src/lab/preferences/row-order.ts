// The order of comparisons in a table. It follows from what they say, so that no figure depends on the order of rows in their file.

export interface NumberedPair {
  readonly prompt: number;
  readonly first: number;
  readonly second: number;
  /** −1 where none is named. */
  readonly annotator: number;
  readonly result: number;
  readonly isTest: number;
}

/** Names by number: those of prompts and annotators, and of the texts of one prompt, follow from their content alone. */
export interface PairNames {
  readonly prompts: readonly string[];
  readonly texts: readonly string[];
  readonly annotators: readonly string[];
}

/**
 * Returns places of rows, ordered by prompt, texts, annotator and result. Numbers of prompts and texts, and the order of the rows given, decide
 * nothing; rows that say the same are interchangeable.
 */
export function contentOrder(rows: readonly NumberedPair[], { prompts, texts, annotators }: PairNames): number[] {
  const [promptRank, annotatorRank] = [ranks(prompts), ranks(annotators)];
  const compare = (a: NumberedPair, b: NumberedPair): number =>
    promptRank[a.prompt] - promptRank[b.prompt] ||
    byText(texts[a.first], texts[b.first]) ||
    byText(texts[a.second], texts[b.second]) ||
    (annotatorRank[a.annotator] ?? -1) - (annotatorRank[b.annotator] ?? -1) ||
    a.result - b.result ||
    a.isTest - b.isTest;
  return [...rows.keys()].sort((one, other) => compare(rows[one], rows[other]));
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the place of each name among all in alphabetical order, by its number. */
export function ranks(names: readonly string[]): Int32Array {
  const order = [...names.keys()].sort((a, b) => byText(names[a], names[b]));
  const places = new Int32Array(names.length);
  for (const [place, number] of order.entries()) places[number] = place;
  return places;
}

/** Returns new numbers by old ones below `count`, in the order in which `used` has them first; −1 for a number that it has not. */
export function renumbered(used: Iterable<number>, count: number): Int32Array {
  const numbers = new Int32Array(count).fill(-1);
  let next = 0;
  for (const old of used) if (old >= 0 && numbers[old] < 0) numbers[old] = next++;
  return numbers;
}

/** Returns a list whose items moved to new numbers. Items without a new number are left out. */
export function moved<T>(items: readonly T[], numbers: Int32Array): T[] {
  const list: T[] = [];
  for (const [old, item] of items.entries()) if (numbers[old] >= 0) list[numbers[old]] = item;
  return list;
}
