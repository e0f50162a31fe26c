// Sums with a calculator: right answers, replies to calls, useful calls, and the demonstrator.

import { describe, expect, it } from "vitest";
import { meanOf, type Played, shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { Status } from "../../core/environment.ts";
import { referenceCalls } from "./calculator.ts";

const ID = "language/calculator";
const HARD = { hard: 1 };
const EASY = { hard: 0 };
const LONG = { fewestTerms: 3, mostTerms: 3, spareCalls: 2 };

/** Plays an episode with the text that `answer` returns for the numbers to add. */
function answers(given: object, seed: number, answer: (...terms: number[]) => string): Played {
  return writes(world(ID, given), seed, (question) => answer(...question.slice(0, -1).split("+").map(Number)));
}

describe("the answer", () => {
  it("is the sum, with or without a call", () => {
    for (let seed = 0; seed < 50; seed++) {
      for (const given of [EASY, HARD]) {
        const direct = answers(given, seed, (a, b) => `${a + b}$`);
        expect(direct.sums).toMatchObject({ correct: 1, payoff: 1, calls: 0, formatted: 1, executed: 1, economy: 1 });
        expect(direct.sums.solveF1).toBe(given === EASY ? 1 : 0);
        const called = answers(given, seed, (a, b) => `<${a}+${b}>${a + b}$`);
        expect(called.sums).toMatchObject({ correct: 1, calls: 1, formatted: 1, executed: 1, economy: 0.5 });
        expect(called.text).toMatch(/^(\d+)\+(\d+)=<\1\+\2>\[(\d+)\]\3\$$/);
        const wrong = [(sum: number) => `${sum + 1}$`, () => "$", (sum: number) => `0${sum}$`];
        for (const write of wrong)
          expect(answers(given, seed, (a, b) => write(a + b)).sums).toMatchObject({ correct: 0, finished: 1 });
      }
    }
  });

  it("of a longer sum needs dependent calls", () => {
    for (let seed = 0; seed < 50; seed++) {
      const write = (a: number, b: number, c: number) => `<${a}+${b}><${a + b}+${c}>${a + b + c}$`;
      const { text, sums, views } = answers({ ...HARD, ...LONG }, seed, write);
      const [a, b, c] = text.slice(0, text.indexOf("=")).split("+").map(Number);
      expect(text).toBe(`${a}+${b}+${c}=<${a}+${b}>[${a + b}]<${a + b}+${c}>[${a + b + c}]${a + b + c}$`);
      expect(sums).toMatchObject({ correct: 1, calls: 2, usefulCalls: 2, uselessCalls: 0, neededCalls: 2, terms: 3 });
      expect(referenceCalls(text)).toEqual([`${a}+${b}`, `${a + b}+${c}`]);
      expect(views.reference).toBe(`<${a}+${b}><${a + b}+${c}>`);
    }
  });

  it("must be a number, otherwise it is not well-formed", () => {
    expect(answers(EASY, 1, () => "1+2$").sums).toMatchObject({ finished: 1, formatted: 0 });
    expect(answers(EASY, 1, () => "12").sums).toMatchObject({ finished: 0, formatted: 0, economy: 0 });
  });
});

describe("a call", () => {
  it("is useful if its sum is needed and was not computed before", () => {
    type Calls = (...terms: number[]) => string;
    const cases: [given: object, calls: Calls, useful: number, useless: number, repeated: number][] = [
      [HARD, (a, b) => `<${a}+${b}>`, 1, 0, 0],
      [HARD, (a, b) => `<${b}+${a}>`, 1, 0, 0],
      [HARD, (a, b) => `<${a}+${b + 1}>`, 0, 1, 0],
      [EASY, (a, b) => `<${a}+${b}>`, 0, 1, 0],
      [{ ...HARD, ...LONG }, (a, b) => `<${a}+${b}><${b}+${a}>`, 1, 1, 1],
      [{ ...HARD, ...LONG }, (a, b, c) => `<${c}+${a + b}>`, 1, 0, 0],
      [{ ...HARD, ...LONG }, (_a, b, c) => `<${b}+${c + 100}><${b}+${c + 100}>`, 0, 2, 1],
      [{ ...HARD, ...LONG }, (a, b, c) => `<${a}+${b}><${a + b}+${c}><1+1><1+1>`, 2, 2, 1],
      [{ ...EASY, ...LONG }, (a, b, c) => `<${a}+${b}><${a + b + 5}+${c}>`, 0, 2, 0],
    ];
    for (const [given, calls, usefulCalls, uselessCalls, repeatedCalls] of cases) {
      for (let seed = 0; seed < 20; seed++) {
        const { sums, text } = answers(given, seed, (...terms) => `${calls(...terms)}0$`);
        const all = { calls: usefulCalls + uselessCalls, usefulCalls, uselessCalls, repeatedCalls, brokenCalls: 0 };
        expect(sums, text).toMatchObject({ ...all, executed: 1, economy: 1 / (1 + all.calls) });
        expect(sums.solveF1, text).toBeCloseTo((2 * usefulCalls) / (all.calls + sums.neededCalls), 12);
      }
    }
  });

  it("that is malformed gets the reply [?], and the answer can still be right", () => {
    for (const call of [">", "<>", "<1+>", "<+1>", "<1>", "<1+2+3>", "<1-2>", "<1234+5>", "1+2>", "<a+b>"]) {
      const { sums, text } = answers({ ...EASY, spareCalls: 2 }, 3, (a, b) => `${call}${a + b}$`);
      expect(text).toContain(`=${call}[?]`);
      const counted = { calls: 1, brokenCalls: 1, usefulCalls: 0, uselessCalls: 0, executed: 0 };
      expect(sums, text).toMatchObject({ ...counted, correct: 1 });
    }
  });

  it("beyond the limit gets no reply and ends the episode", () => {
    const { sums, text, status } = answers(EASY, 1, (a, b) => `<${a}+${b}><${a}+${b}>${a + b}$`);
    expect(text).toMatch(/\]<\d\+\d>$/);
    expect(status).toBe(Status.terminated);
    expect(sums).toMatchObject({ calls: 2, uselessCalls: 2, repeatedCalls: 1, finished: 0, correct: 0, terms: 2 });
    expect(answers(EASY, 1, () => ">>").sums).toMatchObject({ calls: 2, brokenCalls: 2, finished: 0 });
    const all = { ...HARD, ...LONG };
    // The needed call is made after the limit.
    const late = answers(all, 1, (a, b) => `${"<1+1>".repeat(4)}<${a}+${b}>`);
    expect(late.sums).toMatchObject({ calls: 5, usefulCalls: 0, solveF1: 0 });
    expect(answers(all, 1, (a, b) => `${`<${a}+${b}>`.repeat(4)}0$`).sums).toMatchObject({ calls: 4, finished: 1 });
    expect(answers(all, 1, (a, b) => `${`<${a}+${b}>`.repeat(5)}0$`).sums).toMatchObject({ calls: 5, finished: 0 });
  });

  it("may fail in hard and in easy questions, with another last digit", () => {
    const readOff = (given: object, seed: number) => {
      const { text } = answers(given, seed, (a, b) => `<${a}+${b}>`);
      const [, a, b, result] = /^(\d+)\+(\d+)=<.*>\[(\d+)\]$/.exec(text) ?? [];
      return [Number(a) + Number(b), Number(result)];
    };
    const seeds = Array.from({ length: 400 }, (_, seed) => seed);
    for (const seed of seeds) {
      const [sum, result] = readOff({ ...HARD, failure: 1 }, seed);
      expect(result).not.toBe(sum);
      expect(Math.floor(result / 10)).toBe(Math.floor(sum / 10));
      const [easy, easyResult] = readOff({ ...EASY, failure: 1 }, seed);
      expect(easyResult).toBe(easy);
      const [misled, misleading] = readOff({ ...EASY, easyFailure: 1 }, seed);
      expect(misleading).not.toBe(misled);
      const [needed, neededResult] = readOff({ ...HARD, easyFailure: 1 }, seed);
      expect(neededResult).toBe(needed);
    }
    const failed = seeds.filter((seed) => {
      const [sum, result] = readOff({ ...HARD, failure: 0.3 }, seed);
      return sum !== result;
    });
    expect(failed.length / seeds.length).toBeGreaterThan(0.22);
    expect(failed.length / seeds.length).toBeLessThan(0.38);
  });
});

