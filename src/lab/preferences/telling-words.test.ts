// Words that tell the texts of pairs apart, beside a count by sets.

import { fc, test as property } from "@fast-check/vitest";
import { expect, it } from "vitest";
import { wordCounts } from "../../feedback/preferences/text-features.ts";
import { TellingWords } from "./telling-words.ts";

const words = fc.array(fc.constantFrom(..."abcdef"), { maxLength: 6 });
const pairs = fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 5 });

property.prop([pairs])("are those of one text alone, each once", (examples) => {
  const telling = new TellingWords();
  const wanted = new Map<string, number>();
  const rows: Record<string, number>[] = [];
  // Twenty times the same: words that tell fewer pairs apart are no words of a model.
  for (let turn = 0; turn < 20; turn++) {
    for (const [first, second] of examples) {
      telling.ask(second.join(" "));
      expect(telling.read(first.join(" "), second.join(" "))).toEqual(
        [first, second].map((own) => wordCounts(own, new Set(second))),
      );
      telling.count();
      expect(telling.keep()).toBe(rows.length);
      expect([...telling.last.first].length).toBe(new Set(first).size);
      const row: Record<string, number> = {};
      for (const word of new Set([...first, ...second])) {
        const sign = Number(first.includes(word)) - Number(second.includes(word));
        if (sign === 0) continue;
        row[word] = sign;
        wanted.set(word, (wanted.get(word) ?? 0) + 1);
      }
      rows.push(row);
    }
  }
  const { words: topWords, places } = telling.most();
  const byCount = [...wanted].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word);
  expect(topWords).toEqual(byCount);
  for (const [pair, row] of rows.entries()) {
    const into = new Float64Array(topWords.length + 1);
    telling.write(pair, places, into, 1);
    expect([...into]).toEqual([0, ...topWords.map((word) => row[word] ?? 0)]);
  }
});

it("leaves out words that tell few pairs apart", () => {
  const telling = new TellingWords();
  for (let pair = 0; pair < 20; pair++) {
    telling.read(pair === 0 ? "seldom often" : "often", "");
    telling.count();
    telling.keep();
  }
  expect(telling.most().words).toEqual(["often"]);
});

it("counts no word of a prompt before there is one", () => {
  const telling = new TellingWords();
  expect(telling.read("a a", "")[0]).toEqual({ all: 2, different: 1, shared: 0 });
});

it("counts no pair that is read alone", () => {
  const telling = new TellingWords();
  for (let pair = 0; pair < 40; pair++) telling.read("often", "");
  expect(telling.most().words).toEqual([]);
});

it("holds more words and pairs than it began with", () => {
  const telling = new TellingWords();
  for (let pair = 0; pair < 9000; pair++) {
    telling.read(`w${pair} often x y z u v`, "other");
    telling.count();
    telling.keep();
  }
  const { words: topWords, places } = telling.most();
  expect(topWords).toEqual(["often", "other", "u", "v", "x", "y", "z"]);
  const into = new Float64Array(7);
  telling.write(8999, places, into, 0);
  expect([...into]).toEqual([1, -1, 1, 1, 1, 1, 1]);
});
