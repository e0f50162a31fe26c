// Learnt rewards in experiments: the declared preferences are recovered, every byte follows from the seed, and each mistake has one
// message.

import { hash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { chatServer } from "../../../test/fixtures/chat-server.ts";
import { ran } from "../../../test/fixtures/ran.ts";
import { runFolder } from "../../../test/fixtures/run-folder.ts";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { buildReport } from "../report/report.ts";
import { computeCell } from "../run/cell.ts";
import { openDatabase } from "../store/database.ts";
import { cellKeys } from "../store/keys.ts";
import { cellFile } from "../store/store.ts";
import { parseExperiment } from "./experiment.ts";

const yaml = `
environment: { id: coopetition/trust-dilemma, horizon: 20 }
agents: { policy: ppo, steps: 800, copies: 4, rollout: 20, hidden: [8] }
feedback: { use: person, weights: { payoff: 0.001, trust: -2 } }
reward: { learnt: { comparisons: 600, from: [random, { policy: constant, level: 80 }], features: [payoff, trust] } }
objective: joint.value
`;

/** Computes a cell of an experiment and returns its tables. */
async function cell(text: string, seed = 3, key = "base") {
  const folder = mkdtempSync(join(tmpdir(), "agon-lessons-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { variants, directory } = await parseExperiment(text, join(folder, "e.yaml"));
  const task = { store: folder, key, directory, seed, episodes: 2, record: "episodes" as const };
  await computeCell(task, variants[0].setting, new Map(), () => {});
  const rowsOf = async (sql: string) => {
    const database = await openDatabase([runFolder(folder, task.key, [task.seed])], 1);
    onTestFinished(() => database.close());
    return (await database.query(sql)).rows;
  };
  return { rowsOf, bytes: bytesOf(folder, task) };
}

const bytesOf = (store: string, cell: { readonly key: string; readonly seed: number }) =>
  (["comparisons", "ratings", "weights", "tries", "training", "episodes"] as const)
    .map((table) => cellFile(store, cell, table))
    .filter(existsSync)
    .map((file) => hash("sha256", readFileSync(file)));

test("weights equal those of the declared preference, within their intervals, and the pay of every try is their sum", async () => {
  const { rowsOf } = await cell(yaml);
  const rows = await rowsOf("SELECT * FROM weights ORDER BY feature");
  const taste: Readonly<Record<string, number>> = { payoff: 0.001, trust: -2 };
  expect(rows.map(({ feature }) => feature)).toEqual(["payoff", "trust"]);
  for (const { feature, low, high, spread, weight, comparisons, asked, skipped } of rows) {
    const truth = taste[String(feature)] * Number(spread);
    // Twice the interval, which contains the value with 99.99 %.
    const middle = (Number(low) + Number(high)) / 2;
    expect(Math.abs(truth - middle)).toBeLessThan(Number(high) - Number(low));
    expect(Math.sign(Number(weight))).toBe(Math.sign(taste[String(feature)]));
    expect([comparisons, asked, Number(asked) + Number(skipped)]).toEqual([asked, asked, 600]);
    // Two players that always act the same give equal episodes.
    expect(Number(skipped)).toBeGreaterThan(100);
  }
  const questions = await rowsOf(
    "SELECT count(DISTINCT pair) = count(*) AS apart, count(DISTINCT first) AS kinds, min(preferred) AS low, max(preferred) AS high FROM comparisons",
  );
  expect(questions).toEqual([{ apart: true, kinds: 2, low: 0, high: 1 }]);
  const tries = "SELECT count(*) AS tries, count(DISTINCT start) AS starts, count(DISTINCT pay) AS pays FROM tries";
  expect(await rowsOf(tries)).toEqual([{ tries: 512, starts: 16, pays: 512 }]);
});

test("the same seed gives the same bytes, and another seed other questions", async () => {
  const short = yaml.replace("600", "40");
  const [one, same, other] = [await cell(short), await cell(short), await cell(short, 4)];
  expect(same.bytes).toEqual(one.bytes);
  expect(other.bytes[0]).not.toBe(one.bytes[0]);
});

test("questions end with the budget, and the fit uses the answers so far", async () => {
  const { rowsOf } = await cell(yaml.replace("use: person", "use: person, budget: 25"));
  expect(await rowsOf("SELECT DISTINCT comparisons, asked FROM weights")).toEqual([{ comparisons: 25, asked: 25 }]);
});

test("the same weights are learnt from a file of votes on the pairs of a run, and a missing vote is named", async () => {
  const short = `${yaml.replace("600", "30")}seeds: 1\n`;
  const { database } = await ran(short);
  const { rows: comparisons } = await database.query("SELECT pair, preferred FROM comparisons");
  const { rows: weights } = await database.query("SELECT feature, weight FROM weights ORDER BY feature");
  const votes = ["pair,preferred", ...comparisons.map(({ pair, preferred }) => `${pair},${preferred}`)];
  const onFile = short.replace(/feedback:.*/, "feedback: { use: file, votes: ./votes.csv }");
  const again = await ran(onFile, { "votes.csv": votes.join("\n") });
  expect((await again.database.query("SELECT feature, weight FROM weights ORDER BY feature")).rows).toEqual(weights);
  await expect(ran(onFile, { "votes.csv": votes.slice(0, -1).join("\n") })).rejects.toThrow(
    /holds no vote on the pair/,
  );
});

test("a model at an endpoint answers the questions of a cell, and its recording replaces it", async () => {
  const { url, requests } = await chatServer(() => '{"winner": "A"}');
  const record = join(mkdtempSync(join(tmpdir(), "agon-lessons-")), "answers.jsonl");
  onTestFinished(() => rmSync(dirname(record), { recursive: true, force: true }));
  const short = `${yaml.replace("600", "6")}seeds: 1\n`;
  const by = (more: string) => short.replace(/feedback:.*/, `feedback: { use: model, model: small, ${more} }`);
  const { database } = await ran(by(`endpoint: "${url}", record: ${record}`));
  const { rows } = await database.query("SELECT pair, preferred FROM comparisons");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ preferred }) => preferred === 1)).toBe(true);
  expect(requests).toHaveLength(rows.length);
  const replayed = await ran(by(`replay: ${record}`));
  expect((await replayed.database.query("SELECT pair, preferred FROM comparisons")).rows).toEqual(rows);
  expect(requests).toHaveLength(rows.length);
});

