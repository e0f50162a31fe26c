// Windows of a log: the records of each episode, and the coverage of intervals over seeds.

import { describe, expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { type Estimate, estimate, type Replicates } from "../evaluation/statistics/interval.ts";
import type { KeptLog } from "./kept-log.ts";
import type { WindowTerms } from "./source.ts";
import { checkFitted, type LogWindows, logWindows } from "./windows.ts";

/** An in-memory log with one number per record. */
function logOf(values: ArrayLike<number>): KeptLog {
  const records = values.length;
  return {
    ...{ format: 3, kind: "bids", file: "made.csv", records, rows: records, parties: [], numbers: ["value"], width: 2 },
    ...{ most: [1], best: [1], first: 0, last: records - 1, skipped: 0, assumed: [], reasons: [], blocks: [] },
    read(t, into) {
      into[0] = t;
      into[1] = values[t];
    },
  };
}

const counting = (records: number) => logOf(Float64Array.from({ length: records }, (_, t) => t));
const terms = (fit = 0, windows: WindowTerms["windows"] = "disjoint"): WindowTerms => ({ fit, windows });

/** Returns the records of an episode. */
function recordsOf({ begin, at }: LogWindows, horizon: number, place: number | undefined, seed = place ?? 0): number[] {
  const hidden = begin(Random.of(seed, "environment", 0), place);
  return Array.from({ length: horizon }, (_, t) => at(hidden, t)[0]);
}

describe("windows of a run", () => {
  test.each([
    [299, 20, 0],
    [100, 7, 0.3],
    [1000, 1, 0],
    [64, 8, 0],
    [50, 50, 0],
  ])("of %i records, %i each, with a share of %f set aside: adjacent and disjoint", (records, horizon, fit) => {
    const windows = logWindows(counting(records), horizon, terms(fit));
    const { disjoint, fitted, scored } = windows.spec;
    expect([fitted, scored, disjoint]).toEqual([
      Math.floor(fit * records),
      records - Math.floor(fit * records),
      Math.floor((records - Math.floor(fit * records)) / horizon),
    ]);
    const played = Array.from({ length: disjoint }, (_, place) => recordsOf(windows, horizon, place)).flat();
    expect(new Set(played).size).toBe(disjoint * horizon);
    expect(Math.min(...played)).toBe(fitted);
    expect(Math.max(...played)).toBeLessThan(records);
    // After all windows were used, they repeat.
    expect(recordsOf(windows, horizon, disjoint)).toEqual(recordsOf(windows, horizon, 0));
  });

  test("a window is contiguous and independent of random numbers, and few windows cover the whole log", () => {
    const windows = logWindows(counting(1000), 10, terms());
    expect(recordsOf(windows, 10, 3, 1)).toEqual(recordsOf(windows, 10, 3, 2));
    const first = recordsOf(windows, 10, 3)[0];
    expect(recordsOf(windows, 10, 3)).toEqual(Array.from({ length: 10 }, (_, t) => first + t));
    const quarters = [0, 1, 2, 3, 4, 5].map((place) => Math.floor(recordsOf(windows, 10, place)[0] / 250));
    expect(new Set(quarters).size).toBe(4);
  });

  test("trial episodes start anywhere in the part for fitting, and never leave it", () => {
    for (const [fit, horizon] of [
      [0.3, 10],
      // This part is shorter than an episode, which then wraps around.
      [0.05, 10],
    ]) {
      const windows = logWindows(counting(100), horizon, terms(fit));
      const tried = Array.from({ length: 200 }, (_, seed) => recordsOf(windows, horizon, undefined, seed));
      expect(Math.max(...tried.flat())).toBe(windows.spec.fitted - 1);
      expect(Math.min(...tried.flat())).toBe(0);
      const scored = [0, 1, 2, 3].flatMap((place) => recordsOf(windows, horizon, place));
      expect(scored.some((record) => tried.flat().includes(record))).toBe(false);
    }
    const begins = Array.from(
      { length: 200 },
      (_, seed) => recordsOf(logWindows(counting(100), 10, terms()), 10, undefined, seed)[0],
    );
    expect(Math.min(...begins)).toBeLessThan(5);
    expect(Math.max(...begins)).toBeGreaterThan(85);
    expect(Math.max(...begins)).toBeLessThan(91);
  });
});

describe("blocks", () => {
  test("wrap around within the evaluation part, and are drawn anew for each episode by its random numbers", () => {
    const windows = logWindows(counting(100), 60, terms(0.2, { blocks: 12 }));
    expect(windows.spec).toMatchObject({ scored: 80, fitted: 20, disjoint: 1, block: 12 });
    const episodes = Array.from({ length: 300 }, (_, seed) => recordsOf(windows, 60, seed));
    for (const records of episodes) {
      for (const [t, record] of records.entries()) {
        expect(record >= 20 && record < 100).toBe(true);
        if (t % 12 > 0) expect(record).toBe(20 + ((records[t - 1] - 20 + 1) % 80));
      }
    }
    expect(recordsOf(windows, 60, 7)).toEqual(episodes[7]);
    expect(new Set(episodes.map(([first]) => first)).size).toBeGreaterThan(60);
    // Each record occurs equally often.
    const counts = new Map<number, number>();
    for (const record of episodes.flat()) counts.set(record, (counts.get(record) ?? 0) + 1);
    expect(counts.size).toBe(80);
    for (const times of counts.values()) expect(Math.abs(times - 225)).toBeLessThan(90);
  });

  test("have the length of the cube root of the number of records by default", () => {
    expect(logWindows(counting(1000), 100, terms(0, "blocks")).spec.block).toBe(10);
  });
});

test.each([
  [terms(), 11, "an episode is 11 long, and made.csv has 10 bids; set it to 10 or less"],
  [terms(0.5), 6, "an episode is 6 long, and made.csv has 5 bids after the part for fitting; set it to 5 or less"],
  [terms(0, { blocks: 6 }), 5, "blocks of 6, and made.csv has 10 bids to draw them from; set it to 5 or less"],
])("%j with episodes of %i: the error is a sentence", (how, horizon, sentence) => {
  expect(() => logWindows(counting(10), horizon, how)).toThrow(sentence);
});

test("fitting requires a part of the log of its own", () => {
  const spec = (fit: number) => logWindows(counting(10), 2, terms(fit)).spec;
  expect(() => checkFitted(spec(0), "the rule learns from", ["rule"])).toThrow(
    "rule: the rule learns from made.csv, and would be scored on what it was fitted to; set the earlier part of the log aside: log: { file: made.csv, fit: 0.5 }",
  );
  expect(() => checkFitted(spec(0.3), "the rule learns from")).not.toThrow();
});

describe("intervals over seeds of a log", () => {
  const [RECORDS, HORIZON, LOGS, DEPENDENCE, MEAN] = [300, 150, 500, 0.5, 2];

  /** A log with autocorrelated numbers and known mean. */
  function madeLog(seed: number, records: number): KeptLog {
    const random = Random.of(seed, "made log");
    const scale = Math.sqrt(1 - DEPENDENCE ** 2);
    let x = random.normal();
    return logOf(
      Float64Array.from({ length: records }, () => {
        x = DEPENDENCE * x + scale * random.normal();
        return MEAN + x;
      }),
    );
  }

  /** Share of simulated logs in which an interval over seeds covers the mean. */
  function coverage(intervalOf: (log: KeptLog) => Estimate, records: number): number {
    let held = 0;
    for (let k = 0; k < LOGS; k++) {
      const { low, high } = intervalOf(madeLog(k, records));
      if (low !== null && high !== null && low < MEAN && MEAN < high) held += 1 / LOGS;
    }
    return held;
  }

  /** The episode mean of each seed, as a report computes it. */
  const seedMeans = ({ begin, at }: LogWindows, seeds: number, horizon: number, scored = true) =>
    Float64Array.from({ length: seeds }, (_, seed) => {
      const hidden = begin(Random.of(seed, "environment", 0), scored ? seed : undefined);
      let sum = 0;
      for (let t = 0; t < horizon; t++) sum += at(hidden, t)[1];
      return sum / horizon;
    });

  test("overlapping windows with random starts give intervals that are far too narrow, so they are not used", () => {
    const held = coverage((log) => estimate(seedMeans(logWindows(log, HORIZON, terms()), 20, HORIZON, false)), RECORDS);
    expect(held).toBeLessThan(0.6);
  });

  test("intervals over disjoint windows have their nominal coverage", () => {
    const held = coverage((log) => estimate(seedMeans(logWindows(log, 20, terms()), 15, 20)), RECORDS);
    expect(held).toBeGreaterThan(0.92);
    expect(held).toBeLessThan(0.98);
  });

  test("intervals over blocks do so too, where replicates count by the log's information", () => {
    const replicates: Replicates = { worth: RECORDS / HORIZON, blocks: RECORDS / 15 };
    const means = (log: KeptLog) => seedMeans(logWindows(log, HORIZON, terms(0, { blocks: 15 })), 40, HORIZON);
    const held = coverage((log) => estimate(means(log), 0.95, replicates), RECORDS);
    expect(held).toBeGreaterThan(0.9);
    expect(held).toBeLessThan(0.98);
    // Treated as independent values, the blocks give intervals that are far too narrow.
    expect(coverage((log) => estimate(means(log)), RECORDS)).toBeLessThan(0.5);
  });
});
