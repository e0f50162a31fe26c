// `agon judge` on judges whose faults are known: by a rubric, by a program, by a model behind an endpoint; and what is wrong with a file.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTextVerdict } from "../../src/feedback/judging/model-judge.ts";
import type { JudgingFigures } from "../../src/lab/judge/questioning.ts";
import { type Answer, chatServer } from "../fixtures/chat-server.ts";
import { agon, documentOf, root, scratch } from "./agon.ts";
import { folderWith, jsonLines, rowsOf } from "./files.ts";
import { refusedFiles } from "./mistakes.ts";

/** Pairs of which the better answer says "right"; half of the better ones are the longer ones. */
const PAIRS = Array.from({ length: 40 }, (_, k) => {
  const better = `right ${"word ".repeat(k % 2 === 0 ? 20 : 2)}`;
  const worse = `wrong ${"word ".repeat(k % 2 === 0 ? 2 : 20)}`;
  const isFirst = k % 4 < 2;
  return {
    ...{ prompt: `question ${k}`, kind: k % 5 === 0 ? "rare" : "common" },
    ...(isFirst ? { first: better, second: worse, winner: "a" } : { first: worse, second: better, winner: "b" }),
  };
});

/** A program that judges by this body of a function of the question. */
const program = (body: string) => `
import { createInterface } from "node:readline";
let asked = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const { prompt, first = question.text, second } = question;
  asked += 1;
  const answer = (() => { ${body} })();
  console.log(JSON.stringify(answer));
}
`;

async function judged(
  body: string,
  more = "",
  rows: readonly object[] = PAIRS,
  key = "pairs",
): Promise<JudgingFigures> {
  const text = `judge: { program: [node, judge.mjs] }\n${key}: rows.jsonl\n${more}`;
  const files = { "rows.jsonl": jsonLines(rows), "judge.mjs": program(body), "judge.yaml": text };
  return documentOf("judge judge.yaml", { cwd: folderWith(files) });
}

/** The side whose text says "right". */
const HONEST = `const isFirst = first.includes("right");`;

describe("judges with known faults", () => {
  test("one that is always right", async () => {
    const figures = await judged(`${HONEST} return { winner: isFirst ? "first" : "second", confidence: 1 };`);
    expect([figures.items, figures.accuracy.value, figures.kappa.value, figures.selfAgreement?.value]).toEqual([
      40, 1, 1, 1,
    ]);
    const { position, flips, length, opinion, authority, instruction } = figures.bias;
    for (const none of [position, flips, opinion, authority, instruction]) expect(none?.value).toBe(0);
    expect(Math.abs(length?.value ?? 1)).toBeLessThan(0.05);
    expect(figures.calibration?.value).toBe(0);
    expect(Object.fromEntries(figures.byKind.map(({ kind, items }) => [kind, items]))).toEqual({ common: 32, rare: 8 });
  });

  test("one that always takes the first", async () => {
    const { accuracy, kappa, bias } = await judged(`return { winner: "first" };`);
    expect([accuracy.value, kappa.value, bias.position?.value, bias.flips?.value]).toEqual([0.5, 0, 0.5, 1]);
  });

  test("one that takes the longer", async () => {
    const { accuracy, bias } = await judged(`return { winner: first.length > second.length ? "first" : "second" };`);
    expect(accuracy.value).toBe(0.5);
    expect(bias.length?.low).toBeGreaterThan(1);
    expect(bias.position?.value).toBe(0);
  });

  test.each([
    ["opinion", (side: string) => `prompt.includes("the ${side} answer is better")`],
    ["authority", (side: string) => `${side}.includes("experts")`],
    ["instruction", (side: string) => `${side}.includes("ignore")`],
  ] as const)("one that gives way to %s", async (probe, isNamed) => {
    const body = ["first", "second"].map((side) => `if (${isNamed(side)}) return { winner: "${side}" };`).join(" ");
    const { accuracy, bias } = await judged(`${body} ${HONEST} return { winner: isFirst ? "first" : "second" };`);
    expect(accuracy.value).toBe(1);
    const others = (["opinion", "authority", "instruction"] as const).filter((one) => one !== probe);
    expect(bias[probe]?.value).toBe(1);
    for (const other of others) expect(bias[other]?.value, other).toBe(0);
  });

  test("one that changes its mind, and answers outside the scale, which count in no other figure", async () => {
    const fickle = await judged(`return { winner: asked % 2 === 0 ? "first" : "second" };`, "probes: []\n");
    expect(fickle.selfAgreement?.value).toBe(0);
    const silent = await judged(
      `${HONEST} return asked % 10 === 0 ? { winner: "perhaps" } : { winner: isFirst ? "a" : "b" };`,
    );
    expect([silent.unreadable, silent.answers, silent.accuracy.value]).toEqual([40, 400, 1]);
    expect(silent.caveats.join("\n")).toContain("40 of 400 answers are outside the scale");
  });

  test("one that says that it is surer than it is", async () => {
    const { calibration } = await judged(
      `return { winner: first.length > second.length ? "a" : "b", confidence: 0.9 };`,
    );
    expect(calibration?.value).toBeCloseTo(0.4, 12);
  });

  test("two judges on the same questions", async () => {
    const more = "beside: { rubric: { length: 1 } }\nrepetitions: 1\n";
    const { beside, accuracy } = await judged(`${HONEST} return { winner: isFirst ? "first" : "second" };`, more);
    expect([accuracy.value, beside?.accuracy.value, beside?.comparison.accuracy.value]).toEqual([1, 0.5, 0.5]);
    expect(beside?.comparison.kappa.value).toBeCloseTo(0, 12);
  });

  test("one answer at a time, right or wrong", async () => {
    const rows = PAIRS.map(({ prompt }, k) => {
      const label = k % 3 === 0;
      return { prompt, answer: label ? "right, yes" : "wrong, no", label };
    });
    const { accuracy, bias, kappa } = await judged(
      `return { right: first.startsWith("right") || first.includes("experts") };`,
      "",
      rows,
      "items",
    );
    expect([accuracy.value, kappa.value, bias.position, bias.authority?.value]).toEqual([1, 1, null, 1]);
    // Items that are right have no wrong side to which an added text could push.
    expect(bias.authority?.n).toBe(PAIRS.length - Math.ceil(PAIRS.length / 3));
  });
});

