// Learners that choose what they observe, named in an experiment: they keep their budgets and their limits on switches, and reject worlds
// that they do not support.

import { describe, expect, it } from "vitest";
import { runFigures } from "../../../test/fixtures/ran.ts";
import { observingLearners } from "../../algorithms/bandits/observing-agents.ts";
import { parseExperiment } from "../experiment/experiment.ts";

/** Returns the mean regret of a variant, and the maximum of its other measures over episodes. */
const run = (yaml: string) => runFigures(yaml, "avg(regret)", "max(switches)", "max(observations)");

const ids = observingLearners.map(({ id }) => id);
const ROUNDS = 600;
const BUDGET = 400;

/** The number of batches that the budget pays for at four losses each. With Exp3, the number that minimises its bound is 100 too. */
const BATCHES = 100;

describe("observing learners", () => {
  it("lose less than chance within the budget, and switch less often than there are batches", async () => {
    const variants = ids.map((id) => `  ${id.slice(7)}: { agents: { policy: ${id} } }`);
    const [regret, switches, observations] = await run(`
environment: { id: bandits/switching, gap: 0.5, horizon: ${ROUNDS}, budget: ${BUDGET}, graph: none }
agents: random
reward: { channel: payoff }
objective: payoff
seeds: 6
episodes: 2
variants:
  random: {}
  two: { agents: { policy: bandit/dartboard, look: 2 } }
${variants.join("\n")}
`);
    expect(regret("random")).toBeGreaterThan(500);
    for (const [name, batches] of [["two", 200], ...ids.map((id) => [id.slice(7), BATCHES] as const)] as const) {
      expect(regret(name), name).toBeLessThan(regret("random") / 3);
      expect(switches(name), name).toBeLessThan(batches);
      expect(observations(name), name).toBeLessThanOrEqual(BUDGET);
      expect(observations(name), name).toBeGreaterThan(0);
    }
  });

  it.each([
    ["{ policy: bandit/hedge }", "bandits/bernoulli", "shows none"],
    ["{ policy: bandit/ucb1 }", "{ id: bandits/switching, budget: 5 }", "chooses among arms"],
    ["{ policy: bandit/dartboard, look: 9 }", "bandits/switching", "9 of 4 arms"],
    ["{ policy: bandit/exp3-graph, graph: none }", "bandits/switching", "no arm shows the loss of arm 0"],
    ["{ policy: bandit/exp3-graph, graph: [[0], [1]] }", "bandits/switching", "2 lists for 4 arms"],
  ])("%s in %s: %s", async (policy, world, sentence) => {
    const yaml = `environment: ${world}\nagents: ${policy}\nobjective: payoff\nseeds: 1\n`;
    await expect(parseExperiment(yaml, "e.yaml")).rejects.toThrow(sentence);
  });

  it("lose less where playing an arm shows more, on the world's own graph", async () => {
    const graphs = {
      bandit: "played",
      ring: "ring",
      full: "all",
      one: "first",
      own: "[[0, 1], [1, 0], [2, 3, 4], [3], [4], [5, 0]]",
    };
    const variants = Object.entries(graphs).map(
      ([name, graph]) =>
        `  ${name}: { environment: { id: bandits/switching, arms: 6, gap: 0.3, horizon: 2000, graph: ${graph} }, agents: { policy: bandit/exp3-graph, graph: ${graph} } }`,
    );
    const [regret, , observations] = await run(`
environment: { id: bandits/switching, arms: 6, gap: 0.3, horizon: 2000 }
agents: random
reward: { channel: payoff }
objective: payoff
seeds: 6
variants:
  random: {}
${variants.join("\n")}
`);
    expect(regret("full")).toBeLessThan(regret("ring"));
    expect(regret("ring")).toBeLessThan(regret("bandit"));
    for (const name of Object.keys(graphs)) {
      expect(regret(name), name).toBeLessThan(regret("random") / 2);
      expect(observations(name), name).toBe(0);
    }
  });

  it("a learner from pay plays where an action is an arm", async () => {
    const [regret, , observations] = await run(`
environment: { id: bandits/switching, gap: 0.5, horizon: ${ROUNDS} }
agents: { policy: bandit/exp3, low: -1, high: 0 }
reward: { channel: loss, weight: -1 }
objective: payoff
seeds: 4
variants: { exp3: {}, random: { agents: random } }
`);
    expect(regret("exp3")).toBeLessThan(regret("random") * 0.8);
    expect(observations("exp3")).toBe(0);
  });
});
