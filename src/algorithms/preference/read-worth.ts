// A reward that is learnt by reading: a small transformer is fitted to comparisons of episodes by a text that each left.

import type { Random } from "../../core/random.ts";
import { everyPair, withheld } from "../../feedback/preferences/compared-answers.ts";
import { rewardMargins } from "../../feedback/preferences/network-reward.ts";
import { learntPieces, pieceReader, pieceRows, vocabularyOf } from "../../feedback/preferences/text-pieces.ts";
import { fitTransformerReward, readingScorer } from "../../feedback/preferences/transformer-reward.ts";
import { WORTH_BOUND } from "../../rewards/learnt-reward.ts";
import type { AnsweredPair } from "./learnt-worth.ts";

export interface ReadTask {
  /** Name of the text. */
  readonly reads: string;
  /** Characters that the world's texts are made of; undefined where any can stand in them, so that pieces are learnt. */
  readonly characters: readonly string[] | undefined;
  /** Characters of the longest text that the world can have; undefined where it is not known. */
  readonly longest: number | undefined;
}

/** The learnt worth. The reader must be closed. */
export interface ReadWorth {
  /** Log-odds, within ±`WORTH_BOUND`: the difference of two texts' worths is the log-odds that the first is preferred. */
  worthOf(text: string): number;
  /** Share of decided pairs, held back from a first fit, whose preferred text it gave the higher worth; null where there are too few. */
  readonly held: number | null;
  close(): void;
}

/** The transformer and its descent: texts of worlds are short, and what is right in them takes two layers to see. */
const READER = { layers: 2, rate: 3e-3, epochs: 40, patience: 8 } as const;

/** Pieces of a text that are read at most; of a longer one beginning and end. */
const MOST_PIECES = 128;
/** Share of the pairs that a first fit is held against. */
const HELD = 0.2;
/** Fewer pairs are not held back. */
const FEWEST_HELD = 10;

/** Fits to some of the pairs to see how well it tells the others, and then to all. */
export function readWorth(answers: readonly AnsweredPair[], task: ReadTask, random: Random): ReadWorth {
  const { reads, characters, longest } = task;
  if (answers.length === 0) return { worthOf: () => 0, held: null, close() {} };
  const textsOf = ({ pair }: AnsweredPair) => [pair.first.texts[reads], pair.second.texts[reads]];
  const texts = answers.flatMap(textsOf);
  const pieces = characters ?? learntPieces(texts);
  const most = longest ?? texts.reduce((size, text) => Math.max(size, [...text].length), 0);
  // The two signs of the form; a multiple of 4, in which arrays are computed fastest.
  const room = Math.min(MOST_PIECES, 4 * Math.ceil((most + 2) / 4));
  const read = pieceReader(pieces, room);
  const compared = {
    width: room,
    features: pieceRows(
      texts.map((text) => read("", text)),
      room,
    ),
    first: Int32Array.from(answers, (_, k) => 2 * k),
    second: Int32Array.from(answers, (_, k) => 2 * k + 1),
    results: Float64Array.from(answers, ({ preferred }) => preferred),
    groups: Int32Array.from(answers, ({ tree }, k) => tree ?? k),
  };
  const fitted = (rows: Int32Array, name: string) =>
    fitTransformerReward(compared, rows, { ...READER, vocabulary: vocabularyOf(pieces) }, random.stream(name));
  const { kept, held } = withheld(compared.groups, everyPair(compared), HELD, random.stream("held"));
  const decided = held.filter((row) => compared.results[row] !== 0.5);
  let share: number | null = null;
  if (decided.length >= FEWEST_HELD) {
    const margins = rewardMargins(fitted(kept, "first"), compared, decided);
    share = margins.filter((margin, k) => margin > 0 === compared.results[decided[k]] > 0.5).length / decided.length;
  }
  const { scores, close } = readingScorer(fitted(everyPair(compared), "all"), 1);
  return {
    worthOf: (text) => Math.min(WORTH_BOUND, Math.max(-WORTH_BOUND, scores([read("", text).numbers])[0])),
    held: share,
    close,
  };
}
