// `agon weigh`: pays weighed against what is wanted on a log of rollouts.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { exampleFiles } from "../../src/lab/examples/examples.ts";
import { agon, documentOf, root } from "./agon.ts";
import { folderWith } from "./files.ts";
import { refusedCommands, refusedFiles } from "./mistakes.ts";

const ROWS = Array.from({ length: 240 }, (_, k) => {
  const isRight = (k * 7) % 3 === 0 ? 1 : 0;
  const format = (k * 5) % 4 < 2 ? 1 : 0;
  return `question ${Math.floor(k / 8)},answer ${k},${isRight},${format},${isRight - 0.2 * format}`;
});
const text = `prompt,completion,correct,format,gold\n${ROWS.join("\n")}\n`;

test("the finding comes first, and --json has the forecast, best-of-n and the safe budget", async () => {
  const cwd = folderWith({ "r.csv": text });
  const { code, stdout } = await agon("weigh r.csv --want gold --pay correct --pay format", { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Of 2 pays “correct” buys most: /);
  const { pays, finding } = await documentOf("weigh r.csv --want gold --pay correct --pay format", { cwd });
  expect(stdout.startsWith(finding)).toBe(true);
  const numbers = { want: expect.any(Number), pay: expect.any(Number) };
  expect(pays[0]).toMatchObject({ id: "correct", safe: { kl: expect.any(Number), n: 8 } });
  expect(pays[0].forecast[0]).toMatchObject({ kl: 0.05, ...numbers, ess: expect.any(Number) });
  expect(pays[0].bestOf[1]).toMatchObject({ n: 2, ...numbers });
});

test("pays are printed in the order of what they buy, and what the log cannot tell is marked", async () => {
  const cwd = folderWith({ "r.csv": text });
  const { stdout } = await agon("weigh r.csv --want gold --pay format --pay correct --pay '0.1 * correct'", { cwd });
  const ranked = [...stdout.matchAll(/^(correct|0\.1 \* correct|format) {2,}(?:rises|falls)/gm)].map(([, id]) => id);
  expect(ranked).toHaveLength(3);
  expect(ranked[2]).toBe("format");
  const beyond = await agon("weigh r.csv --want gold --pay correct --pay 'correct + format'", { cwd });
  expect(beyond.stdout).toMatch(/^0\.\d+ .*░/m);
  expect(beyond.stdout).toContain("░ too few answers carry the weight: the log cannot tell");
});

/** Types of values by path, with one element of each list. */
const shapeOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? [shapeOf(value[0])]
    : typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]))
      : typeof value;

test("--json has the contract that the guide writes down", async () => {
  const cwd = folderWith({ "r.csv": text });
  const { pays, finding } = await documentOf("weigh r.csv --want gold --pay correct", { cwd });
  const estimate = { mean: "number", low: "number", high: "number", n: "number" };
  expect(typeof finding).toBe("string");
  expect(shapeOf(pays)).toMatchObject([
    {
      id: "string",
      forecast: [{ kl: "number", want: "number", pay: "number", low: "number", high: "number", ess: "number" }],
      bestOf: [{ n: "number", want: "number", pay: "number", low: "number", high: "number" }],
      slope: { plain: estimate, normalised: estimate, signal: estimate },
      safe: { kl: "number", n: "number", low: "number", high: "number" },
      finding: "string",
    },
  ]);
  const guide = readFileSync(join(root, "docs/guides/weigh-another-reward.md"), "utf8");
  for (const field of Object.keys(pays[0]).filter((name) => name !== "verifier"))
    expect(guide, field).toContain(`\`${field}\``);
});

const FILE = `title: Two pays
log: r.csv
want: gold
pays: { right: correct, capped: "least(correct, 0.5)" }
where: gold::double > -9
`;

