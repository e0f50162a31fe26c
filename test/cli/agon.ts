// Runs the built command line as a user would, and looks into what it leaves behind.
// To start a process costs more than most commands do, so that `agon` runs a command of the build in the process of the test.
// What only a process shows is tested by `start` of `process.ts`.

import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, onTestFinished, vi } from "vitest";

export const root = fileURLToPath(new URL("../..", import.meta.url));
/** The built file of the command line. */
export const main = join(root, "dist/cli/main.js");

export interface Call {
  readonly cwd?: string;
  /** What it reads on its standard input, which then ends. */
  readonly input?: string;
  /** The same, where the input stays open, as that of a terminal or another program does. */
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

/** Words of a command, or its line, in which a word in quotes may hold spaces. */
export type Words = readonly string[] | string;

/** Folders in which the paths of a line begin; their names may hold spaces without quotes. */
const PLACES = [root, tmpdir()];

export function wordsOf(words: Words): readonly string[] {
  if (typeof words !== "string") return words;
  const line = PLACES.reduce((text, place, k) => text.replaceAll(place, `\0${k}`), words);
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(([word, a, b]) =>
    PLACES.reduce((text, place, k) => text.replaceAll(`\0${k}`, place), a ?? b ?? word),
  );
}

/**
 * Runs a command of the build, or of `main`'s, to its end, in this process; one at a time, as it takes the process's streams and
 * folder. A part of one's own finds the Agon that the process loaded first: it needs `start` where that is another. A run has no
 * thread of its own unless the words say otherwise: each loads all modules once more, which takes longer than most runs. One whose files
 * are edited between two runs needs a thread, which reads them anew.
 */
export async function agon(
  line: Words,
  { cwd = root, input = "", lines, main: own = main }: Call = {},
): Promise<Outcome> {
  const args = wordsOf(line);
  const { runCommand }: typeof import("../../src/cli/commands.ts") = await import(
    pathToFileURL(join(dirname(own), "commands.js")).href
  );
  const isFree = args[0] === "run" && args.length > 1 && !args.includes("--workers") && !args.includes("--help");
  const words = isFree ? [...args, "--workers", "0"] : args;
  const said = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      said[stream] += text.toString();
      return true;
    }),
  );
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
  const typed = new PassThrough();
  if (lines === undefined) typed.end(input);
  else typed.write(lines);
  Object.defineProperty(process, "stdin", { value: typed, configurable: true });
  const before = process.cwd();
  process.chdir(cwd);
  try {
    return outcome(await runCommand(words), said.stdout, said.stderr);
  } finally {
    process.chdir(before);
    Object.defineProperty(process, "stdin", stdin);
    for (const spy of spies) spy.mockRestore();
  }
}

/** The JSON document that a command prints, which ends well. */
export async function documentOf(words: Words, call: Call = {}) {
  const { code, stdout, stderr } = await agon([...wordsOf(words), "--json"], call);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

/** What a command has said, in parts. */
export const outcome = (code: number | null, stdout: string, stderr: string): Outcome => {
  const [complaint] = /^agon: .*/ms.exec(stderr) ?? [""];
  return { code, stdout, stderr, complaint };
};

/** A folder that is gone after the test. */
export function scratch(): string {
  const { folder, gone } = scratchFolder();
  onTestFinished(gone);
  return folder;
}

/** A folder, and what removes it: for what several tests share. */
export function scratchFolder(): { readonly folder: string; readonly gone: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "agon-"));
  return { folder, gone: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Seals of all finished cells in a store, in the order of their names; none where there is no store yet. */
export const finishedCells = (store: string): string[] => filesOfCells(store, /\/seals\/-?\d+\.json$/);

/** Files of a store's cells whose names fit, in the order of their names. */
export function filesOfCells(store: string, fits: RegExp): string[] {
  const cells = join(store, "cells");
  const files = existsSync(cells) ? readdirSync(cells, { recursive: true, encoding: "utf8" }) : [];
  return files
    .filter((file) => fits.test(file))
    .sort()
    .map((file) => join(cells, file));
}

/** Whether a file says how long a run has taken, and what it took of the machine. */
const isOfMachine = (file: string): boolean => /^(work|load-\d+-\d+)\.json$/.test(basename(file));

/** Every file below a folder with the hash of its contents, but for those that depend on the machine. */
export function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    files
      .filter((file) => !isOfMachine(file) && statSync(join(folder, file)).isFile())
      .map((file) => [
        file,
        createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex"),
      ]),
  );
}
