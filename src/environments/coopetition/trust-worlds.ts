// Environments of value and trust (TR-1, TR-2) without rules of their own: actors and constants.

import { flag, oneOf, share, whole } from "../../core/parameters.ts";
import { alike, commonParameters, each, world } from "./define.ts";

export const trustDilemma = world({
  name: "trust-dilemma",
  summary: "two equal partners; the alliance ends when mutual trust falls below 0.05",
  source: "Coopetition-Gym v1 TrustDilemma-v0 (arXiv 2605.02063; trust of arXiv 2510.24909)",
  parameters: commonParameters(100),
  constants: () => ({
    ...alike(2, 40, 0.6),
    theta: 20,
    gamma: 0.7,
    trust: [0.15, 0.45, 0.5, 0.02, 0.6, 1.5, 0.5],
    ends: (_trust, mean) => mean < 0.05,
  }),
});

export const partnerHoldUp = world({
  name: "partner-hold-up",
  summary: "a strong and a weak partner; the weak one leaves when its trust in the strong one falls below 0.10",
  source: "Coopetition-Gym v1 PartnerHoldUp-v0 (arXiv 2605.02063; arXiv 2510.18802)",
  parameters: commonParameters(100),
  constants: () => ({
    labels: ["strong partner", "weak partner"],
    endowment: [120, 80],
    share: [0.6, 0.4],
    baseline: [42, 28],
    dependence: pair(0.35, 0.85),
    theta: 20,
    gamma: 0.6,
    trust: [0.1, 0.35, 0.55, 0.025, 0.7, 1.2, 0.55],
    ends: (trust) => trust[2] < 0.1,
  }),
});

export const platformEcosystem = world({
  name: "platform-ecosystem",
  summary: "a platform and its developers; ends when the developers' trust in the platform falls below 0.15",
  source: "Coopetition-Gym v1 PlatformEcosystem-v0 (arXiv 2605.02063; arXiv 2510.18802)",
  parameters: commonParameters(100).extend({
    developers: whole(1, 1000, 4).describe("developers on the platform"),
    platformShare: share(0.3).describe("the platform's bargaining share; developers split the rest"),
    platformDependence: share(0.25).describe("dependence of the platform on each developer"),
    developerDependence: share(0.75).describe("dependence of each developer on the platform"),
  }),
  constants: ({ developers, platformShare, platformDependence, developerDependence }) => {
    const n = developers + 1;
    const platform = [0, ...each(developers, platformDependence)];
    const developer = [developerDependence, ...each(developers, 0)];
    return {
      labels: ["platform", ...each(developers, 0).map((_, i) => `developer ${i + 1}`)],
      endowment: [150, ...each(developers, 80)],
      share: [platformShare, ...each(developers, (1 - platformShare) / developers)],
      baseline: [45, ...each(developers, 24)],
      dependence: [platform, ...each(developers, 0).map(() => developer)],
      theta: 25,
      gamma: 0.75,
      trust: [0.08, 0.25, 0.45, 0.02, 0.4, 1, 0.6],
      ends: (trust) => {
        let sum = 0;
        for (let i = 1; i < n; i++) sum += trust[i * n];
        return sum / developers < 0.15;
      },
    };
  },
});

export const recoveryRace = world({
  name: "recovery-race",
  summary: "two partners after a breach; ends with success at a mean trust of 0.90, which takes 161 steps at least",
  source: "Coopetition-Gym v1 RecoveryRace-v0 (arXiv 2605.02063; arXiv 2510.24909)",
  parameters: commonParameters(150),
  constants: () => ({
    ...alike(2, 35, 0.55),
    theta: 20,
    gamma: 0.6,
    trust: [0.08, 0.35, 0.7, 0.01, 0.4, 1, 0.25, 0.5],
    ends: (_trust, mean) => mean >= 0.9,
  }),
});

/** S-LCD, a joint venture for liquid-crystal panels from 2004 to 2011. */
export const slcd = world({
  name: "slcd",
  summary: "Samsung and Sony in their joint venture for liquid-crystal panels; Sony depends more",
  source: "Coopetition-Gym v1 SLCD-v0 (arXiv 2605.02063; case of arXiv 2510.18802)",
  parameters: commonParameters(100).extend({
    trustMatters: flag(true).describe("false: dependence alone weighs the partner's payoff, trust stays at 1"),
  }),
  constants: ({ trustMatters }) => ({
    labels: ["Samsung", "Sony"],
    endowment: each(2, 100),
    share: [0.55, 0.45],
    baseline: each(2, 30),
    dependence: pair(0.64, 0.86),
    theta: 20,
    gamma: 0.65,
    trust: [0.08, 0.28, 0.5, 0.02, 0.45, 1, 0.65],
    trustMatters,
  }),
});

/** Dependence of Nissan on Renault and of Renault on Nissan, initial trust, initial damage. */
const PHASES = {
  formation: [0.78, 0.66, 0.45, 0.05],
  mature: [0.51, 0.66, 0.7, 0.02],
  crisis: [0.35, 0.72, 0.3, 0.45],
  strained: [0.28, 0.65, 0.4, 0.35],
} as const;

export const renaultNissan = world({
  name: "renault-nissan",
  summary: "Nissan and Renault in their alliance, in one of four phases",
  source: "Coopetition-Gym v1 RenaultNissan-v0 (arXiv 2605.02063; case of arXiv 2510.24909)",
  parameters: commonParameters(100).extend({
    phase: oneOf(["formation", "mature", "crisis", "strained"], "mature").describe("phase of the alliance"),
  }),
  constants: ({ phase }) => {
    const [nissanOnRenault, renaultOnNissan, initialTrust, initialDamage] = PHASES[phase];
    return {
      labels: ["Nissan", "Renault"],
      endowment: [90, 100],
      share: [0.48, 0.52],
      baseline: [27, 30],
      dependence: pair(nissanOnRenault, renaultOnNissan),
      theta: 22,
      gamma: 0.58,
      trust: [0.08, 0.25, 0.55, 0.02, 0.5, 1, initialTrust, initialDamage],
    };
  },
});

/** Dependence of the first partner on the second, and of the second on the first. */
const pair = (first: number, second: number): number[][] => [
  [0, first],
  [second, 0],
];
