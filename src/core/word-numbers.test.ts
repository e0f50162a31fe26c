// Word numbers, compared with a map of the words from `wordsOf`.

import { fc, test as property } from "@fast-check/vitest";
import { expect, it } from "vitest";
import { WordNumbers } from "./word-numbers.ts";
import { wordsOf } from "./words.ts";

const mapped = (texts: readonly string[]) => {
  const numbers = new Map<string, number>();
  for (const word of texts.flatMap(wordsOf)) if (!numbers.has(word)) numbers.set(word, numbers.size);
  return { read: texts.map((text) => wordsOf(text).map((word) => numbers.get(word))), words: [...numbers.keys()] };
};

const numbered = (texts: readonly string[]) => {
  const numbers = new WordNumbers();
  return { read: texts.map((text) => [...numbers.read(text)]), words: numbers.words() };
};

const text = fc.oneof(
  fc.array(fc.constantFrom("a", "B", "b", " ", "9", "-", "é", "中", "ﬁ", "𝒜", "\u0301", "ไ"), { maxLength: 12 }),
  fc.array(fc.string({ unit: "binary" }), { maxLength: 4 }),
  fc.array(fc.string({ unit: "binary-ascii" }), { maxLength: 4 }),
);

property.prop([fc.array(text.map((parts) => parts.join("")))])("are those of a map", (texts) => {
  expect(numbered(texts)).toEqual(mapped(texts));
});

it("holds more words, and longer ones, than it began with", () => {
  const many = Array.from({ length: 9000 }, (_, k) => `w${k} x é${k}`);
  const texts = [...many, "long".repeat(100_000), "中".repeat(5000), ...many];
  const { read, words } = numbered(texts);
  expect(words).toEqual(mapped(texts).words);
  expect(read).toEqual(mapped(texts).read);
});
