// Learnt rewards in experiments: what is learnt is the taste that was declared, every byte follows from the seed, and mistakes have one sentence.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { chatServer } from "../../../test/fixtures/chat-server.ts";
import { ran } from "../../../test/fixtures/ran.ts";
import { runFolder } from "../../../test/fixtures/run-folder.ts";
import { UserError } from "../../core/errors.ts";
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

async function cell(text: string, seed = 3) {
  const folder = mkdtempSync(join(tmpdir(), "agon-lessons-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { variants, directory } = await parseExperiment(text, join(folder, "e.yaml"));
  const task = { store: folder, key: "base", directory, seed, episodes: 2, record: "episodes" as const };
  const summary = await computeCell(task, variants[0].setting, new Map(), () => {});
  const bytes = (["comparisons", "ratings", "weights", "tries", "training", "episodes"] as const)
    .map((table) => cellFile(folder, task, table))
    .filter(existsSync)
    .map((file) => readFileSync(file).toString("base64"));
  return { folder, task, summary, bytes };
}

test("weights are those of the taste, within their intervals, and the pay of every try is their sum", async () => {
  const { folder, task } = await cell(yaml);
  const database = await openDatabase([runFolder(folder, task.key, [task.seed])], 1);
  try {
    const { rows } = await database.query("SELECT * FROM weights ORDER BY feature");
    const taste: Readonly<Record<string, number>> = { payoff: 0.001, trust: -2 };
    expect(rows.map(({ feature }) => feature)).toEqual(["payoff", "trust"]);
    for (const { feature, low, high, spread, weight, comparisons, asked, skipped } of rows) {
      const truth = taste[String(feature)] * Number(spread);
      // Twice the interval, which holds with 99.99 %.
      const middle = (Number(low) + Number(high)) / 2;
      expect(Math.abs(truth - middle)).toBeLessThan(Number(high) - Number(low));
      expect(Math.sign(Number(weight))).toBe(Math.sign(taste[String(feature)]));
      expect([comparisons, asked, Number(asked) + Number(skipped)]).toEqual([asked, asked, 600]);
      // Two players that always do the same come to the same.
      expect(Number(skipped)).toBeGreaterThan(100);
    }
    const { rows: questions } = await database.query(
      "SELECT count(DISTINCT pair) = count(*) AS apart, count(DISTINCT first) AS kinds, min(preferred) AS low, max(preferred) AS high FROM comparisons",
    );
    expect(questions).toEqual([{ apart: true, kinds: 2, low: 0, high: 1 }]);
    const { rows: tries } = await database.query(
      "SELECT count(*) AS tries, count(DISTINCT start) AS starts, count(DISTINCT pay) AS pays FROM tries",
    );
    expect(tries).toEqual([{ tries: 512, starts: 16, pays: 512 }]);
  } finally {
    database.close();
  }
});

test("the same seed gives the same bytes, and another one other questions", async () => {
  const short = yaml.replace("600", "40");
  const [one, same, other] = [await cell(short), await cell(short), await cell(short, 4)];
  expect(same.bytes).toEqual(one.bytes);
  expect(other.bytes[0]).not.toBe(one.bytes[0]);
});

test("a budget ends the questions, and the fit is of what was answered", async () => {
  const { folder, task } = await cell(yaml.replace("use: person", "use: person, budget: 25"));
  const database = await openDatabase([runFolder(folder, task.key, [task.seed])], 1);
  try {
    const { rows } = await database.query("SELECT DISTINCT comparisons, asked FROM weights");
    expect(rows).toEqual([{ comparisons: 25, asked: 25 }]);
  } finally {
    database.close();
  }
});

test("votes on the pairs of a run teach the same weights from their file, and a missing one is named", async () => {
  const short = `${yaml.replace("600", "30")}seeds: 1\n`;
  const { database } = await ran(short);
  const { rows: asked } = await database.query("SELECT pair, preferred FROM comparisons");
  const { rows: weights } = await database.query("SELECT feature, weight FROM weights ORDER BY feature");
  const votes = ["pair,preferred", ...asked.map(({ pair, preferred }) => `${pair},${preferred}`)];
  const onFile = short.replace(/feedback:.*/, "feedback: { use: file, votes: ./votes.csv }");
  const again = await ran(onFile, { "votes.csv": votes.join("\n") });
  expect((await again.database.query("SELECT feature, weight FROM weights ORDER BY feature")).rows).toEqual(weights);
  await expect(ran(onFile, { "votes.csv": votes.slice(0, -1).join("\n") })).rejects.toThrow(
    /holds no vote on the pair/,
  );
});

test("a model at an endpoint answers the questions of a cell, and its recording stands for it", async () => {
  const { url, asked } = await chatServer(() => '{"winner": "A"}');
  const record = join(mkdtempSync(join(tmpdir(), "agon-lessons-")), "answers.jsonl");
  onTestFinished(() => rmSync(dirname(record), { recursive: true, force: true }));
  const short = `${yaml.replace("600", "6")}seeds: 1\n`;
  const by = (more: string) => short.replace(/feedback:.*/, `feedback: { use: model, model: small, ${more} }`);
  const { database } = await ran(by(`endpoint: "${url}", record: ${record}`));
  const { rows } = await database.query("SELECT pair, preferred FROM comparisons");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ preferred }) => preferred === 1)).toBe(true);
  expect(asked).toHaveLength(rows.length);
  const replayed = await ran(by(`replay: ${record}`));
  expect((await replayed.database.query("SELECT pair, preferred FROM comparisons")).rows).toEqual(rows);
  expect(asked).toHaveLength(rows.length);
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

