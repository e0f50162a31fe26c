// Tests that may be left out depend on code alone: on no built file, no variable of the environment, no file that they read by a path.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { files, textOf } from "./fixtures/source.ts";
import { passedTrainings, trainingHashes } from "./trainings.ts";

const hashes = trainingHashes();

test("tests of trainings read nothing but what they import", () => {
  expect(Object.keys(hashes).length).toBeGreaterThan(150);
  const others = Object.keys(hashes).filter((file) =>
    /\/dist\/|"node:fs"|process\.env\.(?!LONG\b)|process\.cwd/.test(textOf(file)),
  );
  expect(others).toEqual([]);
});

test("the record names tests that there are, and only one with the hash of today is left out", () => {
  const record: Record<string, string> = JSON.parse(readFileSync("test/trainings.json", "utf8"));
  expect(Object.keys(record).filter((file) => !files.includes(file))).toEqual([]);
  const [file] = Object.keys(hashes);
  expect(passedTrainings({ [file]: "another" })).toEqual([]);
  const passed = Object.keys(record).filter((one) => record[one] === hashes[one]);
  expect(passedTrainings(hashes)).toEqual(passed.map((one) => `src/${one}`));
});
