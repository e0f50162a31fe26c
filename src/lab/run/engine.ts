// What computes jobs: functions of plain data. One engine is this process with its threads; another may spread them over machines.
// Order, number of threads or machines, and interruptions leave no trace in results.

import type { UserError } from "../../core/errors.ts";
import type { Account } from "../../core/spending.ts";

/** A function of plain data that gives plain data. Its module exports it as `name`, so that a thread can find it there. */
export interface ThreadJob<I, O> {
  /** `import.meta.url` of the module. */
  readonly module: string;
  readonly name: string;
  /** `signal` is given in this thread alone. */
  compute(input: I, signal?: AbortSignal): Promise<O>;
  /** How it is computed on another machine; a job whose input names no place needs nothing of it. */
  readonly travel?: Travel<I, O>;
}

/** Where a job is computed on another machine. */
export interface Workplace {
  readonly store: string;
  /** Folder that paths in the input start from. */
  readonly directory: string;
  /** Name of the channel on which the job tells how far it is, and is told to stop. */
  readonly news: string;
}

/** Files that a job needs on another machine. */
export interface Luggage {
  /** What is laid into the store, by its path there: a file, or a text. */
  readonly inStore: readonly ({ readonly path: string } & ({ readonly file: string } | { readonly text: string }))[];
  readonly directory: string;
  /** Files of the user, by their path from the directory. */
  readonly files: readonly string[];
  /** The book of the answers that are added to some of them: what is added to one is kept apart from others. */
  readonly book?: string;
}

/** A line for a recording: an answer that a job has used. */
export interface RecordedAnswer {
  /** The recording, by its path from the directory. */
  readonly path: string;
  readonly line: string;
}

/** How a job is computed on another machine: its input as it is there, what must be there, and what comes back. */
export interface Travel<I, O> {
  /** `import.meta.url` of the module that exports this as `name`, so that another machine can find it there. */
  readonly module: string;
  readonly name: string;
  /** Names the result by its content: jobs of one name give the same. */
  nameOf(input: I): string;
  /** The store in which files are found and to which they come back. */
  storeOf(input: I): string;
  at(input: I, place: Workplace): I;
  /** Names the luggage: inputs of one name need the same files. */
  luggageName(input: I): string;
  luggage(input: I): Promise<Luggage>;
  /** Whether an output stands for good; one that does not is computed again when it is asked for again. */
  stands(output: O): boolean;
  /** Files that an output has left in the store, by their path in it. They are written in this order. */
  left(input: I, output: O, store: string): readonly string[];
  /** The file in the store by which another machine goes on with a job that was broken off; undefined where there is none. */
  checkpoint(input: I): string | undefined;
  /** Of jobs that put answers of others on file. */
  readonly recordings?: RecordingTravel<I>;
}

/** How what jobs put on file is shared by machines, and comes back. */
export interface RecordingTravel<I> {
  /** The name under which machines share the answers that a job records; undefined where it records none. */
  book(input: I): string | undefined;
  /** Adds answers that a job has used to the recordings that its input names, but for those that are there. */
  record(input: I, answers: readonly RecordedAnswer[]): void;
}

/** Inputs that are begun in their order, as many at a time as there are lanes. */
export interface JobGroup<I> {
  readonly inputs: Iterable<I>;
  /** Without threads, jobs that are for threads have one. */
  readonly lanes: number;
  /** Names what a thread makes once for several inputs. A thread takes inputs of a name that it knows first, where they stand near the next. */
  readonly shared?: (input: I) => string;
  /** Whether they are computed in this thread, since they wait for others and need no processor. */
  readonly here?: boolean;
}

/** Results from one run to the next. */
export interface KeptResults<I, O> {
  find(input: I): { readonly output: O } | undefined;
  keep(input: I, output: O): void;
}

/** How jobs are run. */
export interface JobOptions<I, O> {
  /** What a person calls a job. */
  name(input: I): string;
  /** Aborted, no further job begins. */
  readonly signal: AbortSignal;
  /** What an abort or a failure does to jobs on threads: they come to their end, or their threads are ended. Default "wait". */
  readonly onStop?: "wait" | "end";
  readonly kept?: KeptResults<I, O>;
  /**
   * What jobs pay from that ask others. Of other machines' jobs it is told what they have spent; one that finds it spent ends, nothing
   * further begins, and its output is told last.
   */
  readonly account?: Account;
  /** Told once when nothing further begins, at the abort or at the first failure. */
  stopping?(): void;
  /** Told of a job that begins; `place` counts the inputs of its group. */
  begun?(input: I, place: number): void;
  /** Told how far a job on another machine is; one of this machine tells it on a channel of its own. */
  receive?(news: unknown, input: I): void;
  /** Told of every result; what it throws is a failure. */
  done(output: O, input: I, place: number): void;
  /** Told of a job that ended with a UserError. With it others go on, and without it that is a failure. */
  failed?(error: UserError, input: I, place: number): void;
}

/** What computes jobs. */
export interface Engine {
  /** Jobs that it computes at a time; 0 where everything is computed in this thread. */
  readonly threads: number;
  /** Runs of jobs that are worth having side by side, where each has few jobs. */
  readonly sideBySide: number;
  /**
   * Runs a job for the inputs of all groups, and ends when none is at work. Throws the first failure; a thread that died is a
   * UserError. An abort is none.
   */
  run<I, O>(job: ThreadJob<I, O>, groups: readonly JobGroup<I>[], options: JobOptions<I, O>): Promise<void>;
  /** Ends what it has started. */
  close(): Promise<void>;
}
