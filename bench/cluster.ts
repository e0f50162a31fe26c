// A cluster on this machine: a database and workers as processes of their own, beside the same run on threads of one process.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBlobs } from "../src/cluster/blobs.ts";
import { keyOf } from "../src/cluster/chunk.ts";
import { dbosClient, makeDbosTables } from "../src/cluster/dbos.ts";
import { connected } from "../src/cluster/postgres.ts";
import { makeTables } from "../src/cluster/schema.ts";
import { submitted } from "../src/cluster/submission.ts";
import { Random } from "../src/core/random.ts";
import { median } from "../src/evaluation/statistics/moments.ts";
import { type Match, matchJob } from "../src/lab/contest/match-job.ts";
import { startPostgres, type TestServer } from "../test/fixtures/postgres.ts";
import { type ClusterCosts, type CostLength, clusterCosts } from "./cluster-costs.ts";
import { type SimulatedCluster, type SimulatedRun, simulate } from "./cluster-simulation.ts";
import { threadSeconds, watch } from "./process-samples.ts";
import { atLeast, type Target, under } from "./target.ts";

/** How much is measured. */
export interface ClusterLength {
  /** Jobs that are queued. */
  readonly queued: number;
  /** Cells that take next to no time. */
  readonly tiny: number;
  /** Cells of each of the sizes, by the steps of their 400 episodes: their files are of one size. Each turn is a run alone and one on the cluster. */
  readonly sizes: readonly { readonly steps: number; readonly cells: number; readonly turns: number }[];
  readonly costs: CostLength;
  /** Cells that are simulated at most. */
  readonly simulated: number;
}

/** Runs with cells of one size, medians of the turns. Seconds, unless something else is said. */
export interface ClusterRates {
  /** Processor time of a thread for a cell, alone. */
  readonly cell: number;
  /** Cells a second on two threads of one process, and on two workers. */
  readonly alone: number;
  readonly cluster: number;
  /** The latter over the former, of each turn. */
  readonly share: number;
  /** The least and the most of the turns: what the machine's own speed does. */
  readonly range: readonly [least: number, most: number];
  /** Shares of the two cores' time that the threads with cells have: alone, and on the cluster. The machine's speed does not matter to them. */
  readonly computing: readonly [alone: number, cluster: number];
  /** Share of a core that the submitter takes while it follows. */
  readonly follower: number;
}

/** A cluster that was simulated, and what came of it. */
export interface SimulatedRow {
  readonly cluster: SimulatedCluster;
  readonly run: SimulatedRun;
}

/** What was measured of a cluster. */
export interface ClusterFigures {
  readonly queued: number;
  /** Seconds until so many jobs were queued. */
  readonly queueing: number;
  /** Seconds that a cell takes on a cluster with one worker, beyond what it takes on one thread. */
  readonly overhead: number;
  readonly rates: readonly ClusterRates[];
  readonly costs: ClusterCosts;
  readonly simulated: readonly SimulatedRow[];
}

const CLI = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** Milliseconds between two looks. */
const EVERY = 200;

export async function benchCluster(length: ClusterLength, tell: (text: string) => void): Promise<ClusterFigures> {
  const server = await startPostgres();
  try {
    tell(`cluster: ${length.queued} jobs queued`);
    const queueing = await queued(server, length.queued);
    tell("cluster: cells that take no time");
    const tiny = experiment(length.tiny, 1);
    const [one, there] = [await ran(tiny, 1), await ran(tiny, 1, server)];
    const rates: ClusterRates[] = [];
    for (const { steps, cells, turns } of length.sizes) {
      const usual = experiment(cells, 400, steps);
      const list: Turn[] = [];
      for (let turn = 1; turn <= turns; turn++) {
        tell(`cluster: two threads and two workers, episodes of ${steps} steps, turn ${turn} of ${turns}`);
        // In turns, so that a machine that grows slower or faster favours neither.
        const isFirst = turn % 2 === 1;
        const before = isFirst ? await ran(usual, 2) : undefined;
        const cluster = await ran(usual, 2, server);
        list.push({ alone: before ?? (await ran(usual, 2)), cluster });
      }
      rates.push(ratesOf(list));
    }
    const costs = await clusterCosts(length.costs, tell);
    tell("cluster: simulated");
    const [{ follower, cluster }] = rates;
    return {
      ...{ queued: length.queued, queueing, overhead: 1 / there.rate - 1 / one.rate, rates, costs },
      simulated: simulations(length.simulated, costs, follower / cluster),
    };
  } finally {
    await server.stop();
  }
}

/** A run alone, and one on the cluster. */
interface Turn {
  readonly alone: WatchedRun;
  readonly cluster: WatchedRun;
}

function ratesOf(turns: readonly Turn[]): ClusterRates {
  const of = (value: (turn: Turn) => number): number => median(turns.map(value));
  const shareOf = ({ alone, cluster }: Turn): number => cluster.rate / alone.rate;
  const [alone, shares] = [of((turn) => turn.alone.rate), turns.map(shareOf)];
  return {
    ...{ cell: 2 / alone, alone, cluster: of((turn) => turn.cluster.rate), follower: of((turn) => turn.cluster.share) },
    ...{ share: of(shareOf), range: [Math.min(...shares), Math.max(...shares)] },
    computing: [of((turn) => turn.alone.computing), of((turn) => turn.cluster.computing)],
  };
}

