// Texts as pieces that a network reads: frequent words and parts of words, found by merging neighbours (Sennrich et al., arXiv 1508.07909),
// or the characters of a world. A text is told by the longest pieces, and has a largest number of them.

/** Numbers that stand for no piece: behind a text, between prompt and answer, at the end of an answer, for a character that no piece has. */
const [BETWEEN, END, UNKNOWN] = [1, 2, 3];
const FIRST = 4;

/** Numbers that texts of so many pieces are made of, 0 for padding among them. */
export const vocabularyOf = (pieces: readonly string[]): number => FIRST + pieces.length;

/** Pieces that are learnt, at most, characters among them. */
const MOST_PIECES = 400;
/** Characters that are pieces by themselves, at most: the most frequent. */
const MOST_CHARACTERS = 160;
/** Different words that pieces are learnt from, at most: the most frequent. */
const MOST_WORDS = 4000;
/** Neighbours that stand side by side less often are not merged. */
const RAREST = 4;

/** A word, a digit or another character, with the space before it. */
const WORD = / ?\p{L}[\p{L}\p{M}]*| ?[^\s\p{L}]|\s/gu;

const countsOf = (names: Iterable<readonly [name: string, times: number]>): [string, number][] => {
  const counts = new Map<string, number>();
  for (const [name, times] of names) counts.set(name, (counts.get(name) ?? 0) + times);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
};

/** The pieces that texts are best told by: their characters, and what most often stands side by side in their words. */
export function learntPieces(texts: Iterable<string>): string[] {
  const words = countsOf(
    (function* () {
      for (const text of texts) for (const [word] of text.matchAll(WORD)) yield [word, 1] as const;
    })(),
  );
  const pieces = countsOf(
    (function* () {
      for (const [word, times] of words) for (const character of word) yield [character, times] as const;
    })(),
  )
    .slice(0, MOST_CHARACTERS)
    .map(([character]) => character);
  const numbers = new Map(pieces.map((piece, k) => [piece, k]));
  const corpus = words
    .slice(0, MOST_WORDS)
    .map(([word, times]) => ({ parts: Array.from(word, (character) => numbers.get(character) ?? -1), times }));
  while (pieces.length < MOST_PIECES) {
    const pair = mostFrequent(corpus);
    if (pair === undefined) break;
    const merged = pieces.length;
    pieces.push(pieces[pair[0]] + pieces[pair[1]]);
    for (const word of corpus) merge(word.parts, pair, merged);
  }
  return [...new Set(pieces)];
}

interface CountedWord {
  readonly parts: number[];
  readonly times: number;
}

/** The neighbours that stand side by side most often, the first of several; undefined where all are rare. */
function mostFrequent(words: readonly CountedWord[]): readonly [number, number] | undefined {
  const counts = new Map<number, number>();
  for (const { parts, times } of words) {
    for (let k = 1; k < parts.length; k++) {
      if (parts[k - 1] < 0 || parts[k] < 0) continue;
      const key = parts[k - 1] * MOST_PIECES + parts[k];
      counts.set(key, (counts.get(key) ?? 0) + times);
    }
  }
  let [best, most] = [-1, RAREST - 1];
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return best < 0 ? undefined : [Math.floor(best / MOST_PIECES), best % MOST_PIECES];
}

/** Puts `merged` in the place of each such pair of neighbours. */
function merge(parts: number[], [one, other]: readonly [number, number], merged: number): void {
  for (let k = 1; k < parts.length; k++) if (parts[k - 1] === one && parts[k] === other) parts.splice(k - 1, 2, merged);
}

export interface ReadText {
  /** Of its pieces, at most as many as the reader has room for. */
  readonly numbers: number[];
  /** Whether something was left out. */
  readonly isCut: boolean;
}

/**
 * Reads prompts with their answers, within `room` numbers. Of an answer that is too long the middle is cut: its beginning and its end are
 * read. Of a prompt its last pieces are read, for which a quarter of the room is always there.
 */
export function pieceReader(pieces: readonly string[], room: number): (prompt: string, text: string) => ReadText {
  const numbers = new Map(pieces.map((piece, k) => [piece, FIRST + k]));
  const longest = pieces.reduce((most, piece) => Math.max(most, piece.length), 1);
  const piecesOf = (text: string): number[] => {
    const tokens: number[] = [];
    for (let at = 0; at < text.length; ) {
      let size = Math.min(longest, text.length - at);
      let number = numbers.get(text.slice(at, at + size));
      while (number === undefined && size > 1) {
        size -= 1;
        number = numbers.get(text.slice(at, at + size));
      }
      // A character that is none of the pieces may take two places.
      if (number === undefined) size = (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      tokens.push(number ?? UNKNOWN);
      at += size;
    }
    return tokens;
  };
  const free = room - 2;
  return (prompt, text) => {
    const [promptPieces, said] = [prompt, text].map(piecesOf);
    const forPrompt = Math.min(promptPieces.length, Math.max(Math.floor(free / 4), free - said.length));
    const forText = free - forPrompt;
    const isLong = said.length > forText;
    const kept = isLong
      ? [...said.slice(0, Math.ceil(forText / 2)), ...said.slice(said.length - Math.floor(forText / 2))]
      : said;
    return {
      numbers: [...promptPieces.slice(promptPieces.length - forPrompt), BETWEEN, ...kept, END],
      isCut: isLong || forPrompt < promptPieces.length,
    };
  };
}

/** Texts as rows of numbers behind which zeros stand, [texts × room]: what a transformer's features are. */
export function pieceRows(texts: readonly ReadText[], room: number): Float32Array {
  const rows = new Float32Array(texts.length * room);
  for (const [k, { numbers }] of texts.entries()) rows.set(numbers, k * room);
  return rows;
}

/** Numbers of the text in a row. */
export function rowNumbers(rows: Float64Array | Float32Array, row: number, room: number): Float64Array | Float32Array {
  const own = rows.subarray(row * room, (row + 1) * room);
  const end = own.indexOf(0);
  return end < 0 ? own : own.subarray(0, end);
}
