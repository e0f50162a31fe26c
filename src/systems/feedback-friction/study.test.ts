// Feedback in words, programs that read it, and a solver trained for a moment.

import { expect, test } from "vitest";
import { leaks } from "../../feedback/loops/masking.ts";
import { auditTable } from "./audit.ts";
import { programs } from "./conduct.ts";
import {
  ANSWERS,
  distances,
  explained,
  giver,
  isRight,
  KEYS,
  keyWorld,
  LEVELS,
  parsed,
  TESTED,
  written,
} from "./keys.ts";
import { answerTokens, asking, distanceOf, distanceTokens, ROOM, reflecting, VOCABULARY } from "./words.ts";

const ALL = Array.from({ length: ANSWERS }, (_, answer) => answer);

test("distances lead to the answer from every other one, and the masked text does not say it", () => {
  for (const truth of ALL) {
    for (const answer of ALL) {
      const judge = giver({ level: "F3", reflected: distances }, 901);
      const [said] = judge([{ item: { key: 0, truth }, number: 0, round: 0, history: [], answer }]);
      if (answer === truth) expect(said).toBeUndefined();
      else {
        expect(parsed(said ?? "", answer)).toBe(truth);
        expect(leaks(said ?? "", [written(truth)])).toBe(false);
      }
    }
  }
  expect(leaks(explained(7, distances(42, 7)), ["07"])).toBe(true);
  expect([parsed("wrong", 42), parsed("group +9, index +0", 42)]).toEqual([undefined, undefined]);
});

test("three tenths of what is asked have changed, and no tested key is shown", () => {
  const { old, tested, shown } = keyWorld(901);
  expect([tested.length, shown.length]).toEqual([TESTED, KEYS - TESTED]);
  const keys = new Set(tested.map(({ key }) => key));
  expect(shown.filter((key) => keys.has(key))).toEqual([]);
  expect(tested.filter((item) => isRight(item, old[item.key])).length).toBe(0.7 * TESTED);
});

test("texts fit into the room, whatever is said", () => {
  const text = explained(73, distances(5, 73));
  const history = Array.from({ length: 10 }, () => ({ answer: 5, critique: text }));
  const tokens = asking(KEYS - 1, history);
  expect(tokens.length + 2).toBe(ROOM);
  const first = [...answerTokens(5), ...answerTokens(73), ...distanceTokens({ group: 7, index: -2 })];
  expect(asking(3, history.slice(0, 1))).toEqual([...asking(3, []), ...first]);
  expect(asking(3, [{ answer: 5, critique: "wrong" }])).toHaveLength(4);
  expect([...tokens, ...reflecting(1, 2)].every((token) => token > 0 && token < VOCABULARY)).toBe(true);
  expect(distanceTokens({ group: 9, index: -9 }).map(distanceOf)).toEqual([9, -9]);
});

test("programs: one round by parsing, by chance through elimination, nothing by ignoring", async () => {
  const found = await Promise.all([901, 902, 903, 904].map((seed) => programs({ seed })));
  for (const { parses, ignores } of found) {
    expect([parses[0], parses[1], ignores[0], ignores[10]]).toEqual([0.7, 1, 0.7, 0.7]);
  }
  const solved = found.reduce((sum, { eliminates }) => sum + eliminates[10] / found.length, 0);
  expect(Math.abs(solved - 0.11)).toBeLessThan(0.035);
});

test("the audit finds what resistance goes with", () => {
  const items = Array.from({ length: 200 }, (_, k) => ({
    ...{ resisted: k % 2 === 0, confidence: k % 2 === 0 ? -0.1 - (k % 7) / 100 : -1 + (k % 5) / 100 },
    ...{ entropy: (k % 11) / 10, frequency: 1 + (k % 4) },
  }));
  const [confidence, entropy] = auditTable(items).rows.map(({ cells: [area] }) => area?.value ?? Number.NaN);
  expect(confidence).toBe(1);
  expect(Math.abs(entropy - 0.5)).toBeLessThan(0.05);
  expect(LEVELS).toHaveLength(3);
});
