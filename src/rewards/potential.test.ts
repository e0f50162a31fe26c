// Potential-based shaping (Ng, Harada & Russell, 1999): the discounted sum telescopes, so that it depends on where an
// episode begins and ends alone.

import { fc, test as law } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { outcomes, problemOf, spec } from "../../test/fixtures/outcomes.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { channel } from "./channel-reward.ts";
import { sum } from "./combine.ts";
import { potential } from "./potential.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const weight = fc.double({ min: -10, max: 10, noNaN: true });
const discount = fc.double({ min: 0.5, max: 1, noNaN: true });
const path = fc.array(fc.tuple(share, share), { minLength: 2, maxLength: 30 });

/** Σ_t γ^t·F_t for each agent over a path of trust; the last step has `status`. */
function shaping(states: readonly (readonly number[])[], w: number, gamma: number, status: Status): number[] {
  const reward = potential({ trust: w, "others.trust": 1 }, gamma)(spec);
  const pay = new Float64Array(2);
  const total = [0, 0];
  reward.reset(outcomes({ trust: states[0] }));
  for (let t = 1; t < states.length; t++) {
    reward.pay(outcomes({ trust: states[t] }), t === states.length - 1 ? status : Status.running, pay);
    for (const i of [0, 1]) total[i] += gamma ** (t - 1) * pay[i];
  }
  return total;
}

const phi = (state: readonly number[], w: number) => [w * state[0] + state[1], w * state[1] + state[0]];

describe("telescoping", () => {
  law.prop([path, weight, discount], { numRuns: 300 })(
    "Σ γ^t·F_t = γ^T·Φ(s_T) − Φ(s_0) where time runs out",
    (states, w, gamma) => {
      const T = states.length - 1;
      const [first, last] = [phi(states[0], w), phi(states[T], w)];
      shaping(states, w, gamma, Status.truncated).forEach((total, i) => {
        expect(total).toBeCloseTo(gamma ** T * last[i] - first[i], 9);
      });
    },
  );

  law.prop([path, weight, discount, fc.constantFrom(Status.terminated, Status.terminated | Status.truncated)], {
    numRuns: 300,
  })("Σ γ^t·F_t = −Φ(s_0) where the world ends: a terminal state has no potential", (states, w, gamma, status) => {
    shaping(states, w, gamma, status).forEach((total, i) => {
      expect(total).toBeCloseTo(-phi(states[0], w)[i], 9);
    });
  });

  test("in a whole episode of a world, and again after a reset", () => {
    const world = slcd.make({ horizon: 40 });
    const reward = potential({ trust: 3, reputationDamage: -2 }, 0.9)(world.spec);
    const C = world.spec.channels.length;
    const place = (name: string) => world.spec.channels.findIndex((c) => c.name === name);
    const outcome = new Float64Array(2 * C);
    const at = (i: number) => 3 * outcome[i * C + place("trust")] - 2 * outcome[i * C + place("reputationDamage")];
    const pay = new Float64Array(2);
    const hands = Random.of(1, "hands");
    for (const seed of [1, 2]) {
      const rng = Random.of(seed);
      world.reset(rng, outcome);
      reward.reset(outcome);
      const first = [at(0), at(1)];
      const total = [0, 0];
      let status: Status = Status.running;
      let steps = 0;
      while (status === Status.running) {
        status = world.step(Float64Array.of(hands.uniform(0, 100), hands.uniform(0, 100)), outcome, rng);
        reward.pay(outcome, status, pay);
        for (const i of [0, 1]) total[i] += 0.9 ** steps * pay[i];
        steps += 1;
      }
      expect([steps, status]).toEqual([40, Status.truncated]);
      for (const i of [0, 1]) expect(total[i]).toBeCloseTo(0.9 ** 40 * at(i) - first[i], 12);
    }
  });
});

test("it shifts the return of every policy by the same amount", () => {
  // Two paths from one state to one state: shaping cannot tell them apart, the payoffs can.
  const paths = matrix("0.5 0.1 0.9 | 0.5 0.9 0.9");
  const totals = paths.map(
    (trust) =>
      shaping(
        trust.map((t) => [t, t]),
        2,
        0.95,
        Status.truncated,
      )[0],
  );
  expect(totals[1]).toBeCloseTo(totals[0], 12);
  const plain = sum(channel("payoff"), potential({ trust: 2 }, 1))(spec);
  const pay = new Float64Array(2);
  plain.reset(outcomes({ trust: [0.5, 0.5] }));
  plain.pay(outcomes({ payoff: [7, 1], trust: [0.5, 1] }), Status.running, pay);
  expect(Array.from(pay)).toEqual([7, 2]);
});

test("a flow is no function of the state, and a world may have no state at all", () => {
  expect(problemOf(() => potential({ payoff: 1 }, 0.9)(spec))).toEqual({
    code: "not-a-state",
    what: 'the potential reads "payoff", which is not part of the state',
    hint: "state channels: trust, reputationDamage",
  });
  const stateless = { ...spec, channels: spec.channels.filter((c) => !c.state) };
  expect(problemOf(() => potential({ "joint.value": 1 }, 0.9)(stateless))).toMatchObject({
    hint: "this world has no state channels",
  });
});

test("several channels make one potential: their sum, their mean, or their kinesthetic combination", () => {
  const paid = (["sum", "mean", "kinesthetic"] as const).map((how) => {
    const reward = potential({ trust: 2, reputationDamage: -1 }, 0.5, how)(spec);
    const pay = new Float64Array(2);
    reward.reset(outcomes({ trust: [0.5, 0], reputationDamage: [0.25, 0.5] }));
    reward.pay(outcomes({ trust: [0.5, 0], reputationDamage: [0.25, 0.5] }), Status.running, pay);
    return Array.from(pay, (x) => x + 0);
  });
  // Φ of the first agent combines 1 and −1/4, that of the second 0 and −1/2; standing still pays −Φ/2.
  expect(paid).toEqual(matrix("-0.375 0.25 | -0.1875 0.125 | 0.25 0"));
});
