// A cluster on the page of `agon view`: real workers, a real database, and a browser, while a worker is killed and the database is away.
// Needs `npm run build` before.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { codeVersion } from "../src/cluster/code-version.ts";
import { GROUP, QUEUES, WORKFLOWS } from "../src/cluster/dbos.ts";
import { connected } from "../src/cluster/postgres.ts";
import { lookAtCluster } from "../src/cluster/standing.ts";
import type { ClusterStanding } from "../src/cluster/standing-data.ts";
import { openStore } from "../src/lab/store/store.ts";
import { openView } from "../src/server/view.ts";
import { agon, scratch } from "./cli/agon.ts";
import { start } from "./cli/process.ts";
import { chromiumHere } from "./fixtures/chromium-here.ts";
import { startWorker } from "./fixtures/cluster.ts";
import { overflow } from "./fixtures/opened-page.ts";
import { startPostgres, type TestServer } from "./fixtures/postgres.ts";
import { inaccessible } from "./fixtures/screen-reader.ts";
import { viewBrowser } from "./fixtures/view-browser.ts";

/** Cells that learn for a moment each, which they wait for most of: more of them than are computed here. */
const EXPERIMENT = `
title: Poles on a cluster
environment: { id: control/cart-pole, horizon: 40 }
agents: { policy: ppo, steps: 1024, copies: 4, rollout: 32, hidden: [8], segments: 4 }
objective: success
reward: ./slowly.js
seeds: 400
episodes: 2
`;
const REWARD = `import { defineReward } from "agonlab";
const still = new Int32Array(new SharedArrayBuffer(4));
export default defineReward({
  summary: "nothing, slowly",
  make: () => () => ({ reset() { Atomics.wait(still, 0, 0, 20); }, pay(_outcomes, _status, pay) { pay[0] = 0; } }),
});
`;
const CELLS = 400;

let server: TestServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** `agon view` as a process of its own, and the address that it prints. */
async function viewed(on: string): Promise<string> {
  const view = start(["view", "--on", on, "--port", "0", "--json"], { cwd: scratch() });
  onTestFinished(async () => {
    view.process.kill("SIGINT");
    expect((await view.done).code).toBe(0);
  });
  const line = await new Promise<string>((resolve, reject) => {
    view.process.stdout?.once("data", (chunk) => resolve(String(chunk)));
    void view.done.then(({ stderr }) => reject(new Error(stderr)));
  });
  expect(line).not.toContain("secret");
  const { url }: { url: string } = JSON.parse(line);
  return url;
}

/** What the server answers of its cluster, and the status of the answer. */
async function ask(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(new URL("/api/cluster", url));
  return { status: answer.status, text: await answer.text() };
}

async function standingAt(url: string): Promise<ClusterStanding> {
  const { status, text } = await ask(url);
  expect(status, text).toBe(200);
  return JSON.parse(text);
}

/** A run that goes on until the test is over. */
function submit(on: string): void {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), EXPERIMENT);
  writeFileSync(join(folder, "slowly.js"), REWARD);
  const run = start(["run", "e.yaml", "--on", on], { cwd: folder });
  onTestFinished(async () => {
    run.process.kill("SIGKILL");
    await run.done;
  });
}

describe.skipIf(chromiumHere === undefined)("the page of a cluster", () => {
  const open = viewBrowser();

  test("shows workers and batches as they change, a worker that dies, and a database that is away", async () => {
    const database = await server.database();
    const url = await viewed(database);
    const { page, complaints } = await open(url);
    await page.getByRole("heading", { name: "Cluster", level: 1 }).waitFor();
    await page.getByText("No worker is there.").waitFor();
    await page.getByText("Nothing was submitted yet.").waitFor();

    const workers = [await startWorker(database), await startWorker(database)];
    const rows = page.getByRole("region", { name: "Workers" }).locator("tbody tr");
    const rowOf = (worker: (typeof workers)[number]) => rows.filter({ hasText: String(worker.process.pid) });
    for (const worker of workers) await rowOf(worker).waitFor();
    await page.getByText("2, with 2 threads").waitFor();

    submit(database);
    const batch = page.getByRole("region", { name: "Batches" }).locator("tbody tr");
    await batch.getByRole("rowheader", { name: "Poles on a cluster" }).waitFor();
    const done = async (): Promise<number> => Number.parseInt((await batch.locator("li.done").textContent()) ?? "", 10);
    await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(0);
    const first = await done();
    await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(first);
    await rows
      .locator(".job-list li", { hasText: /seed \d+.* %/ })
      .first()
      .waitFor();
    const standing = await standingAt(url);
    const [{ jobs, title, state, waiting, atWork, done: ended, failed, rate, secondsLeft }] = standing.batches.list;
    expect({ title, state, jobs, failed }).toEqual({
      title: "Poles on a cluster",
      state: "open",
      jobs: CELLS,
      failed: 0,
    });
    expect(waiting + atWork + ended).toBe(CELLS);
    expect(rate).toBeGreaterThan(0);
    expect(secondsLeft).toBeCloseTo((waiting + atWork) / rate, 6);
    expect(standing.whole).toMatchObject({ open: 1, workers: 2, threads: 2, lost: 0, resumed: 0 });

    workers[0].process.kill("SIGKILL");
    await rowOf(workers[0]).waitFor({ state: "detached", timeout: 60_000 });
    await page.getByRole("row", { name: /lost worker .* is gone/ }).waitFor();
    await page.getByRole("row", { name: /resumed .* wait/ }).waitFor();
    await page.getByText(/^1 worker lost, [1-9]\d* groups? resumed$/).waitFor();
    expect(await rows.count()).toBe(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await inaccessible(page), colorScheme).toEqual([]);
    }

    await server.halt();
    const away = page.getByRole("alert").getByText(/The database has not answered since/);
    await away.waitFor();
    expect(await page.getByText("go on by themselves when it answers").count()).toBe(1);
    const refused = await ask(url);
    expect([refused.status, refused.text]).toEqual([
      503,
      expect.stringMatching(/has not answered since .*ECONNREFUSED/),
    ]);
    const before = await done();
    await server.restart();
    await away.waitFor({ state: "detached", timeout: 60_000 });
    // A worker on a busy machine takes its time to find the database again, and to end a cell.
    await expect.poll(done, { timeout: 300_000 }).toBeGreaterThan(before);
    expect(JSON.stringify(await standingAt(url)) + (await page.content())).not.toContain("secret");

    await page.setViewportSize({ width: 400, height: 900 });
    expect(await overflow(page)).toBe(0);
    await page.getByRole("link", { name: "All runs" }).click();
    await page.getByText("This store holds no run yet.").waitFor();
    await page.getByRole("link", { name: "Cluster" }).click();
    await rowOf(workers[1]).waitFor();
    expect(complaints).toEqual([]);
  }, 300_000);
});

