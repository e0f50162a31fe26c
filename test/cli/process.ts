// Runs the built command line as a process, for what only a process shows: signals, the code that the shell sees, files that are edited and
// read again.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type Call, main, type Outcome, outcome, root, type Words, wordsOf } from "./agon.ts";

/** A command at work. */
export interface Started {
  readonly process: ChildProcess;
  readonly done: Promise<Outcome>;
  /** What it has written to its standard error so far. */
  said(): string;
  /** How it ended, for a wait that its end ends; undefined while it is at work. */
  over(): string | undefined;
}

/** Starts a command; the caller may signal it. */
export function start(words: Words, options: Call = {}): Started {
  if (!existsSync(main)) throw new Error("dist/ is not built: npm run build");
  const child = spawn(process.execPath, [options.main ?? main, ...wordsOf(words)], {
    cwd: options.cwd ?? root,
    stdio: "pipe",
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on("error", () => {});
  if (options.lines === undefined) child.stdin.end(options.input ?? "");
  else child.stdin.write(options.lines);
  const done = new Promise<Outcome>((resolve) => {
    child.on("close", (code) => resolve(outcome(code, stdout, stderr)));
  });
  const over = (): string | undefined => {
    const how = child.exitCode ?? child.signalCode;
    return how === null ? undefined : `the process ended with ${how} before: ${stderr}`;
  };
  return { process: child, said: () => stderr, over, done };
}
