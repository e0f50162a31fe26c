// Players of another run: they act as after their training, also with other partners and in another world of the same shape.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { parseExperiment } from "../experiment/experiment.ts";
import { keptIn } from "../experiment/store-place.ts";
import { trainedFile } from "../store/cell-files.ts";
import { openDatabase } from "../store/database.ts";
import { cellKeys } from "../store/keys.ts";
import { episodeReplay } from "../view/episode-replay.ts";
import { runExperiment } from "./run.ts";

const world = "environment: { id: coopetition/trust-dilemma, horizon: 20 }";
const learning = `
${world}
agents: { policy: ppo, steps: 800, copies: 4, rollout: 20, hidden: [8] }
objective: trust
variants: { alone: { reward: private }, together: { reward: cooperative } }
episodes: 3
seeds: 2
`;

const trainedStore = mkdtempSync(join(tmpdir(), "agon-trained-"));
afterAll(() => rmSync(trainedStore, { recursive: true, force: true }));
beforeAll(async () => {
  const experiment = await parseExperiment(learning, join(trainedStore, "learn.yaml"), { cache: keptIn(trainedStore) });
  await runExperiment(experiment, { store: trainedStore, workers: 0 });
});

/** Creates a store in which the cells of `learning` are computed already, and a function that runs experiments in it. */
function laboratory() {
  const folder = mkdtempSync(join(tmpdir(), "agon-trained-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, "s");
  cpSync(trainedStore, store, { recursive: true });
  const read = (yaml: string, name: string) =>
    parseExperiment(yaml, join(folder, `${name}.yaml`), { cache: keptIn(store) });
  return {
    store,
    read,
    /** Returns the pay of each episode, by variant, seed, episode and agent. */
    async ran(yaml: string, name: string) {
      const experiment = await read(yaml, name);
      const result = await runExperiment(experiment, { store, workers: 0 });
      const database = await openDatabase([result.folder], 1);
      const { rows } = await database.query(
        "SELECT variant, seed, episode, agent, pay, payoff FROM episodes ORDER BY ALL",
      );
      database.close();
      return { ...result, rows, keys: await cellKeys(experiment) };
    },
  };
}

const playing = (rest: string, agents = "{ policy: trained, run: learn, variant: together }") => `
${world}
agents: ${agents}
reward: cooperative
objective: trust
variants: { together: {} }
episodes: 3
${rest}`;

test("a player plays what it played after its training, seed by seed", async () => {
  const { ran, store } = laboratory();
  const learnt = await ran(learning, "learn");
  const own = learnt.rows.filter(({ variant }) => variant === "together");
  expect(new Set(own.map(({ pay }) => pay)).size).toBeGreaterThan(3);
  const again = await ran(playing("seeds: 2"), "play");
  expect(again.rows).toEqual(own);
  // A replay gives the same probabilities for both.
  const [before, after] = await Promise.all(
    [learnt, again].map(({ run }) => episodeReplay(store, run, { variant: "together", seed: 1, episode: 1 })),
  );
  expect(before.measures.map(({ name }) => name).slice(-2)).toEqual(["logDensity", "entropy"]);
  expect(after.measures).toEqual(before.measures);
  // One fixed training seed for all cells.
  const fixed = "{ policy: trained, run: learn, variant: together, seed: 1 }";
  const { rows } = await ran(playing("seeds: 2", fixed), "fixed");
  expect(rows.filter(({ seed }) => seed === 1)).toEqual(own.filter(({ seed }) => seed === 1));
  expect(rows.filter(({ seed }) => seed === 0)).not.toEqual(own.filter(({ seed }) => seed === 0));
}, 60_000);

test("two players with other rewards play each other, and a third learns against them; any run name of the same cells gives the same", async () => {
  const { ran, read } = laboratory();
  const learnt = await ran(learning, "learn");
  const against = (run: string) =>
    playing(
      "seeds: 1",
      `{ agent_0: { policy: trained, run: ${run}, variant: alone }, agent_1: { policy: trained, run: ${run}, variant: together } }`,
    );
  const met = await ran(against("learn"), "met");
  const [first, second] = met.rows.filter(({ episode }) => episode === 0);
  expect(first.payoff).not.toBe(second.payoff);
  expect(await cellKeys(await read(against(learnt.run), "met"))).toEqual(met.keys);
  const student =
    "{ agent_0: { policy: ppo, steps: 400, copies: 2, rollout: 20, hidden: [8] }, agent_1: { policy: trained, run: learn, variant: alone } }";
  expect((await ran(playing("seeds: 1", student), "student")).rows).toHaveLength(6);
}, 60_000);

test("a player that cannot be seated is reported with the nearest valid one", async () => {
  const { ran, read, store } = laboratory();
  const learnt = await ran(learning, "learn");
  const refused = (agents: string, rest = "seeds: 1") => expect(read(playing(rest, agents), "x")).rejects;
  await refused("{ policy: trained, run: lern }").toThrow("no run in");
  await refused("{ policy: trained, run: learn, variant: togther }").toThrow('did you mean "together"?');
  await refused("{ policy: trained, run: learn }").toThrow('trained several: "alone", "together"; name one');
  await refused("{ policy: trained, run: learn, variant: alone, agent: agent_7 }").toThrow("agent that learnt");
  await refused("{ policy: trained, run: learn, variant: alone, seed: 9 }").toThrow(
    /no player of seed 9 was trained in trust-dilemma-[0-9a-f]+; there are 0, 1/,
  );
  await ran(playing("seeds: 1", "{ policy: constant, level: 40 }"), "scripted");
  await refused("{ policy: trained, run: scripted, variant: together }").toThrow(
    'variant "together" of scripted trains no agent',
  );
  await refused("{ policy: trained, run: scripted }").toThrow("no variant of scripted-");
  const elsewhere = playing("seeds: 1").replace("coopetition/trust-dilemma", "coopetition/team-production");
  await expect(read(elsewhere, "x")).rejects.toThrow(
    "was trained in a world of another shape: numbers in an observation were 12, and are 32",
  );
  // The cell of a seed without a training.
  await expect(ran(playing("seeds: [1, 2]"), "y")).rejects.toThrow("no player of seed 2 was trained in");
  const file = trainedFile({ store, key: learnt.keys[1], seed: 0 });
  writeFileSync(file, readFileSync(file).subarray(0, 100));
  await refused("{ policy: trained, run: learn, variant: together }").toThrow(
    `${dirname(file)}/0.safetensors cannot be used`,
  );
}, 60_000);

test("a training that ends within a segment stores its players too", async () => {
  const { ran, read, store } = laboratory();
  // Eleven updates, in segments of two.
  const short = learning.replace("steps: 800", "steps: 880");
  const { keys, run } = await ran(short, "short");
  for (const key of keys) expect(existsSync(trainedFile({ store, key, seed: 1 }))).toBe(true);
  const again = await ran(playing("seeds: 2", `{ policy: trained, run: ${run}, variant: together }`), "again");
  expect(again.rows).toHaveLength(12);
  await expect(
    read(playing("seeds: 1", "{ policy: trained, run: short, variant: together, seed: 7 }"), "x"),
  ).rejects.toThrow("there are 0, 1");
}, 60_000);
