// Chances of token runs by hand, and what the author can and cannot tell.

import { expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { draftEdits, readerOf } from "./author.ts";
import { CANDIDATES, drawBug, PLACES } from "./bugs.ts";
import { MODULES } from "./repair-module.ts";

test("a line's chance is that of Witten and Bell, from equal chances up to runs of three", () => {
  // The text "a a" has the tokens a, a and the end. Equal chances of two and of what was never seen are 1/3.
  const read = readerOf(["a a"]);
  // No run before: of 3 tokens a is 2 and the end 1, and 2 kinds followed.
  const [a, end] = [(2 + 2 / 3) / 5, (1 + 2 / 3) / 5];
  // After the beginning: a, once, one kind, for the run of one sign and again for that of two.
  const first = (1 + (1 + a) / 2) / 2;
  // After a: a once and the end once. After the beginning and a: a alone. After a and a: the end alone.
  const second = (1 + (1 + 2 * a) / 4) / 2;
  const third = (1 + (1 + 2 * end) / 4) / 2;
  expect(read("a a")).toBeCloseTo(Math.log(first) + Math.log(second) + Math.log(third), 12);
  expect(read("a b")).toBeLessThan(read("a a"));
  expect(read("a a\na a")).toBeCloseTo(2 * read("a a"), 12);
});

test("the author picks the right text of a place more often than chance, and not always", () => {
  let [right, places] = [0, 0];
  const chances = new Float32Array(PLACES * CANDIDATES);
  for (let module = 0; module < MODULES.length; module += 4) {
    const bug = drawBug(module, Random.of(7, "author"));
    draftEdits(bug, bug.broken, chances);
    expect(chances.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    for (let place = 0; place < PLACES; place++) {
      const own = [...chances.slice(CANDIDATES * place, CANDIDATES * (place + 1))];
      expect(own[bug.broken[place]]).toBe(0);
      places += 1;
      if (bug.candidates[CANDIDATES * place + own.indexOf(Math.max(...own))] === 0) right += 1;
    }
  }
  // Of the three edits of a place one is right.
  expect(right / places).toBeGreaterThan(0.4);
  expect(right / places).toBeLessThan(0.9);
});

test("fewer faults leave the other places right", () => {
  for (let seed = 0; seed < 6; seed++) {
    const { candidates, broken } = drawBug(seed, Random.of(seed, "few"), 2);
    const wrong = Array.from({ length: PLACES }, (_, k) => candidates[CANDIDATES * k + broken[k]] !== 0);
    expect(wrong.filter(Boolean)).toHaveLength(2);
  }
});
