// The engine of a single machine: jobs are computed by threads of this process, or in this thread. Cached results are not computed again.

import { setImmediate } from "node:timers/promises";
import { type Problem, UserError } from "../../core/errors.ts";
import { waiting } from "../../core/signals.ts";
import type { Engine, JobGroup, JobOptions, ThreadJob } from "./engine.ts";
import { Threads } from "./threads.ts";
import { waitingInputs } from "./waiting-inputs.ts";

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
        .catch((error: unknown) => Promise.reject(died(error, options.name(input)) ?? error));
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

/** Returns a UserError for a thread that ended before its job; undefined for an error of the job itself. */
function died(error: unknown, job: string): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  const memory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (!memory && !error.message.startsWith("worker exited with code")) return undefined;
  const what = `${memory ? "a thread ran out of memory" : "a thread died"} while it computed ${job}`;
  const hint = "results so far are kept; fewer threads at a time need less memory";
  return new UserError({ code: "thread-died", what, hint });
}
