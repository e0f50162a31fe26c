// What the cluster's operations cost its database: processor time of PostgreSQL for each, on tables of the size that a large cluster has.

import { setTimeout as wait } from "node:timers/promises";
import { DBOS } from "@dbos-inc/dbos-sdk";
import type { Pool } from "pg";
import { claim, type JobClaim } from "../src/cluster/claims.ts";
import { Commits } from "../src/cluster/commits.ts";
import {
  dbosClient,
  GROUP,
  type GroupPlace,
  groupName,
  QUEUES,
  startExecutor,
  withoutDriverNotice,
} from "../src/cluster/dbos.ts";
import { watch } from "../src/cluster/liveness.ts";
import { connected } from "../src/cluster/postgres.ts";
import { makeTables } from "../src/cluster/schema.ts";
import { startPostgres, type TestServer } from "../test/fixtures/postgres.ts";
import { processorSeconds } from "./process-samples.ts";

/** Processor seconds of the database for each operation. */
export interface ClusterCosts {
  /** A claim of a group, and what each of its jobs adds. */
  readonly claim: number;
  readonly claimJob: number;
  /** A commit, and what each of its jobs adds. */
  readonly commit: number;
  readonly commitJob: number;
  /** What a group costs from its queueing to its end, without its jobs. */
  readonly group: number;
  /** A look for new groups where there are none. */
  readonly look: number;
  /** What an executor does each second besides. */
  readonly upkeep: number;
  /** A beat, and what each other worker adds to it. */
  readonly beat: number;
  readonly beatWorker: number;
  /** What the submitter asks of the database for a job that has ended. */
  readonly fetchJob: number;
}

/** How much is measured. */
export interface CostLength {
  readonly jobs: number;
  readonly seconds: number;
}

/** Bytes of a job's output and of its file, as a cell of some episodes leaves them. */
const [OUTPUT, FILE] = [2_000, 20_000];

/** Measures on a server of its own. */
export async function clusterCosts({ jobs, seconds }: CostLength, tell: (text: string) => void): Promise<ClusterCosts> {
  withoutDriverNotice();
  const server = await startPostgres();
  try {
    const url = await server.database();
    const pool = await connected(url);
    await makeTables(pool);
    // What the server does by itself comes when it likes, and is told of no operation.
    await pool.query("ALTER SYSTEM SET autovacuum = off");
    await pool.query("SELECT pg_reload_conf()");
    await pool.query("INSERT INTO agon.batches (id, title, version, host, jobs) VALUES ('b', 'bench', 'v', 'here', 1)");
    tell("cluster: what claims and commits cost");
    const [one, many] = [1, 50];
    const ones = await jobCosts(server, pool, Math.ceil(jobs / 10), one);
    const groups = await jobCosts(server, pool, jobs, many);
    const [claimJob, commitJob] = [slope(ones.claim, groups.claim, many), slope(ones.commit, groups.commit, many)];
    tell("cluster: what beats cost");
    const [few, thousand] = [await beatCost(server, pool, 10, seconds), await beatCost(server, pool, 1000, seconds)];
    const beatWorker = Math.max(0, (thousand - few) / 990);
    tell("cluster: what groups cost");
    const queues = await queueCosts(server, url, pool, Math.ceil(jobs / 10), seconds);
    await pool.end();
    return {
      ...{ claim: Math.max(0, ones.claim - claimJob), claimJob },
      ...{ commit: Math.max(0, ones.commit - commitJob), commitJob },
      ...queues,
      ...{ beat: Math.max(0, few - 10 * beatWorker), beatWorker },
      fetchJob: groups.fetch / many,
    };
  } finally {
    await server.stop();
  }
}

/** What each further one of `many` costs, from what one and what many cost together. */
const slope = (one: number, all: number, many: number): number => Math.max(0, (all - one) / (many - 1));

/** Of claims and commits of so many jobs in groups of a size, and of fetching a group. */
async function jobCosts(server: TestServer, pool: Pool, jobs: number, size: number) {
  const worker = `w${size}`;
  await pool.query(
    "INSERT INTO agon.workers (id, host, pid, threads, version, lock) VALUES ($1, 'here', 1, 1, 'v', 0)",
    [worker],
  );
  const groups = Array.from({ length: Math.ceil(jobs / size) }, (_, g) =>
    Array.from({ length: size }, (_, k) => `${size}-${g}-${k}`),
  );
  const claims: JobClaim[][] = [];
  const claiming = await timed(server, async () => {
    for (const keys of groups) claims.push(await claim(pool, worker, { batch: "b", keys, titles: keys }));
  });
  const commits = new Commits({ pool, worker, blobs: { async forget() {} } }, 0);
  const committing = await timed(server, async () => {
    for (const list of claims) await Promise.all(list.map((own) => commits.add(own, ending(own.key))));
  });
  const fetching = await timed(server, async () => {
    for (const keys of groups) {
      const { rows } = await pool.query<{ hash: string }>(
        `SELECT key, state, output, (SELECT hash FROM agon.files WHERE files.key = jobs.key) AS hash
         FROM agon.jobs WHERE key = ANY($1)`,
        [keys],
      );
      const query = "SELECT hash, bytes FROM agon.blobs WHERE hash = ANY($1)";
      await pool.query(query, [rows.map(({ hash }) => hash)]);
    }
  });
  const each = (total: number) => total / groups.length;
  return { claim: each(claiming), commit: each(committing), fetch: each(fetching) };
}

