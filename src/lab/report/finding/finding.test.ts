// Sentences of a finding on artificial data with a known answer: cases where each rule applies, and cases where it would be wrong.

import { describe, expect, test } from "vitest";
import { findingOf, high, low, wild } from "../../../../test/fixtures/made-finding.ts";
import { type Made, made } from "../../../../test/fixtures/made-report.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { estimate } from "../../../evaluation/statistics/interval.ts";
import { NO_LEARNING } from "../learning.ts";
import { doseAxes } from "./doses.ts";
import { finding } from "./finding.ts";

describe("more", () => {
  test("the sentence gives the difference from the first variant, then its certainty", () => {
    expect(findingOf({ private: low, cooperative: high })).toEqual({
      kind: "more",
      best: "cooperative",
      text:
        "“cooperative” bought 9.9 % more joint value than “private” (112 against 102). " +
        "(95 % interval 7.4 to 12.6, d = 6.12, p = 0.001, 4 seeds.)",
      notes: "",
    });
  });

  test("a share is given in per cent beside the other, and its difference in points", () => {
    const share = { name: "right answers", unit: "share of answers" };
    const { text } = findingOf({ a: [0.03, 0.04, 0.05, 0.04], b: [0.37, 0.38, 0.36, 0.41] }, share);
    expect(text).toMatch(
      /^Right answers rose from 4 % under “a” to 38 % under “b”\. \(95 % interval 3\d\.\d to 3\d\.\d points,/,
    );
    expect(findingOf({ a: [0.97, 0.98, 0.97, 0.98], b: [0.996, 0.997, 0.998, 0.995] }, share).text).toContain(
      "98 % under “a” to 99.6 % under “b”",
    );
  });

  test("changes from zero or across zero have no per cent; from a factor of three on they are multiples", () => {
    const none = findingOf({ none: [0, 0, 0, 0], all: [1, 1, 1, 1] }, { name: "correct", unit: "" });
    expect(none.text).toBe(
      "Correct rose from 0 under “none” to 1 under “all”. (the same difference on each of 4 seeds.)",
    );
    const { text } = findingOf({ a: [-4, -5, -4, -5], b: [4, 5, 4, 5.1] });
    expect(text).toContain("Joint value rose from −4.5 under “a” to 4.53 under “b”.");
    expect(findingOf({ a: [1, 1.1, 1, 1.1], b: [5, 5.2, 5, 5.1] }).text).toMatch(
      /^“b” bought 4\.8 times the joint value of “a” \(5\.07 against 1\.05\)\./,
    );
  });

  test("the figures follow in brackets, with the others': on the baseline's level, unclear beside it, or not clearly less than the best", () => {
    const variants = {
      today: low,
      best: high,
      worse: low.map((x) => x - 20 + (x % 2)),
      near: low.map((x, k) => x + 0.1 * (k % 2)),
    };
    const { text } = findingOf(variants, { margin: 1 });
    expect(text).toMatch(
      /^“best” bought 9\.9 % more joint value than “today” \(112 against 102; “near” level at 102, “worse” 82\)\. /,
    );
    expect(text).toContain("(“best” against “today”: 9");
    expect(findingOf({ ...variants, near: wild }, { margin: 1 }).text).toContain("“near” unclear at 111");
    const close = findingOf({ today: low, best: high, close: [111, 108, 112, 114] });
    expect(close.text).toContain("(112 against 102; “close” not clearly less at 111)");
    const small = high.map((x, k) => x - 0.1 - 0.01 * (k % 2));
    expect(findingOf({ today: low, best: high, close: small }, { margin: 1 }).text).toMatch(
      /^“best” bought 9\.9 % more joint value than “today” \(112[^;]* against 102; “close” 11[\d.]+\)\. /,
    );
    const level = findingOf({ today: low, close: high, best: [111, 109, 114, 113] });
    expect(level.text).toContain("(112 against 102; “close” 112 as well)");
    const many = [...low, 0].map(
      (_, k) => [`worse ${k}`, low.map((x, seed) => x - 10 * (k + 1) + (seed % 2))] as const,
    );
    expect(findingOf({ today: low, best: high, ...Object.fromEntries(many) }).text).toContain(
      "; “worse 0” 92, “worse 1” 82, 3 others at most 72)",
    );
  });

  test("the file names the baseline", () => {
    const variants = { a: low, b: high, c: low.map((x) => x - 50.5 + (x % 2)) };
    expect(findingOf(variants, { baseline: "c" }).text).toMatch(
      /^“b” bought 117 % more joint value than “c” \(112 against 52; “a” 102\)/,
    );
    expect(findingOf(variants, { baseline: "b" })).toMatchObject({ kind: "more", best: "b" });
    expect(findingOf(variants, { baseline: "b" }).text).toMatch(
      /^“b” gave the most joint value \(112; “a” 102, “c” 52\)\./,
    );
    const losses = { none: [0, 0, 0, 0], some: low.map((x) => -x), all: high.map((x) => -x) };
    expect(findingOf(losses).text).toMatch(
      /^No variant gave more joint value than “none” \(0; “some” −102, “all” −112\)\./,
    );
  });

  test("two equal variants share the lead; with an undecided one no best is named", () => {
    const tied = findingOf({ low, b: high, c: high });
    expect(tied).toMatchObject({ kind: "more", best: "b" });
    expect(tied.text).toMatch(/^“b” and “c” bought 9.9 % more joint value than “low”/);
    const open = findingOf({ low, b: high, c: [111, 108, 112, 114] });
    expect(open).toMatchObject({ kind: "more", best: null });
    expect(open.notes).toMatch(/^Whether “b” gives more joint value than “c” cannot be told: the difference was/);
    const ratio = findingOf({ low, b: high, c: [111, 108, 112, 114] }, { name: "share of the optimum" });
    expect(ratio.notes).toMatch(/^Whether “b” gives a larger share of the optimum than “c” cannot be told/);
    const apart = findingOf({ low, b: high, c: [111, 108, 112, 114] }, { name: "difference between groups" });
    expect(apart.notes).toMatch(/^Whether “b” gives a larger difference between groups than “c” cannot be told/);
  });

  test("a leading reference player is a reference and not the answer; one that is behind is compared like others", () => {
    const top = { objective: low.map((x) => x + 20 + (x % 2)), reference: true };
    const bound = findingOf({ a: low, b: high, bound: top });
    expect(bound).toMatchObject({ kind: "more", best: "b" });
    expect(bound.text).toMatch(
      /^“b” bought 9\.9 % more joint value than “a” \(112 against 102\)\. “bound”, a reference player, reached 122\./,
    );
    const level = findingOf(
      { a: low, b: high, bound: { objective: high.map((x) => x + 0.1), reference: true } },
      { margin: 2 },
    );
    expect(level.text).toContain("“bound”, a reference player, reached 112.");
    const hidden = findingOf({ a: low, b: high, bound: { objective: [113, 109, 115, 112], reference: true } });
    expect(`${hidden.text} ${hidden.notes}`).toMatch(
      /Whether “bound”, a reference player, can give more joint value than “b” cannot be told; about \d+ seeds/,
    );
    // Where the baseline is a reference player, the variants ahead of it are the answer.
    const own = (objective: readonly number[]) => ({ objective, reference: true });
    expect(findingOf({ a: own(low), b: own(high), c: own(low.map((x) => x - 20 + (x % 2))) }).text).toMatch(
      /^“b” bought 9\.9 % more joint value than “a”/,
    );
    const behind = findingOf({ a: { objective: low, reference: true }, b: high });
    expect(behind).toMatchObject({ kind: "more", best: "b" });
    expect(behind.text).not.toContain("reference player");
  });

  test("a difference that is significant alone is not significant among many", () => {
    const noisy = [12, -2, 9, 5].map((gain, k) => low[k] + gain);
    const pair = { a: low, b: [8, 3, 9, 4].map((gain, k) => low[k] + gain) };
    expect(findingOf(pair).kind).toBe("more");
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, k) => [`n${k}`, noisy.map((x) => x - 6.5 + 0.01 * k)]),
    );
    expect(findingOf({ ...pair, ...many }).kind).toBe("cannot tell");
  });
});

