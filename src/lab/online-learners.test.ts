// Online learners named in an experiment: they find the better arm, in whatever unit they are paid, and say where they don't fit.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { onlineLearners } from "../algorithms/bandits/agents.ts";
import { openDatabase } from "./database.ts";
import { parseExperiment } from "./experiment.ts";
import { runExperiment } from "./run.ts";

async function run(yaml: string) {
  const store = mkdtempSync(join(tmpdir(), "agon-online-"));
  onTestFinished(() => rmSync(store, { recursive: true, force: true }));
  const { folder } = await runExperiment(await parseExperiment(yaml, join(store, "e.yaml")), {
    store: join(store, "s"),
    workers: 0,
  });
  const database = await openDatabase([folder], 1);
  onTestFinished(() => database.close());
  const { rows } = await database.query("SELECT variant, avg(regret) AS regret FROM episodes GROUP BY variant");
  return new Map(rows.map((row) => [String(row.variant), Number(row.regret)]));
}

const ids = onlineLearners.map(({ id }) => id);

describe("online learners", () => {
  it("lose less than chance, and the same where pay comes in another unit", async () => {
    const variants = ids.flatMap((id) => [
      `  ${id.slice(7)}: { agents: { policy: ${id} } }`,
      `  ${id.slice(7)} in cents: { agents: { policy: ${id}, high: 100 }, reward: { channel: payoff, weight: 100 } }`,
    ]);
    const regret = await run(
      [
        "environment: { id: bandits/bernoulli, means: [0.2, 0.8], horizon: 400 }",
        "agents: random",
        "reward: { channel: payoff }",
        "objective: payoff",
        "seeds: 5",
        "variants:",
        "  random: {}",
        ...variants,
      ].join("\n"),
    );
    expect(regret.get("random")).toBeGreaterThan(100);
    for (const id of ids) {
      const own = regret.get(id.slice(7)) ?? Number.NaN;
      expect(own, id).toBeLessThan(60);
      expect(regret.get(`${id.slice(7)} in cents`), id).toBeCloseTo(own, 9);
    }
  });

  it.each([
    ["{ policy: bandit/ucb1 }", "coopetition/slcd", "chooses among arms"],
    ["{ policy: bandit/ucb1, low: 2, high: 1 }", "bandits/bernoulli", "no range"],
    ["{ policy: bandit/ucb }", "bandits/bernoulli", "bandit/ucb1"],
  ])("%s in %s: %s", async (policy, world, sentence) => {
    const yaml = `environment: ${world}\nagents: ${policy}\nobjective: payoff\nseeds: 1\n`;
    await expect(parseExperiment(yaml, "e.yaml")).rejects.toThrow(sentence);
  });
});
