// Experiments whose answers are known beforehand, run as a user runs them: the finding is of the right kind and says the right thing.

import { expect, test } from "vitest";
import { agon, documentOf } from "./agon.ts";
import { folderWith } from "./files.ts";

interface Known {
  readonly title: string;
  readonly yaml: string;
  readonly kind: string;
  readonly best?: string;
  readonly says: readonly RegExp[];
  readonly never?: RegExp;
}

const SLCD = "environment: { id: coopetition/slcd, horizon: 20 }";
const NOISY = `${SLCD}\nagents: { policy: equilibrium, noise: 2 }\nobjective: joint.value`;
const TWO_PAYS = "variants: { private: { reward: private }, cooperative: { reward: cooperative } }";
const ARMS = "environment: { id: bandits/bernoulli, horizon: 10, means: [0.9, 0.1] }";
const LEARNS = `${ARMS}\nobjective: payoff\nagents: { policy: ppo, copies: 4, rollout: 50, hidden: [8]`;
const minus = (channel: string) => `{ reward: { channel: ${channel}, weight: -1 } }`;

const KNOWN: readonly Known[] = [
  {
    title: "an effect",
    yaml: `${NOISY}\n${TWO_PAYS}\nseeds: 5`,
    kind: "more",
    best: "cooperative",
    says: [
      /^“cooperative” bought \d+ % more joint value than “private” \([\d ]+ against [\d ]+\)\. /,
      /Reputation damage fell from 1 to 0 and trust rose from 0 to 0.93/,
      /95 % interval/,
    ],
  },
  {
    title: "no effect: twice the pay is the same incentive",
    yaml: `${SLCD}\nagents: equilibrium\nobjective: joint.value\nvariants: { once: { reward: private }, twice: { reward: { channel: payoff, weight: 2 } } }\nseeds: 3`,
    kind: "same",
    says: [/^“once” and “twice” gave the same joint value: 2 837\./, /What was paid made no difference to it\./],
  },
  {
    title: "an equivalence within a margin that the file declares",
    yaml: `${SLCD}\nagents: random\nobjective: joint.value\nmargin: 20\nvariants: { half: { agents: { policy: constant, level: 50 } }, "a bit more": { agents: { policy: constant, level: 50.2 } } }\nseeds: 3`,
    kind: "same",
    says: [/gave the same joint value within a margin of 20: /],
    never: /made no difference/,
  },
  {
    title: "nothing was learnt",
    yaml: `${LEARNS}, steps: 1000, rate: 1e-12 }\nvariants: { payoff: { reward: { channel: payoff } }, regret: ${minus("regret")} }\nseeds: 3`,
    kind: "nothing learnt",
    says: [/^Nothing was learnt in 1.000 steps: /, /the variants are not compared\.$/],
  },
  {
    title: "a learner that learns",
    yaml: `${LEARNS}, steps: 2000, rate: 0.02 }\nvariants: { payoff: { reward: { channel: payoff } }, loss: ${minus("payoff")} }\nseeds: 3\nepisodes: 20`,
    kind: "more",
    best: "payoff",
    says: [/^“loss” gave 84 % less payoff than “payoff” \(/],
  },
  {
    title: "coins that differ",
    yaml: `${NOISY}\nvariants: { payoff: { reward: private }, trust: { reward: { channel: trust, weight: 100 } } }\nseeds: 4`,
    kind: "more",
    best: "trust",
    says: [/^“trust” bought/, /Pay is not compared: /],
    never: /Paying more|paid more than|pay (rose|fell)/,
  },
  {
    title: "one seed",
    yaml: `${NOISY}\n${TWO_PAYS}\nseeds: 1`,
    kind: "cannot tell",
    says: [/one seed has no interval/],
    never: /interval contains|made no difference/,
  },
  {
    title: "too few seeds for a small effect",
    yaml: `${ARMS}\nagents: random\nobjective: payoff\nvariants: { these: {}, those: { environment.means: [0.92, 0.1] } }\nseeds: 3\nmargin: 0.001`,
    kind: "cannot tell",
    says: [/cannot be told: the difference was .*; (about|more than) [\d\s]+ seeds would be/],
    never: /made no difference/,
  },
  {
    title: "an objective with a minus",
    yaml: `${SLCD}\nagents: { policy: constant, level: 50 }\nobjective: { weights: { payoff: 1, investment: -3 } }\nseeds: 2`,
    kind: "one setting",
    says: [/payoff − 3 × investment came to −/],
    never: /[{}"]/,
  },
  {
    title: "agents that cannot know what they are paid",
    yaml: `${SLCD}\nagents: random\nobjective: joint.value\n${TWO_PAYS}\nseeds: 3`,
    kind: "does not respond",
    says: [/the agents cannot know it: random does the same under each\./],
  },
];

test.each(KNOWN)("$title", async ({ yaml, kind, best = null, says, never }) => {
  const cwd = folderWith({ "e.yaml": `${yaml}\n` });
  const { finding, run } = await documentOf("run e.yaml", { cwd });
  const text = [finding.text, ...finding.notes].join(" ").replaceAll(/[\u00a0\u202f]/g, " ");
  expect({ text, kind: finding.kind, best: finding.best }).toEqual({ text, kind, best });
  for (const said of says) expect(text).toMatch(said);
  if (never !== undefined) expect(text).not.toMatch(never);
  // The terminal says the same.
  expect((await agon(`report ${run}`, { cwd })).stdout).toContain(finding.text);
});

test("a share has its interval between 0 and 1", async () => {
  const yaml = `${ARMS}\nagents: { policy: constant, level: 0 }\nobjective: best\nseeds: 3\nepisodes: 2\n`;
  const { variants } = await documentOf("run e.yaml", { cwd: folderWith({ "e.yaml": yaml }) });
  const [{ objective, channels }] = variants;
  for (const { low, high } of [objective, channels.best]) {
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
  }
});
