// Dueling learners named in an experiment: they learn without being paid, from answers alone, and ask no
// more than they may.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseExperiment } from "../experiment/experiment.ts";
import { openDatabase } from "../store/database.ts";
import { runExperiment } from "./run.ts";

async function run(yaml: string) {
  const store = mkdtempSync(join(tmpdir(), "agon-dueling-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const { folder } = await runExperiment(await parseExperiment(yaml, join(store, "e.yaml")), {
    store: join(store, "s"),
    workers: 0,
  });
  const database = await openDatabase([folder], 1);
  onTestFinished(() => database.close());
  const { rows } = await database.query(
    "SELECT variant, avg(regret) AS regret, avg(asked) AS asked FROM episodes GROUP BY variant",
  );
  return new Map(
    rows.map((row) => [String(row.variant), { regret: Number(row.regret), asked: Number(row.asked) }] as const),
  );
}

describe("dueling learners", () => {
  it("lose less than chance without being paid, less where they are answered, and keep to a budget", async () => {
    const found = await run(
      [
        "environment: { id: duels/random-process, rounds: 150 }",
        "agents: { policy: duel/pr-lsvi }",
        "reward: { channel: payoff, weight: 0 }",
        "objective: payoff",
        "record: episodes",
        "seeds: 8",
        "variants:",
        "  random: { agents: random }",
        "  active: {}",
        "  always: { agents.ask: always }",
        "  never: { agents.ask: never }",
        "  budget: { environment.budget: 10 }",
        "  posterior: { agents: { policy: duel/posterior } }",
        "  paid: { agents: { policy: duel/rlsvi }, reward: { channel: payoff } }",
        "  flipped: { environment.honesty: flipped }",
      ].join("\n"),
    );
    const of = (name: string) => found.get(name) ?? { regret: Number.NaN, asked: Number.NaN };
    for (const name of ["active", "always", "posterior", "paid"])
      expect(of(name).regret, name).toBeLessThan(0.6 * of("random").regret);
    expect(of("flipped").regret).toBeGreaterThan(of("random").regret);
    expect(of("never").regret).toBeGreaterThan(1.5 * of("active").regret);
    expect(of("active").asked).toBeGreaterThan(20);
    expect(of("active").asked).toBeLessThan(0.7 * of("always").asked);
    expect(of("budget").asked).toBe(10);
    expect(of("never").asked + of("paid").asked).toBe(0);
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
