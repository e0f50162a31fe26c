// What players of a preference game promise: INPO's regret, the contraction of mirror prox in every game, and where each ends in the world.

import { describe, expect, test } from "vitest";
import { largestGap } from "../../../test/fixtures/largest-gap.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { preferenceGameDuels } from "../../environments/duels/preference-game.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { matrixEquilibrium } from "../../math/matrix-game.ts";
import {
  cyclicGame,
  divergence,
  drawnPolicy,
  pairChances,
  preferenceGap,
  proximalStep,
  randomGame,
  regularisedEquilibrium,
  regularisedGap,
  ringAboveGame,
  uniformPolicy,
  winRates,
} from "../../math/preference-game.ts";
import { logSumExp } from "../../math/softmax.ts";
import { preferenceGamePlayers } from "./game-players.ts";
import { inpo } from "./pair-losses.ts";
import { minimised } from "./tabular-pairs.ts";

const random = Random.of(3, "preference game test");
const ring = ringAboveGame([0.9, 0.6, 0.6], 5, 0.8, random);

test("no answer beats 1/6, 1/6 and 2/3 of the ring, by a linear program", async () => {
  const wanted = [1 / 6, 1 / 6, 2 / 3, 0, 0, 0, 0, 0];
  expect(largestGap(matrixEquilibrium(ring.wins, 8, await linearPrograms()).row, wanted)).toBeLessThan(1e-9);
  expect(preferenceGap(ring, Float64Array.from(wanted, Math.log))).toBeLessThan(1e-9);
});

describe.each([
  ["a ring of 3", cyclicGame(3)],
  ["a ring of 101", cyclicGame(101)],
  ["random, 10 answers", randomGame(10, random)],
  ["random, 100 answers", randomGame(100, random)],
] as const)("%s", (_, wins) => {
  test.each([0.5, 0.1, 0.03, 0.01])(
    "β %d: KL falls by 1/(1 + 2β) at least, and nothing beats the end",
    (temperature) => {
      const game = { ...wins, temperature, reference: drawnPolicy(wins.answers, random) };
      const target = regularisedEquilibrium(game);
      expect(Math.abs(regularisedGap(game, target))).toBeLessThan(1e-12);
      const policy = game.reference.slice();
      const [ahead, rates] = [policy.slice(), new Float64Array(wins.answers)];
      let before = divergence(target, policy);
      expect(before).toBeGreaterThan(1e-4);
      for (let rounds = 0; rounds < 1000 && before > 1e-11; rounds++) {
        winRates(game, policy, rates);
        proximalStep(game, policy, rates, 2 * temperature, ahead);
        winRates(game, ahead, rates);
        proximalStep(game, policy, rates, 2 * temperature, policy);
        const now = divergence(target, policy);
        expect(now / before).toBeLessThan(1 / (1 + 2 * temperature) + 1e-9);
        before = now;
      }
      expect(before).toBeLessThan(1e-6);
    },
  );
});

test("where η = c·√T, INPO's regret against itself keeps (η − τ)·ln 8 + T/(8(η − τ)), and a policy that stays does not", () => {
  const [tau, reference] = [0.01, uniformPolicy(8)];
  const game = { ...ring, temperature: tau, reference };
  for (const rounds of [100, 400, 1600]) {
    const eta = Math.sqrt(rounds / (8 * Math.log(8)));
    const bound = (eta - tau) * Math.log(8) + rounds / (8 * (eta - tau));
    const regretOf = (next: (policy: Float64Array) => Float64Array): number => {
      const [total, rates] = [new Float64Array(8), new Float64Array(8)];
      let [policy, own] = [reference, 0];
      for (let round = 0; round < rounds; round++) {
        winRates(game, policy, rates);
        for (let y = 0; y < 8; y++) total[y] += rates[y];
        own += 0.5 - tau * divergence(policy, reference);
        policy = next(policy);
      }
      // The best policy is the reference, tilted by mean win rates.
      return rounds * tau * logSumExp(total.map((value, y) => reference[y] + value / (rounds * tau))) - own;
    };
    const learns = regretOf((policy) => minimised(game, inpo(eta, tau), policy, pairChances(game, policy, policy)));
    expect(learns).toBeGreaterThan(0);
    expect(learns).toBeLessThan(0.5 * bound);
    expect(regretOf((policy) => policy)).toBeGreaterThan(bound);
  }
});

