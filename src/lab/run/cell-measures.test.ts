// Measures that seat an experiment's players anew: declared ones and those of a stage, while players that learn in the cell have none.

import { expect, it } from "vitest";
import { runFigures } from "../../../test/fixtures/ran.ts";

it("a Schelling diagram seats declared and trained players in all mixes", async () => {
  const yaml = `
environment: { id: commons/pool, horizon: 20 }
reward: { channel: payoff }
stages:
  short: { agents: &learner { policy: ppo, steps: 400, copies: 2, rollout: 20, hidden: [4], shared: true } }
agents: { agent_3: { policy: appropriator, takes: always }, others: { policy: appropriator, takes: by stock } }
objective: payoff
measures:
  - { use: schelling, name: alone, take: defector, at: 3, episodes: 4 }
  - { use: schelling, name: none, take: defector, at: 0, episodes: 4 }
seeds: 1
variants:
  scripts: {}
  trained: { agents.others: { policy: trained, stage: short } }
  learning: { agents.others: *learner }
`;
  const [alone, none] = await runFigures(yaml, "avg(alone)", "coalesce(avg(none), -1)");
  expect(alone("scripts")).toBeCloseTo(20 * 0.025, 9);
  expect(none("scripts")).toBeCloseTo(0.225, 9);
  // Of defectors alone there is nothing to learn.
  expect(none("trained")).toBeCloseTo(0.225, 9);
  expect(alone("trained")).toBeGreaterThanOrEqual(none("trained"));
  expect(none("learning")).toBe(-1);
}, 60_000);
