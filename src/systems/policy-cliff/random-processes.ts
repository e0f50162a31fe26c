// The propositions on random processes: values that are stable, soft policies that are smooth, gaps that protect, and ties that
// any reward can be brought to and broken from.

import { expectedReturn, occupancy } from "../../algorithms/planning/evaluation.ts";
import { bestActions, deterministicPolicy, greedyChoice } from "../../algorithms/planning/policy.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { type TabularMdp, tabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { root } from "../../math/root.ts";
import { above, atLeast, atMost } from "../../study/bound.ts";
import { beside, type Claim, equation, inAll, is, never, type Test } from "../../study/claim.ts";
import { largestGap } from "../../study/matching.ts";
import {
  actionGaps,
  bellmanInversion,
  raised,
  safeRadius,
  softPolicyBound,
  softValueBound,
  tieBreaker,
  totalVariation,
  valueBound,
} from "./bounds.ts";
import { softPolicy } from "./one-choice.ts";

/** Rounding and the iteration's own tolerance. */
const SLACK = 1e-10;
const LEAST = Number.NEGATIVE_INFINITY;

/** Size of a random process. */
interface GarnetOptions {
  readonly states: number;
  readonly actions: number;
  /** Successors of each state and action, drawn with replacement where there are fewer than states. */
  readonly branching: number;
  readonly discount: number;
  readonly random: Random;
}

/**
 * A process without any structure (Generic Average Reward Non-stationary Environment Testbench: Archibald, McKinnon & Thomas, 1995):
 * successors with uniform weights, rewards uniform in [−1, 1], every state as likely to be the first.
 */
export function garnet({ states, actions, branching, discount, random }: GarnetOptions): TabularMdp {
  return tabularMdp({
    states,
    actions,
    discount,
    start: new Float64Array(states).fill(1 / states),
    transitions: () => {
      const weights = Array.from({ length: branching }, () => random.uniform());
      const total = weights.reduce((a, b) => a + b, 0);
      return weights.map((w, k) => [branching === states ? k : random.integer(states), w / total] as const);
    },
    reward: () => random.uniform(-1, 1),
  });
}

/** At most 6 states, at most 4 actions, discounts up to 0.95. */
function sample(seed: number, index: number): { readonly mdp: TabularMdp; readonly random: Random } {
  const random = Random.of(seed, "policy-cliff", index);
  const states = 2 + random.integer(5);
  const actions = 2 + random.integer(3);
  const branching = 1 + random.integer(states);
  return { mdp: garnet({ states, actions, branching, discount: random.uniform(0.5, 0.95), random }), random };
}

/** Log-uniform in [low, high]. */
const scale = (random: Random, low: number, high: number) => low * (high / low) ** random.uniform();

const shaken = (reward: Float64Array, size: number, random: Random) =>
  reward.map((r) => r + random.uniform(-size, size));

