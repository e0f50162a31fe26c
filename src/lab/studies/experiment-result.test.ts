// A study that is an experiment: its record is made of the claims of its run, which the store keeps as any run.

import { join } from "node:path";
import { expect, test } from "vitest";
import { agon } from "../../../test/cli/agon.ts";
import { folderWith } from "../../../test/cli/files.ts";
import { experimentStudy } from "../../study/experiment-study.ts";
import { workedIn } from "../store/run-work.ts";
import { runsOf } from "../store/store.ts";
import { recordsOf } from "./kept-records.ts";
import { runStudy } from "./running.ts";

const FILE = `title: Ways of paying
study: { source: nowhere, claim: the mean pays, published: "18 %", notDone: [much] }
environment: { id: coopetition/slcd, horizon: 10 }
agents: { policy: equilibrium, noise: 1 }
objective: joint.value
variants:
  private: { reward: private }
  cooperative: { reward: cooperative }
claims:
  it pays: { variant: cooperative, measure: joint.value, than: private, headline: true }
  it trusts: "cooperative: trust > 0.99"
seeds: { first: 31, short: 3, full: 4 }
`;

const SHORT = { full: false, signal: new AbortController().signal, progress() {} };

const study = (text = FILE) => experimentStudy(join(folderWith({ "experiment.yaml": text }), "experiment.yaml"));

test("its claims and a table of its variants are the record, and its run is in the store", async () => {
  const one = study();
  expect(one).toMatchObject({ title: "Ways of paying", claimed: "18 %", seeds: { first: 31, short: 3, full: 4 } });
  const store = folderWith({});
  const { results, tables, seeds } = await runStudy(one, SHORT, store);
  expect(seeds).toEqual([31, 32, 33]);
  expect(results.map(({ kind, name, verdict, expected }) => [kind, name, verdict, expected])).toEqual([
    ["claim", "it pays", "holds", "“cooperative”: joint value > “private”"],
    ["claim", "it trusts", "fails", "“cooperative”: trust > 0.99"],
  ]);
  expect(tables[0].columns).toEqual(["joint.value", "trust"]);
  expect(tables[0].rows.map(({ name, cells }) => [name, cells[0]?.n])).toEqual([
    ["private", 3],
    ["cooperative", 3],
  ]);
  expect(recordsOf(one.id, store).short?.results).toEqual(results);
  const [run] = runsOf(store);
  expect(run).toMatch(/^agon-/);
  const { stdout } = await agon(`report ${run} --store ${store} --json`);
  const { claims, finding } = JSON.parse(stdout);
  expect(claims).toMatchObject([{ verdict: "holds" }, { verdict: "fails" }]);
  expect(finding.text).toBe("1 of 1 headline claim holds. Of 1 other, 1 fails.");
});

test("its seconds are those of the work on its run, also where all of it lay in the store", async () => {
  const [one, store] = [study(), folderWith({})];
  const seconds = async () => (await runStudy(one, SHORT, store)).seconds;
  const first = await seconds();
  expect(first).toBeGreaterThan(0);
  expect(await seconds()).toBe(first);
});

test("its seconds have those of its stages", async () => {
  const one = study(`title: Learnt before
study: { source: nowhere, claim: it learns, published: nothing }
environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }
stages:
  before: { agents: { policy: ppo, steps: 2000, copies: 4, rollout: 50, hidden: [8] } }
agents: { policy: trained, stage: before }
reward: { channel: payoff }
objective: payoff
variants: { trained: {} }
claims:
  it pays: { variant: trained, measure: payoff, above: 0, headline: true }
seeds: { first: 31, short: 2, full: 2 }
`);
  const store = folderWith({});
  const { seconds } = await runStudy(one, SHORT, store);
  const worked = runsOf(store).map((run) => workedIn(join(store, run)) ?? 0);
  expect(worked).toHaveLength(2);
  expect(Math.min(...worked)).toBeGreaterThan(0);
  expect(seconds).toBeCloseTo(worked[0] + worked[1], 9);
});

test("other seeds are no record", async () => {
  const one = study();
  const store = folderWith({});
  const changes = { "seeds.count": 2, "seeds.first": 901 };
  const { tables, seeds } = await runStudy(one, { ...SHORT, changes }, store);
  expect([seeds, tables[0].rows[0].cells[0]?.n]).toEqual([[901, 902], 2]);
  expect(recordsOf(one.id, store)).toEqual({});
});

test("what a study's file must say is asked for, with its line", () => {
  expect(() => study(FILE.replace("source: nowhere, ", ""))).toThrow(
    /experiment\.yaml:2:8: study\.source: is missing; it must be a string/,
  );
});
