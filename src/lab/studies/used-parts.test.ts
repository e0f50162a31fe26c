// Parts that experiments of studies name, by kind.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { usedParts } from "./used-parts.ts";

const FILE = `
study: { source: nowhere, method: none }
environment: { id: duels/preference-game, answers: { id: no world } }
agents: { policy: grpo, method: { use: matchtir }, with: [cooper, { use: revisor }] }
reward: { sum: [channel: payoff, { product: [use: bonus/episodic, use: bonus/global] }] }
feedback: { use: person, weights: { success: 1 } }
measures: [exploitability, { use: pass-hat-k, name: twice }]
stages:
  policy: { agents.policy: dqn }
variants:
  reward: {}
  written: { agents.method: dpo, agents: { policy: trained, stage: policy } }
  plain: { agents: equilibrium, reward: { sum: [{ learnt: { features: [key] } }, { subgoals: { key: { pay: 1 } } }] } }
  two: { agents: [random, { policy: supervised, rule: frozen, pairs: { rule: plain } }] }
  searched: { agents.rule: restarts, environment.rule: vcg }
  many: { agents: { policy: dqn, steps: 9, heads: [{ share: 1 }], auxiliary: { foresight: {} } }, agents.balance: sum }
claims:
  method: { variant: reward, measure: payoff }
`;

test("are those below the keys that name parts, once, in their order", () => {
  const folder = mkdtempSync(join(tmpdir(), "agon-parts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "experiment.yaml"), FILE);
  expect(usedParts(join(folder, "experiment.yaml"))).toEqual([
    ["worlds", ["duels/preference-game"]],
    ["agents", ["grpo", "dqn", "equilibrium", "random", "supervised"]],
    ["text methods", ["matchtir", "dpo"]],
    ["callbacks", ["cooper", "revisor"]],
    ["rewards", ["bonus/episodic", "bonus/global"]],
    ["sources of feedback", ["person"]],
    ["measures", ["exploitability", "pass-hat-k"]],
    ["rules of worlds", ["vcg"]],
    ["rules of agents", ["frozen", "restarts"]],
    ["settings of agents", ["pairs", "heads", "auxiliary", "balance: sum"]],
    ["forms of rewards", ["product", "learnt", "subgoals"]],
    ["channels of rewards", ["payoff"]],
  ]);
});
