// Which input a thread gets next: inputs that use what it has prepared come first, and no input waits for long.

import { expect, test } from "vitest";
import { waitingInputs } from "./waiting-inputs.ts";

/** Yields inputs of some seeds for each variant, seeds as the outer loop. */
function* cells(seeds: number, ...variants: string[]): Generator<string> {
  for (let seed = 0; seed < seeds; seed++) for (const variant of variants) yield `${variant}${seed}`;
}
const variantOf = (cell: string): string => cell.slice(0, 1);

/** Returns the inputs that threads get when they request in this order. */
function taken(next: (thread: number) => readonly [number, string] | undefined, ...threads: number[]) {
  return threads.map((thread) => next(thread)?.[1]);
}

test("without shared parts inputs are taken in order, and none is read ahead", () => {
  const read: string[] = [];
  function* noted() {
    for (const cell of cells(2, "a", "b")) {
      read.push(cell);
      yield cell;
    }
  }
  const next = waitingInputs(noted());
  expect(taken(next, 0, 1, 0)).toEqual(["a0", "b0", "a1"]);
  expect(read).toEqual(["a0", "b0", "a1"]);
  expect(next(1)).toEqual([3, "b1"]);
  expect(taken(next, 0, 1)).toEqual([undefined, undefined]);
});

test("a thread prefers what it has prepared, then what no thread has prepared", () => {
  const next = waitingInputs(cells(3, "a", "b", "c"), variantOf);
  expect(taken(next, 0, 1, 0, 1, 2, 2, 2)).toEqual(["a0", "b0", "a1", "b1", "c0", "c1", "c2"]);
  expect(taken(next, 2, 0, 1, 0)).toEqual(["a2", "b2", undefined, undefined]);
  expect(taken(waitingInputs(["a0", "a1", "b0"], variantOf), 0, 1, 1)).toEqual(["a0", "b0", "a1"]);
});

test("no input is overtaken by one that is 64 places behind it", () => {
  const next = waitingInputs(cells(100, "a", "b"), variantOf);
  expect(taken(next, 0, 1)).toEqual(["a0", "b0"]);
  const alone = taken(next, ...Array<number>(34).fill(0));
  expect(alone.slice(0, 33)).toEqual(Array.from({ length: 33 }, (_, k) => `a${k + 1}`));
  expect(alone[33]).toBe("b1");
});

test("each input is given once, to any of four threads", () => {
  const next = waitingInputs(cells(50, "a", "b", "c"), variantOf);
  const all = taken(next, ...Array.from({ length: 150 }, (_, k) => (k * 7) % 4));
  expect(all.sort()).toEqual([...cells(50, "a", "b", "c")].sort());
});
