// Experiments from a page: what is told of a draft, where it is written, what begins, and what is refused.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as later } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { liveReport } from "../src/lab/run/live-record.ts";
import type { BegunRun, DraftCheck, ExperimentFile } from "../src/lab/view/draft-data.ts";
import type { RunRow } from "../src/lab/view/view-data.ts";
import { agon, finishedCells, root, scratch, scratchFolder } from "./cli/agon.ts";
import { start } from "./cli/process.ts";
import { endsRuns } from "./fixtures/ended-runs.ts";
import { runFolder } from "./fixtures/run-folder.ts";
import { until } from "./fixtures/until.ts";

// What is built: its threads, and the code by which cells are known to the processes that it begins.
const { openView }: typeof import("../src/server/view.ts") = await import(
  pathToFileURL(join(root, "dist/server/view.js")).href
);

const TEXT = `
environment: { id: coopetition/trust-dilemma, horizon: 10 }
agents: { policy: constant, level: 40 }
objective: joint.value
variants: { private: { reward: private }, generous: { agents.level: 80 } }
seeds: 2
`;
const CHANGED = TEXT.replace("80", "90");
/** The same with an agent of one's own, which has no level. */
const played = (agent: string): string =>
  TEXT.replace("{ policy: constant, level: 40 }", agent).replace("agents.level: 80", "reward: cooperative");
const WAITING = join(root, "test/fixtures/waiting-agent.js");

/** Runs TEXT in a folder, which is trusted from then on; the run. */
async function ran(folder: string): Promise<string> {
  writeFileSync(join(folder, "e.yaml"), TEXT);
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).run;
}

/** A run that is done, of whose store tests have copies. */
const done = { ...scratchFolder(), run: "" };
beforeAll(async () => {
  done.run = await ran(done.folder);
});
afterAll(done.gone);

/** A folder with an experiment, a view on its store, and what it answers. */
async function viewed({ isReadOnly = false, text = TEXT } = {}) {
  const folder = scratch();
  const store = join(folder, ".agon");
  endsRuns(store);
  writeFileSync(join(folder, "e.yaml"), text);
  const copied = (): string => {
    cpSync(join(done.folder, ".agon"), store, { recursive: true, preserveTimestamps: true });
    return done.run;
  };
  /** `begun` makes the run that the view shows, and gives its name. */
  const opened = async (begun: () => string | Promise<string> = copied) => {
    const run = await begun();
    const view = await openView({ store, port: 0, isReadOnly });
    onTestFinished(() => view.close());
    const ask = async (path: string, order?: unknown, headers: Readonly<Record<string, string>> = JSON_TYPE) => {
      const request = order === undefined ? {} : { method: "POST", headers, body: JSON.stringify(order) };
      const answer = await fetch(new URL(`api/runs${path}`, view.url), request);
      const body: Answer = JSON.parse(await answer.text());
      return { status: answer.status, body };
    };
    const runs = async (): Promise<readonly RunRow[]> =>
      JSON.parse(await (await fetch(new URL("api/runs", view.url))).text());
    /** Waits for the report of a run that a page has begun; throws why its process has failed. */
    const reported = async (begun: string): Promise<void> => {
      while (!existsSync(join(store, begun, "report.html"))) {
        const failure = (await runs()).find((one) => one.run === begun)?.failure;
        if (failure !== undefined) throw new Error(failure);
        await later(20);
      }
    };
    return { run, url: view.url, asked: ask, runs, reported };
  };
  return { folder, store, opened };
}
/** Of any route. */
type Answer = Partial<ExperimentFile & DraftCheck & BegunRun>;
const JSON_TYPE = { "content-type": "application/json" };

/** The answer to a request that says how long it is, before it is sent. */
const announced = (address: string, length: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asking = request(address, { method: "POST", headers: { ...JSON_TYPE, "content-length": length } });
    asking.once("response", ({ statusCode }) => {
      resolve(statusCode);
      asking.destroy();
    });
    asking.once("error", reject);
    asking.flushHeaders();
  });

