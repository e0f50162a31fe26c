// Legal choices derived from observations match the environment's rules, and random legal play has known values.

import { expect, test } from "vitest";
import { environments } from "../../test/fixtures/at-hand/environments.ts";
import { seatOf } from "../../test/fixtures/seats.ts";
import { Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { exactExploitabilityOf } from "../evaluation/ratings/queried-exploitability.ts";
import { queriedPolicy } from "../play/queried-policy.ts";
import { randomLegal } from "./plain.ts";

test.each(["kuhn", "leduc"])("in %s poker every observation determines the legal choices", (game) => {
  const world = environments.get("games/poker").make({ game });
  const { spec } = world;
  const whole = world.game?.();
  if (whole === undefined || spec.legal === undefined) throw new Error("no game");
  const seen = new Float32Array(2 * spec.observationSize);
  for (const [at, state] of whole.example.entries()) {
    whole.show(state);
    world.observe(seen);
    const seat = whole.mover[state];
    const own = seen.subarray(seat * spec.observationSize, (seat + 1) * spec.observationSize);
    expect(spec.legal(own)).toEqual(Array.from(whole.action.subarray(whole.choices[at], whole.choices[at + 1])));
    const other = seen.subarray((1 - seat) * spec.observationSize, (2 - seat) * spec.observationSize);
    expect(spec.legal(other)).toEqual([]);
  }
});

test("random legal play in Kuhn poker has an exploitability of 11/12", async () => {
  const world = environments.get("games/poker").make({ game: "kuhn" });
  const game = world.game?.();
  if (game === undefined) throw new Error("no game");
  const players = [0, 1].map((seat) => randomLegal.make({})(seatOf(world, seat)));
  const policy = await queriedPolicy(world, game, players, { random: Random.of(1), queries: 1 });
  expect(policy.parts).toBeUndefined();
  expect(exactExploitabilityOf(game, policy).nashConv).toBeCloseTo(11 / 12, 12);
});

test.each([
  ["games/gomoku", { size: 5 }],
  ["games/chess", { plies: 60 }],
  ["games/no-limit-holdem", { bets: "named", hands: 20 }],
  ["games/poker", { game: "leduc", hands: 20 }],
])("%s executes every legal choice unchanged", (id, parameters) => {
  const world = environments.get(id).make(parameters);
  const { spec } = world;
  const random = Random.of(3, id);
  const players = spec.agents.map((_, seat) => randomLegal.make({})(seatOf(world, seat)));
  for (const [seat, player] of players.entries()) player.reset(random.stream("player", seat));
  const outcomes = new Float64Array(spec.agents.length * spec.channels.length);
  const seen = new Float32Array(spec.agents.length * spec.observationSize);
  const actions = new Float64Array(spec.agents.length);
  const illegal = spec.channels.findIndex(({ name }) => name === "illegal");
  world.reset(random, outcomes);
  let steps = 0;
  for (let status: Status = Status.running; status === Status.running && steps < 200; steps++) {
    world.observe(seen);
    for (const [seat, player] of players.entries()) {
      const own = seen.subarray(seat * spec.observationSize, (seat + 1) * spec.observationSize);
      const action = new Float64Array(1);
      player.act(own, action);
      actions[seat] = action[0];
      const chance = player.follow?.(own, action).logProbability ?? Number.NaN;
      expect(Math.exp(-chance)).toBeCloseTo(spec.legal?.(own).length || (spec.choices ?? 0), 6);
    }
    status = world.step(actions, outcomes, random);
    if (illegal >= 0)
      for (let seat = 0; seat < spec.agents.length; seat++)
        expect(outcomes[seat * spec.channels.length + illegal]).toBe(0);
  }
  expect(steps).toBeGreaterThan(8);
});

test("an environment in which all choices are always legal is rejected", () => {
  const world = environments.get("control/cart-pole").make({});
  expect(() => randomLegal.make({})(seatOf(world, 0))).toThrow("all choices of this world may be made always");
});
