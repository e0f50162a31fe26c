// Learners of arms that are vectors, and of several items at once, as agents: what they learn from is in their observation.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { fieldOffset, type NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind, type EntryAbout } from "../../core/registry.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { dynamicalWidth, dynLinUcb, linearWidth, type SystemBounds } from "./dyn-lin-ucb.ts";
import { amongFixed, banditPlayer, type LinearLearner } from "./learner.ts";
import { discountedLinUcb, lagged, linUcb } from "./lin-ucb.ts";
import { cucb } from "./mean-learners.ts";

/** Properties of the world, for a learner. */
interface Place {
  readonly arms: number;
  readonly dimension: number;
  /** λ */
  readonly ridge: number;
  readonly horizon: number;
}

/** Parameters that all of them have. */
const common = {
  ridge: z
    .number()
    .gt(0)
    .max(1e9)
    .optional()
    .describe("λ of the ridge regression; default the logarithm of the horizon"),
  delta: z.number().gt(0).lt(1).optional().describe("chance that the interval may fail; default 1/horizon"),
  scale: within(0, 1e9, 1).describe("factor of the interval's width; 1 is what theory asks for, which is wide"),
  theta: within(0, 1e9, 1).describe("Θ: upper bound of |θ|, what a vector pays at once"),
  action: positive(1e9, 1).describe("U: upper bound of a vector's length"),
  deviation: within(0, 1e9, 0.1).describe("σ of the noise of a payoff"),
};

/** Bounds of a hidden state, which is none by default. */
const system = (radius: number, omega: number, input: number) => ({
  radius: z.number().min(0).lt(1).default(radius).describe("ρ̄: upper bound of the spectral radius of A"),
  growth: within(1, 1e9, 1).describe("Φ: upper bound of |A^k|/ρ(A)^k"),
  omega: within(0, 1e9, omega).describe("Ω: upper bound of |ω|, what the state pays"),
  input: within(0, 1e9, input).describe("upper bound of |B|, what a vector does to the state"),
});

interface Common extends SystemBounds {
  readonly ridge?: number | undefined;
  readonly delta?: number | undefined;
  readonly scale: number;
}

function linear<P extends Common>(
  entry: EntryAbout<P> & { make(parameters: P, place: Place): LinearLearner },
): BoundEntry<AgentPlan> {
  const { id, make } = entry;
  return bind({
    ...entry,
    make:
      (p: P): AgentPlan =>
      ({ spec }) => {
        const place = { ...placeOf(spec, id), ridge: p.ridge ?? Math.max(1, Math.log(spec.horizon)) };
        return linearPlayer(spec, place, () => make(p, place));
      },
  });
}

/** Plays by a fresh learner in every episode, which looks at the field `features` of its observation. */
export function linearPlayer(
  spec: NumericSpec,
  { arms, dimension }: Pick<Place, "arms" | "dimension">,
  make: () => LinearLearner,
): Agent {
  const at = fieldOffset(spec, "features") ?? 0;
  const features = new Float64Array(arms * dimension);
  const player = banditPlayer(() => amongFixed(make(), features));
  return {
    ...player,
    act(observation, action) {
      for (let k = 0; k < features.length; k++) features[k] = observation[at + k];
      return player.act(observation, action);
    },
  };
}

function placeOf({ choices, observation, horizon }: NumericSpec, id: string): Omit<Place, "ridge"> {
  const features = observation.find(({ name }) => name === "features");
  if (choices !== undefined && features !== undefined && features.size % choices === 0)
    return { arms: choices, dimension: features.size / choices, horizon };
  const what = `${id} chooses among arms by their vectors, and this world shows none`;
  const hint = "bandits/linear and bandits/dynamical-linear do, in the field `features`";
  throw new UserError({ code: "no-features", what, hint });
}

const widthOf = (p: Common, { dimension, ridge, horizon }: Place) => ({
  dimension,
  ridge,
  // A horizon of one round leaves no chance to divide.
  delta: p.delta ?? 1 / Math.max(2, horizon),
  scale: p.scale,
});

