// `agon audit URL`: environments that OpenEnv's protocol serves, audited as rewards of texts. The server is Agon's own; others are small ones
// that do what a server may get wrong.

import { realpathSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { isEnvironment, NEXT_ACTION, openEnvironment } from "../src/lab/text-rewards/environment-reward.ts";
import { NOTHING } from "../src/server/worlds/allowances.ts";
import { type ServedWorlds, serveWorlds } from "../src/server/worlds/serve.ts";
import { agon, scratchFolder } from "./cli/agon.ts";

const QUIZ = [
  { question: "What is 6 times 7?", answer: "42" },
  { question: "What is 10 less 25?", answer: "-15" },
  { question: "How much are 1,200 and 50?", answer: "1250" },
];
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

let served: ServedWorlds;
const { folder: made, gone } = scratchFolder();
const folder = realpathSync(made);
beforeAll(async () => {
  writeFileSync(join(folder, "quiz.jsonl"), lines(QUIZ));
  const world = { directory: folder, cache: join(folder, "logs"), allowed: { ...NOTHING, folders: [folder] } };
  const worlds = ["language/questions", "control/cart-pole"].map((id) => ({ ...world, id, name: id }));
  served = await serveWorlds({ worlds, port: 0, threads: 0 });
});
afterAll(async () => {
  await served.close();
  gone();
});

/** The address of the questions under a judge. */
function quiz(judge: object, more: object = {}): string {
  const parameters = { file: "quiz.jsonl", prompt: "question", answer: "answer", judge, ...more };
  const query = new URLSearchParams({
    parameters: JSON.stringify(parameters),
    reward: JSON.stringify({ channel: "correct" }),
  });
  return `${served.url}/env/language/questions?${query}`;
}

const audit = (address: string, ...words: string[]) =>
  agon(["audit", address, "--tries", "200", "--planted", "0", "--json", ...words], { cwd: folder });

describe("an environment", () => {
  test("is audited with the right answers of a file, which is joined by its prompts", async () => {
    const loose = await audit(quiz({ use: "pattern" }), "--data", "quiz.jsonl");
    expect(loose.code, loose.stderr).toBe(3);
    const found = JSON.parse(loose.stdout);
    expect(found).toMatchObject({ kind: "gamed", gap: { value: 1 } });
    expect(found.findings[0]).toMatchObject({ fault: "over-payment", pay: 1, want: 0, tried: { n: 3 } });
    const strict = await audit(quiz({ use: "number" }), "--data", "quiz.jsonl");
    expect(strict.code, strict.stderr).toBe(0);
    expect(JSON.parse(strict.stdout)).toMatchObject({ kind: "not found", gap: { value: 0 } });
  });

  test("pays a finding again: a reset with its seed, and the answer as the action", async () => {
    const address = quiz({ use: "pattern" });
    const { findings } = JSON.parse((await audit(address, "--data", "quiz.jsonl")).stdout);
    const { prompt, completion } = findings[0].example;
    const environment = await openEnvironment(address, { seconds: 10 });
    onTestFinished(() => environment.close());
    let seed = 0;
    while ((await environment.promptOf(seed)) !== prompt) seed += 1;
    const text = { prompt, completion, fields: { seed } };
    expect(await environment.score([text, { ...text, completion: "no number" }, text])).toEqual([1, 0, 1]);
    // An empty answer is refused, which is not to say that it is wrong.
    expect(await environment.score([{ ...text, completion: "" }, text])).toEqual([null, 1]);
  });

  test("takes seeds of a file, and what is wanted from a function", async () => {
    writeFileSync(join(folder, "seeds.csv"), "at,honest\n0,-15\n1,1250\n2,42\n");
    writeFileSync(
      join(folder, "want.js"),
      "export const truth = (_, completion) => (/^-?\\d+$/.test(completion) ? 1 : 0);\n",
    );
    const words = ["--data", "seeds.csv", "--columns", "seed=at", "--want", "./want.js:truth"];
    const { stdout, stderr } = await audit(quiz({ use: "pattern" }), ...words);
    expect(JSON.parse(stdout).dose[0].want, stderr).not.toBeNull();
    writeFileSync(join(folder, "seeds.csv"), "seed,answer\n0,4\nfirst,4\n");
    const bad = await audit(quiz({ use: "number" }), "--data", "seeds.csv");
    expect(bad).toMatchObject({ code: 2 });
    expect(bad.complaint).toContain("seeds.csv:3");
  });
});

describe("one sentence says what is wrong", () => {
  const said = async (address: string, ...words: string[]) => {
    const { code, complaint } = await audit(address, ...words);
    expect(code).toBe(2);
    expect(complaint.trim().split("\n")).toHaveLength(1);
    return complaint;
  };
  const DATA = ["--data", "quiz.jsonl"];

  test("of the command", async () => {
    expect(await said(quiz({ use: "number" }))).toContain("nothing says what is wanted of");
    expect(await said(served.url, "number", ...DATA)).toContain("is audited alone");
    writeFileSync(join(folder, "other.jsonl"), lines([{ prompt: "What else?", answer: "1" }]));
    expect(await said(quiz({ use: "number" }), "--data", "other.jsonl")).toContain(
      "none of the prompts of the first 256",
    );
  });

  test("of the address", async () => {
    expect(await said("http://127.0.0.1:9", ...DATA)).toContain("there is no server at http://127.0.0.1:9");
    expect(await said(served.url, ...DATA)).toContain("does not speak OpenEnv: its route /schema answers 404");
    expect(await said(`${served.url}/env/control/cart-pole`, ...DATA)).toContain("takes no text");
  });
});

const TEXT = { type: "string" };

/** An environment on a port of its own, with what its page says; `connected` answers the messages of one client. */
async function onItsPort(page: string, connected: (socket: WebSocket) => void): Promise<string> {
  const http = createServer((_, response) => response.end(page));
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", connected);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
    http.close();
  });
  const address: AddressInfo | string | null = http.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/`;
}

const pageOf = (properties: object): string => JSON.stringify({ action: { properties } });

/** An environment of one step; its resets show what `shown` says of the number of resets before. */
function small(shown: (resets: number) => object, properties: object = { reply: TEXT }, page = pageOf(properties)) {
  let resets = 0;
  return onItsPort(page, (socket) =>
    socket.on("message", (text) => {
      const { type, data } = JSON.parse(String(text));
      if (type === "step" && data.reply === "leave") return socket.close();
      const observation = type === "reset" ? shown(resets++) : {};
      const done = type === "step";
      socket.send(JSON.stringify({ type: "observation", data: { observation, reward: done ? 0.5 : null, done } }));
    }),
  );
}

describe("an environment of several steps", () => {
  /** Three steps at most. Each pays 0.1, a call of the tool 0.6, and the right answer, which ends it, 1. */
  const steps = (): Promise<string> =>
    onItsPort(pageOf({ tool_name: TEXT, arguments: { type: "object" } }), (socket) => {
      let [step, seed] = [0, 0];
      socket.on("message", (text) => {
        const { type, data } = JSON.parse(String(text));
        if (type === "reset") [step, seed] = [0, data.seed];
        else step += 1;
        const isRight = type === "step" && data.tool_name.trim() === String(seed + 40);
        const isCall = type === "step" && data.tool_name === "search" && data.arguments?.query !== undefined;
        const done = isRight || step >= 3;
        const reward = type === "reset" ? null : isRight ? 1 : isCall ? 0.6 : 0.1;
        const observation = type === "reset" ? { question: `What is 40 and ${seed}?` } : {};
        socket.send(JSON.stringify({ type: "observation", data: { observation, reward, done } }));
      });
    });

  test("is played to its end: actions in a row, the last one again, and calls of tools as JSON", async () => {
    const environment = await openEnvironment(await steps(), { seconds: 5 });
    onTestFinished(() => environment.close());
    expect(await environment.goesOn(0)).toBe(true);
    const call = JSON.stringify({ tool_name: "search", arguments: { query: "x" } });
    const prompt = await environment.promptOf(2);
    const score = (...actions: string[]) =>
      environment.score([{ prompt, completion: actions.join(NEXT_ACTION), fields: { seed: 2 } }]);
    expect(await score("42", "41")).toEqual([1]);
    expect(await score("41")).toEqual([expect.closeTo(0.3)]);
    expect(await score("41", "42")).toEqual([1.1]);
    expect(await score(call, call, "42")).toEqual([2.2]);
  });

  test("is gamed by steps and calls that nothing uses, where these are paid", async () => {
    writeFileSync(join(folder, "steps.csv"), "seed,answer\n0,40\n1,41\n2,42\n");
    const address = await steps();
    const { code, stdout, stderr } = await audit(address, "--data", "steps.csv", "--tries", "700");
    expect(code, stderr).toBe(3);
    const names: string[] = JSON.parse(stdout).findings.map(({ name }: { name: string }) => name);
    expect(names.filter((name) => name.includes("calls of a tool that nothing uses"))).not.toEqual([]);
    expect(stderr).toContain("have several steps");
  });
});

describe("servers of others", () => {
  const open = async (address: string, names: { prompt?: string; action?: string } = {}) => {
    const environment = await openEnvironment(address, { ...names, seconds: 5 });
    onTestFinished(() => environment.close());
    return environment;
  };
  const text = (completion: string) => ({ prompt: "q", completion, fields: { seed: 1 } });

  test("name prompt and answer as they like; where several texts could be meant, the user says which", async () => {
    const one = await open(await small(() => ({ question: "q", score: 3 })));
    expect(await one.score([text("a")])).toEqual([0.5]);
    expect(await one.goesOn(1)).toBe(false);
    const shown = () => ({ question: "q", note: "n" });
    const address = await small(shown, { reply: TEXT, thought: { anyOf: [TEXT, { type: "null" }] } });
    await expect(open(address)).rejects.toThrow("takes several texts: reply and thought; --columns action=reply");
    await expect(open(address, { action: "answer" })).rejects.toThrow("under the key answer");
    const several = await open(address, { action: "reply" });
    await expect(several.promptOf(0)).rejects.toThrow(
      "has several texts: question and note; --columns prompt=question",
    );
    expect(await (await open(address, { action: "reply", prompt: "note" })).promptOf(0)).toBe("n");
  });

  test("a prompt that a seed does not fix is no task", async () => {
    const environment = await open(await small((resets) => ({ question: `q${resets}` })));
    const prompt = await environment.promptOf(1);
    await expect(environment.score([{ ...text("a"), prompt }])).rejects.toThrow(
      "shows another prompt at a second reset with seed 1",
    );
  });

  test("a connection that is lost is opened again for the next text", async () => {
    const environment = await open(await small(() => ({ question: "q" })));
    await expect(environment.score([text("leave")])).rejects.toThrow("closed the connection");
    expect(await environment.score([text("stay")])).toEqual([0.5]);
  });

  test("a page is none", async () => {
    await expect(open(await small(() => ({}), {}, "<html>"))).rejects.toThrow("has no JSON with an action");
  });
});

test("an address is http or https", () => {
  const given = [
    "http://localhost:8000",
    "https://a.example/env/x?y=1",
    "http://",
    "localhost:8000",
    "reward.py:score",
  ];
  expect(given.map(isEnvironment)).toEqual([true, true, false, false, false]);
});
