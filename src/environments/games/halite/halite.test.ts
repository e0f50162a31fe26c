// Complete games of the published engine: the map of a seed, and every cell of every frame.

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { playEpisode } from "../../../../test/fixtures/played-world.ts";
import { oracles } from "../../../../test/fixtures/seats.ts";
import { Random } from "../../../core/random.ts";
import { type HaliteMap, haliteMap } from "./map.ts";
import { Frames, type HaliteField } from "./rules.ts";
import { halite, settlersOrder } from "./world.ts";

function fieldOf({ width, height, owner, strength, production }: HaliteMap): HaliteField {
  return {
    ...{ width, height, stride: width },
    owner: Float64Array.from(owner),
    strength: Float64Array.from(strength),
    production: Float64Array.from(production),
  };
}

/** All frames of a game with the settler in every seat, as owner and strength of each cell. */
function framesOf(wide: number, high: number, players: number, seed: number): number[][] {
  const field = fieldOf(haliteMap(wide, high, players, seed));
  const frames = new Frames(players, field.owner.length);
  const picture = () => Array.from(field.owner).flatMap((one, cell) => [one, field.strength[cell]]);
  const all = [picture()];
  for (let turn = 1; turn <= Math.floor(10 * Math.sqrt(field.width * field.height)); turn++) {
    const before = { ...field, owner: field.owner.slice(), strength: field.strength.slice() };
    frames.play(field, (_, cell) => settlersOrder(before, cell, turn));
    all.push(picture());
    if (new Set(field.owner.filter((one) => one > 0)).size < 2) break;
  }
  return all;
}

/** Number of cells and total strength of a player in a frame. */
const held = (frame: readonly number[], player: number): string => {
  const own = frame.flatMap((one, k) => (k % 2 === 0 && one === player ? [frame[k + 1]] : []));
  return `${own.length}/${own.reduce((sum, one) => sum + one, 0)}`;
};

test("the initial map of seed 1001 equals the engine's", () => {
  const { width, production, strength } = haliteMap(10, 10, 2, 1001);
  expect(width).toBe(10);
  expect([...production.slice(0, 10)]).toEqual([3, 4, 6, 4, 3, 3, 4, 6, 4, 3]);
  expect([...strength.slice(0, 10)]).toEqual([86, 123, 102, 118, 166, 166, 118, 102, 123, 86]);
});

test.each([
  [1001, 10, 2, 98, ["83/2252", "0/0"], "71136ad75efabd1a6db28e3250e75289705298c2"],
  [998, 10, 2, 101, ["18/295", "22/265"], "82ab16a827db0bdb37983190b7386b85550f6842"],
  [7, 10, 2, 101, ["27/628", "41/968"], "ac4a6928ebcbd58eba35e38fabb7142cedfff6a8"],
  [42, 20, 3, 181, ["85/2186", "85/2186", "85/2186"], "a1ec6f4f62500ce3683a88bd7c40d5a74f5f928d"],
])("seed %i on %i cells for %i players equals the published game", (seed, size, players, count, last, sha1) => {
  const frames = framesOf(size, size, players, seed);
  expect(frames).toHaveLength(count);
  expect(last.map((_, k) => held(frames[frames.length - 1], k + 1))).toEqual(last);
  if (seed === 1001) expect([1, 2].map((player) => held(frames[10], player))).toEqual(["2/52", "2/52"]);
  expect(createHash("sha1").update(frames.flat().join(",")).digest("hex")).toBe(sha1);
});

test("the environment plays the same game from its seats' observations, and gives the point to the survivor", () => {
  const world = halite.make({ width: 10, height: 10, map: 1001 });
  const { spec, state } = world;
  const { last } = playEpisode(world, oracles(world, "settler"), Random.of(0));
  expect([state.views.frame[0], [...state.views.territory]]).toEqual([97, [83, 0]]);
  expect([0, 1].map((seat) => last(spec.channels[0].name, seat))).toEqual([1, 0]);
});

test("a program without answers keeps its one cell, and one that spreads wins", async () => {
  const spreads = `function move({ width, height, you, owner, strength, production }) {
    const orders = [];
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++)
      if (owner[y][x] === you && strength[y][x] >= 5 * production[y][x]) orders.push([x, y, 1 + (x + y) % 4]);
    return orders;
  }`;
  const texts = ["function move() {}", spreads];
  expect(await playedBouts("halite", texts, { width: 10, height: 10 })).toEqual(matrix("0 1 | 0 1"));
});

test("each player's chunk has at least a row and a column per player", () => {
  for (const [players, least] of [
    [2, 6],
    [4, 8],
    [6, 12],
  ]) {
    const world = halite.make({ players, width: least, height: least });
    for (let seed = 0; seed < 8; seed++)
      world.reset(Random.of(seed), new Float64Array(world.spec.agents.length * world.spec.channels.length));
    if (least > 6)
      expect(() => halite.make({ players, width: least - 1 })).toThrow(`${players} players need ${least} or more`);
  }
});
