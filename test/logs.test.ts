// Worlds that are fed by a log, from the file to the report: what the log says is what is played, and a run needs it once.

import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { UserError } from "../src/core/errors.ts";
import { type Experiment, parseExperiment } from "../src/lab/experiment/experiment.ts";
import { keptIn } from "../src/lab/experiment/store-place.ts";
import { buildReport } from "../src/lab/report/report.ts";
import { runExperiment } from "../src/lab/run/run.ts";
import { cellKeys, runName } from "../src/lab/store/keys.ts";
import { linearPrograms } from "../src/math/linear-program.ts";
import { agon, finishedCells } from "./cli/agon.ts";
import { hindsightOptimum } from "./fixtures/hindsight-optimum.ts";
import { folderOf } from "./fixtures/logs.ts";
import { minariFolder } from "./fixtures/minari.ts";
import { ran } from "./fixtures/ran.ts";
import { words } from "./fixtures/words.ts";

/** A file of a log: its head, and the lines of `count` things. */
const csv = (head: string, count: number, lines: (t: number) => string): string =>
  [head, ...Array.from({ length: count }, (_, t) => lines(t)), ""].join("\n");

/** Truthful bidders in auctions, and what else the experiment says. */
const auctions = (world: string, rest: string): string => `environment: { id: markets/auction, ${world} }
agents: { policy: oracle, name: truthful }
objective: joint.spend
${rest}
`;

const BIDS = "auction,time,bidder,value";
const TWO_RULES = "variants: { second: {}, first: { environment.rule: first-price } }";

/** Requests of `r.csv`, in windows of ten. */
const requests = (seeds: number, log = "r.csv", more = ""): string =>
  `environment: { id: markets/requests, horizon: 10, log: ${log}${more} }
agents: { policy: serve/priced }
reward: { channel: payoff }
objective: payoff
seeds: ${seeds}
`;

/** A number for each k and place, between 0 and 1, that looks drawn. */
const noise = (k: number, place: number) => Math.abs(Math.sin(12.9898 * k + 78.233 * place) * 43758.5453) % 1;

const REQUESTS = Array.from({ length: 40 }, (_, t) =>
  ["a", "b"].map((option, j) => ({
    option,
    t,
    reward: 5 * noise(t, j) * (j + 1),
    x: 1 + noise(t, 7),
    y: j * noise(t, 9),
  })),
).flat();
const REQUEST_LOG = csv("request,time,option,reward,use_x,use_y", REQUESTS.length, (k) => {
  const { t, option, reward, x, y } = REQUESTS[k];
  return `r${t},${t},${option},${reward},${x},${y}`;
});

test("requests of a log are served as they stand there, and the optimum is that of one who knew all", async () => {
  const { database } = await ran(
    `environment: { id: markets/requests, horizon: 40, log: r.csv, benchmark: hindsight, budgets: { use_x: 20, use_y: 5 } }
agents: { policy: oracle, name: first-come }
reward: { channel: payoff }
objective: ratio
seeds: 1
`,
    { "r.csv": REQUEST_LOG },
  );
  const { rows } = await database.query("SELECT payoff, optimum, regret, ratio FROM episodes");
  const all = (value: (row: (typeof REQUESTS)[number]) => number) => Float64Array.from(REQUESTS, value);
  const uses = Float64Array.from(REQUESTS.flatMap(({ x, y }) => [x, y]));
  const requests = { count: 40, options: 2, resources: 2, rewards: all(({ reward }) => reward), uses };
  const optimum = hindsightOptimum(await linearPrograms(), requests, [20, 5]);
  const left = [20, 5];
  let earned = 0;
  for (let t = 0; t < 40; t++) {
    const [a, b] = REQUESTS.slice(2 * t, 2 * t + 2);
    const best = b.reward > a.reward ? b : a;
    if (best.x > left[0] || best.y > left[1]) continue;
    left[0] -= best.x;
    left[1] -= best.y;
    earned += best.reward;
  }
  expect(rows).toHaveLength(1);
  for (const row of rows) {
    expect(row.payoff).toBeCloseTo(earned, 10);
    expect(row.optimum).toBeCloseTo(optimum, 4);
    expect(Number(row.optimum) - Number(row.regret)).toBeCloseTo(earned, 10);
    expect(row.ratio).toBeCloseTo(earned / optimum, 6);
  }
});

