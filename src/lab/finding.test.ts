// What the page says in words: the best, ties, what intervals leave open, and where paying more bought less.

import { describe, expect, test } from "vitest";
import { estimate } from "../evaluation/statistics/interval.ts";
import { mean } from "../evaluation/statistics/moments.ts";
import { pairedEffect } from "../evaluation/statistics/paired.ts";
import { finding } from "./finding.ts";
import { effectBetween, headlineMeasures, reversals, standings } from "./measures.ts";
import type { ReportData, VariantReport } from "./report-data.ts";

/** Pay and objective of each seed, by variant. */
type Values = Readonly<Record<string, { readonly pay: readonly number[]; readonly objective: readonly number[] }>>;

function reportOf(values: Values, missing = 0): ReportData {
  const variants = Object.entries(values).map(([name, { pay, objective }]): VariantReport => {
    const none = estimate([]);
    return {
      name,
      settings: { reward: name },
      environment: "coopetition/slcd",
      cells: pay.length,
      episodes: pay.length,
      agents: [],
      channels: [],
      pay: estimate(pay),
      objective: estimate(objective),
      welfare: none,
      inequality: none,
      steps: none,
      terminated: none,
      outcomes: {},
      points: pay.map((paid, seed) => ({ seed, pay: paid, objective: objective[seed] })),
      training: {},
      texts: [],
      curves: {},
      typical: null,
      worst: null,
    };
  });
  const names = Object.keys(values);
  const effects = (["pay", "objective"] as const).flatMap((measure) =>
    names.flatMap((a, i) =>
      names.slice(i + 1).map((b) => {
        const effect = pairedEffect(values[a][measure], values[b][measure]);
        return { ...effect, a, b, measure, difference: effect.mean };
      }),
    ),
  );
  const done = variants.reduce((sum, variant) => sum + variant.cells, 0);
  return {
    format: 1,
    agon: "0.1.0",
    run: "test",
    title: "test",
    source: "",
    objective: { name: "joint.value", unit: "value", meaning: "" },
    cells: { planned: done + missing, done },
    variants,
    effects,
    logs: [],
    failures: [],
    damaged: [],
  };
}

const plain = (data: ReportData): string => finding(data).replaceAll("\u00a0", " ");

// Differences 10, 12, 8, 10: mean 10, deviation √(8/3) = 1.63, t(3, 0.975) = 3.182, half-width 2.60, d = 6.12.
const clear = {
  private: { pay: [1, 2, 3, 4], objective: [100, 101, 102, 103] },
  cooperative: { pay: [5, 6, 7, 8], objective: [110, 113, 110, 113] },
};

describe("the finding", () => {
  test("names the best with its paired lead", () => {
    expect(plain(reportOf(clear))).toBe(
      "Cooperative bought the most joint value: 111.5 [108.7, 114.3]; 10.0 [7.4, 12.6] more than private (d = 6.12, p = 0.001, 4 seeds).",
    );
  });

  test("claims no lead that the interval leaves open", () => {
    const text = plain(reportOf({ ...clear, private: { pay: [1, 2, 3, 4], objective: [100, 130, 95, 119] } }));
    expect(mean([100, 130, 95, 119])).toBeLessThan(111.5);
    expect(text).toContain("not clearly more than private");
  });

  test("calls equal means equal", () => {
    const same = reportOf({ a: clear.private, b: clear.private });
    expect(plain(same)).toContain("All 2 variants bought the same joint value: 101.5");
    const tied = reportOf({ low: clear.private, b: clear.cooperative, c: clear.cooperative });
    expect(plain(tied)).toMatch(/^B and c bought the most joint value, all the same/);
    expect(standings(tied, headlineMeasures(tied)[1])).toEqual([null, "best", "best"]);
  });

  test("says that one seed cannot show whether it would happen again", () => {
    const text = plain(
      reportOf({ private: { pay: [1], objective: [100] }, cooperative: { pay: [2], objective: [110] } }),
    );
    expect(text).toContain("10 more than private, but on 1 seed");
  });

  test("compares nothing with nothing", () => {
    expect(plain(reportOf({ private: clear.private }))).toContain("There is nothing to compare it with");
    expect(plain(reportOf({ private: { pay: [], objective: [] } }, 3))).toBe(
      "No cell has given a value of the objective yet, so there is nothing to report. 3 of 3 cells are still missing, so these figures may move.",
    );
  });

  test("says so where a difference is the same on every seed", () => {
    const shifted = { pay: clear.private.pay, objective: clear.private.objective.map((x) => x + 5) };
    expect(plain(reportOf({ a: clear.private, b: shifted }))).toContain("more than a (the same on each of 4 seeds)");
  });
});

describe("reversals", () => {
  test("there is none where more pay comes with more of the objective", () => {
    expect(reversals(reportOf(clear))).toEqual([]);
  });

  test("are found with their size, and said in the finding", () => {
    const data = reportOf({
      private: { pay: clear.cooperative.pay, objective: clear.private.objective },
      cooperative: { pay: clear.private.pay, objective: clear.cooperative.objective },
    });
    expect(reversals(data)).toEqual([{ from: "cooperative", to: "private", pay: 4, objective: -10, clear: true }]);
    expect(plain(data)).toContain("Paying more bought less: private paid 4 more than cooperative and bought 10 less");
  });

  test("are not called clear where an interval holds zero", () => {
    const data = reportOf({
      private: { pay: [5, 1, 9, 3.2], objective: clear.private.objective },
      cooperative: { pay: [1, 6, 3, 8], objective: clear.cooperative.objective },
    });
    expect(reversals(data)).toMatchObject([{ to: "private", clear: false }]);
    expect(plain(data)).toContain("which the intervals leave open");
  });
});

test("an effect is the same seen from either side", () => {
  const data = reportOf(clear);
  const there = effectBetween(data, "objective", "private", "cooperative");
  const back = effectBetween(data, "objective", "cooperative", "private");
  expect(there?.difference).toBe(10);
  expect(back).toMatchObject({ difference: -10, low: -(there?.high ?? 0), high: -(there?.low ?? 0), p: there?.p });
  expect(effectBetween(data, "welfare", "private", "cooperative")).toBeUndefined();
});
