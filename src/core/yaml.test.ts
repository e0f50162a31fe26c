// Parsing of YAML: values with positions, and a message for every construct that an experiment cannot contain.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { problemOf } from "../../test/fixtures/outcomes.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import { parseYaml, readYaml } from "./yaml.ts";

describe("values", () => {
  test.each<[string, unknown]>([
    ["a: 1e3", { a: 1000 }],
    ["a: .5", { a: 0.5 }],
    ["a: 0x10", { a: 16 }],
    ["a: 0o17", { a: 15 }],
    ["a: -0", { a: -0 }],
    ["a: .nan", { a: Number.NaN }],
    ["a: -.inf", { a: Number.NEGATIVE_INFINITY }],
    ["a: 123456789012345678901234567890", { a: 1.2345678901234568e29 }],
    ["a: yes", { a: "yes" }],
    ["a: 2004-01-01", { a: "2004-01-01" }],
    ["協力: 信頼 # 😀", { 協力: "信頼" }],
    ["1: a", { 1: "a" }],
    ["007: a\n1e3: b\n1.10: c\n~: d", { "007": "a", "1e3": "b", "1.10": "c", "~": "d" }],
    ["constructor: a\ntoString: b", { constructor: "a", toString: "b" }],
    ["", null],
    ["# only a comment", null],
    ["\ufeffa: 1", { a: 1 }],
    ["a: 1\r\nb: 2\r\n", { a: 1, b: 2 }],
  ])("%j", (text, value) => {
    expect(parseYaml("x.yaml", text).value).toEqual(value);
  });

  test("anchors, aliases and merge keys are resolved", () => {
    const text = "base: &b { policy: constant, level: 1 }\nagain: *b\nmerged: { <<: *b, level: 2 }\n";
    expect(parseYaml("x.yaml", text).value).toEqual({
      base: { policy: "constant", level: 1 },
      again: { policy: "constant", level: 1 },
      merged: { policy: "constant", level: 2 },
    });
  });
});

describe("positions", () => {
  const text = 'a:\n  b: [1, { c: 2 }]\n  "d e": 3\nf: &f { g: 4 }\nh: *f\ni: { <<: *f }\n';
  const at = (path: (string | number)[], code = "c") =>
    parseYaml("x.yaml", text).locate({ code, what: "", path }).where;

  test.each<[(string | number)[], string]>([
    [[], "x.yaml:1:1"],
    [["a", "b"], "x.yaml:2:6"],
    [["a", "b", 1], "x.yaml:2:10"],
    [["a", "b", 1, "c"], "x.yaml:2:15"],
    [["a", "b", "1", "c"], "x.yaml:2:15"],
    [["a", "d e"], "x.yaml:3:10"],
    [["a", "b", 7], "x.yaml:2:6"],
    [["a", "zz"], "x.yaml:2:3"],
    [["zz", "a"], "x.yaml:1:1"],
    [["f", "g"], "x.yaml:4:12"],
    [["h", "g"], "x.yaml:5:4"],
    [["i", "g"], "x.yaml:6:4"],
  ])("%j", (path, where) => {
    expect(at(path)).toBe(where);
  });

  test("an unknown key is reported at the key, a wrong value at the value", () => {
    expect(at(["a", "b"], "unknown-key")).toBe("x.yaml:2:3");
    expect(at(["a", "d e"], "unknown-key")).toBe("x.yaml:3:3");
    expect(at(["a", "b", 1, "c"], "unknown-key")).toBe("x.yaml:2:12");
  });

  test("columns count characters, also after wide ones; an empty value is located after its colon", () => {
    const wide = parseYaml("x.yaml", "協力: 信頼\nb:\n");
    expect(wide.locate({ code: "c", what: "", path: ["協力"] }).where).toBe("x.yaml:1:5");
    expect(wide.locate({ code: "c", what: "", path: ["b"] }).where).toBe("x.yaml:2:3");
    expect(parseYaml("x.yaml", "").locate({ code: "c", what: "" }).where).toBe("x.yaml:1:1");
  });
});