test("seeds play windows side by side, variants the same ones", async () => {
  const { database } = await ran(auctions("horizon: 3, log: bids.csv", `${TWO_RULES}\nseeds: 8`), {
    "bids.csv": csv(BIDS, 500, (t) => `${t},${t},x,${t}\n${t},${t},y,${t / 2}`),
  });
  const { rows } = await database.query(
    "SELECT seed, variant, label, spend, value FROM episodes WHERE label = 'x' ORDER BY seed, variant",
  );
  const begins = new Set<number>();
  for (let seed = 0; seed < 8; seed++) {
    const [first, second] = rows.slice(2 * seed, 2 * seed + 2);
    // Three auctions in a row, from number s on: x wins them all, for what it bid or half of that.
    const begin = Number(first.value) / 3 - 1;
    expect(begin % 3).toBe(0);
    expect(first).toMatchObject({ variant: "first", value: second.value, spend: first.value });
    expect(second.spend).toBe(Number(first.value) / 2);
    begins.add(begin);
  }
  expect(begins.size).toBe(8);
});

test("bidders and advertisers have what is theirs by name, and returns are told of each and of all", async () => {
  const auction = (budget: string) => auctions(`horizon: 10, log: bids.csv, budget: ${budget}`, "seeds: 1");
  const bids = { "bids.csv": csv(BIDS, 10, (t) => `${t},${t},rich,4\n${t},${t},poor,3`) };
  const { database } = await ran(auction("{ rich: 7 }"), bids);
  const { rows } = await database.query(
    'SELECT label, won, spend, "return", "totalReturn" FROM episodes ORDER BY label',
  );
  // Two things at 3 each leave the rich 1: then it bids that, and the poor, without a budget, win the other eight for 1.
  expect(rows).toEqual([
    { label: "poor", won: 8, spend: 8, return: 3, totalReturn: 32 / 14 },
    { label: "rich", won: 2, spend: 6, return: 8 / 6, totalReturn: 32 / 14 },
  ]);
  await expect(ran(auction("{ ric: 7 }"), bids)).rejects.toThrow(/environment\.budget\.ric: .*did you mean "rich"\?/);

  const wanted = { "o.csv": csv(OFFERS, 12, (t) => `${t},${t},u,1\n${t},${t},v,1`) };
  const matched = await ran(offers(12, "{ u: 2, v: 5 }"), wanted);
  expect((await matched.database.query("SELECT payoff, taken, optimum FROM episodes")).rows).toEqual([
    { payoff: 7, taken: 1, optimum: 7 },
  ]);
  await expect(ran(offers(12, "{ u: 2 }"), wanted)).rejects.toThrow(/budget: says nothing of v/);
});

const OFFERS = "impression,time,advertiser,chance";
const offers = (horizon: number, budget: string): string =>
  `environment: { id: matching/offers, horizon: ${horizon}, log: o.csv, budget: ${budget}, benchmark: hindsight }
agents: { policy: matching/rule }
reward: { channel: payoff }
objective: ratio
seeds: 1
`;

test("offers of a log are successes with their chance, and budgets end them", async () => {
  const { database } = await ran(offers(60, "10"), {
    "o.csv": csv(OFFERS, 60, (t) => (t % 3 === 2 ? `${t},${t},v,1` : `${t},${t},u,1\n${t},${t},v,0`)),
  });
  const { rows } = await database.query("SELECT payoff, offered, taken, optimum, ratio FROM episodes");
  // Ten of the forty that u wants, ten of the twenty that v wants.
  expect(rows).toEqual([{ payoff: 20, offered: 20 / 60, taken: 1, optimum: 20, ratio: 1 }]);
});

/** Clicks are worth 20, and there is money for all. */
const campaign = (world: string, oracle: string): string =>
  `environment: { id: markets/campaign, ${world}, clickValue: 20, budget: 100000 }
agents: { policy: oracle, name: ${oracle} }
objective: payoff
seeds: 1
`;