/** Bounds 1 and 8, the sharper form of 8, and the gap rule, on `count` pairs of rewards. */
export function pairEquations(seed: number, count: number): Claim[] {
  let [values, soft, sharp] = [LEAST, LEAST, LEAST];
  let [clear, broken, flipped] = [0, 0, 0];
  for (let k = 0; k < count; k++) {
    const { mdp, random } = sample(seed, k);
    const other = withReward(mdp, shaken(mdp.reward, scale(random, 1e-4, 1), random));
    const temperature = scale(random, 0.05, 2);
    const apart = largestGap(mdp.reward, other.reward);
    const [q, changed] = [mdp, other].map((process) => valueIteration(process).actionValues);
    values = Math.max(values, largestGap(q, changed) - valueBound(apart, mdp.discount));

    const [first, second] = [mdp, other].map((process) => softPolicy(process, temperature));
    const between = softValueBound(largestGap(first.actionValues, second.actionValues), temperature);
    for (let s = 0; s < mdp.states; s++) {
      const moved = totalVariation(first.policy, second.policy, s, mdp.actions);
      soft = Math.max(soft, moved - softPolicyBound(apart, temperature, mdp.discount));
      sharp = Math.max(sharp, moved - between);
    }

    const gap = Math.min(...actionGaps(q, mdp.states, mdp.actions).map((row) => row.gap));
    const same = greedyChoice(mdp, q).every((a, s) => a === greedyChoice(mdp, changed)[s]);
    if (apart < safeRadius(gap, mdp.discount)) {
      clear += 1;
      if (!same) broken += 1;
    } else if (!same) flipped += 1;
  }
  return [
    equation(`values of ${count} pairs of rewards`, excess(values, "‖ΔQ*‖ − ‖ΔR‖/(1 − γ)")),
    equation(`soft policies of ${count} pairs of rewards, in all states`, [
      excess(soft, "TV − ‖ΔR‖/(2α(1 − γ))"),
      excess(sharp, "TV − tanh(‖ΔQ‖/(2α))"),
    ]),
    equation("gap rule: greedy policies that change although every gap is above 2‖ΔR‖/(1 − γ)", [
      never(broken, "that change"),
      is(clear, atLeast(count / 10), `of pairs (in ${count})`),
      beside("of the other pairs", count - clear),
      beside("that change", flipped),
    ]),
  ];
}

/** The most by which a bound was passed. */
const excess = (most: number, label: string): Test => is(most, atMost(SLACK), label);

/**
 * A tie is made in a random state and broken by a bump of ε: the new optimum is as constructed, the reward within (1 + γ)ε, and
 * the bumped action alone is best. The trained policy that keeps the other action loses under what the reward left out.
 */
export function tieEquations(seed: number, count: number): Claim[] {
  let [off, alone] = [0, 0];
  let [far, short] = [LEAST, LEAST];
  let leastLoss = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const { mdp, random } = sample(seed, k);
    const A = mdp.actions;
    const q = valueIteration(mdp).actionValues;
    const state = random.integer(mdp.states);
    const [kept] = bestActions(q, state, A);
    const other = (kept + 1 + random.integer(A - 1)) % A;
    q[state * A + other] = q[state * A + kept];
    const trained = withReward(mdp, bellmanInversion(mdp, q));

    const epsilon = scale(random, 1e-6, 1e-1);
    const bumped = tieBreaker(trained, q, state, other, epsilon);
    const { actionValues } = valueIteration(withReward(mdp, bumped));
    off = Math.max(off, largestGap(actionValues, raised(mdp, q, state, other, epsilon)));
    far = Math.max(far, largestGap(bumped, trained.reward) - (1 + mdp.discount) * epsilon);
    const best = bestActions(actionValues, state, A);
    if (best.length === 1 && best[0] === other) alone += 1;

    // What was left out pays for the other action in that state alone, so its advantage there is that pay.
    const missing = random.uniform(0.01, 1);
    const whole = withReward(
      mdp,
      trained.reward.map((r, at) => r + (at === state * A + other ? missing : 0)),
    );
    const choice = greedyChoice(mdp, q);
    choice[state] = kept;
    const slacker = deterministicPolicy(mdp, choice);
    const optimum = valueIteration(whole).values.reduce((sum, value, s) => sum + mdp.start[s] * value, 0);
    const lost = optimum - expectedReturn(whole, slacker);
    // Changing its mind in that state once per visit is worth the missing pay each time.
    const least = missing * mdp.start[state];
    leastLoss = Math.min(leastLoss, lost);
    short = Math.max(short, least - lost);
    if (!(occupancy(mdp, slacker)[state] > 0)) throw new Error("the state is not reached");
  }
  return [
    equation(`Bellman inversion of ${count} bumped ties`, [
      excess(off, "‖Q* − constructed Q‖"),
      excess(far, "‖ΔR‖ − (1 + γ)ε"),
      inAll(alone, count, "the bumped action is the only best one"),
    ]),
    equation("clever slacker: the policy that is optimal for the incomplete reward loses under the whole one", [
      is(leastLoss, above(0), "least loss"),
      excess(short, "missing pay in the first step − loss"),
    ]),
  ];
}

