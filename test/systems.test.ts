// Laws of the systems: what one of them uses lies in its folder, names agree, the centre names none, each is short, a name has one meaning.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { declared } from "../src/cli/commands.ts";
import { shippedRecords } from "../src/lab/studies/kept-records.ts";
import type { StudyRecord } from "../src/lab/studies/record.ts";
import type { Figure } from "../src/study/figure.ts";
import { seedsOf } from "../src/study/study.ts";
import { studies } from "../src/systems/index.ts";
import * as plugins from "../src/systems/plugins.ts";
import { importsOf, production, roomOf, source, systemOf, textOf } from "./fixtures/source.ts";

const folders = readdirSync(join(source, "systems"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Imports from one system into another, `from -> to`. */
function crossings(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs
    .filter(([from, to]) => {
      const [one, other] = [systemOf(from), systemOf(to)];
      return one !== undefined && other !== undefined && one !== other;
    })
    .map(([from, to]) => `${from} -> ${to}`);
}

/** Files outside of all systems that only one system uses, by itself or through each other. */
function strays(files: readonly string[], imports: (file: string) => readonly string[]): string[] {
  const users = new Map<string, string[]>();
  for (const file of files) for (const used of imports(file)) users.set(used, [...(users.get(used) ?? []), file]);
  const owner = new Map(
    files.flatMap((file) => (systemOf(file) === undefined ? [] : [[file, systemOf(file)] as const])),
  );
  for (let before = -1; before !== owner.size; ) {
    before = owner.size;
    for (const file of files) {
      const owners = new Set((users.get(file) ?? []).map((user) => owner.get(user)));
      const [one] = owners;
      if (!owner.has(file) && owners.size === 1 && one !== undefined) owner.set(file, one);
    }
  }
  return [...owner].filter(([file]) => systemOf(file) === undefined).map(([file, one]) => `${file} -> ${one}`);
}

/** Benchmarks and examples are users too. */
const outside = ["bench", "examples"].flatMap((folder) => {
  const path = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(path, name), "utf8"));
});
const usedOutside = (file: string) => outside.some((text) => text.includes(`src/${file}"`));

test("a file that only one system uses lies in its folder", () => {
  const found = strays(production, importsOf).filter((stray) => !usedOutside(stray.split(" -> ")[0]));
  expect(found).toEqual([]);
});

test("no system imports another", () => {
  expect(crossings(production.flatMap((file) => importsOf(file).map((to) => [file, to] as const)))).toEqual([]);
});

