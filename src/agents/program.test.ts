// External programs as agents: correct protocol use and every kind of failure, with real child processes. Each failure is reported in one
// sentence, and no process remains.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { seatOf } from "../../test/fixtures/seats.ts";
import { until } from "../../test/fixtures/until.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import type { Agent } from "../core/agent.ts";
import { type NumericSpec, Status } from "../core/environment.ts";
import { type Problem, UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { program } from "./program.ts";

const make = () => slcd.make();
const { spec } = make();
const random = Random.of(0);

function seated(parameters: object, of: NumericSpec = spec, directory = "."): Agent {
  const agent = program.make(parameters)(seatOf({ ...make(), spec: of }, 1, { directory }));
  onTestFinished(async () => agent.close?.());
  return agent;
}

/** An agent that runs a Node script; `on(message)` is called for each line, `out(value)` writes one. */
const scripted = (script: string, parameters: object = {}, of?: NumericSpec): Agent =>
  seated({ command: [process.execPath, "-e", `${PRELUDE}${script}`], timeout: PATIENT, ...parameters }, of);
/** A timeout in seconds that is never reached, however busy the machine is. */
const PATIENT = 600;
const PRELUDE =
  "const out = (v) => console.log(typeof v === 'string' ? v : JSON.stringify(v));" +
  "let on = () => {}; require('readline').createInterface({ input: process.stdin }).on('line', (l) => on(JSON.parse(l)));";
const seen = new Float32Array(spec.observationSize).map((_, k) => k);

async function act(agent: Agent, of: NumericSpec = spec): Promise<number[]> {
  const action = new Float64Array(of.actionSize);
  await agent.act(seen, action);
  return Array.from(action);
}

/** The error in one of the first `rounds` acts. */
async function fault(agent: Agent, of: NumericSpec = spec, rounds = 1): Promise<Problem> {
  try {
    await agent.reset(random);
    for (let round = 0; round < rounds; round++) await act(agent, of);
  } catch (error) {
    if (error instanceof UserError) return error.problems[0];
    throw error;
  }
  throw new Error("nothing went wrong");
}

/** Stops the timers of this process; programs and pipes continue. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
}
afterEach(() => {
  vi.useRealTimers();
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-program-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("a well-behaved program", () => {
  test("receives its seat, its action bounds, observations and pay", async () => {
    const folder = scratch();
    const log = join(folder, "log");
    const agent = scripted(
      `let n = 0; on = (m) => { require('fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify(m) + '\\n'); if (m.type === 'act') out({ action: [10 + n++] }); };`,
    );
    await agent.reset(random);
    expect(await act(agent)).toEqual([10]);
    agent.receive?.(2.5, Status.running);
    expect(await act(agent)).toEqual([11]);
    agent.receive?.(7, Status.truncated);
    await agent.reset(random);
    expect(await act(agent)).toEqual([12]);
    const lines = readFileSync(log, "utf8").trim().split("\n");
    const messages = lines.map((line) => JSON.parse(line));
    expect(messages.map(({ type }) => type)).toEqual(["spec", "reset", "act", "act", "reset", "act"]);
    expect(messages[0]).toEqual({
      type: "spec",
      seat: 1,
      agents: ["agent_0", "agent_1"],
      horizon: 100,
      action: { low: [0], high: [100] },
      observation: spec.observation.map(({ name, size }) => ({ name, size })),
    });
    expect(messages[2].observation).toMatchObject({ ownAction: [0], otherActions: [1], trust: [2, 3, 4, 5] });
    expect(Object.values(messages[2].observation).flat()).toEqual(Array.from(seen));
    // The pay of an episode's last step is not passed to the next episode.
    expect(messages.filter(({ type }) => type === "act").map(({ pay }) => pay)).toEqual([null, 2.5, null]);
  });

  test("a single number counts as an array of one; CRLF line ends and answers in two chunks are accepted", async () => {
    const agent = scripted(
      // A line larger than the pipe's buffer arrives in pieces.
      `let n = 0; on = (m) => { if (m.type !== 'act') return; if (n++ === 0) process.stdout.write('{"action":42}\\r\\n');
       else process.stdout.write('{"acti' + 'on":' + ' '.repeat(200_000) + '[43]}\\n'); };`,
    );
    await agent.reset(random);
    expect(await act(agent)).toEqual([42]);
    expect(await act(agent)).toEqual([43]);
  });

  test("actions of several numbers", async () => {
    const wide = { ...spec, actionSize: 3, actionLow: new Float64Array(6), actionHigh: new Float64Array(6).fill(1) };
    const agent = scripted("on = (m) => { if (m.type === 'act') out({ action: [1, 2, 3] }); }", {}, wide);
    await agent.reset(random);
    expect(await act(agent, wide)).toEqual([1, 2, 3]);
  });

  test("a command given as one string, run in the experiment's folder", async () => {
    const folder = scratch();
    const player = `${PRELUDE} on = (m) => { if (m.type === 'act') out({ action: [process.cwd().length] }); };`;
    writeFileSync(join(folder, "player.cjs"), player);
    const agent = seated({ command: `${process.execPath}  player.cjs`, timeout: PATIENT }, spec, folder);
    await agent.reset(random);
    expect(await act(agent)).toEqual([folder.length]);
  });
});

describe("a misbehaving program", () => {
  const answering = (answer: string) =>
    `on = (m) => { if (m.type === 'act') process.stdout.write(${JSON.stringify(answer)} + '\\n'); }`;
  const scripts: Readonly<Record<string, string>> = {
    "dies at once": "process.exit(3)",
    "ends quietly": "process.exit(0)",
    "is killed": "process.kill(process.pid, 'SIGKILL')",
    "prints nonsense": answering("hello"),
    "prints an empty line": answering(""),
    "prints another object": answering('{"move":[1]}'),
    "prints NaN": answering('{"action":[NaN]}'),
    "prints null": answering('{"action":[null]}'),
    "prints infinity": answering('{"action":[1e999]}'),
    "prints text for a number": answering('{"action":["1"]}'),
    "gives too many numbers": answering('{"action":[1,2]}'),
    "gives none": answering('{"action":[]}'),
    "writes a novel in one line": answering("x".repeat(5000)),
  };
  const commands = { "is not there": ["no-such-program-anywhere"], "is a folder": ["/"], "has no name": [""] };
  /** The error message of an agent, without the start of its script. */
  const wrong = (agent: () => Agent) => async () => {
    const { code, what, ...more } = await fault(agent());
    expect([code, more]).toEqual(["program", {}]);
    return what.replace(/^the program .*?… /, "the program … ");
  };
  words("programs", [
    ...Object.entries(scripts).map(([name, script]): MessageCase => [name, wrong(() => scripted(script))]),
    ...Object.entries(commands).map(
      ([name, command]): MessageCase => [name, wrong(() => seated({ command, timeout: 600 }))],
    ),
    ["is not named", () => seated({})],
    ["is named by blanks", () => seated({ command: "  " })],
  ]);

  test("hangs: it is stopped after its timeout", async () => {
    const agent = scripted("", { timeout: 0.4 });
    stopClock();
    let problem: Problem | undefined;
    const over = fault(agent).then((failure) => {
      problem = failure;
    });
    await vi.advanceTimersByTimeAsync(399);
    expect(problem).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await over;
    expect(problem?.what).toMatch(/gave no answer for 0.4 seconds$/);
  });

  test("crashes: its last error message is quoted, without the lines of the runtime", async () => {
    const script =
      "let n = 0; on = (m) => { if (m.type !== 'act') return; if (n++ === 1) throw new RangeError('no more money'); out({ action: [1] }); }";
    const agent = scripted(script);
    const problem = await fault(agent, spec, 3);
    expect(problem.what).toMatch(/ended with exit code 1$/);
    expect(problem.hint).toBe("its last complaint: RangeError: no more money");
  });

  test("prints a Python traceback", async () => {
    const trace = 'Traceback (most recent call last):\\n  File "a.py", line 1, in <module>\\nValueError: bad luck\\n';
    const problem = await fault(scripted(`process.stderr.write('${trace}', () => process.exit(1))`));
    expect(problem.hint).toBe("its last complaint: ValueError: bad luck");
  });

  test("prints its own error message", async () => {
    const script = "process.stderr.write('warming up\\n\\u001b[31mno licence\\n\\n', () => process.exit(1))";
    const problem = await fault(scripted(script));
    expect(problem.hint).toBe("its last complaint: [31mno licence");
  });

  test("answers before it is asked", async () => {
    // Both lines are written at once.
    const agent = scripted(answering('{"action":[1]}\n{"action":[2]}'));
    await agent.reset(random);
    expect(await act(agent)).toEqual([1]);
    await expect(act(agent)).rejects.toThrow('wrote a line that it was not asked for: "{\\"action\\":[2]}"');
  });

  test.each([
    ["lines", "'{}\\n'.repeat(1000)"],
    ["one line", "'x'.repeat(100000)"],
  ])("writes %s without end: reading stops, and the program is terminated", async (_, text) => {
    const file = join(scratch(), "pid");
    const agent = scripted(
      `on = () => { on = () => {}; require('fs').writeFileSync(${JSON.stringify(file)}, process.pid + ';'); for (;;) require('fs').writeSync(1, ${text}); }`,
    );
    const before = process.memoryUsage().rss;
    await agent.reset(random);
    const written = () => (existsSync(file) ? readFileSync(file, "utf8") : "");
    await until(() => written().endsWith(";") && !isAlive(Number.parseInt(written(), 10)));
    await expect(act(agent)).rejects.toThrow(" writes without end; its last complaint: ");
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });
});