test("a draft is checked as agon run would, and begun beside its experiment: only what changed is computed", async () => {
  const { folder, store, opened } = await viewed();
  const { run, asked, runs, reported } = await opened();
  const draft = { text: TEXT, flags: [], folder, file: "e.yaml", free: "e-2.yaml" };
  expect((await asked(`/${run}/experiment`)).body).toEqual(draft);
  const check = async (text: string) => (await asked(`/${run}/check`, { text })).body;
  expect(await check(TEXT)).toEqual({ problems: [], plan: { run, variants: 2, seeds: 2, cells: 4, kept: 4 } });
  expect((await check(CHANGED)).plan).toMatchObject({ run: expect.stringMatching(/^e-/), cells: 4, kept: 2 });
  expect(await check(TEXT.replace("horizon: 10", "horizn: 10"))).toEqual({
    problems: [expect.objectContaining({ hint: 'did you mean "horizon"?', line: 2, column: 47 })],
  });
  expect((await check("agents: [")).problems).toMatchObject([{ line: 1, what: expect.stringContaining("not closed") }]);
  const named = await asked(`/${run}/named`, { kind: "environment", name: "coopetition/slcd" });
  expect(named.body).toMatchObject({ agents: ["Samsung", "Sony"], parameters: { properties: { horizon: {} } } });
  expect((await asked(`/${run}/named`, { kind: "environment", name: "nothing" })).body).toBeNull();

  const before = finishedCells(store).map((file) => [file, statSync(file).mtimeMs]);
  const begun = await asked(`/${run}/start`, { text: CHANGED, file: "e-2.yaml" });
  const place = { run: expect.stringMatching(/^e-2-/), file: join(folder, "e-2.yaml") };
  expect(begun).toMatchObject({ status: 200, body: place });
  const next = String(begun.body.run);
  await reported(next);
  expect(finishedCells(store)).toHaveLength(6);
  expect(finishedCells(store).map((file) => [file, statSync(file).mtimeMs])).toEqual(expect.arrayContaining(before));
  expect(["e.yaml", "e-2.yaml"].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([TEXT, CHANGED]);
  expect((await asked(`/${next}/experiment`)).body).toMatchObject({ file: "e-2.yaml", free: "e-3.yaml" });
  expect((await runs())[0]).toMatchObject({ run: next, cells: { done: 4 } });
});

test("a run is given a note and tags, and its figures are taken along", async () => {
  const { store, opened } = await viewed();
  const { run, url, asked, runs } = await opened();
  const notes = { note: "The one for the talk\nof May", tags: ["talk", "may"] };
  expect((await asked(`/${run}/note`, { ...notes, tags: ["talk", " may", "talk"] })).status).toBe(200);
  expect((await runs())[0]).toMatchObject({ ...notes, experiment: "e", seconds: expect.any(Number), hasTable: true });
  const long = "x".repeat(2001);
  for (const wrong of [{ ...notes, tags: ["a,b"] }, { ...notes, note: long }, { comments: { "a 1.0": long } }, {}])
    expect(await asked(`/${run}/note`, wrong)).toMatchObject({ status: 422, body: { problems: [{}] } });
  expect((await asked(`/${run}/note`, notes, { ...JSON_TYPE, origin: "http://evil.example" })).status).toBe(403);
  const table = await fetch(`${url}api/runs/${run}/episodes.parquet`);
  expect(Buffer.from(await table.arrayBuffer())).toEqual(readFileSync(join(store, run, "episodes.parquet")));
});

test("what leaves the folder, holds something else, or is wrong is not written; what is no request is not read", async () => {
  const { folder, opened } = await viewed();
  const { run, url, asked } = await opened();
  writeFileSync(join(folder, "mine.yaml"), "# mine\n");
  mkdirSync(join(folder, "inner"));
  symlinkSync(join(folder, "outside.txt"), join(folder, "link.yaml"));
  const there = () => readdirSync(folder).sort();
  const files = there();
  const order = (file: string, text = CHANGED) => asked(`/${run}/start`, { text, file });
  for (const file of ["../x.yaml", "inner/x.yaml", "/tmp/x.yaml", ".x.yaml", "x.txt", "x\u0000.yaml", "", "..\\x.yaml"])
    expect(await order(file), file).toMatchObject({ status: 422, body: { problems: [{ code: "bad-name" }] } });
  for (const file of ["mine.yaml", "link.yaml"])
    expect(await order(file), file).toMatchObject({ status: 409, body: { problems: [{ code: "file-exists" }] } });
  expect(await order("x.yaml", "agents: 3")).toMatchObject({ status: 422, body: { problems: [{}, {}, {}] } });
  const check = `/${run}/check`;
  expect((await asked(check, { text: TEXT }, { "content-type": "text/plain" })).status).toBe(415);
  expect((await asked(check, { text: TEXT }, { ...JSON_TYPE, origin: "http://evil.example" })).status).toBe(403);
  expect((await asked(check, { text: "#".repeat(200_001) })).status).toBe(422);
  expect(await announced(`${url}api/runs${check}`, 2_000_000)).toBe(413);
  expect((await asked(check, { text: 3 })).status).toBe(422);
  expect((await asked("/..%2Fe/check", { text: TEXT })).status).toBe(404);
  expect((await asked(`/${run}x/resume`, {})).status).toBe(404);
  expect(there()).toEqual(files);
  // Over the file that holds the run's own text, and over no other once it has changed.
  expect(readFileSync(join(folder, "e.yaml"), "utf8")).toBe(TEXT);
  writeFileSync(join(folder, "e.yaml"), `${TEXT}# changed since\n`);
  expect((await order("e.yaml")).status).toBe(409);
  expect((await asked(`/${run}/experiment`)).body.file).toBeNull();
});

const SEEDS = 2 + availableParallelism();
test("a run is resumed after a kill, by another view too, and by one process at a time", async () => {
  const { folder, store, opened } = await viewed({
    // More cells than both threads of the one that goes on play before they wait.
    text: played(WAITING).replace("seeds: 2", `seeds: ${SEEDS}`),
  });
  const killed = start(["run", "e.yaml", "--workers", "1"], { cwd: folder });
  await until(() => finishedCells(store).length >= 2, killed.over);
  const { asked, runs, reported } = await opened(() => "");
  const [{ run }] = await runs();
  expect(await asked(`/${run}/resume`, {})).toMatchObject({ status: 409, body: { problems: [{ code: "at-work" }] } });
  killed.process.kill("SIGKILL");
  await killed.done;
  rmSync(join(folder, "e.yaml"));
  const twice = await Promise.all([1, 2].map(() => asked(`/${run}/resume`, {})));
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(twice.find(({ status }) => status === 200)?.body).toEqual({ run, file: null });
  expect((await runs())[0].state).toBe("running");
  writeFileSync(join(folder, "go"), "");
  await reported(run);
  expect((await runs())[0]).toMatchObject({ run, state: "done", cells: { planned: 2 * SEEDS, done: 2 * SEEDS } });
});

test("why a process failed is told, before it begins and after; and so many work at a time", async () => {
  const { folder, store, opened } = await viewed();
  writeFileSync(join(folder, "failing.js"), FAILING);
  const { run, asked, runs } = await opened(() => ran(folder));
  const begun = asked(`/${run}/start`, { text: played("./failing.js"), file: "f.yaml" });
  let isAnswered = false;
  void begun.finally(() => {
    isAnswered = true;
  });
  await until(() => isAnswered || readdirSync(store).some((name) => name.startsWith("f-")));
  writeFileSync(join(folder, "go"), "");
  const { status, body } = await begun;
  expect([200, 422]).toContain(status);
  let failure: string | undefined = status === 422 ? body.problems?.[0].what : undefined;
  for (; failure === undefined; failure = (await runs()).find((one) => one.run.startsWith("f-"))?.failure)
    await later(20);
  expect(failure).toContain("the agent has lost its way");
  // Runs of this very process, as far as the store knows.
  const working = [1, 2, 3, 4].map((k) => liveReport(runFolder(store, `key-${k}`, [1], `at-work-${k}`), 1));
  const tooMany = { status: 429, body: { problems: [{ what: "4 runs are at work on this machine" }] } };
  expect(await asked(`/${run}/start`, { text: CHANGED, file: "g.yaml" })).toMatchObject(tooMany);
  expect(existsSync(join(folder, "g.yaml"))).toBe(false);
  for (const one of working) one.end();
});

// One module of what is built: each thread of each process loads it.
const FAILING = `import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineAgent } from ${JSON.stringify(pathToFileURL(join(root, "dist/core/plugin.js")).href)};
export default defineAgent({
  summary: "fails once it is told to",
  make: () => ({ directory }) => ({
    async reset() {
      while (!existsSync(join(directory, "go"))) await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error("the agent has lost its way");
    },
    act() {},
  }),
});
`;

test("a view that only shows runs begins, stops and checks nothing", async () => {
  const { folder, opened } = await viewed({ isReadOnly: true });
  const { run, asked } = await opened();
  const refused = { status: 403, body: { problems: [{ code: "read-only" }] } };
  for (const deed of ["check", "start", "resume", "stop"])
    expect(await asked(`/${run}/${deed}`, { text: CHANGED, file: "g.yaml" }), deed).toMatchObject(refused);
  expect((await asked(`/${run}/experiment`)).body.text).toBe(TEXT);
  expect(await asked(`/${run}/named`, { kind: "environment", name: "coopetition/slcd" })).toMatchObject(refused);
  expect(existsSync(join(folder, "g.yaml"))).toBe(false);
});
