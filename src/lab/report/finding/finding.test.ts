// What the page says in words, on made data with a known answer: where each rule is right, and where it would be wrong.

import { describe, expect, test } from "vitest";
import { type Made, type MadeOptions, made } from "../../../../test/fixtures/made-report.ts";
import { estimate } from "../../../evaluation/statistics/interval.ts";
import { NO_LEARNING } from "../learning.ts";
import { finding } from "./finding.ts";

/** The finding on variants, given as their objective by seed or with what else is made of them. */
const found = (variants: Readonly<Record<string, Made | readonly number[]>>, options?: MadeOptions) => {
  const whole = Object.entries(variants).map(([name, one]) => [name, "objective" in one ? one : { objective: one }]);
  const { kind, best, text } = finding(made(Object.fromEntries(whole), options));
  return { kind, best, text: text.replaceAll("\u00a0", " ").replaceAll("\u202f", " ") };
};

// Differences 10, 12, 8, 10: mean 10, deviation √(8/3) = 1.63, t(3, 0.975) = 3.182, half-width 2.60, d = 6.12.
const low = [100, 101, 102, 103];
const high = [110, 113, 110, 113];
/** Around `low`, with a spread that hides a difference. */
const wild = [100, 130, 95, 119];

describe("more", () => {
  test("the sentence says how much, in the unit and in per cent, then how sure", () => {
    expect(found({ private: low, cooperative: high })).toEqual({
      kind: "more",
      best: "cooperative",
      text:
        "Cooperative bought 9.9 % more joint value than private (10.0 euros). " +
        "(95 % interval 7.4 to 12.6, d = 6.12, p = 0.001, 4 seeds.)",
    });
  });

  test("from nothing there is no per cent", () => {
    const { text } = found({ none: [0, 0, 0, 0], all: [1, 1, 1, 1] }, { name: "correct", unit: "" });
    expect(text).toBe("All bought more correct than none (by 1). (the same difference on each of 4 seeds.)");
  });

  test("a negative objective that rises is not divided by what it was beyond zero", () => {
    const { text } = found({ a: [-4, -5, -4, -5], b: [4, 5, 4, 5.1] });
    expect(text).toContain("B bought more joint value than a (by 9.0 euros).");
    const shrunk = found({ a: [-10, -11, -10, -11], b: [-5, -5.1, -5, -5.2] }).text;
    expect(shrunk).toMatch(/^B bought 5\d % more joint value than a/);
  });

  test("three variants: the nearest first, then the farthest, and the correction is told", () => {
    const { kind, best, text } = found({ a: low, b: high, c: low.map((x) => x - 50.5 + (x % 2)) });
    expect({ kind, best }).toEqual({ kind: "more", best: "b" });
    expect(text).toMatch(/^B bought 9.9 % more joint value than a \(10.0 euros\), and 1\d\d % more joint value than c/);
    expect(text).toContain("corrected for 3 comparisons");
  });

  test("two that are the same share the lead; one that cannot be told takes the name of the best away", () => {
    const tied = found({ low: low, b: high, c: high });
    expect(tied).toMatchObject({ kind: "more", best: "b" });
    expect(tied.text).toMatch(/^B and c bought 9.9 % more joint value than low/);
    const open = found({ low: low, b: high, c: [111, 108, 112, 114] });
    expect(open).toMatchObject({ kind: "more", best: null });
    expect(open.text).toMatch(/Whether \w+ (bought|gave) more than c cannot be told/);
  });

  test("a reference player ahead of all is a mark and not the answer; one that is behind is compared as others are", () => {
    const top = { objective: low.map((x) => x + 20 + (x % 2)), reference: true };
    const bound = found({ a: low, b: high, bound: top });
    expect(bound).toMatchObject({ kind: "more", best: "b" });
    expect(bound.text).toMatch(
      /^B bought 9\.9 % more joint value than a \(10\.0 euros\)\. Bound, a reference player of the world, gave 9\.\d % more joint value than b \(\d+\.\d euros\)\./,
    );
    const two = found({ a: low, b: high, bound: top, best: { ...top, objective: top.objective.map((x) => x + 1) } });
    expect(two.text).toMatch(
      / Best and bound, reference players of the world, gave up to 1\d % more joint value than b /,
    );
    const level = found(
      {
        a: low,
        b: high,
        bound: { objective: high.map((x) => x + 0.1), reference: true },
      },
      { margin: 2 },
    );
    expect(level.text).toContain(
      "Bound, a reference player of the world, gave the same joint value as b within a margin of 2 euros.",
    );
    const hidden = found({ a: low, b: high, bound: { objective: [113, 109, 115, 112], reference: true } });
    expect(hidden.text).toMatch(
      /Whether bound, a reference player of the world, can give more joint value than b cannot be told; about \d+ seeds/,
    );
    const behind = found({ a: { objective: low, reference: true }, b: high });
    expect(behind).toMatchObject({ kind: "more", best: "b" });
    expect(behind.text).not.toContain("reference player");
    const pair = found({ a: low, bound: top });
    expect(pair).toMatchObject({ kind: "more", best: "bound" });
    expect(pair.text).not.toContain("reference player");
  });

  test("names with commas stand in quotation marks, and the best has its own name", () => {
    const { best, text } = found({ "a, plain": low, "b, and more": high });
    expect(best).toBe("b, and more");
    expect(text).toMatch(/^“b, and more” bought 9\.9 % more joint value than “a, plain” /);
  });

  test("a pair that is clear alone is not clear among many", () => {
    const noisy = [12, -2, 9, 5].map((gain, k) => low[k] + gain);
    const pair = { a: low, b: [8, 3, 9, 4].map((gain, k) => low[k] + gain) };
    expect(found(pair).kind).toBe("more");
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, k) => [`n${k}`, noisy.map((x) => x - 6.5 + 0.01 * k)]),
    );
    expect(found({ ...pair, ...many }).kind).toBe("cannot tell");
  });
});

