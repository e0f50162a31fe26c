// Direct preference optimisation of episodes: its first loss, the policy that answers of known odds lead to, and what is compared.

import { expect, test } from "vitest";
import { oneMove } from "../../../test/fixtures/games.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { gaussianBandit } from "../../environments/bandits/independent-arms.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { episodeDpo, judgedPairs } from "./episode-dpo.ts";

const train = (make: () => NumericEnvironment, parameters: object) =>
  episodeDpo.make(parameters).train(trainingContext(make, "episode-dpo"));

test("rows of one seat in two copies are compared, and preferred by the odds of what they were paid", () => {
  const random = Random.of(1, "pairs");
  // Copies 0 … 3 with two seats each.
  const pay = Float64Array.of(1, 5, 2, 4, 0, 0, 0, 7);
  const { winners, losers } = judgedPairs(pay, 2, 1e9, random);
  expect(Array.from(winners).filter((_, k) => k !== 2)).toEqual([2, 1, 7]);
  expect(Array.from(losers).filter((_, k) => k !== 2)).toEqual([0, 3, 5]);
  const drawn = 20_000;
  const gaps = Float64Array.from({ length: 2 * drawn }, (_, row) => (row % 2 === 0 ? 0.4 : 0));
  const better = judgedPairs(gaps, 1, 3, random).winners.filter((row) => row % 2 === 0).length;
  expect(better / drawn).toBeCloseTo(1 / (1 + Math.exp(-1.2)), 2);
});

test("a round begins at the policy that played it, where the loss is ln 2, though episodes are of many lengths", () => {
  const make = () => cartPole.make();
  const training = train(make, { steps: 1, pairs: 16, passes: 1, hidden: [8] });
  const measures = training.update()?.measures;
  training.close();
  expect(measures?.loss).toBeCloseTo(Math.LN2, 5);
  expect(measures?.gradientNorm).toBeGreaterThan(0);
});

test("answers of the odds s·(r − r′) tilt the policy by s·r/β, in episodes of one step and of three", () => {
  const pays = [1, 0.4, 0];
  const [sharpness, beta] = [2, 1];
  const weights = pays.map((pay) => Math.exp((sharpness / beta) * pay));
  const total = weights.reduce((sum, one) => sum + one, 0);
  for (const horizon of [1, 3]) {
    const make = () => gaussianBandit.make({ means: pays, deviation: 0, horizon });
    const round = { steps: 1, pairs: 4000, passes: 500, batch: 256, hidden: [], rate: 0.02 };
    const training = train(make, { ...round, beta, sharpness });
    trainToEnd(training);
    const player = training.player(0);
    const world = make();
    const seen = new Float32Array(world.spec.observationSize);
    world.reset(Random.of(1), new Float64Array(world.spec.channels.length));
    world.observe(seen);
    player.reset(Random.of(1));
    const chances = pays.map((_, arm) => Math.exp(player.follow?.(seen, Float64Array.of(arm)).logProbability ?? 0));
    for (const [arm, chance] of chances.entries()) expect(chance).toBeCloseTo(weights[arm] / total, 1);
    expect(Math.abs(chances[0] - weights[0] / total)).toBeLessThan(0.03);
    player.close?.();
    training.close();
  }
});

test("rounds go on from each other to what pays most, each seat by its own pay", () => {
  // Each is paid for the other's cue and its own place, so that luck of the beginning is large beside what is done.
  const make = () =>
    oneMove({ players: 2, action: { choices: 3 }, cues: true, pays: ([a, b], [p, q]) => [5 * q + a, 5 * p - b] });
  const training = train(make, { steps: 20_000, pairs: 32, passes: 5, batch: 32, rate: 0.01, hidden: [8] });
  const last = trainToEnd(training).at(-1);
  training.close();
  expect(last?.measures.entropy).toBeLessThan(0.1);
  const players = [0, 1].map((seat) => {
    const player = training.player(seat);
    const action = new Float64Array(1);
    player.reset(Random.of(2));
    player.act(Float32Array.of(0.3), action);
    player.close?.();
    return action[0];
  });
  expect(players).toEqual([2, 0]);
});
