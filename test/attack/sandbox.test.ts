// Programs that try to leave the sandbox, to be called right though they are wrong, or to take what they like. What holds is said once for
// each kind; the attacks are all pairs of a way and an aim.

import { afterAll, describe, expect, test } from "vitest";
import { type Case, judged } from "../../src/environments/sandbox/sandbox.ts";

const LIMITS = { steps: 400_000, memory: 4 * 1024 * 1024 };

/** The verdicts on programs for which 1 is right. */
const verdict = (program: string): string => judged(program, "solve", [{ given: [], result: 1 }], LIMITS)[0];

/** What a host has and a sandbox must not. */
const HOST =
  "process require module exports __dirname global Buffer fetch XMLHttpRequest WebSocket EventSource Worker importScripts WebAssembly setTimeout setInterval setImmediate queueMicrotask performance console print navigator crypto structuredClone std os bjson scriptArgs Deno Bun".split(
    " ",
  );

/** How the type of a name is found. */
const LOOKS: Readonly<Record<string, (name: string) => string>> = {
  "by its name": (name) => `() => typeof ${name}`,
  "in the global object": (name) => `() => typeof globalThis[${JSON.stringify(name)}]`,
  "by eval": (name) => `() => (0, eval)("typeof ${name}")`,
  "by a made function": (name) => `() => Function("return typeof ${name}")()`,
  "by the maker of functions of a function": (name) => `() => (() => {}).constructor("return typeof ${name}")()`,
  "by the maker of generators": (name) => `() => (function* () {}).constructor("yield typeof ${name}")().next().value`,
  "by the maker of an error": (name) =>
    `() => { try { null.x } catch (e) { return e.constructor.constructor("return typeof ${name}")() } }`,
  "by this": (name) => `function solve() { return typeof (this ?? globalThis)[${JSON.stringify(name)}] }`,
};

/** Ways to get at a module or a file of the host, none of which may end well. */
const IMPORTS =
  "fs node:fs child_process std os /etc/passwd ./x.js data:text/javascript,1 https://example.com/x.js".split(" ");
const LOADS: Readonly<Record<string, (name: string) => string>> = {
  "by import": (name) => `import x from ${JSON.stringify(name)}; var solve = () => 1`,
  "by import later": (name) => `async () => (await import(${JSON.stringify(name)}), 1)`,
  "by import in eval": (name) => `() => (eval("import(${JSON.stringify(name).replaceAll('"', "'")})"), 2)`,
  "by require": (name) => `() => (require(${JSON.stringify(name)}), 1)`,
};

/** What every object that a judge may use is changed into. */
const MAKERS =
  "Object Array String Number Boolean Function Symbol BigInt JSON Reflect Math Map Set WeakMap WeakSet Promise Proxy RegExp Date Error TypeError InternalError ArrayBuffer DataView Uint8Array Float64Array".split(
    " ",
  );
const CHANGES: Readonly<Record<string, (maker: string) => string>> = {
  "all that it does": (maker) =>
    `for (const key of Reflect.ownKeys(${maker})) try { if (typeof ${maker}[key] === "function") ${maker}[key] = () => 1 } catch {}`,
  "all that its things do": (maker) =>
    `for (const key of Reflect.ownKeys(${maker}.prototype ?? {})) try { if (typeof ${maker}.prototype[key] === "function" && key !== "constructor") ${maker}.prototype[key] = () => 1 } catch {}`,
  itself: (maker) => `globalThis.${maker} = new Proxy(function () { return 1 }, { get: () => () => 1 })`,
};

/** What never ends, or takes without end. */
const LOOPS: Readonly<Record<string, string>> = {
  "a loop": "for (;;);",
  "a search": "/^(a+)+$/.test('a'.repeat(40) + 'b')",
  sorting: "for (;;) [3, 1, 2].sort(() => 1)",
  "a list that doubles": "let all = [1]; for (;;) all = all.concat(all)",
  bytes: "const all = []; for (;;) all.push(new Uint8Array(2 ** 17))",
  "a large number": "let n = 7n; for (;;) n *= n",
};
const WRAPPINGS: Readonly<Record<string, (text: string) => string>> = {
  "in its body": (text) => `() => { ${text} }`,
  "before it is there": (text) => `${text}; var solve = () => 1`,
  "in a try": (text) => `() => { try { ${text} } catch {} finally { for (;;); } }`,
  "in a default": (text) => `(x = (() => { ${text} })()) => 1`,
  "in a getter of its result": (text) => `() => ({ get a() { ${text} } })`,
  "in a proxy as its result": (text) => `() => new Proxy([], { ownKeys() { ${text} }, get() { ${text} } })`,
  "in what makes a text of its result": (text) =>
    `() => ({ toJSON() { ${text} }, toString() { ${text} }, get 0() { ${text} } })`,
  "in a class": (text) => `class A { static { ${text} } }; var solve = () => 1`,
};

const pairs = (ways: object, aims: readonly string[]) =>
  Object.keys(ways).flatMap((way) => aims.map((aim) => [aim, way] as const));

/** Of the host, before and after. */
const shape = () => [Reflect.ownKeys(globalThis), Reflect.ownKeys(Object.prototype), Reflect.ownKeys(Array.prototype)];
const before = shape();
afterAll(() => expect(shape()).toEqual(before));

describe("the sandbox", () => {
  test.each(pairs(LOOKS, HOST))("has no %s, looked for %s", (name, way) => {
    const [judgement] = judged(LOOKS[way](name), "solve", [{ given: [], result: "undefined" }], LIMITS);
    expect(judgement).toBe("passed");
  });

  test.each(pairs(LOADS, IMPORTS))("loads no %s %s", (name, way) => {
    expect(["no function", "threw", "wrong"]).toContain(verdict(LOADS[way](name)));
  });

  test.each(pairs(CHANGES, MAKERS))("judges alike where %s has changed: %s", (maker, way) => {
    const cases: Case[] = [[[3, 1]], ["a"], [{ a: 2 }], [2.5], [null]].map((given) => ({ given, result: 1 }));
    const tampering = CHANGES[way](maker);
    const verdicts = judged(`${tampering}; var solve = (x) => { ${tampering}; return x }`, "solve", cases, LIMITS);
    expect(verdicts).not.toContain("passed");
    const honest = cases.map(({ given }) => ({ given, result: given[0] }));
    const later = judged("(x) => x", "solve", honest, LIMITS);
    expect(later).toEqual(honest.map(() => "passed"));
  });

  test.each(pairs(WRAPPINGS, Object.keys(LOOPS)))("ends %s %s", (loop, way) => {
    expect(["timed out", "out of memory", "threw", "wrong"]).toContain(verdict(WRAPPINGS[way](LOOPS[loop])));
    expect(verdict("() => 1")).toBe("passed");
  });
});
