// A study that is stopped goes on with what it had, and only with that; parts come in their order, on any thread.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { studyContext } from "../../../test/fixtures/study.ts";
import { atLeast } from "../../study/bound.ts";
import { equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import type { Study, StudyJob } from "../../study/study.ts";
import { jobPool } from "../run/jobs.ts";
import { studyJobs } from "./jobs.ts";
import type { StudyRecord } from "./record.ts";
import { runStudy } from "./running.ts";

let store: string;
let log: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), "agon-parts-"));
  log = join(store, "log");
  writeFileSync(log, "");
});
afterEach(() => rmSync(store, { recursive: true, force: true }));

interface Input {
  readonly k: number;
  readonly log: string;
}

const module = new URL("../../../test/fixtures/squares.js", import.meta.url).href;
const squaring: StudyJob<Input, Float64Array> = {
  module,
  name: "square",
  compute: async (input) => (await import(module)).square(input),
};
const inputs = (...numbers: number[]) => numbers.map((k): Input => ({ k, log }));
const computed = () => readFileSync(log, "utf8").split("\n").filter(Boolean).map(Number);

/** Squares 0 … 4, and dies at the fourth if it is told to. */
const study = (numbers: readonly number[]): Study => ({
  id: "squares",
  title: "",
  source: "",
  claim: "",
  claimed: "",
  async run({ all }) {
    const parts = await all(squaring, inputs(...numbers), ({ k }) => `square ${k}`);
    return {
      claims: [
        equation(
          "squares",
          parts.map(([square]) => is(exact(square), atLeast(0))),
        ),
      ],
      controls: [],
    };
  },
});
const squaresOf = ({ results }: StudyRecord) => results[0].figures.map(({ value }) => value);
const parts = () => join(store, "studies", "squares.short.parts");

test("what was done before the stop is not done again; at the end nothing is left", async () => {
  await expect(runStudy(study([0, 1, 2, 7, 4]), studyContext(), store)).rejects.toThrow("seven");
  expect(computed()).toEqual([0, 1, 2, 7]);
  expect(squaresOf(await runStudy(study([0, 1, 2, 3, 4]), studyContext(), store))).toEqual([0, 1, 4, 9, 16]);
  expect(computed()).toEqual([0, 1, 2, 7, 3, 4]);
  expect(existsSync(parts())).toBe(false);
});

test("a part that is not whole is computed again", async () => {
  await expect(runStudy(study([0, 1, 7]), studyContext(), store)).rejects.toThrow("seven");
  for (const name of readdirSync(parts()).filter((name) => name.endsWith(".part")))
    writeFileSync(join(parts(), name), "half");
  expect(squaresOf(await runStudy(study([0, 1, 2]), studyContext(), store))).toEqual([0, 1, 4]);
  expect(computed()).toEqual([0, 1, 7, 0, 1, 2]);
});

test("a study that was stopped tells the seconds of all its sittings", async () => {
  await expect(runStudy(study([0, 1, 7]), studyContext(), store)).rejects.toThrow("seven");
  expect(Number(readFileSync(join(parts(), "seconds"), "utf8"))).toBeGreaterThan(0);
  writeFileSync(join(parts(), "seconds"), "1000");
  const { seconds } = await runStudy(study([0, 1, 2]), studyContext(), store);
  expect(seconds).toBeGreaterThan(1000);
  expect(seconds).toBeLessThan(2000);
  expect((await runStudy(study([0, 1, 2]), studyContext(), store)).seconds).toBeLessThan(1000);
});

test("a run of the short form leaves what is kept of the long one", async () => {
  await expect(runStudy(study([0, 1, 7]), studyContext({ full: true }), store)).rejects.toThrow("seven");
  await runStudy(study([0, 1, 2]), studyContext(), store);
  await runStudy(study([0, 1, 2]), studyContext({ full: true }), store);
  expect(computed()).toEqual([0, 1, 7, 0, 1, 2, 2]);
});

test("a changed run leaves what is kept of the study's own", async () => {
  await expect(runStudy(study([0, 1, 7]), studyContext(), store)).rejects.toThrow("seven");
  await runStudy(study([0, 1, 2]), { ...studyContext(), changes: { "seeds.count": 1 } }, store);
  await runStudy(study([0, 1, 2]), studyContext(), store);
  expect(computed()).toEqual([0, 1, 7, 0, 1, 2, 2]);
});

test("threads give the same, in the same order, and what they throw", async () => {
  const calls: [number, number][] = [];
  const progress = (done: number, total: number) => calls.push([done, total]);
  const { all, close } = studyJobs(parts(), { signal: new AbortController().signal, progress }, jobPool(2, true));
  try {
    const outputs = await all(squaring, inputs(3, 1, 4, 1.5, 9), ({ k }) => String(k));
    expect(outputs).toEqual([3, 1, 4, 1.5, 9].map((k) => Float64Array.of(k * k, Number.NaN)));
    expect(computed().sort()).toEqual([1, 1.5, 3, 4, 9]);
    expect(calls.at(-1)).toEqual([5, 5]);
    await expect(all(squaring, inputs(7), () => "")).rejects.toThrow("seven");
  } finally {
    await close();
  }
});

test("a part that is not wanted any more is not begun", async () => {
  const { all } = studyJobs(parts(), studyContext({ signal: AbortSignal.abort() }));
  await expect(all(squaring, inputs(1), () => "")).rejects.toThrow("abort");
  expect(computed()).toEqual([]);
});
