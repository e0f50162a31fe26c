// Engines that compute jobs, which are functions of plain data. One engine is this process with its threads; another may use several
// machines. Results do not depend on order, on the number of threads or machines, or on interruptions.

import type { UserError } from "../../core/errors.ts";
import type { Account } from "../../core/spending.ts";

/** A function from plain data to plain data. Its module exports it as `name`, so that a thread can import it. */
export interface ThreadJob<I, O> {
  /** `import.meta.url` of the module. */
  readonly module: string;
  readonly name: string;
  /** `signal` is given only in this thread. */
  compute(input: I, signal?: AbortSignal): Promise<O>;
  /** How it is computed on another machine; a job whose input has no paths needs none. */
  readonly travel?: Travel<I, O>;
}

/** Where a job is computed on another machine. */
export interface Workplace {
  readonly store: string;
  /** Folder that relative paths in the input start from. */
  readonly directory: string;
  /** Name of the channel on which the job reports progress and receives a stop. */
  readonly news: string;
}

/** Files that a job needs on another machine. */
export interface Luggage {
  /** Entries for the store, by their path in it: a file, or a text. */
  readonly inStore: readonly ({ readonly path: string } & ({ readonly file: string } | { readonly text: string }))[];
  readonly directory: string;
  /** The user's files, by their path from `directory`. */
  readonly files: readonly string[];
  /** Name under which recorded answers are shared; answers of different names are kept apart. */
  readonly book?: string;
}

/** A line of a recording: an answer that a job has used. */
export interface RecordedAnswer {
  /** The recording, by its path from `directory`. */
  readonly path: string;
  readonly line: string;
}

/** How a job is computed on another machine: the input as it is there, the files that must exist there, and those that come back. */
export interface Travel<I, O> {
  /** `import.meta.url` of the module that exports this as `name`, so that another machine can import it. */
  readonly module: string;
  readonly name: string;
  /** Returns a name of the result by content: jobs of one name have the same result. */
  nameOf(input: I): string;
  /** Returns the store in which files are found and to which they come back. */
  storeOf(input: I): string;
  at(input: I, place: Workplace): I;
  /** Returns a name of the needed files: inputs of one name need the same files. */
  luggageName(input: I): string;
  luggage(input: I): Promise<Luggage>;
  /** Whether an output is final; another one is computed again when it is requested again. */
  stands(output: O): boolean;
  /** Returns the files that an output has written to the store, by their path in it, in the order in which they are to be written. */
  left(input: I, output: O, store: string): readonly string[];
  /** Returns the file in the store from which another machine can resume an aborted job; undefined where there is none. */
  checkpoint(input: I): string | undefined;
  /** For jobs that record answers of others. */
  readonly recordings?: RecordingTravel<I>;
}

/** How machines share recorded answers, and how the answers come back. */
export interface RecordingTravel<I> {
  /** Returns the name under which machines share the answers that a job records; undefined where it records none. */
  book(input: I): string | undefined;
  /** Adds answers that a job has used to the recordings that its input names; those that exist already are skipped. */
  record(input: I, answers: readonly RecordedAnswer[]): void;
}

/** Inputs that are started in order, at most `lanes` at a time. */
export interface JobGroup<I> {
  readonly inputs: Iterable<I>;
  /** Number of concurrent jobs. Without threads, a group for threads has one lane. */
  readonly lanes: number;
  /**
   * Returns a name of what a thread prepares once for several inputs. A thread prefers inputs whose name it has prepared, among those near
   * the front of the queue.
   */
  readonly shared?: (input: I) => string;
  /** Whether they are computed in this thread, since they wait for others and need no processor. */
  readonly here?: boolean;
}

/** A cache of results between runs. */
export interface KeptResults<I, O> {
  find(input: I): { readonly output: O } | undefined;
  keep(input: I, output: O): void;
}

export interface JobOptions<I, O> {
  /** Returns a description of a job for messages. */
  name(input: I): string;
  /** Once aborted, no further job is started. */
  readonly signal: AbortSignal;
  /** How an abort or a failure affects jobs on threads: they run to their end, or their threads are terminated. Default "wait". */
  readonly onStop?: "wait" | "end";
  readonly kept?: KeptResults<I, O>;
  /**
   * Account that jobs charge their requests to. For jobs on other machines it receives what they have spent. A job that finds the budget
   * spent ends, no further job is started, and its output is reported last.
   */
  readonly account?: Account;
  /** Called once when no further job is started: at the abort or at the first failure. */
  stopping?(): void;
  /** Called when a job starts; `place` is the index of its input in the group. */
  begun?(input: I, place: number): void;
  /** Called with progress of a job on another machine; a job on this machine reports on a channel of its own. */
  receive?(news: unknown, input: I): void;
  /** Called with every result; an error that it throws counts as a failure. */
  done(output: O, input: I, place: number): void;
  /** Called when a job ends with a UserError; other jobs then continue. Without this function such an error is a failure. */
  failed?(error: UserError, input: I, place: number): void;
}

export interface Engine {
  /** Number of jobs that it computes at a time; 0 where everything is computed in this thread. */
  readonly threads: number;
  /** Number of calls of `run` that are worth running concurrently, where each has few jobs. */
  readonly sideBySide: number;
  /**
   * Runs a job for the inputs of all groups, and resolves when none is running. Throws the first failure; a thread that died is a
   * UserError. An abort is not a failure.
   */
  run<I, O>(job: ThreadJob<I, O>, groups: readonly JobGroup<I>[], options: JobOptions<I, O>): Promise<void>;
  /** Ends the threads or connections that it has started. */
  close(): Promise<void>;
}
