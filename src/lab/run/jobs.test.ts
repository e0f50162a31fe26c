// The job pool: order, failures, aborts and dead threads, in this thread and on others. Its queue: inputs that use what a thread has
// prepared come first, and no input waits for long.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { UserError } from "../../core/errors.ts";
import type { JobOptions, ThreadJob } from "./engine.ts";
import { jobPool, waitingInputs } from "./jobs.ts";

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "agon-jobs-"));
  log = join(folder, "log");
  writeFileSync(log, "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Input {
  readonly k: number;
  readonly log: string;
}

const module = new URL("../../../test/fixtures/squares.js", import.meta.url).href;
const squaring: ThreadJob<Input, Float64Array> = {
  module,
  name: "square",
  compute: async (input) => (await import(module)).square(input),
};
const inputs = (...numbers: number[]) => numbers.map((k): Input => ({ k, log }));
const computed = () => readFileSync(log, "utf8").split("\n").filter(Boolean).map(Number);

/** Creates a pool that is closed at the end of its test. */
function poolOf(threads: number) {
  const pool = jobPool(threads, true);
  onTestFinished(() => pool.close());
  return pool;
}

/** Options that record results by place, and the calls that were made. */
function record(signal = new AbortController().signal) {
  const squares: number[] = [];
  const events: string[] = [];
  const options: JobOptions<Input, Float64Array> = {
    name: ({ k }) => `the square of ${k}`,
    signal,
    stopping: () => void events.push("stopping"),
    begun: ({ k }, place) => void events.push(`${place}: ${k}`),
    done([square], _, place) {
      squares[place] = square;
    },
  };
  return { squares, events, options };
}

test.each([0, 1, 3])("results stand at their places, on %i threads", async (threads) => {
  const { squares, events, options } = record();
  await poolOf(threads).run(squaring, [{ inputs: inputs(3, 1, 4, 1.5, 9), lanes: threads }], options);
  expect(squares).toEqual([9, 1, 16, 2.25, 81]);
  expect(events).toEqual(["0: 3", "1: 1", "2: 4", "3: 1.5", "4: 9"]);
});

test("without a build, jobs are computed in this thread", () => {
  expect(jobPool(4).threads).toBe(0);
});

test("after a failure no further job starts, running jobs end, and the failure is thrown", async () => {
  const ended: number[] = [];
  const slow: ThreadJob<Input, number> = {
    module,
    name: "none",
    async compute({ k }) {
      if (k === 7) throw new Error("seven");
      await wait(20);
      ended.push(k);
      return k;
    },
  };
  const events: string[] = [];
  const groups = [
    { inputs: inputs(1, 2, 3), lanes: 1, here: true },
    { inputs: inputs(7, 5, 6), lanes: 2, here: true },
  ];
  const run = jobPool(0).run(slow, groups, {
    name: String,
    signal: new AbortController().signal,
    stopping: () => void events.push("stopping"),
    done: () => {},
  });
  await expect(run).rejects.toThrow("seven");
  expect(ended.every((k) => [1, 5].includes(k))).toBe(true);
  expect(events).toEqual(["stopping"]);
});

test("an error in `done` counts as a failure", async () => {
  const { options } = record();
  const failing = {
    ...options,
    done() {
      throw new UserError({ code: "refused", what: "no room" });
    },
  };
  await expect(jobPool(0).run(squaring, [{ inputs: inputs(1, 2), lanes: 1 }], failing)).rejects.toThrow("no room");
  expect(computed()).toEqual([1]);
});

test("an abort lets the running job end and starts no other", async () => {
  const stop = new AbortController();
  const { squares, events, options } = record(stop.signal);
  const aborting = {
    ...options,
    done(output: Float64Array, input: Input, place: number) {
      options.done(output, input, place);
      if (input.k === 2) stop.abort();
    },
  };
  await jobPool(0).run(squaring, [{ inputs: inputs(1, 2, 3), lanes: 1 }], aborting);
  expect(squares).toEqual([1, 4]);
  expect(events).toEqual(["0: 1", "1: 2", "stopping"]);
});

