// Inputs on which some code took a time that grows with the square of their length, or without end. Each gives an answer or a user's
// mistake; a limit ends one that hangs.

import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { dialogueOf } from "../../src/agents/llm-prompt.ts";
import { nearest, UserError } from "../../src/core/errors.ts";
import { choiceIn } from "../../src/core/reading/choice-in-text.ts";
import { numberIn } from "../../src/core/reading/number-in-text.ts";
import { documentIn } from "../../src/core/text.ts";
import { wordsOf } from "../../src/core/words.ts";
import { parseYaml } from "../../src/core/yaml.ts";
import { CORES } from "../../src/environments/arenas/core-war/core.ts";
import { assembled } from "../../src/environments/arenas/core-war/redcode.ts";
import { unmarked } from "../../src/environments/games/chess/referee.ts";
import { faultsIn, traceDocuments } from "../../src/evaluation/traces/file.ts";
import { readTextVerdict } from "../../src/feedback/judging/model-judge.ts";
import { TEXT_FEATURES, textReader } from "../../src/feedback/preferences/text-features.ts";
import { namedEntrant } from "../../src/lab/contest/fighters.ts";
import { readProgram } from "../../src/lab/experiment/program-text.ts";
import { userFault } from "../../src/lab/experiment/user-fault.ts";
import { gridQuery } from "../../src/lab/view/grid-query.ts";
import { policyOf } from "../../src/server/policy.ts";
import { agon } from "../cli/agon.ts";
import { folderWith, jsonLines } from "../cli/files.ts";
import { environments } from "../fixtures/at-hand/environments.ts";

/** Milliseconds that end what hangs. */
const PATIENCE = 60_000;