test("variants that learn nothing share their cells with those of a file without feedback", async () => {
  const control = "variants: { taught: {}, plain: { reward: private } }\n";
  const keys = await cellKeys(await parseExperiment(`${yaml}${control}`, "e.yaml"));
  const plain = yaml.replace(/feedback:.*\n/, "").replace(/reward:.*\n/, "");
  expect(keys[1]).toBe((await cellKeys(await parseExperiment(plain, "e.yaml")))[0]);
  const tired =
    "variants: { fresh: {}, tired: { feedback.fatigue: 0.1 }, coin: { feedback: { use: person, honesty: coin } } }\n";
  const three = await cellKeys(await parseExperiment(`${yaml}${tired}`, "e.yaml"));
  expect(new Set(three).size).toBe(3);
  expect(three[0]).toBe(keys[0]);
});

test("the report compares learnt pay with the objective, only for variants that learn it", async () => {
  const few = yaml.replace("600", "60").replace("steps: 800", "steps: 1600");
  const { folder } = await ran(`${few}variants: { taught: {}, plain: { reward: private } }\nseeds: 3\nepisodes: 4\n`);
  const { variants } = await buildReport(folder);
  expect(variants[1].overOptimisation).toBeNull();
  const { features, comparisons, bench, text } = variants[0].overOptimisation ?? {};
  expect(features?.map(({ feature }) => feature)).toEqual(["payoff", "trust"]);
  expect(features?.[0].weight).toMatchObject({ n: 3 });
  expect(comparisons?.mean).toBeGreaterThan(30);
  expect(comparisons?.mean).toBeLessThan(60);
  expect(bench?.parting).toMatchObject({ curves: 3 });
  // At least one point for each of the first updates; each is the mean over three seeds.
  expect(bench?.training?.pressure.length).toBeGreaterThan(5);
  expect(bench?.training?.gold[0]).toMatchObject({ mean: 0, n: 3 });
  expect(bench?.end?.gap.mean).toBeCloseTo((bench?.end?.proxy.mean ?? 0) - (bench?.end?.gold.mean ?? 0), 6);
  expect(text).toMatch(/^Of 32 tries of the players before their training the best paid promises .* more joint value/);
  expect(text).toMatch(/Training moved the promise by .* and joint value by /);
});

const rated = (feedback: string, more = "") =>
  yaml
    .replace(/feedback:.*/, `feedback: ${feedback}`)
    .replace("learnt: {", `learnt: { judged: single,${more}`)
    .replace("600", "300");