const ending = (key: string): Parameters<Commits["add"]>[1] => {
  const bytes = Buffer.alloc(FILE, key);
  return {
    ...{ state: "done", output: Buffer.alloc(OUTPUT, key), seconds: 1 },
    files: [{ path: `cells/${key}`, hash: key }],
    blobs: { hashes: [key], sizes: [FILE], bytes: [bytes] },
  };
};

/** What a worker with four threads tells. */
const atWork = {
  done: 1000,
  jobs: Array.from({ length: 4 }, (_, k) => ({ key: `${k}`.repeat(32), title: 'variant "base", seed 1', seconds: 1 })),
  batches: { "6f1e3f4e-0b5f-4a58-9c7c-2a5a6e1f3b11": { now: 4, lately: 240 } },
};

/** Of a beat where there are so many workers. */
async function beatCost(server: TestServer, pool: Pool, workers: number, seconds: number): Promise<number> {
  await pool.query("DELETE FROM agon.workers");
  await pool.query(
    `INSERT INTO agon.workers (id, host, pid, threads, version, lock)
     SELECT 'w' || k, 'here', k, 4, 'v', k FROM generate_series(1, $1) AS k`,
    [workers],
  );
  await pool.query("VACUUM ANALYZE agon.workers");
  const place = { id: "w500", host: "here", pid: 1, threads: 4, version: "v" };
  const id = workers < 500 ? "w5" : place.id;
  let beats = 0;
  const used = await timed(server, async () => {
    const ended = AbortSignal.timeout(1000 * seconds);
    await watch(pool, { ...place, id }, async () => {}, {
      ...{ signal: ended, onEvent() {}, free: () => 0, takeUp: async () => 0, every: 0, work: () => atWork },
      onBeat() {
        beats += 1;
      },
    });
  });
  await pool.query("DELETE FROM agon.workers");
  return used / beats;
}

/** Of groups, looks and upkeep: an executor in this process, whose groups do nothing. */
async function queueCosts(server: TestServer, url: string, pool: Pool, groups: number, seconds: number) {
  let ended = 0;
  DBOS.registerWorkflow(
    async (_: GroupPlace): Promise<void> => {
      await DBOS.runStep(async () => ({ rest: null, other: null }), { name: "slice" });
      ended += 1;
    },
    { name: GROUP },
  );
  await pool.query("CHECKPOINT");
  const alone = (await timed(server, () => wait(1000 * seconds))) / seconds;
  const asking = { groups: 1, look: 60_000 };
  const paces = (look: number) => ({ threads: { groups: 4, look }, asking });
  const setPaces = await startExecutor(url, pool, { executor: "bench", version: "v", paces: paces(20) });
  const client = await dbosClient(url);
  const looks = async (): Promise<number> => {
    const query = "SELECT xact_commit::integer AS n FROM pg_stat_database WHERE datname = current_database()";
    return (await pool.query<{ n: number }>(query)).rows[0].n;
  };
  const rest = async (): Promise<{ used: number; transactions: number }> => {
    const before = await looks();
    const used = await timed(server, () => wait(1000 * seconds));
    // The server counts a second later.
    await wait(1500);
    return { used: used / seconds, transactions: ((await looks()) - before) / (seconds + 1.5) };
  };
  await wait(2000);
  const often = await rest();
  setPaces(paces(1000));
  // DBOS lengthens a pause at once.
  await wait(1000);
  const seldom = await rest();
  const look = Math.max(0, (often.used - seldom.used) / (often.transactions - seldom.transactions));
  setPaces(paces(20));
  const group = await timed(server, async () => {
    for (let k = 0; k < groups; k++) {
      const place: GroupPlace = { batch: "b", chunk: k, from: 0, to: 1, moved: 0 };
      const workflowID = groupName(place);
      await client.enqueue({ queueName: QUEUES.threads, workflowName: GROUP, workflowID, appVersion: "v" }, place);
    }
    while (ended < groups) await wait(20);
  });
  await client.destroy();
  await DBOS.shutdown();
  return { look, upkeep: Math.max(0, seldom.used - look - alone), group: group / groups };
}

/** Processor seconds that the server takes while something is done. */
async function timed(server: TestServer, work: () => Promise<unknown>): Promise<number> {
  const before = processorSeconds(server.pid());
  await work();
  return processorSeconds(server.pid()) - before;
}
