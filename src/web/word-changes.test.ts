// Changed words of a text are distinguished from those that it shares with another.

import { expect, test } from "vitest";
import { type WordStretch, wordChanges } from "./word-changes.ts";

const marked = (stretches: readonly WordStretch[] | undefined) =>
  stretches?.map(({ text, is }) => (is === "same" ? text : is === "added" ? `{+${text}+}` : `{-${text}-}`)).join("");

test("words that were exchanged, added and left out are marked, and both texts can be read off", () => {
  const [before, after] = ["The capital of France is Lyon, they say.", "The capital of France is surely Paris."];
  const stretches = wordChanges(before, after) ?? [];
  expect(marked(stretches)).toContain("The capital of France is ");
  expect(stretches.some(({ text, is }) => is === "left out" && text.includes("Lyon"))).toBe(true);
  const read = (other: WordStretch["is"]) => stretches.flatMap(({ text, is }) => (is === other ? [] : text)).join("");
  expect([read("added"), read("left out")]).toEqual([before, after]);
});

test("texts of other alphabets are compared by their words", () => {
  expect(marked(wordChanges("столица Франции Париж", "столица Италии Париж"))).toBe(
    "столица {-Франции-}{+Италии+} Париж",
  );
});

test("texts that share little are not marked, nor are those with too many changes", () => {
  expect(wordChanges("Paris", "I do not know")).toBeUndefined();
  const many = (word: string) => Array.from({ length: 3000 }, (_, k) => `${word}${k} same`).join(" ");
  expect(wordChanges(many("a"), many("b"))).toBeUndefined();
  expect(marked(wordChanges("same", "same"))).toBe("same");
});
