// An opponent that is drawn anew in each episode: how often each oracle is met, what it learns of its pay, and what it refuses.

import { describe, expect, test } from "vitest";
import { seatOf } from "../../../test/fixtures/seats.ts";
import { type MessageCase, words } from "../../../test/fixtures/words.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { miniFighterWorld } from "../../environments/games/mini-fighter/world.ts";
import { poker } from "../../environments/games/poker/world.ts";
import { drawnOracle } from "./drawn-oracle.ts";

/** A fight whose oracles count how often they begin, by name. */
function counting() {
  const world = miniFighterWorld.make({});
  const met: Record<string, number> = {};
  const oracles = Object.fromEntries(
    ["a", "b", "c"].map((name) => [
      name,
      {
        meaning: name,
        play: () => ({
          reset() {
            met[name] = (met[name] ?? 0) + 1;
          },
          act(_: Float32Array, action: Float64Array) {
            action[0] = name === "a" ? 0 : 1;
          },
        }),
      },
    ]),
  );
  const own: NumericEnvironment = { ...world, spec: { ...world.spec, oracles } };
  return { own, met };
}

/** How often each is met in so many episodes, of which `a` wins all and the others none. */
function metIn(episodes: number, given: object) {
  const { own, met } = counting();
  const player = drawnOracle.make(given)(seatOf(own, 1));
  const action = new Float64Array(1);
  for (let episode = 0; episode < episodes; episode++) {
    player.reset(Random.of(3, "test", episode));
    player.act(new Float32Array(own.spec.observationSize), action);
    player.receive?.(0, Status.running);
    player.receive?.(action[0] === 0 ? 1 : 0, Status.terminated);
  }
  return met;
}

describe("an oracle", () => {
  test("that wins is drawn more often, and others now and then", () => {
    const met = metIn(600, { weights: "linear", among: ["a", "b"] });
    expect(met.a).toBeGreaterThan(450);
    expect(met.b).toBeGreaterThan(5);
    expect(met.c).toBeUndefined();
  });

  test("is drawn by what all copies of a world in one training have won, and no others", () => {
    const { own, met } = counting();
    const plan = drawnOracle.make({ weights: "squared", among: ["a", "b"] });
    const together = {};
    const [one, other, apart] = [together, together, {}].map((copies) => plan({ ...seatOf(own, 1), together: copies }));
    const action = new Float64Array(1);
    for (let episode = 0; episode < 300; episode++) {
      one.reset(Random.of(5, "copy", episode));
      one.act(new Float32Array(own.spec.observationSize), action);
      one.receive?.(action[0] === 0 ? 1 : 0, Status.terminated);
    }
    const drawn = (player: typeof one) => {
      met.b = 0;
      for (let episode = 0; episode < 100; episode++) player.reset(Random.of(6, "copy", episode));
      return met.b;
    };
    expect(drawn(other)).toBeLessThan(15);
    expect(drawn(apart)).toBeGreaterThan(35);
  });

  test("of equal strength is drawn more often by variance", () => {
    const met = metIn(600, { weights: "variance" });
    expect(Math.max(met.a, met.b, met.c)).toBeLessThan(300);
  });

  test("is drawn alike by default, and nothing is left over of an episode", () => {
    const met = metIn(900, {});
    for (const name of ["a", "b", "c"]) expect(Math.abs(met[name] - 300)).toBeLessThan(60);
    expect(drawnOracle.make({})(seatOf(counting().own, 1)).receive).toBeUndefined();
  });
});

const paid = () => {
  const player = drawnOracle.make({ weights: "linear" })(seatOf(counting().own, 1));
  player.reset(Random.of(1));
  player.receive?.(-0.5, Status.terminated);
};
words("drawn-oracle", [
  ["a world without oracles", () => drawnOracle.make({})(seatOf(poker.make({}), 0))],
  ["an oracle that there is not", () => drawnOracle.make({ among: ["turtel"] })(seatOf(miniFighterWorld.make({}), 1))],
  ["pay that is no point", paid],
] satisfies MessageCase[]);
