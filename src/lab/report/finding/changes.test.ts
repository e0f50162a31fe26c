// Sentences of a finding on measures other than the objective: those that changed with it, those that differ where it does not, and those
// left out as no news.

import { describe, expect, test } from "vitest";
import { around, findingOf, high, low, wild } from "../../../../test/fixtures/made-finding.ts";
import { type MadeOptions, made } from "../../../../test/fixtures/made-report.ts";
import { estimate } from "../../../evaluation/statistics/interval.ts";
import { finding } from "./finding.ts";

/** Returns the words before the statistics. */
const leadOf = (text: string) =>
  text.replace(/ \((“[^”]+” against|95 % interval|the same difference|reserve \S+ against).*$/, "");

describe("what changed with the objective", () => {
  const channels = (trust: readonly number[], noise: readonly number[]) => ({ trust, noise });
  const variants = {
    private: { objective: low, pay: [1, 2, 3, 4], channels: channels([0, 0.001, 0, 0.001], [3, 1, 2, 5]) },
    cooperative: { objective: high, pay: [5, 6, 7, 8.5], channels: channels([0.99, 1, 0.99, 1], [2, 4, 1, 5]) },
  };
  /** The same reward, with other agents. */
  const acting = {
    private: { ...variants.private, settings: { agents: "some" } },
    cooperative: { ...variants.cooperative, settings: { agents: "others" } },
  };

  test("reversed channels come first, then pay, then other changed channels; unchanged ones are not named", () => {
    const { text } = findingOf(acting);
    expect(text).toContain("Trust rose from 0.001 to 0.995 and pay from 2.5 to 6.63.");
    expect(text).not.toContain("noise");
  });

  test("the largest change comes first, however little the others vary", () => {
    const steady = (value: number) => low.map(() => value);
    const { text } = findingOf({
      a: { objective: low, channels: { trust: [0, 0.01, 0, 0.02], heat: steady(100), wind: steady(10) } },
      b: { objective: high, channels: { trust: [0.9, 1, 0.8, 1], heat: steady(110), wind: steady(12) } },
    });
    expect(text).toContain("Trust rose from 0.008 to 0.925 and wind from 10 to 12.");
    expect(text).not.toContain("heat");
  });

  test("channels are named by their labels, and counts of things are left out", () => {
    const channel = { low: 0, high: 10, over: "last", state: true, meaning: "" } as const;
    const declared = [
      { ...channel, name: "won", label: "things won", unit: "things" },
      { ...channel, name: "message", unit: "number of a text" },
    ];
    const of = (won: number, message: number) => ({
      won: [won, won, won, won],
      message: [message, message, message, message],
    });
    const { text } = findingOf(
      { a: { objective: low, channels: of(1, 0) }, b: { objective: high, channels: of(2, 9) } },
      { declared },
    );
    expect(text).toContain("Things won rose from 1 to 2.");
    expect(text).not.toContain("essage");
  });

  test("a wanted minimum that the best variant misses is reported", () => {
    const back = {
      name: "return",
      unit: "",
      low: 0,
      high: 100,
      over: "last",
      state: true,
      wanted: 6,
      meaning: "",
    } as const;
    const of = (value: number) => ({ return: low.map((_, k) => value + 0.01 * k) });
    const run = (best: number) =>
      findingOf(
        { a: { objective: low, channels: of(6.2) }, b: { objective: high, channels: of(best) } },
        { declared: [back] },
      ).text;
    expect(run(4.8)).toContain("Return came to 4.81 under “b”, of 6 wanted (“a” 6.22).");
    expect(run(6.1)).not.toContain("wanted");
  });

  test("pay in another unit is no cost, and the finding says why; in one unit it is compared, for any agents", () => {
    const apart = findingOf({ ...variants, cooperative: { ...variants.cooperative, coin: "clicks" } });
    expect(apart.text).not.toContain("Pay rose");
    expect(apart.notes).toContain("Pay is not compared: “cooperative” is paid in clicks, “private” in euros.");
    const share = { ...variants.cooperative, coin: "share of questions" };
    expect(findingOf({ ...variants, cooperative: share }).notes).toContain(
      "“cooperative” is paid by the share of questions, “private” in euros.",
    );
    const own = { ...variants.cooperative, coin: "reward" };
    expect(findingOf({ ...variants, cooperative: own }).notes).toContain(
      "Pay is not compared: “cooperative” is paid the world's own reward, “private” in euros.",
    );
    expect(findingOf(acting).text).toMatch(/^“cooperative” gave .*pay from 2\.5 to 6\.63/);
    // Amounts of two rewards follow from their own rules and are not compared.
    expect(findingOf(variants).text).not.toContain("Pay");
  });

  test("pay that differs by less than a hundredth has not changed", () => {
    const of = (pay: number) =>
      findingOf({
        a: { objective: low, pay: [10, 11, 12, 13], settings: { agents: "one" } },
        b: {
          objective: high,
          pay: [10, 11, 12, 13].map((x, k) => x + pay * (1 + 0.01 * k)),
          settings: { agents: "two" },
        },
      });
    expect([0.001, 2].map((more) => of(more).text.includes("Pay rose"))).toEqual([false, true]);
  });

  test("variants of different worlds are compared", () => {
    const world = { objective: high, pay: [5, 6, 7, 8.5], settings: { "environment.rule": "vcg" } };
    const { text } = findingOf({ a: { objective: low, pay: [1, 2, 3, 4], settings: {} }, b: world });
    expect(text).toMatch(/^“b” gave 9.9 % more joint value than “a” \(112 against 102\)\. Pay rose/);
  });

  test("at most 35 words precede the statistics, and other sentences become notes", () => {
    const steady = (value: number) => low.map(() => value);
    const long = (k: number) => `a variant with a long name, number ${k}`;
    const many = Object.fromEntries(
      [low, high, low.map((x) => x - 30), low.map((x) => x - 40 + (x % 2))].map((objective, k) => [
        long(k),
        {
          objective,
          pay: steady(k),
          channels: { [`one channel of ${k}`]: steady(k), trust: steady([0, 0.7, 0.1, 0.9][k]) },
        },
      ]),
    );
    const { text, notes } = findingOf(many, { margin: 0.5 });
    expect(leadOf(text).split(" ").length).toBeLessThanOrEqual(35);
    expect(`${text}${notes}`).toContain("rust fell from 0.9 to 0.7");
  });
});

describe("with equal objectives", () => {
  const variant = (objective: readonly number[], questions: number, agents: string) => ({
    objective,
    settings: { agents },
    channels: { questions: around(questions) },
  });
  const near = low.map((x, k) => x + [0.1, -0.1, 0.2, 0][k]);

  test("what a variant saves is the answer; of several measures the one with the largest change", () => {
    const { text } = findingOf(
      {
        all: variant(low, 300, "all"),
        few: variant(near, 40, "few"),
        most: variant(near, 250, "most"),
        wild: variant(wild, 5, "wild"),
      },
      { margin: 1 },
    );
    expect(text).toMatch(
      /^“few” gave the same joint value as “all”, within a margin of 1 \(101\.6 against 101\.5; “wild” unclear at 111, “most” level at 101\.6\)\. Questions fell from 301 to 41/,
    );
  });

  test("what distinguishes the best from an indistinguishable rival is reported, with the rival's value", () => {
    const of = (objective: readonly number[], calls: number, breaks: number, agents: string) => ({
      ...variant(objective, 0, agents),
      channels: { calls: around(calls), breaks: around(breaks) },
    });
    const { text } = findingOf({
      none: of(low, 100, 200, "none"),
      right: of([111, 108, 112, 114], 110, 20, "right"),
      topology: of(high, 30, 20, "topology"),
    });
    // Breaks changed most relative to the first variant, but not at all relative to the neighbouring one.
    expect(text).toContain("Calls fell from 101 to 31 (“right” 111)");
  });
});

describe("what else is reported", () => {
  const steady = (value: number) => low.map(() => value);
  const two = (channels: Readonly<Record<string, readonly [number, number]>>, options?: MadeOptions) => {
    const of = (k: 0 | 1) =>
      Object.fromEntries(Object.entries(channels).map(([name, both]) => [name, steady(both[k])]));
    return findingOf({ a: { objective: low, channels: of(0) }, b: { objective: high, channels: of(1) } }, options).text;
  };

  test("measures that the title, the variants or the reward mention come before slightly larger changes", () => {
    const both = { calls: [10, 2], length: [60, 30] } as const;
    expect(two(both)).toContain("Calls fell from 10 to 2 and length from 60 to 30.");
    expect(two(both, { title: "Answers of a short length" })).toContain(
      "Length fell from 60 to 30 and calls from 10 to 2.",
    );
    // A channel that repeats a word of the objective is no news.
    expect(two(both, { title: "Length", name: "length" })).not.toContain("ength fell");
  });

  test("a measure that changes as the objective or another channel does is left out, unless gain turns to loss", () => {
    expect(two({ loss: [50, 40], wind: [10, 30] })).toContain(". Wind rose from 10 to 30. ");
    expect(two({ trust: [0, 1], doubt: [1, 0] })).toContain(". Trust rose from 0 to 1. ");
    expect(two({ surplus: [5, -5] })).toContain("Surplus fell from 5 to −5");
  });

  test("pay that is a payoff with a label is told by it, and summed over agents as tables have it", () => {
    const channel = {
      name: "payoff",
      unit: "money",
      low: 0,
      high: 99,
      over: "sum",
      state: false,
      meaning: "",
    } as const;
    const paid = { today: [14, 13.5, 14, 14.5], tomorrow: [17, 17.5, 17, 16.5] };
    const of = (objective: readonly number[], pay: readonly number[], agents: string) => ({
      ...{ objective, pay, channels: { payoff: pay }, settings: { agents } },
    });
    const declared = [{ ...channel, label: "bidders' surplus" }];
    const data = made({ a: of(low, paid.today, "some"), b: of(high, paid.tomorrow, "others") }, { declared });
    expect(finding(data).text).toContain("Bidders' surplus rose from 14 to 17.");
    const summed = (pay: readonly number[]) => estimate(pay.map((own) => 3 * own));
    const variants = data.variants.map((one, k) => ({
      ...one,
      ...{ agents: [...one.agents, ...one.agents, ...one.agents], welfare: summed(Object.values(paid)[k]) },
    }));
    expect(finding({ ...data, variants }).text).toContain("Bidders' surplus rose from 42 to 51.");
    // Under two rewards pay is not told, and the payoff is a channel as others.
    const apart = variants.map((one, k) => ({ ...one, described: { ...one.described, reward: `${k}` }, coin: `${k}` }));
    expect(finding({ ...data, variants: apart }).text).toContain("Bidders' surplus rose from 42 to 51.");
  });

  test("a share that is close to the objective's share is left out, unless the experiment mentions it", () => {
    const share = { name: "right answers", unit: "share of answers" };
    const declared = [
      { name: "plain", unit: "share of answers", low: 0, high: 1, over: "mean", state: false, meaning: "" } as const,
    ];
    const of = (right: number, plain: number, name: string) => ({
      objective: around(0).map((x) => right + 0.001 * x),
      channels: { plain: steady(plain) },
      settings: { agents: name },
    });
    const textOf = (options: MadeOptions) =>
      findingOf({ a: of(0.9, 0.89, "a"), b: of(0.03, 0.01, "b") }, { ...share, declared, ...options }).text;
    expect(textOf({})).not.toMatch(/plain|pay/i);
    expect(textOf({ title: "Plain answers" })).toContain("Plain fell from 89 % to 1 %");
  });

  test("components of a channel are left out", () => {
    const declared = ["spend", "spend_search"].map(
      (name) => ({ name, unit: "money", low: 0, high: 1, over: "sum", state: false, meaning: "" }) as const,
    );
    const text = two({ spend: [10, 14], spend_search: [1, 9] }, { declared });
    expect(text).toContain("Spend rose from 10 to 14.");
    expect(text).not.toContain("search");
  });

  test("where the baseline varies too much to be distinguished, the best is compared with those that it is clearly ahead of", () => {
    const { text, notes } = findingOf(
      { blind: [60, 190, 20, 150], near: [111, 108, 112, 114], best: around(112), poor: around(80) },
      { baseline: "blind" },
    );
    expect(text).toMatch(
      /^“best” bought 40 % more joint value than “poor” \(113 against 81; “blind” unclear at 105, “near” not clearly less at 111\)\./,
    );
    expect(notes).toContain("“best” gives more joint value than “near” and “blind” cannot be told");
  });
});
