// The rooms of the house, top to bottom. A room may use those below it; rooms of one line don't know each other.
// `docs/architecture.md` says what is in them.

import { readdirSync } from "node:fs";
import { init, parse } from "es-module-lexer";
import { expect, test } from "vitest";
import { files, importsOf, needsOf, production, roomOf, source, textOf } from "./fixtures/source.ts";

const FLOORS = [
  ["cli"],
  ["server", "web"],
  ["cluster"],
  ["lab"],
  ["systems"],
  ["study"],
  ["evaluation"],
  ["algorithms"],
  ["environments", "rewards", "feedback", "agents"],
  ["play", "logs", "mechanisms", "clients", "nn"],
  ["math"],
  ["core"],
];
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));

/** Imports that go up or sideways, `from -> to`. */
function trespasses(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs
    .filter(([from, to]) => {
      const [a, b] = [roomOf(from), roomOf(to)];
      return a !== b && floorOf(b) <= floorOf(a);
    })
    .map(([from, to]) => `${from} -> ${to}`);
}

/** Imports that lead back to where they began, types and those that wait among them: `a -> b -> a`. */
function cycles(files: readonly string[], imports: (file: string) => readonly string[]): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" -> "));
    else if (!done.has(file)) for (const next of imports(file)) follow(next, [...way, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
  return circles;
}

test("src holds the rooms and nothing else at its root but index.ts", () => {
  for (const name of readdirSync(source)) expect([...FLOORS.flat(), "index.ts"]).toContain(name);
});

test("no room imports one above or beside it", () => {
  const inRooms = production.filter((file) => file.includes("/"));
  const pairs = inRooms.flatMap((file) => importsOf(file).map((to) => [file, to] as const));
  expect(pairs.length).toBeGreaterThan(200);
  expect(trespasses(pairs)).toEqual([]);
});

test("no file imports itself by way of others", () => {
  const seen = new Set(production);
  expect(cycles(production, (file) => needsOf(file).filter((name) => seen.has(name)))).toEqual([]);
});

test("every import is seen: the pattern finds what a parser finds", async () => {
  await init;
  for (const file of files.filter((name) => /^(core|math|evaluation)\/.*\.ts$/.test(name))) {
    const [imports] = parse(textOf(file));
    const names = imports.flatMap(({ specifier }) => (specifier?.startsWith(".") === true ? [specifier] : []));
    expect(importsOf(file).length, file).toBeGreaterThanOrEqual(names.length);
  }
});

test("a trespass would be found", () => {
  expect(trespasses([["core/random.ts", "lab/run/run.ts"]])).toHaveLength(1);
  expect(trespasses([["rewards/gate.ts", "environments/index.ts"]])).toHaveLength(1);
  expect(trespasses([["lab/run/run.ts", "core/random.ts"]])).toHaveLength(0);
});

/** The folders of `lab/`, the lowest first; those of single commands stand above all of them. */
const LAB = ["experiment", "store", "run", "report", "view"];

test("a folder of lab uses those below it alone", () => {
  const levelOf = (file: string) => (LAB.indexOf(file.split("/")[1]) + LAB.length + 1) % (LAB.length + 1);
  const own = production.filter((file) => file.startsWith("lab/"));
  expect(own.filter((file) => file.split("/").length < 3)).toEqual([]);
  const upward = own.flatMap((file) =>
    needsOf(file)
      .filter((to) => to.startsWith("lab/") && levelOf(to) > levelOf(file))
      .map((to) => `${file} -> ${to}`),
  );
  expect(upward).toEqual([]);
});

test("a cycle would be found", () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    a: ["b", "c"],
    b: ["c"],
    c: ["d"],
    d: ["b"],
    e: ["e"],
  };
  expect(cycles(Object.keys(imports), (file) => imports[file])).toEqual(["b -> c -> d -> b", "e -> e"]);
  expect(cycles(["a", "b", "c"], (file) => ({ a: ["b", "c"], b: ["c"] })[file] ?? [])).toEqual([]);
});
