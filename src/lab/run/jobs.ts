// The engine of a single machine: jobs are computed by threads of this process, or in this thread. Cached results are not computed again.

import { existsSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Problem, UserError } from "../../core/errors.ts";
import { waiting } from "../../core/signals.ts";
import type { Engine, JobGroup, JobOptions, ThreadJob } from "./engine.ts";
import { Threads } from "./threads.ts";

/** The user's mistakes that a thread has found, as plain data. */
export interface ThreadFault {
  readonly faults: readonly Problem[];
}

/** Wraps a job's function for threads. Errors lose their class between threads, so a UserError is returned as data. */
export const inThread =
  <I, O>(compute: (input: I) => Promise<O>) =>
  async (input: I): Promise<O | ThreadFault> => {
    try {
      return await compute(input);
    } catch (error) {
      if (error instanceof UserError) return { faults: error.problems };
      throw error;
    }
  };

const isFault = (output: unknown): output is ThreadFault =>
  typeof output === "object" && output !== null && "faults" in output && Array.isArray(output.faults);

/**
 * Returns an engine with `wanted` threads, which are started on demand. Threads cannot load TypeScript sources, so there are none without a
 * build, unless `always`.
 */
export function jobPool(wanted: number, always = false): Engine {
  const threads = always || !import.meta.url.endsWith(".ts") ? wanted : 0;
  const pool = new Threads(threads);

  async function run<I, O>(job: ThreadJob<I, O>, groups: readonly JobGroup<I>[], options: JobOptions<I, O>) {
    const { signal, onStop = "wait", kept, stopping, begun, done, failed } = options;
    const failures: unknown[] = [];
    const stop = new AbortController();
    const halt = (): void => {
      if (stop.signal.aborted) return;
      stop.abort(signal.reason);
      stopping?.();
    };
    const onThread = async (input: I, thread: number): Promise<O> => {
      const ended = onStop === "end" ? { signal: stop.signal } : {};
      const output = await pool
        .run(thread, input, { filename: job.module, name: job.name, ...ended })
        .catch((error: unknown) => {
          throw withoutModule(job.module, options.name(input)) ?? died(error, options.name(input)) ?? error;
        });
      if (isFault(output)) throw new UserError(output.faults);
      return output;
    };
    const result = async (input: I, thread: number | undefined): Promise<O> => {
      const known = kept?.find(input);
      if (known !== undefined) return known.output;
      const output = await (thread === undefined ? job.compute(input, stop.signal) : onThread(input, thread));
      kept?.keep(input, output);
      return output;
    };
    const lane = async (next: (thread: number) => readonly [number, I] | undefined, here: boolean): Promise<void> => {
      while (true) {
        // In this thread, Ctrl-C is handled between jobs.
        if (here) await setImmediate();
        if (stop.signal.aborted) return;
        const thread = here ? undefined : pool.idlest();
        const waiting = next(thread ?? 0);
        if (waiting === undefined) return;
        const [place, input] = waiting;
        try {
          begun?.(input, place);
          done(await result(input, thread), input, place);
        } catch (error) {
          if (failed !== undefined && error instanceof UserError && !stop.signal.aborted) {
            failed(error, input, place);
            continue;
          }
          // A job that was ended by a stop has not failed.
          if (!(stop.signal.aborted && (onStop === "end" || error === stop.signal.reason))) failures.push(error);
          halt();
        }
      }
    };
    signal.addEventListener("abort", halt, { once: true });
    if (signal.aborted) halt();
    try {
      const all = groups.flatMap(({ inputs, lanes, shared, here = false }) => {
        const next = waitingInputs(inputs, shared);
        const count = here || threads > 0 ? lanes : 1;
        return Array.from({ length: count }, () => () => lane(next, here || threads === 0));
      });
      const ended = () => Promise.all(all.map((one) => one()));
      // While this thread computes by itself, it cannot handle a signal.
      await (threads > 0 ? waiting(ended) : ended());
    } finally {
      signal.removeEventListener("abort", halt);
    }
    if (failures.length > 0) throw failures[0];
  }

  return { threads, sideBySide: threads, run, close: () => pool.close() };
}

/** Returns a UserError for a job whose file is gone, as when Agon is installed anew while it runs; undefined where the file is there. */
function withoutModule(module: string, job: string): UserError | undefined {
  const file = fileURLToPath(module);
  if (existsSync(file)) return undefined;
  const what = `a thread cannot compute ${job}: the file ${file} is missing`;
  return new UserError({
    code: "no-module",
    what,
    hint: "results so far are kept; install Agon again, then run it again",
  });
}

/** Returns a UserError for a thread that ended before its job; undefined for an error of the job itself. */
function died(error: unknown, job: string): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  const memory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (!memory && !error.message.startsWith("worker exited with code")) return undefined;
  const what = `${memory ? "a thread ran out of memory" : "a thread died"} while it computed ${job}`;
  const hint = "results so far are kept; fewer threads at a time need less memory";
  return new UserError({ code: "thread-died", what, hint });
}

/** Maximum number of places that an input may be moved ahead. */
const AHEAD = 64;

/** An input with its index among all. */
type Placed<I> = readonly [place: number, input: I];

/**
 * Returns a function that gives a thread its next input; undefined when none is left. Without `shared` that is the first in the queue. With
 * it, it is the first near one whose shared part the thread has prepared, otherwise one whose shared part no thread has, otherwise the
 * first.
 */
export function waitingInputs<I>(
  inputs: Iterable<I>,
  shared?: (input: I) => string,
): (thread: number) => Placed<I> | undefined {
  const rest = inputs[Symbol.iterator]();
  const waiting: Placed<I>[] = [];
  let read = 0;
  const readNext = (): boolean => {
    const { done = false, value } = rest.next();
    if (!done) waiting.push([read++, value]);
    return !done;
  };
  /** Threads by the name of what they have prepared. */
  const makers = new Map<string, Set<number>>();
  const chosen = (thread: number, nameOf: (input: I) => string): number => {
    const makersOf = waiting.map(([, input]) => makers.get(nameOf(input)));
    const own = makersOf.findIndex((threads) => threads?.has(thread) === true);
    return own >= 0 ? own : Math.max(0, makersOf.indexOf(undefined));
  };
  return (thread) => {
    const ahead = shared === undefined ? 1 : AHEAD;
    while (read < (waiting[0]?.[0] ?? read) + ahead && readNext());
    if (shared === undefined) return waiting.shift();
    const [taken] = waiting.splice(chosen(thread, shared), 1);
    if (taken === undefined) return undefined;
    const name = shared(taken[1]);
    makers.set(name, (makers.get(name) ?? new Set()).add(thread));
    return taken;
  };
}
