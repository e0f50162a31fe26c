// Questions of a user's file, asked in whole runs: any character on the way from a file through a model to the store, prompts and pay
// that variants tell, a model that judges, a budget that is spent, and answers that are on file.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { messageOf } from "../src/core/errors.ts";
import { environmentLaws } from "../src/evaluation/laws/environment-laws.ts";
import { parseExperiment } from "../src/lab/experiment/experiment.ts";
import { keptIn } from "../src/lab/experiment/store-place.ts";
import { buildReport } from "../src/lab/report/report.ts";
import { experimentOfRun } from "../src/lab/run/resumed.ts";
import { runExperiment } from "../src/lab/run/run.ts";
import { openDatabase } from "../src/lab/store/database.ts";
import { cellKeys } from "../src/lab/store/keys.ts";
import { openGrid } from "../src/lab/view/episode-grid.ts";
import { episodeReplay } from "../src/lab/view/episode-replay.ts";
import { gridQuery } from "../src/lab/view/grid-query.ts";
import { agon, contents, scratch } from "./cli/agon.ts";
import { environments } from "./fixtures/at-hand/environments.ts";
import { type Answer, type ChatServer, chatServer, type ReceivedRequest } from "./fixtures/chat-server.ts";
import { quizModel } from "./fixtures/quiz-model.ts";
import { untimed } from "./fixtures/recorded-texts.ts";
import { words } from "./fixtures/words.ts";

const QUIZ = `question,answer,points,a,b
What is the capital of France?,Paris,1,Paris,Lyon
日本の首都は?,東京,2,京都,東京
"Wie heißt das
Tier 🦊?",Füchslein,3,Füchslein,Igel
`;

/** A folder with the file of questions and others. */
function placed(files: Readonly<Record<string, string>> = {}): string {
  const folder = scratch();
  for (const [name, text] of Object.entries({ "quiz.csv": QUIZ, ...files })) writeFileSync(join(folder, name), text);
  return folder;
}

const read = (folder: string, text: string, budget?: number) =>
  parseExperiment(text, join(folder, "e.yaml"), {
    cache: keptIn(join(folder, "store")),
    ...(budget !== undefined && { budget }),
  });

async function ran(folder: string, text: string, budget?: number) {
  return runExperiment(await read(folder, text, budget), { store: join(folder, "store"), workers: 0 });
}

/** Rows of the run's episodes. */
async function rows(folder: string, sql: string) {
  const database = await openDatabase([folder], 1);
  try {
    return (await database.query(sql)).rows;
  } finally {
    database.close();
  }
}

/** Rows of the episodes of an experiment of language models that this server answers. */
async function asking(server: ChatServer, more: Parameters<typeof described>[1], sql: string) {
  const { folder } = await ran(placed(), described(server.url, more));
  return rows(folder, `${sql} FROM episodes ORDER BY seed`);
}

/** An experiment of language models; `world` and `agent` are added to both. */
const described = (url: string, { world = "", agent = "", rest = "" } = {}) => `
environment: { id: language/questions, file: ./quiz.csv${world} }
agents: { policy: llm, model: small, endpoint: "${url}", retries: 0${agent} }
objective: correct
reward: { channel: correct }
seeds: 3
${rest}
`;

const instructionOf = ({ messages }: ReceivedRequest) => messages[0].content;
const questionOf = ({ messages }: ReceivedRequest) => messages.at(-1)?.content ?? "";

/** Knows all answers. */
function clever(one: ReceivedRequest): string {
  const text = questionOf(one);
  return text.includes("France") ? "Paris" : text.includes("日本") ? "東京" : "Füchslein";
}

