// Behaviour alignment (Gupta, Chandak, Jordan, Thomas & da Silva, NeurIPS 2023, arXiv 2310.19007): a designer's reward
// and a heuristic are blended with weights that are themselves learned, so that the policy that the inner learner ends
// up with does best by the designer's reward alone. The inner learner's discount can be learned in the same way.

import { expectedReturn } from "../../algorithms/planning/evaluation.ts";
import { policyGradient } from "../../algorithms/planning/policy-gradient.ts";
import { sampledGradient } from "../../algorithms/tabular/sampled-gradient.ts";
import type { Random } from "../../core/random.ts";
import { type TabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { factorised, neumannSeries } from "../../math/linear-solve.ts";

/** What the inner learner is paid, r_φ = Σ_k φ_k·r_k, and how far it looks ahead. */
export interface Blend {
  /** φ, one weight a channel. */
  readonly weights: Float64Array;
  /** γ_v in (0, 1). */
  readonly discount: number;
}

/** What the outer step has to know at a policy: each array has the shape of the policy's parameters θ. */
interface Sensitivity {
  /** dJ/dθ of the outer objective. */
  readonly objective: Float64Array;
  /** ∂Δ/∂φ_k, one a channel, and ∂Δ/∂γ_v at the end. */
  readonly columns: readonly Float64Array[];
  /** x → Hx with H = ∂Δ/∂θ. */
  product(x: Float64Array): Float64Array;
  /** ∂J/∂φ at the same policy, where the objective depends on the weights itself. Default 0. */
  readonly direct?: Float64Array;
}

/** A learner seen from outside: the direction Δ(θ, φ, γ_v) of its updates, and how that depends on everything. */
export interface InnerLearner {
  direction(theta: Float64Array, blend: Blend): Float64Array;
  sense(theta: Float64Array, blend: Blend): Sensitivity;
}

/** How H⁻¹ is applied: exactly, by a Neumann series of products, or not at all (a control). */
type Inverse = "exact" | "none" | { readonly step: number; readonly terms: number };

/**
 * The gradient dJ/dφ, one number a column, at the learner's fixed point Δ(θ, φ) = 0 by the implicit function theorem:
 * dJ/dφ = ∂J/∂φ − (dJ/dθ)ᵀ H⁻¹ ∂Δ/∂φ. Used as it stands near the fixed point, too.
 */
export function implicitGradient({ objective, columns, product, direct }: Sensitivity, inverse: Inverse): Float64Array {
  const apply = inverseOf(product, objective.length, inverse);
  return Float64Array.from(columns, (column, k) => dot(objective, apply(column)) + (direct?.[k] ?? 0));
}

/** x → −H⁻¹x. */
function inverseOf(product: Sensitivity["product"], n: number, inverse: Inverse): (x: Float64Array) => Float64Array {
  if (inverse === "none") return (x) => x;
  if (inverse !== "exact") return (x) => neumannSeries(product, x, inverse.step, inverse.terms);
  const matrix = new Float64Array(n * n);
  const unit = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    unit[k] = 1;
    const column = product(unit);
    unit[k] = 0;
    for (let i = 0; i < n; i++) matrix[i * n + k] = -column[i];
  }
  return factorised(matrix, n);
}

/** The world, the channels that pay is blended from, and how the inner learner learns. */
interface BlendedLearnerOptions {
  /** Holds the designer's reward r_p and the true discount: J is its expected return. */
  readonly mdp: TabularMdp;
  /** r_k, [states × actions] each. */
  readonly channels: readonly Float64Array[];
  /** λ_θ > 0 in Δ = … − λ_θ·θ: without it H is singular, since a constant added to a state's logits changes nothing. */
  readonly decay: number;
}

/** Σ_k φ_k·r_k, [states × actions]. */
export function blended(channels: readonly Float64Array[], weights: ArrayLike<number>): Float64Array {
  return channels[0].map((_, at) => channels.reduce((sum, channel, k) => sum + weights[k] * channel[at], 0));
}