/** Three channels with weights that depend on the state: bound 7 of the total, and bound 8 of the soft policies. */
export function channelEquation(seed: number, count: number): Claim {
  let [total, soft] = [LEAST, LEAST];
  for (let k = 0; k < count; k++) {
    const { mdp, random } = sample(seed, k);
    const weights = Array.from({ length: mdp.states }, () => {
      const raw = [random.uniform(), random.uniform(), random.uniform()];
      return raw.map((w) => w / (raw[0] + raw[1] + raw[2]));
    });
    const channels = [0, 1, 2].map(() => mdp.reward.map(() => random.uniform(-1, 1)));
    const changed = channels.map((reward) => shaken(reward, scale(random, 1e-3, 1), random));
    const most = Math.max(...channels.map((reward, c) => largestGap(reward, changed[c])));
    const [one, two] = [channels, changed].map((rewards) => {
      const weight = (at: number, c: number) => weights[Math.floor(at / mdp.actions)][c];
      const sum = (at: number) => rewards.reduce((paid, reward, c) => paid + weight(at, c) * reward[at], 0);
      return withReward(mdp, Float64Array.from(mdp.reward.keys(), sum));
    });
    total = Math.max(total, largestGap(one.reward, two.reward) - most);
    const temperature = scale(random, 0.05, 2);
    const [first, second] = [one, two].map((process) => softPolicy(process, temperature).policy);
    for (let s = 0; s < mdp.states; s++) {
      const moved = totalVariation(first, second, s, mdp.actions);
      soft = Math.max(soft, moved - softPolicyBound(most, temperature, mdp.discount));
    }
  }
  return equation(`three channels with weights, ${count} pairs and all states`, [
    excess(total, "‖ΔR_eff‖ − max_k ‖ΔR_k‖"),
    excess(soft, "TV − max_k ‖ΔR_k‖/(2α(1 − γ))"),
  ]);
}

/**
 * Two rewards that want different actions in state 0: at some weight between them the two are tied, found as a root; a millionth to
 * either side the best action differs, and no value has moved by more than the bound.
 */
export function conflictEquation(seed: number, count: number): Claim {
  let [conflicts, tied, sides] = [0, 0, 0];
  let moved = LEAST;
  const step = 1e-6;
  for (let k = 0; k < count; k++) {
    const { mdp, random } = sample(seed, k);
    const rival = mdp.reward.map(() => random.uniform(-1, 1));
    const mixed = (weight: number) =>
      withReward(
        mdp,
        mdp.reward.map((r, at) => (1 - weight) * r + weight * rival[at]),
      );
    const values = (weight: number) => valueIteration(mixed(weight)).actionValues;
    const [wanted] = bestActions(values(0), 0, mdp.actions);
    const lead = (weight: number) => {
      const q = values(weight);
      return q[wanted] - Math.max(...q.slice(0, mdp.actions).filter((_, a) => a !== wanted));
    };
    if (!(lead(0) > 0 && lead(1) < 0)) continue;
    conflicts += 1;
    const weight = root(lead, 0, 1);
    if (Math.abs(lead(weight)) <= 1e-9) tied += 1;
    if (lead(weight - step) > 0 && lead(weight + step) < 0) sides += 1;
    const apart = largestGap(mixed(weight - step).reward, mixed(weight + step).reward);
    moved = Math.max(moved, largestGap(values(weight - step), values(weight + step)) - valueBound(apart, mdp.discount));
  }
  return equation("two rewards in conflict: a weight at which the best actions tie, found as a root", [
    is(conflicts, atLeast(count / 5), "conflicts"),
    inAll(tied, conflicts, "ties"),
    inAll(sides, conflicts, "best action differs a millionth to either side"),
    excess(moved, "‖ΔQ*‖ − ‖ΔR‖/(1 − γ) across it"),
  ]);
}
