// Experiments whose answers are known beforehand, run as a user runs them: the finding is of the right kind and says the right thing.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, scratch } from "./agon.ts";

interface Known {
  readonly title: string;
  readonly yaml: string;
  readonly kind: string;
  readonly best: string | null;
  readonly says: readonly RegExp[];
  readonly never?: RegExp;
}

const SLCD = "environment: { id: coopetition/slcd, horizon: 20 }";
const TWO_PAYS = "variants: { private: { reward: private }, cooperative: { reward: cooperative } }";
const ARMS = "environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }";

const KNOWN: readonly Known[] = [
  {
    title: "an effect",
    yaml: `${SLCD}\nagents: { policy: equilibrium, noise: 2 }\nobjective: joint.value\n${TWO_PAYS}\nseeds: 5`,
    kind: "more",
    best: "cooperative",
    says: [
      /^Cooperative bought \d+ % more joint value than private \(\d+(\.\d+)?\)\. /,
      /With it, reputation damage fell from 1 to 0, trust rose from 0 to 0.93/,
      /95 % interval/,
    ],
  },
  {
    title: "no effect: twice the pay is the same incentive",
    yaml: `${SLCD}\nagents: equilibrium\nreward: private\nobjective: joint.value\nvariants: { once: { reward: private }, twice: { reward: { channel: payoff, weight: 2 } } }\nseeds: 3`,
    kind: "same",
    best: null,
    says: [/^Once and twice gave the same joint value: /, /What was paid made no difference to it\./],
  },
  {
    title: "an equivalence within a margin that the file declares",
    yaml: `${SLCD}\nagents: random\nobjective: joint.value\nmargin: 20\nvariants: { half: { agents: { policy: constant, level: 50 } }, "a bit more": { agents: { policy: constant, level: 50.2 } } }\nseeds: 3`,
    kind: "same",
    best: null,
    says: [/gave the same joint value: .* within a margin of 20/],
    never: /made no difference/,
  },
  {
    title: "nothing was learnt",
    yaml: `${ARMS}\nagents: { policy: ppo, steps: 2000, rate: 1e-12, copies: 4, rollout: 50, hidden: [8] }\nobjective: payoff\nvariants: { payoff: { reward: { channel: payoff } }, regret: { reward: { channel: regret, weight: -1 } } }\nseeds: 4`,
    kind: "nothing learnt",
    best: null,
    says: [/^Nothing was learnt in 2.000 steps: /, /the variants are not compared\.$/],
  },
  {
    title: "a learner that learns",
    yaml: `${ARMS}\nagents: { policy: ppo, steps: 4000, rate: 0.01, copies: 4, rollout: 50, hidden: [8] }\nobjective: payoff\nvariants: { payoff: { reward: { channel: payoff } }, loss: { reward: { channel: payoff, weight: -1 } } }\nseeds: 4\nepisodes: 20`,
    kind: "more",
    best: "payoff",
    says: [/^Payoff bought .* more payoff than loss/],
  },
  {
    title: "coins that differ",
    yaml: `${SLCD}\nagents: { policy: equilibrium, noise: 2 }\nobjective: joint.value\nvariants: { payoff: { reward: private }, trust: { reward: { channel: trust, weight: 100 } } }\nseeds: 4`,
    kind: "more",
    best: "trust",
    says: [/^Trust bought/, /Pay is not compared: /],
    never: /Paying more|paid more than|pay (rose|fell)/,
  },
  {
    title: "one seed",
    yaml: `${SLCD}\nagents: { policy: equilibrium, noise: 2 }\nobjective: joint.value\n${TWO_PAYS}\nseeds: 1`,
    kind: "cannot tell",
    best: null,
    says: [/one seed has no interval/],
    never: /interval contains|made no difference/,
  },
  {
    title: "too few seeds for a small effect",
    yaml: `${ARMS}\nagents: random\nobjective: payoff\nvariants: { these: {}, those: { environment.means: [0.92, 0.1] } }\nseeds: 3\nmargin: 0.001`,
    kind: "cannot tell",
    best: null,
    says: [/cannot be told: the difference was .*; (about|more than) [\d\s]+ seeds would be/],
    never: /made no difference/,
  },
  {
    title: "an objective with a minus",
    yaml: `${SLCD}\nagents: { policy: constant, level: 50 }\nobjective: { weights: { payoff: 1, investment: -3 } }\nseeds: 2`,
    kind: "one setting",
    best: null,
    says: [/payoff − 3 × investment came to −/],
    never: /[{}"]/,
  },
  {
    title: "agents that cannot know what they are paid",
    yaml: `${SLCD}\nagents: random\nobjective: joint.value\n${TWO_PAYS}\nseeds: 3`,
    kind: "does not respond",
    best: null,
    says: [/the agents cannot know it: random does the same under each\./],
  },
];

test.each(KNOWN)("$title", async ({ yaml, kind, best, says, never }) => {
  const folder = scratch();
  writeFileSync(join(folder, "e.yaml"), `${yaml}\n`);
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--workers", "0", "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  const { finding, run } = JSON.parse(stdout);
  const text = finding.text.replaceAll(/[\u00a0\u202f]/g, " ");
  expect({ text, kind: finding.kind, best: finding.best }).toEqual({ text, kind, best });
  for (const said of says) expect(text).toMatch(said);
  if (never !== undefined) expect(text).not.toMatch(never);
  // The terminal says the same.
  const shown = await agon(["report", run], { cwd: folder });
  expect(shown.stdout).toContain(finding.text);
});

test("a share has its interval between 0 and 1", async () => {
  const folder = scratch();
  const yaml = `${ARMS}\nagents: { policy: constant, level: 0 }\nobjective: best\nseeds: 3\nepisodes: 2\n`;
  writeFileSync(join(folder, "e.yaml"), yaml);
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--workers", "0", "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  const [{ objective, channels }] = JSON.parse(stdout).variants;
  for (const { low, high } of [objective, channels.best]) {
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
  }
});
