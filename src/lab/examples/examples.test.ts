// The name of an experiment, and the file that it means.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { studies } from "../../systems/index.ts";
import { readContest } from "../contest/contest-file.ts";
import { readExperiment } from "../experiment/experiment.ts";
import { EXAMPLES, SYSTEMS } from "../experiment/own-package.ts";
import { readJudgeFile } from "../judge/judge-file.ts";
import { exampleFiles, exampleOf, namedFile, shippedExperiment, systemFiles } from "./examples.ts";

beforeEach(() => {
  const before = process.cwd();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agon-examples-")));
  process.chdir(folder);
  return () => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  };
});

const write = (file: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
};

test("an example in a folder of its name is called so", () => {
  expect(exampleFiles().get("fishery")).toBe(join(EXAMPLES, "fishery/fishery.yaml"));
  expect(exampleOf("fishery")).toMatchObject({ id: "fishery", kind: "own" });
  expect(exampleOf("alliance")).toMatchObject({ kind: "coopetition", file: join(EXAMPLES, "alliance.yaml") });
});

test("the experiment of a system runs by its id, which no example has", () => {
  expect(namedFile("dense-rewards")).toBe(join(SYSTEMS, "dense-rewards/experiment.yaml"));
  expect(shippedExperiment("dense-rewards").text).toContain("policy: q-learning");
  expect([...systemFiles().keys()].filter((id) => exampleFiles().has(id))).toEqual([]);
  expect(studies.ids()).toEqual(expect.arrayContaining([...systemFiles().keys()]));
});

describe("a name means", () => {
  test.each(["alliance.yaml", "alliance.yml", "alliance/alliance.yaml"])("%s of the working folder", (file) => {
    write(file);
    const notices: string[] = [];
    expect(namedFile("alliance", { onNotice: (text) => notices.push(text) })).toBe(file);
    expect(notices).toEqual([`${file} of this folder is run, not the shipped experiment`]);
  });

  test("the file of exactly that name before all others, without a word", () => {
    write("alliance");
    write("alliance.yaml");
    const notices: string[] = [];
    expect(namedFile("alliance", { onNotice: (text) => notices.push(text) })).toBe("alliance");
    expect(notices).toEqual([]);
  });

  test("the example, where the working folder has no such file", () => {
    mkdirSync("alliance");
    expect(namedFile("alliance")).toBe(join(EXAMPLES, "alliance.yaml"));
    expect(namedFile("fishery")).toBe(join(EXAMPLES, "fishery/fishery.yaml"));
  });

  test.each(["nowhere/x.yaml", "x.yaml", "./x", "../x"])("%s itself, where it is a path that leads nowhere", (path) => {
    expect(namedFile(path)).toBe(path);
  });
});

test.each([
  ["aliance", 'no file or example is called "aliance"; did you mean "alliance"?'],
  ["my-on", 'no file or example is called "my-on"; did you mean "my-own"?'],
  ["examples/fishery/fishery.yaml", "runs by its name: agon run fishery"],
  ["./examples/alliance.yaml", "runs by its name: agon run alliance"],
  ["alliance.yaml", "there is no file alliance.yaml; the shipped experiment runs by its name: agon run alliance"],
])("%s is told what was meant", (name, message) => {
  write("my-own.yaml");
  expect(() => namedFile(name)).toThrow(message);
});

test("a contest is found by its name too, and one command names the other", () => {
  expect(namedFile("snakes", { kind: "contest" })).toBe(join(EXAMPLES, "snakes.yaml"));
  expect(namedFile("warriors/five", { kind: "contest" })).toBe(join(EXAMPLES, "warriors/five.yaml"));
  expect(() => namedFile("snakes")).toThrow('"snakes" is a contest; write agon contest snakes');
  expect(() => namedFile("alliance", { kind: "contest" })).toThrow(
    '"alliance" is an experiment; write agon run alliance',
  );
});

test("a file of another kind is told with its command", async () => {
  const snakes = join(EXAMPLES, "snakes.yaml");
  await expect(readExperiment(snakes)).rejects.toThrow(`${snakes}: this is a contest; write agon contest ${snakes}`);
  const alliance = join(EXAMPLES, "alliance.yaml");
  await expect(readContest(alliance)).rejects.toThrow(`this is an experiment; write agon run ${alliance}`);
  expect(() => readJudgeFile(snakes)).toThrow(`this is a contest; write agon contest ${snakes}`);
});

test("an unknown example is told the nearest", () => {
  expect(() => exampleOf("fisherry")).toThrow('no example is called "fisherry"; did you mean "fishery"?');
});
