// Tests that may be left out: there are such files, and only those that have passed with the code of today are.

import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataHash, dataOf, placeOf } from "./read-data.ts";
import { codeHashes, dependenciesOf, unchangedTests } from "./unchanged-tests.ts";

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

test("tests that read data have its hash beside that of their code", () => {
  const [code, alone] = ["src/environments/coopetition/golden.test.ts", "src/math/maximise.test.ts"].map((file) =>
    hashes[file].split(" "),
  );
  expect([code.length, alone.length]).toEqual([3, 2]);
});

test.each<readonly [file: string, reads: readonly string[], not: readonly string[]]>([
  ["src/environments/control/control.test.ts", ["test/fixtures/control-trajectories.json"], ["examples/alliance.yaml"]],
  ["src/logs/reading.test.ts", [], ["src/systems/cooper/experiment.yaml", "examples/alliance.yaml", "CHANGELOG.md"]],
  ["src/lab/experiment/deprecations.test.ts", ["CHANGELOG.md"], ["src/systems/cooper/experiment.yaml"]],
  ["src/lab/examples/example-copy.test.ts", ["examples/alliance.yaml", "src/systems/cooper/experiment.yaml"], []],
  ["src/lab/experiment/lessons.test.ts", ["test/words/lessons.txt"], ["test/words/claims.txt", "CHANGELOG.md"]],
  ["test/cli/names.test.ts", ["test/cli/help.txt", "schema/log.schema.json"], ["test/words/claims.txt"]],
  ["test/cli/bids.test.ts", ["examples/alliance.yaml", "test/words/agon-bids.txt"], ["test/words/claims.txt"]],
  ["src/environments/tools/repair-shop/world.test.ts", ["src/environments/tools/repair-shop/modules/text.yaml"], []],
])("%s reads its data, and no other", (file, reads, not) => {
  const modules = dependenciesOf(file).closure;
  expect(modules).toContain(placeOf(file));
  const data = dataOf(modules);
  expect(data).toEqual(expect.arrayContaining([...reads]));
  expect(data.filter((one) => not.includes(one))).toEqual([]);
});

test("a test of a command depends on the code of all commands", () => {
  const closure = dependenciesOf("test/cli/bids.test.ts").closure;
  expect(closure).toContain(placeOf("src/cli/rate.ts"));
  expect(closure).toContain(placeOf("src/evaluation/ratings/elo.ts"));
});

test("a hash is of what files hold, and of their names", () => {
  const [a, b] = ["examples/alliance.yaml", "examples/duels.yaml"];
  expect(new Set([[a], [b], [a, b]].map(dataHash)).size).toBe(3);
  expect(dataHash([a])).toBe(dataHash([a]));
});
