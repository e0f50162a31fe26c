// The repair shop's modules work; tests detect each fault; a bug consists of six faults, and the original texts repair it.

import { describe, expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { judged, judgedInTurn } from "../../sandbox/sandbox.ts";
import { type Bug, CANDIDATES, drawBug, PLACES, passes, programOf, sitesOf, TESTS } from "./bugs.ts";
import { FAULTS, faultSites, written } from "./faults.ts";
import { MODULES } from "./repair-module.ts";

/** Index of the right candidate at each place, [PLACES]. */
const rightOf = ({ candidates }: Bug): number[] =>
  Array.from({ length: PLACES }, (_, k) =>
    Array.from({ length: CANDIDATES }, (__, c) => candidates[CANDIDATES * k + c]).indexOf(0),
  );

const all = MODULES.map(({ name }, k) => [name, k] as const);

test("there are forty modules of thirty to eighty lines, with eight tests each, and every kind of fault", () => {
  expect(MODULES.length).toBe(40);
  expect(new Set(MODULES.map(({ name }) => name)).size).toBe(40);
  for (const { name, source, tests } of MODULES) {
    expect(source.split("\n").length, name).toBeGreaterThan(30);
    expect(source.split("\n").length, name).toBeLessThan(80);
    expect(tests, name).toHaveLength(TESTS);
  }
  const kinds = MODULES.flatMap((_, k) => sitesOf(k).map(({ kind }) => kind));
  expect([...new Set(kinds)].sort()).toEqual([...FAULTS].sort());
});

describe.each(all)("%s", (_name, module) => {
  test("works; each bug is detected by visible tests and repaired by the right texts", () => {
    expect([...passes(module, MODULES[module].source)]).toEqual(new Array(TESTS).fill(1));
    const bug = drawBug(module, Random.of(0, "bug"));
    expect(Array.from(bug.shown).reduce((a, b) => a + b, 0)).toBe(TESTS / 2);
    const broken = passes(module, programOf(bug, bug.broken));
    expect(Array.from(bug.shown).some((shown, k) => shown === 1 && broken[k] === 0)).toBe(true);
    expect(programOf(bug, rightOf(bug))).toBe(MODULES[module].source);
    for (let place = 0; place < PLACES; place++) {
      const chosen = rightOf(bug);
      for (let c = 0; c < CANDIDATES; c++) {
        chosen[place] = c;
        const alone = new Set(passes(module, programOf(bug, chosen)));
        expect(alone).toEqual(new Set(bug.candidates[CANDIDATES * place + c] === 0 ? [1] : [0, 1]));
      }
    }
    expect(drawBug(module, Random.of(0, "bug"))).toEqual(bug);
  });
});

test("fault sites of a program, by kind", () => {
  const source = "function f(a, b) { if (a[b] < 3) { return g(a, b); } a[0] += 2; return b; }";
  const rows = faultSites(source).map(({ kind, right, wrong }) => [kind, right, wrong.join(" | ")]);
  expect(rows).toEqual([
    ["index", "b", "b + 1 | b - 1 | 0"],
    ["bound", "<", "<= | > | >="],
    ["constant", "3", "4 | 5 | 2"],
    ["return", "return g(a, b);", "g(a, b); | return; | return [g(a, b)];"],
    ["arguments", "a, b", "b, a | a, a | b, b"],
    ["constant", "0", "1 | 2 | 3"],
    ["operator", "+=", "-= | *= | ="],
    ["constant", "2", "3 | 4 | 1"],
    ["return", "return b;", "b; | return; | return [b];"],
  ]);
  const [, bound] = faultSites(source);
  expect(written(source, [bound], [">="])).toBe(source.replace("<", ">="));
});

test("tests in one engine give the same results as tests in separate engines", () => {
  const limits = { steps: 100_000, memory: 8_000_000 };
  const programs = [
    "function f(x) { return x + 1; }",
    "function f(x) { if (x === 2) { for (;;) {} } return x + 1; }",
    "function f(x) { if (x === 1) { throw new Error(); } return f; }",
    "function f(x) { return f(x); }",
    "function f(x) { let s = 'x'; while (true) { s += s; } }",
    "no program",
  ];
  const cases = [1, 2, 3].map((x) => ({ given: [x], result: x + 1 }));
  for (const program of programs)
    expect(judgedInTurn(program, "f", cases, limits)).toEqual(judged(program, "f", cases, limits));
  const counting = "let n = 0; function f(x) { n += 1; return n === 1 ? x + 1 : n; }";
  expect(judgedInTurn(counting, "f", cases, limits)).toEqual(["passed", "wrong", "wrong"]);
});
