// Submits jobs: it stores their files and their inputs in chunks, and queues a group for each chunk.

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Pool } from "pg";
import type { Luggage, ThreadJob } from "../lab/run/engine.ts";
import type { AccountPlace } from "./account.ts";
import { type Blobs, blobOf } from "./blobs.ts";
import { type Chunk, chunkBytes, exportedAs } from "./chunk.ts";
import { GROUP, type GroupPlace, groupName, QUEUES } from "./dbos.ts";
import { packed } from "./luggage.ts";
import { lasting, transaction } from "./postgres.ts";

/** A needed job. */
export interface Wanted<I> {
  readonly key: string;
  readonly input: I;
  /** Title for people. */
  readonly title: string;
  /** Index among the inputs of its group. */
  readonly place: number;
  /** Whether it waits for others, and needs no thread. */
  readonly here: boolean;
}

/**
 * Minimum number of groups of a batch with enough jobs, and number of groups per thread. Groups are halved later where workers are idle.
 */
export const GROUPS = { least: 32, each: 2 } as const;
/** Maximum number of jobs in a chunk. */
export const LARGEST = 500;
/** Number of groups that are enqueued concurrently. */
const SIDE_BY_SIDE = 8;

export interface SubmissionPlace {
  readonly pool: Pool;
  readonly blobs: Blobs;
  readonly client: DBOSClient;
  readonly version: string;
  readonly title: string;
  /** Account of the jobs that wait for others. */
  readonly account?: AccountPlace | undefined;
}

/**
 * Submits jobs as one batch; returns its id. Throws a UserError where a file cannot be sent, and the signal's reason where it aborts the
 * wait for the database or the shared place.
 */
export async function submitted<I, O>(
  job: ThreadJob<I, O>,
  wanted: readonly Wanted<I>[],
  { pool, blobs, client, version, title, account }: SubmissionPlace,
  signal?: AbortSignal,
): Promise<string> {
  const pack = (luggage: Luggage): Promise<string> => lasting(() => packed(luggage, blobs), signal);
  const luggage = await packedFor(job, wanted, pack);
  const batch = randomUUID();
  const chunks: { chunk: Chunk; place: number }[] = [];
  const groups = Math.max(GROUPS.least, GROUPS.each * (await threadsOf(pool, version)));
  for (const here of [true, false]) {
    const own = wanted.filter((one) => one.here === here);
    // Jobs that wait for others may take long, so each is a group of its own.
    const size = here ? 1 : Math.min(LARGEST, Math.max(1, Math.ceil(own.length / groups)));
    for (let from = 0; from < own.length; from += size) {
      const jobs = own.slice(from, from + size).map(({ key, title: name, input }) => {
        const list = luggage(input);
        return { key, title: name, input, ...(list === undefined ? {} : { luggage: list }) };
      });
      const travel = job.travel === undefined ? {} : { travel: exportedAs(job.travel) };
      const paid = here && account !== undefined ? { account } : {};
      chunks.push({ chunk: { job: exportedAs(job), ...travel, ...paid, here, jobs }, place: chunks.length });
    }
  }
  const packs = chunks.map(({ chunk }) => blobOf(chunkBytes(chunk)));
  await lasting(() => blobs.keep(packs), signal);
  await transaction(pool, async (queries) => {
    await queries.query("INSERT INTO agon.batches (id, title, version, host, jobs) VALUES ($1, $2, $3, $4, $5)", [
      ...[batch, title, version, hostname(), wanted.length],
    ]);
    await queries.query(
      `INSERT INTO agon.chunks (batch, place, hash, jobs)
       SELECT $1, own.* FROM unnest($2::integer[], $3::text[], $4::integer[]) AS own`,
      [
        batch,
        chunks.map(({ place }) => place),
        packs.map(({ hash }) => hash),
        chunks.map(({ chunk }) => chunk.jobs.length),
      ],
    );
  });
  const waiting = chunks.values();
  const enqueue = async (): Promise<void> => {
    for (const { chunk, place } of waiting) {
      const { here, jobs } = chunk;
      const group: GroupPlace = { batch, chunk: place, from: 0, to: jobs.length, moved: 0 };
      const queueName = here ? QUEUES.asking : QUEUES.threads;
      await client.enqueue(
        { queueName, workflowName: GROUP, workflowID: groupName(group), appVersion: version },
        group,
      );
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, enqueue));
  return batch;
}

/** Packs the files of jobs, each list once; returns a function that gives the hash of the list that an input needs. */
async function packedFor<I, O>(
  { travel }: ThreadJob<I, O>,
  wanted: readonly Wanted<I>[],
  pack: (luggage: Luggage) => Promise<string>,
): Promise<(input: I) => string | undefined> {
  if (travel === undefined) return () => undefined;
  const lists = new Map<string, string>();
  for (const { input } of wanted) {
    const name = travel.luggageName(input);
    if (!lists.has(name)) lists.set(name, await pack(await travel.luggage(input)));
  }
  return (input) => lists.get(travel.luggageName(input));
}

/** Returns the number of threads of all registered workers. */
async function threadsOf(pool: Pool, version: string): Promise<number> {
  const query = "SELECT coalesce(sum(threads), 0)::integer AS threads FROM agon.workers WHERE version = $1";
  const { rows } = await pool.query<{ threads: number }>(query, [version]);
  return rows[0].threads;
}
