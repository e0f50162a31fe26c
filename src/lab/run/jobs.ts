// The engine of one machine: jobs are computed by threads of this process, or in this thread. What is kept already is not computed again.

import { setImmediate } from "node:timers/promises";
import { type Problem, UserError } from "../../core/errors.ts";
import { waiting } from "../../core/signals.ts";
import type { Engine, JobGroup, JobOptions, ThreadJob } from "./engine.ts";
import { Threads } from "./threads.ts";
import { waitingInputs } from "./waiting-inputs.ts";

/** Mistakes of the user that a thread has met, as plain data. */
export interface ThreadFault {
  readonly faults: readonly Problem[];
}

/** A job's function as a thread runs it: the errors of a thread lose their class on the way, so that a UserError comes back as data. */
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

/** An engine of so many threads, which are started by the first job that needs one. Sources that are not built cannot be loaded by threads, unless `always`. */
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
        // In this thread a Ctrl-C is heard between jobs.
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
          // What a stop ends has not failed.
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
      // What this thread computes by itself leaves no time to answer a signal.
      await (threads > 0 ? waiting(ended) : ended());
    } finally {
      signal.removeEventListener("abort", halt);
    }
    if (failures.length > 0) throw failures[0];
  }

  return { threads, sideBySide: threads, run, close: () => pool.close() };
}

/** The user's view of a thread that ended before its job; undefined for what a job threw. */
function died(error: unknown, job: string): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  const memory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (!memory && !error.message.startsWith("worker exited with code")) return undefined;
  const what = `${memory ? "a thread ran out of memory" : "a thread died"} while it computed ${job}`;
  const hint = "results so far are kept; fewer threads at a time need less memory";
  return new UserError({ code: "thread-died", what, hint });
}