describe("a dose", () => {
  const dosed = (values: Readonly<Record<string, readonly number[]>>) =>
    Object.fromEntries(
      Object.entries(values).map(([dose, objective]) => [
        `reserve=${dose}`,
        { objective, settings: { "environment.reserve": dose, reward: "same" } },
      ]),
    );
  const up = (by: number) => low.map((x, k) => x + by + 0.1 * (k % 2));

  test("is answered by its best value, the values indistinguishable from it, and where the objective falls", () => {
    const { text } = findingOf(dosed({ "0": low, "0.4": up(10), "0.6": up(10.05).reverse(), "0.8": up(-30) }));
    expect(text).toMatch(
      /^Reserve 0\.6 gave 10 % more joint value than reserve 0 \(112 against 102\); 0\.4 to 0\.6 cannot be told apart, from 0\.8 on it is less\./,
    );
    // A value that is not surely less than the best is among them, though it is not surely more than the baseline either.
    const wavy = low.map((x, k) => x + (k % 2 === 0 ? 25 : -6));
    expect(findingOf(dosed({ "0": low, "0.4": up(10), "0.6": wavy, "0.8": up(-30) })).text).toContain(
      "0.4 to 0.6 cannot be told apart, from 0.8 on it is less",
    );
    expect(findingOf(dosed({ "0": low, "0.4": up(5), "0.6": up(10) })).text).toContain(
      "the last value is the best so far",
    );
    expect(findingOf(dosed({ "0": up(10), "0.4": up(5), "0.6": low })).text).toMatch(
      /^Reserve 0 gave the most joint value \(112\); from 0\.4 on it is less\./,
    );
  });

  test("makes curves of three values and more, a line for each combination of the other settings", () => {
    const crossed = made({
      ...dosed({ "0": low, "0.5": high, "1": low }),
      other: { objective: low, settings: { "environment.reserve": "1", reward: "other" } },
    });
    const [axis, ...more] = doseAxes(crossed.variants);
    expect(more).toEqual([]);
    expect(axis).toMatchObject({ path: "environment.reserve", label: "reserve" });
    expect(axis.lines.map(({ name, points }) => [name, points.map(({ dose }) => dose)])).toEqual([
      ["reward=same", [0, 0.5, 1]],
    ]);
    const below = dosed({ "−1": low, "0": low, "1": low });
    expect(doseAxes(made(below).variants)[0].lines[0].points.map(({ dose }) => dose)).toEqual([-1, 0, 1]);
    expect(doseAxes(made({ a: { objective: low }, b: { objective: high } }).variants)).toEqual([]);
  });
});

