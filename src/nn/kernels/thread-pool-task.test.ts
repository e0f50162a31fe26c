// The threads' protocol: assignment of chunks, and the addresses that each chunk reads and writes.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import {
  ALL,
  CHUNKS,
  dividedKernel,
  firstChunkOf,
  STATE,
  stateOf,
  takeChunk,
  taskOf,
  WORDS,
} from "./thread-pool-task.ts";

const module = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

test("each chunk of a task is taken once, starting at the thread's own; the task number is unchanged", () => {
  const words = new Int32Array(WORDS);
  words[STATE] = stateOf(7);
  const taken = [2, 0, 2, 0, 2].map((firstChunk) => takeChunk(words, firstChunk));
  expect(taken).toEqual([2, 0, 3, 1, -1]);
  expect([taskOf(words[STATE]), words[STATE] & ALL]).toEqual([7, ALL]);
  expect([0, 1].map((thread) => firstChunkOf(thread, 2))).toEqual([0, 2]);
  expect([0, 1, 2, 3].map((thread) => firstChunkOf(thread, CHUNKS))).toEqual([0, 1, 2, 3]);
});

test("task numbers wrap around, and successive ones stay distinct", () => {
  const last = 2 ** 28 - 1;
  expect(taskOf(stateOf(last))).toBe(last);
  expect(taskOf(stateOf(last + 1))).toBe(0);
  expect(taskOf(stateOf(last + 1) - stateOf(last))).toBe(1);
});

test("chunks of a kernel consist of whole rows, each with its own scratch memory", () => {
  const kernel = { module, where: [64, 128, 4096, 1024], work: 96, row: 8 };
  const pieces = dividedKernel({ ...kernel, scratch: 256 }).flat();
  expect(pieces.map(({ begin, end }) => [begin, end])).toEqual(matrix("0 24 | 24 48 | 48 72 | 72 96"));
  expect(pieces.map(({ where }) => where)).toEqual([0, 256, 512, 768].map((own) => [64, 128, 4096 + own, 1024]));
  expect(
    dividedKernel({ ...kernel, scratch: 0 })
      .flat()
      .map(({ where }) => where),
  ).toEqual(pieces.map(() => kernel.where));
});
