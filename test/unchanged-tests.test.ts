// Tests that may be left out: there are such files, and only those that have passed with the code of today are.

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { codeHashes, unchangedTests } from "./unchanged-tests.ts";

const hashes = codeHashes();

test("the record names tests that there are, and only one with the hash of today is left out", () => {
  expect(Object.keys(hashes).length).toBeGreaterThan(350);
  const record: Record<string, string> = JSON.parse(readFileSync("test/passed.json", "utf8"));
  expect(Object.keys(record).filter((file) => !existsSync(file))).toEqual([]);
  const [file] = Object.keys(hashes);
  expect(unchangedTests({ [file]: "another" })).toEqual([]);
  const passed = Object.keys(record).filter((one) => record[one] === hashes[one]);
  expect(unchangedTests(hashes)).toEqual(passed);
});

test("tests that read the tests' data have its hash beside that of their code", () => {
  const [code, alone] = ["src/environments/coopetition/golden.test.ts", "src/math/maximise.test.ts"].map((file) =>
    hashes[file].split(" "),
  );
  expect([code.length, alone.length]).toEqual([3, 2]);
});
