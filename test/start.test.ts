// A command loads what it names: what files import before anything is asked of them, followed to the end.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** What a file imports at once, by a path or by a package's name; types and `import()` are not loaded then. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), "utf8");
  const statements = text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^;"]*?\sfrom\s)?"([^"]+)";/gm);
  return [...statements].map(([, name]) =>
    name.startsWith(".") ? relative(source, resolve(source, dirname(file), name)) : name,
  );
}

/** Everything that is loaded with a file. */
function loadedWith(file: string): string[] {
  const loaded = new Set([file]);
  for (const one of loaded) if (existsSync(join(source, one))) for (const next of importsOf(one)) loaded.add(next);
  return [...loaded];
}

/** Shipped things by name; their index says where they are. The driver of trainings has none. */
const NAMED = /^(environments|agents|algorithms|systems)\/(?!(?:[a-z]+\/)?index\.ts$|train\.ts$|plugins\.ts$)/;
/** Libraries that take long to load, and that few commands need. */
const HEAVY =
  /^(@duckdb|@jax-js|@swc|@jitl|quickjs|highs|planck|piscina|ai$|@ai-sdk|graphology|ml-matrix|munkres|playwright)/;

describe.each(["cli/main.ts", "cli/commands.ts", "cli/list.ts"])("%s", (file) => {
  test("loads no schema", () => {
    const loaded = loadedWith(file);
    expect(loaded).toContain("core/errors.ts");
    expect(loaded.filter((name) => name === "zod" || NAMED.test(name) || HEAVY.test(name))).toEqual([]);
  });
});

describe.each(["cli/run.ts", "cli/show.ts", "lab/run/worker.ts"])("%s", (file) => {
  test("loads names, and nothing that has one", () => {
    const loaded = loadedWith(file);
    for (const known of ["environments/index.ts", "algorithms/index.ts", "lab/experiment/agents.ts", "zod"])
      expect(loaded).toContain(known);
    expect(loaded.filter((name) => NAMED.test(name) || HEAVY.test(name))).toEqual([]);
  });
});

test("a run of an alliance loads fewer than 150 modules of Agon", () => {
  const commands = ["cli/main.ts", "cli/commands.ts", "cli/run.ts", "cli/run-progress.ts"];
  const named = ["agents/equilibrium.ts", "environments/coopetition/trust-worlds.ts", "rewards/mutuality.ts"];
  const loaded = new Set([...commands, ...named].flatMap(loadedWith));
  const own = [...loaded].filter((name) => name.endsWith(".ts"));
  expect(own.length).toBeLessThan(150);
  expect(own.length).toBeGreaterThan(100);
});

/** Needs `npm run build` before. */
test("what is built imports bundles of packages that have many files, whose licences are beside them", () => {
  const built = fileURLToPath(new URL("../dist", import.meta.url));
  const names = readdirSync(built, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".js") && !/^(packages|web)\//.test(name),
  );
  expect(names.length).toBeGreaterThan(1000);
  const bundled =
    /(?:from|import\()\s*"(?:zod|yaml|commander|cli-table3|lib-r-math\.js|hyparquet-writer|@duckdb\/node-api)"/;
  expect(names.filter((name) => bundled.test(readFileSync(join(built, name), "utf8")))).toEqual([]);
  expect(readFileSync(join(built, "core/checked.js"), "utf8")).toContain('from "../packages/zod.js"');
  const licences = readFileSync(join(built, "packages/licenses.md"), "utf8");
  for (const name of ["zod", "yaml", "lib-r-math.js", "hyparquet"]) expect(licences).toContain(`## ${name} - `);
});

test("what is loaded too early would be found", () => {
  expect(loadedWith("index.ts").some((name) => NAMED.test(name))).toBe(true);
  expect(loadedWith("lab/store/tables.ts")).toContain("hyparquet-writer");
});