describe("rejected texts", () => {
  let laughs = "a: &a [1,1,1,1,1,1,1,1,1]\n";
  for (let k = 1; k < 9; k++) {
    const [name, below] = ["abcdefghi"[k], "abcdefghi"[k - 1]];
    laughs += `${name}: &${name} [${new Array(9).fill(`*${below}`).join(",")}]\n`;
  }
  const texts = {
    "a tab": "a:\n\tb: 1\n",
    "a key twice": "a: 1\nb: 2\na: 3\n",
    "a number and a text that are one key": "1: a\n'1': b\n",
    "a file that is too long": `a: 1\n${"#".repeat(1_000_000)}`,
    "an open map": "a: { b: 1\n",
    "an open list": "a: [1, 2\nb: 3\n",
    "an open quote": 'a: "x',
    "two keys in a line": "a: b: c",
    "a key without a colon": "a: 1\nb\n",
    "a key that is no line": "foo\nbar: 1\n",
    "two documents": "a: 1\n---\nb: 1\n",
    "a tag": "a: !env HOME\n",
    "a tag of YAML's own": "a: !!binary aGk=\n",
    "an alias of nothing": "a: 1\nb: [*x]\n",
    "an alias before its anchor": "a: *x\nb: &x 1\n",
    "an alias of what holds it": "a: &x\n  b: [*x]\n",
    "aliases of aliases of aliases": laughs,
    "a map for a key": "? { a: 1 }\n: 2\n",
    "JavaScript's own key": "a:\n  __proto__: 1\n",
    "a deep list": `a: ${"[".repeat(300)}${"]".repeat(300)}\n`,
    "a character that may not begin a word": "a: @b\n",
    "an escape that is none": 'a: "\\q"\n',
  };
  words(
    "yaml",
    Object.entries(texts).map(([name, text]): MessageCase => [name, () => parseYaml("x.yaml", text)]),
  );

  // The depth at which the stack overflows depends on the size of its frames.
  test("an endless nesting of lists", () => {
    const deep = /^x\.yaml:1:\d+: this is nested too deeply; at most 100 levels$/;
    expect(() => parseYaml("x.yaml", `a: ${"[".repeat(100_000)}`)).toThrow(deep);
  });

  test("a hundred levels are accepted", () => {
    parseYaml("x.yaml", `a: ${"[".repeat(99)}${"]".repeat(99)}\n`);
    parseYaml("x.yaml", `a: ${"{ b: ".repeat(99)}1${" }".repeat(99)}\n`);
  });
});

describe("files", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-yaml-"));
  writeFileSync(join(folder, "alliance.yaml"), "a: 1\n");
  mkdirSync(join(folder, "sub"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("are parsed, with their text", () => {
    const read = readYaml(join(folder, "alliance.yaml"));
    expect([read.text, read.value]).toEqual(["a: 1\n", { a: 1 }]);
  });

  test("missing files are reported with the nearest name, and folders are rejected", () => {
    expect(problemOf(() => readYaml(join(folder, "aliance.yaml")))).toEqual({
      code: "no-file",
      what: `${folder}/aliance.yaml cannot be read: there is no such file`,
      hint: 'did you mean "alliance.yaml"?',
    });
    expect(problemOf(() => readYaml(join(folder, "sub")))).toEqual({
      code: "no-file",
      what: `${folder}/sub cannot be read: it is a folder`,
    });
    expect(problemOf(() => readYaml(join(folder, "alliance.yaml/x")))).toMatchObject({
      what: `${folder}/alliance.yaml/x cannot be read: a part of the path is not a folder`,
    });
    expect(problemOf(() => readYaml("/no/such/folder/x.yaml"))).toEqual({
      code: "no-file",
      what: "/no/such/folder/x.yaml cannot be read: there is no such file",
    });
  });
});
