// Online learners, named in an experiment: they find the better arm for pay in any unit, and reject worlds that they do not support.

import { describe, expect, it } from "vitest";
import { runFigures } from "../../../test/fixtures/ran.ts";
import { armLearners } from "../../algorithms/bandits/agents.ts";
import { parseExperiment } from "../experiment/experiment.ts";

// AR2 is for payoffs that drift, unlike these.
const ids = armLearners.map(({ id }) => id).filter((id) => id !== "bandit/ar2");

describe("online learners", () => {
  it("lose less than chance, and the same where pay comes in another unit", async () => {
    const variants = ids.flatMap((id) => [
      `  ${id.slice(7)}: { agents: { policy: ${id} } }`,
      `  ${id.slice(7)} in cents: { agents: { policy: ${id}, high: 100 }, reward: { channel: payoff, weight: 100 } }`,
    ]);
    const [regret] = await runFigures(
      `
environment: { id: bandits/bernoulli, means: [0.2, 0.8], horizon: 400 }
agents: random
reward: { channel: payoff }
objective: payoff
seeds: 5
variants:
  random: {}
${variants.join("\n")}
`,
      "avg(regret)",
    );
    expect(regret("random")).toBeGreaterThan(100);
    for (const id of ids) {
      const own = regret(id.slice(7));
      // A learner that decides once in four rounds has a quarter of the decisions; random choice loses 120.
      expect(own, id).toBeLessThan(id === "bandit/exp3-batched" ? 90 : 60);
      expect(regret(`${id.slice(7)} in cents`), id).toBeCloseTo(own, 9);
    }
  });

  it("find out that agreement is paid without work, and being right is not", async () => {
    const [effort] = await runFigures(
      `
environment: { id: contracts/inspectors, accuracy: 0.9, generosity: 2, horizon: 4000 }
agents: { policy: bandit/ucb1, exploration: 0.05, low: -0.05 }
objective: mean.profit
seeds: 2
variants:
  agreement: { environment.pay: agreement }
  state: { environment.pay: state }
`,
      "avg(effort)",
    );
    expect(effort("agreement")).toBeLessThan(0.35);
    expect(effort("state")).toBeGreaterThan(0.7);
  });

  it("of vectors find the arm that pays later, where keeping it up shows it, and learners of arms do not", async () => {
    const bounds = "theta: 0.51, omega: 1.01, input: 0.45, radius: 0.2, scale: 0.3";
    const [regret] = await runFigures(
      `
environment: { id: bandits/dynamical-linear, horizon: 8000 }
agents: random
reward: { channel: payoff }
objective: payoff
seeds: 3
record: episodes
variants:
  kept: { agents: { policy: bandit/dyn-lin-ucb, ${bounds} } }
  each: { agents: { policy: bandit/lin-ucb, ${bounds} } }
  faded: { agents: { policy: bandit/lin-ucb-discounted, discount: 0.9999, ${bounds} } }
  arms: { agents: { policy: bandit/ucb1 } }
  best: { agents: { policy: oracle, name: best } }
  myopic: { agents: { policy: oracle, name: myopic } }
`,
      "avg(regret)",
    );
    expect(regret("best")).toBe(0);
    expect(regret("myopic")).toBeCloseTo(8000 * 0.0625, 6);
    const kept = regret("kept");
    expect(kept).toBeLessThan(300);
    for (const other of ["each", "faded", "arms"]) expect(regret(other), other).toBeGreaterThan(1.5 * kept);
  });

  it("of vectors and of items lose less than chance in worlds that show them", async () => {
    const compared = async (world: string, policy: string) => {
      const head = `environment: ${world}\nagents: random\nreward: { channel: payoff }\nobjective: payoff\nseeds: 3\n`;
      const [regret] = await runFigures(
        `${head}variants: { chance: {}, learner: { agents: ${policy} } }\n`,
        "avg(regret)",
      );
      return regret("learner") / regret("chance");
    };
    for (const id of ["lin-ucb", "lin-ucb-discounted", "dyn-lin-ucb"]) {
      expect(
        await compared("{ id: bandits/linear }", `{ policy: bandit/${id}, ridge: 1, omega: 0, scale: 0.5 }`),
        id,
      ).toBeLessThan(0.5);
    }
    const contextual = "{ id: bandits/contextual-linear, horizon: 500 }";
    expect(await compared(contextual, "bandit/lin-ucb")).toBeLessThan(0.1);
    expect(await compared(contextual, "bandit/lin-ucb-discounted")).toBeLessThan(0.2);
    expect(await compared(contextual, "bandit/ucb1")).toBeGreaterThan(0.8);
    expect(await compared("{ id: bandits/combinatorial, horizon: 500 }", "bandit/cucb")).toBeLessThan(0.5);
    const drift = "{ id: bandits/gaussian, means: [0, 1], deviation: 0.1 }";
    expect(await compared(drift, "bandit/ar2")).toBeLessThan(0.5);
  });

  it.each([
    ["{ policy: bandit/lin-ucb }", "bandits/bernoulli", "this world shows none"],
    ["{ policy: bandit/cucb }", "bandits/linear", "several items"],
    ["{ policy: bandit/dyn-lin-ucb, radius: 1 }", "bandits/advertising", "agents.radius"],
    ["random", "{ id: bandits/dynamical-linear, A: [[1.5]] }", "environment.A"],
    ["random", "{ id: bandits/advertising, B: [[1]] }", "environment.B"],
    ["{ policy: bandit/ucb1 }", "coopetition/slcd", "chooses among arms"],
    ["{ policy: bandit/ucb1, low: 2, high: 1 }", "bandits/bernoulli", "no range"],
    ["{ policy: bandit/ucb }", "bandits/bernoulli", "bandit/ucb1"],
  ])("%s in %s: %s", async (policy, world, sentence) => {
    const yaml = `environment: ${world}\nagents: ${policy}\nobjective: payoff\nseeds: 1\n`;
    await expect(parseExperiment(yaml, "e.yaml")).rejects.toThrow(sentence);
  });

  it("lends to fewer unlike chances where complaints count, and to no applicant where the rejected are taken for bad", async () => {
    const yaml = `
environment: { id: fairness/lending, horizon: 3000 }
agents: lender/exp2
reward: { channel: payoff }
objective: correct
seeds: 2
variants:
  fair: {}
  errors only: { agents: { policy: lender/exp2, penalty: 0, rate: 2 } }
  bad: { agents: { policy: lender/exp2, labels: missing as negative } }
`;
    const [violations, correct, accepted] = await runFigures(yaml, "avg(violation)", "avg(correct)", "avg(accepted)");
    expect(violations("fair")).toBeLessThan(0.1 * violations("errors only"));
    expect(correct("errors only")).toBeGreaterThan(0.8 * 4 * 3000);
    expect(correct("fair")).toBeGreaterThan(0.7 * 4 * 3000);
    expect(accepted("bad")).toBeLessThan(0.3 * accepted("fair"));
  });

  it("says that a world has no applicants", async () => {
    const yaml = "environment: bandits/bernoulli\nagents: lender/exp2\nreward: { channel: payoff }\nobjective: payoff";
    await expect(runFigures(yaml)).rejects.toThrow("people with two features");
  });
});