describe("properties of the question", () => {
  it("are reported however the episode ends", () => {
    for (const [given, hard] of [
      [HARD, 1],
      [EASY, 0],
    ] as const) {
      for (const text of ["", "1$", "########################", "<1+1><1+1>"]) {
        expect(answers(given, 2, () => text).sums).toMatchObject({ hard, neededCalls: hard, terms: 2 });
      }
    }
    const mixed = shown(world(ID, { hard: 0.3, mostTerms: 4 }), "expert", 1000);
    expect(meanOf(mixed, "hard")).toBeCloseTo(0.3, 1);
    expect(meanOf(mixed, "terms")).toBeCloseTo(3, 1);
  });

  it("include numbers of the declared sizes", () => {
    for (let seed = 0; seed < 100; seed++) {
      const { text } = answers({ ...HARD, hardFrom: 20, hardTo: 25 }, seed, () => "");
      for (const term of text.slice(0, -1).split("+").map(Number)) expect([20, 21, 22, 23, 24, 25]).toContain(term);
    }
    expect(() => world(ID, { fewestTerms: 3 })).toThrow("fewestTerms must not exceed mostTerms");
    expect(() => world(ID, { hardFrom: 20, hardTo: 10 })).toThrow("hardFrom must not exceed hardTo");
    expect(() => world(ID, { repeats: 0.1 })).toThrow("spareCalls");
  });
});

