// REINFORCE with a softmax policy in a table (Williams, 1992): the score-function gradient of whole episodes.

import type { TabularLearner } from "../../algorithms/tabular/episode.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import { addScores, discountedReturns, record, trajectory } from "../../algorithms/tabular/trajectory.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";

/** Settings of REINFORCE; those of the released code of arXiv 2402.07019 where nothing else is said. */
interface ReinforceOptions {
  /** Longest episode. */
  readonly horizon: number;
  /** Size of an update. */
  readonly step: number;
  /** Episodes between updates. Default 2. */
  readonly every?: number;
  /** Latest episodes that an update is made from, at least 1. Default 5. */
  readonly window?: number;
  /** Whether the sum is divided by the transitions or by the episodes in it. Default "transitions". */
  readonly average?: "transitions" | "episodes";
  /** First logits, [states × actions]. Default 0. */
  readonly initial?: ArrayLike<number>;
}

/** θ ← θ + step·mean of Σ_t G_t·∇log π(a_t|s_t) over the latest episodes, their returns by the process's discount. */
export function reinforce(
  { states, actions: A, discount }: Pick<TabularMdp, "states" | "actions" | "discount">,
  { horizon, step, every = 2, window = 5, average = "transitions", initial }: ReinforceOptions,
): TabularLearner {
  const table = softmaxTable(states, A, initial);
  const paths = Array.from({ length: window }, () => trajectory(horizon));
  const returns = paths.map(() => new Float64Array(horizon));
  const gradient = new Float64Array(states * A);
  let episodes = 0;

  const update = () => {
    const used = Math.min(window, episodes);
    for (let k = 0; k < used; k++) discountedReturns(paths[k], discount, returns[k]);
    gradient.fill(0);
    let transitions = 0;
    for (let k = 0; k < used; k++) {
      addScores(paths[k], returns[k], table.policy, A, gradient);
      transitions += paths[k].length;
    }
    const scale = step / (average === "episodes" ? used : Math.max(1, transitions));
    for (let at = 0; at < gradient.length; at++) table.logits[at] += scale * gradient[at];
    table.refreshAll();
  };
  return {
    table: table.logits,
    begin() {
      paths[episodes % window].length = 0;
    },
    act: (state, random) => table.choose(state, random),
    observe(state, action, pay) {
      record(paths[episodes % window], state, action, pay);
    },
    end() {
      episodes++;
      if (episodes % every === 0) update();
    },
    probability: (state, action) => table.policy[state * A + action],
  };
}