test("any character goes from the file to the model, and from its reply to the store and out of it", async () => {
  const reply = "Füchslein\t\r\n  👩‍👩‍👧 e\u0301 \u{10ffff}\u0001{\"a\":'$>'}\n";
  const server = await chatServer((one) => (questionOf(one).includes("Tier") ? reply : clever(one)));
  const { folder } = await ran(placed(), described(server.url));
  expect(server.requests.map(questionOf).sort()).toEqual(
    ["What is the capital of France?", "Wie heißt das\nTier 🦊?", "日本の首都は?"].sort(),
  );
  const episodes = await rows(
    folder,
    "SELECT row, question, reply, answer, correct, answered, characters FROM episodes ORDER BY seed",
  );
  const row = (row: string, question: string, reply: string, answer: string, correct = 1) => {
    return { row, question, reply, answer, correct, answered: 1, characters: [...reply].length };
  };
  expect(episodes).toEqual([
    row("1", "What is the capital of France?", "Paris", "Paris"),
    row("2", "日本の首都は?", "東京", "東京"),
    row("3", "Wie heißt das\nTier 🦊?", reply, "Füchslein", 0),
  ]);
  const { variants } = await buildReport(folder);
  expect(variants[0].objective.mean).toBeCloseTo(2 / 3, 9);
  expect(variants[0].typical?.text?.characters.join("")).toContain("Paris");
  const grid = await openGrid(dirname(folder), basename(folder));
  onTestFinished(() => grid.close());
  const page = await grid.page(gridQuery(new URLSearchParams("seed=2")));
  expect([page.texts, page.rows[0].texts]).toEqual([
    ["row", "question", "reply", "answer"],
    ["3", "Wie heißt das\nTier 🦊?", reply, "Füchslein"],
  ]);
});

test("every text that a model may write is kept as it is", async () => {
  let replies: readonly string[] = [];
  const order = ["France", "日本", "Tier"];
  const server = await chatServer((one) => replies[order.findIndex((word) => questionOf(one).includes(word))]);
  const folder = placed();
  const text = fc.string({ unit: "binary", maxLength: 40 }).filter((one) => one.trim() !== "" && !one.includes("\0"));
  await fc.assert(
    fc.asyncProperty(fc.tuple(text, text, text), fc.integer(), async (texts, tag) => {
      replies = texts;
      const { folder: run } = await ran(folder, described(server.url, { agent: `, instructions: "${tag}"` }));
      expect(await rows(run, "SELECT reply FROM episodes ORDER BY seed")).toEqual(texts.map((reply) => ({ reply })));
    }),
    { numRuns: 2 },
  );
});

test("variants differ in the prompt, the system prompt and what is told of pay, and in nothing else", async () => {
  const server = await chatServer(clever);
  const rest = `variants:
  plain: {}
  prompt: { environment.prompt: "{question} ({points} points)" }
  system: { agents.system: "Be brief. {pay} {{pay}}" }
  instructed: { agents.instructions: "You are asked in {world}" }
  untold: { agents.told: false }
  lied to: { agents.told: "Nothing pays, not even {formula}:\\n{channels}" }
`;
  const { folder } = await ran(placed(), described(server.url, { agent: ", parallel: 1", rest }));
  const first = server.requests.filter((one) => questionOf(one).startsWith("What"));
  const systems = first.map(instructionOf);
  const pay =
    "You are paid: correct.\n- correct: share of the questions that are answered right (share)\nYou want to be paid";
  expect(systems[0]).toContain(pay);
  expect(first.map(questionOf)).toEqual([
    "What is the capital of France?",
    "What is the capital of France? (1 points)",
    ...Array(4).fill("What is the capital of France?"),
  ]);
  expect(systems[1]).toBe(systems[0]);
  expect(systems[2]).toMatch(/^Be brief\. You are paid: correct\.\n(.*\n)*.* \{pay\}$/);
  expect(systems[3]).toBe(
    `${systems[0]}\nYou are asked in answer questions of your own: a list of them, or a file, with the answers that are right`,
  );
  expect(systems[4]).not.toContain("paid");
  expect(systems[5]).toContain("Nothing pays, not even correct:\n- correct: share of");
  const episodes = await rows(folder, "SELECT DISTINCT seed, answer FROM episodes ORDER BY seed");
  expect(episodes.map(({ answer }) => answer)).toEqual(["Paris", "東京", "Füchslein"]);
});

