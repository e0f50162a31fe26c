// The live view on a large store: how long a reader waits for the first picture, for a page of the grid and for news of a cell,
// how smoothly a replay plays, and whether the server's memory grows with what it is asked.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { WebSocket } from "ws";
import { median } from "../src/evaluation/statistics/moments.ts";
import { parseExperiment } from "../src/lab/experiment/experiment.ts";
import { keptIn } from "../src/lab/experiment/store-place.ts";
import { runExperiment } from "../src/lab/run/run.ts";
import type { RunList } from "../src/lab/view/view-data.ts";
import { atLeast, type Target, under } from "./target.ts";

/** How large the store is, and how often the server is asked. */
export interface ViewLength {
  readonly runs: number;
  /** Of all runs; one run has nearly all of them. */
  readonly episodes: number;
  readonly questions: number;
  /** Seconds of a replay. */
  readonly plays: number;
}

/** Times in milliseconds, memory in MB. */
export interface ViewFigures extends ViewLength {
  /** From the request for the page to a list of all runs on it. */
  readonly firstPicture: number;
  /** The grid's first page, for which its table is made, and medians and the slowest of later ones. */
  readonly gridOpens: number;
  readonly gridPage: number;
  readonly slowestPage: number;
  /** From a cell's file to the news of it in a page: median and slowest. */
  readonly update: number;
  readonly slowestUpdate: number;
  /** Frames a second of a replay, and the longest time between two. */
  readonly frames: number;
  readonly longestFrame: number;
  readonly resident: number;
  /** After as many questions again. */
  readonly growth: number;
}

const CLI = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const EPISODES_A_CELL = 1000;
/** The browsers that tests use, too. */
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Measures a view; undefined where there is no browser. */
export async function benchView(length: ViewLength, note: (text: string) => void): Promise<ViewFigures | undefined> {
  const executablePath = BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined) {
    note("bench: the view is measured in Chromium, which is not here");
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "agon-bench-view-"));
  const store = join(folder, "store");
  let view: ChildProcess | undefined;
  try {
    note(`view: a store of ${length.runs} runs and ${length.episodes} episodes`);
    const runs = await fill(folder, store, length);
    view = spawn(process.execPath, [CLI, "view", "--json", "--port", "0", "--no-open", "--store", store]);
    const url = await addressOf(view);
    note("view: the pages");
    const pages = await inBrowser(executablePath, url, runs.replayed, length);
    const grid = await askGrid(url, runs.large, length.questions);
    const resident = residentOf(view);
    await askGrid(url, runs.large, length.questions);
    const growth = residentOf(view) - resident;
    note("view: news of cells");
    const news = await watchedRun(folder, store, url);
    return { ...length, ...pages, ...grid, ...news, resident, growth };
  } finally {
    view?.kill("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes the store; the run with nearly all episodes, and the one whose episode is replayed. */
async function fill(folder: string, store: string, { runs, episodes }: ViewLength) {
  const run = async (name: string, text: string): Promise<string> => {
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, text);
    const experiment = await parseExperiment(text, file, { cache: keptIn(store) });
    return basename((await runExperiment(experiment, { store, workers: 2 })).folder);
  };
  const game = (seeds: number, each: number) => `
environment: { id: coopetition/slcd, horizon: 2 }
agents: { policy: constant, noise: 5 }
objective: joint.value
variants: { selfish: { reward: private }, shared: { agents: { policy: constant, noise: 5, level: 60 } } }
seeds: ${seeds}
episodes: ${each}
record: episodes
`;
  for (let k = 2; k < runs; k++) await run(`small-${k}`, `title: "Run ${k}"${game(2, 1 + (k % 5))}`);
  const replayed = await run(
    "lander",
    `
environment: { id: control/lunar-lander, horizon: 400 }
agents: random
objective: success
variants: { one: {}, two: { agents: { policy: constant, level: 0 } } }
seeds: 1
`,
  );
  const seeds = Math.ceil(episodes / EPISODES_A_CELL / 2);
  return { replayed, large: await run("large", `title: All episodes${game(seeds, EPISODES_A_CELL)}`) };
}

function addressOf(view: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    view.once("exit", () => reject(new Error("the view ended")));
    view.stdout?.once("data", (line: Buffer) => resolve(JSON.parse(String(line)).url));
  });
}