test("equations that a study says are tests stand where it says, as many as it says", async () => {
  const said = (await studies.all()).flatMap(({ id, equations = [] }) => equations.map((one) => ({ id, ...one })));
  expect(said.length).toBeGreaterThan(0);
  for (const { id, file, tests } of said) {
    const text = readFileSync(join(source, "..", file), "utf8");
    expect(text.match(/^\s*(?:test|it)(?:\.each)?\(/gm)?.length, `${id}: ${file}`).toBe(tests);
  }
});

/** Whether a text of tests has one of this name. */
const hasTest = (text: string, name: string): boolean =>
  new RegExp(`(?<!describe)\\(\\s*"${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}",`).test(text);

test("a fact that counts as a headline is decided by a test of the name and file that it says", async () => {
  const facts = (await studies.all()).flatMap(({ id, facts = [] }) => facts.map((one) => ({ id, ...one })));
  expect(facts.length).toBeGreaterThan(0);
  const without = facts.filter(
    ({ file, test: name }) => !hasTest(readFileSync(join(source, "..", file), "utf8"), name),
  );
  expect(without.map(({ id, test: name }) => `${id}: ${name}`)).toEqual([]);
  expect(["a", "b", "c"].map((name) => hasTest('test("a", () => {});\ndescribe("b", () => {});', name))).toEqual([
    true,
    false,
    false,
  ]);
});

test("a line of use names a command that exists, with its flags, or a guide", async () => {
  const lines = (await studies.all()).flatMap(({ id, use = [] }) => use.map((line) => ({ id, line })));
  expect(lines.length).toBeGreaterThan(0);
  for (const { id, line } of lines) {
    const named = [...line.matchAll(/`(agon [^`]+|docs\/[^`]+)`/g)].map(([, words]) => words);
    expect(named.length, `${id}: ${line}`).toBeGreaterThan(0);
    for (const words of named) expect(isThere(words), `${id}: ${words}`).toBe(true);
  }
  expect(
    ["agon audit vcg", "agon trace pick FILES", "agon trace", "agon audit --no", "docs/guides/x.md"].map(isThere),
  ).toEqual([true, true, false, false, false]);
});

/** Whether a guide exists, or a command with its flags. */
function isThere(words: string): boolean {
  if (!words.startsWith("agon ")) return existsSync(join(source, "..", words));
  const [first, second, ...rest] = words.split(" ").slice(1);
  const command = declared.get(`${first} ${second}`) ?? declared.get(first);
  if (command === undefined || command.isGroup) return false;
  const flags = [second, ...rest].flatMap((word) => (word?.startsWith("--") ? [word.slice(2)] : []));
  return flags.every((flag) => Object.hasOwn(command.flags ?? {}, flag));
}

test("a system's folder has the name of its study, and of what it brings", () => {
  expect([...studies.ids()].sort()).toEqual([...folders].sort());
  const isStudy = (folder: string) =>
    ["experiment.yaml", "study.ts"].filter((name) => existsSync(join(source, "systems", folder, name))).length === 1;
  expect(folders.filter((folder) => !isStudy(folder))).toEqual([]);
  const { textMethods, callbacks, textPresets, learners } = plugins;
  // The meter of verl-rank goes along by itself too.
  const brought = [textMethods, callbacks, textPresets, learners].flatMap((sources) => Object.keys(sources));
  expect(brought.filter((id) => id !== "effective-rank" && !folders.includes(id))).toEqual([]);
});

test("records that ship are of the study's own seeds; a study without one was changed and waits for its run", async () => {
  for (const study of await studies.all()) {
    const { short, full } = shippedRecords(study.id);
    expect(short ?? full ?? study.changed, study.id).toBeDefined();
    if (short !== undefined) expect(short.seeds, study.id).toEqual(seedsOf(study, false));
    if (full !== undefined) expect(full.seeds, study.id).toEqual(seedsOf(study, true));
  }
});

test("a record names the facts that its study has, and the headline claims that are not tested", async () => {
  const all = (await studies.all()).flatMap((study) =>
    Object.values(shippedRecords(study.id)).map((record) => ({ study, record })),
  );
  expect(all.filter(({ study }) => study.untested !== undefined).length).toBeGreaterThan(0);
  for (const { study, record } of all) {
    expect(record.untested, study.id).toEqual(study.untested);
    expect(record.facts, study.id).toEqual(study.facts);
  }
});

test("a headline claim can be read alone, as the first sentence of a page quotes it", async () => {
  const leans = (claim: string) => /^(and|but|it|its|nor|than|they|which|yet|so does|so do)\b/.test(claim);
  const claims = (await studies.all()).flatMap(({ id }) =>
    Object.values(shippedRecords(id)).flatMap(({ results }) => results.map((one) => ({ id, ...one }))),
  );
  // An experiment refuses a longer name.
  expect(claims.filter(({ name }) => name.length > 100).map(({ id, name }) => `${id}: ${name}`)).toEqual([]);
  const headlines = claims.filter(({ headline }) => headline === true).map(({ id, name }) => `${id}: ${name}`);
  expect(headlines.length).toBeGreaterThan(500);
  expect(headlines.filter((one) => leans(one.slice(one.indexOf(": ") + 2)))).toEqual([]);
  expect(leans("and more than before")).toBe(true);
});

test("every figure of a record that ships lies within its interval", async () => {
  const far = 1e-9;
  const outside = (figures: readonly (Figure | null)[]) =>
    figures.filter((one) => {
      const { value = null, low, high } = one ?? {};
      return value !== null && (value < (low ?? value) - far || value > (high ?? value) + far);
    });
  const figuresOf = ({ results, tables }: StudyRecord) => [
    ...results.flatMap(({ figures }) => figures),
    ...tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)),
  ];
  const records = (await studies.all()).flatMap(({ id }) => Object.values(shippedRecords(id)));
  expect(records.length).toBeGreaterThan(40);
  expect(records.flatMap((record) => outside(figuresOf(record)).map((one) => [record.id, one]))).toEqual([]);
  expect(outside([{ value: 1, low: 1.1, high: 2 }, { value: 1, low: 0, high: 1 }, null])).toHaveLength(1);
});

test("the trainer of texts names no system", () => {
  const centre = production.filter((file) => file.startsWith("algorithms/text/"));
  expect(centre.length).toBeGreaterThan(20);
  const naming = (text: string) => folders.filter((id) => text.includes(`"${id}"`));
  expect(centre.flatMap((file) => naming(textOf(file)).map((id) => `${file} names ${id}`))).toEqual([]);
  expect(naming('use: "negative-aware"')).toEqual(["negative-aware"]);
});

/** Most lines of a system. */
const LENGTH = 400;

test("a system is short", () => {
  const lines = (system: string) =>
    production
      .filter((file) => systemOf(file) === system)
      .reduce((sum, file) => sum + textOf(file).split("\n").length - 1, 0);
  for (const folder of folders) expect(lines(folder), folder).toBeLessThanOrEqual(LENGTH);
});

test("a type's name has one meaning over all rooms", () => {
  const rooms = new Map<string, Set<string>>();
  for (const file of production) {
    for (const [, name] of textOf(file).matchAll(/^export (?:interface|type|class|abstract class) (\w+)/gm)) {
      rooms.set(name, (rooms.get(name) ?? new Set()).add(roomOf(file)));
    }
  }
  expect(rooms.size).toBeGreaterThan(500);
  expect([...rooms].flatMap(([name, of]) => (of.size > 1 ? [name] : []))).toEqual([]);
});

test("a breach would be found", () => {
  expect(crossings([["systems/spark/study.ts", "systems/cooper/study.ts"]])).toHaveLength(1);
  expect(crossings([["systems/spark/study.ts", "study/claim.ts"]])).toEqual([]);
  const imports: Readonly<Record<string, readonly string[]>> = {
    "systems/spark/study.ts": ["math/a.ts"],
    "math/a.ts": ["math/b.ts"],
    "systems/cooper/study.ts": ["math/c.ts"],
    "lab/run/run.ts": ["math/c.ts"],
  };
  const files = [...new Set([...Object.keys(imports), ...Object.values(imports).flat()])];
  expect(strays(files, (file) => imports[file] ?? [])).toEqual(["math/a.ts -> spark", "math/b.ts -> spark"]);
});
