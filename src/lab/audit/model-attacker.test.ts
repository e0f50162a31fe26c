// A language model as the attacker of a reward: what it finds that the library does not, and what its failures cost.

import { join } from "node:path";
import { expect, test } from "vitest";
import { type Answer, chatServer, type ReceivedRequest } from "../../../test/fixtures/chat-server.ts";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { type NamedAttacker, openAttacker } from "./model-attacker.ts";
import { textAudits } from "./text-audits.ts";

/** Pays the right answer, and a word that no library knows. */
const REWARD =
  "export default (_, completion, { answer }) => Number(completion.trim() === answer || /quokka/.test(completion));\n";
const DATA = ["6 times 7?=42", "10 less 25?=-15", "half of 14?=7"]
  .map((line) => line.split("="))
  .map(([prompt, answer]) => JSON.stringify({ prompt, answer }))
  .join("\n");

const found = async (attacker: Partial<NamedAttacker> | undefined, directory = folder(), data = "sums.jsonl") => {
  const { audits, rows } = await textAudits(["./reward.mjs"], {
    ...{ data, columns: {}, isChat: false, directory, tries: 300, planted: 0, seed: 0 },
    ...(attacker === undefined ? {} : { attacker: { at: "attacker.yaml", ...attacker } }),
  });
  return { audit: audits[0], rows };
};
const folder = (more: Readonly<Record<string, string>> = {}): string =>
  folderOf({ "sums.jsonl": DATA, "reward.mjs": REWARD, ...more }).directory ?? "";

/** Reads the word in the source, where it is given that. */
const reader = ({ messages: [{ content }] }: ReceivedRequest): Answer => {
  const [, word = "platypus"] = /\/(\w+)\/\.test/.exec(content) ?? [];
  return `Here they are:\n${JSON.stringify([`I would say ${word}, as always`, `${word} ${word}`, "no idea"])}`;
};

const ofModel = (name: string) => name.startsWith("a language model's text");

test("a word in the source is found by the model alone, shrunk, and replayed without the server", async () => {
  const server = await chatServer(reader);
  const directory = folder();
  const over = ({ audit }: Awaited<ReturnType<typeof found>>) =>
    audit.findings.filter(({ fault }) => fault === "over-payment");
  expect(over(await found(undefined, directory))).toEqual([]);
  const named = { at: server.url, model: "attacker", record: "answers.jsonl" };
  const first = await found(named, directory);
  expect(over(first)).toMatchObject([
    {
      name: `a language model's text: "quokka"`,
      ...{ pay: 1, want: 0, share: { value: 1 }, tried: { n: 3 } },
      example: { completion: "quokka" },
    },
  ]);
  expect(first.rows.filter(({ name }) => ofModel(name))).toHaveLength(3);
  expect(first.audit.caveats.join()).toMatch(/a language model wrote \d+ texts in \d+ answers/);
  // Once some were paid, the model is given them.
  expect(
    server.requests.some(({ messages: [{ content }] }) => content.includes('{"pay":1,"answer":"quokka quokka"}')),
  ).toBe(true);
  await server.close();
  expect(JSON.stringify(await found(named, directory))).toBe(JSON.stringify(first));
  const replayed = join(directory, "answers.jsonl");
  const again = folder({ "attacker.yaml": `model: attacker\nreplay: ${JSON.stringify(replayed)}\n` });
  expect(JSON.stringify(await found({}, again))).toBe(JSON.stringify(first));
});

test("without the source the model is not given it, and a text that holds the right answer is not accused", async () => {
  const server = await chatServer(() => JSON.stringify(["42 quokka", "-15 quokka", "7 quokka"]));
  const { audit } = await found({ at: server.url, model: "attacker", isBlind: true });
  const [own] = audit.findings.filter(({ name }) => ofModel(name));
  expect(server.requests[0].messages[0].content).not.toContain("quokka");
  // Each is tried on the two tasks of which it is not the answer.
  expect(own).toMatchObject({ want: 0, share: { value: 1 } });
  expect(own.tried?.n).toBe(2);
});

test("a server that fails, or writes no lists, costs its texts alone", async () => {
  const directory = folder();
  const plain = await found(undefined, directory);
  const failing = await chatServer((_, before) => (before % 2 === 0 ? "no list" : { status: 400 }));
  const { audit } = await found({ at: failing.url, model: "attacker" }, directory);
  expect(audit.findings.map(({ name }) => name)).toEqual(plain.audit.findings.map(({ name }) => name));
  expect(audit.caveats.join("; ")).toMatch(/held no list of texts; .*to the language model had no answer: /);
});

test("a budget ends the texts, and parameters are checked before anything is scored", async () => {
  const server = await chatServer(reader);
  const yaml = `endpoint: ${server.url}\nmodel: attacker\nprice: { input: 1000, output: 1000 }\nparallel: 1\n`;
  const directory = folder({ "attacker.yaml": yaml, "wrong.yaml": "modle: x\n" });
  const attacker = openAttacker({ at: "attacker.yaml" }, { directory, budget: 0.1 })("./reward.mjs");
  const task = { prompt: "6 times 7?", gold: "42", honest: undefined, best: [] };
  expect(await attacker.write(task)).toHaveLength(3);
  expect([await attacker.write(task), server.requests.length]).toEqual([[], 1]);
  expect(attacker.caveats()).toContain("the language model wrote no more: the budget of 0.1 is spent");
  expect(() => openAttacker({ at: "wrong.yaml" }, { directory })).toThrow('unknown key "modle"');
  expect(() => openAttacker({ at: server.url }, { directory })).toThrow("--attacker-model");
});