test("a campaign meets the log's prices and clicks, and draws the clicks that it does not tell", async () => {
  const clicks = (t: number) => (t >= 1000 ? "" : t % 4 === 0 ? 1 : 0);
  const file = {
    "i.csv": csv("time,price,chance,click", 2000, (t) => `${t},${t % 2 === 0 ? 2 : 6},0.25,${clicks(t)}`),
  };
  const totals = async (where: string) => {
    const { database } = await ran(campaign(`horizon: 1000, log: { file: i.csv, where: ${where} }`, "truthful"), file);
    return (await database.query("SELECT won, spend, clicks, payoff FROM episodes")).rows[0];
  };
  // Worth 5: half are won, at 2 each, and every second of these is clicked.
  expect(await totals("time < 1000")).toMatchObject({ won: 0.5, spend: 1000, clicks: 250, payoff: 4000 });
  const drawn = await totals("time >= 1000");
  expect(drawn).toMatchObject({ won: 0.5, spend: 1000 });
  expect(Math.abs(Number(drawn.clicks) - 125)).toBeLessThan(45);
  expect(Number(drawn.clicks)).not.toBe(125);
});

test("places in a list are sold to the log's bidders by its values and qualities", async () => {
  const lines = (t: number) => `${t},${t},a,4,0.5\n${t},${t},b,3,0.8\n${t},${t},c,1,0.4`;
  const { database } = await ran(
    `environment: { id: markets/positions, slots: [1, 0.5], horizon: 10, log: bids.csv }
agents: { policy: oracle, name: truthful }
objective: joint.value
seeds: 1
variants: { gsp: {}, vcg: { environment.rule: vcg } }
`,
    { "bids.csv": csv(`${BIDS},quality`, 10, lines) },
  );
  const { rows } = await database.query("SELECT variant, label, clicks, spend FROM episodes ORDER BY variant, label");
  const outcomes = Object.fromEntries(
    rows.map(({ variant, label, clicks, spend }) => [`${variant} ${label}`, [clicks, spend]]),
  );
  // Scores 2, 2.4 and 0.4: b on top, then a. By gsp b pays 2 for each slot's worth of clicks, a 0.4 · 0.5.
  const near = (name: string, clicks: number, spend: number) => {
    const [got, paid] = outcomes[name].map(Number);
    expect(got).toBeCloseTo(clicks, 9);
    expect(paid).toBeCloseTo(spend, 6);
  };
  near("gsp b", 8, 20);
  near("gsp a", 2.5, 2);
  near("gsp c", 0, 0);
  // By vcg b pays what a and c would have more: 2 · 0.5 + 0.4 · 0.5; a what c would: 0.4 · 0.5.
  near("vcg b", 8, 12);
  near("vcg a", 2.5, 2);
});

test("the optimal rule learns its reserves from the earlier part, and is scored on the later", async () => {
  // Uniform values on [1, 2]: the virtual value 2v − 2 is never negative; on (0, 1]: 2v − 1, a reserve of 1/2.
  const count = 8000;
  const reserve = async (early: number, late: number) => {
    const value = (t: number) => (t < count / 2 ? early : late) + noise(t, 3);
    const world = `rule: optimal, horizon: ${count / 2}, log: { file: bids.csv, fit: 0.5 }`;
    const { database } = await ran(auctions(world, "seeds: 1"), {
      "bids.csv": csv(BIDS, count, (t) => `${t},${t},a,${value(t)}`),
    });
    const { rows } = await database.query("SELECT won, spend, value FROM episodes");
    return rows.map(({ won, spend, value: worth }) => ({ won, price: Number(spend) / Number(won), worth }))[0];
  };
  expect((await reserve(0, 0)).price).toBeCloseTo(0.5, 1);
  expect((await reserve(1, 1)).price).toBeCloseTo(1, 1);
  // Set from the later values it would be 1.
  const outcome = await reserve(0, 1);
  expect(outcome.price).toBeCloseTo(0.5, 1);
  expect(outcome.won).toBe(count / 2);
  const late = Array.from({ length: count / 2 }, (_, t) => 1 + noise(count / 2 + t, 3));
  expect(outcome.worth).toBeCloseTo(
    late.reduce((a, b) => a + b, 0),
    6,
  );
});

test("a campaign's oracle learns prices from the earlier part", async () => {
  // Worth 5. Prices were 1 and are 4: the best share of the earlier part bids what never wins in the later.
  const price = (t: number) => (t >= 200 ? 4 : t % 2 === 0 ? 1 : 9);
  const { database } = await ran(
    campaign("rule: first-price, horizon: 200, log: { file: i.csv, fit: 0.5 }", "linear"),
    { "i.csv": csv("time,price,chance", 400, (t) => `${t},${price(t)},0.25`) },
  );
  const { rows } = await database.query("SELECT won, bid FROM episodes");
  expect(rows[0].won).toBe(0);
  expect(rows[0].bid).toBeCloseTo(1, 1);
});

