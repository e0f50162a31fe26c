// Configuration of DBOS, the workflow engine of the cluster: the schema of its tables, and the names of workflows.

import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { DBOS, DBOSClient, type DBOSConfig, type WorkflowQueue } from "@dbos-inc/dbos-sdk";
import { registerInternalQueue } from "@dbos-inc/dbos-sdk/eventreceiver";
import type { Pool } from "pg";

/** The application's name in DBOS, and the schema of its tables. */
const APPLICATION = "agon";
const SCHEMA = "agon_dbos";
/** DBOS's table of workflows: the name of a group begins with its batch and a full stop. */
export const WORKFLOWS = `${SCHEMA}.workflow_status`;

/** The workflow that computes a group of jobs. */
export const GROUP = "group";

/** Queues: one for jobs on threads, one for jobs that wait for others. */
export const QUEUES = { threads: "agon-threads", asking: "agon-asking" } as const;

/** The jobs of a group within a batch: [from, to) of a chunk. */
export interface GroupPlace {
  readonly batch: string;
  readonly chunk: number;
  readonly from: number;
  readonly to: number;
  /** How often the same jobs were passed to another worker. It is part of the workflow's name, which identifies one computation only. */
  readonly moved: number;
}

/** Returns the name of a group's workflow, so that the group is enqueued only once. */
export const groupName = ({ batch, chunk, from, to, moved }: GroupPlace): string =>
  `${batch}.${chunk}.${from}-${to}${moved === 0 ? "" : `.${moved}`}`;

const silent = { info() {}, debug() {}, warn() {}, error() {} };

/** Returns the configuration of an executor. It only takes work of its own version, from these queues. */
const executorConfig = (url: string, executor: string, version: string, queues: readonly string[]): DBOSConfig => ({
  name: APPLICATION,
  systemDatabaseUrl: url,
  systemDatabaseSchemaName: SCHEMA,
  executorID: executor,
  applicationVersion: version,
  listenQueues: [...queues],
  logger: silent,
});

/** Number of groups of a queue that a worker takes, and milliseconds between polls for more. */
export interface QueuePace {
  groups: number;
  look: number;
}

/** Paces of a worker's queues, which change while it works. */
export type Paces = Readonly<Record<keyof typeof QUEUES, QueuePace>>;

/**
 * Starts DBOS in this process, as an executor of all queues, and creates its tables where they are missing. Returns a function that sets
 * other paces. Queues are registered in this process only: DBOS would store one pace in the database for all workers.
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

/** Creates the tables of DBOS where they are missing, by starting an executor without queues for a moment. */
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

/** Advisory lock under which one process at a time creates tables. */
const STARTING = 0x61676f70;

async function oneAtATime(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    // Polled instead of waiting for the lock: DBOS builds indexes concurrently, which waits for all open statements, and would wait for one
    // that is blocked here.
    const query = "SELECT pg_try_advisory_lock($1) AS mine";
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>(query, [STARTING]);
      if (rows[0]?.mine === true) break;
      await wait(100);
    }
    await work();
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}

/** Returns a client that enqueues and queries, and computes nothing. */
export const dbosClient = (url: string): Promise<DBOSClient> =>
  DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: SCHEMA,
    applicationName: APPLICATION,
    logger: silent,
  });

/** Returns the groups of a batch that are queued or running. */
export const openGroups = (client: Pick<DBOSClient, "listWorkflows">, batch: string, limit: number) =>
  client.listWorkflows({
    workflow_id_prefix: batch,
    status: ["ENQUEUED", "PENDING", "DELAYED"],
    loadInput: false,
    loadOutput: false,
    limit,
  });

/** Suppresses a deprecation notice about DBOS's use of its driver, which a user of Agon cannot fix. */
export function withoutDriverNotice(): void {
  process.noDeprecation = true;
}
