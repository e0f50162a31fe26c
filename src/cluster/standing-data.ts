// Status of a cluster, as plain data: the server reads it, and a page displays it. Times are the database's, in ISO 8601.

import type { EventKind } from "./events.ts";

/** A cluster at one moment. */
export interface ClusterStanding {
  /** Address of its database, without the password. */
  readonly database: string;
  /** Time of the reading. */
  readonly at: string;
  readonly whole: WholeStanding;
  /** Batches, the newest first. */
  readonly batches: Shown<BatchStanding>;
  /** Workers, the oldest first. */
  readonly workers: Shown<WorkerStanding>;
  /** Events, the newest first. */
  readonly events: readonly EventStanding[];
}

/** The beginning of a list, and the number of entries left out. */
export interface Shown<T> {
  readonly list: readonly T[];
  readonly more: number;
}

/** Numbers of jobs by state, their rate, and the estimated remaining time. */
export interface WorkStanding {
  /** Jobs that have not started; a job that two batches need counts in both until it is done. */
  readonly waiting: number;
  readonly atWork: number;
  readonly done: number;
  /** Jobs that ended without a result. */
  readonly failed: number;
  /** Jobs that ended per second, over the last minute. */
  readonly rate: number;
  /** Null where no job ended in the last minute, and where none is left. */
  readonly secondsLeft: number | null;
}

/** The work of all open batches, and the workers. */
export interface WholeStanding extends WorkStanding {
  readonly open: number;
  readonly workers: number;
  readonly threads: number;
  /** Workers that were lost in the last hour, and groups of theirs that were queued again. */
  readonly lost: number;
  readonly resumed: number;
}

/** Jobs that were submitted together. A batch is open while the queue has a part of it. */
export interface BatchStanding extends WorkStanding {
  readonly id: string;
  readonly title: string;
  readonly host: string;
  readonly submitted: string;
  readonly state: "open" | "over" | "stopped";
  readonly jobs: number;
  /** For a closed batch: jobs that other batches computed, or that were skipped when it was stopped. */
  readonly elsewhere: number;
  /** Version of code and Node that its jobs need. */
  readonly version: string;
  /** Whether that is the version of the reading process. */
  readonly isOwnVersion: boolean;
  /** Whether any worker has this version. */
  readonly hasWorker: boolean;
}

export interface WorkerStanding {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  readonly since: string;
  /** Time of its last beat, where that is some seconds ago; null for a worker that beats. */
  readonly silentSince: string | null;
  readonly done: number;
  /** Jobs that ended per second, over the last minute. */
  readonly rate: number;
  /** Running jobs, the longest first. */
  readonly jobs: Shown<JobStanding>;
}

export interface JobStanding {
  readonly title: string;
  readonly begun: string;
  /** Share of its training that is done, from 0 to 1; null where it reports none. */
  readonly share: number | null;
}

export interface EventStanding {
  readonly id: number;
  readonly at: string;
  readonly kind: EventKind;
  readonly what: string;
}

/** Message to a page: the last status of the cluster, and since when and why its database does not respond. */
export interface ClusterPageData {
  readonly cluster: {
    readonly standing: ClusterStanding | null;
    readonly away: { readonly since: string; readonly why: string } | null;
  };
}
