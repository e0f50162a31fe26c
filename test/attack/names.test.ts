// Names that JavaScript has a use for: as variants, bidders, columns, agents and channels they change no number, and where a name is asked
// for, they are as unknown as any other.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agon, root, scratch, type Words } from "../cli/agon.ts";
import { SHORT_RUN } from "../fixtures/short-run.ts";

/** Both in the order of the alphabet, by which a log's bidders are seated. */
const PLAIN = ["aaa", "bbb", "ccc", "ddd"];
const STRANGE = ["__proto__", "constructor", "hasOwnProperty", "toString"];

/** What a run of this file finds, with the strange names exchanged for the plain ones. */
async function evaluate(folder: string, text: string): Promise<unknown> {
  writeFileSync(join(folder, "e.yaml"), text);
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  const plain = STRANGE.reduce((output, name, k) => output.replaceAll(name, PLAIN[k]), stdout);
  const { finding, objective, variants, effects } = JSON.parse(plain);
  return { finding, objective, variants, effects };
}

/** The same run under both sets of names finds the same. */
async function alike(run: (names: readonly string[]) => Promise<unknown>): Promise<void> {
  expect(await run(STRANGE)).toEqual(await run(PLAIN));
}

test("of variants, of which `__proto__` is refused", async () => {
  await alike((names) =>
    evaluate(
      scratch(),
      `environment: { id: coopetition/slcd, horizon: 10 }
agents: random
objective: joint.value
variants: ${JSON.stringify(Object.fromEntries(names.slice(1).map((name, k) => [name, { "environment.horizon": 5 + k }])))}
seeds: 2
episodes: 2
`,
    ),
  );
});

test("of bidders in a log, and floors for some of them by name", async () => {
  const bids = readFileSync(join(root, "examples/logs/bids.csv"), "utf8");
  const bidders = [...new Set(bids.split("\n").flatMap((line) => line.split(",")[2] ?? []))].slice(1, 5);
  expect(bidders).toHaveLength(4);
  await alike((names) => {
    const folder = scratch();
    const renamed = bidders.reduce((text, bidder, k) => text.replaceAll(`,${bidder},`, `,${names[k]},`), bids);
    writeFileSync(join(folder, "bids.csv"), renamed);
    return evaluate(
      folder,
      `environment: { id: markets/auction, log: bids.csv, horizon: 20 }
agents: { policy: bidder/shaded }
objective: joint.spend
variants: { second price: {}, first price: { environment.rule: first-price } }
seeds: 3
record: episodes
`,
    );
  });
});

test("of columns of questions, which prompts and judges use", async () => {
  await alike(async (names) => {
    const folder = scratch();
    const rows = ["2 + 2,4,sums", "the capital of France,Paris,places"];
    writeFileSync(join(folder, "quiz.csv"), [`${names.slice(0, 3).join(",")}`, ...rows].join("\n"));
    writeFileSync(
      join(folder, "judge.js"),
      `(reply, row) => Object.keys(row).length === 3 && row[${JSON.stringify(names[1])}] === "4"`,
    );
    const server = `environment: { id: language/questions, file: ./quiz.csv, prompt: "{${names[2]}}: {${names[0]}}", judge: { use: program, file: ./judge.js } }
agents: { policy: program, command: [node, ./player.mjs] }
objective: correct
seeds: 2
`;
    writeFileSync(
      join(folder, "player.mjs"),
      `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "act") console.log(JSON.stringify({ action: "an answer" }));
}`,
    );
    return evaluate(folder, server);
  });
});

/** What every object of JavaScript has, and `__proto__`, which no key of a file may be called. */
const INHERITED = ["toString", "constructor", "hasOwnProperty", "valueOf", "__proto__"];
const ASKED = "zzzzzzzz";

const file = (change: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    environment: { id: "coopetition/slcd", horizon: 5 },
    agents: "random",
    objective: "joint.value",
    variants: { a: {} },
    seeds: 1,
    ...change,
  });

/** A key may be `__proto__` here too, as it may in JSON. */
const under = (name: string, value: unknown): Readonly<Record<string, unknown>> =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

