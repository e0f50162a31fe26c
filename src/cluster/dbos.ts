// DBOS, the engine under the cluster: where its tables lie, and how a group of jobs is named to it.

import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { DBOS, DBOSClient, type DBOSConfig, type WorkflowQueue } from "@dbos-inc/dbos-sdk";
import { registerInternalQueue } from "@dbos-inc/dbos-sdk/eventreceiver";
import type { Pool } from "pg";

/** What DBOS calls this application, and the schema of its tables. */
const APPLICATION = "agon";
const SCHEMA = "agon_dbos";
/** Its table of groups: a row's name begins with its batch and a full stop. */
export const WORKFLOWS = `${SCHEMA}.workflow_status`;

/** The workflow that computes a group of jobs. */
export const GROUP = "group";

/** Queues: of jobs for threads, and of jobs that wait for others. */
export const QUEUES = { threads: "agon-threads", asking: "agon-asking" } as const;

/** Where a group's jobs lie in a batch: [from, to) of a chunk. */
export interface GroupPlace {
  readonly batch: string;
  readonly chunk: number;
  readonly from: number;
  readonly to: number;
  /** How often the same jobs went on to another worker: a workflow's name stands for one computation alone. */
  readonly moved: number;
}

/** The name of a group's workflow, so that it is enqueued once. */
export const groupName = ({ batch, chunk, from, to, moved }: GroupPlace): string =>
  `${batch}.${chunk}.${from}-${to}${moved === 0 ? "" : `.${moved}`}`;

const silent = { info() {}, debug() {}, warn() {}, error() {} };

/** How an executor of this name is set up. It takes only work of its own version, of these queues. */
const executorConfig = (url: string, executor: string, version: string, queues: readonly string[]): DBOSConfig => ({
  name: APPLICATION,
  systemDatabaseUrl: url,
  systemDatabaseSchemaName: SCHEMA,
  executorID: executor,
  applicationVersion: version,
  listenQueues: [...queues],
  logger: silent,
});

/** How many groups of a queue a worker takes, and after how many milliseconds it looks for more. */
export interface QueuePace {
  groups: number;
  look: number;
}

/** Paces of a worker's queues, which change while it works. */
export type Paces = Readonly<Record<keyof typeof QUEUES, QueuePace>>;

/**
 * Starts DBOS in this process, as an executor of all queues; makes its tables where they are not there. The queues are of this process
 * alone: DBOS would keep one pace in the database for all workers. The function that it gives sets other paces.
 */
export async function startExecutor(
  url: string,
  pool: Pool,
  { executor, version, paces }: { executor: string; version: string; paces: Paces },
): Promise<(paces: Paces) => void> {
  DBOS.setConfig(executorConfig(url, executor, version, Object.values(QUEUES)));
  const queueOf = (name: keyof typeof QUEUES): WorkflowQueue => {
    const { groups, look } = paces[name];
    return registerInternalQueue(QUEUES[name], { workerConcurrency: groups, minPollingIntervalMs: look });
  };
  const queues = { threads: queueOf("threads"), asking: queueOf("asking") };
  await oneAtATime(pool, () => DBOS.launch());
  return (now) => {
    for (const name of ["threads", "asking"] as const) {
      queues[name].workerConcurrency = now[name].groups;
      queues[name].minPollingIntervalMs = now[name].look;
    }
  };
}

/** Makes the tables of DBOS where they are not there: an executor of no queue starts for a moment. */
export async function makeDbosTables(url: string, pool: Pool, version: string): Promise<void> {
  await oneAtATime(pool, async () => {
    const query = "SELECT to_regclass($1) IS NOT NULL AS made";
    const { rows } = await pool.query<{ made: boolean }>(query, [WORKFLOWS]);
    if (rows[0]?.made === true) return;
    DBOS.setConfig(executorConfig(url, `${hostname()}-${process.pid}`, version, []));
    await DBOS.launch();
    await DBOS.shutdown();
  });
}

/** Under this advisory lock one process at a time makes tables. */
const STARTING = 0x61676f70;

async function oneAtATime(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    // Asked again and again: DBOS builds indexes side by side, which waits for all statements, one that waited here among them.
    const query = "SELECT pg_try_advisory_lock($1) AS mine";
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>(query, [STARTING]);
      if (rows[0]?.mine === true) break;
      await wait(100);
    }
    await work();
  } finally {
    // The end of the connection gives the lock up.
    client.release(true);
  }
}

/** A client that enqueues and asks, and computes nothing. */
export const dbosClient = (url: string): Promise<DBOSClient> =>
  DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: SCHEMA,
    applicationName: APPLICATION,
    logger: silent,
  });

/** Groups that wait or run, by the beginning of their names. */
export const openGroups = (client: Pick<DBOSClient, "listWorkflows">, batch: string, limit: number) =>
  client.listWorkflows({
    workflow_id_prefix: batch,
    status: ["ENQUEUED", "PENDING", "DELAYED"],
    loadInput: false,
    loadOutput: false,
    limit,
  });

/** DBOS's driver tells of a use of its own that goes away one day; the user of Agon cannot mend it. */
export function withoutDriverNotice(): void {
  process.noDeprecation = true;
}
