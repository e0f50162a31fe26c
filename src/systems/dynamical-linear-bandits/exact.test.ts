// What needs no learner: what actions are worth for ever, how many rounds are waited, how wrong a sample is before the state has settled, and
// what a system says that is identified from a record.

import { expect, test } from "vitest";
import { impulseResponse } from "../../../test/fixtures/impulse-response.ts";
import { largestGap } from "../../../test/fixtures/largest-gap.ts";
import { waitingRounds } from "../../algorithms/bandits/dyn-lin-ucb.ts";
import { systemBounds } from "../../algorithms/bandits/system-bounds.ts";
import { Random } from "../../core/random.ts";
import { ADVERTISING, BUDGETS } from "../../environments/bandits/advertising.ts";
import { cumulativeGain, dynamicalLinearBandit } from "../../environments/bandits/dynamical-linear.ts";
import { dot, largestAt } from "../../environments/bandits/vector-arms.ts";
import { type Estimate, estimate, wilson } from "../../evaluation/statistics/interval.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { columnSums, type LinearSystem, type Rows, spectralRadius } from "../../math/linear-system.ts";
import { identifySystem, type SystemRecord } from "../../math/system-identification.ts";
import { episodeRunner } from "../../play/episode.ts";
import { always } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";

const diagonal = (...values: readonly number[]) =>
  values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));

/** The published synthetic system, with three outputs. */
const SYNTHETIC: LinearSystem = {
  A: diagonal(0.2, 0, 0.1),
  B: diagonal(0.45, 0, 0.1),
  C: diagonal(1, 0, 0.1),
  D: diagonal(0, 0.5, 0.1),
};

/** The first arm pays all of its 0.5625 later, the slower the larger ρ; the second its 0.5 at once. One output. */
function pacedSystem(rho: number): LinearSystem {
  return { A: diagonal(rho, 0, 0.1), B: diagonal(0.5625 * (1 - rho), 0, 0.1), C: [[1, 0, 0.1]], D: [[0, 0.5, 0.1]] };
}

/** A world of the study, as plain data. */
interface WorldName {
  readonly system: "synthetic" | "advertising" | { readonly rho: number };
  readonly actions: "unit" | "budgets";
  readonly deviation: number;
}

const SYNTHETIC_WORLD: WorldName = { system: "synthetic", actions: "budgets", deviation: 0.1 };

/** The system and the actions of a world. */
function worldOf({ system, actions }: WorldName): { readonly system: LinearSystem; readonly actions: Rows } {
  return {
    system: system === "synthetic" ? SYNTHETIC : system === "advertising" ? ADVERTISING : pacedSystem(system.rho),
    actions: actions === "unit" ? diagonal(1, 1, 1) : BUDGETS,
  };
}

/** The registered world itself. */
function environmentOf(name: WorldName, horizon: number) {
  const { system, actions } = worldOf(name);
  return dynamicalLinearBandit.make({ ...system, actions, deviation: name.deviation, horizon });
}

/** The published values, of the six budgets in rising order. */
const WORTHS = [0.3611, 0.5556, 0.3924, 0.78125, 0.6181, 0.8125];

/** Half of the last of their four digits. */
const DIGITS = 5.1e-5;

/** h, the six budgets, which is best and which a myope takes. */
function expectWorths(): void {
  const { system, actions } = worldOf(SYNTHETIC_WORLD);
  const h = cumulativeGain(system);
  const worths = actions.map((action) => dot(action, h));
  const direct = columnSums(system.D);
  expect(largestGap(h, [0.5625, 0.5, 0.1111])).toBeLessThan(DIGITS);
  expect(largestGap(worths, WORTHS)).toBeLessThan(DIGITS);
  expect(actions[largestAt(worths)]).toEqual([1, 0.5, 0]);
  // What pays most at once fills the second platform first.
  expect(actions[largestAt(actions.map((action) => dot(action, direct)))][1]).toBe(1);
}