const AUCTION_LOG = csv(BIDS, 100, (t) => `${t},${t},x,${1 + noise(t, 1)}\n${t},${t},y,${1 + noise(t, 2)}`);

/** An experiment over the log of auctions, and why it is refused. */
async function refusal(yaml: string): Promise<string> {
  const place = folderOf({ "bids.csv": AUCTION_LOG });
  const refused = await parseExperiment(yaml, join(place.directory, "e.yaml"), place).catch((error: unknown) => error);
  if (!(refused instanceof UserError)) throw refused;
  return refused.message.replaceAll(`${place.directory}/`, "");
}

const REFUSED = [
  "horizon: 30 | file: bids.csv | oracle, name: truthful | seeds: 10",
  "horizon: 30 | file: bids.csv | oracle, name: truthful | { seeds: 2, episodes: 2 }",
  "horizon: 30 | file: bids.csv, fit: 0.4 | oracle, name: truthful | seeds: 3",
  "horizon: 30 | file: bids.csv | oracle, name: truthful | seeds: [1, 7]",
  "horizon: 5, rule: optimal | file: bids.csv | oracle, name: truthful | seeds: 2",
  "horizon: 5 | file: bids.csv | reinforce | seeds: 2",
  "horizon: 5 | file: bids.csv | equilibrium | seeds: 2",
  "horizon: 50 | file: bids.csv, windows: { blocks: 60 } | oracle, name: truthful | seeds: 2",
];
const OTHERS =
  "variants: { second: {}, optimal: { environment.rule: optimal, environment.log: { file: bids.csv, fit: 0.5 } } }";
words("logs-refused", [
  ...REFUSED.map((row) => {
    const [world, log, policy, seeds] = row.split(" | ");
    const yaml = auctions(`${world}, log: { ${log} }`, seeds.replace(/^\{ (.*), (.*) \}$/, "$1\n$2"));
    return [row, () => refusal(yaml.replace("oracle, name: truthful", policy))] as const;
  }),
  [
    "variants that take different episodes",
    () => refusal(auctions("horizon: 10, log: bids.csv", `${OTHERS}\nseeds: 5`)),
  ],
]);

test("learners are trained on the earlier part, and more seeds add windows to the same run", async () => {
  // Values of the earlier part are below 2, of the later above 100.
  const value = (t: number) => (t < 30 ? 1 : 101) + noise(t, 1);
  const place = folderOf({ "bids.csv": csv(BIDS, 60, (t) => `${t},${t},x,${value(t)}`) });
  const yaml = (
    seeds: number,
  ) => `environment: { id: markets/auction, rule: first-price, horizon: 5, log: { file: bids.csv, fit: 0.5 } }
agents: { policy: reinforce, steps: 200 }
reward: { channel: value }
objective: joint.value
seeds: ${seeds}
`;
  const store = join(place.directory, "store");
  const read = (seeds: number) =>
    parseExperiment(yaml(seeds), join(place.directory, "e.yaml"), { cache: keptIn(store) });
  const first = await runExperiment(await read(2), { store, workers: 0 });
  const more = await runExperiment(await read(6), { store, workers: 0 });
  expect(more).toMatchObject({ run: first.run, computed: 4, kept: 2 });
  const report = await buildReport(more.folder);
  expect(report.logs[0].windows).toEqual({
    taken: "disjoint",
    scored: 30,
    fitted: 30,
    independent: 6,
    block: null,
    text: "episodes are 6 of the 6 windows that lie side by side in it, so that seeds share no auctions; the first 30 are for fitting and in no figure",
  });
  const [{ training, outcomes }] = report.variants;
  // In training a thing brings 2 at most, in the evaluation 101 at least where it is won.
  for (const value of training.pay.mean) expect(value).toBeLessThan(10);
  expect((outcomes.value.mean ?? 0) / Math.max(1, outcomes.won.mean ?? 0)).toBeGreaterThan(100);
});

