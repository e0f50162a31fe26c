// One choice and one question, small enough for formulas: how far a hundredth of a point moves the best policy, how far the
// soft one, and where it moves neither.

import { expectedReturn, occupancy } from "../../algorithms/planning/evaluation.ts";
import { type TabularMdp, tabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { choiceWorld, hardPolicy, softPolicy } from "./choice-world.ts";
import { distance, softPolicyBound, tieBreaker, tiePolicy, totalVariation } from "./policy-cliff.ts";

/** The soft policy's move between pay ±ε and none, beside its bound; ε in units of α(1 − γ). */
export function tightness(discount: number, temperature: number, size: number) {
  const epsilon = size * temperature * (1 - discount);
  const paid = softPolicy(choiceWorld([epsilon, -epsilon], discount), temperature).policy;
  const unpaid = softPolicy(choiceWorld([0, 0], discount), temperature).policy;
  const moved = totalVariation(paid, unpaid, 0, 2);
  return { moved, ratio: moved / softPolicyBound(epsilon, temperature, discount) };
}

export function tightChecks(): Check[] {
  return [
    [0.5, 1],
    [0.9, 0.1],
    [0.95, 0.01],
  ].flatMap(([discount, temperature]) => {
    const at = `γ = ${discount}, α = ${temperature}`;
    const { ratio } = tightness(discount, temperature, 0.01);
    return [
      ...[0.01, 1, 3].map((size) =>
        closeTo(
          `one choice, ${at}, ε = ${size}·α(1 − γ): TV of soft policies, ½tanh(${size})`,
          tightness(discount, temperature, size).moved,
          0.5 * Math.tanh(size),
          1e-9,
          true,
        ),
      ),
      holds(
        `one choice, ${at}: share of the bound that is reached`,
        "≥ 0.99, ≤ 1",
        String(ratio),
        ratio >= 0.99 && ratio <= 1,
      ),
    ];
  });
}

/** Greedy policies around the tie. */
export function cliff(epsilon: number, discount: number) {
  const [up, level, down] = [epsilon, 0, -epsilon].map((pay) => hardPolicy(choiceWorld([pay, -pay], discount)));
  return {
    turned: totalVariation(up.policy, down.policy, 0, 2),
    fromTie: totalVariation(tiePolicy(up.actionValues, 3, 2), tiePolicy(level.actionValues, 3, 2), 0, 2),
    moved: distance(up.actionValues, level.actionValues),
  };
}

export function cliffChecks(): Check[] {
  const epsilon = 1e-9;
  return [0.5, 0.9, 0.95].flatMap((discount) => {
    const { turned, fromTie, moved } = cliff(epsilon, discount);
    const bound = epsilon / (1 - discount);
    return [
      closeTo(`cliff, γ = ${discount}: TV between greedy policies for +1e-9 and −1e-9`, turned, 1, 0, true),
      closeTo(`cliff, γ = ${discount}: TV from the uniform choice at the tie`, fromTie, 0.5, 0, true),
      holds(
        `cliff, γ = ${discount}: ‖ΔQ*‖`,
        `≤ 1e-9/(1 − γ) = ${bound.toExponential(2)}`,
        moved.toExponential(6),
        moved <= bound * (1 + 1e-6),
      ),
    ];
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
export function smoothChecks(): Check[] {
  const temperatures = [0.001, 0.01, 0.1];
  const differences = temperatures.map((t) => bracketRate(BONUS, t) - bracketRate(-BONUS, t));
  return [
    closeTo(
      "bonus ±0.01 for brackets: difference of bracket rates, greedy",
      bracketRate(BONUS, null) - bracketRate(-BONUS, null),
      1,
      0,
      true,
    ),
    ...temperatures.map((t, k) =>
      closeTo(
        `the same with entropy of weight ${t}: σ(0.01/α) − σ(−0.01/α)`,
        differences[k],
        Math.tanh(BONUS / (2 * t)),
        1e-9,
        true,
      ),
    ),
    holds(
      "the same: the difference shrinks as α grows",
      "falling",
      differences.map((d) => d.toFixed(4)).join(" > "),
      differences[0] > differences[1] && differences[1] > differences[2],
    ),
  ];
}

/** A penalty of β·KL(π‖π₀) is entropy of weight β with β·log π₀ paid besides: of tied answers it keeps the base's own shares. */
export function klChecks(): Check[] {
  const base = [0.7, 0.2, 0.1];
  return [0.01, 1].map((weight) => {
    const pay = [1, 1, 0].map((r, a) => r + weight * Math.log(base[a]));
    const { policy } = softPolicy(question(pay), weight);
    const raw = [1, 1, 0].map((r, a) => base[a] * Math.exp(r / weight));
    const total = raw[0] + raw[1] + raw[2];
    return closeTo(
      `divergence from a base policy, weight ${weight}: TV from ${weight < 0.1 ? "the base's own shares 7 : 2 of the tied answers" : "π₀·exp(R/β)/Z"}`,
      totalVariation(
        policy.slice(0, 3),
        weight < 0.1 ? Float64Array.of(7 / 9, 2 / 9, 0) : Float64Array.from(raw, (r) => r / total),
        0,
        3,
      ),
      0,
      1e-9,
      true,
    );
  });
}

/** One format is wrong: there is no tie, and the same bonus must turn nothing. */
export function uniqueOptimum(): Control {
  const difference = bracketRate(BONUS, null, 1, 0) - bracketRate(-BONUS, null, 1, 0);
  return {
    name: "brackets are wrong, one best answer: the bonus of ±0.01 turns the greedy policy round",
    failed: difference === 0,
    measured: `difference of bracket rates ${difference}`,
  };
}

/** A flip in a state that nobody reaches costs nothing. */
export function unreachable(): Control {
  const world = tabularMdp({
    states: 3,
    actions: 2,
    discount: 0.9,
    transitions: (s) => [[s === 2 ? 0 : s === 0 ? 1 : 0, 1]],
    reward: (s, a) => (s === 2 ? 1 : a),
  });
  const first = hardPolicy(world);
  const bumped = withReward(world, tieBreaker(world, first.actionValues, 2, 1, 1e-3));
  const second = hardPolicy(bumped);
  const turned = totalVariation(first.policy, second.policy, 2, 2);
  const visits = occupancy(world, first.policy)[2];
  const cost = expectedReturn(bumped, second.policy) - expectedReturn(bumped, first.policy);
  return {
    name: "a tie broken where nobody goes: the return of the policy that was best changes",
    failed: turned === 1 && visits === 0 && Math.abs(cost) <= 1e-12,
    measured: `TV ${turned} in a state with ${visits} visits; difference of returns ${cost}`,
  };
}

/** Half of bound 8 is broken by the one choice, so that the checks of the bound can fail. */
export function halfBound(): Control {
  const { ratio } = tightness(0.9, 0.1, 0.01);
  return {
    name: "soft policies within half of their bound, ‖ΔR‖/(4α(1 − γ))",
    failed: ratio > 0.5,
    measured: `reaches ${ratio.toFixed(4)} of the whole bound`,
  };
}