describe("at the end of an experiment", () => {
  const identified = "out({ action: [process.pid] })";

  test("a program that exits at the end of its input receives no signal and has time to clean up", async () => {
    const file = join(scratch(), "tidy");
    const agent = scripted(
      `on = (m) => { if (m.type === 'act') ${identified}; }; process.stdin.on('end', () => require('fs').writeFileSync(${JSON.stringify(file)}, 'done'));`,
    );
    await agent.reset(random);
    const [pid] = await act(agent);
    expect(isAlive(pid)).toBe(true);
    stopClock();
    await agent.close?.();
    expect(isAlive(pid)).toBe(false);
    expect(readFileSync(file, "utf8")).toBe("done");
  });

  const staying = {
    "that stays": "setInterval(() => {}, 1000);",
    "that refuses signals":
      "setInterval(() => {}, 1000); for (const s of ['SIGTERM', 'SIGHUP']) process.on(s, () => {});",
    "that is busy": "on = (m) => { if (m.type === 'act') { out({ action: [process.pid] }); for (;;); } };",
  };
  test.each(Object.entries(staying))("a program %s is terminated after three seconds", async (_, script) => {
    const agent = scripted(`on = (m) => { if (m.type === 'act') ${identified}; }; ${script}`);
    await agent.reset(random);
    const [pid] = await act(agent);
    stopClock();
    const closed = agent.close?.();
    await vi.advanceTimersByTimeAsync(3000);
    await closed;
    expect(isAlive(pid)).toBe(false);
  });

  test.skipIf(process.platform === "win32")(
    "what a program has started is gone with it, also where it refuses signals",
    async () => {
      const stays =
        "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000); process.send('here');";
      const agent = scripted(
        `const child = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
       const here = new Promise((resolve) => child.once('message', resolve));
       on = (m) => { if (m.type === 'act') here.then(() => out({ action: [child.pid] })); };
       process.stdin.on('end', () => process.exit());`,
      );
      await agent.reset(random);
      const [pid] = await act(agent);
      expect(isAlive(pid)).toBe(true);
      await agent.close?.();
      await until(() => !isAlive(pid));
    },
  );

  test("closing a program that was never started, or twice, has no effect", async () => {
    const agent = scripted("");
    await agent.close?.();
    await agent.reset(random);
    await agent.close?.();
    await agent.close?.();
    const missing = seated({ command: "no-such-program-anywhere", timeout: 1 });
    await missing.reset(random);
    await missing.close?.();
  });
});
