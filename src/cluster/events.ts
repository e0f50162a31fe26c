// Events of workers for people: their kinds, and how an event is stored.

import type { Queries } from "./postgres.ts";

/**
 * A worker came, left, or is gone; groups of lost workers were queued again; a worker noticed that others had declared it gone; a late
 * result was dropped.
 */
export const EVENT_KINDS = ["came", "left", "gone", "again", "silent", "dropped"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface WorkerEvent {
  readonly kind: EventKind;
  /** Description in a sentence. */
  readonly text: string;
  /** Number of groups that were queued again. */
  readonly groups?: number;
}

/** Stores an event that this worker reports. */
export async function keepEvent(
  queries: Queries,
  worker: string,
  { kind, text, groups = 0 }: WorkerEvent,
): Promise<void> {
  const query = "INSERT INTO agon.events (worker, kind, groups, what) VALUES ($1, $2, $3, $4)";
  await queries.query(query, [worker, kind, groups, text]);
}
