// Random input: for any content of a file or a line, the answer is a valid experiment or a step, or one clear sentence for
// each problem, with the place in the file. Never another exception, never a hang.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Problem, sentence, UserError } from "../src/core/errors.ts";
import { slcd } from "../src/environments/coopetition/trust-worlds.ts";
import { parseExperiment } from "../src/lab/experiment/experiment.ts";
import { readActions, withMessages } from "../src/play/messages.ts";
import { privatePay } from "../src/rewards/mutuality.ts";
import { attacks } from "./attack/length.ts";
import { agon } from "./cli/agon.ts";

const valid = {
  title: "What held the alliance together?",
  environment: { id: "coopetition/slcd", horizon: 20, trust: { initial: 0.5 } },
  agents: { Samsung: { policy: "constant", level: 40 }, others: "tit-for-tat" },
  reward: {
    sum: ["private", { when: { channel: "trust", atLeast: 0.5 }, pay: { channel: "others.payoff", weight: 0.5 } }],
  },
  objective: "joint.value",
  variants: {
    base: null,
    paid: { reward: "cooperative" },
    short: { "environment.horizon": 5, agents: { Sony: "random" } },
  },
  grid: { "environment.theta": [10, 20] },
  seeds: [1, 2, 3],
  episodes: 2,
  record: "episodes",
};

/** Reads the text; every problem that is found must be one clear sentence at a place in the text. */
async function reads(text: string): Promise<"valid" | "refused"> {
  try {
    const { variants, seeds } = await parseExperiment(text, "x.yaml");
    expect(variants.length).toBeGreaterThan(0);
    expect(seeds.length).toBeGreaterThan(0);
    return "valid";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.problems.length).toBeGreaterThan(0);
    // One expectation for all of a text: each takes as long as a sentence.
    const flaws = error.problems.flatMap((problem) => [...unclear(problem), ...outside(problem, text)]);
    expect(flaws).toEqual([]);
    return "refused";
  }
}

/** What a clear sentence of a problem lacks. */
function unclear(problem: Problem): string[] {
  const text = sentence(problem);
  const demands = {
    "has a code": /^[a-z-]+$/.test(problem.code),
    "says what": problem.what.trim().length > 0,
    "is a clause without a full stop": !problem.what.endsWith("."),
    "gives a hint that says something, or none": problem.hint?.trim() !== "",
    "is one line of words": !/[\n\r]|undefined|\[object [A-Z]|invalid input/i.test(text),
  };
  return Object.entries(demands).flatMap(([demand, holds]) => (holds ? [] : `${text}: not so: ${demand}`));
}

/** Complains of a problem whose place isn't one of the text. */
function outside({ where }: Problem, text: string): string[] {
  const [, line, column] = /^x\.yaml:(\d+):(\d+)$/.exec(where ?? "") ?? [];
  const lines = text.split("\n");
  const place = { line: Number(line), column: Number(column) };
  const isLine = place.line >= 1 && place.line <= lines.length;
  const isColumn = isLine && place.column >= 1 && place.column <= lines[place.line - 1].length + 1;
  return isColumn ? [] : [`${where} is no place in the text`];
}

const words = (text: string) => text.split(" ");
const word = fc.constantFrom(
  ...words(
    "environment agents reward objective variants grid seeds episodes record title id policy horizon trust others",
  ),
  ...words(
    "coopetition/slcd constant private joint.value sum when pay channel weights potential discount use bound low",
  ),
  ...words("constructor __proto__ toString hasOwnProperty << 協力 😀 null true ~ .nan -.inf 1e999 0x10 .5 -0 1e3"),
  ...words("./x.ts / ../ ./ 123456789012345678901234567890"),
  "",
);
const punctuation = fc.constantFrom(
  ...[": ", "\n", "\n  ", "\n    ", "- ", "&a ", "!t ", "\t", "\u0000", "\r\n"],
  ...words(`: { } [ ] , # *a " ' | > ? --- % @ \\ .`),
);
const character = fc
  .oneof(
    { arbitrary: fc.integer({ min: 0, max: 0xd7ff }), weight: 0xd800 },
    { arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }), weight: 0x102000 },
  )
  .map((code) => String.fromCodePoint(code));
const scalar = fc.oneof(
  word,
  fc.string(),
  // As the unit "binary" draws it, which first lists every character that there is.
  fc.string({ unit: character }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, 0, -1, 1.5, 1e9, Number.NaN, Number.POSITIVE_INFINITY, "x".repeat(3000)),
);
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { arbitrary: scalar, weight: 3 },
    { arbitrary: fc.array(tie("value"), { maxLength: 3 }), weight: 1 },
    { arbitrary: fc.dictionary(fc.oneof(word, fc.string()), tie("value"), { maxKeys: 3 }), weight: 2 },
  ),
}));

