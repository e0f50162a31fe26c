// REINFORCE with a softmax policy in a table (Williams, 1992): the score-function gradient of whole episodes.

import type { TabularLearner } from "../../algorithms/tabular/episode.ts";
import { addScores, discountedReturns, record, trajectory } from "../../algorithms/tabular/sampled-gradient.ts";
import { softmaxTable } from "../../algorithms/tabular/softmax-policy.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";

/** Settings of REINFORCE. */
export interface ReinforceOptions {
  readonly states: number;
  readonly actions: number;
  /** γ in [0, 1], of the returns. */
  readonly discount: number;
  /** Longest episode. */
  readonly horizon: number;
  /** Size of an update. Default 0.1. */
  readonly step?: number;
  /** Episodes between updates. Default 1. */
  readonly every?: number;
  /** Latest episodes that an update is made from, at least 1. Default: as many as there are between updates. */
  readonly window?: number;
  /** Whether the sum is divided by the transitions or by the episodes in it. Default "episodes". */
  readonly average?: "transitions" | "episodes";
  /** Whether each step is weighted by γ^t, as the gradient of the discounted return has it. Default false, as is usual. */
  readonly discountedScores?: boolean;
  /** First logits, [states × actions]. Default 0. */
  readonly initial?: ArrayLike<number>;
}

/** θ ← θ + step·mean of Σ_t (γ^t)·G_t·∇log π(a_t|s_t) over the latest episodes. */
export function reinforce(options: ReinforceOptions): TabularLearner {
  const { states, actions: A, discount, horizon, step = 0.1, every = 1, window = every } = options;
  const { average = "episodes", discountedScores = false } = options;
  const table = softmaxTable(states, A, options.initial);
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
      const weights = returns[k];
      if (discountedScores) for (let t = 1, w = discount; t < paths[k].length; t++, w *= discount) weights[t] *= w;
      addScores(paths[k], weights, table.policy, A, gradient);
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

/** The released code's learner: an update every two episodes from the latest five, divided by their transitions. */
export function releasedReinforce(
  { states, actions, discount }: TabularMdp,
  options: Pick<ReinforceOptions, "horizon" | "step" | "initial">,
): TabularLearner {
  return reinforce({ states, actions, discount, every: 2, window: 5, average: "transitions", ...options });
}
