// The propositions, exactly: on one choice in closed form, and on random processes. Values are stable, best policies jump at ties, soft
// ones are smooth, gaps protect, and any reward can be brought to a tie and off it.

import { describe, expect, test } from "vitest";
import { garnet } from "../../../test/fixtures/garnet.ts";
import { largestGap } from "../../../test/fixtures/largest-gap.ts";
import { expectedReturn, occupancy } from "../../algorithms/planning/evaluation.ts";
import { bestActions, deterministicPolicy, greedyChoice, softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { softValueIteration, valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { expectedNext, type TabularMdp, tabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { largest } from "../../math/largest.ts";
import { root } from "../../math/root.ts";

/** Rounding and the iteration's own tolerance. */
const SLACK = 1e-10;

/** ½Σ_a |π₁(a|s) − π₂(a|s)|, in [0, 1]. */
function variation(first: ArrayLike<number>, second: ArrayLike<number>, state: number, actions: number): number {
  let sum = 0;
  for (let a = state * actions; a < (state + 1) * actions; a++) sum += Math.abs(first[a] - second[a]);
  return sum / 2;
}

/** The largest over all states. */
const mostVariation = ({ states, actions }: TabularMdp, first: Float64Array, second: Float64Array) =>
  Math.max(...Array.from({ length: states }, (_, s) => variation(first, second, s, actions)));

const softBound = (apart: number, temperature: number, discount: number) => apart / (2 * temperature * (1 - discount));

const optimum = (mdp: TabularMdp) => valueIteration(mdp, { tolerance: 1e-16 }).actionValues;

/** The first of the best actions everywhere. */
const greedy = (mdp: TabularMdp) => deterministicPolicy(mdp, greedyChoice(mdp, optimum(mdp)));

/** softmax(Q/α) with the soft action values Q. */
function soft(mdp: TabularMdp, temperature: number) {
  const { actionValues } = softValueIteration(mdp, temperature);
  return { policy: softmaxPolicy(mdp, actionValues, temperature), actionValues };
}

/** How much worse the best of the actions that are not best is. */
function gapOf(q: Float64Array, state: number, actions: number): number {
  const best = bestActions(q, state, actions);
  const row = [...q.subarray(state * actions, (state + 1) * actions)];
  return Math.max(...row) - Math.max(...row.filter((_, a) => !best.includes(a)));
}

/** The reward whose optimal action values are `q`: R(s,a) = q(s,a) − γE max_a' q(s',a'). */
function inverted(mdp: TabularMdp, q: Float64Array): Float64Array {
  const A = mdp.actions;
  const values = Float64Array.from({ length: mdp.states }, (_, s) => largest(q, s * A, A));
  return q.map((value, at) => value - mdp.discount * expectedNext(mdp, Math.floor(at / A), at % A, values));
}

/**
 * Action values under which `action` alone is best in `state`, by `margin`: what was better comes down half way, and the action goes up
 * to it and the margin further. With a tie nothing comes down, as in the paper.
 */
function raised({ actions }: TabularMdp, q: Float64Array, state: number, action: number, margin: number): Float64Array {
  const changed = q.slice();
  const row = changed.subarray(state * actions, (state + 1) * actions);
  const [own, most] = [row[action], Math.max(...row.filter((_, a) => a !== action))];
  const half = own >= most ? own : (most + own) / 2;
  for (let a = 0; a < actions; a++) row[a] = Math.min(row[a], half);
  row[action] = half + margin;
  return changed;
}

describe("one choice", () => {
  /** State 0 chooses between states 1 and 2; the choice and every later step pay what is given. */
  const choiceOf = (first: number, second: number, discount: number) =>
    tabularMdp({
      states: 3,
      actions: 2,
      discount,
      transitions: (s, a) => [[s === 0 ? 1 + a : s, 1]],
      reward: (s, a) => [first, second][s === 0 ? a : s - 1],
    });

  test.each([
    [0.5, 1],
    [0.9, 0.1],
    [0.95, 0.01],
  ])("soft policies move by ½tanh(ε/(α(1 − γ))), which meets the bound; γ = %d, α = %d", (discount, temperature) => {
    for (const size of [0.01, 1, 3]) {
      const epsilon = size * temperature * (1 - discount);
      const [paid, unpaid] = [epsilon, 0].map((pay) => soft(choiceOf(pay, -pay, discount), temperature).policy);
      const moved = variation(paid, unpaid, 0, 2);
      expect(Math.abs(moved - Math.tanh(size) / 2)).toBeLessThan(1e-9);
      const share = moved / softBound(epsilon, temperature, discount);
      expect(share).toBeLessThanOrEqual(1);
      if (size === 0.01) expect(share).toBeGreaterThan(0.99);
    }
  });

  test.each([0.5, 0.9, 0.95])("10⁻⁹ turns the greedy policy, and hardly moves values; γ = %d", (discount) => {
    const [up, level, down] = [1e-9, 0, -1e-9].map((pay) => choiceOf(pay, -pay, discount));
    expect(variation(greedy(up), greedy(down), 0, 2)).toBe(1);
    expect([up, level, down].map((mdp) => bestActions(optimum(mdp), 0, 2))).toEqual([[0], [0, 1], [1]]);
    expect(largestGap(optimum(up), optimum(level))).toBeLessThanOrEqual((1e-9 / (1 - discount)) * (1 + 1e-6));
  });

  /** A question with two right formats, plain and in brackets, and a wrong answer. */
  const question = (pay: readonly number[]) =>
    tabularMdp({
      states: 2,
      actions: 3,
      discount: 0.9,
      terminal: (s) => s === 1,
      transitions: () => [[1, 1]],
      reward: (_, a) => pay[a],
    });

  test("a bonus of ±0.01 moves the share of brackets from 0 to 1, and with entropy by tanh(0.01/2α); one right format stays", () => {
    const apart = (policy: (mdp: TabularMdp) => Float64Array, right = 1) => {
      const [up, down] = [0.01, -0.01].map((bonus) => policy(question([1, right + bonus, 0])));
      return up[1] / (up[0] + up[1]) - down[1] / (down[0] + down[1]);
    };
    expect(apart(greedy)).toBe(1);
    expect(apart(greedy, 0)).toBe(0);
    for (const alpha of [0.001, 0.01, 0.1])
      expect(apart((mdp) => soft(mdp, alpha).policy)).toBeCloseTo(Math.tanh(0.01 / (2 * alpha)), 9);
  });

  test("a divergence of weight β from π₀ leaves π₀·exp(R/β)/Z: tied answers keep their proportion", () => {
    const base = [0.7, 0.2, 0.1];
    const kept = (weight: number) =>
      soft(question([1, 1, 0].map((pay, a) => pay + weight * Math.log(base[a]))), weight).policy.slice(0, 3);
    const raw = [1, 1, 0].map((pay, a) => base[a] * Math.exp(pay));
    const total = raw.reduce((a, b) => a + b);
    const whole = raw.map((one) => one / total);
    expect(variation(kept(1), whole, 0, 3)).toBeLessThan(1e-9);
    expect(variation(kept(0.01), [7 / 9, 2 / 9, 0], 0, 3)).toBeLessThan(1e-9);
  });
});

describe("500 random processes", () => {
  const PROCESSES = 500;
  /** Log-uniform. */
  const scale = (random: Random, low: number, high: number) => low * (high / low) ** random.uniform();
  const shaken = (reward: Float64Array, size: number, random: Random) =>
    reward.map((r) => r + random.uniform(-size, size));

  /** At most 6 states and 4 actions, discounts up to 0.95. */
  function* processes(count = PROCESSES): Generator<{ readonly mdp: TabularMdp; readonly random: Random }> {
    for (let index = 0; index < count; index++) {
      const random = Random.of(0, "policy-cliff", index);
      const states = 2 + random.integer(5);
      const actions = 2 + random.integer(3);
      const branching = 1 + random.integer(states);
      yield { mdp: garnet({ states, actions, branching, discount: random.uniform(0.5, 0.95), random }), random };
    }
  }

  test("values move by ‖ΔR‖/(1 − γ) at most, soft policies by ‖ΔR‖/(2α(1 − γ)) and tanh(‖ΔQ‖/2α), and clear choices not at all", () => {
    let [clear, flipped] = [0, 0];
    for (const { mdp, random } of processes()) {
      const other = withReward(mdp, shaken(mdp.reward, scale(random, 1e-4, 1), random));
      const temperature = scale(random, 0.05, 2);
      const apart = largestGap(mdp.reward, other.reward);
      const [q, changed] = [mdp, other].map((one) => valueIteration(one).actionValues);
      expect(largestGap(q, changed)).toBeLessThanOrEqual(apart / (1 - mdp.discount) + SLACK);

      const [first, second] = [mdp, other].map((one) => soft(one, temperature));
      const moved = mostVariation(mdp, first.policy, second.policy);
      const between = largestGap(first.actionValues, second.actionValues);
      expect(moved).toBeLessThanOrEqual(softBound(apart, temperature, mdp.discount) + SLACK);
      expect(moved).toBeLessThanOrEqual(Math.tanh(between / (2 * temperature)) + SLACK);

      const gap = Math.min(...Array.from({ length: mdp.states }, (_, s) => gapOf(q, s, mdp.actions)));
      const same = largestGap(greedyChoice(mdp, q), greedyChoice(mdp, changed)) === 0;
      if (apart < (gap * (1 - mdp.discount)) / 2) {
        clear += 1;
        expect(same).toBe(true);
      } else if (!same) flipped += 1;
    }
    expect(clear).toBeGreaterThan(200);
    expect(flipped).toBeGreaterThan(50);
  });

  test("a tie is broken by ε with a reward within (1 + γ)ε, and the policy that keeps to its choice loses what was left out", () => {
    for (const { mdp, random } of processes()) {
      const A = mdp.actions;
      const q = valueIteration(mdp).actionValues;
      const state = random.integer(mdp.states);
      const [kept] = bestActions(q, state, A);
      const other = (kept + 1 + random.integer(A - 1)) % A;
      q[state * A + other] = q[state * A + kept];
      const trained = inverted(mdp, q);

      const epsilon = scale(random, 1e-6, 1e-1);
      const wanted = raised(mdp, q, state, other, epsilon);
      const bumped = inverted(mdp, wanted);
      const { actionValues } = valueIteration(withReward(mdp, bumped));
      expect(largestGap(actionValues, wanted)).toBeLessThan(SLACK);
      expect(largestGap(bumped, trained)).toBeLessThanOrEqual((1 + mdp.discount) * epsilon + SLACK);
      expect(bestActions(actionValues, state, A)).toEqual([other]);

      // Left out was pay for the other action in that state alone: at least what its first step is worth is lost.
      const missing = random.uniform(0.01, 1);
      const whole = withReward(
        mdp,
        trained.map((r, at) => r + (at === state * A + other ? missing : 0)),
      );
      const choice = greedyChoice(mdp, q);
      choice[state] = kept;
      const slacker = deterministicPolicy(mdp, choice);
      const best = valueIteration(whole).values.reduce((sum, value, s) => sum + mdp.start[s] * value, 0);
      expect(occupancy(mdp, slacker)[state]).toBeGreaterThan(0);
      expect(best - expectedReturn(whole, slacker)).toBeGreaterThanOrEqual(missing * mdp.start[state] - SLACK);
    }
  });

  test("any action can be made the only best one within (1 + γ)(Δ/2 + margin), and none within gap·(1 − γ)/2", () => {
    const margin = 1e-3;
    for (const { mdp } of processes(40)) {
      const q = valueIteration(mdp).actionValues;
      for (let at = 0; at < q.length; at++) {
        const state = Math.floor(at / mdp.actions);
        const worse = largest(q, state * mdp.actions, mdp.actions) - q[at];
        const reward = inverted(mdp, raised(mdp, q, state, at % mdp.actions, margin));
        expect(bestActions(valueIteration(withReward(mdp, reward)).actionValues, state, mdp.actions)).toEqual([
          at % mdp.actions,
        ]);
        const moved = largestGap(reward, mdp.reward);
        expect(moved).toBeLessThanOrEqual((1 + mdp.discount) * (worse / 2 + margin) + SLACK);
        if (worse > 0) expect(moved).toBeGreaterThan((gapOf(q, state, mdp.actions) * (1 - mdp.discount)) / 2);
      }
    }
  });

  test("of three rewards with weights in each state the bounds are those of their sum", () => {
    for (const { mdp, random } of processes()) {
      const weights = Array.from({ length: mdp.states }, () => {
        const raw = [0, 1, 2].map(() => random.uniform());
        return raw.map((w) => w / (raw[0] + raw[1] + raw[2]));
      });
      const channels = [0, 1, 2].map(() => mdp.reward.map(() => random.uniform(-1, 1)));
      const changed = channels.map((reward) => shaken(reward, scale(random, 1e-3, 1), random));
      const most = Math.max(...channels.map((reward, c) => largestGap(reward, changed[c])));
      const [one, two] = [channels, changed].map((rewards) => {
        const sum = (at: number) =>
          rewards.reduce((paid, reward, c) => paid + weights[Math.floor(at / mdp.actions)][c] * reward[at], 0);
        return withReward(mdp, Float64Array.from(mdp.reward.keys(), sum));
      });
      expect(largestGap(one.reward, two.reward)).toBeLessThanOrEqual(most + SLACK);
      const temperature = scale(random, 0.05, 2);
      const moved = mostVariation(mdp, soft(one, temperature).policy, soft(two, temperature).policy);
      expect(moved).toBeLessThanOrEqual(softBound(most, temperature, mdp.discount) + SLACK);
    }
  });

  test("two rewards in conflict tie at some weight, and a millionth to either side the best action differs", () => {
    const step = 1e-6;
    let conflicts = 0;
    for (const { mdp, random } of processes(100)) {
      const rival = mdp.reward.map(() => random.uniform(-1, 1));
      const mixed = (weight: number) => mdp.reward.map((r, at) => (1 - weight) * r + weight * rival[at]);
      const values = (weight: number) => valueIteration(withReward(mdp, mixed(weight))).actionValues;
      const [wanted] = bestActions(values(0), 0, mdp.actions);
      const lead = (weight: number) => {
        const row = [...values(weight).subarray(0, mdp.actions)];
        return row[wanted] - Math.max(...row.filter((_, a) => a !== wanted));
      };
      if (!(lead(0) > 0 && lead(1) < 0)) continue;
      conflicts += 1;
      const weight = root(lead, 0, 1);
      expect(Math.abs(lead(weight))).toBeLessThan(1e-9);
      expect([lead(weight - step) > 0, lead(weight + step) < 0]).toEqual([true, true]);
      const apart = largestGap(mixed(weight - step), mixed(weight + step));
      const moved = largestGap(values(weight - step), values(weight + step));
      expect(moved).toBeLessThanOrEqual(apart / (1 - mdp.discount) + SLACK);
    }
    expect(conflicts).toBeGreaterThan(20);
  });
});

test("a tie broken in a state that is never reached costs nothing", () => {
  const world = tabularMdp({
    states: 3,
    actions: 2,
    discount: 0.9,
    transitions: (s) => [[s === 0 ? 1 : 0, 1]],
    reward: (s, a) => (s === 2 ? 1 : a),
  });
  const bumped = withReward(world, inverted(world, raised(world, optimum(world), 2, 1, 1e-3)));
  const [first, second] = [world, bumped].map(greedy);
  expect([variation(first, second, 2, 2), occupancy(world, first)[2]]).toEqual([1, 0]);
  expect(expectedReturn(bumped, second)).toBeCloseTo(expectedReturn(bumped, first), 12);
});
