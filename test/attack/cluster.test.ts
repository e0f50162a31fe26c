// A cluster whose parts die, stop or disagree while it computes: workers, submitters, the database, a disk, a clock. Each time every cell is
// committed once, and the store is that of a run which nothing disturbed, byte for byte. Needs `npm run build` before.

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { Random } from "../../src/core/random.ts";
import { agon, contents, type Outcome, scratch } from "../cli/agon.ts";
import { start } from "../cli/process.ts";
import { type Submitted, startWorker, submitted, type TestWorker } from "../fixtures/cluster.ts";
import { startPostgres, type TestServer } from "../fixtures/postgres.ts";
import { newDatabase } from "../fixtures/shared.ts";
import { until } from "../fixtures/until.ts";
import { attacks } from "./length.ts";

/** Cells that learn for a second or so, with checkpoints on the way, and a file of the user's own. */
const EXPERIMENT = `
environment: { id: control/cart-pole, horizon: 40 }
agents: { policy: ppo, steps: 1024, copies: 4, rollout: 32, hidden: [8], segments: 4 }
objective: success
variants: { survival: { reward: private }, own: { reward: ./double.js } }
seeds: ${attacks(2, 4)}
episodes: 2
`;
const REWARD = `import { defineReward } from "agonlab";
import { weight } from "./numbers.js";
export default defineReward({
  summary: "twice the success",
  make: () => (spec) => {
    const at = spec.channels.findIndex(({ name }) => name === "success");
    return {
      reset() {},
      pay(outcomes, _status, pay) {
        for (let i = 0; i < pay.length; i++) pay[i] = weight * outcomes[i * spec.channels.length + at];
      },
    };
  },
});
`;
const CELLS = attacks(4, 8);
/** Workers at a time. */
const WORKERS = attacks(2, 4);

/** A server that crashes is used by no other file. */
let crashing: TestServer | undefined;
afterAll(() => crashing?.stop());
let expected: Record<string, string>;

/** A folder with the experiment. */
function placed(): string {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), EXPERIMENT);
  writeFileSync(join(folder, "double.js"), REWARD);
  writeFileSync(join(folder, "numbers.js"), "export const weight = 2;\n");
  return folder;
}

/** The files of a run that nothing disturbed. */
async function undisturbed(): Promise<Record<string, string>> {
  if (expected === undefined) {
    const folder = placed();
    const { code, stderr } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
    expect(code, stderr).toBe(0);
    expected = contents(join(folder, ".agon"));
  }
  return expected;
}

/** The command that submits the experiment of a folder. */
const words = (url: string): string[] => ["run", "e.yaml", "--on", url, "--json"];

/** A cluster with workers, and a run that was submitted to it. */
interface Scene {
  readonly url: string;
  readonly folder: string;
  readonly workers: TestWorker[];
  /** Submits in the process of the test. */
  submit(): Submitted;
  /** Cells that are committed. */
  committed(): Promise<number>;
  /** Resolves when so many cells are committed, or when a run has ended before. */
  until(cells: number, run?: Submitted): Promise<void>;
}

async function scene(workers = WORKERS, url?: string): Promise<Scene> {
  url ??= await newDatabase();
  const [place, folder] = [url, placed()];
  const list = await Promise.all(Array.from({ length: workers }, () => startWorker(place)));
  let client: Client | undefined;
  const forget = () => {
    void client?.end().catch(() => {});
    client = undefined;
  };
  onTestFinished(forget);
  const committed = async (): Promise<number> => {
    try {
      if (client === undefined) {
        client = new Client(place);
        client.on("error", forget);
        await client.connect();
      }
      const { rows } = await client.query("SELECT count(*)::integer AS n FROM agon.jobs WHERE state = 'done'");
      return rows[0].n;
    } catch {
      // The server starts.
      forget();
      return 0;
    }
  };
  return {
    ...{ url, folder, committed },
    workers: list,
    submit: () => submitted(words(place), folder),
    async until(cells, run) {
      while (run?.over() === undefined && (await committed()) < cells) await wait(30);
    },
  };
}