describe("the experiment reader", () => {
  test("reads the experiment that is spoilt below", async () => {
    expect(await reads(stringify(valid))).toBe("valid");
  });

  law.prop([fc.string({ maxLength: 200 })], { numRuns: attacks(150, 1_000) })("any text", async (text) => {
    await reads(text);
  });

  law.prop([fc.array(fc.oneof(word, punctuation), { maxLength: 60 })], { numRuns: attacks(250, 1_500) })(
    "text with the look of YAML",
    async (parts) => {
      await reads(parts.join(""));
    },
  );

  law.prop([anything], { numRuns: attacks(150, 1_000) })("any value", async (value) => {
    await reads(stringify(value, { aliasDuplicateObjects: false }));
  });

  law.prop([fc.dictionary(fc.constantFrom(...Object.keys(valid)), anything)], { numRuns: attacks(150, 1_000) })(
    "known keys with any values",
    async (value) => {
      await reads(stringify({ ...valid, ...value }, { aliasDuplicateObjects: false }));
    },
  );

  type Change = {
    readonly at: number;
    readonly how: "delete" | "replace" | "rename" | "copy" | "add";
    readonly value: unknown;
    readonly key: string;
  };
  const change: fc.Arbitrary<Change> = fc.record({
    at: fc.nat(1_000),
    how: fc.constantFrom("delete", "replace", "rename", "copy", "add"),
    value: anything,
    key: fc.oneof(word, fc.string()),
  });

  law.prop([fc.array(change, { minLength: 1, maxLength: 4 })], { numRuns: attacks(250, 1_500) })(
    "a valid experiment with some places changed",
    async (changes) => {
      await reads(stringify(changes.reduce(changed, valid), { aliasDuplicateObjects: false }));
    },
  );

  function changed(tree: unknown, { at, how, value, key }: Change): unknown {
    const paths = pathsIn(tree);
    if (paths.length === 0) return value;
    const [path, other] = [paths[at % paths.length], paths[(at * 7) % paths.length]];
    switch (how) {
      case "delete":
        return edited(tree, path, () => []);
      case "replace":
        return edited(tree, path, (k) => [[k, value]]);
      case "rename":
        return edited(tree, path, (_, before) => [[key, before]]);
      case "copy":
        return edited(tree, path, (k) => [[k, valueAt(tree, other)]]);
      case "add":
        return edited(tree, path, (k, before) => [
          [k, before],
          [key, value],
        ]);
      default:
        return how satisfies never;
    }
  }

  test("one character taken out, doubled or exchanged, at every place of the text", async () => {
    const text = stringify(valid);
    const seen = { valid: 0, refused: 0 };
    for (let k = 0; k < text.length; k++) {
      const puts = ["", text[k].repeat(2), ":", "}", "\t", "é"];
      // In the short form one at a place, and all of them in turn.
      for (const put of attacks(0, 1) === 1 ? puts : [puts[k % puts.length]]) {
        seen[await reads(text.slice(0, k) + put + text.slice(k + 1))] += 1;
      }
    }
    // Texts of the title may change without harm, most of the rest may not.
    expect(seen.valid).toBeGreaterThan(attacks(15, 100));
    expect(seen.refused).toBeGreaterThan(attacks(150, 1_000));
  });
});

type Path = readonly (string | number)[];

function pathsIn(tree: unknown, path: Path = []): Path[] {
  if (typeof tree !== "object" || tree === null) return [];
  const keys = Array.isArray(tree) ? [...tree.keys()] : Object.keys(tree);
  return keys.flatMap((key) => [[...path, key], ...pathsIn(Reflect.get(tree, key), [...path, key])]);
}

function valueAt(tree: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    tree,
  );
}

