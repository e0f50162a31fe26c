// The whole circle of a person's votes: a run, votes on its episodes over two servers at once, and a run that learns its reward from them.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { GridShape, Shape } from "../src/core/scene.ts";
import type { SideVerdict } from "../src/feedback/votes/verdict.ts";
import type { HandedPair, NextToJudge, WrittenVote } from "../src/lab/judging/judging-data.ts";
import type { EpisodeReplay } from "../src/lab/report/replay-data.ts";
import { agon, scratch } from "./cli/agon.ts";
import { start } from "./cli/process.ts";

const WORLD = `
environment: { id: gridworld/multi-room, rooms: 2, room: 3, contexts: 1, layoutSeed: 2, horizon: 30 }
objective: { name: goals reached, channel: success }
`;
const learner = (steps: number) =>
  `agents: { policy: ppo, steps: ${steps}, rate: 0.003, copies: 8, rollout: 30, hidden: [16] }\n`;
const SHOWN = `${WORLD}${learner(1500)}
judging: { question: Which walker would you rather send? }
variants:
  wanderer: { agents: random }
  explorer: { reward: { channel: visited } }
  survivor: { reward: { channel: died, weight: -1 } }
seeds: 2
episodes: 4
record: steps
`;
const TAUGHT = `${WORLD}${learner(4000)}
feedback: { use: file, votes: ./votes.jsonl }
reward: { learnt: { features: [success, died, goalDistance] } }
variants: { untaught: { agents: random }, ada: { feedback.judges: [ada] } }
seeds: 2
episodes: 5
`;