const MISTAKES: readonly (readonly [
  name: string,
  more: { world?: string; agent?: string; rest?: string; all?: string },
])[] = [
  ["a column that is none", { world: ', prompt: "{qestion}"' }],
  ["a part that is none", { agent: ", system: '{discription}'" }],
  ["a part of pay that is none", { agent: ", told: '{formulas}'" }],
  ["a judge that is none", { world: ", judge: { use: numbr }" }],
  ["a setting of a judge that is none", { world: ", judge: { use: number, tolerence: 1 }" }],
  ["a choice without choices", { world: ", judge: choice" }],
  ["exercises beside a file", { world: ", exercises: [{ question: a, answers: b }]" }],
  ["too long an episode", { world: ", longest: 1000000, questions: 3" }],
  [
    "an endpoint with a key in it",
    { world: ', judge: { use: model, model: m, endpoint: "https://a/v1?key=x", rubric: { right: is right } }' },
  ],
  ["no program", { world: ", judge: { use: program, file: ./no.js }" }],
  ["a prompt without a file", { all: "environment: { id: language/questions, prompt: x }\nagents: oracle" }],
  ["a learner", { all: "environment: { id: language/questions, file: ./quiz.csv }\nagents: grpo" }],
  ["a budget without prices", { rest: "budget: 1" }],
];

// Before anything is asked.
words(
  "own-questions",
  MISTAKES.map(([name, { all, ...more }]) => [
    name,
    async () => {
      const folder = placed();
      const text = all === undefined ? described("http://127.0.0.1:1/v1", more) : `${all}\nobjective: correct\n`;
      const refused = await read(folder, text).catch(messageOf);
      return String(refused).replaceAll(`${folder}/`, "");
    },
  ]),
);

test("a model judges by a rubric, whose criteria are channels; one that cannot be read fails the episode", async () => {
  const server = await chatServer((one): Answer => {
    if (!instructionOf(one).startsWith("You grade")) return clever(one);
    if (instructionOf(one).includes("東京")) return "I would rather not say.";
    return `Let me see. {"right": true, "polite": ${instructionOf(one).includes("Paris")}}`;
  });
  const judge = `{ use: model, endpoint: "${server.url}", model: judge, price: { input: 1, output: 2 }, tries: 2, atLeast: 0.7,
    rubric: { right: "says {answer}", polite: { meaning: is polite, weight: 1 } } }`;
  const { folder, spending } = await ran(
    placed(),
    described(server.url, { world: `, judge: ${judge}`, agent: ", price: { input: 0, output: 0 }" }),
  );
  const episodes = await rows(
    folder,
    'SELECT answer, score, correct, "right", polite, failed, failure, judgeCalls, judgeCost FROM episodes ORDER BY seed',
  );
  expect(episodes).toMatchObject([
    { answer: "Paris", score: 1, correct: 1, right: 1, polite: 1, failed: false, judgeCalls: 1 },
    { answer: "東京", failed: true, failure: "no verdict could be read of what the judge answered", judgeCalls: 2 },
    { answer: "Füchslein", score: 0.5, correct: 0, right: 1, polite: 0, failed: false, judgeCalls: 1 },
  ]);
  const first = server.requests.find((one) => instructionOf(one).includes("Paris"));
  expect(first?.messages[0].content).toContain("The question:\nWhat is the capital of France?\n\nThe answer:\nParis\n");
  expect(first?.messages[0].content).toContain("- right: says Paris\n- polite: is polite\n");
  expect(episodes.reduce((sum, { judgeCost }) => sum + Number(judgeCost), 0)).toBeCloseTo(spending.spent, 12);
  const { variants, failures } = await buildReport(folder);
  expect(variants[0].objective.mean).toBe(0.5);
  expect(failures).toEqual([
    { variant: "base", reason: "no verdict could be read of what the judge answered", episodes: 1 },
  ]);
});

test("a judge that gives no answer fails the episode too", async () => {
  const server = await chatServer((one) =>
    instructionOf(one).startsWith("You grade") ? { status: 500 } : clever(one),
  );
  const judge = `{ use: model, endpoint: "${server.url}", model: judge, retries: 0, rubric: { right: is right } }`;
  const failures = await asking(server, { world: `, judge: ${judge}` }, "SELECT failure");
  expect(failures).toEqual(Array(3).fill({ failure: "the judge gave no answer: status 500: refused with 500" }));
});

