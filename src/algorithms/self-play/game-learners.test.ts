// Learners of whole games: what their contract is, Kuhn's value, and curves of the solved fight.

import { beforeAll, describe, expect, test } from "vitest";
import { oneMove } from "../../../test/fixtures/games.ts";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { miniFighterWorld } from "../../environments/games/mini-fighter/world.ts";
import { poker } from "../../environments/games/poker/world.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { gameValues } from "../../play/game-policies.ts";
import { queriedPolicy } from "../../play/queried-policy.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { answered, trainedGame } from "./game-learning.ts";
import { leagueLearner } from "./league-learner.ts";
import { newest, population } from "./population.ts";
import { psro } from "./psro.ts";

beforeAll(async () => {
  await linearPrograms();
});

const kuhn = () => poker.make({ game: "kuhn" });
const leduc = () => poker.make({ game: "leduc" });
const fight = () => miniFighterWorld.make({});
const short = () => miniFighterWorld.make({ health: 1, ticks: 4 });
const gameOf = (world: NumericEnvironment) => {
  const game = world.game?.();
  if (game === undefined) throw new Error("no whole game");
  return game;
};

/** A training to its end: exploitability by update, and the policy of its players as they answer. */
async function trained(plan: AlgorithmPlan, make: () => NumericEnvironment, seed = 1) {
  const training = plan.train(trainingContext(make, "game learners", seed));
  const curve = trainToEnd(training).map(({ measures }) => measures.exploitability);
  const world = make();
  const players = [0, 1].map((seat) => training.player(seat));
  const { policy } = await queriedPolicy(world, gameOf(world), players, { random: Random.of(1, "asked"), queries: 20 });
  return { curve, policy };
}

describe.each([
  ["psro", (given: object) => psro.make({ iterations: 12, segments: 4, ...given }), leduc],
  ["psro, fictitious", (given: object) => psro.make({ iterations: 12, segments: 4, meta: "uniform", ...given }), kuhn],
  ["league", (given: object) => leagueLearner.make({ phases: 12, segments: 4, ...given }), short],
] as const)("%s", (name, make, world) => {
  const context = (seed = 2) => trainingContext(world, "game learners", seed);

  test("a training that is stopped between segments, and only there, goes on to the same answers", () => {
    const whole = expectResumes((from) => make({}).train(context(), from));
    expect(whole.checkpoints).toHaveLength(4);
    const other = () => trainingContext(() => miniFighterWorld.make({ ticks: 2 }), "game learners", 2);
    expect(() => make({}).train(other(), whole.checkpoints[0])).toThrow(/numbers "answers" where \d+ belong/);
    const again = trainToEnd(make({}).train(context(3)));
    expect(JSON.stringify(again) === JSON.stringify(whole.reports)).toBe(name !== "league");
  });

  test("a player is what the policy was when it was asked for, also taken up again", async () => {
    const own = world();
    const game = gameOf(own);
    const plays = (training: ReturnType<AlgorithmPlan["train"]>) => {
      const players = [0, 1].map((seat) => training.player(seat));
      return () => queriedPolicy(own, game, players, { random: Random.of(1, "asked"), queries: 20 });
    };
    const training = make({}).train(context());
    training.update();
    const first = plays(training);
    const before = await first();
    trainToEnd(training);
    const last = plays(training);
    expect(await first()).toEqual(before);
    expect(await last()).not.toEqual(before);
    expect(await plays(make({}).train(context(), training.left?.()))()).toEqual(await last());
  });

  test("what it says its exploitability is, is that of its players", async () => {
    const { curve, policy } = await trained(make({}), world);
    expect(answered(gameOf(world()), policy).exploitability).toBeCloseTo(curve[11], 9);
  });
});

test("in Kuhn poker PSRO comes to an equilibrium, in which the first player loses 1/18", async () => {
  const { curve, policy } = await trained(psro.make({ iterations: 12 }), kuhn);
  expect(curve[0]).toBeCloseTo(11 / 24, 12);
  expect(curve[11]).toBeCloseTo(0, 9);
  expect(gameValues(gameOf(kuhn()), policy)[0]).toBeCloseTo(-1 / 18, 9);
});

