// One choice and one question, small enough for formulas: how far a hundredth of a point moves the best policy, how far the
// soft one, and where it moves neither.

import { expectedReturn, occupancy } from "../../algorithms/planning/evaluation.ts";
import { deterministicPolicy, greedyChoice, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { type TabularMdp, tabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { above, atMost, below, equalTo, near, within, worded } from "../../study/bound.ts";
import { type Claim, type Control, control, equation, is } from "../../study/claim.ts";
import { largestGap, matching } from "../../study/matching.ts";
import { softPolicyBound, tieBreaker, tiePolicy, totalVariation } from "./bounds.ts";

/** State 0 chooses between state 1 (action 0) and state 2 (action 1); the choice and every later step pay what is given. */
function choiceWorld(pay: readonly [first: number, second: number], discount: number): TabularMdp {
  return tabularMdp({
    states: 3,
    actions: 2,
    discount,
    transitions: (s, a) => [[s === 0 ? 1 + a : s, 1]],
    reward: (s, a) => pay[s === 0 ? a : s - 1],
  });
}

/** The greedy policy with ties to the first action, and the optimal action values behind it. */
function hardPolicy(mdp: TabularMdp) {
  const { actionValues } = valueIteration(mdp, { tolerance: 1e-16 });
  return { policy: deterministicPolicy(mdp, greedyChoice(mdp, actionValues)), actionValues };
}

/** softmax(Q/α) with the soft action values Q. */
export function softPolicy(mdp: TabularMdp, temperature: number) {
  const { actionValues } = softValueIteration(mdp, temperature);
  return { policy: softmaxPolicy(mdp, actionValues, temperature), actionValues };
}

/** The soft policy's move between pay ±ε and none, beside its bound; ε in units of α(1 − γ). */
function tightness(discount: number, temperature: number, size: number) {
  const epsilon = size * temperature * (1 - discount);
  const paid = softPolicy(choiceWorld([epsilon, -epsilon], discount), temperature).policy;
  const unpaid = softPolicy(choiceWorld([0, 0], discount), temperature).policy;
  const moved = totalVariation(paid, unpaid, 0, 2);
  return { moved, ratio: moved / softPolicyBound(epsilon, temperature, discount) };
}

export function tightEquations(): Claim[] {
  const sizes = [0.01, 1, 3];
  return [
    [0.5, 1],
    [0.9, 0.1],
    [0.95, 0.01],
  ].map(([discount, temperature]) =>
    equation(`one choice, γ = ${discount}, α = ${temperature}: TV of soft policies is ½tanh(ε/(α(1 − γ)))`, [
      ...matching(
        sizes.map((size) => `ε = ${size}·α(1 − γ)`),
        sizes.map((size) => tightness(discount, temperature, size).moved),
        sizes.map((size) => 0.5 * Math.tanh(size)),
        1e-9,
      ),
      is(tightness(discount, temperature, 0.01).ratio, within(0.99, 1), "share of the bound that is reached"),
    ]),
  );
}

/** Greedy policies around the tie. */
export function cliffEquations(): Claim[] {
  const epsilon = 1e-9;
  return [0.5, 0.9, 0.95].map((discount) => {
    const [up, level, down] = [epsilon, 0, -epsilon].map((pay) => hardPolicy(choiceWorld([pay, -pay], discount)));
    const ties = [up, level].map(({ actionValues }) => tiePolicy(actionValues, 3, 2));
    const most = (epsilon / (1 - discount)) * (1 + 1e-6);
    return equation(`cliff, γ = ${discount}: 1e-9 turns the greedy policy, and hardly moves values`, [
      is(totalVariation(up.policy, down.policy, 0, 2), equalTo(1), "TV between +1e-9 and −1e-9"),
      is(totalVariation(ties[0], ties[1], 0, 2), equalTo(0.5), "TV from the uniform choice at the tie"),
      is(largestGap(up.actionValues, level.actionValues), worded(atMost(most), "≤ 1e-9/(1 − γ)"), "‖ΔQ*‖"),
    ]);
  });
}

const BONUS = 0.01;

/** A question with two right formats, plain and in brackets, and a wrong answer. */
function question(pay: readonly number[]): TabularMdp {
  return tabularMdp({
    states: 2,
    actions: 3,
    discount: 0.9,
    terminal: (s) => s === 1,
    transitions: () => [[1, 1]],
    reward: (_, a) => pay[a],
  });
}

/** Share of brackets among right answers, for a bonus, under entropy of weight α or none. */
function bracketRate(bonus: number, temperature: number | null, plain = 1, brackets = 1): number {
  const world = question([plain, brackets + bonus, 0]);
  const { policy } = temperature === null ? hardPolicy(world) : softPolicy(world, temperature);
  return policy[1] / (policy[0] + policy[1]);
}

/** Entropy turns the cliff into a slope, the flatter the larger α. */
export function smoothEquation(): Claim {
  const temperatures = [0.001, 0.01, 0.1];
  const difference = (temperature: number | null) => bracketRate(BONUS, temperature) - bracketRate(-BONUS, temperature);
  return equation(
    "bonus ±0.01 for brackets: difference of bracket rates, σ(0.01/α) − σ(−0.01/α) with entropy of weight α",
    [
      is(difference(null), equalTo(1), "greedy"),
      ...matching(
        temperatures.map((t) => `α = ${t}`),
        temperatures.map(difference),
        temperatures.map((t) => Math.tanh(BONUS / (2 * t))),
        1e-9,
      ),
    ],
  );
}

/** A penalty of β·KL(π‖π₀) is entropy of weight β with β·log π₀ paid besides: of tied answers it keeps the base's own shares. */
export function divergenceEquation(): Claim {
  const base = [0.7, 0.2, 0.1];
  const distance = (weight: number, expected: readonly number[]) => {
    const pay = [1, 1, 0].map((r, a) => r + weight * Math.log(base[a]));
    const { policy } = softPolicy(question(pay), weight);
    return is(totalVariation(policy.slice(0, 3), expected, 0, 3), near(0, 1e-9), `β = ${weight}`);
  };
  const raw = [1, 1, 0].map((r, a) => base[a] * Math.exp(r));
  const whole = raw.map((r) => r / (raw[0] + raw[1] + raw[2]));
  return equation(
    "divergence from a base policy: TV from π₀·exp(R/β)/Z, which is 7 : 2 of the tied answers for small β",
    [distance(0.01, [7 / 9, 2 / 9, 0]), distance(1, whole)],
  );
}

/** One format is wrong: there is no tie, and the same bonus must turn nothing. */
export function uniqueOptimum(): Control {
  const difference = bracketRate(BONUS, null, 1, 0) - bracketRate(-BONUS, null, 1, 0);
  return control(
    "brackets are wrong, one best answer: the bonus of ±0.01 turns the greedy policy",
    is(Math.abs(difference), above(0), "difference of bracket rates"),
  );
}

/** A flip in a state that is never reached costs nothing. */
export function unreachable(): Control {
  const world = tabularMdp({
    states: 3,
    actions: 2,
    discount: 0.9,
    transitions: (s) => [[s === 0 ? 1 : 0, 1]],
    reward: (s, a) => (s === 2 ? 1 : a),
  });
  const first = hardPolicy(world);
  const bumped = withReward(world, tieBreaker(world, first.actionValues, 2, 1, 1e-3));
  const second = hardPolicy(bumped);
  const cost = expectedReturn(bumped, second.policy) - expectedReturn(bumped, first.policy);
  return control(
    "a tie broken in a state that is never reached: the return of the policy that was best changes",
    [
      is(Math.abs(cost), above(1e-12), "difference of returns"),
      is(totalVariation(first.policy, second.policy, 2, 2), below(1), "TV in the state"),
      is(occupancy(world, first.policy)[2], above(0), "visits of it"),
    ],
    { needs: "any" },
  );
}

/** Half of bound 8 is broken by the one choice, so that the equations of the bound can fail. */
export function halfBound(): Control {
  const { ratio } = tightness(0.9, 0.1, 0.01);
  return control(
    "soft policies within half of their bound, ‖ΔR‖/(4α(1 − γ))",
    is(ratio, atMost(0.5), "share of the bound"),
  );
}