/** A page of `agon vote`, which is ended with the test. */
async function opened(folder: string, ...words: string[]) {
  const { process, done } = start(["vote", ...words, "--json", "--port", "0"], { cwd: folder });
  onTestFinished(() => void process.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) => process.stdout?.once("data", (chunk) => resolve(String(chunk))));
  const { url, run, votes }: { url: string; run: string; votes: string } = JSON.parse(line);
  const at = (path: string) => new URL(`/api/runs/${run}/judging/${path}`, url);
  const headers = { "Content-Type": "application/json" };
  const post = async <T>(deed: string, order: object): Promise<T> => {
    const answer = await fetch(at(deed), { method: "POST", headers, body: JSON.stringify(order) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text);
  };
  const replay = async (pair: string, side: "left" | "right"): Promise<EpisodeReplay> =>
    JSON.parse(await (await fetch(at(`replay?pair=${pair}&side=${side}`))).text());
  const end = async (): Promise<number | null> => {
    process.kill("SIGINT");
    return (await done).code;
  };
  return { url, run, votes, post, replay, end };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const isGrid = (shape: Shape): shape is GridShape => shape.kind === "grid";

/** What the last picture of an episode is worth to a judge that wants the goal, and before it a walker that lives and is near. */
function seen({ scenes }: EpisodeReplay): number {
  if (scenes === null) throw new Error("there is no picture");
  const shapes = (scenes.moments.at(-1)?.shapes ?? []).map((k) => scenes.pool[k]);
  const grid = shapes.find(isGrid);
  const walker = shapes.find((shape) => shape.kind === "circle");
  if (grid === undefined || walker?.kind !== "circle") throw new Error("the picture shows no walker");
  const { cells, columns, legend } = grid;
  const rows = cells.length / columns;
  const [x, y] = [Math.floor(walker.at[0]), rows - 1 - Math.floor(walker.at[1])];
  const meaning = (cell: number): string => legend[cells[cell] ?? -1]?.meaning ?? "";
  const goal = [...cells.keys()].find((cell) => meaning(cell) === "goal") ?? 0;
  const distance = Math.abs(x - (goal % columns)) + Math.abs(y - Math.floor(goal / columns));
  return (distance === 0 ? 100 : 0) - (meaning(y * columns + x) === "lava" ? 50 : 0) - distance;
}

/** Judges as many pairs as are wanted, by their pictures alone; what each vote was on. */
async function judged(page: Opened, judge: string, votes: number): Promise<HandedPair[]> {
  const pairs: HandedPair[] = [];
  for (let k = 0; k < votes; k++) {
    const { next } = await page.post<NextToJudge>("pair", { judge });
    if (next === null) break;
    const [left, right] = [seen(await page.replay(next.pair, "left")), seen(await page.replay(next.pair, "right"))];
    const better: SideVerdict = left > right ? "left" : left < right ? "right" : "same";
    await page.post<WrittenVote>("vote", { judge, pair: next.pair, better, answers: {}, reason: "" });
    pairs.push(next);
  }
  return pairs;
}

test("votes of two judges at two servers on a run train the next run, and nothing of them is lost", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "shown.yaml"), SHOWN);
  expect((await agon(["run", "shown.yaml"], { cwd: folder })).code).toBe(0);
  const [one, other] = [await opened(folder, "shown"), await opened(folder, "shown", "--question", "Which is calmer?")];
  expect([new URL(one.url).pathname, other.votes]).toEqual(["/", one.votes]);
  const [ada, kim] = await Promise.all([judged(one, "ada", 16), judged(other, "kim", 8)]);
  expect([ada[0].question, kim[0].question]).toEqual(["Which walker would you rather send?", "Which is calmer?"]);
  await expect(
    one.post("vote", { judge: "ada", pair: "unknown", better: "left", answers: {}, reason: "" }),
  ).rejects.toThrow("this pair is no longer yours");
  // A judge that goes on at another server has the votes of the first.
  expect((await other.post<NextToJudge>("pair", { judge: "ada" })).votes).toBe(16);
  expect([await one.end(), await other.end()]).toEqual([0, 0]);

  const lines = readFileSync(one.votes, "utf8").trim().split("\n");
  expect(lines).toHaveLength(24);
  const votes = lines.map((line) => JSON.parse(line));
  expect(new Set(votes.map(({ id }) => id)).size).toBe(24);
  expect(new Set([...ada, ...kim].map(({ pair }) => pair))).toEqual(new Set(votes.map(({ id }) => id)));
  const rated = JSON.parse((await agon(["rate", one.votes, "--json"], { cwd: folder })).stdout);
  expect(rated).toMatchObject({ games: 24, rows: 24, skipped: 0 });

  copyFileSync(one.votes, join(folder, "votes.jsonl"));
  writeFileSync(join(folder, "taught.yaml"), TAUGHT);
  const taught = await agon(["run", "taught.yaml", "--json"], { cwd: folder });
  expect(taught.code, taught.stderr).toBe(0);
  const { run, variants }: { run: string; variants: { name: string; objective: { mean: number } }[] } = JSON.parse(
    taught.stdout,
  );
  const reached = Object.fromEntries(variants.map(({ name, objective }) => [name, objective.mean]));
  expect(reached.untaught).toBeLessThan(0.2);
  expect(reached.ada).toBeGreaterThan(0.8);
  const query = async (sql: string) =>
    JSON.parse((await agon(["query", sql, "--run", run, "--json"], { cwd: folder })).stdout);
  const weights: { feature: string; weight: number; comparisons: number }[] = await query(
    "SELECT feature, weight, comparisons FROM weights WHERE seed = 0 AND variant = 'ada' ORDER BY feature",
  );
  expect(weights.map(({ feature, weight }) => [feature, Math.sign(weight)])).toEqual([
    ["died", -1],
    ["goalDistance", -1],
    ["success", 1],
  ]);
  expect(weights.every(({ comparisons }) => comparisons === 16)).toBe(true);
  const [{ seeds, kinds }] = await query(
    "SELECT count(DISTINCT weight) AS seeds, (SELECT count(DISTINCT first) FROM comparisons) AS kinds FROM weights WHERE feature = 'died' AND variant = 'ada'",
  );
  const [{ all }] = await query("SELECT max(comparisons) AS \"all\" FROM weights WHERE variant = 'untaught'");
  expect(all).toBe(24);
  // All seeds learn the same; what played are the variants that were voted on.
  expect([seeds, kinds]).toEqual([1, 3]);

  // Another vote makes another run; a damaged file is told with its line before anything is computed.
  writeFileSync(join(folder, "votes.jsonl"), `${lines.join("\n")}\n${lines[0].slice(0, 50)}`);
  const damaged = await agon(["run", "taught.yaml"], { cwd: folder });
  expect([damaged.code, damaged.complaint]).toEqual([2, expect.stringMatching(/votes\.jsonl:25: .* is no JSON/)]);
}, 240_000);

test("agon vote tells what it cannot open", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "one.yaml"), `${WORLD}agents: random\nseeds: 1\nrecord: steps\n`);
  const whole = `${WORLD}agents: random\nvariants: { a: {}, b: {} }\nseeds: 1\nrecord: episodes\n`;
  writeFileSync(join(folder, "whole.yaml"), whole);
  for (const file of ["one.yaml", "whole.yaml"]) expect((await agon(["run", file], { cwd: folder })).code).toBe(0);
  const complain = async (...words: string[]) => {
    const { code, complaint } = await agon(["vote", ...words], { cwd: folder });
    expect(code).toBe(2);
    return complaint;
  };
  expect(await complain("one")).toMatch(/one-\w{8} has 1 variant; from 2 to 200 can be judged/);
  expect(await complain("whole")).toMatch(/kept whole episodes and no steps; say `record: steps`/);
  expect(await complain("hwole")).toMatch(
    /there is no file "hwole", and no run of that name in .*\.agon; valid: whole-/,
  );
  expect(await complain("texts.csv")).toMatch(/texts\.csv/);
  expect(await complain("one", "--columns", "player=x")).toMatch(
    /--columns: a run has no columns of its own; leave it out/,
  );
});
