// Runs that pages start. Each is a process of its own, with the same command line as `agon run` in a terminal. It continues when the view
// ends. The reason of a failure is in the run's folder; where the process could not write it, the view that started the process knows it.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { sentence, UserError } from "../core/errors.ts";
import { jsonIn } from "../core/json.ts";
import { HERE } from "../core/process-place.ts";
import type { RunIndex } from "./run-index.ts";

// Beside dist/server when built; a test that runs from sources starts the built program.
const main = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/cli/main.js" : "../cli/main.js", import.meta.url),
);

/** Number of a store's running runs on this machine from which on a page may start no more. */
const MOST_AT_WORK = 4;
/** Milliseconds between two checks for a run's first sign of life, and until waiting ends. */
const [LOOK, PATIENCE] = [50, 20_000];
/** Maximum characters of a process's last output that a page is sent. */
const MOST_SAID = 4000;

export interface BegunRuns {
  /**
   * Starts `agon run FILE` or `agon resume RUN`. Returns the run's name once a process works on it, or `expected` where that takes long.
   * Throws a UserError where the process fails before, where a process works on the run already, or where too many runs are at work.
   */
  begin(expected: string, command: "run" | "resume", operand: string): Promise<string>;
  /** Throws as `begin` would, without starting anything. */
  refuse(expected: string): void;
  /** Returns why the last process for a run that this view started has failed. */
  failure(run: string): string | undefined;
}

/** Starts runs of a store; `index` is the store's index. */
export function begunRuns(store: string, index: RunIndex): BegunRuns {
  const beginning = new Set<string>();
  const failures = new Map<string, string>();

  const refuse = (expected: string): void => {
    const working = index.look().filter(({ live }) => live.some(({ place }) => place === HERE));
    const run = index.look().find(({ summary }) => summary.run === expected);
    if (beginning.has(expected) || (run?.live.length ?? 0) > 0) {
      const hint = "its page shows how far it is";
      throw new UserError({ code: "at-work", what: `a process works on ${expected} already`, hint });
    }
    if (working.length + beginning.size >= MOST_AT_WORK) {
      const what = `${working.length + beginning.size} runs are at work on this machine`;
      throw new UserError({ code: "too-many-runs", what, hint: "wait for one of them, or stop one" });
    }
  };

  return {
    refuse,
    async begin(expected, command, operand) {
      refuse(expected);
      beginning.add(expected);
      failures.delete(expected);
      try {
        const { child, said, ended } = started([command, "--store", store, "--json", "--", operand]);
        const runOf = (): string | undefined =>
          index.look().find(({ live }) => live.some(({ pid, place }) => pid === child.pid && place === HERE))?.summary
            .run;
        let run: string | undefined;
        let over: Ended | undefined;
        void ended.then((how) => {
          over = how;
          if (how.failure !== undefined) failures.set(run ?? expected, how.failure);
          said.close();
        });
        for (const end = performance.now() + PATIENCE; performance.now() < end; await setTimeout(LOOK)) {
          run = runOf();
          if (run !== undefined || over !== undefined) break;
        }
        if (run === undefined && over?.failure !== undefined) {
          failures.delete(expected);
          throw new UserError({ code: "cannot-run", what: over.failure });
        }
        return run ?? over?.run ?? expected;
      } finally {
        beginning.delete(expected);
      }
    },
    failure: (run) => failures.get(run),
  };
}

/** Returns an index whose runs have the failures of their last processes. */
export const withFailures = (index: RunIndex, { failure }: BegunRuns): RunIndex => ({
  look: () =>
    index.look().map((run) => {
      const failed = failure(run.summary.run);
      // A reason in the run's folder takes precedence, since it outlives this view.
      return failed === undefined || run.summary.failure !== undefined
        ? run
        : { ...run, summary: { ...run.summary, failure: failed }, stamp: `${run.stamp},${failed}` };
    }),
});

/** Result of a process: the run that it reported, or why it failed. */
interface Ended {
  readonly run?: string;
  readonly failure?: string;
}

/** Starts a detached process, which outlives this one. Its output is written to unlinked files. */
function started(args: readonly string[]) {
  const said = { output: nameless(), errors: nameless() };
  const close = (): void => Object.values(said).forEach(closeSync);
  const child = spawn(process.execPath, [main, ...args], {
    detached: true,
    windowsHide: true,
    stdio: ["ignore", said.output, said.errors],
  });
  child.unref();
  return { child, said: { close }, ended: endOf(child, said) };
}

function endOf(child: ChildProcess, said: { readonly output: number; readonly errors: number }): Promise<Ended> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ failure: `the process cannot be started: ${error.message}` }));
    child.once("exit", (code, signal) => {
      // Stopped by Ctrl-C or on the page, which is no failure. While a process computes, the system ends it by the signal.
      const wasStopped = code === 130 || signal === "SIGINT";
      if (signal !== null && !wasStopped)
        return resolve({ failure: `its process was ended by ${signal}; Resume goes on from there` });
      // A run in which every episode failed exits with 2, but has a report like any other.
      const outcome = reported(textIn(said.output, Number.POSITIVE_INFINITY));
      if (code === 0 || outcome.run !== undefined) resolve(outcome);
      else if (wasStopped) resolve({});
      else resolve({ failure: problemsIn(textIn(said.output, MOST_SAID)) ?? lastSaid(textIn(said.errors, MOST_SAID)) });
    });
  });
}

const report = z.object({ run: z.string() });
const refusal = z.object({
  problems: z.array(
    z.object({ code: z.string(), what: z.string(), where: z.string().optional(), hint: z.string().optional() }),
  ),
});

function reported(text: string): Ended {
  const { data } = report.safeParse(jsonIn(text));
  return data === undefined ? {} : { run: data.run };
}

/** Formats the user's mistakes from `--json` output. */
function problemsIn(text: string): string | undefined {
  const { data } = refusal.safeParse(jsonIn(text));
  return data?.problems
    .map(({ code, what, where, hint }) =>
      sentence({ code, what, ...(where === undefined ? {} : { where }), ...(hint === undefined ? {} : { hint }) }),
    )
    .join("\n");
}

/** Returns the end of the output, from Agon's last message on. */
const lastSaid = (text: string): string => text.slice(Math.max(0, text.lastIndexOf("\nagon: "))).trim();

/** Opens a temporary file that is deleted when it is closed. */
function nameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "agon-begun-"));
  const descriptor = openSync(join(folder, "said"), "w+");
  // Where an open file cannot be deleted, the system cleans its temporary folder.
  rmSync(folder, { recursive: true, force: true });
  return descriptor;
}

/** Returns the last bytes of a file, at most `most`, as text. */
function textIn(descriptor: number, most: number): string {
  const { size } = fstatSync(descriptor);
  const length = Math.min(size, most);
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, size - length);
  return bytes.toString("utf8");
}
