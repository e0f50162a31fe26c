// Learners that choose what they see, named in an experiment: they keep budgets, switch as seldom as they say, and say where
// they don't fit.

import { describe, expect, it } from "vitest";
import { ran } from "../../../test/fixtures/ran.ts";
import { observingLearners } from "../../algorithms/bandits/observing-agents.ts";
import { parseExperiment } from "../experiment/experiment.ts";

interface Row {
  readonly regret: number;
  readonly switches: number;
  readonly observations: number;
}

/** The largest figures of each variant over its episodes, and the mean regret. */
async function run(yaml: string): Promise<Map<string, Row>> {
  const { database } = await ran(yaml);
  const { rows } = await database.query(
    "SELECT variant, avg(regret) AS regret, max(switches) AS switches, max(observations) AS observations FROM episodes GROUP BY variant",
  );
  return new Map(
    rows.map(({ variant, regret, switches, observations }) => [
      String(variant),
      { regret: Number(regret), switches: Number(switches), observations: Number(observations) },
    ]),
  );
}

const ids = observingLearners.map(({ id }) => id);
const ROUNDS = 600;
const BUDGET = 400;

/** What the budget pays for at four losses a batch; with Exp3 it is the number that its bound likes best, 100 too. */
const BATCHES = 100;

describe("observing learners", () => {
  it("lose less than chance within the budget, and switch less often than there are batches", async () => {
    const variants = ids.map((id) => `  ${id.slice(7)}: { agents: { policy: ${id} } }`);
    const found = await run(
      [
        `environment: { id: bandits/switching, gap: 0.5, horizon: ${ROUNDS}, budget: ${BUDGET}, graph: none }`,
        "agents: random",
        "reward: { channel: payoff }",
        "objective: payoff",
        "seeds: 6",
        "episodes: 2",
        "variants:",
        "  random: {}",
        "  two: { agents: { policy: bandit/dartboard, look: 2 } }",
        ...variants,
      ].join("\n"),
    );
    const random = found.get("random")?.regret ?? Number.NaN;
    expect(random).toBeGreaterThan(500);
    for (const [name, batches] of [["two", 200], ...ids.map((id) => [id.slice(7), BATCHES] as const)] as const) {
      const { regret, switches, observations } = found.get(name) ?? { regret: NaN, switches: NaN, observations: NaN };
      expect(regret, name).toBeLessThan(random / 3);
      expect(switches, name).toBeLessThan(batches);
      expect(observations, name).toBeLessThanOrEqual(BUDGET);
      expect(observations, name).toBeGreaterThan(0);
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
    const found = await run(
      [
        "environment: { id: bandits/switching, arms: 6, gap: 0.3, horizon: 2000 }",
        "agents: random",
        "reward: { channel: payoff }",
        "objective: payoff",
        "seeds: 12",
        "variants:",
        "  random: {}",
        ...variants,
      ].join("\n"),
    );
    const regret = (name: string) => found.get(name)?.regret ?? Number.NaN;
    expect(regret("full")).toBeLessThan(regret("ring"));
    expect(regret("ring")).toBeLessThan(regret("bandit"));
    for (const name of Object.keys(graphs)) {
      expect(regret(name), name).toBeLessThan(regret("random") / 2);
      expect(found.get(name)?.observations, name).toBe(0);
    }
  });

  it("a learner from pay plays where an action is an arm", async () => {
    const found = await run(
      [
        `environment: { id: bandits/switching, gap: 0.5, horizon: ${ROUNDS} }`,
        "agents: { policy: bandit/exp3, low: -1, high: 0 }",
        "reward: { channel: loss, weight: -1 }",
        "objective: payoff",
        "seeds: 4",
        "variants: { exp3: {}, random: { agents: random } }",
      ].join("\n"),
    );
    expect(found.get("exp3")?.regret).toBeLessThan((found.get("random")?.regret ?? Number.NaN) * 0.8);
    expect(found.get("exp3")?.observations).toBe(0);
  });
});
