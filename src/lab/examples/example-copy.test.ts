// Copies of shipped examples: whole, able to find the schema, and never over something else.

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { EXAMPLES } from "../experiment/own-package.ts";
import { copyExample, exampleFiles, exampleOf, filesOfExample, shippedExperiment } from "./examples.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "agon-copy-")));
  return () => rmSync(folder, { recursive: true });
});

const needed = async (id: string) => (await filesOfExample(exampleOf(id))).map((file) => relative(EXAMPLES, file));

test("an example needs the files that its values name", async () => {
  expect(await needed("alliance")).toEqual(["alliance.yaml"]);
  expect(await needed("llm")).toEqual(["llm.yaml", "llm.jsonl"]);
  expect((await needed("fishery")).sort()).toEqual(
    ["cautious.js", "fishery.ts", "fishery.yaml", "levy.ts", "spared.ts"].map((name) => `fishery/${name}`),
  );
});

test.each([...exampleFiles().keys()])("a copy of %s has its files beside it and finds the schema", async (id) => {
  const [copy, ...rest] = await copyExample(id, join(folder, "new/mine"));
  const { text, file } = exampleOf(id);
  const copied = readFileSync(copy, "utf8");
  const [modeline, schema] = /^# yaml-language-server: \$schema=(.*)$/m.exec(copied) ?? [];
  expect(resolve(dirname(copy), schema ?? "")).toBe(join(EXAMPLES, "../schema/experiment.schema.json"));
  expect(copied.replace(modeline ?? "", "")).toBe(text.replace(/^# yaml-language-server: .*$/m, ""));
  for (const other of rest)
    expect(readFileSync(other)).toEqual(readFileSync(join(dirname(file), relative(dirname(copy), other))));
});

test("a copy of a system's experiment is called by its id, and is read as the experiment is", async () => {
  const [copy, ...rest] = await copyExample("inpo", folder);
  expect(copy).toBe(join(folder, "inpo.yaml"));
  expect(rest).toEqual([]);
  const { text } = shippedExperiment("inpo");
  const lines = readFileSync(copy, "utf8").split("\n");
  expect(lines[0]).toMatch(/^# yaml-language-server: \$schema=.*experiment\.schema\.json$/);
  expect(lines.slice(1).join("\n")).toBe(text);
  await expect(copyExample("inpo", folder)).rejects.toThrow(`${copy} is there already`);
});

test("nothing is overwritten, and nothing is copied where something would be", async () => {
  writeFileSync(join(folder, "levy.ts"), "mine");
  await expect(copyExample("fishery", folder)).rejects.toThrow(`${join(folder, "levy.ts")} is there already`);
  expect(readdirSync(folder)).toEqual(["levy.ts"]);
});