/** H_m for ρ̄ = 0.2. */
function expectWaits(): void {
  const waits = Array.from({ length: 25 }, (_, k) => waitingRounds(k + 1, 0.2));
  expect(waits).toEqual([0, 0, 0, 0, ...new Array<number>(20).fill(1), 2]);
}

/**
 * The sample of epoch m without noise, less <h, u>, when every epoch plays another arm: at most c·ρ̄^H_m with
 * c = ΩΦ(UB̄/(1 − ρ̄) + X), of whose sum over epochs the width's logarithm is made. Noise has mean 0 and adds nothing.
 */
function expectBiases(seed: number, epochs: number): void {
  const worlds: readonly WorldName[] = [
    { ...SYNTHETIC_WORLD, deviation: 0 },
    { system: { rho: 0.5 }, actions: "unit", deviation: 0 },
    { system: "advertising", actions: "budgets", deviation: 0 },
  ];
  for (const world of worlds) expect(largestBias(world, seed, epochs)).toBeLessThanOrEqual(1);
}

/** The largest bias of epochs, as a share of c·ρ̄^H_m. */
function largestBias(name: WorldName, seed: number, epochs: number): number {
  const { system, actions } = worldOf(name);
  const { radius, growth, omega, input, action: longest } = systemBounds(system, actions, 0);
  const constant = (omega * growth * (longest * input + longest)) / (1 - radius);
  const h = cumulativeGain(system);
  const runner = episodeRunner(environmentOf(name, 10_000_000));
  const { actions: play, outcomes } = runner.episode;
  const random = Random.of(seed, "bias");
  runner.begin(random);
  let [share, arm] = [0, 0];
  for (let m = 1; m <= epochs; m++) {
    arm = (arm + 1 + random.integer(actions.length - 1)) % actions.length;
    const waits = waitingRounds(m, radius);
    play[0] = arm;
    for (let t = 0; t <= waits; t++) runner.step();
    const bias = Math.abs(outcomes[0] - dot(actions[arm], h));
    share = Math.max(share, bias / (constant * radius ** waits));
  }
  return share;
}

/**
 * Least squares of payoffs on unit vectors that are played by turns, which are the arms' means: with y = <ω, x> + <θ, u> and arms of period
 * 3, the first arm's payoff is what the state has left of it two rounds after, bρ²/(1 − ρ³) with b = 0.5625(1 − ρ), and its neighbour's has
 * b/(1 − ρ³) on top.
 */
function expectAlternation(seed: number, rounds: number): void {
  const name: WorldName = { system: { rho: 0.2 }, actions: "unit", deviation: 0.1 };
  const h = cumulativeGain(worldOf(name).system);
  const b = 0.5625 * 0.8;
  // The third state, of memory 0.1 and 0.1 of it paid, is fed by the third arm and read by all.
  const c = (0.1 * 0.1) / (1 - 0.001);
  const settled = b / (1 - 0.008);
  const expected = [0.04 * settled + c, 0.5 + settled + 0.1 * c, 0.1 + 0.2 * settled + 0.01 * c];
  const slopes = (kept: number) => {
    const runner = episodeRunner(environmentOf(name, 3 * rounds * kept));
    const { actions: play, outcomes } = runner.episode;
    const own: number[][] = [[], [], []];
    runner.begin(Random.of(seed, "alternation", kept));
    for (let t = 0; t < 3 * rounds; t++) {
      play[0] = t % 3;
      for (let k = 0; k < kept; k++) runner.step();
      own[t % 3].push(outcomes[0]);
    }
    return own.map((pays) => estimate(pays, 0.999));
  };
  // A regression of all payoffs on their vectors, as LinUCB does it, does not give h.
  const each = slopes(1);
  expect(each.map((slope, k) => contains(slope, expected[k]))).toEqual([true, true, true]);
  expect(each.every((slope, k) => contains(slope, h[k]))).toBe(false);
  // The last payoff of every 12 rounds does.
  expect(slopes(12).map((slope, k) => contains(slope, h[k]))).toEqual([true, true, true]);
}