/** A copy in which the entry at `path` is exchanged for none, one or two others. */
function edited(
  tree: unknown,
  [head, ...rest]: Path,
  by: (key: string, before: unknown) => [string, unknown][],
): unknown {
  if (typeof tree !== "object" || tree === null) return tree;
  const entries = Object.entries(tree).flatMap(([key, before]): [string, unknown][] => {
    if (key !== String(head)) return [[key, before]];
    return rest.length === 0 ? by(key, before) : [[key, edited(before, rest, by)]];
  });
  return Array.isArray(tree) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

describe("the actions of a step", () => {
  const world = slcd.make();
  const { spec } = world;
  const name = fc.oneof(fc.constantFrom("agent_0", "agent_1", "Samsung", "__proto__", "constructor", ""), fc.string());
  const number = fc.oneof(fc.double(), fc.constantFrom(0, -5, 60, 1e300, -0));
  const likely = fc.oneof(
    fc.dictionary(name, fc.oneof(number, fc.array(fc.oneof(number, anything), { maxLength: 2 }), anything)),
    fc.record({ agent_0: fc.oneof(number, anything), agent_1: fc.oneof(fc.array(number, { maxLength: 2 }), anything) }),
    anything,
  );

  law.prop([fc.oneof(likely, fc.anything())], { numRuns: 1_000 })(
    "any value: finite numbers are read, or one clear problem is told",
    (given) => {
      const into = new Float64Array(2).fill(Number.NaN);
      try {
        readActions(given, spec, into);
        expect(into.every(Number.isFinite)).toBe(true);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        expect(error.problems).toHaveLength(1);
        expect(unclear(error.problems[0])).toEqual([]);
        expect(error.problems[0].hint).toBeDefined();
      }
    },
  );

  law.prop([fc.json({ maxDepth: 4 })], { numRuns: 500 })("any JSON", (text) => {
    const given: unknown = JSON.parse(text);
    try {
      readActions(given, spec, new Float64Array(2));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      expect(unclear(error.problems[0])).toEqual([]);
    }
  });

  law.prop(
    [
      fc.array(
        fc.tuple(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.double({ min: -1e6, max: 1e6, noNaN: true })),
        { maxLength: 40 },
      ),
      fc.nat(),
    ],
    { numRuns: 100 },
  )("finite actions of any size keep every outcome finite and in its range", (rounds, seed) => {
    const messages = withMessages(slcd.make(), privatePay(spec));
    messages.reset(seed);
    for (const [first, second] of rounds) {
      const { outcomes, rewards } = messages.step({ agent_0: first, agent_1: [second] });
      for (const row of Object.values(outcomes)) {
        for (const channel of spec.channels) {
          expect(row[channel.name]).toBeGreaterThanOrEqual(channel.low - 1e-9);
          expect(row[channel.name]).toBeLessThanOrEqual(channel.high + 1e-9);
        }
      }
      expect(Object.values(rewards).every(Number.isFinite)).toBe(true);
    }
  });
});

describe("agon step", () => {
  const action = fc.oneof(
    fc.double({ min: -1e3, max: 1e3, noNaN: true }),
    fc.double({ min: 0, max: 100, noNaN: true }).map((x) => [x]),
  );
  const step = fc.record({ agent_0: action, agent_1: action }).map((actions) => JSON.stringify({ actions }));
  const reset = fc
    .oneof(fc.constant({}), fc.record({ seed: fc.nat() }))
    .map((given) => JSON.stringify({ reset: given }));
  const blank = fc.constantFrom("", "   ", "\t");
  const episode = fc.tuple(
    reset,
    fc.array(fc.oneof({ arbitrary: step, weight: 9 }, { arbitrary: blank, weight: 1 }), {
      minLength: 20,
      maxLength: 60,
    }),
  );

  test("some hundred random lines in one process are each answered, and a bad one ends it with its line", async () => {
    const lines = fc.sample(episode, { numRuns: 20, seed: 7 }).flatMap(([first, rest]) => [first, ...rest]);
    expect(lines.length).toBeGreaterThan(300);
    const input = [...lines, '{"actions":{"agent_0":[NaN]}}', '{"reset":{}}'].join("\n");
    const { code, stdout, stderr } = await agon(["step", "coopetition/slcd"], { input });
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(1 + lines.filter((line) => line.trim() !== "").length);
    for (const answer of answers) expect(Object.keys(answer.observations)).toEqual(["agent_0", "agent_1"]);
    expect(stderr.trim()).toBe(
      `agon: standard input:${lines.length + 1}: "{\\"actions\\":{\\"agent_0\\":[NaN]}}" is not JSON; as in {"actions":{"agent_0":[50],"agent_1":[50]}}`,
    );
    expect(code).toBe(2);
  });

  const bad = fc.oneof(
    fc.string({ unit: "grapheme-ascii", minLength: 1 }).filter((text) => text.trim() !== ""),
    fc.json().filter((text) => !text.includes("reset")),
    anything.map((actions) => JSON.stringify({ actions })),
    fc.constantFrom('{"reset":{"seed":-1}}', '{"reset":{"seed":1.5}}', '{"reset":{"seed":"a"}}', "[".repeat(100_000)),
  );
  test.each(fc.sample(bad, { numRuns: 10, seed: 11 }).map((line, k) => [k, line]))("bad line %i", async (_, line) => {
    const { code, stdout, stderr } = await agon(["step", "coopetition/slcd"], { input: `{"reset":{}}\n${line}\n` });
    expect(stdout.trim().split("\n")).toHaveLength(2);
    expect(stderr).toMatch(/^agon: standard input:2: .+\n$/);
    expect(code).toBe(2);
  });
});
