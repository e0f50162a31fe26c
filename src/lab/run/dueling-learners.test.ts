// Dueling learners, named in an experiment: they learn from answers alone, without pay, and keep to their budget of questions.

import { describe, expect, it } from "vitest";
import { runFigures } from "../../../test/fixtures/ran.ts";
import { parseExperiment } from "../experiment/experiment.ts";

describe("dueling learners", () => {
  it("lose less than chance without being paid, less where they are answered, and keep to a budget", async () => {
    const [regret, queries] = await runFigures(
      `
environment: { id: duels/random-process, rounds: 150 }
agents: { policy: duel/pr-lsvi }
reward: { channel: payoff, weight: 0 }
objective: payoff
record: episodes
seeds: 8
variants:
  random: { agents: random }
  active: {}
  always: { agents.ask: always }
  never: { agents.ask: never }
  budget: { environment.budget: 10 }
  posterior: { agents: { policy: duel/posterior } }
  paid: { agents: { policy: duel/rlsvi }, reward: { channel: payoff } }
  flipped: { environment.honesty: flipped }
`,
      "avg(regret)",
      "avg(asked)",
    );
    for (const name of ["active", "always", "posterior", "paid"])
      expect(regret(name), name).toBeLessThan(0.6 * regret("random"));
    expect(regret("flipped")).toBeGreaterThan(regret("random"));
    expect(regret("never")).toBeGreaterThan(1.5 * regret("active"));
    expect(queries("active")).toBeGreaterThan(20);
    expect(queries("active")).toBeLessThan(0.7 * queries("always"));
    expect(queries("budget")).toBe(10);
    expect(queries("never") + queries("paid")).toBe(0);
  });

  it.each([
    ["{ policy: duel/pr-lsvi }", "bandits/bernoulli", "this world has none"],
    ["{ policy: duel/pr-lsvi, ask: sometimes }", "duels/random-process", "ask"],
    ["{ policy: duel/pr-lsvi, trust: { from: 0.4, to: 0.2 } }", "duels/random-process", "has no width"],
    ["{ policy: duel/lsvi }", "duels/random-process", "duel/rlsvi"],
  ])("%s in %s: %s", async (policy, world, sentence) => {
    const yaml = `environment: ${world}\nagents: ${policy}\nobjective: payoff\nseeds: 1\n`;
    await expect(parseExperiment(yaml, "e.yaml")).rejects.toThrow(sentence);
  });
});
