// Players that are asked in every state of a game: those that are certain, that say their chances, that draw, and that remember.

import { expect, test } from "vitest";
import type { Agent } from "../core/agent.ts";
import { Random } from "../core/random.ts";
import { miniFighterWorld } from "../environments/games/mini-fighter/world.ts";
import { poker } from "../environments/games/poker/world.ts";
import { playedBeside, queriedPolicy } from "./queried-policy.ts";

const options = { random: Random.of(1, "test"), queries: 2000 };

/** A world with its game, which it must have. */
function played(world: ReturnType<typeof poker.make>) {
  const game = world.game?.();
  if (game === undefined) throw new Error("no game is offered");
  return { world, game };
}
const kuhn = () => played(poker.make({ game: "kuhn" }));

/** A player that does what `choose` says; its numbers are drawn from its own stream. */
function player(choose: (observation: Float32Array, random: Random) => number): Agent {
  let hand = Random.of(0);
  return {
    reset(random) {
      hand = random;
    },
    act(observation, action) {
      action[0] = choose(observation, hand);
    },
  };
}
const both = (make: () => Agent): Agent[] => [make(), make()];

test("a hand of Kuhn poker has twelve information states; more hands are no whole game", () => {
  expect(kuhn().game.example).toHaveLength(12);
  expect(played(poker.make({ game: "leduc" })).game.example).toHaveLength(288);
  expect(poker.make({ game: "kuhn", hands: 2 }).game).toBeUndefined();
});

test("a player that is certain is asked no further, and what may not be done is a call", async () => {
  const { world, game } = kuhn();
  const { policy, answerCount, parts } = await queriedPolicy(
    world,
    game,
    both(() => player(() => 2)),
    options,
  );
  expect([answerCount, parts]).toEqual([1, undefined]);
  for (let at = 0; at < 12; at++)
    expect(Array.from(policy.slice(game.choices[at], game.choices[at + 1]))).toEqual([0, 1]);
});

test("of a player that draws the policy is shares of its answers", async () => {
  const { world, game } = kuhn();
  const draws = () => player((_, random) => (random.uniform() < 0.25 ? 2 : 1));
  const { policy, answerCount, parts } = await queriedPolicy(world, game, both(draws), options);
  expect([answerCount, parts?.length]).toEqual([2000, 10]);
  // The standard error is 0.01. A bet has been made where folding is the first choice, and raising is a call there.
  for (let at = 0; at < 12; at++) {
    const folds = game.action[game.choices[at]] === 0;
    expect(Math.abs(policy[game.choices[at] + 1] - (folds ? 1 : 0.25))).toBeLessThan(0.045);
  }
});

test("a player that says its chances and draws is taken at its word", async () => {
  const { world, game } = kuhn();
  const says = (): Agent => ({
    ...player((_, random) => random.integer(3)),
    follow: () => ({ logProbability: -Math.log(3), entropy: Math.log(3) }),
  });
  const { policy, answerCount } = await queriedPolicy(world, game, both(says), options);
  expect(answerCount).toBe(1);
  for (let at = 0; at < 12; at++) {
    const folds = game.action[game.choices[at]] === 0;
    expect(policy[game.choices[at]]).toBeCloseTo(folds ? 1 / 3 : 2 / 3, 12);
  }
});

test("a player that goes by its earlier steps is led through them", async () => {
  const { world, game } = kuhn();
  // Calls in its first step of an episode, and raises or folds from the second one on.
  const remembers = (): Agent => {
    let steps = 0;
    return {
      reset() {
        steps = 0;
      },
      act(_, action) {
        steps += 1;
        action[0] = steps === 1 ? 1 : 0;
      },
    };
  };
  const players = both(remembers);
  const policy = await queriedPolicy(world, game, players, options);
  // The first player comes to a second decision, in its third step, where it has checked and the other has bet.
  const folds = game.example.reduce(
    (sum, _, at) => sum + (game.action[game.choices[at]] === 0 ? policy.policy[game.choices[at]] : 0),
    0,
  );
  expect(folds).toBe(6);
  const beside = await playedBeside(world, game, players, policy, Random.of(2, "test"), 100);
  expect(beside.decisions).toBeGreaterThan(150);
  expect(beside.unforeseen).toBe(0);
});

test("where ways meet, a player that remembers is found out in play", async () => {
  const { world, game } = played(miniFighterWorld.make({ health: 2, ticks: 4 }));
  const forgets = both(() => player((observation) => (observation[4] > 0.5 ? 3 : 5)));
  // Does the same for ever: what it drew in the first step of the episode.
  const stubborn = (): Agent => {
    let first: number | undefined;
    let hand = Random.of(0);
    return {
      reset(random) {
        first = undefined;
        hand = random;
      },
      act(_, action) {
        first ??= hand.integer(2) === 0 ? 0 : 5;
        action[0] = first;
      },
    };
  };
  // Counts its steps since the first at distance 1, which a state does not show.
  const counts = (): Agent => {
    let near = 0;
    return {
      reset() {
        near = 0;
      },
      act(observation, action) {
        if (observation[5] > 0.5) near += 1;
        action[0] = near % 2 === 0 ? 0 : 1;
      },
    };
  };
  for (const [make, isDetected] of [
    [() => forgets, false],
    [() => both(counts), true],
  ] as const) {
    const players = make();
    const policy = await queriedPolicy(world, game, players, { ...options, queries: 50 });
    const { decisions, unforeseen } = await playedBeside(world, game, players, policy, Random.of(3, "test"), 200);
    expect(unforeseen > 0.01 * decisions).toBe(isDetected);
  }
  expect((await queriedPolicy(world, game, both(stubborn), { ...options, queries: 50 })).answerCount).toBe(50);
});