test("blocks are told in the report, and intervals do not shrink with more seeds", async () => {
  const yaml = (seeds: number) =>
    auctions("horizon: 50, log: { file: bids.csv, windows: { blocks: 5 } }", `${TWO_RULES}\nseeds: ${seeds}`);
  const reported = async (seeds: number) => buildReport((await ran(yaml(seeds), { "bids.csv": AUCTION_LOG })).folder);
  const [few, many] = [await reported(10), await reported(160)];
  expect(many.logs[0].windows).toMatchObject({ taken: "blocks", independent: 2, block: 5 });
  expect(many.logs[0].windows.text).toBe(
    "episodes are put together of blocks of 5 auctions, drawn with replacement (circular block bootstrap); however many are played, intervals count for the 2 that the log holds",
  );
  const width = ({ low, high }: { readonly low: number | null; readonly high: number | null }) =>
    (high ?? 0) - (low ?? 0);
  for (const of of [
    ({ variants }: typeof few) => width(variants[0].objective),
    ({ effects }: typeof few) => width(effects.find(({ measure }) => measure === "objective") ?? { low: 0, high: 0 }),
  ]) {
    // With independent seeds it would be a quarter.
    expect(of(many) / of(few)).toBeGreaterThan(0.6);
  }
  // The spread of an auction's price over the root of a hundred auctions: 50 of them are played.
  const price = Array.from({ length: 100 }, (_, t) => 1 + Math.min(noise(t, 1), noise(t, 2)));
  const mean = price.reduce((a, b) => a + b, 0) / 100;
  const error = Math.sqrt(price.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 99 / 100);
  const [second] = many.variants.filter(({ name }) => name === "second");
  expect(width(second.objective) / 2 / 50 / error).toBeGreaterThan(1.5);
  expect(width(second.objective) / 2 / 50 / error).toBeLessThan(2.9);
});

test("a run is that of the log's content, and its report needs the file no more", async () => {
  const place = folderOf({ "r.csv": REQUEST_LOG });
  const store = join(place.directory, "store");
  const file = join(place.directory, "e.yaml");
  const read = () => parseExperiment(requests(3), file, { cache: keptIn(store) });
  const nameOf = async (one: Experiment) => runName(one, await cellKeys(one));
  const experiment = await read();
  const name = await nameOf(experiment);
  const first = await runExperiment(experiment, { store, workers: 0 });
  expect(first).toMatchObject({ run: name, computed: 3 });
  expect(await runExperiment(await read(), { store, workers: 0 })).toMatchObject({ run: name, computed: 0, kept: 3 });
  writeFileSync(join(place.directory, "r.csv"), REQUEST_LOG.replace("r0,0,a", "r0,-1,a"));
  expect(await nameOf(await read())).not.toBe(name);
  rmSync(join(place.directory, "r.csv"));
  const report = await buildReport(first.folder);
  expect(report.variants).toHaveLength(1);
  expect(report.logs).toEqual([
    {
      ...{ file: "r.csv", kind: "requests", records: 40, rows: 80, stretch: 10, skipped: 0, reasons: [] },
      windows: {
        ...{ taken: "disjoint", scored: 40, fitted: 0, independent: 4, block: null },
        text: "episodes are 3 of the 4 windows that lie side by side in it, so that seeds share no requests",
      },
    },
  ]);
  const record: unknown = JSON.parse(readFileSync(join(first.folder, "run.json"), "utf8"));
  expect(record).toMatchObject({
    variants: [
      { description: { environment: { log: { file: "r.csv", content: expect.stringMatching(/^[\da-f]{16}$/) } } } },
    ],
  });
});

test("a kept log that was cut in half is read again, and one of which a bit was turned ends the run", async () => {
  const place = folderOf({ "r.csv": REQUEST_LOG });
  const store = join(place.directory, "store");
  writeFileSync(join(place.directory, "e.yaml"), requests(2));
  const objectives = async (...args: readonly string[]) => {
    const { code, stdout, complaint } = await agon(["run", "e.yaml", "--json", "--store", ...args], {
      cwd: place.directory,
    });
    expect([code, complaint]).toEqual([0, ""]);
    const { variants }: { variants: { points: unknown }[] } = JSON.parse(stdout);
    return variants;
  };
  await objectives(store);
  const kept = keptIn(store);
  const records = join(kept, readdirSync(kept).find((name) => name.endsWith(".log")) ?? "");
  truncateSync(records, Math.floor(statSync(records).size / 2));
  writeFileSync(join(place.directory, "e.yaml"), requests(4));
  expect(await objectives(store)).toEqual(await objectives(join(place.directory, "fresh")));
  const bytes = readFileSync(records);
  for (let k = 0; k < bytes.length; k += 64) bytes[k] ^= 1;
  writeFileSync(records, bytes);
  rmSync(join(store, "cells"), { recursive: true });
  const { code, complaint } = await agon(["run", "e.yaml", "--store", store], { cwd: place.directory });
  expect([code, complaint]).toEqual([2, expect.stringContaining(`${records} is not as it was written; remove it`)]);
});

