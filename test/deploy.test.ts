// The files of deploy/ are YAML, and the commands that they give are commands of Agon with the options that it has.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isMap, isSeq, parseAllDocuments, visit } from "yaml";
import { agon, root } from "./cli/agon.ts";

/** Words that containers of Agon are started with. */
function commandsIn(file: string): string[][] {
  const commands: string[][] = [];
  for (const document of parseAllDocuments(readFileSync(join(root, "deploy", file), "utf8"))) {
    expect(document.errors).toEqual([]);
    visit(document, {
      Pair(_, { key, value }) {
        if (["args", "command"].includes(String(key)) && isSeq(value)) commands.push(value.items.map(String));
      },
    });
  }
  return commands;
}

test.each([
  ["compose.yaml", 1],
  ["kubernetes.yaml", 2],
])("%s", async (file, commands) => {
  const lines = commandsIn(file);
  expect(lines).toHaveLength(commands);
  for (const [command, ...words] of lines) {
    const { code, stdout } = await agon([command, "--help"]);
    expect(code, command).toBe(0);
    for (const word of words.filter((one) => one.startsWith("--"))) expect(stdout).toContain(`${word} <`);
  }
});

test("the image is made by files that are there, for the Node of this repository", () => {
  const [document] = parseAllDocuments(readFileSync(join(root, "deploy/compose.yaml"), "utf8"));
  const build = document.getIn(["services", "worker", "build"]);
  expect(
    isMap(build) && existsSync(join(root, "deploy", String(build.get("context")), String(build.get("dockerfile")))),
  ).toBe(true);
  expect(readFileSync(join(root, "deploy/Dockerfile"), "utf8")).toMatch(/^FROM node:20\./m);
});