describe("what moved with it", () => {
  const channels = (trust: readonly number[], noise: readonly number[]) => ({ trust, noise });
  const variants = {
    private: { objective: low, pay: [1, 2, 3, 4], channels: channels([0, 0.001, 0, 0.001], [3, 1, 2, 5]) },
    cooperative: { objective: high, pay: [5, 6, 7, 8.5], channels: channels([0.99, 1, 0.99, 1], [2, 4, 1, 5]) },
  };

  test("channels that changed are named, those that did not are not, and then the cost", () => {
    const { text } = found(variants);
    expect(text).toContain("With it, trust rose from 0.001 to 0.995. Pay rose from 2.50 to 6.63.");
    expect(text).not.toContain("noise");
  });

  test("what moved furthest comes first, however little the others vary", () => {
    const steady = (value: number) => low.map(() => value);
    const { text } = found({
      a: { objective: low, channels: { trust: [0, 0.01, 0, 0.02], heat: steady(100), wind: steady(10) } },
      b: { objective: high, channels: { trust: [0.9, 1, 0.8, 1], heat: steady(110), wind: steady(12) } },
    });
    expect(text).toContain(
      "With it, trust rose from 0.008 to 0.925, wind rose from 10 to 12 and heat rose from 100 to 110.",
    );
  });

  test("pay in another coin is no cost, and the finding says why", () => {
    const { text } = found({ ...variants, cooperative: { ...variants.cooperative, coin: "clicks" } });
    expect(text).not.toContain("Pay rose");
    expect(text).toContain("Pay is not compared: cooperative is paid in clicks, private in euros.");
  });

  test("variants of different worlds are compared as such", () => {
    const world = { objective: high, settings: { "environment.rule": "vcg" } };
    const { text } = found({ a: { objective: low, settings: {} }, b: world });
    expect(text).toMatch(/^B gave 9.9 % more/);
    expect(text).toContain("Pay is not compared: the variants differ in the world or its rules.");
  });
});

