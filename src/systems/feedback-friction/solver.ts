// Answers of a trained model: the likeliest, or drawn from the chances of all hundred.

import type { Random } from "../../core/random.ts";
import { largestAt } from "../../math/largest.ts";
import { logSumExp } from "../../math/softmax.ts";
import { sampleCategorical } from "../../nn/distributions/categorical.ts";
import type { LanguageModel, TextReader } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { ANSWERS, type Distances, KEYS } from "./keys.ts";
import { asking, digitToken, distanceOf, reflecting, VOCABULARY } from "./words.ts";

/** Texts that are read side by side. */
const ROWS = 80;

export interface Solver {
  /** Logarithms of the chances of all answers to each text, [texts × 100]. */
  chances(texts: readonly (readonly number[])[]): Float64Array;
  /** How the solver itself compares an answer with the truth. */
  reflected(answer: number, truth: number): Distances;
  close(): void;
}

export function solverOf({
  model,
  parameters,
}: {
  readonly model: LanguageModel;
  readonly parameters: Parameters;
}): Solver {
  const prefix = model.reader(parameters, ROWS);
  const branch = model.reader(parameters, ROWS);
  let reflections: readonly Distances[] | undefined;
  const blocks = (texts: readonly (readonly number[])[]) =>
    Array.from({ length: Math.ceil(texts.length / ROWS) }, (_, k) => texts.slice(k * ROWS, (k + 1) * ROWS));
  return {
    chances(texts) {
      prefix.refresh();
      branch.refresh();
      const all = new Float64Array(texts.length * ANSWERS);
      for (const [k, block] of blocks(texts).entries()) {
        const first = readAll(prefix, block);
        for (let digit = 0; digit < 10; digit++) {
          branch.clear();
          for (let row = 0; row < block.length; row++) branch.copy(row, prefix, row);
          branch.read(Int32Array.from({ length: ROWS }, (_, row) => (row < block.length ? digitToken(digit) : -1)));
          for (let row = 0; row < block.length; row++) {
            const own = digitChances(first, row);
            const next = digitChances(branch.logits, row);
            const at = (k * ROWS + row) * ANSWERS + 10 * digit;
            for (let index = 0; index < 10; index++) all[at + index] = own[digit] + next[index];
          }
        }
      }
      return all;
    },
    reflected(answer, truth) {
      reflections ??= reflectAll();
      return reflections[truth * ANSWERS + answer];
    },
    close() {
      prefix.close();
      branch.close();
    },
  };

  /** Every comparison of two answers, as the likeliest tokens say it. */
  function reflectAll(): Distances[] {
    prefix.refresh();
    const texts = Array.from({ length: ANSWERS ** 2 }, (_, k) => reflecting(k % ANSWERS, Math.floor(k / ANSWERS)));
    return blocks(texts).flatMap((block) => {
      const groups = likeliest(readAll(prefix, block), block.length);
      prefix.read(Int32Array.from({ length: ROWS }, (_, row) => groups[row] ?? -1));
      const indices = likeliest(prefix.logits, block.length);
      return block.map((_, row) => ({ group: distanceOf(groups[row]), index: distanceOf(indices[row]) }));
    });
  }
}

/** Reads texts from their beginnings; logits after the last token of each, [rows × vocabulary]. */
function readAll(reader: TextReader, texts: readonly (readonly number[])[]): Float32Array {
  reader.clear();
  const after = new Float32Array(ROWS * VOCABULARY);
  const longest = Math.max(...texts.map((text) => text.length));
  for (let place = 0; place < longest; place++) {
    reader.read(Int32Array.from({ length: ROWS }, (_, row) => texts[row]?.[place] ?? -1));
    for (const [row, text] of texts.entries()) {
      if (place === text.length - 1)
        after.set(reader.logits.subarray(row * VOCABULARY, (row + 1) * VOCABULARY), row * VOCABULARY);
    }
  }
  return after;
}

const likeliest = (logits: Float32Array, rows: number): number[] =>
  Array.from({ length: rows }, (_, row) => largestAt(logits, row * VOCABULARY, VOCABULARY));

/** ln of the chances of the ten digits, among digits. */
function digitChances(logits: Float32Array, row: number): Float64Array {
  const own = Float64Array.from({ length: 10 }, (_, digit) => logits[row * VOCABULARY + digitToken(digit)]);
  const total = logSumExp(own);
  return own.map((x) => x - total);
}

/** The likeliest answer of row `row`. */
export const likeliestAnswer = (chances: Float64Array, row: number): number =>
  largestAt(chances, row * ANSWERS, ANSWERS);

/** An answer of row `row`, drawn at a temperature. */
export function drawnAnswer(chances: Float64Array, row: number, temperature: number, random: Random): number {
  const warmed = Float64Array.from({ length: ANSWERS }, (_, answer) => chances[row * ANSWERS + answer] / temperature);
  return sampleCategorical(warmed, 0, ANSWERS, random);
}

/** Share of all keys whose likeliest answer is the given one. */
export function recalled(solver: Solver, answers: Int32Array): number {
  const chances = solver.chances(Array.from({ length: KEYS }, (_, key) => asking(key, [])));
  let right = 0;
  for (let key = 0; key < KEYS; key++) if (likeliestAnswer(chances, key) === answers[key]) right += 1;
  return right / KEYS;
}
