// Updates that pages get of a store: everything once, then changes; and the treatment of pages that do not read.

import { expect, onTestFinished, test, vi } from "vitest";
import type { RunList } from "../lab/view/view-data.ts";
import { type Listener, liveFeed } from "./live-feed.ts";
import type { IndexedRun } from "./run-index.ts";

const runOf = (run: string, done: number): IndexedRun => ({
  summary: {
    ...{
      run,
      title: run,
      variants: ["a"],
      seeds: 3,
      firstSeed: 0,
      hasTexts: false,
      begun: "",
      state: "running",
      finding: null,
    },
    cells: { planned: 3, done },
  },
  live: [],
  stamp: `${run} ${done}`,
  results: `${run} ${done}`,
});

function feedOf() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const store = { runs: [runOf("one", 0), runOf("two", 3)] };
  const look = vi.fn(() => store.runs);
  const feed = liveFeed({ look });
  const page = (waiting = 0) => {
    const messages: RunList[] = [];
    const listener = {
      send: (text: string) => messages.push(JSON.parse(text)),
      waiting: () => waiting,
      close: vi.fn(),
    };
    return { told: messages, listener: listener satisfies Listener };
  };
  return { store, look, feed, page };
}

test("a page gets every run at first, then changed runs, and no message without a change", () => {
  const { store, look, feed, page } = feedOf();
  const { told, listener } = page();
  const leave = feed.listen(listener);
  expect(told).toMatchObject([{ order: ["one", "two"], runs: [{ run: "one" }, { run: "two", stamp: "two 3" }] }]);
  vi.advanceTimersByTime(2000);
  expect(told).toHaveLength(1);
  store.runs = [runOf("one", 2), runOf("two", 3)];
  vi.advanceTimersByTime(500);
  expect(told[1]).toMatchObject({ order: ["one", "two"], runs: [{ run: "one", cells: { done: 2 } }] });
  expect(told[1].runs).toHaveLength(1);
  // Pages learn of a deleted run from the order alone.
  store.runs = [runOf("two", 3)];
  vi.advanceTimersByTime(500);
  expect(told[2]).toEqual({ order: ["two"], runs: [] });
  leave?.();
  store.runs = [];
  vi.advanceTimersByTime(1000);
  expect(told).toHaveLength(3);
  // With no page open the store is not polled.
  const looks = look.mock.calls.length;
  vi.advanceTimersByTime(10_000);
  expect(look.mock.calls.length).toBe(looks);
});

test("a slow page gets fewer messages, a stalled one is disconnected, and others continue", () => {
  const { store, feed, page } = feedOf();
  const [quick, slow, stalled] = [page(), page(2_000_000), page(20_000_000)];
  for (const { listener } of [quick, slow, stalled]) feed.listen(listener);
  expect([quick, slow, stalled].map(({ told }) => told.length)).toEqual([1, 0, 0]);
  expect(stalled.listener.close).toHaveBeenCalledOnce();
  store.runs = [runOf("one", 1), runOf("two", 3)];
  vi.advanceTimersByTime(500);
  expect([quick, slow, stalled].map(({ told: messages }) => messages.length)).toEqual([2, 0, 0]);
  slow.listener.waiting = () => 0;
  vi.advanceTimersByTime(500);
  expect(slow.told[0].runs).toHaveLength(2);
});

test("a page of an empty store gets an empty list", () => {
  const { store, feed, page } = feedOf();
  store.runs = [];
  const { told, listener } = page();
  feed.listen(listener);
  vi.advanceTimersByTime(2000);
  expect(told).toEqual([{ order: [], runs: [] }]);
});

test("the number of pages is limited, and the end closes them", () => {
  const { feed, page } = feedOf();
  const pages = Array.from({ length: 65 }, () => page());
  const left = pages.map(({ listener }) => feed.listen(listener));
  expect(left.slice(0, 64).every((leave) => leave !== undefined)).toBe(true);
  expect(left[64]).toBeUndefined();
  left[3]?.();
  expect(feed.listen(pages[64].listener)).toBeDefined();
  feed.close();
  expect(pages[0].listener.close).toHaveBeenCalled();
});
