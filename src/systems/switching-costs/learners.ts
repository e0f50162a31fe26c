// The players by the paper's letters, with what each may use and what it loses at most.

import {
  type Budget,
  batchedDartboard,
  batchedDartboardBound,
  batchedExp3,
  batchedExp3Bound,
  bestBatches,
  chosenFeedback,
  dartboardBatches,
  extraObservationsBound,
  withExtraObservations,
} from "../../algorithms/bandits/budgeted.ts";
import { exp3Graph, exp3GraphRates } from "../../algorithms/bandits/exp3.ts";
import { hedge, hedgeRate } from "../../algorithms/bandits/hedge.ts";
import { followTheLeader, type ObservingLearner } from "../../algorithms/bandits/observing.ts";
import { graphOf } from "../../environments/bandits/feedback-graph.ts";

/** Arms in every part of the study. */
export const ARMS = 4;

/** A way to play. */
interface Player {
  readonly what: string;
  make(budget: Budget): ObservingLearner;
  /** What it loses at most in expectation, switches included; infinite where nothing is promised. */
  bound(budget: Budget): number;
  /** Rounds between which it may change its arm. */
  batches(budget: Budget): number;
  /** Observations that it may use. */
  observations(budget: Budget): number;
  /** What the player of an arm sees for free. Default nothing. */
  readonly free?: "played";
  /** Largest expected number of switches, where one is promised. */
  switches?(budget: Budget): number;
  /** One idea is taken out: it need not keep what it says. */
  readonly broken?: true;
}

const dartboard = (look: number): Player => ({
  what: look === ARMS ? "all arms once a batch, dartboard" : `${look} arms once a batch, dartboard`,
  make: (budget) => batchedDartboard(budget, look),
  bound: batchedDartboardBound,
  batches: (budget) => dartboardBatches(budget, look),
  observations: ({ budget }) => budget,
  switches(budget) {
    const count = dartboardBatches(budget, look);
    return hedgeRate(budget.arms, count, look) * count + 1;
  },
});

const exp3: Player = {
  what: "the arm played once a batch, Exp3",
  make: (budget) => batchedExp3(budget),
  bound: batchedExp3Bound,
  batches: ({ budget }) => budget,
  observations: ({ budget }) => budget,
};

/** The same with one idea taken out. */
const broken = (whole: Player, what: string, make: Player["make"]): Player => ({ ...whole, what, make, broken: true });

/** Every round is a batch of its own. */
const unbatched = {
  batches: ({ rounds }: Budget) => rounds,
  observations: ({ arms, rounds }: Budget) => arms * rounds,
};

const PLAYERS = {
  F: dartboard(ARMS),
  P: dartboard(2),
  E: exp3,
  X: {
    what: "E with its best number of batches, or F, by the smaller bound",
    make: withExtraObservations,
    bound: extraObservationsBound,
    batches: (budget) =>
      chosenFeedback(budget) === "played" ? bestBatches(budget.arms, budget.rounds) : dartboardBatches(budget),
    observations: (budget) => (chosenFeedback(budget) === "played" ? 0 : budget.budget),
    free: "played",
  },
  Exp3: {
    ...unbatched,
    what: "Exp3, every round its own",
    make({ arms, rounds }) {
      const shows = graphOf("played", arms);
      return exp3Graph(shows, exp3GraphRates(shows, rounds));
    },
    bound: (budget) => batchedExp3Bound({ ...budget, budget: budget.rounds }),
    observations: ({ rounds }) => rounds,
  },
  Hedge: {
    ...unbatched,
    what: "Hedge, every round its own",
    make: ({ arms, rounds }) => hedge(arms, hedgeRate(arms, rounds)),
    bound: ({ arms, rounds }) => 2 * Math.sqrt(rounds * Math.log(arms)) + rounds,
  },
  leader: {
    ...unbatched,
    what: "follow the leader, every round its own",
    make: ({ arms }) => followTheLeader(arms),
    bound: () => Number.POSITIVE_INFINITY,
  },
  "E, redrawn": broken(exp3, "E that draws its arm anew in every round of a batch", (budget) =>
    batchedExp3(budget, { hold: false }),
  ),
  "E, first round": broken(exp3, "E that always looks at the first round of a batch", (budget) =>
    batchedExp3(budget, { look: "first" }),
  ),
  "F, first round": broken(dartboard(ARMS), "F that always looks at the first round of a batch", (budget) =>
    batchedDartboard(budget, ARMS, { look: "first" }),
  ),
} as const satisfies Record<string, Player>;

export type PlayerName = keyof typeof PLAYERS;

/** A player with all that it may declare. */
export const playerOf = (name: PlayerName): Player => PLAYERS[name];

/** What a player loses at most in expectation. */
export const boundOf = (name: PlayerName, rounds: number, budget: number): number =>
  PLAYERS[name].bound({ arms: ARMS, rounds, budget });