async function inBrowser(executablePath: string, url: string, run: string, { runs, plays }: ViewLength) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
    const before = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page
      .locator(".runs li")
      .nth(runs - 1)
      .waitFor();
    const firstPicture = performance.now() - before;
    await page.goto(`${url}?run=${run}&show=replay&seed=0&episode=0&speed=0.25`);
    await page.locator("canvas").nth(1).waitFor();
    await page.getByRole("button", { name: "Play" }).click();
    // A text, since it runs in the page, whose types are others.
    const gaps = await page.evaluate<number[]>(`new Promise((resolve) => {
      const found = [];
      const begin = performance.now();
      let last = begin;
      const tick = (now) => {
        found.push(now - last);
        last = now;
        if (now - begin < ${plays * 1000}) requestAnimationFrame(tick);
        else resolve(found);
      };
      requestAnimationFrame(tick);
    })`);
    const [, ...between] = gaps;
    const whole = between.reduce((sum, gap) => sum + gap, 0);
    return { firstPicture, frames: (1000 * between.length) / whole, longestFrame: Math.max(...between) };
  } finally {
    await browser.close();
  }
}

const QUESTIONS = [
  ...["", "page=2", "sort=-objective", "sort=trust", "seed=1", "differs=objective", "differs=objective&page=20"],
  ...["where=objective:100..&sort=-pay", "variant=shared&where=trust:..0.5", "failed=no&page=100"],
];

async function askGrid(url: string, run: string, questions: number) {
  const ask = async (question: string): Promise<number> => {
    const before = performance.now();
    const answer = await fetch(new URL(`api/runs/${run}/episodes?${question}`, url));
    if (!answer.ok) throw new Error(await answer.text());
    await answer.arrayBuffer();
    return performance.now() - before;
  };
  const gridOpens = await ask("");
  const times: number[] = [];
  for (let k = 0; k < questions; k++) times.push(await ask(QUESTIONS[k % QUESTIONS.length]));
  return { gridOpens, gridPage: median(times), slowestPage: Math.max(...times) };
}

/** Resident memory of a process in MB. */
function residentOf({ pid }: ChildProcess): number {
  const [, kilobytes = "NaN"] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** A run of some cells, and how long a page waits for news of each. */
async function watchedRun(folder: string, store: string, url: string) {
  const file = join(folder, "watched.yaml");
  writeFileSync(
    file,
    `
title: Watched
environment: { id: control/lunar-lander }
agents: random
objective: success
seeds: 12
episodes: 60
record: episodes
`,
  );
  const cells = join(store, "cells");
  const keys = new Set(readdirSync(cells));
  const address = new URL("live", url);
  address.protocol = "ws";
  const socket = new WebSocket(address);
  const updates: { done: number; at: number }[] = [];
  await new Promise((resolve) => socket.once("open", resolve));
  socket.on("message", (data) => {
    const { runs }: RunList = JSON.parse(String(data));
    const watched = runs.find(({ title }) => title === "Watched");
    if (watched !== undefined) updates.push({ done: watched.cells.done, at: performance.now() });
  });
  const child = spawn(process.execPath, [CLI, "run", file, "--store", store, "--json", "--workers", "1"]);
  const ended = new Promise((resolve) => child.once("close", resolve));
  let running = true;
  void ended.then(() => {
    running = false;
  });
  const done: number[] = [];
  while (running) {
    const [key] = readdirSync(cells).filter((name) => !keys.has(name));
    const place = join(cells, key ?? "", "seals");
    const count =
      key !== undefined && existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".json")).length : 0;
    while (done.length < count) done.push(performance.now());
    await wait(5);
  }
  await wait(1500);
  socket.close();
  const delays = done.flatMap((at, k) => {
    const news = updates.find((one) => one.done > k);
    return news === undefined ? [] : [Math.max(0, news.at - at)];
  });
  if (delays.length < done.length) throw new Error("the page was not told of every cell");
  return { update: median(delays), slowestUpdate: Math.max(...delays) };
}

/** What the view is to reach. */
export const viewTargets = (figures: ViewFigures | undefined): Target[] =>
  figures === undefined
    ? []
    : [
        under("first picture", 1000, figures.firstPicture, "ms"),
        under("a page of the grid", 200, figures.gridPage, "ms"),
        under("slowest page of the grid", 200, figures.slowestPage, "ms"),
        under("news of a cell, slowest", 1000, figures.slowestUpdate, "ms"),
        atLeast("frames of a replay", 60, Math.round(figures.frames), "a second"),
        under("growth of the server's memory", 50, figures.growth, "MB"),
      ];