test("a file repeats a weighing, with names for pays; --save writes one that says the same", async () => {
  const cwd = folderWith({ "deep/r.csv": text, "deep/weigh.yaml": FILE });
  const named = await documentOf("weigh deep/weigh.yaml --save again.yml", { cwd });
  expect(named.pays.map(({ id, formula }: { id: string; formula: string }) => [id, formula])).toEqual([
    ["right", "correct"],
    ["capped", "least(correct, 0.5)"],
  ]);
  expect(parse(readFileSync(join(cwd, "again.yml"), "utf8"))).toEqual({ ...parse(FILE), log: "deep/r.csv" });
  expect(await documentOf("weigh again.yml", { cwd })).toEqual({ ...named, file: "deep/r.csv" });
  const flags = await documentOf(
    "weigh deep/r.csv --want gold --pay correct --where 'gold::double > -9' --save flags.yaml",
    {
      cwd,
    },
  );
  expect(await documentOf("weigh flags.yaml", { cwd })).toEqual(flags);
  // Options count before what the file says.
  const other = await documentOf("weigh deep/weigh.yaml --pay format --want correct", { cwd });
  expect([other.want, other.pays.map(({ id }: { id: string }) => id)]).toEqual(["correct", ["format"]]);
});

test("groups of a trainer are an option and a key; scores of texts keep their names and their paths in any folder", async () => {
  const reward = "export default (_, completion) => completion.length % 3;\n";
  const cwd = folderWith({
    "r.csv": text,
    "own/reward.mjs": reward,
    "deep/w.yaml": "log: ../r.csv\nwant: gold\npays: correct\ngroup: 3\n",
  });
  const flags = "--want gold --pay ./own/reward.mjs --pay m --score m=./own/reward.mjs --group 3 --join-blanks";
  const first = await documentOf(`weigh r.csv ${flags} --save deep/again.yaml`, { cwd });
  const again = await documentOf("weigh deep/again.yaml", { cwd });
  expect(readFileSync(join(cwd, "deep/again.yaml"), "utf8")).toContain("../own/reward.mjs");
  expect(again.pays.map(({ formula: _, ...pay }: { formula?: string }) => pay)).toEqual(first.pays);
  // A path of an option starts from the working folder, also beside a file in another one.
  const mixed = await documentOf("weigh deep/w.yaml --pay ./own/reward.mjs", { cwd });
  expect(mixed.pays[0].slope.plain.mean).toBeCloseTo(first.pays[0].slope.plain.mean, 12);
  const whole = await documentOf("weigh r.csv --want gold --pay ./own/reward.mjs", { cwd });
  expect(whole.pays[0].slope.signal.mean).toBeGreaterThan(mixed.pays[0].slope.signal.mean);
});

/** A weighing of what a sampler draws, whose address has no server. */
const DRAW = "log: drawn\nwant: gold\npays: brightness\ndraw:\n  endpoint: http://127.0.0.1:2/v1\n  model: flow\n";