describe("paying more bought less", () => {
  const pays = { few: [1, 2, 3, 4], many: [5, 6, 7, 8] };

  test("is said of pay in one coin", () => {
    const { text } = found({ a: { objective: high, pay: pays.few }, b: { objective: low, pay: pays.many } });
    expect(text).toContain("Paying more bought less: b was paid more than a and bought less.");
  });

  test("is not said of two coins, of two rules, or where an interval leaves it open", () => {
    const said = (b: Partial<Made>) =>
      found({ a: { objective: high, pay: pays.few }, b: { objective: low, pay: pays.many, ...b } }).text;
    expect(said({ coin: "clicks" })).not.toContain("bought less");
    expect(said({ settings: { reward: "b", "environment.rule": "vcg" } })).not.toContain("bought less");
    expect(said({ pay: [5, 1, 9, 3.2] })).not.toContain("bought less");
  });
});

describe("the same", () => {
  test("is said where the whole interval lies within the margin, and then alone no difference is spoken of", () => {
    const near = low.map((x, k) => x + [0.1, -0.1, 0.2, 0][k]);
    const variants = { a: low, b: near };
    expect(found(variants, { margin: 1 })).toMatchObject({ kind: "same", best: null });
    expect(found(variants, { margin: 1 }).text).toBe(
      "B and a gave the same joint value: 101.6 [99.5, 103.6] euros, within a margin of 1 euro. What was paid made no difference to it.",
    );
    expect(found(variants, { margin: 0.01 })).toMatchObject({ kind: "cannot tell" });
  });

  test("a difference that is sure and too small to matter is the same", () => {
    const shifted = { a: low, b: low.map((x, k) => x + 0.01 + 0.001 * k) };
    expect(found(shifted, { margin: 1 }).kind).toBe("same");
    expect(found(shifted).kind).toBe("more");
  });
});