/** Plays an episode; channels of the last round by name, sums for events, and what it observed. */
function played(world: object, player: string, parameters: object = {}) {
  const game = preferenceGameDuels.make({ temperature: 0.01, ...world });
  const entry = preferenceGamePlayers.find(({ id }) => id === player);
  if (entry === undefined) throw new Error(`no ${player}`);
  const agent = inSeat(game, entry.make(parameters));
  const rng = Random.of(5, "world");
  const { last, sum } = playEpisode(game, [agent], rng, { hand: rng });
  const seen = new Float32Array(game.spec.observationSize);
  game.observe(seen);
  return { last, sum, seen };
}

test("INPO ends at the equilibrium of the regularised game, which no answer beats by more than τ·ln 8; DPO from before circles", () => {
  const { last } = played({ rounds: 2001 }, "duel/pair-loss", { ridge: 0 });
  expect(last("gain")).toBeLessThan(1e-9);
  expect(last("gap")).toBeCloseTo(0.004584, 5);
  expect(last("gap")).toBeLessThan(0.01 * Math.log(8));
  const circling = played({ rounds: 301 }, "duel/pair-loss", { loss: "dpo", from: "previous", ridge: 0 });
  expect(circling.last("gap")).toBeGreaterThan(0.05);
});

test("mirror prox comes to the equilibrium in as many rounds as it asks for; not beyond its guarantee, nor alone", () => {
  const world = { rounds: 2000, game: "cyclic", answers: 3, reference: "drawn", temperature: 0.01 };
  const near = played(world, "duel/mirror-prox", { temperature: 0.01 });
  expect(near.last("divergence")).toBeLessThan(1e-9);
  expect(near.sum("unsettled")).toBeGreaterThan(50);
  expect(near.sum("unsettled")).toBeLessThan(300);
  expect(near.sum("unsettled") % 2).toBe(0);
  for (const lost of [{ rate: 5 }, { from: "ahead" }, { opponent: "itself" }, { opponent: "mixed" }]) {
    expect(played(world, "duel/mirror-prox", { temperature: 0.01, ...lost }).sum("unsettled")).toBe(2000);
  }
});

test("drawn comparisons have the chances that exact ones show; the opposite is their transposed", () => {
  const world = { rounds: 1, answers: 5, margins: [0.9, 0.6, 0.6] };
  const exact = played(world, "duel/pair-loss").seen;
  const drawn = played({ ...world, comparisons: 100_000 }, "duel/pair-loss").seen;
  expect(largestGap(drawn, exact)).toBeLessThan(0.02);
  const pairs = (seen: Float32Array) => Array.from(seen.subarray(15));
  const flipped = pairs(played({ ...world, honesty: "flipped" }, "duel/pair-loss").seen);
  expect(flipped).toEqual(pairs(exact).map((_, at) => pairs(exact)[(at % 5) * 5 + Math.floor(at / 5)]));
});

test("by gradients from drawn comparisons mirror prox comes near", () => {
  const world = { rounds: 8000, game: "cyclic", answers: 5, reference: "drawn", temperature: 0.03, comparisons: 16 };
  const start = played({ ...world, rounds: 1 }, "duel/mirror-prox", { temperature: 0.03 }).last("divergence");
  const { sum } = played(world, "duel/mirror-prox", { temperature: 0.03, gradients: 32 });
  expect(sum("late")).toBeLessThan(0.2 * start);
});
