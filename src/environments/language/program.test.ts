// Small programs: the stack machine against an independent evaluator, formulas against the rules of arithmetic, and the judge on
// equivalent, nearly equivalent and invalid programs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { meanOf, type Played, shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { Random } from "../../core/random.ts";
import { drawInfix, longestInfix, MOST_STEPS, postfixOf, runPostfix } from "./formula.ts";

const ID = "language/program";

/** Evaluates a formula at x in integers, innermost brackets first and products before sums; reduced modulo 97 only at the end. */
function valueAt(formula: string, x: number): number {
  let text = formula.replaceAll("x", String(x)).replaceAll("-", "~");
  const number = "(-?\\d+)";
  const rules: [RegExp, (a: bigint, operator: string, b: bigint) => bigint][] = [
    [new RegExp(`${number}([*])${number}`), (a, _operator, b) => a * b],
    [new RegExp(`${number}([+~])${number}`), (a, operator, b) => (operator === "+" ? a + b : a - b)],
  ];
  const reduced = (flat: string): string => {
    let left = flat;
    for (const [rule, apply] of rules) {
      while (rule.test(left))
        left = left.replace(rule, (_all, a, operator, b) => String(apply(BigInt(a), operator, BigInt(b))));
    }
    return left;
  };
  for (const inner = /\(([^()]*)\)/; inner.test(text); ) text = text.replace(inner, (_all, flat) => reduced(flat));
  return Number(((BigInt(reduced(text)) % 97n) + 97n) % 97n);
}

function answers(seed: number, given: object, answer: (formula: string) => string): Played {
  return writes(world(ID, given), seed, (question) => `${answer(question.slice(0, -1))}$`);
}

describe("the machine", () => {
  it("computes the formula's value", () => {
    expect(valueAt("(x+3)*2", 50)).toBe(9);
    expect(valueAt("1-(2-x)*3", 0)).toBe(92);
    expect(runPostfix("x3+2*", 50)).toBe(9);
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 5 }), fc.nat(96), (seed, operators, x) => {
        const formula = drawInfix(operators, Random.of(seed, "formula"));
        expect(runPostfix(postfixOf(formula), x), formula).toBe(valueAt(formula, x));
      }),
    );
  });

  it.each(["", "+", "x+", "xx", "x3", "x3+*", "x3+2", "y", "x3+$", "x 3+", "(x3+)", "x3/", "x3+="])(
    "does not run %j",
    (program) => expect(runPostfix(program, 3)).toBeUndefined(),
  );

  it("stops a program at the step limit", () => {
    const sum = (operators: number) => `x${"1+".repeat(operators)}`;
    expect(sum(31)).toHaveLength(MOST_STEPS - 1);
    expect(runPostfix(sum(31), 5)).toBe(36);
    expect(runPostfix(`${sum(31)}1+`, 5)).toBeUndefined();
    expect(runPostfix("x".repeat(100_000), 5)).toBeUndefined();
  });
});

describe("a formula", () => {
  it("has an x, the configured number of operators, and fits into the text", () => {
    const random = Random.of(1, "formulas");
    for (const operators of [1, 2, 3, 4, 5]) {
      let longest = 0;
      for (let k = 0; k < 2000; k++) {
        const formula = drawInfix(operators, random);
        expect(formula).toMatch(/x/);
        expect(formula.match(/[-+*]/g)).toHaveLength(operators);
        longest = Math.max(longest, formula.length);
      }
      expect(longest).toBe(longestInfix(operators));
    }
  });

  it("has brackets around every operation that is an operand, and around nothing else", () => {
    const random = Random.of(2, "formulas");
    for (let k = 0; k < 500; k++) {
      let formula = drawInfix(1 + random.integer(5), random);
      // An innermost operation has two operands; replace it by an operand until none is left.
      while (formula.includes("(")) {
        const inner = formula.replace(/\([x1-9][-+*][x1-9]\)/, "x");
        expect(inner, formula).not.toBe(formula);
        formula = inner;
      }
      expect(formula).toMatch(/^[x1-9][-+*][x1-9]$/);
    }
  });

  it("has each number of operators with its configured probability", () => {
    const counts = (operators: number[]) =>
      shown(world(ID, { operators }), "expert", 1000).map(({ sums }) => sums.operators);
    expect(new Set(counts([0, 0, 1]))).toEqual(new Set([3]));
    const rare = counts([1, 0, 3]);
    expect(new Set(rare)).toEqual(new Set([1, 3]));
    expect(Math.abs(rare.filter((count) => count === 3).length / 1000 - 0.75)).toBeLessThan(0.05);
    expect(() => world(ID, { operators: [0, 0] })).toThrow("above 0");
  });
});

