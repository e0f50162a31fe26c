// Programs in a seat that misbehave. The run ends with one sentence that names the program, or goes on as if nothing were wrong; no
// process is left over, and no output takes the memory that it likes.

import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, scratch } from "../cli/agon.ts";
import { until } from "../fixtures/until.ts";
import { attacks } from "./length.ts";

/** What every program begins with: it says that it is there, `say` writes, and `on` is asked for each action. */
const HEAD = `
import { writeFileSync, writeSync, closeSync } from "node:fs";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
writeFileSync("pid-" + process.pid, "");
const say = (text) => { for (let rest = Buffer.from(text); rest.length > 0; ) try { rest = rest.subarray(writeSync(1, rest)); } catch (error) { if (error.code !== "EAGAIN") throw error; } };
let asked = 0;
const asks = (on) => createInterface({ input: process.stdin }).on("line", (line) => JSON.parse(line).type === "act" && on(asked++));
`;
/** Answers every question with a text, and a line's end. */
const answers = (text: string): string => `asks(() => say(${JSON.stringify(`${text}\n`)}));`;
const good = "say('{\"action\":[1]}\\n')";

type End = "plays" | RegExp;
const refused = /answered ".*("|…), and not \{"action":\[…\]\}/;
const silent = /gave no answer for 0\.3 seconds/;
const ended = /ended with exit code \d+/;
const unread = /writes without end|wrote a line that it was not asked for|and not \{"action":\[…\]\}/;

const PROGRAMS: Readonly<Record<string, readonly [script: string, end: End]>> = {
  answers: [`asks(() => ${good});`, "plays"],
  "answers with a line end of Windows": [answers('{"action":[1]}\r'), "plays"],
  "answers with blanks around": [answers('   {"action" : [ 1 ] }   '), "plays"],
  "answers with more than is asked for": [
    answers('{"action":[1],"why":"because","__proto__":{"action":[2]}}'),
    "plays",
  ],
  "answers bit by bit": [`asks(() => { for (const c of '{"action":[1]}\\n') say(c); });`, "plays"],
  "complains while it plays": [`asks(() => { process.stderr.write("careful\\n".repeat(10000)); ${good}; });`, "plays"],
  "ignores signals": [
    `for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(s, () => {}); asks(() => ${good});`,
    "plays",
  ],
  "has started another that stays": [
    `spawn(process.execPath, ["-e", "require('fs').writeFileSync('pid-' + process.pid, ''); setInterval(() => {}, 1000)"], { stdio: "ignore" }); asks(() => ${good});`,
    "plays",
  ],
  "writes into its folder": [`asks((k) => { writeFileSync("note-" + k, "x"); ${good}; });`, "plays"],
  "is not JavaScript": ["this is no program", ended],
  "ends at once": ["process.exit(0);", ended],
  "fails at once": ["process.exit(3);", ended],
  throws: ["throw new Error('bad luck');", ended],
  rejects: ["await Promise.reject(new Error('bad luck'));", ended],
  "throws a megabyte": ["throw new Error('x'.repeat(1e6));", ended],
  "kills itself": ["process.kill(process.pid, 'SIGKILL');", /was ended by SIGKILL/],
  aborts: ["process.abort();", /was ended by SIGABRT/],
  "ends in the middle": [`asks((k) => { if (k === 2) process.exit(0); ${good}; });`, ended],
  "ends in the middle of a line": [`asks(() => { say('{"action":'); process.exit(0); });`, ended],
  "closes its output": [`asks(() => {}); closeSync(1); setInterval(() => {}, 1000);`, /closed its output/],
  "is silent": ["asks(() => {});", silent],
  "is silent and reads nothing": ["setInterval(() => {}, 1000);", silent],
  "is busy": ["asks(() => { for (;;); });", silent],
  "is silent later": [`asks((k) => { if (k < 2) ${good}; });`, silent],
  "writes no line's end": [`asks(() => say('{"action":[1]}'));`, silent],
  "refuses signals and is silent": [
    `for (const s of ["SIGTERM", "SIGINT"]) process.on(s, () => {}); setInterval(() => {}, 1000);`,
    silent,
  ],
  "says hello first": [`say("hello\\n"); asks(() => ${good});`, refused],
  "answers twice": [answers('{"action":[1]}\n{"action":[1]}'), unread],
  "writes lines without end": [`for (;;) say("{}\\n".repeat(1000));`, unread],
  "writes a line without end": [`for (;;) say("x".repeat(100000));`, unread],
  "answers nothing": [answers(""), refused],
  "answers text": [answers("1"), refused],
  "answers a list": [answers("[1]"), refused],
  "answers null": [answers("null"), refused],
  "answers a record of nothing": [answers("{}"), refused],
  "answers null for a number": [answers('{"action":[null]}'), refused],
  "answers text for a number": [answers('{"action":["1"]}'), refused],
  "answers NaN": [answers('{"action":[NaN]}'), refused],
  "answers infinity": [answers('{"action":[1e999]}'), refused],
  "answers a list in a list": [answers('{"action":[[1]]}'), refused],
  "answers half of JSON": [answers('{"action":[1]'), refused],
  "answers in UTF-16": [`asks(() => say(Buffer.from('{"action":[1]}\\n', "utf16le")));`, refused],
  "answers bytes": [`asks(() => say(Buffer.from([0xff, 0x00, 0x1b, 0x5b, 0x32, 0x4a, 0x0a])));`, refused],
  "answers a million brackets": [answers("[".repeat(1_000_000)), refused],
  "answers too many numbers": [answers('{"action":[1,2]}'), /gave 2 numbers for an action of 1/],
  "answers no number": [answers('{"action":[]}'), /gave 0 numbers for an action of 1/],
};

function isAlive(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

// Each is a process: in the suite one of four, as `src/agents/program.test.ts` has the most of them without a run around.
const attacked = Object.entries(PROGRAMS).filter((_, k) => attacks(k % 4, 0) === 0);

test.each(attacked)("a program that %s", async (_, [script, end]) => {
  const folder = scratch();
  writeFileSync(join(folder, "player.mjs"), HEAD + script);
  // What answers has all the time that it needs.
  const timeout = end === silent ? 0.3 : 60;
  writeFileSync(
    join(folder, "e.yaml"),
    `environment: { id: coopetition/slcd, horizon: 4 }
agents: { policy: program, command: [node, player.mjs], timeout: ${timeout} }
objective: joint.value
seeds: 1
`,
  );
  const before = process.memoryUsage().rss;
  const { code, stdout, complaint } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  if (end === "plays") expect(JSON.parse(stdout).cells.done, complaint).toBe(1);
  else {
    expect(complaint).toMatch(/^agon: variant "base", seed 0: the program "node player\.mjs" /);
    expect(complaint).toMatch(end);
    expect(complaint.length).toBeLessThan(400);
  }
  expect(code).toBe(end === "plays" ? 0 : 2);
  const pids = readdirSync(folder).flatMap((name) => /^pid-(\d+)$/.exec(name)?.[1] ?? []);
  expect(existsSync(join(folder, ".agon"))).toBe(true);
  await until(() => !pids.some(isAlive));
});