test("a language model is recorded while it is asked, and again without a server to the same bytes", async () => {
  const server = await chatServer(({ messages: [{ content }] }) => {
    const [, a] = /Answer A:\n(.*)/.exec(content) ?? [];
    return `{"winner": "${a?.startsWith("right") ? "A" : "B"}", "confidence": 0.8}`;
  });
  const file = (more: string) => `judge: { model: small, ${more} }\npairs: rows.jsonl\nprobes: [opinion]\n`;
  const price = "price: { input: 1, output: 2 }";
  const cwd = folderWith({
    "rows.jsonl": jsonLines(PAIRS.slice(0, 10)),
    "asked.yaml": file(`endpoint: "${server.url}", record: said.jsonl, ${price}`),
    "again.yaml": file(`replay: said.jsonl, ${price}`),
  });
  const outcome = await agon("judge asked.yaml --json --set title=one", { cwd });
  expect(outcome.code, outcome.stderr).toBe(0);
  // Ten pairs in both orders, each twice, and once with an opinion.
  expect(server.requests).toHaveLength(60);
  await server.close();
  const again = await agon("judge again.yaml --json --set title=one", { cwd });
  expect(again.stdout, again.stderr).toBe(outcome.stdout);
  const { accuracy, calibration, cost } = JSON.parse(outcome.stdout);
  expect([accuracy.value, calibration.value]).toEqual([1, expect.closeTo(0.2, 12)]);
  expect(cost.value).toBeGreaterThan(0);
  expect(readFileSync(join(cwd, "said.jsonl"), "utf8").trim().split("\n")).toHaveLength(60);
});