test("a pattern that takes for ever fails its episode, and the others are judged", async () => {
  const server = await chatServer((one) => (questionOf(one).includes("France") ? `${"a".repeat(40)}!` : "aa"));
  const world = ', judge: { use: pattern, pattern: "^(a+)+$", steps: 1000000 }';
  const { folder } = await ran(placed(), described(server.url, { world }));
  const episodes = await rows(folder, "SELECT failed, failure, correct FROM episodes ORDER BY seed");
  expect(episodes).toMatchObject([
    { failed: true, failure: 'the pattern "^(a+)+$" used up its steps on the reply' },
    { failed: false, correct: 1 },
    { failed: false, correct: 1 },
  ]);
  expect((await buildReport(folder)).variants[0].objective.mean).toBe(1);
});

const PRICED = ", price: { input: 0, output: 250000 }";

test("a spent budget stops the run: finished cells stay, what is missing is said, and another run goes on", async () => {
  const server = await chatServer(clever);
  const folder = placed();
  const agent = `${PRICED}, parallel: 1, record: answers.jsonl`;
  const text = described(server.url, { agent, rest: "budget: 0.5" }).replace("seeds: 3", "seeds: 6");
  const first = await ran(folder, text);
  // An answer is one word, and a quarter.
  expect(first).toMatchObject({ interrupted: true, computed: 2, spending: { asked: 2, spent: 0.5, recalled: 0 } });
  expect([...first.missing]).toEqual([["base", [2, 3, 4, 5]]]);
  expect(server.requests).toHaveLength(2);
  const second = await ran(folder, text);
  expect(second).toMatchObject({ kept: 2, computed: 2, interrupted: true, spending: { asked: 2, spent: 0.5 } });
  const third = await ran(folder, text, 10);
  expect(third).toMatchObject({ kept: 4, computed: 2, interrupted: false, spending: { asked: 2, spent: 0.5 } });
  expect(third.run).toBe(first.run);
  expect(third.missing.size).toBe(0);
  expect(server.requests).toHaveLength(6);
});

test("the command says what was spent, what is missing, and how to go on", async () => {
  const server = await chatServer(clever);
  const agent = `${PRICED}, parallel: 1`;
  const rest = "variants: { one: {}, two: { agents.told: false } }";
  const folder = placed({ "e.yaml": described(server.url, { agent, rest }) });
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--budget", "0.75"], { cwd: folder });
  expect([code, stdout]).toEqual([130, ""]);
  expect(stderr).toContain(`agon: 3 answers were asked for, for 0.75 in all; 0 on file
agon: the budget of 0.75 is spent: stopped with 3 of 6 cells done
missing: one (seed 2), two (seeds 1, 2)
the same command goes on from there, with as much again; --budget sets another
`);
  // Calls under way are paid for, and said.
  const over = await agon(["run", "e.yaml", "--budget", "0.1", "--store", "over"], { cwd: folder });
  expect(over.stderr).toContain(
    "agon: the budget of 0.1 is spent, and 0.15 more by calls that were under way: stopped",
  );
  const further = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(further.code).toBe(0);
  expect(JSON.parse(further.stdout).cells).toEqual({ planned: 6, done: 6 });
  expect(server.requests).toHaveLength(7);
});

