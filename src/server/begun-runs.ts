// Runs that pages begin: each is a process of its own, the one that `agon run` is in a terminal. It goes on when the view ends, as the
// others do. Why it failed stands in the run's folder, or is known to the view that began it where the process could not say it.

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

// Beside dist/server when built; a test that runs the source begins what is built.
const main = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/cli/main.js" : "../cli/main.js", import.meta.url),
);

/** Runs of a store that are at work on this machine when a page may begin no more. */
const MOST_AT_WORK = 4;
/** Milliseconds between two looks for a run's first sign, and until it is waited for no more. */
const [LOOK, PATIENCE] = [50, 20_000];
/** Characters of what a process said last that a page is told. */
const MOST_SAID = 4000;

export interface BegunRuns {
  /**
   * Begins `agon run FILE` or `agon resume RUN`. Gives the run once a process works on it, or `expected` where that takes long. A
   * UserError where the process says what is wrong before that, where it works already, or where too many do.
   */
  begin(expected: string, command: "run" | "resume", operand: string): Promise<string>;
  /** Throws as `begin` would, before anything is done. */
  refuse(expected: string): void;
  /** Why the last process for a run failed that this view began. */
  failure(run: string): string | undefined;
}

/** `index` is that of the store. */
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

/** Runs with what their last process failed of. */
export const withFailures = (index: RunIndex, { failure }: BegunRuns): RunIndex => ({
  look: () =>
    index.look().map((run) => {
      const failed = failure(run.summary.run);
      // What the run's folder says outlives this view.
      return failed === undefined || run.summary.failure !== undefined
        ? run
        : { ...run, summary: { ...run.summary, failure: failed }, stamp: `${run.stamp},${failed}` };
    }),
});

/** How a process ended: the run that it reported, or why it failed. */
interface Ended {
  readonly run?: string;
  readonly failure?: string;
}

/** A process that this one does not end with, and what it says, in files that nothing else sees. */
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
      // Ctrl-C or the page's Stop: nothing failed. The system ends what computes by itself just then.
      const wasStopped = code === 130 || signal === "SIGINT";
      if (signal !== null && !wasStopped)
        return resolve({ failure: `its process was ended by ${signal}; Resume goes on from there` });
      // A run of which every episode failed ends with 2, and has a report as any other.
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

/** The user's mistakes, as `--json` tells them. */
function problemsIn(text: string): string | undefined {
  const { data } = refusal.safeParse(jsonIn(text));
  return data?.problems
    .map(({ code, what, where, hint }) =>
      sentence({ code, what, ...(where === undefined ? {} : { where }), ...(hint === undefined ? {} : { hint }) }),
    )
    .join("\n");
}

/** From Agon's own last words on. */
const lastSaid = (text: string): string => text.slice(Math.max(0, text.lastIndexOf("\nagon: "))).trim();

/** A file that goes when it is closed. */
function nameless(): number {
  const folder = mkdtempSync(join(tmpdir(), "agon-begun-"));
  const descriptor = openSync(join(folder, "said"), "w+");
  // Where a file that is open cannot go, the system sweeps its folder of temporary files.
  rmSync(folder, { recursive: true, force: true });
  return descriptor;
}

/** At most so many of the last bytes of a file, as text. */
function textIn(descriptor: number, most: number): string {
  const { size } = fstatSync(descriptor);
  const length = Math.min(size, most);
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, size - length);
  return bytes.toString("utf8");
}
