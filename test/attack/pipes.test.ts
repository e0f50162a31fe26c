// Pipes, devices and sockets in the places of files that a user names. No command waits for one, and none reads one without end: each says
// in a sentence that it is no file. What a shell hands over is a pipe too, and is read.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../cli/agon.ts";
import { folderWith } from "../cli/files.ts";
import { start } from "../cli/process.ts";

const WORLD = "environment: { id: coopetition/slcd, horizon: 5 }\nobjective: joint.value\nseeds: 1\n";
const CONTEST = "arena: core-war\ngames: 2\n";
const JUDGE = "endpoint: http://127.0.0.1:1/v1";

/** What the files of a folder name: `p` is a pipe, by every ending. */
const FILES = {
  "red.yaml": `${CONTEST}players: { a: ./p.red, b: ./good.red }\n`,
  "zero.yaml": `${CONTEST}players: { a: /dev/zero, b: ./good.red }\n`,
  "sample.yaml": `${CONTEST}players: { a: ./good.red, b: ./good.red }\nsamples: [./p.red]\n`,
  "template.yaml": `${CONTEST}players: { a: { program: ./good.red, editor: { id: log-reader, templates: [./p.red] } }, b: ./good.red }\n`,
  "edited.yaml": `${CONTEST}players: { a: { program: ./good.red, editor: { id: language-model, model: m, replay: ./p.jsonl } }, b: ./good.red }\nschedule: edit-and-compete\n`,
  "judge.yaml": `judge: { model: m, ${JUDGE}, told: ./p.txt }\nitems: ./good.csv\n`,
  "replay.yaml": `${WORLD}agents: { policy: llm, model: m, replay: ./p.jsonl }\n`,
  "record.yaml": `${WORLD}agents: { policy: llm, model: m, ${JUDGE}, record: ./p.jsonl }\n`,
  "agent.yaml": `${WORLD}agents: ./p.js\n`,
  "quiz.yaml": "environment: { id: language/questions, file: ./p.csv }\nobjective: payoff\nagents: random\nseeds: 1\n",
  "log.yaml": "environment: { id: recorded/episodes, log: ./data }\nagents: random\nobjective: payoff\nseeds: 1\n",
  "good.red": "MOV 0, 1\n",
  "good.csv": "prompt,text,good\na,b,1\n",
  "good.yaml": `${WORLD}agents: random\n`,
};
const PIPES = ["p.yaml", "p.red", "p.txt", "p.js", "p.csv", "p.jsonl", "p.json", "data/metadata.json"];

const COMMANDS = [
  "run p.yaml",
  "run /dev/zero",
  "contest p.yaml",
  "contest red.yaml",
  "contest zero.yaml",
  "contest sample.yaml",
  "contest template.yaml",
  "contest edited.yaml",
  "match core-war p.red good.red",
  "judge judge.yaml",
  "run replay.yaml",
  "run record.yaml",
  "run agent.yaml",
  "run quiz.yaml",
  "run log.yaml",
  "trace check p.json",
  "rate p.jsonl",
  "preferences p.csv",
  "vote p.csv",
  "reward p.json",
  "snake p.js",
];

/** Milliseconds that end what hangs. */
const PATIENCE = 15_000;

test.skipIf(process.platform === "win32")("are neither waited for nor read", { timeout: 300_000 }, async () => {
  const folder = folderWith(FILES);
  mkdirSync(join(folder, "data"));
  execFileSync("mkfifo", PIPES, { cwd: folder });
  const said = new Map<string, unknown>();
  const left = [...COMMANDS];
  const worker = async (): Promise<void> => {
    for (let line = left.shift(); line !== undefined; line = left.shift()) {
      const { process: child, done } = start(line, { cwd: folder });
      const limit = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
      const { code, complaint } = await done;
      clearTimeout(limit);
      said.set(line, [code, complaint]);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  const refused = [2, expect.stringMatching(/^agon: [^\n]*is no file[^\n]*\n?(\([^\n]*\)\n)?$/)];
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(COMMANDS.map((line) => [line, refused])));
});

test.skipIf(process.platform === "win32")("are read where a shell hands them over", () => {
  const trace = join(root, "examples/traces/example_trace.json");
  const check = (file: string) => `node ${join(root, "dist/cli/main.js")} trace check ${file}`;
  for (const line of [`cat ${trace} | ${check("/dev/stdin")}`, check(`<(cat ${trace})`)])
    expect(execFileSync("bash", ["-c", line], { encoding: "utf8", timeout: PATIENCE }), line).toContain("no fault");
});
