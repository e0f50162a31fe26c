// The tools of an editing model: their effects, and the messages for invalid calls.

import { expect, test } from "vitest";
import { words } from "../../test/fixtures/words.ts";
import type { EditDesk } from "../core/editor.ts";
import { EDIT_TOOLS, workbench } from "./edit-tools.ts";

function desk(trials = 1): EditDesk & { readonly requests: [string, readonly string[]][] } {
  let left = trials;
  const requests: [string, readonly string[]][] = [];
  return {
    ...{ requests, round: 2, code: "one\ntwo\n", samples: ["first", "second"] },
    log: [
      { round: 0, code: "zero", share: 0.25 },
      { round: 1, code: "one\ntwo\n", share: 0.5 },
    ],
    left: () => left,
    mutated: (code) => code,
    fault: (code) => (code.includes("broken") ? "no label is called broken" : undefined),
    async trial(code, others) {
      left -= 1;
      requests.push([code, others]);
      return others.map((_, k) => k / 4);
    },
  };
}

const after = async (calls: readonly (readonly [string, unknown])[], own = desk()) => {
  const bench = workbench(own);
  const said: string[] = [];
  for (const [name, input] of calls) said.push(await bench.call({ name, input }));
  return { said, code: bench.code(), isFinished: bench.isFinished() };
};

test("files are read, written and edited by replacing one text", async () => {
  const { said, code, isFinished } = await after([
    ["read", { file: "program" }],
    ["read", { file: "round-0" }],
    ["read", { file: "sample-2" }],
    ["replace", { old: "two", new: "$& and $1" }],
    ["write", { text: "broken\n" }],
  ]);
  const written = ["Written.", "Written, but it cannot play: no label is called broken"];
  expect(said).toEqual(["one\ntwo\n", "zero", "second", ...written]);
  expect([code, isFinished]).toEqual(["broken\n", false]);
  expect((await after([["replace", { old: "two", new: "$& and $1" }]])).code).toBe("one\n$& and $1\n");
});

test("a trial plays the current program, by default against samples and the last round's program", async () => {
  const own = desk(2);
  const tries: [string, unknown][] = [{}, { against: ["round-0", "round-0", "program"] }, {}].map((one) => [
    "try",
    one,
  ]);
  const { said } = await after([["write", { text: "new" }], ...tries], own);
  const others = [["first", "second", "one\ntwo\n"], ["zero", "new"]]; // biome-ignore format: one row
  expect(own.requests).toEqual(others.map((one) => ["new", one]));
  expect(said.slice(1)).toEqual([
    "Share of the points against sample-1 0.000, sample-2 0.250, round-1 0.500. Trials left: 1.",
    "Share of the points against round-0 0.000, program 0.250. Trials left: 0.",
    "That was not done: no trial is left.",
  ]);
});

const wrong: readonly (readonly [tool: string, input: unknown])[] = [
  ["reed", {}],
  ["read", { file: "programme" }],
  ["read", {}],
  ["read", '{"file": "prog'],
  ["write", { txt: "x" }],
  ["replace", { old: "three", new: "" }],
  ["replace", { old: "o", new: "" }],
  ["try", { against: [] }],
  ["finish", { now: true }],
];
const answer = async (name: string, input: unknown) => {
  const own = desk();
  const { said, code, isFinished } = await after([[name, input]], own);
  expect([code, isFinished, own.left()]).toEqual(["one\ntwo\n", false, 1]);
  return said.join("\n");
};
words(
  "tools-of-editors",
  wrong.map(([name, input]) => [`${name} ${JSON.stringify(input)}`, () => answer(name, input)]),
);

test("a program that cannot play uses up no trial", async () => {
  const own = desk();
  const calls: [string, unknown][] = [["write", { text: "broken" }], ["try", {}]]; // biome-ignore format: one row
  const { said } = await after(calls, own);
  expect(said[1]).toBe("That was not done: the program cannot play: no label is called broken.");
  expect([own.left(), own.requests]).toEqual([1, []]);
});

test("each tool declares its arguments as JSON Schema", () => {
  expect(EDIT_TOOLS.map(({ name }) => name)).toEqual(["read", "write", "replace", "try", "finish"]);
  for (const { parameters } of EDIT_TOOLS) expect(parameters).toMatchObject({ type: "object" });
  expect(EDIT_TOOLS[0].parameters).toMatchObject({ required: ["file"], additionalProperties: false });
});