test("in Kuhn poker fictitious self-play comes near it, a league nearer than naive self-play, which goes round", async () => {
  const [uniform, last] = await Promise.all(
    (["uniform", "last"] as const).map((meta) => trained(psro.make({ iterations: 100, meta }), kuhn)),
  );
  expect(uniform.curve[99]).toBeLessThan(0.03);
  expect(Math.min(...last.curve)).toBeGreaterThan(0.15);
  const league = await trained(leagueLearner.make({ phases: 40 }), kuhn);
  expect(league.curve[39]).toBeLessThan(0.12);
});

describe("in the solved fight", () => {
  test("naive self-play stays wholly exploitable, fictitious self-play and PSRO become less so", async () => {
    const curve = async (given: object) => (await trained(psro.make(given), fight)).curve;
    const last = await curve({ meta: "last" });
    expect(last[0]).toBeCloseTo(0.9643728255611862, 12);
    expect(Math.min(...last)).toBe(last[0]);
    expect(last[59]).toBeCloseTo(1, 12);
    const uniform = await curve({ meta: "uniform", iterations: 150 });
    for (const [k, known] of [
      [5, 0.9521],
      [10, 0.8573],
      [20, 0.6616],
      [40, 0.4446],
      [60, 0.3537],
      [150, 0.2284],
    ])
      expect(uniform[k - 1]).toBeCloseTo(known, 4);
    expect((await curve({}))[59]).toBeCloseTo(0.6357, 4);
  });

  test("stored opponents alone do not show what exploits naive self-play", () => {
    const game = gameOf(fight());
    const whole = trainedGame(game);
    const among = population(whole, [whole.first]);
    for (let k = 0; k < 59; k++) among.policies.push(whole.response(whole.mixed(among.policies, newest(among))));
    const newestOne = among.policies[59];
    const results = among.policies.slice(0, -1).map((one) => whole.result(one, newestOne));
    expect(Math.abs(results.reduce((sum, one) => sum + one, 0) / results.length)).toBeLessThan(0.05);
    expect(answered(game, newestOne).exploitability).toBeCloseTo(1, 12);
  });
});

test("players say the chances of what they draw, and sit still when it is not their turn", () => {
  const training = psro.make({ iterations: 12 }).train(trainingContext(kuhn, "chances"));
  trainToEnd(training);
  const world = kuhn();
  const seen = new Float32Array(2 * world.spec.observationSize);
  world.reset(Random.of(1), new Float64Array(2 * world.spec.channels.length));
  world.observe(seen);
  const action = new Float64Array(1);
  const [mover, other] = [0, 1].map((seat) => {
    const player = training.player(seat);
    const shown = seen.subarray(seat * world.spec.observationSize, (seat + 1) * world.spec.observationSize);
    return { player, shown };
  });
  const chances = [0, 1, 2].map((k) =>
    Math.exp(mover.player.follow?.(mover.shown, Float64Array.of(k)).logProbability ?? 0),
  );
  expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
  other.player.reset(Random.of(1));
  other.player.act(other.shown, action);
  expect(action[0]).toBe(0);
  expect(other.player.follow?.(other.shown, action)).toEqual({ logProbability: 0, entropy: 0 });
});

const begin =
  (make: () => NumericEnvironment, change: object = {}) =>
  () => {
    psro.make({ iterations: 1 }).train({ ...trainingContext(make, "refused"), ...change });
  };
const lift = () => oneMove({ players: 2, action: { choices: 2 }, pays: (u) => [...u] });
words("game-learners", [
  ["a world for one", () => psro.make({}).check(cartPole.make().spec)],
  ["a world that is no small game", () => leagueLearner.make({}).check(cartPole.make().spec)],
  ["a game that is not offered", begin(lift)],
  ["a seat that another takes", begin(kuhn, { seats: [0] })],
  ["pay for something else", begin(fight, { makeReward: () => channel("blow")(fight().spec) })],
  [
    "a game that both may win",
    begin(() => {
      const world = kuhn();
      const game = gameOf(world);
      return { ...world, game: () => ({ ...game, won: game.won.map((won, k) => (k % 2 === 0 ? won : 0)) }) };
    }),
  ],
] satisfies MessageCase[]);