describe("players", () => {
  it("the expert calls where a call is needed, and ignores wrong results", () => {
    for (const given of [{ failure: 0.5 }, { ...LONG, failure: 1 }, { ...LONG, direct: 1 }]) {
      for (const { sums, text } of shown(world(ID, given), "expert", 200)) {
        expect(sums, text).toMatchObject({ correct: 1, uselessCalls: 0, brokenCalls: 0 });
        expect(sums.calls).toBe(sums.neededCalls);
      }
    }
  });

  it("the demonstrator calls blindly, errs at the declared rate, and trusts the tool", () => {
    const [easy, hard] = [EASY, HARD].map((given) => shown(world(ID, given), "demonstrator", 4000));
    expect(meanOf(easy, "calls")).toBeCloseTo(0.7, 1);
    expect(meanOf(hard, "calls")).toBeCloseTo(0.7, 1);
    expect(meanOf(easy, "correct")).toBeCloseTo(0.9, 1);
    // Expected accuracy 0.78: 0.7 · 0.9 with the tool, 0.3 · 0.5 without.
    expect(Math.abs(meanOf(hard, "correct") - 0.78)).toBeLessThan(0.03);
    const misled = shown(world(ID, { ...HARD, direct: 0, noise: 0, failure: 1 }), "demonstrator", 200);
    expect(meanOf(misled, "correct")).toBe(0);
    expect(meanOf(misled, "usefulCalls")).toBe(1);
  });

  it("the demonstrator repeats calls on request, and its answers stay right", () => {
    for (const given of [HARD, EASY]) {
      const played = shown(world(ID, { ...LONG, ...given, direct: 0, repeats: 0.5, noise: 0 }), "demonstrator", 1000);
      expect(meanOf(played, "correct")).toBe(1);
      expect(meanOf(played, "repeatedCalls")).toBeGreaterThan(0.9);
      expect(meanOf(played, "repeatedCalls")).toBeLessThan(1.1);
    }
  });
});