test("of many batches the newest are listed; those that were stopped, or need other code, are marked", async () => {
  const database = await server.database();
  const pool = await connected(database);
  onTestFinished(() => pool.end());
  const worker = await startWorker(database);
  worker.process.kill("SIGINT");
  expect((await worker.done).code).toBe(0);
  await pool.query(
    `INSERT INTO agon.batches (id, title, version, host, jobs, submitted, stopped)
     SELECT 'b' || k, 'batch ' || k, CASE WHEN k = 59 THEN '0.0.1+00000000 node 18.0.0' ELSE $1 END, 'here', 10,
       now() - make_interval(mins => 100 - k), k = 60 FROM generate_series(1, 60) AS k`,
    [codeVersion()],
  );
  await pool.query(
    "INSERT INTO agon.tallies SELECT 'b' || k, 'w' || w, 2, 1 FROM generate_series(1, 60) AS k, generate_series(1, 2) AS w",
  );
  // A group of one of them is still queued.
  await pool.query(
    `INSERT INTO ${WORKFLOWS} (workflow_uuid, status, name, queue_name) VALUES ('b58.0.0-10', 'ENQUEUED', $1, $2)`,
    [GROUP, QUEUES.threads],
  );
  const look = await lookAtCluster(database);
  onTestFinished(() => look.close());
  const first = await look.standing();
  const { list, more } = first.batches;
  expect([list.length, more, list.at(-1)?.id]).toEqual([50, 10, "b11"]);
  const counted = { done: 4, failed: 2, atWork: 0 };
  const own = { isOwnVersion: true, hasWorker: false, rate: 0, secondsLeft: null };
  expect(list.slice(0, 4)).toMatchObject([
    { id: "b60", state: "stopped", waiting: 0, elsewhere: 4, ...counted, ...own },
    { id: "b59", state: "over", waiting: 0, elsewhere: 4, ...counted, ...own, isOwnVersion: false },
    { id: "b58", state: "open", waiting: 4, elsewhere: 0, ...counted, ...own },
    { id: "b57", state: "over", waiting: 0, elsewhere: 4, ...counted, ...own },
  ]);
  expect(first.events.map(({ kind }) => kind)).toEqual(["left", "came"]);
  expect(first.whole).toMatchObject({ open: 1, waiting: 4, done: 4, failed: 2, workers: 0, secondsLeft: null });
  // What is over is not counted again, and is told again.
  expect({ ...(await look.standing()), at: "" }).toEqual({ ...first, at: "" });
}, 60_000);

test("a view without a cluster has no place for one, and says so", async () => {
  const view = await openView({ store: openStore(join(scratch(), ".agon")), port: 0 });
  onTestFinished(() => view.close());
  const { status, text } = await ask(view.url);
  expect([status, JSON.parse(text)]).toEqual([
    404,
    { problems: [{ code: "no-cluster", what: "no cluster is viewed: begin with `agon view --on postgres://…`" }] },
  ]);
  expect(await (await fetch(view.url)).text()).not.toContain("data-cluster");
});

test("a cluster that cannot be viewed is one sentence", async () => {
  const database = await server.database();
  const view = (on: string) => agon(["view", "--on", on, "--port", "0"], { cwd: scratch() });
  const refused = async (on: string) => {
    const { code, complaint } = await view(on);
    return [code, complaint];
  };
  expect(await refused("mysql://db/agon")).toEqual([
    2,
    expect.stringMatching(/is no address of a PostgreSQL database/),
  ]);
  const missing = database.replace(/test_\w+$/, "nothing");
  const [code, complaint] = await refused(missing);
  expect([code, complaint]).toEqual([2, expect.stringMatching(/^agon: the database .* cannot be used: .*; create it/)]);
  expect(complaint).not.toContain("secret");
  const client = new Client(database);
  await client.connect();
  onTestFinished(() => client.end());
  // Nothing is written where nothing is.
  const look = await lookAtCluster(database);
  onTestFinished(() => look.close());
  expect((await look.standing()).whole).toMatchObject({ open: 0, workers: 0 });
  expect((await client.query("SELECT FROM pg_namespace WHERE nspname = 'agon'")).rowCount).toBe(0);
  await client.query(
    "CREATE SCHEMA agon; CREATE TABLE agon.events (); CREATE TABLE agon.cluster AS SELECT 1 AS format",
  );
  expect(await refused(database)).toEqual([
    2,
    expect.stringMatching(/tables have format 1, and this Agon reads format 2/),
  ]);
});
