// The job pool: order, failures, aborts and dead threads, in this thread and on others.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { UserError } from "../../core/errors.ts";
import type { JobOptions, ThreadJob } from "./engine.ts";
import { jobPool } from "./jobs.ts";

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