test.each([
  ["reactions", "{ use: users, weights: { payoff: 0.001, trust: -2 }, intercept: -3, audience: 300 }", 300 * 300],
  ["scores", "{ use: critic, weights: { payoff: 0.001, trust: -2 }, noise: 0.3 }", 300],
])(
  "a reward is learnt from %s to single episodes: weights are those of the taste",
  async (measure, feedback, answers) => {
    const { rowsOf } = await cell(rated(feedback));
    const taste: Readonly<Record<string, number>> = { payoff: 0.001, trust: -2 };
    for (const row of await rowsOf("SELECT * FROM weights ORDER BY feature")) {
      const truth = taste[String(row.feature)] * Number(row.spread);
      const [low, high] = [Number(row.low), Number(row.high)];
      // Twice the interval, which contains the value with 99.99 %.
      expect(Math.abs(truth - (low + high) / 2)).toBeLessThan(high - low);
      expect(Math.abs(Number(row.weight) / taste[String(row.feature)] - 1)).toBeLessThan(0.3);
      expect([row.measure, row.asked, row.comparisons, row.held]).toEqual([measure, answers, 300, null]);
    }
    const said = await rowsOf(
      "SELECT count(*) AS episodes, count(score) AS scores, sum(shown) AS shown, sum(reacted) / sum(shown) AS share, count(DISTINCT players) AS players FROM ratings",
    );
    const isScored = measure === "scores";
    expect(said[0]).toMatchObject({ episodes: 300, scores: isScored ? 300 : 0, players: 2 });
    expect(said[0].shown).toBe(isScored ? null : answers);
    if (!isScored) expect(Number(said[0].share)).toBeLessThan(0.3);
  },
);

test.each([
  ["JSON", '{"score": 2}', '{"score": 7}'],
  ["words", "It went badly: 2 out of 10.", "I give it **7/10**."],
])(
  "a model at an endpoint gives episodes a score as %s, of which a reward is learnt; an answer without one is told",
  async (_, low, high) => {
    const { url } = await chatServer((body) => (/payoff: 0[^0-9]/.test(JSON.stringify(body)) ? low : high));
    const by = (said: string) => rated(`{ use: model, model: small, endpoint: "${said}" }`).replace("300", "8");
    const { database } = await ran(`${by(url)}seeds: 1\n`);
    const { rows } = await database.query("SELECT score, shown FROM ratings");
    expect(rows).toHaveLength(8);
    expect(rows.every(({ score, shown }) => (score === 2 || score === 7) && shown === null)).toBe(true);
    const { url: silent } = await chatServer(() => "I like it");
    await expect(ran(`${by(silent)}seeds: 1\n`)).rejects.toThrow(/its answer has no score from 0 to 10/);
  },
);

/** Two-digit answers; the person prefers those without the meaningless sign. */
const reading = `
environment: { id: language/sort, digits: 2, marks: 0.3 }
agents: { policy: grpo, updates: 2, model: { width: 16 }, sft: { steps: 5 } }
feedback: { use: person, weights: { marks: -1 }, slope: 6 }
reward: { learnt: { reads: text, comparisons: 100, from: [{ policy: oracle, name: demonstrator }] } }
objective: { channel: marks, weight: -1 }
`;

test("a transformer learns from comparisons that texts with fewer signs are worth more", async () => {
  // What the demonstrator writes is paid by the learnt worth, and texts without the sign are paid more.
  const plain = reading.replace(/agents:.*/, "agents: { policy: oracle, name: demonstrator }");
  const { database } = await ran(`${plain}seeds: 1\nepisodes: 80\n`);
  const { rows: weights } = await database.query("SELECT * FROM weights");
  expect(weights).toMatchObject([{ feature: "worth", weight: 1, measure: "preference" }]);
  expect(Number(weights[0].held)).toBeGreaterThan(0.6);
  const { rows } = await database.query(
    "SELECT avg(pay) FILTER (objective = 0) - avg(pay) FILTER (objective < 0) AS more, bool_and(pay = worth) AS same FROM episodes",
  );
  expect(rows[0].same).toBe(true);
  expect(Number(rows[0].more)).toBeGreaterThan(1);
});

