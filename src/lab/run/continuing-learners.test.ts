// Learners without episodes, named in an experiment: their losses and switches are measured, and worlds that they do not support are
// rejected with a message.

import { expect, it } from "vitest";
import { runFigures } from "../../../test/fixtures/ran.ts";
import { parseExperiment } from "../experiment/experiment.ts";

it("LOOP loses less than UCRL2 and the best fit, and counts its switches", async () => {
  const yaml = `
environment: { id: continuing/ring, horizon: 4096 }
agents: { policy: continuing/loop, models: { id: continuing/ring, prize: [0, 1, 2, 3, 4, 5, 6, 7], pay: [0.1, 0.5, 1] } }
reward: { channel: payoff }
objective: { channel: regret, weight: -1 }
seeds: 4
variants:
  loop: {}
  eager: { agents.trigger: 0 }
  fit: { agents.policy: continuing/best-fit }
  ucrl2: { agents: continuing/ucrl2 }
  planner: { agents: { policy: oracle, name: planner } }
`;
  const [regret, switches] = await runFigures(yaml, "avg(regret)", "max(switches)");
  expect(regret("planner")).toBe(0);
  expect(regret("loop")).toBeLessThan(100);
  expect(regret("ucrl2")).toBeGreaterThan(1000);
  expect(regret("fit")).toBeGreaterThan(1000);
  expect(switches("loop")).toBeGreaterThan(0);
  expect(switches("loop")).toBeLessThan(12);
  expect(switches("eager")).toBeGreaterThan(switches("loop"));
}, 60_000);

it.each([
  ["continuing/ucrl2", "bandits/bernoulli", "does not show one"],
  ["continuing/loop", "continuing/ring", "models with 6 states and 2 actions are none of a world with 8 and 3"],
  ["{ policy: continuing/loop, models: { id: continuing/rong } }", "continuing/ring", 'did you mean "continuing/ring"'],
  [
    "{ policy: continuing/loop, models: { id: continuing/ring, prise: [1, 2] } }",
    "continuing/ring",
    'did you mean "prize"',
  ],
  [
    "{ policy: continuing/loop, models: { id: continuing/ring, slip: [0, 2] } }",
    "continuing/ring",
    "models.slip: is 2",
  ],
  ["{ policy: continuing/loop, values: { weights: [[1]], gains: [0], range: 1 } }", "continuing/ring", "shows none"],
  ["{ policy: continuing/loop, values: { weights: [[1]], gains: [0], range: 1 } }", "continuing/linear", "shows 3"],
  [
    "random",
    "{ id: continuing/linear, features: [[1, 0], [0, 1]], next: [[1, 0], [0, 1]], pay: [0, 1] }",
    "not the same from every state",
  ],
])("%s in %s: %s", async (policy, world, sentence) => {
  const yaml = `environment: ${world}\nagents: ${policy}\nobjective: { channel: payoff }\nseeds: 1\n`;
  await expect(parseExperiment(yaml, "x.yaml")).rejects.toThrow(sentence);
});
