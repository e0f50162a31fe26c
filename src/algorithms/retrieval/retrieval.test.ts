// Tokenisation, BM25, nearest neighbours and encoders, against values computed by hand.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { wordsOf } from "../../core/words.ts";
import { encoded, randomEncoder } from "./bag-encoder.ts";
import { bm25, bm25Rows } from "./bm25.ts";
import { groupInfoNce } from "./contrastive-losses.ts";
import { trainByContrast } from "./contrastive-training.ts";
import { cosineRows, nearestAllowed, unitVectors } from "./nearest.ts";
import { ownTextEncoder } from "./own-text-encoder.ts";
import { wordBags } from "./words.ts";

test("words consist of letters and digits; in scripts without blanks each character is a word", () => {
  expect(wordsOf("Sum of A[i], 1 ≤ i ≤ n; “naïve”")).toEqual(["sum", "of", "a", "i", "1", "i", "n", "naïve"]);
  expect(wordsOf("dp求和 x")).toEqual(["dp", "求", "和", "x"]);
  expect(wordsOf(" …")).toEqual([]);
  const { words, bags } = wordBags(["a b a", "b c"]);
  expect(words).toEqual(["a", "b", "c"]);
  expect(bags.map((bag) => [...bag])).toEqual(matrix("0 1 0 | 1 2"));
});

describe("BM25", () => {
  const { words, bags } = wordBags(["the cat sat", "the dog", "cat cat cat the mat"]);
  const scores = (query: number[], options = {}) => {
    const into = new Float64Array(3);
    bm25(bags, words.length, options).scores(Int32Array.from(query), into);
    return into;
  };

  test("follows the formula", () => {
    const [k1, b, average] = [1.2, 0.75, 10 / 3];
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const score = (f: number, length: number) => (idf * f * (k1 + 1)) / (f + k1 * (1 - b + (b * length) / average));
    const cat = scores([1]);
    expect([...cat]).toEqual([expect.closeTo(score(1, 3), 12), 0, expect.closeTo(score(3, 5), 12)]);
    // By hand: ln 1.6 = 0.470004, and 0.470004·2.2/(1 + 1.2·0.925).
    expect(cat[0]).toBeCloseTo(0.490051, 5);
    expect([...scores([1, 1])]).toEqual([...cat.map((x) => 2 * x)]);
    expect([...scores([99])]).toEqual([0, 0, 0]);
  });

  test("ignores the length with b = 0, and the count with k1 = 0", () => {
    const [one, , three] = scores([1], { b: 0 });
    expect(three / one).toBeCloseTo((3 / (3 + 1.2)) * 2.2, 12);
    expect(scores([1], { k1: 0 })[2]).toBeCloseTo(scores([1], { k1: 0 })[0], 12);
  });

  test("is 1 for the text itself", () => {
    const rows = bm25Rows(bags, bm25(bags, words.length));
    const into = new Float64Array(3);
    for (const query of bags.keys()) {
      rows(query, into);
      expect(into[query]).toBeCloseTo(1, 12);
    }
  });
});

test("the nearest neighbours are permitted candidates, the most similar first", () => {
  const vectors = unitVectors({ width: 2, values: Float64Array.of(1, 0, 2, 2, 0, 3, 0, 0) });
  const neighbours = nearestAllowed({
    ...{ queries: 4, candidates: 4, most: 2 },
    similarity: cosineRows(vectors, vectors),
    allowed: (query, candidate) => candidate < query,
  });
  expect(neighbours.map((one) => one.map(({ candidate }) => candidate))).toEqual([[], [0], [1, 0], [0, 1]]);
  expect(neighbours[2][0].similarity).toBeCloseTo(Math.SQRT1_2, 12);
  expect(neighbours[3][0].similarity).toBe(0);
});

test("contrastive training aligns words of equal meaning", () => {
  // Words 0 … 5 and 6 … 11 name the same six things in two languages.
  const random = Random.of(3, "tongues");
  const encoder = randomEncoder(12, 8, random.stream("first"));
  const text = () => Int32Array.from({ length: 2 }, () => random.integer(6));
  const draw = () => {
    const queries = Array.from({ length: 6 }, text);
    return { queries, documents: queries.flatMap((bag) => [bag.map((w) => w + 6), bag.map((w) => w + 6)]) };
  };
  const losses = trainByContrast(encoder, draw, { loss: groupInfoNce(0.1, 0), steps: 150, rate: 0.05 });
  expect(losses[149]).toBeLessThan(losses[0] / 2);
  const meanings = Array.from({ length: 12 }, (_, word) => Int32Array.of(word));
  const vectors = encoded(encoder, meanings);
  const others = { width: 8, values: vectors.values.slice(48) };
  const nearest = nearestAllowed({
    ...{ queries: 6, candidates: 6, most: 1 },
    similarity: cosineRows(vectors, others),
    allowed: () => true,
  });
  expect(nearest.map(([{ candidate }]) => candidate)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("an encoder learns from texts alone which words occur together", () => {
  const random = Random.of(4, "topics");
  // Words 0 … 9 are of one subject, 10 … 19 of another.
  const bags = Array.from({ length: 60 }, (_, k) =>
    Int32Array.from({ length: 8 }, () => 10 * (k % 2) + random.integer(10)),
  );
  const near = (steps: number) => {
    const { values } = encoded(
      ownTextEncoder(bags, 20, Random.of(4, "own"), { steps }),
      [0, 1, 10].map((word) => Int32Array.of(word)),
    );
    const into = new Float64Array(3);
    cosineRows({ width: 64, values }, { width: 64, values })(0, into);
    return into[1] - into[2];
  };
  expect(near(200)).toBeGreaterThan(0.5);
  expect(near(0)).toBeLessThan(0.4);
});
