// The five TR-4 environments, which share value and trust constants and differ in actors and reciprocity.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { BoundEntry } from "../../core/registry.ts";
import { alike, type Constants, commonParameters, each, releaseOf, world } from "./define.ts";
import { reciprocityOracles } from "./oracles.ts";
import { type ResponseParameters, reciprocityModifier } from "./reciprocity.ts";

interface ReciprocalWorld extends Pick<Constants, "labels" | "endowment" | "baseline" | "dependence"> {
  readonly name: string;
  readonly summary: string;
  readonly horizon: number;
  readonly initialTrust?: number;
  readonly reciprocity: ResponseParameters;
}

function reciprocalWorld(definition: ReciprocalWorld): BoundEntry<NumericEnvironment> {
  const { name, summary, horizon, initialTrust = 0.5, reciprocity, ...players } = definition;
  const { endowment, dependence } = players;
  return world({
    name,
    summary,
    source: releaseOf(name, "2604.01240"),
    parameters: commonParameters(horizon),
    constants: ({ interdependence }) => {
      const scaled = dependence.map((row) => row.map((d) => d * interdependence));
      return {
        ...players,
        share: each(endowment.length, 1 / endowment.length),
        theta: 20,
        gamma: 0.65,
        trust: [0.1, 0.3, 0.6, 0.03, 0.5, 1, initialTrust],
        extensions: [reciprocityModifier(reciprocity, endowment, scaled)],
        oracles: (game, spec) => reciprocityOracles(game, reciprocity, spec),
      };
    },
  });
}

export const reciprocalDilemma = reciprocalWorld({
  name: "reciprocal-dilemma",
  summary: "two equal partners who answer each other's efforts",
  horizon: 100,
  ...alike(2, 30, 0.5),
  reciprocity: { strength: 1, elasticity: 1, steepness: 1, memory: 5, weight: 1, amplification: 0.6 },
});

export const giftExchange = reciprocalWorld({
  name: "gift-exchange",
  summary: "an employer and a worker who exchange wages and effort as gifts",
  horizon: 100,
  labels: ["employer", "worker"],
  endowment: [100, 80],
  baseline: [30, 24],
  dependence: [
    [0, 0.4],
    [0.7, 0],
  ],
  reciprocity: { strength: 1.2, elasticity: 1.5, steepness: 1, memory: 3, weight: 1.2, amplification: 0.8 },
});

export const indirectReciprocity = reciprocalWorld({
  name: "indirect-reciprocity",
  summary: "four actors who answer what they see others do",
  horizon: 150,
  ...alike(4, 30, 0.4),
  reciprocity: { strength: 0.8, elasticity: 1, steepness: 1, memory: 7, weight: 1.5, amplification: 0.5 },
});

export const graduatedSanction = reciprocalWorld({
  name: "graduated-sanction",
  summary: "six actors with long memories whose answer to defection grows",
  horizon: 200,
  ...alike(6, 40, 0.35),
  reciprocity: { strength: 0.6, elasticity: 1.5, steepness: 0.8, memory: 10, weight: 1.8, amplification: 1 },
});

/** Models the first years of Apple's App Store. */
export const appleAppStore = reciprocalWorld({
  name: "apple-app-store",
  summary: "Apple, large developers and small developers over 66 quarters of the App Store",
  horizon: 66,
  labels: ["Apple", "large developers", "small developers"],
  endowment: [100, 80, 60],
  baseline: [30, 24, 18],
  dependence: [
    [0, 0.3, 0.2],
    [0.8, 0, 0.15],
    [0.85, 0.1, 0],
  ],
  initialTrust: 0.6,
  reciprocity: { strength: 1, elasticity: 1.2, steepness: 0.8, memory: 4, weight: 1, amplification: 0.8 },
});
