// A file of texts compared with older ones: near-duplicates, and how models do on what is like older texts and what is not.

import { encoded } from "../../algorithms/retrieval/bag-encoder.ts";
import { bm25, bm25Rows } from "../../algorithms/retrieval/bm25.ts";
import { cosineRows, nearestAllowed, type SimilarityRows, unitVectors } from "../../algorithms/retrieval/nearest.ts";
import { ownTextEncoder } from "../../algorithms/retrieval/own-text-encoder.ts";
import { wordBags } from "../../algorithms/retrieval/words.ts";
import { nearest, UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { readTexts, type TextFile, type TextRecord, type TextSource } from "../../logs/texts.ts";
import { type ScoresBySimilarity, scoresBySimilarity } from "./similarity-scores.ts";

/** Ways to compare texts. */
export const WAYS = ["bm25", "encoder", "vectors"] as const;
export type SimilarityWay = (typeof WAYS)[number];

export interface SimilarityOptions {
  /** A file of the older texts; without it sets or dates of the file say which are older. */
  readonly against?: TextSource;
  /** How texts are compared; bm25 by default. */
  readonly by?: SimilarityWay;
  /** A file of which model passed which text. */
  readonly scores?: TextSource;
  /** Least similarity of a near-duplicate; 0.5 by default for bm25, 0.9 otherwise. */
  readonly threshold?: number;
  /** Resamples behind intervals; default 1000. */
  readonly resamples?: number;
  readonly seed?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** A text, and the older one that is most like it; null where none is older. */
export interface NearestText {
  readonly id: string;
  readonly older: string | null;
  readonly similarity: number | null;
}

/** A text that is like an older one. */
export interface NearDuplicate {
  readonly id: string;
  readonly older: string;
  readonly similarity: number;
}

/** What a comparison of texts with older ones says. */
export interface SimilarityFigures {
  readonly file: string;
  readonly against: string | null;
  readonly by: SimilarityWay;
  /** What made a text older: another file, the column set, or the column date. */
  readonly older: "file" | "set" | "date";
  /** Texts that were asked about, and those that have an older text. */
  readonly texts: number;
  readonly compared: number;
  readonly threshold: number;
  /** Pairs whose similarity is at least the threshold, the most similar first. */
  readonly duplicates: readonly NearDuplicate[];
  /** Of every text, in the order of the file. */
  readonly nearest: readonly NearestText[];
  readonly scores: ScoresBySimilarity | null;
  readonly caveats: readonly string[];
}

/** Near-duplicates of a text that are told at most. */
const MOST_OF_ONE = 5;

/** Reads texts and compares each with the older ones. A UserError tells what is wrong with a file, or with what was asked of it. */
export async function similarityFigures(
  source: TextSource,
  options: SimilarityOptions = {},
): Promise<SimilarityFigures> {
  const { by = "bm25", seed = 0, signal, onProgress } = options;
  const threshold = options.threshold ?? (by === "bm25" ? 0.5 : 0.9);
  onProgress?.(`reading ${source.file}`);
  const file = await readTexts(source);
  const other = options.against === undefined ? undefined : await readTexts(options.against);
  const { fresh, old, older } = sidesOf(file, other);
  signal?.throwIfAborted();
  if (by === "vectors") checkVectors(file, other);
  onProgress?.(by === "encoder" ? "training the encoder" : "comparing");
  const random = Random.of(seed, "similar");
  const nearest = nearestAllowed({
    queries: fresh.length,
    candidates: old.length,
    similarity: similarityOf(by, fresh, old, random),
    allowed: (query, candidate) => mayBeOlder(fresh[query], old[candidate]),
    most: MOST_OF_ONE,
    onQuery(query) {
      signal?.throwIfAborted();
      if (query % 200 === 0) onProgress?.(`comparing ${query + 1} of ${fresh.length}`);
    },
  });
  const compared = nearest.filter(({ length }) => length > 0).length;
  if (compared === 0) {
    const hint = "dates say which texts are older, and --against names a file of older ones";
    throw new UserError({
      code: "none-older",
      what: "no text has an older one to be compared with",
      where: source.file,
      hint,
    });
  }
  const caveats = caveatsOf(file, other, fresh.length - compared);
  const largest = nearest.map((list) => list[0]?.similarity ?? Number.NaN);
  const duplicates = nearest.flatMap((list, k) =>
    list
      .filter(({ similarity }) => similarity >= threshold)
      .map(({ candidate, similarity }) => ({ id: fresh[k].id, older: old[candidate].id, similarity })),
  );
  return {
    file: source.file,
    against: options.against?.file ?? null,
    ...{ by, older, texts: fresh.length, compared, threshold },
    duplicates: duplicates.sort((a, b) => b.similarity - a.similarity),
    nearest: nearest.map(([first], k) => ({
      id: fresh[k].id,
      older: first === undefined ? null : old[first.candidate].id,
      similarity: first?.similarity ?? null,
    })),
    scores:
      options.scores === undefined
        ? null
        : await scoresBySimilarity(options.scores, { fresh, old, largest }, random, options, caveats),
    caveats,
  };
}

interface Sides {
  readonly fresh: readonly TextRecord[];
  readonly old: readonly TextRecord[];
  readonly older: SimilarityFigures["older"];
}

/** Which texts are asked about, and which may be older. */
function sidesOf(file: TextFile, other: TextFile | undefined): Sides {
  const where = file.file;
  if (other !== undefined) {
    if (file.has.has("set")) {
      const hint = "leave out --against, or the column";
      throw new UserError({
        code: "two-sets",
        what: "has a column set, and --against names the old texts too",
        where,
        hint,
      });
    }
    return { fresh: file.records, old: other.records, older: "file" };
  }
  if (file.has.has("set")) {
    const [old, fresh] = [true, false].map((isOld) => file.records.filter((one) => one.isOld === isOld));
    for (const [name, records] of [
      ["old", old],
      ["new", fresh],
    ] as const)
      if (records.length === 0) throw new UserError({ code: "one-set", what: `has no text in the set ${name}`, where });
    return { fresh, old, older: "set" };
  }
  if (file.has.has("date")) return { fresh: file.records, old: file.records, older: "date" };
  const close = nearest("date", file.unread) ?? nearest("set", file.unread);
  const hint =
    close === undefined
      ? "give --against OLD_FILE, or one of these columns"
      : `did you mean "${close}"? then say --columns date=${close} or set=${close}`;
  throw new UserError({
    code: "no-order",
    what: "has neither dates nor sets, so that no text is older than another",
    where,
    hint,
  });
}

/** Texts of two sets or files are compared unless both have dates and the old one is not older; of one file only by date. */
function mayBeOlder(text: TextRecord, other: TextRecord): boolean {
  if (text === other) return false;
  return text.time === undefined || other.time === undefined || other.time < text.time;
}

function checkVectors(file: TextFile, other: TextFile | undefined): void {
  for (const one of [file, ...(other === undefined ? [] : [other])]) {
    if (one.has.has("vector")) continue;
    const close = nearest("vector", one.unread);
    const hint =
      close === undefined ? "take --by bm25 or encoder" : `did you mean "${close}"? then say --columns vector=${close}`;
    throw new UserError({ code: "missing-column", what: 'has no column "vector"', where: one.file, hint });
  }
  const [own, theirs] = [file, other].map((one) => one?.records[0].vector?.length);
  if (theirs === undefined || own === theirs) return;
  const where = other?.records[0].place ?? "";
  throw new UserError({
    code: "bad-row",
    what: `has ${theirs} numbers, and the vectors of ${file.file} have ${own}`,
    where,
    path: ["vector"],
  });
}

function similarityOf(
  by: SimilarityWay,
  fresh: readonly TextRecord[],
  old: readonly TextRecord[],
  random: Random,
): SimilarityRows {
  if (by === "vectors") {
    const [queries, candidates] = [fresh, old].map((records) => {
      const width = records[0].vector?.length ?? 0;
      const values = new Float64Array(records.length * width);
      for (const [k, { vector }] of records.entries()) values.set(vector ?? [], k * width);
      return unitVectors({ width, values });
    });
    return cosineRows(queries, candidates);
  }
  const all = [...new Set([...old, ...fresh])];
  const { words, bags } = wordBags(all.map(({ text }) => text));
  const bagOf = new Map(all.map((record, k) => [record, bags[k]]));
  const [queries, candidates] = [fresh, old].map((records) =>
    records.map((one) => bagOf.get(one) ?? new Int32Array(0)),
  );
  if (by === "bm25") return bm25Rows(queries, bm25(candidates, words.length));
  const encoder = ownTextEncoder(bags, words.length, random.stream("encoder"));
  return cosineRows(encoded(encoder, queries), encoded(encoder, candidates));
}

function caveatsOf(file: TextFile, other: TextFile | undefined, alone: number): string[] {
  const caveats: string[] = [];
  if (alone > 0) caveats.push(`${alone} texts have no older one and are compared with none`);
  for (const one of [file, ...(other === undefined ? [] : [other])])
    if (one.unread.length > 0)
      caveats.push(`${one.file}: columns that are not read: ${one.unread.slice(0, 12).join(", ")}`);
  return caveats;
}