describe("pay that bought less", () => {
  const pays = { few: [1, 2, 3, 4], many: [5, 6, 7, 8] };

  test("comes first where pay has one unit: more of it", () => {
    const { text, reversal } = findingOf({
      a: { objective: high, pay: pays.few },
      b: { objective: low, pay: pays.many },
    });
    expect(text).toMatch(/^Paid more, bought less: “b” is paid 6\.5 at 102 joint value, “a” 2\.5 at 112\. /);
    expect(reversal).toEqual({ from: "a", to: "b", pay: "more" });
  });

  test("or equal pay, for less or for nothing, with any agents", () => {
    const same = { objective: [1, 1, 1, 1], pay: [1, 1, 1, 1], settings: { agents: "knows" } };
    const heart = { objective: [0, 0, 0, 0], pay: [1, 1, 1, 1], settings: { agents: "by heart" } };
    const { text, reversal } = findingOf(
      { knows: same, "by heart": heart },
      { name: "right answers", unit: "share of answers" },
    );
    expect(text).toMatch(
      /^Paid the same, bought nothing: “by heart” is paid 1 at 0 % right answers, “knows” 1 at 100 %\. /,
    );
    expect(reversal).toEqual({ from: "knows", to: "by heart", pay: "same" });
    const half = { ...heart, objective: [0.5, 0.4, 0.5, 0.6] };
    expect(findingOf({ knows: same, half }).text).toMatch(/^Paid the same, bought less: /);
    expect(findingOf({ knows: same, half: { ...half, pay: [0.9, 0.9, 0.9, 0.9] } }).text).not.toContain("Paid");
  });

  test("with the values of the others in brackets", () => {
    const third = { objective: low.map((x) => x + 4), pay: pays.few };
    expect(
      findingOf({ b: { objective: low, pay: pays.many }, a: { objective: high, pay: pays.few }, third }).text,
    ).toContain("“a” 2.5 at 112 (“third” 106). ");
  });

  test("is not reported for two units, two worlds, no pay, or where an interval leaves it open", () => {
    const said = (b: Partial<Made>, a: Partial<Made> = {}) =>
      findingOf({ a: { objective: high, pay: pays.few, ...a }, b: { objective: low, pay: pays.many, ...b } }).text;
    expect(said({ coin: "clicks" })).not.toContain("bought less");
    // Worths learnt from different answers have different units.
    const taught = { isLearntPay: true, isPlainPay: false };
    const from = (feedback: string) => ({ ...taught, settings: { feedback } });
    expect(said(from("bo"), from("ada"))).not.toContain("bought less");
    expect(said({ ...from("bo"), settings: { agents: "b" } }, { ...from("bo"), settings: {} })).toContain(
      "bought less",
    );
    expect(said({ settings: { reward: "b", "environment.rule": "vcg" } })).not.toContain("bought less");
    expect(said({ pay: [5, 1, 9, 3.2] })).not.toContain("bought less");
    expect(said({ pay: [0, 0, 0, 0] }, { pay: [0, 0, 0, 0] })).not.toContain("bought less");
    // Amounts of a weighted sum depend on its weights, and a lower pay is no bad purchase.
    expect(said({ isPlainPay: false })).not.toContain("bought less");
    expect(said({ pay: low.map((x) => 300 - x) }, { pay: high.map((x) => 300 - x) })).not.toContain("bought less");
  });

  test("is not reported where pay is what is wanted, however little it differs", () => {
    const [more, less] = matrix("100.6 100.5 100.7 100.6 | 100.1 100 100.2 100");
    const paid = (pay: number[]) => findingOf({ a: { objective: more, pay: more }, b: { objective: less, pay } }).text;
    expect(paid(less)).not.toContain("Paid the same");
    expect(paid(more)).toMatch(/^Paid the same, bought less: /);
  });
});

