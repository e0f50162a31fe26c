// The exact policy gradient of a tabular softmax policy, and how it changes with the policy, with the reward and with the
// discount. Everything follows from two linear solves, so there is no noise in it; sampled learners are held against it.

import { expectedNext, type TabularMdp } from "../../environments/tabular/mdp.ts";
import { factorised } from "../../math/linear-solve.ts";
import { actionValues, policyReward, transitionMatrix } from "./evaluation.ts";
import { softmaxPolicy } from "./policy.ts";

/** Which gradient is meant. */
export interface GradientOptions {
  /**
   * Discount of the visits, Σ_t w^t P(s_t = s). The gradient of the return has w = γ, the default; learners that leave
   * out the factor γ^t follow w = 1, which is the gradient of no objective (Nota & Thomas, 2020). With w = 1 every
   * policy asked about must end.
   */
  readonly visitDiscount?: number;
}

/** The gradient field at one policy, and its derivatives in any direction. */
export type PolicyGradient = ReturnType<typeof policyGradient>;

/** The gradient of a tabular softmax policy with these logits, [states × actions]. */
export function policyGradient(
  mdp: TabularMdp,
  logits: ArrayLike<number>,
  { visitDiscount = mdp.discount }: GradientOptions = {},
) {
  const { states: S, actions: A, discount } = mdp;
  const policy = softmaxPolicy(mdp, logits);
  const moves = transitionMatrix(mdp, policy);
  const ahead = factorised(oneMinus(discount, moves, S), S);
  const visits = factorised(transposed(oneMinus(visitDiscount, moves, S), S), S);
  const d = visits(mdp.start);

  const advantagesOf = (reward: Float64Array) => {
    const values = ahead(policyReward({ ...mdp, reward }, policy));
    const q = actionValues({ ...mdp, reward }, values);
    for (let s = 0; s < S; s++) for (let a = 0; a < A; a++) q[s * A + a] -= values[s];
    return { values, advantages: masked(mdp, q) };
  };
  const { values, advantages } = advantagesOf(mdp.reward);
  const weighted = (field: Float64Array) => field.map((x, at) => d[Math.floor(at / A)] * policy[at] * x);

  return {
    /** Softmax of the logits, [states × actions]. */
    policy,
    /** d(s)·π(a|s)·(Q(s,a) − V(s)), [states × actions] (Sutton et al., 2000, theorem 1). */
    gradient: weighted(advantages),
    /** V from the process's first states. */
    value: values.reduce((sum, v, s) => sum + mdp.start[s] * v, 0),
    /** The gradient under another reward [states × actions], at the same policy. */
    underReward: (reward: ArrayLike<number>) =>
      weighted(advantagesOf(masked(mdp, Float64Array.from(reward))).advantages),
    /** J·x: the directional derivative of the gradient field along logits `x`. With w = γ this is a Hessian-vector product. */
    alongLogits(x: ArrayLike<number>) {
      // π' of the policy, then d' of the visits and A' of the advantages that follow from it.
      const dPolicy = new Float64Array(S * A);
      const slope = new Float64Array(S);
      for (let s = 0; s < S; s++) {
        let mean = 0;
        for (let a = 0; a < A; a++) mean += policy[s * A + a] * x[s * A + a];
        for (let a = 0; a < A; a++) {
          dPolicy[s * A + a] = policy[s * A + a] * (x[s * A + a] - mean);
          slope[s] += dPolicy[s * A + a] * advantages[s * A + a];
        }
      }
      const dValues = ahead(slope);
      const moved = new Float64Array(S);
      for (let s = 0; s < S; s++) {
        if (mdp.terminal[s] === 1) continue;
        for (let a = 0; a < A; a++) {
          const at = s * A + a;
          const weight = visitDiscount * d[s] * dPolicy[at];
          for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) moved[mdp.next[k]] += weight * mdp.probability[k];
        }
      }
      const dVisits = visits(moved);
      const result = new Float64Array(S * A);
      for (let s = 0; s < S; s++) {
        if (mdp.terminal[s] === 1) continue;
        for (let a = 0; a < A; a++) {
          const at = s * A + a;
          const dAdvantage = discount * expectedNext(mdp, s, a, dValues) - dValues[s];
          result[at] = (dVisits[s] * policy[at] + d[s] * dPolicy[at]) * advantages[at] + d[s] * policy[at] * dAdvantage;
        }
      }
      return result;
    },
    /** ∂gradient/∂γ with the discount of the visits held. */
    alongDiscount() {
      const later = new Float64Array(S);
      for (let s = 0; s < S; s++) for (let t = 0; t < S; t++) later[s] += moves[s * S + t] * values[t];
      const dValues = ahead(later);
      const field = new Float64Array(S * A);
      for (let s = 0; s < S; s++) {
        for (let a = 0; a < A; a++) {
          field[s * A + a] = expectedNext(mdp, s, a, values) + discount * expectedNext(mdp, s, a, dValues) - dValues[s];
        }
      }
      return weighted(masked(mdp, field));
    },
  };
}

/** Zero in the rows of terminal states. */
function masked({ terminal, actions }: TabularMdp, field: Float64Array): Float64Array {
  return field.map((x, at) => (terminal[Math.floor(at / actions)] === 1 ? 0 : x));
}

/** I − w·P. */
function oneMinus(weight: number, matrix: Float64Array, n: number): Float64Array {
  return matrix.map((p, at) => (at % (n + 1) === 0 ? 1 : 0) - weight * p);
}

function transposed(matrix: Float64Array, n: number): Float64Array {
  return matrix.map((_, at) => matrix[(at % n) * n + Math.floor(at / n)]);
}
