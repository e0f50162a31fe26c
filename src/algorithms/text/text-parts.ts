// Parts of texts that a model wrote in a world: the question, and what answers it.

import { type Alphabet, textIn } from "../../core/text.ts";
import { END, textOf } from "../../environments/language/alphabet.ts";
import type { Completions } from "./completions.ts";

/** The question of a row: what the world wrote before the model. */
export function questionIn(
  { tokens, written, lengths, context }: Completions,
  row: number,
  alphabet: Alphabet,
): string {
  const [from, end] = [row * context, row * context + lengths[row]];
  const first = written.subarray(from, end).indexOf(1);
  return textIn(tokens.subarray(from, first < 0 ? end : from + first), alphabet);
}

/** The place in a row at which the model's last turn begins: behind all that the world wrote. */
export function lastTurn({ written, lengths, context }: Completions, row: number): number {
  return written.subarray(row * context, row * context + lengths[row]).lastIndexOf(0) + 1;
}

/** The characters of a row from place `start` on, without the end character; undefined where they have none. */
export function answerIn({ tokens, lengths, context }: Completions, row: number, start = 0): string | undefined {
  const [from, end] = [row * context + start, row * context + lengths[row] - 1];
  return end >= from && tokens[end] === END ? textOf(tokens, from, end) : undefined;
}
