// What is chosen of answers whose graphs are known.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { ALPHABET, numberOf } from "../../environments/language/alphabet.ts";
import { chosenTexts, emptyTries, type TriesChoice, triedRollouts } from "./sampled-texts.ts";

const CONTEXT = 32;

/** Answers, the writer's parts and the world's in turns, and whether they succeed; the question is `q=`. */
function tried(tries: number, answers: readonly (readonly [text: string, success: boolean])[]) {
  const texts = emptyTries(answers.length / tries, tries, CONTEXT);
  for (const [row, [text, success]] of answers.entries()) {
    const reply = /\[[^\]]*\]/g;
    const own = `__${text.replace(reply, (said) => "_".repeat(said.length))}`;
    for (const [place, character] of [...`q=${text}`].entries()) {
      texts.tokens[row * CONTEXT + place] = numberOf(character);
      texts.written[row * CONTEXT + place] = own[place] === "_" ? 0 : 1;
    }
    texts.success[row] = success ? 1 : 0;
  }
  return texts;
}

/** a leads to b, and this to the answer; or to x, from where u leads back to b. Then a question that all texts answer in one way. */
const TEXTS = tried(6, [
  ["<a>[p]<b>[q]7$", true],
  ["<a>[p]<x>[r]8$", false],
  ["<a>[p]<b>[q]..7$", true],
  ["<a>[p]<x>[r]8$", false],
  ["<a>[p]<x>[r]<u>[s]<b>[q]7$", true],
  ["<a>[p]<x>[r]8$", false],
  ...Array.from({ length: 6 }, () => ["<c>[t]5$", true] as const),
]);

const SCORES = { drop: 0.15, answers: [1, 1, 1], tasks: [3, 1], temperature: 0.05 } as const;
const rng = (k: number) => Random.of(k, "tries");
const choose = (given: Partial<TriesChoice>, k = 1) =>
  chosenTexts(
    TEXTS,
    ALPHABET,
    { by: "topology", keep: 1, among: "question", tasks: { by: "all", keep: 1 }, scores: SCORES, ...given },
    rng(k),
  );

test("answers are rollouts of their question", () => {
  const [first, second] = triedRollouts(TEXTS, ALPHABET);
  expect(first.map(({ id }) => id)).toEqual(["0", "1", "2", "3", "4", "5"]);
  expect(first.map(({ success }) => success)).toEqual([true, false, true, false, true, false]);
  expect(first[4].turns.map(({ action, observation }) => action + observation)).toEqual([
    "<a>[p]",
    "<x>[r]",
    "<u>[s]",
    "<b>[q]",
    "7$",
  ]);
  expect(first[2].turns).toEqual(first[0].turns);
  expect(second.map(({ task }) => task)).toEqual(["1", "1", "1", "1", "1", "1"]);
});

describe("of answers", () => {
  test("topology takes the one that came back, and any of equals", () => {
    for (let k = 0; k < 20; k++) {
      const { rows } = choose({}, k);
      expect(rows[0]).toBe(4);
      expect(rows[1]).toBeGreaterThanOrEqual(6);
      expect(rows).toHaveLength(2);
    }
    expect(new Set(Array.from({ length: 60 }, (_, k) => choose({}, k).rows[1])).size).toBe(6);
  });

  test("the weights say what topology is", () => {
    const efficient = { ...SCORES, answers: [0, 5, 0] } as const;
    for (let k = 0; k < 20; k++) expect([0, 2]).toContain(choose({ scores: efficient }, k).rows[0]);
  });

  test("right takes successes alone, and as many as there are", () => {
    const { rows } = choose({ by: "right", keep: 4 });
    expect(rows.slice(0, 3).toSorted()).toEqual([0, 2, 4]);
    expect(rows.slice(3).every((row) => row >= 6)).toBe(true);
    expect(rows).toHaveLength(3 + 4);
  });

  test("of all questions' answers, the heaviest are taken wherever they stand", () => {
    const { rows } = choose({ among: "all", keep: 1 });
    expect(rows).toHaveLength(2);
    // Answers to the second question are all alike, so that nothing can be said for any of them.
    expect(rows[0]).toBe(4);
    expect([0, 2]).toContain(rows[1]);
  });

  test("random takes the same whichever texts succeed, and as many of each question", () => {
    for (let k = 0; k < 20; k++) {
      const other = { ...TEXTS, success: TEXTS.success.map((_, row) => (row * 7 + k) % 2) };
      const by = { by: "random", keep: 2, among: "question", tasks: { by: "all", keep: 1 }, scores: SCORES } as const;
      const { rows } = chosenTexts(TEXTS, ALPHABET, by, rng(k));
      expect(chosenTexts(other, ALPHABET, by, rng(k)).rows).toEqual(rows);
      expect(rows.map((row) => Math.floor(row / 6))).toEqual([0, 0, 1, 1]);
    }
    const all = Array.from({ length: 300 }, (_, k) => choose({ by: "random" }, k).rows[0]);
    for (let row = 0; row < 6; row++) expect(all.filter((one) => one === row).length / 300).toBeCloseTo(1 / 6, 1);
  });
});

test("of questions, topology takes the one with error branches", () => {
  for (let k = 0; k < 20; k++) expect(choose({ tasks: { by: "topology", keep: 1 } }, k).questions).toEqual([0]);
  expect(choose({ tasks: { by: "pass-rate", keep: 1 } }).questions).toEqual([0]);
  expect(choose({ tasks: { by: "random", keep: 2 } }).questions?.toSorted()).toEqual([0, 1]);
  expect(choose({}).questions).toBeUndefined();
});

test("measures are counts and means by hand", () => {
  const { measures } = choose({ tasks: { by: "topology", keep: 1 } });
  // a, b, x, u, and the answers after b and x; c, and the answer after it.
  expect(measures.graphNodes).toBe((6 + 2) / 2);
  expect(measures.chosen).toBe(2);
  // Straight ones are the most efficient alone, the other has recovery and diversity, and the last six are all alike.
  expect(measures.succeededScore).toBeCloseTo((1 / 3 + 1 / 3 + 2 / 3) / 9, 12);
  expect(measures.chosenScore).toBeCloseTo(2 / 3 / 2, 12);
  expect(measures.keptErrorBranches).toBeCloseTo(2 * measures.errorBranches, 12);
  expect(measures.keptErrorBranches).toBeGreaterThan(0.3);
  const failures = { ...TEXTS, success: new Float32Array(12) };
  const by = { by: "right", keep: 1, among: "question", tasks: { by: "all", keep: 1 }, scores: SCORES } as const;
  expect(chosenTexts(failures, ALPHABET, by, rng(1))).toEqual({
    rows: [],
    questions: undefined,
    measures: { chosen: 0, graphNodes: 4, errorBranches: 0 },
  });
});
