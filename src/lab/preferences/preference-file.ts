// A file of comparisons of texts, looked at before anything is trained on it: what predicts a choice, which annotators are careless, where
// preferences run in rings, and what further comparisons would be worth.

import { setImmediate } from "node:timers/promises";
import { grouped } from "../../core/grouped.ts";
import {
  type AnnotatorAgreement,
  type AnnotatorAudit,
  agreementOf,
  annotatorsOf,
} from "../../evaluation/preferences/annotators.ts";
import { preferenceRing } from "../../evaluation/preferences/cycles.ts";
import { marginsOf } from "../../feedback/preferences/linear-model.ts";
import { withPreferences } from "../../logs/preferences.ts";
import type { LabelledSource, ReadingOptions } from "../../logs/user-rows.ts";
import { type MoreComparisons, moreComparisons } from "./more-comparisons.ts";
import { type PairTable, type PreferenceCounts, readPairTable } from "./pair-table.ts";
import { chosenFit, type Halves, type PreferenceModel, preferenceModels } from "./preference-models.ts";
import { networkModels } from "./preference-networks.ts";
import { MOST_READ_PIECES, type TransformerFigures, transformerFigures } from "./preference-transformer.ts";
import { placeOf } from "./read-texts.ts";

/** What a file of preferences says. */
export interface PreferenceFigures {
  readonly file: string;
  readonly layout: PairTable["layout"];
  /** Comparisons that are judged, of different texts. */
  readonly pairs: number;
  readonly prompts: number;
  readonly counts: PreferenceCounts;
  /** Comparisons that models were fitted to, and those that they were held against. */
  readonly train: number;
  readonly test: number;
  readonly annotators: readonly AnnotatorAudit[];
  readonly agreement: AnnotatorAgreement;
  /** Prompts with texts that are preferred in a ring. */
  readonly cycles: number;
  /** Prompts with three compared texts at least, which could have a ring. */
  readonly cyclesPossible: number;
  readonly models: readonly PreferenceModel[];
  readonly more: MoreComparisons | null;
  readonly caveats: readonly string[];
}

export interface PreferenceOptions extends ReadingOptions {
  readonly seed?: number;
  /** Comparisons that are looked at, at most; of a longer file those on drawn prompts. Default `MOST_LOOKED_AT`. */
  readonly most?: number;
  /** Whether a transformer is fitted that reads the texts, which takes longest. Default false. */
  readonly transformer?: boolean;
}

export interface ReadPreferences {
  readonly file: string;
  readonly table: PairTable;
  /** Columns that are not read. */
  readonly unread: readonly string[];
  /** How labels were read. */
  readonly notes: readonly string[];
}

/** Reads a file of preferences. A UserError tells what is wrong with it. */
export const readPreferences = (source: LabelledSource, options: PreferenceOptions = {}): Promise<ReadPreferences> =>
  withPreferences(source, options, async (file) => ({
    file: source.file,
    table: await readPairTable(file, source.file, options.most),
    unread: file.unread,
    notes: file.notes,
  }));

/** What a file of preferences teaches. */
export async function preferenceFigures(
  { file, table, unread, notes }: ReadPreferences,
  options: PreferenceOptions = {},
): Promise<PreferenceFigures> {
  const { signal, onProgress, seed = 0, transformer = false } = options;
  const tick = async (doing: string): Promise<void> => {
    onProgress?.(doing);
    // Ctrl-C is heard between two fits.
    await setImmediate();
    signal?.throwIfAborted();
  };
  const halves = halvesOf(table, seed);
  const fitting = networkModels(table, halves, seed, signal);
  // It is waited for later, and may fail before.
  fitting.catch(() => {});
  const linear = await preferenceModels(table, halves, tick);
  await tick("annotators");
  const audited = annotated(table, seed);
  const rings = [...grouped(table.prompts.keys(), (row) => table.prompts[row]).values()]
    .map((rows) => ({
      first: rows.map((row) => table.first[row]),
      second: rows.map((row) => table.second[row]),
      results: rows.map((row) => table.results[row]),
    }))
    .filter(({ first, second }) => new Set([...first, ...second]).size > 2);
  await tick("what more comparisons would be worth");
  const best = linear
    .filter(({ logLoss }) => logLoss.mean !== null)
    .sort((a, b) => (a.logLoss.mean ?? 0) - (b.logLoss.mean ?? 0))[0];
  const { counts } = table;
  await tick("fitting networks");
  const networks = await fitting;
  const reading = transformer ? await transformerFigures(table, halves, seed, tick) : undefined;
  return {
    file,
    layout: table.layout,
    pairs: counts.judged,
    prompts: counts.prompts,
    counts,
    train: halves.train.length,
    test: halves.test.length,
    annotators: annotatorsOf(audited, table.annotators, table.layout === "shown"),
    agreement: agreementOf(audited),
    cycles: rings.filter((texts) => preferenceRing(texts) !== undefined).length,
    cyclesPossible: rings.length,
    models: [...linear, ...networks, ...(reading === undefined ? [] : [reading.model])],
    more: best === undefined ? null : (moreComparisons(table, halves, best.id) ?? null),
    caveats: [...notes, ...caveatsOf(table, halves, unread), ...(reading === undefined ? [] : cutCaveat(reading))],
  };
}

