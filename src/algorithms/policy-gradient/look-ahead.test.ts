// LOLA's correction against the exact one: over all courses of a short game, each weighted by its chance, the estimate from
// scores must be the derivative itself, with any baseline.

import { expect, test } from "vitest";
import { repeatedGame, type Stage, seenAfter } from "../../../test/fixtures/repeated-game.ts";
import { Random } from "../../core/random.ts";
import { type ActorCritic, actorCritic } from "./actor-critic.ts";
import { lookAheadWeights, type SeatPlay, scoresOf } from "./lola.ts";
import { policyGradient } from "./policy-gradient-loss.ts";

const DISCOUNT = 0.8;

/** One course of the game: what was seen and done in each round, what each player was paid. */
interface Course {
  readonly seen: number[];
  readonly done: number[][];
  readonly paid: (readonly number[])[];
}

function courses(players: number, stage: Stage, horizon: number): Course[] {
  const joint = 2 ** players;
  return Array.from({ length: joint ** horizon }, (_, number) => {
    const done = Array.from({ length: horizon }, (_, t) =>
      Array.from({ length: players }, (_, i) => (Math.floor(number / joint ** t) >> i) & 1),
    );
    return { done, seen: [0, ...done.slice(0, -1).map(seenAfter)], paid: done.map(stage) };
  });
}

/** Chance of the second choice where `seen` came before; parameters are weights [seen × 2], then biases. */
function chance(parameters: ArrayLike<number>, seen: number): number {
  const size = parameters.length / 2 - 1;
  const logit = (k: number) => parameters[2 * seen + k] + parameters[2 * size + k];
  return 1 / (1 + Math.exp(logit(0) - logit(1)));
}

const likelihood = ({ seen, done }: Course, parameters: readonly ArrayLike<number>[]): number =>
  done.reduce((product, actions, t) => {
    for (const [i, action] of actions.entries()) {
      const second = chance(parameters[i], seen[t]);
      product *= action === 1 ? second : 1 - second;
    }
    return product;
  }, 1);

/** V_i exactly. */
function value(all: readonly Course[], parameters: readonly ArrayLike<number>[], i: number): number {
  return all.reduce(
    (sum, course) =>
      sum + likelihood(course, parameters) * course.paid.reduce((total, pay, t) => total + DISCOUNT ** t * pay[i], 0),
    0,
  );
}

/** Central differences of f in the parameters of seat k. */
function slope(
  f: (parameters: readonly Float64Array[]) => number,
  parameters: readonly Float64Array[],
  k: number,
): Float64Array {
  const step = 1e-4;
  const moved = parameters.map((own) => own.slice());
  return parameters[k].map((x, at) => {
    moved[k][at] = x + step;
    const above = f(moved);
    moved[k][at] = x - step;
    const below = f(moved);
    moved[k][at] = x;
    return (above - below) / (2 * step);
  });
}

test.each([
  { players: 2, horizon: 3 },
  { players: 3, horizon: 2 },
])(
  "the estimate over all courses is Σ_j (∇_j V_i)ᵀ ∇_i ∇_j V_j: $players players, $horizon rounds",
  ({ players, horizon }) => {
    const random = Random.of(1, "look ahead");
    const table = Array.from({ length: 2 ** players }, () =>
      Array.from({ length: players }, () => random.uniform(-6, 6)),
    );
    const stage: Stage = (actions) => table[seenAfter(actions) - 1];
    const { spec } = repeatedGame(players, stage, horizon);
    const size = spec.observationSize;
    const all = courses(players, stage, horizon);
    const options = {
      hidden: [],
      activation: "tanh",
      criticInputs: size,
      distribution: "gaussian",
      logDeviation: 0,
    } as const;
    const networks = Array.from({ length: players }, (_, i): ActorCritic => {
      const network = actorCritic(spec, options, random.stream(i));
      for (let k = 0; k < network.parameters.flat.length; k++) network.parameters.flat[k] = random.uniform(-1, 1);
      return network;
    });
    // The actor's parameters come first.
    const actors = networks.map(({ parameters }) => Float64Array.from(parameters.flat.subarray(0, 2 * size + 2)));
    const baseline = Array.from({ length: players }, () =>
      Array.from({ length: size * horizon }, () => random.uniform(-3, 3)),
    );

    const rows = all.length * horizon;
    const plays = networks.map((_, i): SeatPlay => {
      const observations = new Float32Array(rows * size);
      const surplus = new Float64Array(rows);
      for (const [c, { seen, paid }] of all.entries()) {
        for (let t = 0; t < horizon; t++) {
          const row = c * horizon + t;
          observations[row * size + seen[t]] = 1;
          for (let u = t; u < horizon; u++) surplus[row] += DISCOUNT ** u * paid[u][i];
          surplus[row] -= DISCOUNT ** t * baseline[i][t * size + seen[t]];
        }
      }
      const actions = Float32Array.from(all.flatMap(({ done }) => done.map((joint) => joint[i])));
      return { observations, critic: observations, actions, surplus };
    });
    const shares = Float64Array.from(all.flatMap((course) => Array<number>(horizon).fill(likelihood(course, actors))));
    const descents = networks.map((network) => policyGradient(network, { entropy: 0.3, valueWeight: 0.5, rows: 100 }));
    const scores = networks.map((network, i) => scoresOf(network, descents[i], 100));

    for (let i = 0; i < players; i++) {
      const exact = new Float64Array(actors[i].length);
      const others = actors.map((_, j) => j).filter((j) => j !== i);
      for (const j of others) {
        const towards = slope((all_) => value(all, all_, i), actors, j);
        // (∇_j V_i)·∇_j V_j as a function of θ_i, with the first factor held.
        const along = (parameters: readonly Float64Array[]) => {
          const ahead = (sign: number) =>
            parameters.map((own, k) => (k === j ? own.map((x, at) => x + sign * 1e-3 * towards[at]) : own));
          return (value(all, ahead(1), j) - value(all, ahead(-1), j)) / 2e-3;
        };
        for (const [at, x] of slope(along, actors, i).entries()) exact[at] += x;
      }
      const weights = lookAheadWeights(i, plays, scores, (step) => (step + 1) % horizon === 0, shares);
      const estimate = scores[i].sum(
        plays[i],
        weights.map((weight, step) => weight * shares[step]),
      );
      const largest = Math.max(...exact.map(Math.abs));
      expect(largest).toBeGreaterThan(0.05);
      for (const [at, x] of exact.entries()) expect(Math.abs(estimate[at] - x)).toBeLessThan(2e-3 * largest);
      // Neither entropy nor value function has a part in it.
      expect(estimate.subarray(exact.length).every((x) => x === 0)).toBe(true);
      const naive = scores[i].sum(
        plays[i],
        plays[i].surplus.map((x, step) => x * shares[step]),
      );
      const first = slope((parameters) => value(all, parameters, i), actors, i);
      for (const [at, x] of first.entries()) expect(naive[at]).toBeCloseTo(x, 4);
    }
    for (const one of [...scores, ...descents, ...networks]) one.close();
  },
);