test("an abort terminates threads with `onStop: end`", async () => {
  const stop = new AbortController();
  const { squares, options } = record(stop.signal);
  const endless: ThreadJob<Input, Float64Array> = { ...squaring, name: "endless" };
  const run = poolOf(1).run(endless, [{ inputs: inputs(1, 2), lanes: 1 }], { ...options, onStop: "end" });
  while (computed().length === 0) await wait(5);
  stop.abort();
  await run;
  expect(squares).toEqual([]);
  expect(computed()).toEqual([1]);
});

test("a dead thread is reported with its job, and the other threads finish", async () => {
  const { squares, options } = record();
  await expect(poolOf(2).run(squaring, [{ inputs: inputs(2, 13, 3, 4), lanes: 2 }], options)).rejects.toMatchObject({
    problems: [{ code: "thread-died", what: "a thread died while it computed the square of 13" }],
  });
  expect(squares[0]).toBe(4);
});

/** Returns a job whose module has this text; without a text there is no file. */
function jobOf(name: string, text?: string): ThreadJob<Input, Float64Array> {
  const file = join(folder, name);
  if (text !== undefined) writeFileSync(file, text);
  return { ...squaring, module: pathToFileURL(file).href };
}

test.each([1, 2])("on %i threads, a job without a file fails with a sentence, and with it the run", async (threads) => {
  const { events, options } = record();
  const run = poolOf(threads).run(jobOf("gone.js"), [{ inputs: inputs(1, 2, 3, 4), lanes: 2 * threads }], options);
  await expect(run).rejects.toThrow(/^a thread cannot compute the square of [1-4]: the file \S+gone\.js is missing; /);
  expect(events).toContain("stopping");
});

test.each([
  ["throws while it is loaded", 'throw new Error("at load");', "at load"],
  [
    "imports a file that is missing",
    'import "./none.mjs"; export const square = () => 1;',
    /Cannot find module .*none\.mjs/,
  ],
  ["cannot be parsed", "export const = 1;", "Unexpected token"],
  ["lacks the function", "export const cube = () => 1;", "No handler function"],
  ["ends its thread", "process.exit(3);", "a thread died while it computed the square of"],
])("a job whose module %s ends the run with that error", async (_, text, message) => {
  const { squares, options } = record();
  const run = poolOf(2).run(jobOf("bad.mjs", text), [{ inputs: inputs(1, 2, 3, 4), lanes: 4 }], options);
  await expect(run).rejects.toThrow(message);
  expect(squares).toEqual([]);
});

test("a thread that breaks after its job was given up does not end this process", async () => {
  const { options } = record();
  // What cannot be sent breaks the thread.
  const job = jobOf("unsent.mjs", "export async function square() { throw () => 1; }");
  const pool = poolOf(2);
  await expect(
    pool.run(job, [{ inputs: inputs(1, 2, 3, 4), lanes: 4 }], { ...options, onStop: "end" }),
  ).rejects.toBeDefined();
});

test("a cached result is not computed again", async () => {
  const kept = new Map<number, Float64Array>();
  const { squares, options } = record();
  const keeping = {
    ...options,
    kept: {
      find({ k }: Input) {
        const output = kept.get(k);
        return output === undefined ? undefined : { output };
      },
      keep: ({ k }: Input, output: Float64Array) => void kept.set(k, output),
    },
  };
  await expect(jobPool(0).run(squaring, [{ inputs: inputs(1, 2, 7, 3), lanes: 1 }], keeping)).rejects.toThrow("seven");
  await jobPool(0).run(squaring, [{ inputs: inputs(1, 2, 3), lanes: 1 }], keeping);
  expect(squares).toEqual([1, 4, 9]);
  expect(computed()).toEqual([1, 2, 7, 3]);
});

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