const contains = ({ low, high }: Estimate, x: number): boolean =>
  low !== null && high !== null && low <= x && x <= high;

/** What budgets, drawn anew for every round, led to; outputs are seen apart. */
function campaign({ A, B, C, D }: LinearSystem, rounds: number, noise: number, seed: number): SystemRecord {
  const random = Random.of(seed, "campaign");
  const [n, p, m] = [A.length, B[0].length, C.length];
  const [inputs, outputs] = [new Float64Array(rounds * p), new Float64Array(rounds * m)];
  let x = new Array<number>(n).fill(0);
  for (let t = 0; t < rounds; t++) {
    const u = Array.from({ length: p }, () => random.uniform());
    inputs.set(u, t * p);
    for (let i = 0; i < m; i++) outputs[t * m + i] = dot(C[i], x) + dot(D[i], u) + noise * random.normal();
    x = A.map((row, i) => dot(row, x) + dot(B[i], u) + noise * random.normal());
  }
  return { inputs, outputs, inputSize: p, outputSize: m };
}

const [LAG, ORDER, DAYS] = [12, 3, 5000];

/** Nine in ten systems that are identified from a record are near the true one. */
function expectIdentified(seeds: readonly number[]): void {
  const h = cumulativeGain(ADVERTISING);
  const worths = BUDGETS.map((budget) => dot(budget, h));
  const best = largestAt(worths);
  const radius = spectralRadius(ADVERTISING.A);
  const identified = seeds.map((seed) => {
    const system = identifySystem(campaign(ADVERTISING, DAYS, 0.01, seed), { order: ORDER, lag: LAG });
    const own = cumulativeGain(system);
    const said = BUDGETS.map((budget) => dot(budget, own));
    return {
      error: Math.max(...said.map((x, i) => Math.abs(x - worths[i]))) / worths[best],
      best: largestAt(said) === best,
      radius: Math.abs(spectralRadius(system.A) - radius),
    };
  });
  const leastShare = (fits: (one: (typeof identified)[number]) => boolean) =>
    wilson(identified.filter(fits).length, identified.length).low;
  expect(leastShare(({ error }) => error <= 0.05)).toBeGreaterThanOrEqual(0.9);
  expect(leastShare((one) => one.best)).toBeGreaterThanOrEqual(0.9);
  expect(leastShare((one) => one.radius <= 0.1)).toBeGreaterThanOrEqual(0.9);
}

test("worths, waits, biases, regressions and identified systems are what they should be", () => {
  expectWorths();
  expectWaits();
  expectBiases(11, 300);
  expectAlternation(11, 2000);
  expectIdentified(Array.from({ length: 40 }, (_, k) => 11 + k));
});

test("h is the sum of 200 responses to an impulse, and that of the systems in which the first arm pays later", () => {
  const { system } = worldOf(SYNTHETIC_WORLD);
  const h = cumulativeGain(system);
  const summed = columnSums(impulseResponse(system, 200).flat());
  for (const other of [summed, ...[0.2, 0.5].map((rho) => cumulativeGain(pacedSystem(rho)))])
    expect(largestGap(other, h)).toBeLessThanOrEqual(1e-12);
});

test("the mean payoff of each budget kept up is <h, u> within three standard errors", () => {
  const rounds = 100_000;
  const { actions, system } = worldOf(SYNTHETIC_WORLD);
  const runner = episodeRunner(environmentOf(SYNTHETIC_WORLD, rounds));
  const h = cumulativeGain(system);
  // Batches of which each is nearly independent of the others.
  const batch = rounds / 100;
  for (const [arm, action] of actions.entries()) {
    const means = new Float64Array(100);
    runner.play(always([arm]), streamsBelow(Random.of(931, "long run", arm)), ({ outcomes }, t) => {
      means[Math.floor(t / batch)] += outcomes[0] / batch;
    });
    expect(Math.abs(mean(means) - dot(action, h)) / (deviation(means) / 10)).toBeLessThanOrEqual(3);
  }
});