/** What a call gives, or the user's mistake that it throws. What hangs is ended in the middle of it, and is an error. */
function outcome(call: () => unknown): unknown {
  try {
    return new Script("call()").runInContext(createContext({ call }), { timeout: PATIENCE });
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

const LINES = "\n".repeat(300_000);
const redcode = (...lines: readonly string[]) => assembled(`${lines.join("\n")}\n`, "w.red", CORES.small);
const times = (count: number, line: (k: number) => string) => Array.from({ length: count }, (_, k) => line(k));
/** Forty names, each of the next one twice; `last` is what they come to. */
const doubled = (last: string) => [...times(40, (k) => `n${k} EQU n${k + 1} n${k + 1}`), `n40 EQU ${last}`];
const dialogue = (id: string) => {
  const { spec } = environments.get(id).make({});
  return dialogueOf(spec, 0, "a world");
};
const readsFaults = (text: string) =>
  traceDocuments(text, "t.json").flatMap((document) => faultsIn(document, "strict"));
const withStack = (stack: string) => Object.assign(new Error("x"), { stack });

const ATTACKS: Readonly<Record<string, readonly [() => unknown, unknown]>> = {
  "a move of chess with marks of check without end": [() => unmarked(`${"#".repeat(400_000)}x`).length, 400_001],
  "names of two names each": [() => redcode(...doubled("1 +"), "DAT n0"), /more than 1,000,000 words and signs/],
  "names of nothing": [() => redcode(...doubled(""), "DAT n0"), /more than 1,000,000 words and signs/],
  "names in a loop's count": [() => redcode(...doubled("1 +"), "FOR n0", "ROF"), /more than 1,000,000 words and signs/],
  "lines that stand for themselves": [() => redcode("x EQU x", "x"), /deeper than 50 times/],
  "an empty loop without end": [() => redcode("FOR 1000000000000", "ROF"), /more than 20000 lines/],
  "loops in loops": [
    () => redcode(...times(60, () => "FOR 2"), ...times(60, () => "ROF")),
    /deeper than 50 times|more than 20000 lines/,
  ],
  "a long loop that is passed over again and again": [
    () => redcode("FOR 19000", "FOR 0", ...times(19_000, () => "MOV 0, 1"), "ROF", "ROF"),
    /more than 1,000,000 words and signs/,
  ],
  "a warrior of millions of characters": [() => redcode("; ".repeat(1_000_000)), /more than 1,000,000 characters/],
  "a warrior's name before blanks without end": [() => redcode(`;name${" ".repeat(300_000)}\u2028`, "DAT 0"), {}],
  "empty lines that a reward reads": [() => textReader({ features: ["list items"], words: [] })("", LINES), { 0: 0 }],
  "empty lines in place of a number": [() => dialogue("coopetition/slcd").read(`${LINES}x`), { problem: /x/ }],
  "empty lines in place of a text": [
    () => dialogue("language/sort").read(`${LINES}`),
    { problem: "the reply is empty" },
  ],
  "a fence without end": [() => documentIn(`${"~".repeat(300_000)}\``).length, 300_001],
  "fences that are none": [() => documentIn("~~~`\n".repeat(100_000)).length, 499_999],
  "blanks behind a choice": [() => choiceIn(`choice${" ".repeat(300_000)}x`, ["a", "b"]), undefined],
  "letters of choices without end": [() => choiceIn("b. a) (c) A or ".repeat(50_000), ["a", "b"]), 1],
  "quotation marks before letters": [
    () => choiceIn(`${'"'.repeat(200_000)}${"b. ".repeat(50_000)}`, ["x", "y"]),
    undefined,
  ],
  "texts of choices without end": [() => choiceIn("red blue ".repeat(50_000), ["red", "blue"]), undefined],
  "words for an answer without end": [() => choiceIn("the answer is ".repeat(50_000), ["a", "b"]), undefined],
  "groups of digits that are no number": [() => numberIn(`1${" 111".repeat(100_000)}.1.1`), undefined],
  "numbers without end": [() => numberIn("1 or 2, ".repeat(50_000)), undefined],
  "equations without end": [() => numberIn("1 = ".repeat(100_000))?.value, 1],
  "fractions in fractions": [() => numberIn("\\frac{1}{".repeat(50_000)), undefined],
  "boxes in boxes": [() => numberIn(`${"\\boxed{".repeat(50_000)}1`)?.value, 1],
  "tags and hashes without end": [() => numberIn("<answer>\n#### ".repeat(50_000)), undefined],
  "bold marks and brackets without end": [() => numberIn(`${"**(".repeat(100_000)}7`)?.value, 7],
  "a stack of places": [() => userFault(withStack(` at ${"file://a".repeat(100_000)}\t`)), undefined],
  "dots in an address": [() => gridQuery(new URLSearchParams({ where: `a:${"..".repeat(100_000)}x` })), /no condition/],
  "scripts without end": [() => policyOf("<script ".repeat(100_000), "one file"), /script-src/],
  "objects without end in a judge's answer": [() => readTextVerdict(`${"{}".repeat(1_000_000)}x`, true), undefined],
  "a word of ten million letters": [() => wordsOf("a".repeat(10_000_000)).length, 1],
  "a trace of a million levels": [
    () => readsFaults(`${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`),
    /more than 100 levels/,
  ],
  "faults of a trace without end": [
    () => {
      const trace = { trace_id: "t", task_id: "k", events: [], edges: Array(8000).fill({}), rewards: {}, costs: {} };
      return readsFaults(JSON.stringify(trace, undefined, 1)).at(-1);
    },
    { where: expect.stringMatching(/^t\.json:\d{4,}$/) },
  ],
  "aliases without end": [
    () => parseYaml("e.yaml", `a: &a {b: 1}\nc: [${"*a, ".repeat(100_000)}]\n`),
    /too many aliases; at most 1000/,
  ],
  "maps that are merged a thousand times": [
    () => parseYaml("e.yaml", `a: &a {${times(5000, (k) => `k${k}: 1`)}}\nb:\n${"  - <<: *a\n".repeat(900)}`),
    /its aliases stand for too much/,
  ],
  "names of millions of characters": [() => nearest("a".repeat(2_000_000), ["b".repeat(2_000_000)]), undefined],
};

test.each(Object.entries(ATTACKS))("%s", (_, [call, expected]) => {
  const result = outcome(call);
  if (expected instanceof RegExp) expect(result).toMatch(expected);
  else if (typeof expected === "object") expect(result).toMatchObject(matching(expected));
  else expect(result).toEqual(expected);
});

/** An object with texts in the place of its regular expressions. */
const matching = (expected: object | null): object =>
  Object.fromEntries(
    Object.entries(expected ?? {}).map(([key, value]) => [
      key,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]),
  );

test("a program of an arena has a longest length", () => {
  const cwd = folderWith({ "long.js": " ".repeat(1_000_001) });
  const hint = "has 1,000,001 characters; a program has at most 1,000,000";
  expect(outcome(() => namedEntrant("long.js", cwd))).toContain(hint);
  expect(outcome(() => readProgram(join(cwd, "long.js")))).toContain(hint);
});

test("commands read texts of empty lines", async () => {
  const rows = Array.from({ length: 12 }, (_, k) => ({
    prompt: `q${k}`,
    first: LINES,
    second: "a",
    winner: "ab"[k % 2],
  }));
  const judge = "judge: { rubric: { list items: 1 } }\npairs: pairs.jsonl\n";
  const cwd = folderWith({ "pairs.jsonl": jsonLines(rows), "judge.yaml": judge });
  for (const words of ["judge judge.yaml --json", "preferences pairs.jsonl --json"]) {
    const { code, stderr } = await agon(words, { cwd });
    expect([0, 2], stderr).toContain(code);
  }
});

const mixed = (...parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(""));

property.prop([mixed("```", "~~~", "`", "~", " ", "\n", "a")])(
  "a document is that between its first fences",
  (text) => {
    const fenced = /^ *(`{3,}|~{3,})[^\n`]*\n(.*?)(?:^ *\1|(?![\s\S]))/ms.exec(text);
    expect(documentIn(text)).toBe((fenced?.[2] ?? text).trim());
  },
);

property.prop([mixed("-", "*", "1.", "2)", " ", "\n", "\t", "a")])(
  "items of a list are lines that begin as such",
  (text) => {
    const feature = TEXT_FEATURES.find(({ name }) => name === "list items");
    const items = text.match(/^\s*(?:[-*•]|\d+[.)])\s/gm)?.length ?? 0;
    expect(feature?.value(text, { all: 0, different: 0, shared: 0 })).toBe(Math.log1p(items));
  },
);

property.prop([mixed("Action", "action", "final ", " ", "\n", "*", ":", "=", "jab", "2")])(
  "an action stands behind the last Action:",
  (reply) => {
    const whole = `Action: fwd\n${reply}`;
    const said = [...whole.matchAll(/^[\s*_`#>-]*(?:final )?action[\s*_`]*[:=](.*)$/gim)].at(-1)?.[1] ?? "";
    const { read } = dialogue("games/mini-fighter");
    expect(read(whole)).toEqual(read(`Action: ${said}`));
  },
);