/** A softmax policy in a table that follows the exact policy gradient: no noise anywhere. Visits count by the true discount. */
export function exactLearner({
  mdp,
  channels,
  decay,
  objective = "environment",
}: BlendedLearnerOptions & {
  /** What the outer step maximises. "blend" is the control: what is paid instead of what is wanted. */
  readonly objective?: "environment" | "blend";
}): InnerLearner {
  const at = (theta: Float64Array, { weights, discount }: Blend) =>
    policyGradient(withReward({ ...mdp, discount }, blended(channels, weights)), theta, {
      visitDiscount: mdp.discount,
    });
  return {
    direction(theta, blend) {
      const { gradient } = at(theta, blend);
      return gradient.map((g, k) => g - decay * theta[k]);
    },
    sense(theta, blend) {
      const field = at(theta, blend);
      const sensed = {
        columns: [...channels.map((channel) => field.underReward(channel)), field.alongDiscount()],
        product: (x: Float64Array) => field.alongLogits(x).map((value, k) => value - decay * x[k]),
      };
      if (objective === "environment") return { ...sensed, objective: policyGradient(mdp, theta).gradient };
      return {
        ...sensed,
        objective: policyGradient(withReward(mdp, blended(channels, blend.weights)), theta).gradient,
        direct: Float64Array.from(channels, (channel) => expectedReturn(withReward(mdp, channel), field.policy)),
      };
    },
  };
}

/** A softmax policy in a table that follows REINFORCE without γ^t, from batches of episodes. */
export function sampledLearner({
  mdp,
  channels,
  decay,
  episodes,
  horizon,
  random,
}: BlendedLearnerOptions & {
  /** Episodes in each batch. */
  readonly episodes: number;
  /** Longest episode. */
  readonly horizon: number;
  readonly random: Random;
}): InnerLearner {
  const batch = { episodes, horizon, random };
  return {
    direction(theta, { weights, discount }) {
      const gradient = sampledGradient(mdp, theta, batch).gradient(blended(channels, weights), discount);
      return gradient.map((g, k) => g - decay * theta[k]);
    },
    sense(theta, { weights, discount }) {
      const estimates = sampledGradient(mdp, theta, batch);
      const reward = blended(channels, weights);
      return {
        objective: estimates.gradient(mdp.reward, mdp.discount, true),
        columns: [
          ...channels.map((channel) => estimates.gradient(channel, discount)),
          estimates.alongDiscount(reward, discount),
        ],
        product: (x) => estimates.alongLogits(x, reward, discount).map((value, k) => value - decay * x[k]),
      };
    },
  };
}

/** The two loops. */
interface LoopOptions {
  readonly learner: InnerLearner;
  /** First policy parameters; not changed. */
  readonly theta: Float64Array;
  /** First blend, as the designer would have written it: usually every weight 1 and the true discount. */
  readonly blend: Blend;
  /** Inner updates before the first outer step, N_0. */
  readonly warmUp: number;
  /** Inner updates after each outer step, N_i; θ goes on from where it is. */
  readonly inner: number;
  /** Outer steps. 0 is a learner with a fixed blend. */
  readonly outer: number;
  /** Size of an inner update. */
  readonly innerStep: number;
  /** Length of an outer step in (φ, v): the gradient is normalised, since it all but vanishes where a policy is settled. */
  readonly outerStep: number;
  readonly inverse: Inverse;
  /** Learn v in γ_v = σ(v), too, with λ_v·γ_v taken off the objective. Default: the discount is fixed. */
  readonly learnDiscount?: { readonly penalty: number };
}

/** BARFI: inner updates of θ, and between them steps of the blend along the implicit gradient (Algorithm 1). Where both loops end. */
export function alignBehavior({ learner, warmUp, inner, outer, innerStep, outerStep, inverse, ...first }: LoopOptions) {
  const theta = first.theta.slice();
  let blend = first.blend;
  const learn = (count: number) => {
    for (let i = 0; i < count; i++) {
      const direction = learner.direction(theta, blend);
      for (let k = 0; k < theta.length; k++) theta[k] += innerStep * direction[k];
    }
  };
  learn(warmUp);
  for (let i = 0; i < outer; i++) {
    blend = stepped(blend, implicitGradient(learner.sense(theta, blend), inverse), outerStep, first.learnDiscount);
    learn(inner);
  }
  return { theta, blend };
}

/** The blend after a step of this size along the slopes of its weights and, at the end, of its discount. */
function stepped(
  { weights, discount }: Blend,
  slopes: Float64Array,
  size: number,
  learnDiscount: LoopOptions["learnDiscount"],
): Blend {
  const parts = weights.length;
  // dγ_v/dv = γ_v(1 − γ_v).
  const v = learnDiscount === undefined ? 0 : (slopes[parts] - learnDiscount.penalty) * discount * (1 - discount);
  const length = Math.hypot(...slopes.subarray(0, parts), v);
  if (length === 0) return { weights, discount };
  const scale = size / length;
  const logit = Math.log(discount / (1 - discount)) + scale * v;
  return {
    weights: weights.map((w, k) => w + scale * slopes[k]),
    discount: learnDiscount === undefined ? discount : 1 / (1 + Math.exp(-logit)),
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
