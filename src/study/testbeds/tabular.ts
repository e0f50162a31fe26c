// The bed of studies in finite decision processes: a tabular learner is trained episode by episode under some pay, and all arms of a
// seed meet the same transitions. What is measured is the process's own return, under any pay.

import { playEpisode, type TabularLearner, type TransitionPay } from "../../algorithms/tabular/episode.ts";
import { epsilonGreedy } from "../../algorithms/tabular/softmax-policy.ts";
import type { Random } from "../../core/random.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";

/** A learner in a process, with what it is paid. */
export interface TabularTraining {
  readonly mdp: TabularMdp;
  /** Steps after which an episode is cut off. */
  readonly horizon: number;
  readonly learner: TabularLearner;
  readonly pay: TransitionPay;
  /** Streams of transitions and of the learner's choices. Arms that are compared are given equal ones. */
  readonly world: Random;
  readonly choices: Random;
}

/** What an episode came to: discounted return, steps, and whether the process ended it. */
export type TrainedEpisode = ReturnType<typeof playEpisode>;

/** Trains one episode at a time, for as many as are asked for. */
export function* trained(training: TabularTraining): Generator<TrainedEpisode, never> {
  const { mdp, horizon, learner, pay, world, choices } = training;
  for (;;) yield playEpisode(mdp, learner, pay, horizon, world, choices);
}

/** Plays the best actions of a learner's table as it is now, one of them where several are best, and learns no more. */
function greedily({ table }: Pick<TabularLearner, "table">, actions: number): TabularLearner {
  const best = epsilonGreedy(0);
  return {
    table,
    begin() {},
    act: (state, random) => best.choose(table, state * actions, actions, random),
    observe() {},
    end() {},
    probability: (state, action) => best.probability(table, state * actions, actions, action),
  };
}

/** Which test episodes are played; learners that are compared are given equal streams. */
export interface GreedyTest extends Pick<TabularTraining, "mdp" | "horizon" | "world" | "choices"> {
  readonly episodes: number;
  /** What the learner is paid, [states × actions]. */
  readonly pays: ArrayLike<number>;
}

/** Plays the best actions of a table: episodes with a return above 0, and Σ of the process's own reward and of what is paid beside it. */
export function greedyTest(
  learner: Pick<TabularLearner, "table">,
  { mdp, horizon, world, choices, episodes, pays }: GreedyTest,
): { readonly successes: number; readonly own: number; readonly beside: number } {
  const best = greedily(learner, mdp.actions);
  const sums = { successes: 0, own: 0, beside: 0 };
  const pay: TransitionPay = {
    pay(state, action) {
      const at = state * mdp.actions + action;
      sums.own += mdp.reward[at];
      sums.beside += pays[at] - mdp.reward[at];
      return pays[at];
    },
  };
  for (let k = 0; k < episodes; k++)
    if (playEpisode(mdp, best, pay, horizon, world, choices).discounted > 0) sums.successes += 1;
  return sums;
}

/** Trains for `episodes`, and tests the learner as it is after every `every` of them; what the tests found. `episode` is told before each. */
export async function testedAlong<Found>(
  training: TabularTraining,
  { episodes, every, episode }: { readonly episodes: number; readonly every: number; episode(number: number): void },
  test: () => Found,
): Promise<Found[]> {
  const all = trained(training);
  const found: Found[] = [];
  for (let number = 0; number < episodes; number++) {
    episode(number);
    all.next();
    if ((number + 1) % every !== 0) continue;
    found.push(test());
    await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}
