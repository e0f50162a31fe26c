// What happens to workers, for people: kinds of events, and how one is kept.

import type { Queries } from "./postgres.ts";

/**
 * A worker came, left, or is gone; groups of lost workers wait again; a worker found that others had given it up; a result came too late
 * and was dropped.
 */
export const EVENT_KINDS = ["came", "left", "gone", "again", "silent", "dropped"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Something that happened to a worker. */
export interface WorkerEvent {
  readonly kind: EventKind;
  /** In a sentence. */
  readonly text: string;
  /** Groups that wait again. */
  readonly groups?: number;
}

/** Keeps an event that this worker tells. */
export async function keepEvent(
  queries: Queries,
  worker: string,
  { kind, text, groups = 0 }: WorkerEvent,
): Promise<void> {
  const query = "INSERT INTO agon.events (worker, kind, groups, what) VALUES ($1, $2, $3, $4)";
  await queries.query(query, [worker, kind, groups, text]);
}
