// Runs the built command line as a user would, and looks into what it leaves behind.

import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const main = join(root, "dist/cli/main.js");

export interface Call {
  readonly cwd?: string;
  readonly input?: string;
  readonly lines?: string;
  /** File of the command line, where it is not this repository's. */
  readonly main?: string;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What it says on standard error from "agon:" on. Before that a slow machine hears how far the work is. */
  readonly complaint: string;
}

/** Starts a command; the caller may signal it. `said` is what it has written to its standard error so far. */
export function start(
  args: readonly string[],
  options: Call = {},
): { process: ChildProcess; said: () => string; done: Promise<Outcome> } {
  if (!existsSync(main)) throw new Error("dist/ is not built: npm run build");
  const child = spawn(process.execPath, [options.main ?? main, ...args], { cwd: options.cwd ?? root, stdio: "pipe" });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin.on("error", () => {});
  // `lines` leaves the input open, as a terminal or another program would.
  if (options.lines === undefined) child.stdin.end(options.input ?? "");
  else child.stdin.write(options.lines);
  const done = new Promise<Outcome>((resolve) => {
    child.on("close", (code) => {
      const [complaint] = /^agon: .*/ms.exec(stderr) ?? [""];
      resolve({ code, stdout, stderr, complaint });
    });
  });
  return { process: child, said: () => stderr, done };
}

/** Runs a command to its end. */
export function agon(args: readonly string[], options: Call = {}): Promise<Outcome> {
  return start(args, options).done;
}

/** A folder that is gone after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file below a folder with the hash of its contents. */
export function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    files
      .filter((file) => statSync(join(folder, file)).isFile())
      .map((file) => [
        file,
        createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex"),
      ]),
  );
}