test("the report says what pay promises and what it brings, of variants that learn it alone", async () => {
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
  // At least one point for each of the first updates, and of each the mean over three seeds.
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

async function weightsOfCell(text: string) {
  const { folder, task } = await cell(text);
  const database = await openDatabase([runFolder(folder, task.key, [task.seed])], 1);
  onTestFinished(() => database.close());
  const { rows } = await database.query("SELECT * FROM weights ORDER BY feature");
  return { rows, database };
}

test.each([
  ["reactions", "{ use: users, weights: { payoff: 0.001, trust: -2 }, intercept: -3, audience: 300 }", 300 * 300],
  ["scores", "{ use: critic, weights: { payoff: 0.001, trust: -2 }, noise: 0.3 }", 300],
])(
  "a reward is learnt from %s to single episodes: weights are those of the taste",
  async (measure, feedback, asked) => {
    const { rows, database } = await weightsOfCell(rated(feedback));
    const taste: Readonly<Record<string, number>> = { payoff: 0.001, trust: -2 };
    for (const row of rows) {
      const truth = taste[String(row.feature)] * Number(row.spread);
      const [low, high] = [Number(row.low), Number(row.high)];
      // Twice the interval, which holds with 99.99 %.
      expect(Math.abs(truth - (low + high) / 2)).toBeLessThan(high - low);
      expect(Math.abs(Number(row.weight) / taste[String(row.feature)] - 1)).toBeLessThan(0.3);
      expect([row.measure, row.asked, row.comparisons, row.held]).toEqual([measure, asked, 300, null]);
    }
    const { rows: said } = await database.query(
      "SELECT count(*) AS episodes, count(score) AS scores, sum(shown) AS shown, sum(reacted) / sum(shown) AS share, count(DISTINCT players) AS players FROM ratings",
    );
    const isScored = measure === "scores";
    expect(said[0]).toMatchObject({ episodes: 300, scores: isScored ? 300 : 0, players: 2 });
    expect(said[0].shown).toBe(isScored ? null : asked);
    if (!isScored) expect(Number(said[0].share)).toBeLessThan(0.3);
  },
);

test("a model at an endpoint gives episodes a score, of which a reward is learnt; an answer without one is told", async () => {
  const { url } = await chatServer((body) => `{"score": ${/payoff: 0[^0-9]/.test(JSON.stringify(body)) ? 2 : 7}}`);
  const by = (said: string) => rated(`{ use: model, model: small, endpoint: "${said}" }`).replace("300", "8");
  const { database } = await ran(`${by(url)}seeds: 1\n`);
  const { rows } = await database.query("SELECT score, shown FROM ratings");
  expect(rows).toHaveLength(8);
  expect(rows.every(({ score, shown }) => (score === 2 || score === 7) && shown === null)).toBe(true);
  const { url: silent } = await chatServer(() => "I like it");
  await expect(ran(`${by(silent)}seeds: 1\n`)).rejects.toThrow(/its answer has no score from 0 to 10/);
});

/** Answers of two digits, which the person likes without the sign that means nothing. */
const reading = `
environment: { id: language/sort, digits: 2, marks: 0.3 }
agents: { policy: grpo, updates: 2, model: { width: 16 }, sft: { steps: 5 } }
feedback: { use: person, weights: { marks: -1 }, slope: 6 }
reward: { learnt: { reads: text, comparisons: 100, from: [{ policy: oracle, name: demonstrator }] } }
objective: { channel: marks, weight: -1 }
`;

test("a transformer learns from comparisons what a text is worth: fewer signs more", async () => {
  // What a demonstrator writes is paid by that, and texts without the sign are paid more.
  const plain = reading.replace(/agents:.*/, "agents: { policy: oracle, name: demonstrator }");
  const { database } = await ran(`${plain}seeds: 1\nepisodes: 200\n`);
  const { rows: weights } = await database.query("SELECT * FROM weights");
  expect(weights).toMatchObject([{ feature: "worth", weight: 1, measure: "preference" }]);
  expect(Number(weights[0].held)).toBeGreaterThan(0.6);
  const { rows } = await database.query(
    "SELECT avg(pay) FILTER (objective = 0) - avg(pay) FILTER (objective < 0) AS more, bool_and(pay = worth) AS same FROM episodes",
  );
  expect(rows[0].same).toBe(true);
  expect(Number(rows[0].more)).toBeGreaterThan(1);
});

test("all that a writer is taught by a reader follows from the seed", async () => {
  const short = reading.replace("comparisons: 100", "comparisons: 30");
  expect((await cell(short)).bytes).toEqual((await cell(short)).bytes);
});

test("the report says of a reader how well it tells pairs", async () => {
  const short = reading.replace("comparisons: 100", "comparisons: 90");
  const { folder } = await ran(`${short}variants: { taught: {}, plain: { reward: private } }\nseeds: 1\nepisodes: 4\n`);
  const { variants } = await buildReport(folder);
  expect(variants[1].overOptimisation).toBeNull();
  const { features, measure, held, bench, text } = variants[0].overOptimisation ?? {};
  expect([features, measure, held?.n]).toEqual([[], "preference", 1]);
  expect(bench?.selection.pressure).toContain(32);
  expect(text).toMatch(/^Of pairs that were held back, the reader tells the better text in a share of 0\.[0-9]+/);
});

test("a writer's tries come after its imitation, where its training for pay begins", async () => {
  const right = async (steps: number): Promise<number> => {
    const text = `
environment: { id: language/sort, digits: 2 }
agents: { policy: grpo, updates: 1, model: { width: 16 }, sft: { steps: ${steps}, texts: 32, rate: 0.01 } }
feedback: { use: person, weights: { correct: 1 }, slope: 6 }
reward: { learnt: { reads: text, comparisons: 12, from: [random, { policy: oracle, name: demonstrator }] } }
objective: correct
`;
    const { folder, task } = await cell(text);
    const database = await openDatabase([runFolder(folder, task.key, [task.seed])], 1);
    onTestFinished(() => database.close());
    const { rows } = await database.query("SELECT avg(objective) AS mean FROM tries");
    return Number(rows[0].mean);
  };
  const [untaught, taught] = [await right(0), await right(150)];
  expect(untaught).toBeLessThan(0.05);
  expect(taught).toBeGreaterThan(0.2);
});

const told = async (text: string): Promise<string> => {
  try {
    await parseExperiment(text, "e.yaml");
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return "nothing is wrong";
};

test.each([
  [yaml, "nothing is wrong"],
  [
    yaml.replace(/feedback:.*\n/, ""),
    "e.yaml:4:9: reward: is learnt, and there is no feedback; say who compares episodes: feedback: { use: person, weights: { payoff: 1 } }",
  ],
  [
    yaml.replace(/reward:.*\n/, ""),
    "e.yaml:4:11: feedback: is asked nothing: no variant's reward is learnt; let a reward be learnt from it: reward: { learnt: { comparisons: 400 } }",
  ],
  [
    yaml.replace("use: person", "use: persn"),
    'e.yaml:4:18: feedback.use: no source of feedback is called "persn"; did you mean "person"?',
  ],
  [
    yaml.replace("trust: -2", "trst: -2"),
    'e.yaml:4:58: feedback.weights.trst: no channel of this world is called "trst"; did you mean "trust"?',
  ],
  [yaml.replace("-2 }", "-2 }, budget: 0"), "e.yaml:4:73: feedback.budget: is 0; it must be at least 1"],
  [
    yaml.replace("[payoff, trust]", "[payof]"),
    'e.yaml:5:19: reward.learnt: no channel of this world is called "payof"; did you mean "payoff"?',
  ],
  [
    yaml.replace("from: [random,", "from: [ppo,"),
    "e.yaml:5:46: reward.learnt.from.0: ppo has to be trained, and compared episodes are played before any training; name an agent that plays at once, such as random",
  ],
  [
    yaml.replace("objective: joint.value", "objective: { learnt: {} }"),
    "e.yaml:6:12: objective: nothing teaches a learnt reward here; a learnt reward is what a variant of an experiment pays, beside its feedback",
  ],
  [
    yaml.replace("learnt: {", "learnt: { judged: single,"),
    "e.yaml:4:18: feedback.use: person compares two episodes, and says nothing of a single one; users react to single episodes, a critic and a model give them a score",
  ],
  [
    reading.replace("reads: text", "reads: txt"),
    'e.yaml:5:28: reward.learnt.reads: no text of this world is called "txt"; did you mean "text"?',
  ],
  [
    yaml.replace("learnt: {", "learnt: { reads: text,").replace(", features: [payoff, trust]", ""),
    "e.yaml:5:28: reward.learnt.reads: this world writes no text that could be read; choose a world of text, such as language/sort, or let the reward be learnt of features",
  ],
  [
    reading.replace("reads: text", "reads: text, features: [correct]"),
    'e.yaml:5:44: reward.learnt.features: is ["correct"]; a text is read in the place of features; leave one of them out',
  ],
])("mistakes have one sentence, %#", async (text, expected) => expect(await told(text)).toBe(expected));