/** The run came to its end, each cell was committed once, and the store is as if nothing had happened; then its workers are ended. */
async function endsWhole({ folder, committed, workers }: Scene, done: Promise<Outcome>): Promise<void> {
  const { code, stderr } = await done;
  expect(code, stderr).toBe(0);
  expect(await committed()).toBe(CELLS);
  expect(contents(join(folder, ".agon"))).toEqual(await undisturbed());
  // Workers of many scenes would take all connections that the server has.
  for (const worker of workers) await worker.end();
}

const instants = Random.of(20, "instants of the attack on a cluster");

test("kill -9 of a worker, at moments of the work", { timeout: 3_600_000 }, async () => {
  for (let k = 0; k < attacks(1, 20); k++) {
    const one = await scene();
    const run = one.submit();
    await one.until(instants.integer(CELLS - 2), run);
    await wait(instants.integer(500));
    one.workers[0].process.kill("SIGKILL");
    // In the place of the one that died, as an operator would start it.
    if (k % 2 === 1) one.workers.push(await startWorker(one.url));
    await endsWhole(one, run.done);
  }
});

test("kill -9 of the submitter: the workers go on, and another one fetches what they found", {
  timeout: 3_600_000,
}, async () => {
  for (let k = 0; k < attacks(1, 20); k++) {
    const one = await scene();
    const run = start(words(one.url), { cwd: one.folder });
    await one.until(instants.integer(CELLS - 2), run);
    await wait(instants.integer(500));
    run.process.kill("SIGKILL");
    await run.done;
    if (k % 2 === 0) await one.until(CELLS);
    await endsWhole(one, one.submit().done);
  }
});

test("kill -9 of the database, and a new start on its files", { timeout: 3_600_000 }, async () => {
  crashing ??= await startPostgres();
  for (let k = 0; k < attacks(1, 20); k++) {
    const one = await scene(WORKERS, await crashing.database());
    const run = one.submit();
    await one.until(1 + instants.integer(CELLS - 2), run);
    await wait(instants.integer(500));
    await crashing.crash();
    await endsWhole(one, run.done);
  }
});

test("a worker that is stopped for a minute, and goes on: what it brings late is refused", {
  timeout: 3_600_000,
}, async () => {
  for (let k = 0; k < attacks(0, 3); k++) {
    const one = await scene();
    const run = one.submit();
    await one.until(1, run);
    const [first] = one.workers;
    first.process.kill("SIGSTOP");
    await wait(60_000);
    first.process.kill("SIGCONT");
    await until(() => /others have taken up its work/.test(first.said()));
    await endsWhole(one, run.done);
  }
});

test("a restart of the database while the work of a dead worker is taken up", { timeout: 3_600_000 }, async () => {
  if (attacks(0, 20) > 0) crashing ??= await startPostgres();
  for (let k = 0; k < attacks(0, 20) && crashing !== undefined; k++) {
    const one = await scene(WORKERS, await crashing.database());
    const run = one.submit();
    await one.until(1, run);
    one.workers[0].process.kill("SIGKILL");
    await wait(4_000 + instants.integer(3_000));
    await crashing.crash();
    await endsWhole(one, run.done);
  }
});

test("two submitters of one experiment, and a worker whose clock is an hour ahead", {
  timeout: 3_600_000,
}, async () => {
  const folder = scratch();
  writeFileSync(join(folder, "clock.mjs"), "const now = Date.now; Date.now = () => now() + 3_600_000;\n");
  const one = await scene(WORKERS - 1);
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = `${before ?? ""} --import ${join(folder, "clock.mjs")}`;
  try {
    one.workers.push(await startWorker(one.url));
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, "NODE_OPTIONS");
    else process.env.NODE_OPTIONS = before;
  }
  const other = { ...one, folder: placed() };
  const ends = [one.submit().done, start(words(one.url), { cwd: other.folder }).done];
  await Promise.all(ends);
  await endsWhole(one, ends[0]);
  await endsWhole(other, ends[1]);
});

test.runIf(process.getuid?.() === 0 && attacks(0, 1) === 1)(
  "a full disk on one worker",
  { timeout: 3_600_000 },
  async () => {
    const one = await scene(WORKERS - 1);
    const disk = join(scratch(), "disk");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", disk]);
    onTestFinished(() => void execFileSync("umount", ["-l", disk]));
    const small = await startWorker(one.url, "--scratch", disk);
    await endsWhole(one, one.submit().done);
    const { code } = await small.done;
    expect(code).toBe(2);
    expect(small.said()).toMatch(/the disk is full/);
  },
);