/** What a file says with a name in a place. */
const FILES: Readonly<Record<string, (name: string) => string>> = {
  agents: (name) => file({ agents: name }),
  "a policy": (name) => file({ agents: { policy: name } }),
  "the policy of a seat": (name) => file({ agents: { agent_0: name, others: "random" } }),
  "a seat": (name) => file({ agents: { ...under(name, "random"), others: "random" } }),
  "a parameter of an agent": (name) => file({ agents: { policy: "random", ...under(name, 1) } }),
  environment: (name) => file({ environment: name }),
  "a parameter of a world": (name) => file({ environment: { id: "coopetition/slcd", ...under(name, 1) } }),
  "a rule of a world": (name) => file({ environment: { id: "markets/auction", rule: name } }),
  reward: (name) => file({ reward: name }),
  "a channel of a reward": (name) => file({ reward: { channel: name } }),
  "a weight of a reward": (name) => file({ reward: { weights: under(name, 1) } }),
  "a key of a reward": (name) => file({ reward: under(name, 1) }),
  objective: (name) => file({ objective: name }),
  "an objective of all": (name) => file({ objective: `joint.${name}` }),
  "a text method": (name) => file({ agents: { policy: "grpo", method: { use: name } } }),
  "a callback": (name) => file({ agents: { policy: "grpo", with: [{ use: name }] } }),
  feedback: (name) => file({ feedback: { use: name } }),
  "a key of the file": (name) => file(under(name, 1)),
  "a key of a variant": (name) => file({ variants: { a: under(name, 1) } }),
  "a path of a variant": (name) => file({ variants: { a: under(`environment.${name}`, 1) } }),
  "a path of a variant's agents": (name) => file({ variants: { a: under(`agents.${name}`, 1) } }),
  "a path of a grid": (name) => file({ grid: under(`environment.${name}`, [1, 2]) }),
};

/** What a command is given. */
const COMMANDS = [
  ...["completion", "list", "show", "check", "play", "step", "run", "report", "resume", "schema", "study"],
  ...["audit", "serve", "contest", "exploit", "vote", "trace", "rate", "examples copy", "match core-war", "query"],
].map((command) => (name: string): readonly string[] => [...command.split(" "), name]);

const OPTIONS: readonly ((name: string) => readonly string[])[] = [
  (name) => ["run", "e.json", `--${name}`],
  (name) => ["run", "e.json", "--set", `${name}=1`],
  (name) => ["run", "e.json", "--set", `environment.${name}=1`],
  (name) => ["run", "e.json", "--set", `agents.${name}.x=1`],
  (name) => ["play", "coopetition/slcd", "--set", `${name}=1`],
  (name) => ["show", "coopetition/slcd", "--set", `${name}=1`],
  (name) => ["check", "random", "--environment", name],
  (name) => ["step", "coopetition/slcd", "--reward", name],
];

/** A sentence in which the name, and what is near to it, are left out. */
const sentenceOf = (complaint: string, name: string): string =>
  complaint
    .replaceAll(name, ASKED)
    .replace(/e\.json:\d+:\d+/g, "e.json")
    .replace(/; (?:did you mean|valid:|it can set)[^\n]*/g, "");

describe("an unknown name", () => {
  const complaintOf = async (words: Words, text: string, name: string): Promise<string> => {
    const folder = scratch();
    writeFileSync(join(folder, "e.json"), text);
    const { code, stderr, complaint } = await agon(words, { cwd: folder });
    expect(code, `${words}: ${stderr}`).toBe(2);
    expect(stderr).not.toMatch(/undefined|\[object|native code|Agon itself/);
    return sentenceOf(complaint, name).replaceAll(folder, "FOLDER");
  };

  const cases = [
    ...Object.entries(FILES).map(([place, text]) => [place, () => ["run", "e.json"], text] as const),
    ...[...COMMANDS, ...OPTIONS].map((words) => [String(words("NAME")), words, () => file({})] as const),
  ];
  test.each(cases)("as %s is told as any other", async (_, words, text) => {
    const usual = await complaintOf(words(ASKED), text(ASKED), ASKED);
    expect(usual).not.toBe("");
    for (const name of INHERITED) {
      const complaint = await complaintOf(words(name), text(name), name);
      // No key may be called so.
      if (name === "__proto__" && complaint.includes("no key may be called")) continue;
      expect(complaint, name).toBe(usual);
    }
  });
});

test("of columns of a query, and a query that is empty", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), SHORT_RUN);
  expect((await agon("run e.yaml", { cwd: folder })).code).toBe(0);
  const names = STRANGE.map((name, k) => `${k} AS "${name}"`).join(", ");
  const { stdout } = await agon(["query", `SELECT ${names}`, "--json"], { cwd: folder });
  const row = STRANGE.map((name, k) => `"${name}":${k}`).join(",");
  expect(stdout.replaceAll(/\s/g, "")).toBe(`[{${row}}]`);
  for (const sql of ["", " ; "])
    expect(await agon(["query", sql], { cwd: folder })).toMatchObject({
      code: 2,
      complaint: expect.stringContaining("the query is empty"),
    });
});
