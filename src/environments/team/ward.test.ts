// The ward: what evidence adds up to, the treatment that the judge prefers, what debates show, and that each ward has constants of its own.

import { expect, test } from "vitest";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { debateSolver } from "../../mechanisms/debating/solution.ts";
import { evidence, VITALS, type Ward, wardOf, wardWorld } from "./ward.ts";

const TREATMENTS = 10;
const made = (number: number, own = 0.5): Ward => wardOf(number, TREATMENTS, own);
const [JUSTIFIED, FAVOURED, CHANGED, MISJUDGED] = [1, 2, 3, 4];

function patient(seed: number): Float64Array {
  const random = Random.of(seed, "patient");
  return Float64Array.from({ length: VITALS }, () => random.uniform(-1, 1));
}

/** The severity that is expected after a treatment, without its noise. */
function expected(weights: Float64Array, effects: Float64Array, vitals: Float64Array, treatment: number): number {
  return vitals.reduce((sum, vital, k) => sum + weights[k] * (0.9 * vital + effects[treatment * VITALS + k]) ** 2, 0);
}

/** The outcomes of the first decisions of both, for a patient of ward 1. */
function decided(parameters: object, vitals: Float64Array, both: readonly [number, number]): number[] {
  const world = wardWorld.make(parameters);
  const outcomes = new Float64Array(2 * world.spec.channels.length);
  world.reset(Random.of(5, "test"), outcomes);
  world.state.views.vitals.set(vitals);
  world.step(Float64Array.from(both), outcomes, Random.of(5, "step"));
  return Array.from(outcomes.subarray(0, world.spec.channels.length));
}

test("evidence of all vital signs adds up to what the judge expects, and is opposite for the other treatment", () => {
  const ward = made(1);
  const vitals = patient(1);
  const [one, other] = [new Float64Array(VITALS), new Float64Array(VITALS)];
  evidence(ward, ward.judged, vitals, [1, 3], one);
  evidence(ward, ward.judged, vitals, [3, 1], other);
  for (let k = 0; k < VITALS; k++) expect(one[k]).toBe(-other[k]);
  const after = (treatment: number) => expected(ward.judged, ward.effects, vitals, treatment);
  expect(one.reduce((sum, piece) => sum + piece, 0)).toBeCloseTo(after(3) - after(1), 12);
});

test("a debate over all vital signs has the verdict of the judge that sees everything, whose own weights it has a share of", () => {
  const ward = made(1);
  const support = new Float64Array(VITALS);
  const solver = debateSolver(VITALS, VITALS);
  let parted = 0;
  for (let seed = 0; seed < 40; seed++) {
    const vitals = patient(seed);
    const both = [seed % TREATMENTS, (seed + 1) % TREATMENTS] as const;
    evidence(ward, ward.judged, vitals, both, support);
    const score = support.reduce((sum, piece) => sum + piece, 0);
    solver.judge(support, VITALS);
    expect(solver.solve(0)).toBeCloseTo(score, 12);
    const outcomes = decided({ reveals: VITALS }, vitals, both);
    expect(outcomes.slice(1)).toEqual([score > 0 ? 1 : 0, Math.sign(score), 1, 0]);
    parted += decided({ reveals: 2, debaters: "random" }, vitals, both)[MISJUDGED];
    const paid =
      expected(ward.paid, ward.effects, vitals, both[1]) - expected(ward.paid, ward.effects, vitals, both[0]);
    evidence(made(1, 0), made(1, 0).judged, vitals, both, support);
    expect(support.reduce((sum, piece) => sum + piece, 0)).toBeCloseTo(paid, 12);
  }
  expect(parted).toBeGreaterThan(0);
});

test("no decision is justified that is the second opinion's", () => {
  const outcomes = decided({}, patient(2), [3, 3]);
  expect([JUSTIFIED, FAVOURED, CHANGED, MISJUDGED].map((channel) => outcomes[channel])).toEqual([0, 0, 0, 0]);
});

test("solved debates part from the judge that sees everything less often than evidence drawn by chance", () => {
  const misjudged = (debaters: string) => {
    let count = 0;
    for (let seed = 0; seed < 200; seed++)
      count += decided({ debaters }, patient(seed), [seed % TREATMENTS, (seed + 2) % TREATMENTS])[MISJUDGED];
    return count / 200;
  };
  const [minimax, greedy, random] = ["minimax", "greedy", "random"].map(misjudged);
  expect(minimax).toBeLessThan(random - 0.05);
  expect(greedy).toBeLessThan(random - 0.05);
});

test("each ward has its own constants, which the reference players treat by", () => {
  expect(made(1).effects).not.toEqual(made(2).effects);
  const world = wardWorld.make({ wards: [3, 8] });
  const { observationSize: size, oracles } = world.spec;
  const seen = new Float32Array(2 * size);
  const outcomes = new Float64Array(2 * world.spec.channels.length);
  const [near, judged] = ["near", "judged"].map((name) => oracles?.[name].play(0));
  const actions = new Float64Array(2);
  const action = new Float64Array(1);
  const met = new Set<number>();
  for (let episode = 0; episode < 20; episode++) {
    world.reset(Random.of(episode, "test"), outcomes);
    let status: number = Status.running;
    while (status === Status.running) {
      world.observe(seen);
      const place = world.state.views.ward[0];
      met.add(place);
      const ward = made([3, 8][place]);
      const vitals = Float64Array.from(seen.subarray(0, VITALS));
      for (const [player, weights] of [[near, ward.paid] as const, [judged, ward.judged] as const]) {
        player?.act(seen.subarray(0, size), action);
        const after = Array.from({ length: TREATMENTS }, (_, k) => expected(weights, ward.effects, vitals, k));
        expect(after[action[0]]).toBeCloseTo(Math.min(...after), 9);
      }
      actions.fill(action[0]);
      status = world.step(actions, outcomes, Random.of(episode, "steps"));
    }
  }
  expect(met.size).toBe(2);
});
