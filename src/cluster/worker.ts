// A worker of a cluster: it takes groups of jobs, computes them on its threads, and commits what comes of them.

import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Pool } from "pg";
import { shareLimits } from "../clients/limiter.ts";
import { Bench } from "./bench.ts";
import { openBlobs, setSharedPlace } from "./blobs.ts";
import { codeVersion, otherVersion } from "./code-version.ts";
import { GROUP, type GroupPlace, QUEUES, startExecutor, withoutDriverNotice } from "./dbos.ts";
import { present, type WorkerPlace, watch } from "./liveness.ts";
import { connected } from "./postgres.ts";
import { requestSlots } from "./request-slots.ts";
import { makeTables } from "./schema.ts";

/** How a worker works. */
export interface WorkerOptions {
  readonly threads: number;
  /** Folder for what it computes, until it is committed. Default: a new one in the system's temporary folder, removed at the end. */
  readonly scratch?: string;
  /** Where large files lie, told by the first of a cluster. */
  readonly shared?: string;
  /** Aborted, it finishes or breaks off what it computes, and leaves. */
  readonly signal: AbortSignal;
  /** Told what a person should know. */
  readonly onEvent: (text: string) => void;
  /** Told of every job that it has committed. */
  readonly onJob?: (title: string, seconds: number) => void;
}

/** Milliseconds between two looks for new groups, and for groups of jobs that wait for others, which have time. */
const LOOK = { threads: 50, asking: 1000 } as const;
/** Jobs that wait for others which a worker has at a time. */
const ASKING = 16;

/** Works for the cluster with this database until the signal. A UserError where the cluster or this machine cannot be used. */
export async function work(url: string, options: WorkerOptions): Promise<void> {
  withoutDriverNotice();
  const { threads, signal, onEvent } = options;
  const pool = await connected(url, threads + 6);
  const ended = new AbortController();
  try {
    await makeTables(pool);
    if (options.shared !== undefined) await setSharedPlace(pool, options.shared);
    const version = codeVersion();
    await refuseOthersWork(pool, version);
    const blobs = await openBlobs(pool);
    const id = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
    const place: WorkerPlace = { id, host: hostname(), pid: process.pid, threads, version };
    const scratch = options.scratch ?? mkdtempSync(join(tmpdir(), "agon-worker-"));
    // Programs that fight run as another user where this one is root.
    chmodSync(scratch, 0o711);
    const bench = new Bench({
      pool,
      blobs,
      worker: id,
      scratch,
      chunks: 2 * (threads + ASKING),
      ...options,
    });
    const own = new AbortController();
    const presence = await present(url, pool, place, ended.signal);
    const told = (text: string): void => {
      onEvent(text);
      void pool.query("INSERT INTO agon.events (worker, what) VALUES ($1, $2)", [id, text]).catch(() => {});
    };
    const group = DBOS.registerWorkflow(
      async (asked: GroupPlace): Promise<void> => {
        for (let rest: GroupPlace | null = asked; rest !== null; ) {
          if (rest.to - rest.from > 1 && (await DBOS.runStep(isHungry, { name: "look" }))) {
            // Others have nothing to do: they get the second half.
            const middle: number = Math.ceil((rest.from + rest.to) / 2);
            const workflowID = `${rest.batch}.${rest.chunk}.${middle}-${rest.to}`;
            const queueName = await bench.queueOf(rest);
            await DBOS.startWorkflow(group, { workflowID, queueName })({ ...rest, from: middle });
            rest = { ...rest, to: middle };
          }
          const now: GroupPlace = rest;
          rest = await DBOS.runStep(() => bench.slice(now), { name: "slice" });
        }
      },
      { name: GROUP },
    );
    const slots = await requestSlots(url);
    shareLimits(slots.limiter);
    await startExecutor(url, pool, id, version);
    await DBOS.registerQueue(QUEUES.threads, { workerConcurrency: threads, minPollingIntervalMs: LOOK.threads });
    await DBOS.registerQueue(QUEUES.asking, { workerConcurrency: ASKING, minPollingIntervalMs: LOOK.asking });
    told(`worker ${id} is there, with ${threads} ${threads === 1 ? "thread" : "threads"}`);
    const takeUp = async (living: ReadonlySet<string>): Promise<number> => {
      const pending = await DBOS.listWorkflows({
        status: "PENDING",
        queueName: Object.values(QUEUES),
        loadInput: false,
      });
      const left = pending.filter(({ executorId }) => executorId === undefined || !living.has(executorId));
      for (const { workflowID, queueName } of left)
        await DBOS.resumeWorkflow(workflowID, queueName === undefined ? {} : { queueName });
      return left.length;
    };
    const watching = watch(pool, place, presence.enter, { signal: own.signal, onEvent: told, takeUp });
    const broken = await Promise.race([bench.broken, aborted(signal)]);
    await bench.end();
    own.abort();
    await watching;
    told(`worker ${id} leaves`);
    ended.abort();
    await presence.leave();
    await DBOS.shutdown();
    shareLimits();
    await slots.close();
    if (options.scratch === undefined) rmSync(scratch, { recursive: true, force: true });
    if (broken !== undefined) throw broken;
  } finally {
    ended.abort();
    await pool.end();
  }
}

/** A UserError where all that waits was submitted by another version: such a worker would have nothing to do. */
async function refuseOthersWork(pool: Pool, own: string): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(
    `SELECT DISTINCT version FROM agon.batches AS batch WHERE NOT stopped AND jobs > (
       SELECT count(*) FROM agon.jobs WHERE jobs.batch = batch.id AND state <> 'taken'
     )`,
  );
  const [first] = rows;
  if (first !== undefined && rows.every(({ version }) => version !== own)) throw otherVersion(first.version, own);
}

/** Whether no group waits, so that some worker may have nothing to do. */
async function isHungry(): Promise<boolean> {
  const waiting = await DBOS.listQueuedWorkflows({ status: "ENQUEUED", limit: 1, loadInput: false });
  return waiting.length === 0;
}

/** Resolves, with nothing, at the abort. */
const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
