import { expect, test } from "vitest";
import type { Windows } from "../../core/environment.ts";
import { checkCuts, checkWindows, replicatesOf, windowsInWords } from "./windows.ts";

const LOG: Windows = { source: "bids.csv", records: "auctions", scored: 299, fitted: 0, disjoint: 1 };
const spec = (horizon: number, more: Partial<Windows> = {}) => ({
  horizon,
  windows: { ...LOG, disjoint: Math.floor((more.scored ?? LOG.scored) / horizon), ...more },
});
const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed);

test.each([
  [
    20,
    1,
    "seeds: 20 seeds would play 20 windows of 200 auctions, and bids.csv has room for 1; take at most 1 seed, a horizon of at most 14, or log: { file: …, windows: blocks } with the file that stands there now, which draws short blocks with replacement",
  ],
  [
    1,
    3,
    "1 seed of 3 episodes would play 3 windows of 200 auctions, and bids.csv has room for 1; take at most 1 episode, a",
  ],
  [600, 1, "room for 1; take at most 1 seed, or log: { file"],
])("%i seeds of %i episodes on a log of one and a half: one sentence", (count, episodes, sentence) => {
  expect(() => checkWindows(spec(200), seeds(count), episodes)).toThrow(sentence);
});

test("as many windows as there are, blocks, and worlds without a log are accepted", () => {
  checkWindows(spec(14), seeds(21), 1);
  checkWindows(spec(14), seeds(7), 3);
  // Consecutive seeds never share a window, from any first seed.
  checkWindows(spec(14), [20, 21, 22, 23], 1);
  checkWindows(spec(200, { block: 7 }), seeds(1000), 5);
  checkWindows({ horizon: 200 }, seeds(1000), 5);
  expect(() => checkWindows(spec(14), [1, 22], 1)).toThrow("seeds 1 and 22 play the same window of bids.csv");
  expect(() => checkWindows(spec(14), seeds(22), 1, { where: "--seeds" })).toThrow("--seeds: 22 seeds would play");
});

test("variants must take episodes from one log alike; other rows of its file are another log", () => {
  const variant = (name: string, more: Partial<Windows>) => ({ name, setting: { spec: spec(14, more) } });
  const plain = variant("plain", {});
  checkCuts([plain, variant("where", { scored: 100 }), { name: "drawn", setting: { spec: { horizon: 5 } } }]);
  for (const other of [{ scored: 200, fitted: 99 }, { block: 7 }]) {
    expect(() => checkCuts([plain, variant("other", other)])).toThrow(
      '"plain" and "other" would take different episodes from bids.csv',
    );
  }
});

test("block replicates are worth the log's episodes, and disjoint windows are independent data", () => {
  expect(replicatesOf(spec(200, { block: 13 }), 1)).toEqual({ worth: 299 / 200, blocks: 23 });
  expect(replicatesOf(spec(200, { block: 13 }), 2)).toEqual({ worth: 299 / 400, blocks: 23 });
  expect(replicatesOf(spec(200), 1)).toBeUndefined();
  expect(replicatesOf({ horizon: 200 }, 1)).toBeUndefined();
});

test("runs of earlier versions are described as they took episodes", () => {
  const played = { taken: "anywhere", scored: 299, fitted: 0, independent: 1, block: null } as const;
  const log = { kind: "auctions", stretch: 200 };
  expect(windowsInWords(played, log, 20)).toBe(
    "episodes began anywhere and overlap, so that intervals are too narrow for any other log",
  );
  expect(windowsInWords(played, log, 1)).toContain("may overlap");
});
