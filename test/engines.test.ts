// What every engine keeps: each result once, in its place, the same as in this thread; failures, kept results and aborts as told.
// The threads of this process and the workers of a cluster run through the same tests. Needs `npm run build` before.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clusterEngine } from "../dist/cluster/engine.js";
import { UserError } from "../dist/core/errors.js";
import { type Match, type MatchResult, matchJob, playMatch } from "../dist/lab/contest/match-job.js";
import type { Engine, JobOptions } from "../dist/lab/run/engine.js";
import { jobPool } from "../dist/lab/run/jobs.js";
import { root } from "./cli/agon.ts";
import { launchWorker, type TestWorker } from "./fixtures/cluster.ts";
import { newDatabase } from "./fixtures/shared.ts";

const program = (name: string): string => readFileSync(join(root, "examples/snakes", name), "utf8");

let worker: TestWorker | undefined;
afterAll(() => worker?.end());

const ENGINES: Readonly<Record<string, () => Promise<Engine>>> = {
  "threads of this process": async () => jobPool(2),
  "workers of a cluster": async () => {
    const url = await newDatabase();
    worker = await launchWorker(url);
    return clusterEngine(url, { title: "conformance" });
  },
};

/** A short match with luck of its own. */
const match = (seed: number, more: Partial<Match> = {}): Match => {
  const [one, other] = ["careful.js", "hungry.js"].map((name) => ({ file: name, text: program(name) }));
  const parameters = { width: 7, height: 7, horizon: 12 };
  return { arena: "battlesnake", parameters, entrants: [one, other], pairs: 1, seed, again: 0, ...more };
};
const SEEDS = [3, 1, 4, 15, 9, 2, 6];

/** Results by their places, and how often each came. */
function gathered(more: Partial<JobOptions<Match, MatchResult>> = {}) {
  const results: MatchResult[][] = [];
  const options: JobOptions<Match, MatchResult> = {
    name: ({ seed }) => `match ${seed}`,
    signal: new AbortController().signal,
    done(output, _, place) {
      results[place] = [...(results[place] ?? []), output];
    },
    ...more,
  };
  return { results, options };
}

describe.each(Object.entries(ENGINES))("%s", (_, open) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  test("give each result once, in its place, as this thread does", async () => {
    const { results, options } = gathered();
    const matches = SEEDS.map((seed) => match(seed));
    await engine.run(matchJob, [{ inputs: matches.values(), lanes: 2 }], options);
    const expected: MatchResult[][] = [];
    for (const one of matches) expected.push([await playMatch(one)]);
    expect(results).toEqual(expected);
    // Once more: what a cluster knows is fetched, and is the same.
    const again = gathered();
    await engine.run(matchJob, [{ inputs: matches, lanes: 2 }], again.options);
    expect(again.results).toEqual(expected);
  });

  test("compute an input that stands twice, and jobs that wait for others", async () => {
    const { results, options } = gathered();
    const groups = [
      { inputs: [match(1), match(1)], lanes: 2 },
      { inputs: [match(2)], lanes: 2, here: true },
    ];
    await engine.run(matchJob, groups, options);
    const [first, second] = [await playMatch(match(1)), await playMatch(match(2))];
    expect(results[1]).toEqual([first]);
    expect(results[0]).toEqual(expect.arrayContaining([first, second]));
    expect(results[0]).toHaveLength(2);
  });

  test("compute nothing that is kept, and keep what they compute", async () => {
    const made: MatchResult = { points: [0.25] };
    const kept = new Map([[1, made]]);
    const { results, options } = gathered({
      kept: {
        find: ({ seed }) => (kept.has(seed) ? { output: kept.get(seed) ?? made } : undefined),
        keep: ({ seed }, output) => void kept.set(seed, output),
      },
    });
    await engine.run(matchJob, [{ inputs: [match(1), match(2)], lanes: 1 }], options);
    expect(results[0]).toEqual([made]);
    expect(results[1]).toEqual([await playMatch(match(2))]);
    expect([...kept.keys()]).toEqual([1, 2]);
  });

  test("throw a user's mistake as such, and tell once that nothing further begins", async () => {
    let stopped = 0;
    const { options } = gathered({
      stopping() {
        stopped += 1;
      },
    });
    const inputs = [match(1, { arena: "no-such-arena" }), match(2)];
    const running = engine.run(matchJob, [{ inputs, lanes: 1 }], options);
    await expect(running).rejects.toThrow(UserError);
    await expect(running).rejects.toThrow(/no-such-arena/);
    expect(stopped).toBe(1);
  });

  test("go on where failures are told one by one, and try them again when they are asked for again", async () => {
    const inputs = [match(1, { arena: "no-such-arena" }), match(2)];
    for (let time = 0; time < 2; time++) {
      const failures: string[] = [];
      const { results, options } = gathered({ failed: (error) => void failures.push(error.message) });
      await engine.run(matchJob, [{ inputs, lanes: 1 }], options);
      expect(failures).toHaveLength(1);
      expect(results).toEqual([undefined, [await playMatch(match(2))]]);
    }
  });

  test("tell an error of Agon's own apart from a user's mistake", async () => {
    // A job's input of an earlier version, as a bug would send it.
    const broken = match(1);
    Reflect.deleteProperty(broken, "entrants");
    const running = engine.run(matchJob, [{ inputs: [broken], lanes: 1 }], gathered().options);
    await expect(running).rejects.toThrow(/entrants|undefined/);
    await expect(running).rejects.not.toThrow(UserError);
  });

  test("end without an error at an abort, and give the rest the next time", async () => {
    const abort = new AbortController();
    const { results, options } = gathered({ signal: abort.signal });
    const inputs = SEEDS.map((seed) => match(seed, { pairs: 2 }));
    const done: typeof options.done = (...args) => {
      options.done(...args);
      abort.abort();
    };
    await engine.run(matchJob, [{ inputs, lanes: 1 }], { ...options, done });
    expect(results.flat().length).toBeGreaterThan(0);
    const rest = gathered();
    await engine.run(matchJob, [{ inputs, lanes: 2 }], rest.options);
    expect(rest.results).toHaveLength(SEEDS.length);
    for (const [k, one] of results.entries()) if (one !== undefined) expect(rest.results[k]).toEqual(one);
  });
});