refusedFiles(
  "agon-weigh-file",
  "weigh w.yaml",
  "w.yaml",
  [
    ["no pays", "log: r.csv\nwant: gold\n"],
    ["an unknown key", "log: r.csv\nwant: gold\npay: correct\npays: [correct]\n"],
    ["no log there", "log: rr.csv\nwant: gold\npays: correct\n"],
    ["an unknown want", "log: r.csv\nwant: goald\npays: correct\n"],
    ["an unknown pay", "log: r.csv\nwant: gold\npays:\n  - correct\n  - corect\n"],
    ["an unknown pay by name", "log: r.csv\nwant: gold\npays:\n  a: correct\n  b: 2 * corect\n"],
    ["a pay twice", "log: r.csv\nwant: gold\npays: [correct, correct]\n"],
    ["an unknown column of by", "log: r.csv\nwant: gold\npays: correct\nby: stage\n"],
    ["a group of one", "log: r.csv\nwant: gold\npays: correct\ngroup: 1\n"],
    ["a score that is a formula", "log: r.csv\nwant: gold\npays: correct\nscores: { s: 0.5 * correct }\n"],
    ["a score with a column's name", "log: r.csv\nwant: gold\npays: correct\nscores: { correct: ./r.js }\n"],
    ["a wrong condition", "log: r.csv\nwant: gold\npays: correct\nwhere: correct >\n"],
    ["an unknown column of a condition", "log: r.csv\nwant: gold\npays: correct\nwhere: corect > 0\n"],
    ["an unknown column", "log: r.csv\nwant: gold\npays: correct\ncolumns: { prompt: ask }\n"],
    ["another kind of file", "environment: coopetition/slcd\n"],
    ["an option's mistake", "log: r.csv\nwant: gold\npays: correct\n", "--pay corect"],
    [
      "an option's condition",
      "log: r.csv\nwant: gold\npays: correct\nwhere: gold::double > 0\n",
      "--where 'corect > 0'",
    ],
    ["a place that is taken", "log: r.csv\nwant: gold\npays: correct\n", "--save e.yaml"],
    ["no HTML to write", "log: r.csv\nwant: gold\npays: correct\n", "--page r.csv"],
    ["no JSON Lines to write", "log: r.csv\nwant: gold\npays: correct\n", "--pairs r.csv"],
    ["a sampler in a form of texts", `${DRAW}  prompts: r.csv\n  form: vllm\n`],
    ["a sampler without a bank", `${DRAW}  prompts: none.csv\n  form: images\n`],
    ["a sampler that is not there", `${DRAW}  prompts: r.csv\n  form: images\n`],
    ["a sampler with an unknown form", `${DRAW}  prompts: r.csv\n  form: image\n`],
    ["no YAML to write", "log: r.csv\nwant: gold\npays: correct\n", "--save e.csv"],
  ],
  { "r.csv": text, "e.yaml": "environment: coopetition/slcd\n" },
);

test("--page writes one file that says the finding", async () => {
  const cwd = folderWith({ "r.csv": text });
  const { finding } = await documentOf("weigh r.csv --want gold --pay correct --pay format --page w.html", { cwd });
  const html = readFileSync(join(cwd, "w.html"), "utf8");
  const [, data = ""] = /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(html) ?? [];
  expect(JSON.parse(data)).toMatchObject({ title: "What pays buy of gold", weighing: { finding } });
});

