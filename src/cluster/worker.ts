// A worker of a cluster: it takes groups of jobs, computes them on its threads, and commits the results.

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
import { GROUP, type GroupPlace, groupName, QUEUES, startExecutor, withoutDriverNotice } from "./dbos.ts";
import { keepEvent, type WorkerEvent } from "./events.ts";
import { Lanes } from "./lanes.ts";
import { type ClusterLoad, present, type WorkerPlace, watch } from "./liveness.ts";
import { OwnWork } from "./own-work.ts";
import { ASKING, paceOf } from "./pace.ts";
import { connected } from "./postgres.ts";
import { requestSlots } from "./request-slots.ts";
import { makeTables } from "./schema.ts";

export interface WorkerOptions {
  readonly threads: number;
  /** Working folder for uncommitted results. Default: a new one in the system's temporary folder, deleted at the end. */
  readonly scratch?: string;
  /** Place of large files, which the first process of a cluster sets. */
  readonly shared?: string;
  /** Once aborted, the worker finishes or aborts its jobs, and leaves. */
  readonly signal: AbortSignal;
  /** Called with messages for people. */
  readonly onEvent: (text: string) => void;
  /** Called with every job that it has committed. */
  readonly onJob?: (title: string, seconds: number) => void;
}

/** Works for the cluster with this database until the signal. Throws a UserError where the cluster or this machine cannot be used. */
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
    // Arena programs run as another user where this process is root, and need access to the folder.
    chmodSync(scratch, 0o711);
    const own = new AbortController();
    const ownWork = new OwnWork();
    // Events are stored one after another: connections of a pool keep no order.
    let stored = Promise.resolve();
    const report = (event: WorkerEvent): void => {
      onEvent(event.text);
      stored = stored.then(() => keepEvent(pool, id, event)).catch(() => {});
    };
    const lanes = new Lanes(threads);
    const bench = new Bench({
      pool,
      blobs,
      worker: id,
      scratch,
      chunks: 2 * (threads + ASKING),
      lanes,
      ...options,
      work: ownWork,
      onEvent: report,
    });
    const presence = await present(url, pool, place, ended.signal);
    const group = DBOS.registerWorkflow(
      async (first: GroupPlace): Promise<void> => {
        for (let now: GroupPlace | null = first; now !== null; ) {
          const place: GroupPlace = now;
          const { rest, other } = await DBOS.runStep(() => bench.slice(place), { name: "slice" });
          if (other !== null) {
            const queueName = await bench.queueOf(other);
            await DBOS.startWorkflow(group, { workflowID: groupName(other), queueName })(other);
          }
          now = rest;
        }
      },
      { name: GROUP },
    );
    const slots = await requestSlots(url);
    shareLimits(slots.limiter);
    const paces = paceOf(lanes, { workers: 1, idle: 0 });
    const setPaces = await startExecutor(url, pool, { executor: id, version, paces });
    const onBeat = (cluster: ClusterLoad): void => {
      lanes.hear(cluster.idle);
      setPaces(paceOf(lanes, cluster));
    };
    report({ kind: "came", text: `worker ${id} is there, with ${threads} ${threads === 1 ? "thread" : "threads"}` });
    const watching = watch(pool, place, presence.enter, {
      ...{ signal: own.signal, onEvent: report, takeUp, onBeat },
      ...{ free: () => lanes.beat(), work: () => ownWork.report() },
    });
    const broken = await Promise.race([bench.broken, aborted(signal)]);
    await bench.end();
    own.abort();
    await watching;
    report({ kind: "left", text: `worker ${id} leaves` });
    await stored;
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

/** Requeues the groups of executors that are not among these; returns their number. */
async function takeUp(living: ReadonlySet<string>): Promise<number> {
  const pending = await DBOS.listWorkflows({ status: "PENDING", queueName: Object.values(QUEUES), loadInput: false });
  const left = pending.filter(({ executorId }) => executorId === undefined || !living.has(executorId));
  for (const { workflowID, queueName } of left)
    await DBOS.resumeWorkflow(workflowID, queueName === undefined ? {} : { queueName });
  return left.length;
}

/** Throws a UserError where all queued work is of another version: this worker would have nothing to do. */
async function refuseOthersWork(pool: Pool, own: string): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(
    `SELECT DISTINCT version FROM agon.batches AS batch WHERE NOT stopped AND jobs > (
       SELECT count(*) FROM agon.jobs WHERE jobs.batch = batch.id AND state <> 'taken'
     )`,
  );
  const [first] = rows;
  if (first !== undefined && rows.every(({ version }) => version !== own)) throw otherVersion(first.version, own);
}

/** Resolves with undefined at the abort. */
const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
