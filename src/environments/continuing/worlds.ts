// Continuing processes: river swim, a ring with one reward, and processes that are linear in known features. A family creates a process
// from parameters, so that a learner can consider several processes of one family.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { share, whole, within, wrong } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { type Choices, named } from "../declaration.ts";
import { linearMdp } from "../tabular/linear.ts";
import { type TabularMdp, tabularMdp } from "../tabular/mdp.ts";
import { continuingWorld } from "./continuing-world.ts";

/** Creates a process of a family from its parameters. Throws a UserError where they are inconsistent. */
export interface ProcessFamily {
  readonly entry: BoundEntry<NumericEnvironment>;
  process(parameters: unknown): TabularMdp;
}

interface FamilyAbout<P extends { readonly horizon: number }> {
  readonly id: string;
  readonly summary: string;
  readonly source?: string;
  readonly parameters: z.ZodType<P>;
  readonly choices: (process: TabularMdp) => Choices;
  process(parameters: P): TabularMdp;
  /** Observed features of every state and action. Default none. */
  readonly features?: (parameters: P) => readonly (readonly number[])[];
}

function family<P extends { readonly horizon: number }>(about: FamilyAbout<P>): ProcessFamily {
  const { choices, process, features, ...rest } = about;
  const make = (parameters: P) => {
    const made = process(parameters);
    return continuingWorld({
      process: made,
      horizon: parameters.horizon,
      action: choices(made),
      ...(features === undefined ? {} : { features: features(parameters) }),
    });
  };
  return { entry: bind({ ...rest, make }), process: (parameters) => process(about.parameters.parse(parameters)) };
}

const horizon = whole(1, 10_000_000, 10_000).describe("steps that are looked at; the process goes on");
const pay = (usual: number) => within(-1e6, 1e6, usual);

/**
 * With the current: always one state down. Against it: probabilities of leaving the first state, and of being driven back from the last.
 */
const [DOWN, LEAVE, SLIP] = [0, 0.6, 0.4];

/**
 * River swim: without deliberate exploration a learner never finds the reward at the far end. The default's optimal gain is 0.4286224338
 * per step.
 */
export const riverSwim = family({
  id: "continuing/river-swim",
  summary:
    "a chain with the best pay at its far end and the current against the swimmer; its near end pays a little at once",
  source: "Strehl & Littman (2008)",
  parameters: z
    .strictObject({
      horizon,
      states: whole(2, 100, 6).describe("states of the chain"),
      advance: within(0.001, 1, 0.35).describe("chance to get on when swimming up from an inner state"),
      back: share(0.05).describe("chance to be driven back when swimming up from an inner state"),
      near: pay(0.005).describe("pay for swimming down in the first state"),
      far: pay(1).describe("pay for swimming up in the last state"),
    })
    .refine(({ advance, back }) => advance + back <= 1, wrong("back", "It must leave advance + back at most 1")),
  choices: () => named("down", "up"),
  process: ({ states, advance, back, near, far }) =>
    tabularMdp({
      states,
      actions: 2,
      discount: 1,
      transitions: (s, a) => {
        if (a === DOWN) return [[Math.max(0, s - 1), 1]];
        const [ahead, behind] = s === 0 ? [LEAVE, 0] : s === states - 1 ? [0, SLIP] : [advance, back];
        return [
          [Math.max(0, s - 1), behind],
          [s, 1 - ahead - behind],
          [Math.min(states - 1, s + 1), ahead],
        ];
      },
      reward: (s, a) => (s === 0 && a === DOWN ? near : s === states - 1 && a !== DOWN ? far : 0),
    }),
});

/** The action that stays in place; 0 and 2 move down and up. */
const STAY = 1;

/** Only a visit reveals whether a state pays, so that an optimistic learner must refute one hypothesis after the other. */
export const ring = family({
  id: "continuing/ring",
  summary: "a ring with one prize, where resting at home pays a little; actions sometimes end one state further",
  parameters: z
    .strictObject({
      horizon,
      states: whole(2, 100, 8).describe("states of the ring"),
      prize: whole(0, 99, 5).describe("the state with the prize, which is paid for staying there"),
      pay: pay(0.5).describe("the prize"),
      home: pay(0.2).describe("pay for staying in state 0, where the prize is elsewhere"),
      slip: z.number().min(0).lt(1).default(0.1).describe("chance that an action ends one state further up than meant"),
    })
    .refine(({ states, prize }) => prize < states, wrong("prize", "It must be one of the states, below `states`")),
  choices: () => named("down", "stay", "up"),
  process: ({ states, prize, pay: won, home, slip }) =>
    tabularMdp({
      states,
      actions: 3,
      discount: 1,
      transitions: (s, a) => {
        const meant = (s + a - STAY + states) % states;
        return [
          [meant, 1 - slip],
          [(meant + 1) % states, slip],
        ];
      },
      reward: (s, a) => (a !== STAY ? 0 : s === prize ? won : s === 0 ? home : 0),
    }),
});

const row = z.array(z.number().min(0).max(1)).min(1).max(100);
const shares = (rows: readonly (readonly number[])[]) =>
  rows.every((one) => one.length === rows[0].length && Math.abs(one.reduce((sum, x) => sum + x, 0) - 1) < 1e-9);

/** Features rest, slide and summit of a climb over four levels: the summit's weight in a step up increases with the level. */
const CLIMB = {
  features: [0, 0.3, 0.6, 0.9].flatMap((summit) => [
    [1, 0, 0],
    [0, 1 - summit, summit],
  ]),
  next: [
    [1, 0, 0, 0],
    [0.4, 0.4, 0.2, 0],
    [0, 0, 0.2, 0.8],
  ],
  pay: [0.1, 0, 1],
};

export const linear = family({
  id: "continuing/linear",
  summary: "any process with moves and pay that mix a few factors, by features that are seen",
  source: "linear Markov decision processes, Jin et al. (2020)",
  parameters: z
    .strictObject({
      horizon,
      features: z
        .array(row)
        .min(2)
        .max(10_000)
        .default(CLIMB.features)
        .describe("shares of the factors, a row for each action of the first state, then of the second, and so on"),
      next: z
        .array(row)
        .min(1)
        .max(100)
        .default(CLIMB.next)
        .describe("chances of the states that each factor leads to"),
      pay: z.array(z.number().min(-1e6).max(1e6)).min(1).max(100).default(CLIMB.pay).describe("what each factor pays"),
    })
    .refine(({ features }) => shares(features), wrong("features", "Each row must add up to 1, all as long"))
    .refine(({ next }) => shares(next), wrong("next", "Each row must add up to 1, all as long"))
    .refine(
      ({ features, next }) => features.length % (next[0]?.length ?? 1) === 0,
      wrong("features", "It must have as many rows for each state"),
    )
    .refine(
      ({ features, next, pay }) => next.length === features[0]?.length && pay.length === next.length,
      wrong("pay", "There must be as many factors in `features`, `next` and `pay`"),
    ),
  choices: ({ actions }) => ({ choices: actions }),
  process: ({ features, next, pay }) => {
    const states = next[0].length;
    return linearMdp({ states, actions: features.length / states, features, next, pay });
  },
  features: ({ features }) => features,
});

const families: readonly ProcessFamily[] = [riverSwim, ring, linear];

/** Returns a family by name. Throws a UserError that lists the families. */
export function processFamily(id: string): ProcessFamily {
  const match = families.find(({ entry }) => entry.id === id);
  if (match !== undefined) return match;
  const names = families.map(({ entry }) => entry.id);
  throw new UserError({ ...unknownName("family of processes", id, names), path: ["id"] });
}