test("questions that a model does not answer are counted by why, and not as answers outside the scale", async () => {
  const answers: readonly Answer[] = [
    ...['{"winner": "A"}', "perhaps", { text: '{"winner": "A"}', finish: "length" }, { status: 500 }],
    ...[{ message: { content: null, refusal: "No." } }, { text: "", finish: "content_filter" }, "<think>A"],
  ];
  const server = await chatServer(
    ({ messages: [{ content }] }) => answers[Number(/question (\d+)/.exec(content)?.[1])],
  );
  const judge = `{ model: small, endpoint: "${server.url}", retries: 0, price: { input: 1, output: 1 } }`;
  const cwd = folderWith({
    "rows.jsonl": jsonLines(PAIRS.slice(0, answers.length)),
    "judge.yaml": `judge: ${judge}\npairs: rows.jsonl\nprobes: []\nrepetitions: 1\n`,
  });
  const figures: JudgingFigures = await documentOf("judge judge.yaml", { cwd });
  expect([figures.answers, figures.unreadable]).toEqual([14, 2]);
  expect(figures.unanswered).toEqual({ cut: 2, failed: 2, refused: 2, filtered: 2, thought: 2 });
  expect(figures.accuracy.n).toBe(2);
  // All but those that failed are paid for.
  expect(figures.cost?.n).toBe(12);
  expect(figures.caveats.join("\n")).toContain("of 14 questions some have no answer and count in no figure: cut 2, ");
});

test("verdicts are read from JSON in any text, and from a last word", () => {
  const sides = (answers: readonly string[], compares: boolean) =>
    answers.map((one) => readTextVerdict(one, compares)?.side);
  expect(
    sides(['Both are fine.\n{"winner": "B"}', "I think\nA", "**tie**", "Answer B.", "neither of them", ""], true),
  ).toEqual([-1, 1, 0, -1, undefined, undefined]);
  expect(sides(['{"right": false, "confidence": 0.7}', "yes", "wrong."], false)).toEqual([-1, 1, -1]);
  expect(readTextVerdict('{"winner": "A", "confidence": 7}', true)).toBeUndefined();
});

const RUBRIC = "judge: { rubric: { length: 1 } }";
const WRONG = rowsOf(`
  no labels | ${RUBRIC}
  a feature that is none | judge: { rubric: { lenght: 1 } } / pairs: rows.jsonl
  a file that is not there | ${RUBRIC} / pairs: none.jsonl
  a program that is not there | judge: { program: [./none] } / pairs: rows.jsonl
  a model without an address | judge: { model: small } / pairs: rows.jsonl
  a probe that is none | ${RUBRIC} / pairs: rows.jsonl / probes: [opinon]
`);
refusedFiles("agon-judge", "judge judge.yaml", "judge.yaml", WRONG, { "rows.jsonl": jsonLines(PAIRS) });

test("the example: a rubric that likes length is right in seven of ten, and likes length", async () => {
  const { code, stdout } = await agon(`judge ${join(root, "examples/preferences/long-winded.yaml")}`, {
    cwd: scratch(),
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^right +0\.7\d/m);
  expect(stdout).toMatch(/^length +[234]\.\d/m);
});

describe("a judge that cannot be read", () => {
  const rows = {
    "rows.jsonl": jsonLines(PAIRS),
    "judge.yaml": "judge: { program: [node, judge.mjs] }\npairs: rows.jsonl\nprobes: []\n",
  };

  test("is not asked further after twenty such answers in a row; one is quoted, and the exit code is 1", async () => {
    const cwd = folderWith({ ...rows, "judge.mjs": program(`return { winner: "the nicer one, no " + asked };`) });
    const { code, complaint, stdout } = await agon("judge judge.yaml", { cwd });
    expect([code, stdout]).toEqual([1, ""]);
    expect(complaint).toContain("node judge.mjs: 160 questions");
    expect(complaint).toMatch(
      /20 answers of node judge\.mjs in a row could not be read, and it is not asked further\. The last one says ".*the nicer one, no 20/,
    );
  });

  test("now and then is asked on, and such answers are counted", async () => {
    const figures = await judged(`return asked % 20 === 0 ? { winner: "?" } : { winner: "tie" };`, "probes: []");
    expect([figures.answers, figures.unreadable]).toEqual([160, 8]);
  });

  test("a model's questions and what they cost at most are said before the first", async () => {
    const server = await chatServer(() => ({ text: '{"winner": "A"}' }));
    const text = `judge: { model: m, endpoint: "${server.url}", price: { input: 10, output: 100 }, maxTokens: 50 }\npairs: rows.jsonl\nprobes: []\nmost: 3\n`;
    const { code, complaint } = await agon("judge judge.yaml", { cwd: folderWith({ ...rows, "judge.yaml": text }) });
    expect(code).toBe(0);
    expect(complaint).toMatch(/^agon: m: 12 questions, which cost at most about 0\.0\d+ by the file's prices/);
  });
});