test("answers on file cost nothing, also where every other request would be too much", async () => {
  const server = await chatServer(clever);
  const folder = placed();
  const text = (rest: string) => described(server.url, { agent: `${PRICED}, record: answers.jsonl`, rest });
  const first = await ran(folder, text(""));
  expect(first.spending).toMatchObject({ asked: 3, spent: 0.75, recalled: 0 });
  // Another objective is another cell, and asks the same.
  const again = await ran(folder, text("budget: 0.01").replace("objective: correct", "objective: answered"));
  expect(again).toMatchObject({ interrupted: false, computed: 3, spending: { asked: 0, spent: 0, recalled: 3 } });
  expect(server.requests).toHaveLength(3);
  const keys = readFileSync(join(folder, "answers.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).key);
  // What was sent is on file, and a replay shows it; of a run that kept none it says how many there were.
  const replay = (run: string) =>
    episodeReplay(dirname(run), basename(run), { variant: "base", seed: 0, episode: 0 }).then((one) => one.asked);
  const kept = await replay(again.folder);
  expect(kept).toMatchObject({ requests: 1, exchanges: [{ failure: "", reply: { text: "Paris" } }] });
  expect(kept?.exchanges[0].messages.at(-1)).toEqual({ role: "user", content: "What is the capital of France?" });
  expect(kept?.counts).toContainEqual({ name: "modelCost", unit: "money", values: [0.25] });
  const other = await ran(placed(), described(server.url));
  const unkept = await replay(other.folder);
  expect(unkept).toMatchObject({ requests: 1, exchanges: [] });
  // Without prices there is no money to tell of.
  expect(unkept?.counts.map(({ name }) => name)).toEqual([
    "modelCalls",
    "unreadReplies",
    "surplusCalls",
    "promptTokens",
    "completionTokens",
  ]);
  const episodes = await rows(again.folder, "SELECT requests, modelCost FROM episodes ORDER BY requests");
  expect(episodes).toEqual([...keys].sort().map((requests) => ({ requests, modelCost: 0.25 })));
});

test("a run that is resumed has the budget of its file", async () => {
  const server = await chatServer(clever);
  const { folder, store } = await ran(placed(), described(server.url, { agent: PRICED, rest: "budget: 0.5" }));
  expect((await experimentOfRun(store, basename(folder))).budget).toBe(0.5);
  const free = await ran(placed(), described(server.url));
  expect((await experimentOfRun(free.store, basename(free.folder))).budget).toBeUndefined();
});

test("a budget needs prices, and a server that counts", async () => {
  const server = await chatServer((one) => ({ text: clever(one), uncounted: true }));
  const folder = placed();
  const rest = "budget: 1";
  await expect(read(folder, described(server.url), 1)).rejects.toThrow(/--budget: budget: variant "base"/);
  await expect(ran(folder, described(server.url, { agent: PRICED, rest }))).rejects.toThrow("counts no tokens");
});

test("another content of the file, or of a judge's, makes other cells; the same questions are kept", async () => {
  const folder = placed({ "judge.js": "(reply, row) => reply === row.answer\n" });
  const text = described("http://127.0.0.1:1/v1", { world: ", judge: { use: program, file: ./judge.js }" });
  const [before] = await cellKeys(await read(folder, text));
  expect(await cellKeys(await read(folder, text))).toEqual([before]);
  writeFileSync(join(folder, "judge.js"), "(reply, row) => reply.trim() === row.answer\n");
  const [judged] = await cellKeys(await read(folder, text));
  expect(judged).not.toBe(before);
  writeFileSync(join(folder, "quiz.csv"), QUIZ.replace("capital", "largest city"));
  const [changed] = await cellKeys(await read(folder, text));
  expect([before, judged]).not.toContain(changed);
});

test("an episode may ask several questions, each behind the last answer", async () => {
  const server = await chatServer((one) =>
    questionOf(one).endsWith("🦊?") ? "x" : questionOf(one).endsWith("首都は?") ? "東京" : "Paris",
  );
  const more = { world: ", questions: 2, longest: 3", rest: "episodes: 1" };
  const episodes = await asking(server, more, "SELECT row, reply, correct, cut, answered");
  // Paris is cut behind its third character.
  expect(episodes).toEqual([
    { row: "1 2", reply: "Par\n\n東京", correct: 0.5, cut: 0.5, answered: 0.5 },
    { row: "3 1", reply: "x\n\nPar", correct: 0, cut: 0.5, answered: 0.5 },
    { row: "2 3", reply: "東京\n\nx", correct: 0.5, cut: 0, answered: 1 },
  ]);
  expect(server.requests.map(questionOf)).toContain("What is the capital of France?Par\n\n日本の首都は?");
});

test("choices, and what stands behind a word of the reply", async () => {
  const server = await chatServer((one) => (questionOf(one).includes("France") ? "B, no: Answer: A" : "Answer: Igel"));
  const episodes = await asking(server, { world: ', choices: [a, b], after: "Answer:"' }, "SELECT correct, failed");
  expect(server.requests.map(questionOf)).toContain("What is the capital of France?\nA) Paris\nB) Lyon");
  // There is no hedgehog among the cities.
  expect(episodes.map(({ correct, failed }) => failed || correct)).toEqual([1, true, 0]);
});

test("an answer that cannot be read is not wrong: it is counted with its reason, and of several questions as a share", async () => {
  const server = await chatServer((one) =>
    questionOf(one).includes("France?\nA") && !questionOf(one).includes("日本") && !questionOf(one).includes("Tier")
      ? "It is A, or B."
      : "**Answer:** B",
  );
  const reason = "no answer could be read: it gives no choice, or more than one";
  const { folder } = await ran(placed(), described(server.url, { world: ", choices: [a, b]" }));
  const one = await rows(folder, "SELECT correct, failed, failure FROM episodes ORDER BY seed");
  expect(one).toMatchObject([
    { failed: true, failure: reason },
    { correct: 1, failed: false },
    { correct: 0, failed: false },
  ]);
  const { variants, failures } = await buildReport(folder);
  expect(variants[0].objective.mean).toBe(0.5);
  expect(failures).toEqual([{ variant: "base", reason, episodes: 1 }]);
  const more = { world: ", choices: [a, b], questions: 2", rest: "episodes: 1" };
  const several = await asking(server, more, "SELECT row, correct, score, payoff, unreadable, failed");
  expect(several).toMatchObject([
    { row: "1 2", correct: 1, score: 1, payoff: 1, unreadable: 0.5, failed: false },
    { row: "3 1", correct: 0, unreadable: 0, failed: false },
    { row: "2 3", correct: 0.5, score: 0.5, payoff: 0.5, unreadable: 0, failed: false },
  ]);
});

test("a number that cannot be read is not wrong either, nor is a reply without what stands before the answer", async () => {
  const server = await chatServer((one) =>
    questionOf(one).includes("France") ? "= 1 to 2" : questionOf(one).includes("Tier") ? "= \\boxed{3{,}000}" : "2",
  );
  const episodes = await asking(
    server,
    { world: ", answer: points, judge: number, after: '='" },
    "SELECT correct, failure",
  );
  const reason = "no answer could be read: it gives no number, or more than one";
  expect(episodes).toMatchObject([{ failure: reason }, { failure: reason }, { correct: 0, failure: "" }]);
});

test("the world of a file obeys the laws of worlds", async () => {
  const folder = placed();
  const place = { directory: folder, cache: join(folder, "kept") };
  const entry = environments.get("language/questions");
  const given = await entry.prepare?.({ file: "./quiz.csv", longest: 12, questions: 2, choices: ["a", "b"] }, place);
  expect(environmentLaws(() => entry.make(given)).filter(({ pass }) => !pass)).toEqual([]);
});

test("any number of workers gives the same bytes", async () => {
  const text = `environment: { id: language/questions, file: ./quiz.csv, order: drawn }
agents: oracle
objective: correct
seeds: 6
episodes: 2
`;
  const folder = placed({ "e.yaml": text });
  for (const workers of ["0", "2"]) {
    const { code, stderr } = await agon(["run", "e.yaml", "--workers", workers, "--store", workers], { cwd: folder });
    expect(code, stderr).toBe(0);
  }
  expect(contents(join(folder, "2"))).toEqual(contents(join(folder, "0")));
});

const EXAMPLE = fileURLToPath(new URL("../examples/quiz/quiz.yaml", import.meta.url));

test("the example's answers are what its script says, and show what its comment tells", async () => {
  const server = await chatServer(quizModel);
  const inExample = (name: string) => readFileSync(join(dirname(EXAMPLE), name), "utf8");
  const folder = placed({ "quiz.csv": inExample("quiz.csv"), "judge.js": inExample("judge.js") });
  const recorded = `record: answers.jsonl, endpoint: "${server.url}"`;
  const text = inExample("quiz.yaml").replace("replay: answers.jsonl", recorded);
  const { folder: run } = await ran(folder, text);
  const lines = untimed(readFileSync(join(folder, "answers.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .sort();
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../examples/quiz/answers.jsonl");
  const { variants, finding } = await buildReport(run);
  expect(finding.text).toMatch(/^Worth of the answers: 79\u00a0% under “a half, told”/);
  expect(variants.map(({ objective }) => objective.mean?.toFixed(2))).toEqual(["0.67", "0.67", "0.79"]);
  expect(variants.map(({ outcomes }) => outcomes.correct.mean?.toFixed(2))).toEqual(["0.67", "0.67", "0.58"]);
});