describe("the same", () => {
  test("is reported where the whole interval is within the margin; only then no difference is mentioned", () => {
    const near = low.map((x, k) => x + [0.1, -0.1, 0.2, 0][k]);
    const variants = { a: low, b: near };
    expect(findingOf(variants, { margin: 1 })).toEqual({
      kind: "same",
      best: null,
      text: "“b” and “a” gave the same joint value within a margin of 1: 101.6 and 101.5. What was paid made no difference to it.",
      notes: "",
    });
    expect(findingOf(variants, { margin: 0.01 })).toMatchObject({ kind: "cannot tell" });
  });

  test("a variant that is surely more, though within the margin, hides none that gave less", () => {
    const variants = {
      today: low,
      little: low.map((x, k) => x + 0.5 + 0.01 * (k % 2)),
      less: low.map((x, k) => x - 20 - (k % 2)),
    };
    expect(findingOf(variants, { margin: 1 }).text).toMatch(
      /^No variant notably gave more joint value than “today” \(10[^;]*; “little” level at 102[^,]*, “less” 81/,
    );
  });

  test("a significant difference below the margin counts as equal", () => {
    const shifted = { a: low, b: low.map((x, k) => x + 0.01 + 0.001 * k) };
    expect(findingOf(shifted, { margin: 1 }).kind).toBe("same");
    expect(findingOf(shifted).kind).toBe("more");
  });
});

describe("cannot tell", () => {
  test("gives the values, and how many seeds would probably decide", () => {
    const { kind, text, notes } = findingOf({ a: wild, b: high });
    expect(kind).toBe("cannot tell");
    expect(text).toBe("Joint value: 112 under “b” and 111 under “a”, which 4 seeds cannot tell apart.");
    expect(notes).toMatch(
      /^Whether “b” gives more joint value than “a” cannot be told: the difference was .*; about 6 800 seeds would be likely to tell\.$/,
    );
  });

  test("notes where a log has too few windows for them, and asks for no seeds where the log is resampled", () => {
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
      }).notes.join(" ");
    expect(played("disjoint", 14)).toMatch(/ seeds would be likely to tell, and the log has windows for 14\.$/);
    expect(played("disjoint", 14_000)).toMatch(/ seeds would be likely to tell\.$/);
    expect(played("blocks", 14)).not.toContain("likely to tell");
  });

  test("the quoted interval is corrected as p is: it includes zero for a pair that is significant alone but not among several", () => {
    const gains = (gain: readonly number[]) => low.map((x, k) => x + gain[k]);
    const pair = { a: low, b: gains([3, 10, 4, 9]) };
    expect(findingOf(pair).text).toMatch(/\(95 % interval 0\.\d+ to/);
    const { kind, notes } = findingOf({ ...pair, c: gains([9, 3, 8, 4]), d: gains([4, 8, 3, 9]) });
    expect(kind).toBe("cannot tell");
    expect(notes).toMatch(/cannot be told: the difference was [\d.]+ \[−[\d.]+, [\d.]+\]/);
  });

  test("one seed has no interval", () => {
    expect(findingOf({ a: [100], b: [110] })).toEqual({
      kind: "cannot tell",
      best: null,
      text: "Joint value: 110 under “b” and 100 under “a”; one seed has no interval.",
      notes: "Whether “b” gives more joint value than “a” cannot be told: one seed has no interval.",
    });
  });

  test("no data at all", () => {
    expect(findingOf({ a: [] }, { missing: 3 })).toMatchObject({
      text: "No cell has given a value of the objective yet, so there is nothing to report.",
      notes: "Cells are still missing, so these figures may move.",
    });
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
    const { kind, text } = findingOf({ a: idle, b: idle });
    expect(kind).toBe("nothing learnt");
    expect(text).toMatch(/^Nothing was learnt in 200 000 steps: /);
    expect(text).not.toContain("same");
    expect(findingOf({ a: idle }).kind).toBe("nothing learnt");
  });

  test("with one seed it is undecided whether they have learnt", () => {
    const one = { objective: [100], learning: learning([185.1], false) };
    const { kind, notes } = findingOf({ base: one });
    expect(kind).toBe("one setting");
    expect(notes).toMatch(/Whether anything was learnt cannot be told: one seed has no interval\.$/);
    const two = findingOf({ base: one, other: { ...one, objective: [101] } });
    expect(two.kind).toBe("cannot tell");
    expect(two.notes).toMatch(/Whether anything was learnt cannot be told: one seed has no interval\.$/);
  });

  test("that were not paid more, but act differently under each reward, are compared, and differences are reported", () => {
    const acting = (bracketed: number[]) => ({ ...idle, channels: { bracketed } });
    const variants = { brackets: acting([1, 0.98, 1, 0.99]), nothing: acting([0.49, 0.51, 0.5, 0.5]) };
    const { kind, text } = findingOf(variants);
    expect(kind).not.toBe("nothing learnt");
    expect(text).toMatch(
      /^Bracketed came to 0.992 under “brackets” and 0.5 under “nothing”\. No variant gave any joint value: all are 0\./,
    );
    // The same holds for learners of one kind with different training, but there the objective comes first.
    const trained = (name: string) => ({ ...variants.brackets, settings: { "agents.with": name } });
    const other = { ...trained("priced"), channels: variants.nothing.channels };
    expect(findingOf({ plain: trained("plain"), priced: other }).text).toMatch(
      /^No variant gave any joint value: all are 0\. Bracketed came to 0.992 under “plain” and 0.5 under “priced”\./,
    );
    // Where they act alike, or differ only within chance, nothing was learnt.
    const alike = { brackets: acting([1, 0.3, 0.9, 0.1]), nothing: acting([0.9, 0.4, 0.8, 0.3]) };
    expect(findingOf(alike).kind).toBe("nothing learnt");
  });

  test("that learnt in one variant are compared, and the others are named", () => {
    const { kind, notes } = findingOf({
      a: idle,
      b: { objective: [5, 6, 5, 7], learning: learning([5, 6, 4, 6], true) },
    });
    expect(kind).toBe("more");
    expect(notes).toContain("“a” was not clearly paid more at the end of 200 000 steps of training than at the start.");
  });
});