/** Share of the prompts that models are held against. */
const HELD = 0.2;

/** The file's own split without prompts that are in both halves, or one fifth of the prompts. */
function halvesOf({ prompts, prompt, isTest, results }: PairTable, seed: number): Halves {
  const every = Int32Array.from(results.keys());
  if (isTest === undefined) {
    const isHeld = prompt.map((name) => placeOf(name, String(seed)) < HELD);
    return { train: every.filter((row) => !isHeld[prompts[row]]), test: every.filter((row) => isHeld[prompts[row]]) };
  }
  const trained = new Set(every.filter((row) => isTest[row] === 0).map((row) => prompts[row]));
  return {
    train: every.filter((row) => isTest[row] === 0),
    test: every.filter((row) => isTest[row] === 1 && !trained.has(prompts[row])),
  };
}

/** Comparisons with their annotators, and what a model that was fitted to the other half of the prompts says of each. */
function annotated(table: PairTable, seed: number) {
  const { annotator, prompts, prompt, first, second, results } = table;
  const margins = new Float64Array(results.length).fill(Number.NaN);
  if (table.annotators.length > 0) {
    const isUpper = prompt.map((name) => placeOf(name, String(seed)) >= 0.5);
    const every = Int32Array.from(results.keys());
    const upper = every.filter((row) => isUpper[prompts[row]]);
    const lower = every.filter((row) => !isUpper[prompts[row]]);
    for (const [fitted, held] of [
      [upper, lower],
      [lower, upper],
    ]) {
      if (fitted.length === 0) continue;
      const model = chosenFit(table, "all", fitted);
      for (const [k, margin] of marginsOf(model, table, held).entries()) margins[held[k]] = margin;
    }
  }
  const numbers = new Map<string, number>();
  const comparison = Int32Array.from(results, (_, row) => {
    const key = `${Math.min(first[row], second[row])} ${Math.max(first[row], second[row])}`;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
  const isTurned = Uint8Array.from(results, (_, row) => (first[row] > second[row] ? 1 : 0));
  return { annotator, comparison, isTurned, prompts, results, margins };
}

function cutCaveat({ cut, texts }: TransformerFigures): string[] {
  if (cut === 0) return [];
  const share = `${cut.toLocaleString("en-US")} of ${texts.toLocaleString("en-US")} texts`;
  return [
    `the transformer reads ${MOST_READ_PIECES} pieces of a prompt with its text; of ${share} it reads the beginning and the end, and of a long prompt the end`,
  ];
}

function caveatsOf(
  { counts, layout, annotators, isTest, texts }: PairTable,
  { test }: Halves,
  unread: readonly string[],
): string[] {
  const { equal, empty, repeated, leaking, skipped, unjudged, undrawn, prompts, judged } = counts;
  const caveats: string[] = [];
  const note = (count: number, one: string, many: string) => {
    if (count > 0) caveats.push(count === 1 ? one : `${count.toLocaleString("en-US")} ${many}`);
  };
  note(equal, "one row has the same text twice and is left out", "rows have the same text twice and are left out");
  note(empty, "one row has an empty text", "rows have an empty text");
  note(repeated, "one row repeats an earlier one", "rows repeat earlier ones");
  note(skipped, "one bad row is left out", "bad rows are left out");
  note(
    leaking,
    "one prompt is in train and test; it is left out of the test",
    "prompts are in train and test; they are left out of the test",
  );
  note(
    undrawn,
    "one judged row is on a prompt that was not drawn",
    `judged rows are on prompts that were not drawn, and ${judged.toLocaleString("en-US")} are looked at; --most sets how many`,
  );
  note(unjudged, "one row is not judged yet", "rows are not judged yet");
  if (isTest === undefined && test.length === 0)
    caveats.push("all comparisons are of too few prompts to hold some of them back");
  else if (test.length < 100)
    caveats.push(`${test.length} comparisons are held back, which say little of how well a model holds`);
  if (texts.rows.length < judged)
    caveats.push(`networks read ${texts.rows.length.toLocaleString("en-US")} of the comparisons, of drawn prompts`);
  if (prompts === judged && judged > 1)
    caveats.push("each prompt has one comparison, so that rings and agreement cannot show");
  if (layout === "chosen")
    caveats.push("the order in which texts were shown is not in the file, so that position bias cannot show");
  if (annotators.length === 0) caveats.push("the file names no annotators");
  if (unread.length > 0) caveats.push(`columns that are not read: ${unread.slice(0, 12).join(", ")}`);
  return caveats;
}
