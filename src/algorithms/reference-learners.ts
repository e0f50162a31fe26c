// Learners that Coopetition-Gym compares (arXiv 2605.02063), under its names and with its constants: the textbook form of
// each, which is not in every case what was released. Seats see their own observation; the worlds' `view: joint` shows all.

import type { AlgorithmPlan } from "../core/algorithm.ts";
import { preset } from "../core/preset.ts";
import type { BoundEntry } from "../core/registry.ts";
import { sac } from "./off-policy/soft.ts";
import { a2c } from "./policy-gradient/a2c.ts";
import { lola } from "./policy-gradient/lola.ts";
import { ppo } from "./policy-gradient/ppo.ts";
import { reinforce } from "./policy-gradient/reinforce.ts";

/** Fields that all reference learners have. */
const common = { steps: 500_000, discount: 0.99, hidden: [128, 128], activation: "relu" } as const;

const proximal = {
  ...common,
  copies: 1,
  rollout: 2048,
  epochs: 10,
  minibatches: 32,
  rate: 3e-4,
  anneal: false,
  lambda: 0.95,
  clip: 0.2,
  clipValue: false,
  entropy: 0.01,
  valueWeight: 0.5,
  maxNorm: 0.5,
} as const;

const monteCarlo = {
  ...common,
  episodes: 1,
  batch: 128,
  rate: 1e-3,
  baseline: "none",
  normalise: true,
  distribution: "tanh-gaussian",
  logDeviation: 0,
} as const;

const source = (paper: string) => `${paper}; constants of arXiv 2605.02063`;

/** Entries in the order of the comparison. */
export const referenceLearners: readonly BoundEntry<AlgorithmPlan>[] = [
  preset(ppo, {
    id: "ippo",
    summary: "independent PPO: every seat its own actor and critic",
    source: source("Schulman et al., arXiv 1707.06347; de Witt et al., arXiv 2011.09533"),
    defaults: proximal,
  }),
  preset(a2c, {
    id: "ia2c",
    summary: "independent advantage actor-critic on stretches of five steps",
    source: source("Mnih et al., arXiv 1602.01783"),
    defaults: {
      ...common,
      copies: 1,
      rollout: 5,
      rate: 7e-4,
      anneal: false,
      lambda: 1,
      entropy: 0.01,
      valueWeight: 0.5,
      maxNorm: 0.5,
    },
  }),
  preset(reinforce, {
    id: "independent-reinforce",
    summary: "independent REINFORCE on whole episodes of 128 steps or more, with returns brought to one size",
    source: source("Williams (1992), doi 10.1007/BF00992696"),
    defaults: monteCarlo,
  }),
  preset(sac, {
    id: "isac",
    summary: "independent soft actor-critic with a temperature that tunes itself",
    source: source("Haarnoja et al., arXiv 1812.05905"),
    defaults: { ...common, copies: 1, rate: 3e-4, capacity: 100_000, batch: 256, targetShare: 0.005, tune: true },
  }),
  preset(lola, {
    id: "lola",
    summary: "REINFORCE that foresees its opponents' next step of learning, and shapes it",
    source: source("Foerster et al., arXiv 1709.04326"),
    defaults: { ...monteCarlo, lookAhead: 1e-3 },
  }),
  preset(ppo, {
    id: "self-play-ppo",
    summary: "PPO among frozen copies of itself, taken anew every 10,000 steps",
    source: source("Schulman et al., arXiv 1707.06347; Bansal et al., arXiv 1710.03748"),
    defaults: { ...proximal, past: { refresh: 10_000, keep: 1, itself: true } },
  }),
  preset(ppo, {
    id: "fcp",
    summary: "fictitious co-play: PPO among past checkpoints of the other seats, one for each episode",
    source: source("Strouse et al., arXiv 2110.08176"),
    defaults: { ...proximal, past: { refresh: 50_000, keep: 100, newest: 0.5, itself: false } },
  }),
  preset(ppo, {
    id: "mappo",
    summary: "PPO with an actor for every seat and critics that see all seats",
    source: source("Yu et al., arXiv 2103.01955"),
    defaults: { ...proximal, critic: "central" },
  }),
];
