// The import graph behind keys: changing any file of a closure changes its hash, and changing a file outside of it does not. Moved files,
// comments and types do not change the hash.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { transformSync } from "@swc/wasm-typescript";
import { type Token, tokenizer } from "acorn";
import { describe, expect, test } from "vitest";
import { KINDS, listing } from "../experiment/listing.ts";
import { agonModules, ModuleGraph, roomFile } from "./module-graph.ts";
import { codeModule } from "./module-reader.ts";

const modules = agonModules();
const CELL = [roomFile("lab/run/cell")];

const scriptOf = (file: string): string =>
  transformSync(readFileSync(file, "utf8"), { mode: "strip-only", filename: file }).code;

/** Returns code with its first constant changed: a number, otherwise a text that names no file. Code without one gets a constant. */
function changed(code: string): string {
  const tokens: Token[] = [...tokenizer(code, { ecmaVersion: "latest", sourceType: "module" })];
  const textOf = ({ start, end }: Token) => code.slice(start, end);
  const isNumber = ({ type }: Token) => type.label === "num";
  const isText = (token: Token, k: number) => token.type.label === "string" && textOf(tokens[k - 1]) !== "from";
  const token = tokens.find(isNumber) ?? tokens.find(isText);
  if (token === undefined) return `${code}\nexport const changed = 1;`;
  return `${code.slice(0, token.start)}${isNumber(token) ? "987654321" : '"changed"'}${code.slice(token.end)}`;
}

/** The graph with the code of one file replaced. */
const withCode = (file: string, code: string) =>
  new ModuleGraph((path) => (path === file ? codeModule(path, code) : modules.module(path)));

describe.each([
  ["a world that rules play", ["coopetition/slcd", "equilibrium", "private"]],
  ["a learnt reward and a learner", ["gridworld/maze", "ppo", "learnt", "panel", "bonus/global"]],
  ["measured players", ["games/poker", "random", "measured", "exploitability"]],
  ["a text method", ["language/sort", "grpo", "negative-aware", "verl-rank"]],
])("the key of %s", (_, parts) => {
  const names = new Set(parts);
  const hash = modules.hash(CELL, names);
  const closure = modules.closure(CELL, names);

  test("moves with a constant of each file that it depends on", () => {
    expect(closure.size).toBeGreaterThan(60);
    // Only the named parts of a list count.
    const whole = [...closure.keys()].filter((file) => Object.keys(modules.module(file)?.listed ?? {}).length === 0);
    const still = whole.filter((file) => withCode(file, changed(scriptOf(file))).hash(CELL, names) === hash);
    expect(still).toEqual([]);
  });

  test("does not depend on other files: studies, reports, pages and commands", () => {
    const only = new ModuleGraph((file) => {
      if (!closure.has(file) && ![...closure.keys()].some((one) => imports(one).includes(file))) throw new Error(file);
      return modules.module(file);
    });
    expect(only.hash(CELL, names)).toBe(hash);
    const rooms = [...closure.keys()].map((file) => relative(roomFile("x").slice(0, -4), file));
    expect(
      rooms.filter((file) => /^(cli|server|web|cluster|study)\/|^lab\/(report|finding|view)|study\.ts$/.test(file)),
    ).toEqual([]);
  });
});

const imports = (file: string) => modules.module(file)?.imports ?? [];

test("an unnamed part does not count, and each name adds its own modules", () => {
  const plain = modules.hash(CELL, new Set(["coopetition/slcd"]));
  expect(modules.hash(CELL, new Set(["coopetition/slcd", "no such part"]))).toBe(plain);
  expect(modules.hash(CELL, new Set(["coopetition/slcd", "ppo"]))).not.toBe(plain);
  expect(modules.closure(CELL, new Set(["ppo"])).has(roomFile("algorithms/policy-gradient/ppo"))).toBe(true);
});

test("lists contain exactly the registered parts", async () => {
  const parts = await listing();
  const registered = new Set(Object.values(parts).flatMap((list) => list.map(({ id }) => id)));
  const lists = ["environments/index", "agents/index", "rewards/library", "feedback/sources/index", "algorithms/index"];
  const further = [
    "environments/hosted/index",
    "algorithms/text/index",
    "systems/plugins",
    "lab/experiment/agents",
    "environments/arenas/index",
  ];
  const names = [...lists, ...further, "evaluation/measures/index", "evaluation/ratings/index"].flatMap((file) =>
    Object.keys(modules.module(roomFile(file))?.listed ?? {}),
  );
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name) => !registered.has(name))).toEqual([]);
  const eager = new Set(["rules", "studies"]);
  const lazy = KINDS.filter((kind) => !eager.has(kind)).flatMap((kind) => parts[kind].map(({ id }) => id));
  expect(lazy.filter((id) => !names.includes(id))).toEqual(["grpo"]);
});

describe("one module", () => {
  const of = (code: string) => codeModule("/a/b.ts", code);
  const base = of('import { f } from "./f.ts"; export const x = f(1, 2);');

  test("has the same hash with other white space, comments and file locations", () => {
    const same = of('// Comment.\nimport { f } from "../moved/f.ts";\nexport const x = f(1, 2); /* another */');
    expect(same.hash).toBe(base.hash);
    expect(same.imports).toEqual(["/moved/f.ts"]);
  });

  test("has another hash with other tokens", () => {
    for (const code of ["export const x = f(1, 3);", "export const x = f(12);", "export let x = f(1, 2);"])
      expect(of(`import { f } from "./f.ts"; ${code}`).hash).not.toBe(base.hash);
  });

  test("lists parts by name, whose code counts where they are named", () => {
    const list = (second: string) =>
      of(
        `const list = { one: async () => (await import("./one.ts")).one, ${second} ...together(["c", "d"], async () => import("./cd.ts")) };`,
      );
    const { listed, hash, imports } = list("");
    expect(imports).toEqual([]);
    expect(Object.keys(listed)).toEqual(["one", "c", "d"]);
    expect(listed.one.imports).toEqual(["/a/one.ts"]);
    const more = list('two: async () => make(2, await import("./two.ts")),');
    expect(more.hash).toBe(hash);
    expect(more.listed.one).toEqual(listed.one);
    expect(more.listed.two.hash).not.toBe(list('two: async () => make(3, await import("./two.ts")),').listed.two.hash);
  });

  test("lists files and packages that it loads in other ways, and re-exported names", () => {
    const { imports, passes } = of(
      'export { a as b } from "./a.ts"; const w = new Worker(new URL("./w.ts", import.meta.url));',
    );
    expect(imports).toEqual(["/a/a.ts", "/a/w.ts"]);
    expect(passes).toEqual({ b: "/a/a.ts" });
    const here = codeModule(roomFile("lab/x"), 'import "zod"; const P = "@jax-js/jax";');
    expect(here.packages).toEqual([expect.stringMatching(/^@jax-js\/jax@\d/), expect.stringMatching(/^zod@4/)]);
  });

  test("changes the hash where an import resolves to another file", () => {
    const files = (target: string) =>
      new Map([
        ["/r.ts", `import { f } from "./${target}.ts"; import "./b.ts"; import "./c.ts";`],
        ["/b.ts", "export const f = 1;"],
        ["/c.ts", "export const f = 2;"],
      ]);
    const hash = (target: string) => {
      const texts = files(target);
      return new ModuleGraph((file) => {
        const text = texts.get(file);
        return text === undefined ? undefined : codeModule(file, text);
      }).hash(["/r.ts"], new Set());
    };
    expect(hash("b")).not.toBe(hash("c"));
  });
});
