// The shipped examples: listed, shown, copied, and run by name from any folder.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { agon, root, scratch } from "./agon.ts";

const OWN = "environment: coopetition/slcd\nagents: random\nobjective: trust\nseeds: 1\n";

test("an example is shown as it is, and described for programs", async () => {
  const text = readFileSync(join(root, "examples/fishery/fishery.yaml"), "utf8");
  expect((await agon(["examples", "fishery"])).stdout).toBe(text);
  const described = JSON.parse((await agon(["examples", "fishery", "--json"])).stdout);
  expect(described).toMatchObject({ id: "fishery", kind: "own", text });
  expect(described.files.map((file: string) => file.slice(root.length)).sort()).toEqual([
    "examples/fishery/cautious.js",
    "examples/fishery/fishery.ts",
    "examples/fishery/fishery.yaml",
    "examples/fishery/levy.ts",
  ]);
});

test("the list is a table for people", async () => {
  const { stdout } = await agon(["examples"]);
  expect(stdout).toMatch(/^alliance +coopetition +\d+ s +Which of three ways of paying holds an alliance together\?$/m);
});

test("a copy brings the files it needs, finds the schema, and runs", async () => {
  const folder = scratch();
  const { stdout } = await agon(["examples", "copy", "bid-log", "mine", "--json"], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ id: "bid-log", files: ["mine/bid-log.yaml", "mine/logs/bids.csv"] });
  const text = readFileSync(join(folder, "mine/bid-log.yaml"), "utf8");
  const [, schema] = /\$schema=(.*)/.exec(text) ?? [];
  expect(resolve(folder, "mine", schema)).toBe(join(root, "schema/experiment.schema.json"));
  const ran = await agon(["run", "mine/bid-log.yaml", "--seeds", "1", "--json"], { cwd: folder });
  expect(ran.code, ran.stderr).toBe(0);
});

test("an example with a folder of its own is copied into one; nothing is overwritten", async () => {
  const folder = scratch();
  expect((await agon(["examples", "copy", "fishery"], { cwd: folder })).stdout).toContain(
    "run it: agon run fishery/fishery.yaml",
  );
  const before = readFileSync(join(folder, "fishery/levy.ts"), "utf8");
  expect(before).toBe(readFileSync(join(root, "examples/fishery/levy.ts"), "utf8"));
  const again = await agon(["examples", "copy", "fishery"], { cwd: folder });
  expect(again.code).toBe(2);
  expect(again.stderr).toContain(`${join(folder, "fishery/fishery.yaml")} is there already`);
});

test.each(["alliance", "alliance.yaml", "alliance.yml", "alliance/alliance.yaml"])(
  "%s of the working folder wins over the example",
  async (name) => {
    const folder = scratch();
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), OWN);
    const { stdout, stderr } = await agon(["run", "alliance", "--json"], { cwd: folder });
    expect(JSON.parse(stdout).variants).toHaveLength(1);
    expect(stderr.includes("not the shipped example")).toBe(name !== "alliance");
    expect(existsSync(join(folder, ".agon"))).toBe(true);
  },
);

test.each([
  [["run", "aliance"], 'no file or example is called "aliance"; did you mean "alliance"?'],
  [["run", "my-on"], 'no file or example is called "my-on"; did you mean "my-own"?'],
  [["run", "examples/fishery/fishery.yaml"], "runs by its name: agon run fishery"],
  [["run", "alliance.yaml"], "runs by its name: agon run alliance"],
  [["examples", "fisherry"], 'no example is called "fisherry"; did you mean "fishery"?'],
  [["examples", "copy", "fisherry"], 'no example is called "fisherry"; did you mean "fishery"?'],
])("%j", async (args, told) => {
  const folder = scratch();
  writeFileSync(join(folder, "my-own.yaml"), OWN);
  const { code, stderr } = await agon(args, { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain(told);
});