export const linearLearners: readonly BoundEntry<AgentPlan>[] = [
  linear({
    id: "bandit/lin-ucb",
    summary: "pulls the arm whose payoff, linear in its vector, could still be the largest",
    source: "Abbasi-Yadkori, Pál & Szepesvári (2011)",
    parameters: z.strictObject({
      lags: whole(0, 100, 0).describe("last payoffs that it looks at beside the vectors"),
      ...common,
      ...system(0, 0, 0),
    }),
    make: (p, place) =>
      lagged(place.arms, place.dimension, p.lags, (dimension) => {
        const seen = { ...place, dimension };
        return linUcb({ ...seen, width: linearWidth(p, widthOf(p, seen)) });
      }),
  }),
  linear({
    id: "bandit/lin-ucb-discounted",
    summary: "the same, and what was seen counts less with every round",
    source: "D-LinUCB: Russac, Vernade & Cappé (2019)",
    parameters: z.strictObject({
      discount: positive(1, 0.999).describe("γ: what a sample counts a round later"),
      ...common,
      ...system(0, 0, 0),
    }),
    make: (p, place) => {
      const width = linearWidth(p, widthOf(p, place));
      // Rounds that count, 1 + γ² + γ⁴ + …
      const fade = p.discount ** 2;
      const counted = (rounds: number) => (fade < 1 ? (1 - fade ** rounds) / (1 - fade) : rounds);
      return discountedLinUcb({ ...place, discount: p.discount, width: (rounds) => width(counted(rounds)) });
    },
  }),
  linear({
    id: "bandit/dyn-lin-ucb",
    summary: "keeps an arm up until a hidden state has settled, and learns from the last payoff alone",
    source: "DynLin-UCB: Mussi, Metelli & Restelli (2023), arXiv 2211.08997",
    parameters: z.strictObject({
      samples: oneOf(["last", "all"], "last").describe(
        "learn from an epoch's last payoff, as theory asks, or from all of them",
      ),
      ...common,
      ...system(0.5, 1, 1),
    }),
    make: (p, place) =>
      dynLinUcb({ ...place, radius: p.radius, samples: p.samples, width: dynamicalWidth(p, widthOf(p, place)) }),
  }),
];

const itemParameters = z.strictObject({ exploration: within(0, 1e9, 1.5).describe("α in the bonus √(α·ln t/n_i)") });

export const itemLearners: readonly BoundEntry<AgentPlan>[] = [
  bind({
    id: "bandit/cucb",
    summary: "chooses the items that could be worth the most together, and learns from each of the chosen",
    source: "Chen, Wang & Yuan (2013)",
    parameters: itemParameters,
    make:
      ({ exploration }: z.output<typeof itemParameters>): AgentPlan =>
      ({ spec }) => {
        const items = spec.actionSize;
        const [chosenAt, paidAt] = ["chosen", "paid"].map((name) => fieldOffset(spec, name));
        if (chosenAt === undefined || paidAt === undefined) {
          const what = "bandit/cucb chooses several items and sees what each paid, and this world shows neither";
          const hint = "bandits/combinatorial does, in the fields `chosen` and `paid`";
          throw new UserError({ code: "no-items", what, hint });
        }
        return itemPlayer(items, chosenAt, paidAt, exploration);
      },
  }),
];

/** Reads what the chosen items paid; scores become shares of the highest, since an action lies between 0 and 1. */
function itemPlayer(items: number, chosenAt: number, paidAt: number, exploration: number): Agent {
  const scores = new Float64Array(items);
  let learner = cucb(items, exploration);
  let hasActed = false;
  return {
    reset() {
      learner = cucb(items, exploration);
      hasActed = false;
    },
    act(observation, action) {
      if (hasActed) learner.learn(observation, chosenAt, paidAt);
      hasActed = true;
      learner.score(scores);
      // Below 1 for what was seen, in the order of the scores; 1 for what never was.
      for (let k = 0; k < items; k++) action[k] = Number.isFinite(scores[k]) ? scores[k] / (1 + scores[k]) : 1;
    },
  };
}
