// Programs that are called repeatedly: their memory between calls, and what ends them.

import { afterEach, expect, test } from "vitest";
import { Residence } from "./resident.ts";

const LIMITS = { steps: 200_000, memory: 4_000_000 };
const residence = new Residence();
afterEach(() => residence.close());

const begun = (program: string) => {
  const resident = residence.resident(program, "move", LIMITS);
  return { resident, isProgram: resident.begin() };
};

test("a program keeps its state until it is restarted", () => {
  const { resident } = begun("let n = 0; function move(by) { n += by; return { n }; }");
  expect([resident.call([2]), resident.call([3])]).toEqual([{ n: 2 }, { n: 5 }]);
  resident.begin();
  expect(resident.call([1])).toEqual({ n: 1 });
});

test("two programs share nothing, not even changes to built-in objects", () => {
  const one = begun("Array.prototype.secret = 7; function move() { return [].secret; }").resident;
  const other = begun("function move() { return [].secret ?? 0; }").resident;
  expect([one.call([]), other.call([])]).toEqual([7, 0]);
});

test("a program is called again after an exception, but not after an endless loop until it is restarted", () => {
  const throwing = begun("let n = 0; function move() { if (n++ === 0) throw new Error('no'); return n; }").resident;
  expect([throwing.call([]), throwing.call([])]).toEqual([undefined, 2]);
  const looping = begun("let n = 0; function move() { if (n++ > 0) for (;;); return n; }").resident;
  expect([looping.call([]), looping.call([]), looping.call([])]).toEqual([1, undefined, undefined]);
  looping.begin();
  expect(looping.call([])).toBe(1);
});

test("programs that loop at the start, do not parse or lack the function are rejected", () => {
  for (const program of ["for (;;);", "function move( {", "const x = 1;"]) expect(begun(program).isProgram).toBe(false);
});

test("each call has its own steps: a thousand calls may together use more than the limit of one", () => {
  const { resident } = begun("function move() { let s = 0; for (let k = 0; k < 2000; k++) s += k; return s; }");
  for (let call = 0; call < 1000; call++) expect(resident.call([])).toBe(1_999_000);
});

test("the arguments of a hundred calls do not fill the memory", () => {
  const { resident } = begun("function move(all) { return all.length; }");
  const many = Array.from({ length: 1000 }, (_, k) => ({ x: k, y: k }));
  for (let call = 0; call < 100; call++) expect(resident.call([many])).toBe(1000);
});

test("a program that fills its memory gives no further answers", () => {
  const { resident } = begun("const all = []; function move() { for (;;) all.push(new Array(1000).fill(1)); }");
  expect([resident.call([]), resident.call([])]).toEqual([undefined, undefined]);
});

test("only JSON data is accepted as an answer", () => {
  for (const value of ["() => 1", "undefined", "NaN", "new Map()", "Promise.resolve(1)", "[undefined]"]) {
    expect(begun(`function move() { return ${value}; }`).resident.call([]), value).toBeUndefined();
  }
  expect(begun("function move() { return { __proto__: null, a: [null, true, 'x'] }; }").resident.call([])).toEqual({
    a: [null, true, "x"],
  });
});