/** Clusters of three sizes with cells of several lengths, half an hour's work or as many cells as are allowed. */
function simulations(most: number, costs: ClusterCosts, fetching: number): SimulatedRow[] {
  const random = Random.of(1, "simulated cluster");
  return [10, 100, 1000].flatMap((workers) =>
    [0.1, 1, 10, 60].map((cellSeconds) => {
      const [threads, cores] = [4, 4];
      const cells = Math.min(most, Math.round((1800 * workers * threads) / cellSeconds));
      const cluster = { workers, threads, cells, cellSeconds, cores, fetching };
      return { cluster, run: simulate(cluster, costs, () => random.uniform()) };
    }),
  );
}

/** Seconds until so many jobs wait in the queue. */
async function queued(server: TestServer, count: number): Promise<number> {
  const url = await server.database();
  const pool = await connected(url);
  await makeTables(pool);
  await makeDbosTables(url, pool, "bench");
  const client = await dbosClient(url);
  try {
    const match = (seed: number): Match => ({
      ...{ arena: "core-war", parameters: {}, pairs: 1, seed, again: 0 },
      entrants: [
        { file: "one", text: "MOV 0, 1" },
        { file: "other", text: "JMP 0" },
      ],
    });
    const begun = performance.now();
    const wanted = Array.from({ length: count }, (_, seed) => {
      const input = match(seed);
      return { key: keyOf("bench", matchJob, input), input, title: `seed ${seed}`, place: seed, here: false };
    });
    const place = { pool, blobs: await openBlobs(pool), client, version: "bench", title: "bench" };
    await submitted(matchJob, wanted, place);
    return (performance.now() - begun) / 1000;
  } finally {
    await client.destroy();
    await pool.end();
  }
}

const experiment = (cells: number, episodes: number, steps = 100): string =>
  [
    `environment: { id: coopetition/slcd, horizon: ${steps} }`,
    "agents: { policy: random }",
    "objective: joint.value",
    "variants: { private: { reward: private }, integrated: { reward: integrated } }",
    `seeds: ${cells / 2}`,
    `episodes: ${episodes}`,
    "record: episodes",
    "",
  ].join("\n");

/** What was seen of a run, between a tenth and nine tenths of its cells. */
interface WatchedRun {
  /** Cells a second. */
  readonly rate: number;
  /** Share of a core that the run's own process takes. */
  readonly share: number;
  /** Share of so many cores as there are workers that the threads with cells have. */
  readonly computing: number;
}

/** A run with so many workers; on a cluster where a server is given. */
async function ran(text: string, workers: number, server?: TestServer): Promise<WatchedRun> {
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-"));
  const there: ChildProcess[] = [];
  try {
    const [file, store] = [join(folder, "cells.yaml"), join(folder, "store")];
    writeFileSync(file, text);
    const url = await server?.database();
    const place = url === undefined ? ["--workers", String(workers)] : ["--on", url];
    if (url !== undefined) for (let k = 0; k < workers; k++) there.push(await worker(url));
    const args = [CLI, "run", file, "--store", store, "--json", ...place];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const processes = (url === undefined ? [child] : there).flatMap(({ pid }) => pid ?? []);
    const threads: ReadonlyMap<string, number>[] = [];
    const samples = await watch(child, EVERY, () => {
      threads.push(new Map(processes.flatMap((pid) => [...threadSeconds(pid)])));
      return finished(store);
    });
    if (child.exitCode !== 0) throw new Error(`agon run ended with ${child.exitCode}`);
    const all = samples.at(-1)?.done ?? 0;
    // Not its start, and not its end.
    const middle = samples.flatMap((sample, k) =>
      sample.done >= 0.1 * all && sample.done <= 0.9 * all ? [{ ...sample, threads: threads[k] }] : [],
    );
    const [first, last] = [middle[0], middle[middle.length - 1]];
    const seconds = last.at - first.at;
    // The threads with cells are the busiest.
    const busy = [...last.threads].map(([thread, used]) => used - (first.threads.get(thread) ?? 0));
    const computed = busy.toSorted((one, other) => other - one).slice(0, workers);
    return {
      rate: (last.done - first.done) / seconds,
      share: (last.processor - first.processor) / seconds,
      computing: computed.reduce((sum, used) => sum + used, 0) / (workers * seconds),
    };
  } finally {
    for (const process of there) process.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a worker with one thread; resolves when it takes work. */
async function worker(url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CLI, "worker", "--on", url, "--workers", "1"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (text) => String(text).includes("is there") && resolve());
    child.once("close", () => reject(new Error("a worker ended")));
  });
  return child;
}

/** Cells that a store has. */
function finished(store: string): number {
  const cells = join(store, "cells");
  if (!existsSync(cells)) return 0;
  return readdirSync(cells)
    .map((key) => join(cells, key, "seals"))
    .reduce((sum, seals) => sum + (existsSync(seals) ? readdirSync(seals).length : 0), 0);
}

export function clusterTargets(figures: ClusterFigures | undefined): Target[] {
  if (figures === undefined) return [];
  const { queueing, overhead, rates, queued: count } = figures;
  const { share, follower } = rates[rates.length - 1];
  return [
    under("Queueing 100,000 jobs", 10, (queueing * 100_000) / count, "s"),
    under("Overhead of a cell", 5, 1000 * overhead, "ms"),
    atLeast("Two workers beside two threads, the longest cells", 95, 100 * share, "%"),
    under("A submitter that follows, the longest cells", 1, 100 * follower, "% of a core"),
  ];
}