describe("the judge", () => {
  it("accepts every equivalent program", () => {
    const same: ((formula: string) => string)[] = [
      postfixOf,
      // Written in reverse: x−3 as 0 − (3−x), sums and products with exchanged operands.
      (formula) => {
        const [a, operator, b] = formula;
        return operator === "-" ? `0${b}${a}--` : `${b}${a}${operator}`;
      },
    ];
    for (let seed = 0; seed < 100; seed++) {
      for (const write of same) {
        // The shortest formulas, in an environment with room for longer ones.
        const { sums, text } = answers(seed, { operators: [1, 0, 0] }, write);
        expect(sums, text).toMatchObject({ correct: 1, parses: 1, passed: 1, firstPassed: 1, operators: 1 });
      }
    }
  });

  it("rejects nearly equivalent programs, and counts the matching inputs", () => {
    for (let seed = 0; seed < 200; seed++) {
      const mistaken = (formula: string) => `${postfixOf(formula)}1+`;
      const { sums, text } = answers(seed, { operators: [1, 0, 0] }, mistaken);
      expect(sums, text).toMatchObject({ correct: 0, parses: 1, passed: 0, firstPassed: 0 });
      // A constant program that is right only on the first hidden input.
      const memorised = answers(seed, { operators: [1, 0, 0] }, (formula) => numeral(valueAt(formula, 3)));
      expect(memorised.sums).toMatchObject({ parses: 1, firstPassed: 1 });
      const formula = memorised.text.slice(0, memorised.text.indexOf("="));
      const right = [3, 11, 29, 50, 96].filter((x) => valueAt(formula, x) === valueAt(formula, 3)).length;
      expect(memorised.sums.passed).toBeCloseTo(right / 5, 12);
      expect(memorised.sums.correct).toBe(right === 5 ? 1 : 0);
    }
  });

  it("rejects invalid programs and ends the episode", () => {
    for (const none of ["", "xxx", "xx", "+", "x+", "xx+x", "x#+", "<x>", "((", "99*9"]) {
      expect(answers(5, {}, () => none).sums).toMatchObject({ finished: 1, correct: 0, parses: 0, passed: 0 });
    }
    const endless = answers(5, {}, () => "x".repeat(100));
    expect(endless.sums).toMatchObject({ correct: 0, finished: 0, parses: 0 });
  });

  it("pays a demonstrator less for longer programs and more errors", () => {
    // 3, 5 and 7 characters, each right with probability 0.95; a wrong one may be equivalent.
    for (const operators of matrix("1 | 0 1 | 0 0 1")) {
      const length = 1 + 2 * operators.length;
      const right = meanOf(shown(world(ID, { operators }), "demonstrator", 2000), "correct");
      expect(right).toBeGreaterThan(0.95 ** length - 0.03);
      expect(right).toBeLessThan(0.95 ** length + 0.09);
    }
  });
});

describe("an answer without an end", () => {
  const given = { operators: [0, 1], noise: 0, unended: 0.25 };

  it("repeats the program at the demonstrator's configured rate", () => {
    const texts = shown(world(ID, given), "demonstrator", 2000);
    const unended = texts.filter(({ sums }) => sums.finished === 0);
    expect(Math.abs(unended.length / texts.length - 0.25)).toBeLessThan(0.05);
    // Five characters, repeated until there is no room.
    for (const { text } of unended) expect(text).toMatch(/=(.)(....)\1$/);
  });

  it("is never written by the expert", () => {
    expect(meanOf(shown(world(ID, given), "expert", 500), "correct")).toBe(1);
  });
});

/** A program that computes a constant from 0 to 96 as 9 · a + b from digits only. */
function numeral(value: number): string {
  const [a, b] = [Math.floor(value / 9), value % 9];
  return a < 10 ? `9${a}*${b}+` : `99*9+${value - 90}+`;
}