test("threads read the log that was read once, and write the same bytes as one", async () => {
  const place = folderOf({ "r.csv": REQUEST_LOG });
  const yaml = requests(4, "{ file: r.csv, fit: 0.2, windows: blocks }", ", benchmark: hindsight");
  writeFileSync(join(place.directory, "e.yaml"), yaml);
  const cells = async (workers: string) => {
    const store = resolve(place.directory, `store-${workers}`);
    const words = ["run", "e.yaml", "--store", store, "--workers", workers, "--json"];
    const { code, stdout, complaint } = await agon(words, { cwd: place.directory });
    expect([code, complaint]).toEqual([0, ""]);
    expect(JSON.parse(stdout).cells.done).toBe(4);
    return finishedCells(store).map((file) => [relative(store, file), readFileSync(file).toString("hex")]);
  };
  const two = await cells("2");
  expect(two).toHaveLength(4);
  expect(two).toEqual(await cells("0"));
});

test("bad rows end a run with exit code 2, or are left out where that is said", async () => {
  const bad = REQUEST_LOG.replace("r3,3,b", "r3,oops,b");
  const place = folderOf({ "r.csv": bad });
  writeFileSync(join(place.directory, "e.yaml"), requests(2));
  const refused = await agon(["run", "e.yaml"], { cwd: place.directory });
  expect([refused.code, refused.complaint]).toEqual([
    2,
    'agon: r.csv:9: time: "oops" is no time, such as 1704067200 or 2024-01-01 00:00:00+01:00\n' +
      "agon: r.csv: has 1 bad row; agon log check r.csv finds how other times are written; skipBadRows: true in the log's settings, or --skip-bad-rows, leaves them out and counts them\n",
  ]);
  const skipped = await agon(["run", "e.yaml", "--skip-bad-rows"], { cwd: place.directory });
  expect(skipped.code).toBe(0);
  expect(skipped.stdout).toContain("log: r.csv, 40 requests, 1 bad row left out");
  expect(skipped.stderr).toContain(
    'agon: r.csv: 1 bad row was left out; the first: r.csv:9: time: "oops" is no time, such as 1704067200 or 2024-01-01 00:00:00+01:00',
  );
});

test("episodes of a data set are measured, and another declared reward is computed over them", async () => {
  const { directory } = minariFolder();
  const experiment = (seeds: number) => `
environment: { id: recorded/episodes, log: ${join(directory, "cart-pole-arrow")} }
agents: oracle
objective: payoff
variants:
  recorded: { reward: private }
  upright: { reward: { sum: [{ channel: payoff }, { channel: observations_2, weight: -5 }] } }
seeds: ${seeds}
`;
  const { database, folder } = await ran(experiment(3));
  const { rows } = await database.query(`
    SELECT any_value(recording) AS recording, any_value(e.steps)::INTEGER AS steps, bool_and(terminated) AS terminated,
      any_value(e.pay) - sum(s.payoff - 5 * s.observations_2) AS rest, any_value(e.payoff) AS payoff, min(s.followed) AS followed
    FROM episodes e JOIN steps s USING (variant, seed) WHERE variant = 'upright' GROUP BY seed ORDER BY recording`);
  const whole = { terminated: true, followed: 1, rest: expect.closeTo(0, 9) };
  expect(rows).toEqual([
    { ...whole, recording: "episode 0", steps: 24, payoff: 24 },
    { ...whole, recording: "episode 1", steps: 16, payoff: 16 },
    { ...whole, recording: "episode 2", steps: 13, payoff: 13 },
  ]);
  const { variants, logs, finding } = await buildReport(folder);
  expect(variants[0].pay.mean).toBeCloseTo(53 / 3, 12);
  // Played again from what was stored.
  expect(variants[1].typical?.actions[0]).toHaveLength(16);
  expect(logs).toMatchObject([
    { kind: "episodes", records: 3, rows: 53, windows: { taken: "disjoint", independent: 3 } },
  ]);
  expect(finding.kind).toBe("does not respond");
  const file = join(directory, "e.yaml");
  await expect(parseExperiment(experiment(4), file, { cache: keptIn(join(directory, "s")) })).rejects.toThrow(
    /4 seeds would play 4 episodes, and .*cart-pole-arrow has 3; take at most 3 seeds/,
  );
});