test("examples run by their names, and say what they ask, what is found, how long it takes, and their schema", async () => {
  const cwd = folderWith({});
  const courses: Record<string, unknown> = {};
  for (const [id, file] of exampleFiles("weighing")) {
    const written = readFileSync(file, "utf8");
    expect(written, id).toMatch(/^# [A-Z].{10,99}\?\n(?:# .*\n)*# Found: .*\n(?:# .*\n)*# Takes about \d s\.\n/);
    expect(written, id).toMatch(/\n# yaml-language-server: \$schema=(?:\.\.\/)+schema\/weigh\.schema\.json\n/);
    const { pays, trends } = await documentOf(`weigh ${id}`, { cwd });
    courses[id] = pays.map((pay: { id: string; course: string }) => {
      const parted = trends?.find((one: { id: string }) => one.id === pay.id).parted ?? null;
      return `${pay.id}: ${pay.course}, parted ${parted}`;
    });
  }
  expect(courses).toEqual({
    listings: [
      "clicks: falls, parted 5",
      "carts: falls, parted 5",
      "commission: flat, parted 6",
      "carts for a click: rises, parted null",
    ],
    pictures: ["vivid: falls, parted null", "named colours: rises, parted null", "colourfulness: falls, parted null"],
    rollouts: ["accuracy: rises, parted null", "accuracy and length: rises, parted null", "format: flat, parted null"],
  });
});

test("--fail-on falls ends with 3 where a pay lowers what is wanted", async () => {
  const cwd = folderWith({ "r.csv": text });
  expect((await agon("weigh r.csv --want gold --pay correct --fail-on falls", { cwd })).code).toBe(0);
  expect((await agon("weigh r.csv --want gold --pay format --fail-on falls", { cwd })).code).toBe(3);
});

refusedCommands(
  "agon-weigh",
  `
  weigh r.csv
  weigh r.csv --want gold
  weigh rollout
  weigh weigh.yaml
  weigh none.csv --want gold --pay correct
  weigh r.csv --want goald --pay correct
  weigh r.csv --want gold --pay corect
  weigh r.csv --want gold --pay correct --pay correct
  weigh r.csv --want gold --pay '0.7 * corect + format'
  weigh r.csv --want gold --pay 'sum(correct)'
  weigh r.csv --want gold --pay 'correct; drop'
  weigh r.csv --want gold --pay completion
  weigh r.csv --want gold --pay 'concat(completion, prompt)'
  weigh r.csv --want gold --pay correct --by stage
  weigh r.csv --want gold --pay correct --columns prompt=ask
  weigh other.csv --want gold --pay correct
  weigh r.csv --want gold --pay correct --fail-on rises
  weigh r.csv --want gold --pay correct --where 'correct > 5'
  weigh r.csv --want gold --pay correct --attack found.csv
  weigh r.csv --want gold --pay correct --attack whole.csv
  weigh r.csv --want gold --pay format --attack other-pay.csv
  weigh cut.json --want match --pay length
  weigh bare.json --want match --pay length
  weigh cut.jsonl --want reward --pay length
  weigh once.csv --want gold --pay correct
  weigh . --want gold --pay correct
  weigh r.csv --want gold --pay ./none.ts
  weigh r.csv --want gold --pay ./reward.mjs:lenght
  weigh r.csv --want gold --pay ./reward.mjs:text
  weigh r.csv --want gold --pay ./reward.mjs:list
  weigh r.csv --want gold --pay ./reward.mjs:throws
  weigh r.csv --want gold --pay ./none.py:score
  weigh r.csv --want gold --pay ./two.py
  weigh r.csv --want gold --pay ./two.py:score --python no-such-python
  weigh r.csv --want gold --pay judge:none.md
  weigh r.csv --want gold --pay judge:bare.md
  weigh r.csv --want gold --pay judge:judge.yaml
  weigh r.csv --want gold --pay preferences:none.safetensors
  weigh r.csv --want gold --pay preferences:r.csv
  weigh r.csv --want gold --pay fmt --score fmt=0.5
  weigh r.csv --want gold --pay correct --score correct=./reward.mjs:length
  weigh r.csv --want gold --pay ./reward.mjs:length --columns answer=solution
  weigh r.csv --want gold --pay 'normalised(corect)'
  weigh few.csv --want label --pay correct --judge gold
  `,
  {
    "found.csv": "prompt,completion,correct,gold\nquestion 1,cheat,1,-1\n",
    "whole.csv": "prompt,completion,correct,gold,mass\nquestion 1,cheat,1,-1,1\n",
    "other-pay.csv": "prompt,completion,gold,mass\nquestion 1,cheat,-1,0.1\n",
    ...{ "r.csv": text, "other.csv": "a,correct,gold\n1,1,1\n" },
    ...{ "cut.json": '{"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [{"id": 1, "inp' },
    ...{ "bare.json": '{"version": 2, "status": "success", "eval": {"task": "t"}}' },
    "cut.jsonl":
      '{"responses_create_params": {"input": "2 + 2?"}, "response": {"output_text": "4"}, "reward": 1}\n{"responses_create_par',
    "once.csv": "prompt,completion,correct,gold\np,x,1,1\nq,y,0,0\n",
    "few.csv": text.replace("gold", "label,gold").replaceAll(/,([01]),([01]),/g, (_, a, b) => `,${a},${b},,`),
    "reward.mjs": [
      "export const length = (prompt, completion, fields) => completion.length;",
      "export const text = (prompt, completion) => `good`;",
      "export const list = (texts) => texts.length;",
      "export const throws = (prompt, completion) => completion.none.at;",
    ].join("\n"),
    "two.py": "def score(completions):\n    return []\n\ndef reward(completions):\n    return []\n",
    "bare.md": "Full marks for brevity.\n",
    "judge.yaml": "judge: { rubric: { lenght: 1 } }\n",
  },
);
