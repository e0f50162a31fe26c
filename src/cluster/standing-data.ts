// How a cluster stands, as plain data: the server reads it, and a page draws it. Times are the database's, in ISO 8601.

import type { EventKind } from "./events.ts";

/** A cluster at one moment. */
export interface ClusterStanding {
  /** Address of its database, without the password. */
  readonly database: string;
  /** When it was read. */
  readonly at: string;
  readonly whole: WholeStanding;
  /** Batches, the newest first. */
  readonly batches: Shown<BatchStanding>;
  /** Workers, the one that came first first. */
  readonly workers: Shown<WorkerStanding>;
  /** What happened, the newest first. */
  readonly events: readonly EventStanding[];
}

/** The beginning of a list, and how many it leaves out. */
export interface Shown<T> {
  readonly list: readonly T[];
  readonly more: number;
}

/** Jobs by how they stand, their rate, and the time that the rest needs at it. */
export interface WorkStanding {
  /** Jobs that are not begun; a job that two batches want waits in both until it is done. */
  readonly waiting: number;
  readonly atWork: number;
  readonly done: number;
  /** Jobs that ended without a result. */
  readonly failed: number;
  /** Jobs that came to an end in a second, over the last minute. */
  readonly rate: number;
  /** Null where nothing came to an end in the last minute, and where nothing is left. */
  readonly secondsLeft: number | null;
}

/** The work of open batches, and what works on it. */
export interface WholeStanding extends WorkStanding {
  readonly open: number;
  readonly workers: number;
  readonly threads: number;
  /** Workers that were lost in the last hour, and groups of theirs that waited again. */
  readonly lost: number;
  readonly resumed: number;
}

/** What was submitted at a time. A batch is open while the queue holds a part of it. */
export interface BatchStanding extends WorkStanding {
  readonly id: string;
  readonly title: string;
  readonly host: string;
  readonly submitted: string;
  readonly state: "open" | "over" | "stopped";
  readonly jobs: number;
  /** Of a batch that is not open: jobs that other batches computed, or that were left out when it was stopped. */
  readonly elsewhere: number;
  /** Code and Node that its jobs need. */
  readonly version: string;
  /** Whether they are those of the Agon that reads this. */
  readonly isOwnVersion: boolean;
  /** Whether a worker is there that has them. */
  readonly hasWorker: boolean;
}

/** A worker that is there. */
export interface WorkerStanding {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  readonly since: string;
  /** When it was heard last, where that is some seconds ago; null for a worker that tells of itself. */
  readonly silentSince: string | null;
  readonly done: number;
  /** As that of a batch. */
  readonly rate: number;
  /** Jobs at work, the longest first. */
  readonly jobs: Shown<JobStanding>;
}

/** A job at work. */
export interface JobStanding {
  readonly title: string;
  readonly begun: string;
  /** Of its training, from 0 to 1; null where it tells nothing. */
  readonly share: number | null;
}

/** Something that happened to a worker. */
export interface EventStanding {
  readonly id: number;
  readonly at: string;
  readonly kind: EventKind;
  readonly what: string;
}

/** What a page is told: the cluster as it was read last, and since when its database does not answer, and why. */
export interface ClusterPageData {
  readonly cluster: {
    readonly standing: ClusterStanding | null;
    readonly away: { readonly since: string; readonly why: string } | null;
  };
}