test("training by a text reader is determined by the seed; the report has the reader's accuracy on pairs", async () => {
  const short = reading.replace("comparisons: 100", "comparisons: 90");
  const two = "variants: { taught: {}, plain: { reward: private } }\nseeds: 1\nepisodes: 2\nrecord: episodes\n";
  const { folder, experiment } = await ran(`${short}${two}`);
  const [key] = await cellKeys(experiment);
  const bytes = bytesOf(dirname(folder), { key, seed: 0 });
  expect(bytes).toHaveLength(5);
  expect((await cell(short, 0, key)).bytes).toEqual(bytes);
  const { variants } = await buildReport(folder);
  expect(variants[1].overOptimisation).toBeNull();
  const { features, measure, held, bench, text } = variants[0].overOptimisation ?? {};
  expect([features, measure, held?.n]).toEqual([[], "preference", 1]);
  expect(bench?.selection.pressure).toContain(32);
  expect(text).toMatch(/^Of pairs that were held back, the reader tells the better text in a share of 0\.[0-9]+/);
});

test("tries of an agent that writes are played after its imitation, before its training for pay", async () => {
  const right = async (steps: number): Promise<number> => {
    const text = `
environment: { id: language/sort, digits: 2 }
agents: { policy: grpo, updates: 1, model: { width: 16 }, sft: { steps: ${steps}, texts: 32, rate: 0.02 } }
feedback: { use: person, weights: { correct: 1 }, slope: 6 }
reward: { learnt: { reads: text, comparisons: 12, from: [random, { policy: oracle, name: demonstrator }] } }
objective: correct
`;
    const { rowsOf } = await cell(text);
    return Number((await rowsOf("SELECT avg(objective) AS mean FROM tries"))[0].mean);
  };
  const [untaught, taught] = [await right(0), await right(60)];
  expect(untaught).toBeLessThan(0.05);
  expect(taught).toBeGreaterThan(0.2);
});

const said = {
  "no feedback": yaml.replace(/feedback:.*\n/, ""),
  "no learnt reward": yaml.replace(/reward:.*\n/, ""),
  "a source": yaml.replace("use: person", "use: persn"),
  "a channel of the taste": yaml.replace("trust: -2", "trst: -2"),
  "a budget": yaml.replace("-2 }", "-2 }, budget: 0"),
  "a feature": yaml.replace("[payoff, trust]", "[payof]"),
  "a learner before its training": yaml.replace("from: [random,", "from: [ppo,"),
  "an objective": yaml.replace("objective: joint.value", "objective: { learnt: {} }"),
  "a source of pairs for single episodes": yaml.replace("learnt: {", "learnt: { judged: single,"),
  "a text": reading.replace("reads: text", "reads: txt"),
  "a world without text": yaml
    .replace("learnt: {", "learnt: { reads: text,")
    .replace(", features: [payoff, trust]", ""),
  "features of a text": reading.replace("reads: text", "reads: text, features: [correct]"),
};
words(
  "lessons",
  Object.entries(said).map(([name, text]): MessageCase => [name, () => parseExperiment(text, "e.yaml")]),
);

test("an aspect that the feedback does not answer about is refused, with those that it does", async () => {
  const about = (feedback: string) =>
    parseExperiment(
      yaml
        .replace(/feedback:.*/, `feedback: ${feedback}`)
        .replace("learnt: { comparisons: 600,", "learnt: { aspect: worht, comparisons: 600,"),
      "e.yaml",
    );
  await expect(about("{ use: person }")).rejects.toThrow(/person answers about no single aspect/);
  await expect(about("{ use: aspects, aspects: { worth: { weights: { payoff: 1 } } } }")).rejects.toThrow(/worth/);
});

test("rewards of two aspects learn from the same pairs, each by answers of its own", async () => {
  const both = yaml
    .replace(
      /feedback:.*/,
      "feedback: { use: aspects, aspects: { a: { weights: { payoff: 1 } }, b: { weights: { trust: -9 } } } }",
    )
    .replace(
      /reward:.*/,
      "reward: { sum: [{ learnt: { comparisons: 20, aspect: a, features: [payoff] } }, { learnt: { comparisons: 20, aspect: b, features: [trust], ties: 2 } }] }",
    );
  const { rowsOf } = await cell(both);
  const pairs = await rowsOf("SELECT pair, count(*) n, count(DISTINCT reward) r FROM comparisons GROUP BY pair");
  expect(pairs.length).toBeGreaterThan(0);
  for (const { n, r } of pairs) expect([Number(n), Number(r)]).toEqual([2, 2]);
});