describe("cannot tell", () => {
  test("says how many seeds would be likely to tell", () => {
    const { kind, text } = found({ a: wild, b: high });
    expect(kind).toBe("cannot tell");
    expect(text).toMatch(
      /^Whether b gives more joint value than a cannot be told: the difference was .*; about 6 800 seeds would be likely to tell\.$/,
    );
    expect(text).not.toContain("made no difference");
  });

  test("says where a log has too few windows for them, and asks for no seeds where it is drawn from again and again", () => {
    const variants = { a: { objective: wild }, b: { objective: high } };
    const played = (taken: "disjoint" | "blocks", independent: number) =>
      finding({
        ...made(variants),
        logs: [
          {
            ...{ file: "bids.csv", kind: "auctions", records: 299, rows: 908, stretch: 20, skipped: 0, reasons: [] },
            windows: { taken, independent, scored: 299, fitted: 0, block: null, text: "" },
          },
        ],
      }).text;
    expect(played("disjoint", 14)).toMatch(/ seeds would be likely to tell, and the log has windows for 14\.$/);
    expect(played("disjoint", 14_000)).toMatch(/ seeds would be likely to tell\.$/);
    expect(played("blocks", 14)).not.toContain("to tell");
  });

  test("the interval that is quoted is corrected as p is: of a pair that is clear alone, and not among several, it holds zero", () => {
    const gains = (gain: readonly number[]) => low.map((x, k) => x + gain[k]);
    const pair = { a: low, b: gains([3, 10, 4, 9]) };
    expect(found(pair).text).toMatch(/\(95 % interval 0\.\d+ to/);
    const { kind, text } = found({ ...pair, c: gains([9, 3, 8, 4]), d: gains([4, 8, 3, 9]) });
    expect(kind).toBe("cannot tell");
    expect(text).toMatch(/cannot be told: the difference was [\d.]+ \[−[\d.]+, [\d.]+\]/);
  });

  test("one seed has no interval", () => {
    expect(found({ a: [100], b: [110] })).toEqual({
      kind: "cannot tell",
      best: null,
      text: "Whether b gives more joint value than a cannot be told: one seed has no interval.",
    });
  });

  test("no data at all", () => {
    expect(found({ a: [] }, { missing: 3 }).text).toBe(
      "No cell has given a value of the objective yet, so there is nothing to report. Cells are still missing, so these figures may move.",
    );
  });
});

describe("learners", () => {
  const learning = (gains: readonly number[], learnt: boolean) => ({
    ...NO_LEARNING,
    steps: 200_000,
    gain: estimate(gains),
    learnt,
  });
  const idle = { objective: [0, 0, 0, 0], learning: learning([-3, 1, 2, -1], false) };

  test("that learnt nothing are the finding", () => {
    const { kind, text } = found({ a: idle, b: idle });
    expect(kind).toBe("nothing learnt");
    expect(text).toMatch(/^Nothing was learnt in 200 000 steps: /);
    expect(text).not.toContain("same");
    expect(found({ a: idle }).kind).toBe("nothing learnt");
  });

  test("of one seed cannot be told to have learnt, nor to have learnt nothing", () => {
    const one = { objective: [100], learning: learning([185.1], false) };
    const { kind, text } = found({ base: one });
    expect(kind).toBe("one setting");
    expect(text).toMatch(/Whether anything was learnt cannot be told: one seed has no interval\.$/);
    const two = found({ base: one, other: { ...one, objective: [101] } });
    expect(two.kind).toBe("cannot tell");
    expect(two.text).toMatch(/Whether anything was learnt cannot be told: one seed has no interval\.$/);
  });

  test("that were not paid more, but act differently under each reward, are compared, and what differs is told", () => {
    const acting = (bracketed: number[]) => ({ ...idle, channels: { bracketed } });
    const variants = { brackets: acting([1, 0.98, 1, 0.99]), nothing: acting([0.49, 0.51, 0.5, 0.5]) };
    const { kind, text } = found(variants);
    expect(kind).not.toBe("nothing learnt");
    expect(text).toMatch(/^Bracketed came to 0.992 under brackets and 0.500 under “nothing”\. Bracket.* gave the same/);
    // So are learners of one kind whose training differs, but then the objective comes first.
    const trained = (name: string) => ({ ...variants.brackets, settings: { "agents.with": name } });
    const other = { ...trained("priced"), channels: variants.nothing.channels };
    expect(found({ plain: trained("plain"), priced: other }).text).toMatch(
      /^Plain and priced gave the same .*Bracketed came to 0.992 under plain and 0.500 under priced\./,
    );
    // Where they act alike, or differ no more than chance, nothing was learnt.
    const alike = { brackets: acting([1, 0.3, 0.9, 0.1]), nothing: acting([0.9, 0.4, 0.8, 0.3]) };
    expect(found(alike).kind).toBe("nothing learnt");
  });

  test("that learnt in one variant are compared, and the others are named", () => {
    const { kind, text } = found({ a: idle, b: { objective: [5, 6, 5, 7], learning: learning([5, 6, 4, 6], true) } });
    expect(kind).toBe("more");
    expect(text).toContain("A was not clearly paid more at the end of 200 000 steps of training than at the start.");
  });
});

describe("agents that cannot know the reward", () => {
  const blind = { objective: low, knowsPay: false };

  test("do not respond, at any values", () => {
    const { kind, text } = found({ a: blind, b: blind });
    expect(kind).toBe("does not respond");
    expect(text).toContain("the agents cannot know it: p does the same under each");
  });

  test("are compared where the world differs, or where one of them knows", () => {
    expect(found({ a: blind, b: { ...blind, objective: high, settings: { "environment.x": "1" } } }).kind).toBe("more");
    expect(found({ a: blind, b: high }).kind).toBe("more");
  });
});

test("objectives in different units are not comparable, and neither are variants without a common seed", () => {
  const units = found({ a: low, b: { objective: high, unit: "clicks" } });
  expect(units).toMatchObject({ kind: "not comparable", best: null });
  expect(units.text).toContain("in clicks and euros");
});

test("one setting is told with its seeds, and compared with nothing", () => {
  expect(found({ private: low })).toEqual({
    kind: "one setting",
    best: null,
    text: "Under private, joint value came to 101.5 [99.4, 103.6] euros (4 seeds). There is nothing to compare it with: there is one setting.",
  });
});
