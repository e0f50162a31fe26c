// Transformers that read texts as rewards, on made comparisons whose gold is known.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { type ComparedAnswers, everyPair, withheld } from "./compared-answers.ts";
import { rewardMargins } from "./network-reward.ts";
import { ensembleOf } from "./reward-ensemble.ts";
import { learntPieces, pieceReader, pieceRows, vocabularyOf } from "./text-pieces.ts";
import { fitTransformerReward, type TransformerRewardOptions } from "./transformer-reward.ts";

const LETTERS = [..."abcd"];
const ROOM = 12;

/** Pairs of words of letters, of which gold says what they are worth. */
function comparedWords(pairs: number, seed: number, gold: (word: string) => number): ComparedAnswers {
  const random = Random.of(seed, "words");
  const word = () => Array.from({ length: 3 + random.integer(5) }, () => LETTERS[random.integer(4)]).join("");
  const words = Array.from({ length: 2 * pairs }, word);
  const read = pieceReader(LETTERS, ROOM);
  const odds = Float64Array.from({ length: pairs }, (_, k) => gold(words[2 * k]) - gold(words[2 * k + 1]));
  return {
    width: ROOM,
    features: pieceRows(
      words.map((one) => read("", one)),
      ROOM,
    ),
    first: Int32Array.from({ length: pairs }, (_, k) => 2 * k),
    second: Int32Array.from({ length: pairs }, (_, k) => 2 * k + 1),
    results: odds.map((value) => (value === 0 ? 0.5 : random.uniform() < 1 / (1 + Math.exp(-value)) ? 1 : 0)),
    groups: Int32Array.from({ length: pairs }, (_, k) => k),
  };
}

const SMALL = { vocabulary: vocabularyOf(LETTERS), width: 16, heads: 2 };
const fitted = (compared: ComparedAnswers, options: Partial<TransformerRewardOptions> = {}, rows?: Int32Array) =>
  fitTransformerReward(compared, rows ?? everyPair(compared), { ...SMALL, ...options }, Random.of(1, "fit"));

/** Share of pairs whose order is the results'. */
const right = (margins: Float64Array, { results }: ComparedAnswers, rows: Int32Array) =>
  margins.filter((margin, k) => margin > 0 === results[rows[k]] > 0.5).length / rows.length;

describe("a transformer of comparisons", () => {
  test("tells an order of letters, which no bag of features can", () => {
    // Both have an a and a b; what counts is which of them comes first.
    const gold = (word: string) => {
      const [a, b] = [word.indexOf("a"), word.indexOf("b")];
      return a < 0 || b < 0 ? 0 : a < b ? 4 : -4;
    };
    const compared = comparedWords(1500, 1, gold);
    const rows = everyPair(compared).filter((row) => compared.results[row] !== 0.5);
    const { kept, held } = withheld(compared.groups, rows, 0.3, Random.of(2));
    const reward = fitted(compared, { rate: 5e-3, epochs: 20 }, kept);
    expect(right(rewardMargins(reward, compared, held), compared, held)).toBeGreaterThan(0.9);
    expect(reward.heldLoss).toBeLessThan(0.4);
  });

  test("labels that are coins are not learnt by heart", () => {
    const coins = comparedWords(200, 3, () => 0);
    const stream = Random.of(4);
    const { heldLoss } = fitted({ ...coins, results: Float64Array.from(coins.results, () => stream.integer(2)) });
    expect(heldLoss ?? 0).toBeLessThan(0.75);
  });

  test("annotators that answer by coin get a smaller factor, and a leaning to the first is told apart", () => {
    const gold = (word: string) => 2 * (word.split("a").length - 1);
    const made = comparedWords(900, 5, gold);
    const stream = Random.of(6);
    const annotators = Int32Array.from(made.results, (_, k) => k % 3);
    // The third answers by coin; all others are turned to the first in three of ten pairs.
    const results = Float64Array.from(made.results, (result, k) =>
      annotators[k] === 2 ? stream.integer(2) : stream.uniform() < 0.3 ? 1 : result,
    );
    const { reliabilities, lean } = fitted(
      { ...made, results, annotators, isShown: true },
      { held: 0, epochs: 8, rate: 5e-3 },
    );
    expect(reliabilities[2]).toBeLessThan(0.6 * Math.min(reliabilities[0], reliabilities[1]));
    expect(lean).toBeGreaterThan(0.1);
  });

  test("the same stream gives the same reward to the last bit; members of an ensemble are averaged", () => {
    const compared = comparedWords(60, 7, (word) => word.length);
    const of = (seed: number) =>
      fitTransformerReward(compared, everyPair(compared), { ...SMALL, epochs: 1 }, Random.of(seed));
    const [one, again, other] = [1, 1, 2].map(of);
    const scores = one.scores(compared.features);
    expect(scores).toEqual(again.scores(compared.features));
    expect(scores).not.toEqual(other.scores(compared.features));
    const both = ensembleOf([one, other], compared.features).both(compared.features);
    expect(both.spread.some((spread) => spread > 0)).toBe(true);
    // A single text is told as it is among others.
    expect(one.scores(compared.features.subarray(0, ROOM))[0]).toBeCloseTo(scores[0], 5);
  });
});

describe("pieces of texts", () => {
  test("are characters and what often stands side by side, and tell a text by the longest of them", () => {
    const texts = Array.from({ length: 40 }, (_, k) => `the cat sat on the mat ${k}`);
    const pieces = learntPieces(texts);
    expect(pieces).toContain(" the");
    expect(pieces).toContain("7");
    const read = pieceReader(pieces, 40);
    const { numbers, isCut } = read("", "on the mat");
    expect(isCut).toBe(false);
    expect(numbers.length).toBeLessThan(8);
    expect(learntPieces(texts)).toEqual(pieces);
    const unknown = read("", "😀é").numbers;
    // Two characters that no piece has, between the two signs.
    expect(unknown).toEqual([1, 3, 3, 2]);
  });

  test("of a long answer beginning and end are read, of a long prompt its end", () => {
    const read = pieceReader([..."abcdefghij"], 12);
    const of = (letters: string) => [...letters].map((letter) => 4 + "abcdefghij".indexOf(letter));
    expect(read("ab", "cd")).toEqual({ numbers: [...of("ab"), 1, ...of("cd"), 2], isCut: false });
    const { numbers, isCut } = read("abcdefghij", "abcdeaaaaafghij");
    expect(numbers).toEqual([...of("ij"), 1, ...of("abcd"), ...of("ghij"), 2]);
    expect(isCut).toBe(true);
    // A short answer leaves its room to the prompt.
    expect(read("abcdefghij", "a").numbers).toEqual([...of("bcdefghij"), 1, ...of("a"), 2]);
  });
});
