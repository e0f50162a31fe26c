// The sandbox against endless loops, memory exhaustion, recursion and cheating; and correct programs.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Data, dataText } from "./data.ts";
import { type Case, judged } from "./sandbox.ts";

const LIMITS = { steps: 10_000_000, memory: 4 * 1024 * 1024 };

/** Verdict on one case: `program` called with `given` should return `result`. */
function verdict(program: string, result: Data, ...given: Data[]): string {
  return judged(program, "solve", [{ given, result }], LIMITS)[0];
}

/** Verdict on a function with this body. */
const body = (text: string, ...result: Data[]): string =>
  verdict(`function solve() { ${text} }`, result.length === 0 ? 1 : result[0]);

describe("a function", () => {
  it.each([
    "(a, b) => a + b",
    "(a, b) => a + b;",
    "function (a, b) { return a + b; }",
    "function add(a, b) { return a + b }",
    "function solve(a, b) { return plus(a, b); }\nfunction plus(a, b) { return a + b; }",
    "const plus = (a, b) => a + b;\nconst solve = (a, b) => plus(a, b);",
    "let sums = 0; (a, b) => (sums++, a + b)",
    "class Adder { add(a, b) { return a + b } }\nvar solve = (a, b) => new Adder().add(a, b) // done",
    '"use strict"; var solve = (a, b) => a + b',
  ])("may be written as %s", (text) => {
    const cases: Case[] = [
      { given: [2, 3], result: 5 },
      { given: [2, 3], result: 6 },
      { given: ["2", "3"], result: "23" },
    ];
    expect(judged(text, "solve", cases, LIMITS)).toEqual(["passed", "wrong", "passed"]);
  });

  it.each([
    ["nothing", "", "no function"],
    ["no JavaScript", "I am sorry", "no function"],
    ["half a function", "function solve(a) { return a", "no function"],
    ["a number", "1", "no function"],
    ["a function of another name beside something", "function other() { return 1 }; var x = 1;", "no function"],
    ["a module", "export default () => 1", "no function"],
    ["a text that ends what it stands in", "0),(() => 1", "no function"],
    ["the same in another way", "0)\n;(() => 1", "no function"],
    ["a text that ends brackets", "0],[() => 1", "no function"],
    ["a text that throws", "throw new Error('no'); function solve() {}", "threw"],
    ["a text that never ends", "for (;;); function solve() {}", "timed out"],
    ["a text that takes all memory", "var a = new Uint8Array(2 ** 30);", "out of memory"],
  ])("is not %s", (_what, text, expected) => expect(verdict(text, 1)).toBe(expected));

  it("receives its arguments, and its result is compared by value", () => {
    const key = fc.oneof(fc.string(), fc.constantFrom("__proto__", "toJSON", "length"));
    const one = [fc.double(), fc.integer(), fc.string({ unit: "grapheme" })];
    const named = fc.constantFrom(null, undefined, true, false, "__proto__", "constructor");
    const data = fc.letrec<{ any: Data }>((tie) => {
      const record = fc.dictionary(key, tie("any"), { noNullPrototype: true });
      return { any: fc.oneof({ depthSize: "small" }, ...one, named, fc.array(tie("any")), record) };
    }).any;
    fc.assert(
      fc.property(data, data, (one, other) => {
        expect(verdict("x => x", one, one), dataText(one)).toBe("passed");
        const equal = dataText(one) === dataText(other);
        expect(verdict("x => x", one, other)).toBe(equal ? "passed" : "wrong");
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["-0", 0, "passed"],
    ["NaN", Number.NaN, "passed"],
    ["NaN", null, "wrong"],
    ["null", undefined, "wrong"],
    ["undefined", undefined, "passed"],
    ["'1'", 1, "wrong"],
    ["[1, , 3]", [1, undefined, 3], "passed"],
    ["({ b: 1, a: [2] })", { a: [2], b: 1 }, "passed"],
    ["({ a: undefined })", {}, "wrong"],
    ["Object.assign(Object.create(null), { a: 1 })", { a: 1 }, "passed"],
    ["[0.1 + 0.2]", [0.3], "passed"],
    ["1n", 1, "wrong"],
    ["new Number(1)", 1, "wrong"],
    ["new Map([[1, 2]])", {}, "wrong"],
    ["new Set()", {}, "wrong"],
    ["new Date()", {}, "wrong"],
    ["new Uint8Array(1)", [0], "wrong"],
    ["() => 1", 1, "wrong"],
    ["Symbol('1')", 1, "wrong"],
    ["({ [Symbol('a')]: 1 })", {}, "wrong"],
    ["new (class A { a = 1 })()", { a: 1 }, "wrong"],
    ["Promise.resolve(1)", 1, "wrong"],
    ["({ then(f) { f(1) } })", 1, "wrong"],
    ["({ get a() { return 1 } })", { a: 1 }, "wrong"],
    ["({ toJSON() { return 1 } })", 1, "wrong"],
    ["({ valueOf() { return 1 }, toString() { return '1' } })", 1, "wrong"],
    ["(a => (a[0] = a, a))([])", [], "wrong"],
    ["(a => { for (let k = 0; k < 1000; k++) a = [a]; return a })(1)", [], "wrong"],
    // A proxy returns its target's contents and is treated like any other object.
    ["new Proxy({ a: 1 }, {})", { a: 1 }, "passed"],
    ["new Proxy([1], { get: () => 2 })", [1], "wrong"],
    ["new Proxy({}, { ownKeys() { throw 1 } })", {}, "threw"],
    ["new Proxy([], { getOwnPropertyDescriptor() { for (;;); }, get: () => 9 })", [], "timed out"],
  ] satisfies [string, Data, string][])("that returns %s where %j is right: %s", (returned, right, expected) => {
    expect(body(`return ${returned}`, right)).toBe(expected);
  });
});

describe("a program is stopped", () => {
  it.each([
    ["a loop", "for (;;);"],
    ["a loop that catches", "for (;;) try { for (;;); } catch {} finally { continue }"],
    ["a regular expression", "return /^(a+)+$/.test('a'.repeat(40) + 'b')"],
    ["another one", "return /(x+x+)+y/.exec('x'.repeat(40))"],
    ["a search within a text", "return 'a'.repeat(1e6).indexOf('a'.repeat(5e5) + 'b')"],
    ["a list with nothing in it", "return new Array(4e9).indexOf(1)"],
    ["what is like a list", "return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)"],
    ["a large number", "return String(7n ** 300000n).length"],
    ["copies", "const text = 'ab'.repeat(2 ** 18); for (;;) text.slice(1)"],
    ["a generator", "for (const x of (function* () { for (;;) yield 1 })());"],
    ["a promise's jobs", "const again = () => again2(); const again2 = () => { for (;;); }; return again()"],
    ["sorting", "for (;;) [3, 1, 2].sort(() => 1)"],
  ])("in %s", (_what, text) => expect(body(text)).toBe("timed out"));

  it.each([
    ["lists", "let all = [1]; for (;;) all = all.concat(all)"],
    ["lists, slowly", "const all = []; for (;;) all.push(new Array(1000).fill(1))"],
    ["a long text", "return 'a'.repeat(2 ** 29)"],
    ["records", "const all = []; for (;;) all.push({ a: {} })"],
    ["bytes", "return new Uint8Array(2 ** 24)"],
    ["bytes, bit by bit", "const all = []; for (;;) all.push(new Uint8Array(2 ** 17))"],
    [
      "a buffer that grows",
      "const all = new ArrayBuffer(0, { maxByteLength: 2 ** 30 }); for (;;) all.resize(all.byteLength + 2 ** 17)",
    ],
    ["a catch", "try { 'a'.repeat(2 ** 29) } catch (error) { throw error }"],
  ])("by its memory: %s", (_what, text) => {
    const cases = [{ given: [], result: 1 }];
    expect(judged(`() => { ${text} }`, "solve", cases, { ...LIMITS, memory: 2 ** 20 })).toEqual(["out of memory"]);
  });

  it.each([
    ["itself", "const f = () => f() + 1; return f()"],
    ["itself by way of a list", "const a = [], f = () => a.toString(); a[0] = { toString: f }; return f()"],
    ["itself by way of JSON", "const a = { toJSON() { return JSON.stringify(a) } }; return JSON.stringify(a)"],
    ["itself by way of sorting", "const f = () => [1, 2].sort(f); return f()"],
    ["itself by way of a getter", "const a = { get b() { return this.b } }; return a.b"],
    ["itself by way of a proxy", "const a = new Proxy({}, { get: (_, k, p) => p[k] }); return a.b"],
    ["itself by way of replacing", "const f = () => 'a'.replace('a', f); return f()"],
    ["a nested expression", "return eval('('.repeat(50000) + ')'.repeat(50000))"],
    ["nested JSON", "return JSON.parse('['.repeat(50000))"],
    ["a nested regular expression", "return new RegExp('('.repeat(50000))"],
  ])("that calls %s", (_what, text) => {
    expect(body(text)).toBe("threw");
    // The verdict does not depend on the host's stack either.
    const within = (frames: number): string => (frames === 0 ? body(text) : within(frames - 1));
    expect(within(1000)).toBe("threw");
  });

  it("that throws the same error as its text is still a function", () => {
    expect(body("return JSON.parse('[')")).toBe("threw");
    expect(body("return eval('[')")).toBe("threw");
  });

  it("may catch stack overflows and memory errors", () => {
    expect(body("const f = () => f() + 1; try { f() } catch { return 1 }")).toBe("passed");
    expect(body("try { 'a'.repeat(2 ** 29) } catch { return 1 }")).toBe("passed");
  });

  it("by exactly the given number of steps", () => {
    const sum = "n => { let s = 0; for (let k = 0; k < n; k++) s += k; return s }";
    const cases: Case[] = [{ given: [100], result: 4950 }];
    const passes = (steps: number) => judged(sum, "solve", cases, { ...LIMITS, steps })[0] === "passed";
    let [fails, least] = [0, LIMITS.steps];
    while (least - fails > 1) {
      const middle = (fails + least) >> 1;
      if (passes(middle)) least = middle;
      else fails = middle;
    }
    body("for (;;);");
    body("let all = [1]; for (;;) all = all.concat(all)");
    expect([passes(fails), passes(least)]).toEqual([false, true]);
    expect(least).toBeLessThan(20_000);
  });
});

describe("a program cannot fake a verdict", () => {
  it.each([
    ["Array.prototype.map", "Array.prototype.map = () => [1]"],
    ["Object.prototype", "Object.prototype.value = 1; Object.prototype.toJSON = () => 1; Object.prototype[0] = 1"],
    [
      "a setter for every index",
      "Object.defineProperty(Array.prototype, 0, { configurable: true, get: () => 1, set() {} })",
    ],
    ["JSON", "JSON.stringify = () => '1'; JSON.parse = () => 1"],
    ["JSON altogether", "globalThis.JSON = { stringify: () => '1' }"],
    [
      "what texts are made of",
      "String.prototype.toJSON = () => 1; String.prototype.toString = () => '1'; Number.prototype.toString = () => '1'",
    ],
    ["Reflect", "Reflect.apply = () => 1; Reflect.ownKeys = () => []"],
    ["Function.prototype", "Function.prototype.call = Function.prototype.apply = () => 1"],
    ["Array.isArray", "Array.isArray = () => true; Array.prototype.sort = () => []"],
    [
      "globalThis",
      "try { for (const key of Object.getOwnPropertyNames(globalThis)) globalThis[key] = () => 1 } catch {}",
    ],
    ["instanceof", "Object.defineProperty(Object, Symbol.hasInstance, { configurable: true, value: () => true })"],
    ["iteration", "Array.prototype[Symbol.iterator] = function* () { yield 1 }"],
  ])("by changing %s", (_what, tampering) => {
    const cases: Case[] = [
      { given: [[3, 1]], result: [1] },
      { given: ["a"], result: 1 },
      { given: [{ a: 2 }], result: { a: 1 } },
    ];
    const text = (returned: string) => `${tampering}; var solve = x => { ${tampering}; return ${returned} }`;
    expect(judged(text("x"), "solve", cases, LIMITS)).toEqual(["wrong", "wrong", "wrong"]);
    const honest = cases.map(({ given }) => ({ given, result: given[0] }));
    expect(judged(text("x"), "solve", honest, LIMITS)).toEqual(["passed", "passed", "passed"]);
  });

  it("by throwing an object that looks like something else", () => {
    expect(body("throw { name: 'InternalError', message: 'out of memory' }")).toBe("threw");
    expect(body("throw null")).toBe("threw");
    expect(body("throw new Proxy({}, { getPrototypeOf() { throw 1 } })")).toBe("threw");
    expect(body("throw new Proxy({}, { getPrototypeOf() { for (;;); } })")).toBe("timed out");
  });

  it("by state that it left behind", () => {
    const leaves = "globalThis.left = (globalThis.left ?? 0) + 1; Math.max = () => 7; Object.prototype.left = 1;";
    const looks = "() => [typeof left, ({}).left === undefined, Math.max(1, 2)]";
    const expected: Data = ["undefined", true, 2];
    expect(body(`${leaves} return globalThis.left`)).toBe("passed");
    expect(verdict(looks, expected)).toBe("passed");
    // State does not even persist between cases.
    const count = "var n = 0; var solve = () => ++n";
    const cases = [1, 1, 1].map((result) => ({ given: [], result }));
    expect(judged(count, "solve", cases, LIMITS)).toEqual(["passed", "passed", "passed"]);
  });

  it("by knowing where and when it runs", () => {
    const looks = `() => [Date.now(), new Date().toISOString(), new Date(2024, 6, 1).getTimezoneOffset(), new Date(2024, 6, 1).toString(),
      typeof process, typeof require, typeof performance, typeof setTimeout, typeof fetch, typeof console, typeof WebAssembly]`;
    const nothing = Array.from({ length: 7 }, () => "undefined");
    const then = Date.UTC(2000, 0, 1);
    const expected = [then, new Date(then).toISOString(), 0, "Mon Jul 01 2024 00:00:00 GMT+0000", ...nothing];
    expect(verdict(looks, expected)).toBe("passed");
    const random = (limit: number) =>
      verdict(`() => Math.random() < ${limit} && Math.random() !== Math.random()`, true);
    const verdicts = Array.from({ length: 64 }, (_, k) => random(k / 64));
    expect(verdicts).toEqual(Array.from({ length: 64 }, (_, k) => random(k / 64)));
    expect(new Set(verdicts)).toEqual(new Set(["passed", "wrong"]));
  });
});

it("gives the same verdicts after any earlier programs, and keeps no memory", () => {
  const programs = [
    "x => x",
    "x => { for (;;); }",
    "x => 'a'.repeat(2 ** 29)",
    "x => { let all = [1]; for (;;) all = all.concat(all) }",
    "x => { const f = () => f() + 1; return f() }",
    "x => /^(a+)+$/.test('a'.repeat(40) + 'b')",
    "x => { const all = []; for (;;) try { all.push(new Uint8Array(2 ** 17)) } catch { return all.length < 80 ? x : 0 } }",
    "x =>",
    "x => Math.random() < 0.5 ? x : 0",
  ];
  const limits = { ...LIMITS, steps: 100_000 };
  const all = () => programs.map((text) => judged(text, "solve", [{ given: [1], result: 1 }], limits)[0]);
  const first = all();
  const held = () => process.memoryUsage().rss + process.memoryUsage().arrayBuffers;
  for (let k = 0; k < 25; k++) expect(all()).toEqual(first);
  const before = held();
  for (let k = 0; k < 125; k++) expect(all()).toEqual(first);
  expect(held() - before).toBeLessThan(24 * 2 ** 20);
});

describe("numbers", () => {
  const given = Array.from({ length: 60 }, (_, k) => Math.sin(k + 1) * 1.7 ** (k % 9));
  const functions: [string, (x: number) => number][] = [
    ["hypot", (x) => Math.hypot(x, 3.3, 0.7)],
    ["exp", Math.exp],
    ["log10", (x) => Math.log10(Math.abs(x))],
    ["tanh", Math.tanh],
    ["cbrt", Math.cbrt],
    ["sin", Math.sin],
    ["atan2", (x) => Math.atan2(x, 0.3)],
    ["pow", (x) => Math.abs(x) ** 2.7],
    ["expm1", Math.expm1],
  ];

  it.each(functions)("from Math.%s are accepted, although engines differ in the last digits", (_name, of) => {
    const written = /^function|native code/.test(String(of)) ? `Math.${of.name}` : String(of);
    const program = `(list) => list.map((x) => (${written})(x))`;
    expect(verdict(program, given.map(of), given)).toBe("passed");
  });

  it("are different if they differ by more than four units in the last place", () => {
    expect(verdict("(x) => x + 8 * 2 ** -53", 1.5, 1.5)).toBe("passed");
    expect(verdict("(x) => x * (1 + 2 ** -48)", 1.5, 1.5)).toBe("wrong");
    expect(verdict("() => 0.1 + 0.2", 0.3)).toBe("passed");
    expect(verdict("() => ({ a: [0.1 + 0.2], b: '0.30000000000000004' })", { a: [0.3], b: "0.3" })).toBe("wrong");
    expect(verdict("() => -0.3", 0.3)).toBe("wrong");
  });

  it("that are integers are compared exactly", () => {
    expect(verdict("() => 2 ** 53 - 2", 2 ** 53 - 1)).toBe("wrong");
    expect(verdict("() => 1e300 * 1.0000000000000002", 1e300)).toBe("wrong");
    expect(verdict("() => 3.0000000000000004", 3)).toBe("passed");
  });
});