describe("agents that cannot know the reward", () => {
  const blind = { objective: low, knowsPay: false };

  test("do not respond, at any values", () => {
    const { kind, text } = findingOf({ a: blind, b: blind });
    expect(kind).toBe("does not respond");
    expect(text).toContain("the agents cannot know it: p does the same under each");
  });

  test("are compared where the world differs, or where one of them knows", () => {
    expect(findingOf({ a: blind, b: { ...blind, objective: high, settings: { "environment.x": "1" } } }).kind).toBe(
      "more",
    );
    expect(findingOf({ a: blind, b: high }).kind).toBe("more");
  });
});

test("objectives in different units are not comparable, and neither are variants without a common seed", () => {
  const units = findingOf({ a: low, b: { objective: high, unit: "clicks" } });
  expect(units).toMatchObject({ kind: "not comparable", best: null });
  expect(units.text).toContain("in clicks and euros");
});

test("a single setting is reported with its seeds, without a comparison", () => {
  expect(findingOf({ private: low })).toEqual({
    kind: "one setting",
    best: null,
    text: "Under “private”, joint value came to 101.5 [99.4, 103.6] (4 seeds). There is nothing to compare it with: there is one setting.",
    notes: "",
  });
});

test("variants of one world that gave nothing are named where another world's gave something", () => {
  const zeros = [0, 0, 0, 0];
  const other = (objective: readonly number[], reward: string) => ({
    objective,
    settings: { "environment.size": "2", reward },
  });
  const { text } = findingOf({ a: zeros, b: zeros, c: zeros, d: other(low, "a"), e: other(high, "b") });
  expect(text).toContain("“a” and 2 others gave no joint value.");
  expect(text).not.toContain("No variant");
  expect(findingOf({ a: zeros, b: zeros }).text).toContain("No variant gave any joint value: all are 0.");
});
