// Leaderboards of few games: an interval says what games say, and nothing where they say nothing.

import { describe, expect, it } from "vitest";
import { UserError } from "../../core/errors.ts";
import { type Games, GamesWriter } from "../../core/games.ts";
import { ratings } from "../../evaluation/ratings/index.ts";
import { leaderboard, resamplesOf } from "./rating.ts";

/** Games of two, `ann bob 30` for thirty that ann wins; players in the order in which they are named. */
function games(won: string, isOneUnit = false): Games {
  const rows = won.split(", ").map((row) => row.split(" "));
  const names = [...new Set(rows.flatMap(([winner, loser = winner]) => [winner, loser]))];
  const writer = new GamesWriter(names);
  for (const [winner, loser, times = 0] of rows) {
    for (let k = 0; k < Number(times); k++)
      writer.addPair(names.indexOf(winner), names.indexOf(loser), 1, isOneUnit ? 0 : undefined);
  }
  return writer.end();
}

const of = async (own: Games, options = {}) => {
  const board = await leaderboard(own, { resamples: 400, ...options });
  return { ...board, by: (name: string) => board.players.find((one) => one.name === name) };
};

describe("a player without a game", () => {
  it.each(["bradley-terry", "elo", "glicko-2", "trueskill", "plackett-luce"])(
    "has no interval by %s",
    async (model) => {
      const board = await of(games("ann bob 30, bob ann 20, cyd"), { model, resamples: 60 });
      expect(board.by("cyd")).toMatchObject({ low: null, high: null, games: 0 });
      expect(board.by("cyd")?.ranks).toBeUndefined();
      expect(board.by("ann")?.low).toBeLessThan(board.by("ann")?.rating ?? 0);
      expect(board.caveats.join()).toContain("without a game, and so rated by a prior alone: cyd");
      // The others share their two ranks.
      const first = ["ann", "bob"].map((name) => board.by(name)?.ranks?.["1"] ?? 0);
      expect(first[0] + first[1]).toBeCloseTo(1, 9);
    },
  );
});

describe("resamples that leave a player out", () => {
  it("do not put it at the mean of all", async () => {
    // One vote, which eve wins, beside many of the others.
    const board = await of(games("eve bob 1, bob cyd 90, cyd bob 10"));
    expect(board.by("eve")?.low).toBeGreaterThan(1550);
  });

  it("do not move the others of two groups that never met", async () => {
    const board = await of(games("ann bob 1, cyd dan 1"));
    for (const winner of ["ann", "cyd"]) expect(board.by(winner)?.low).toBeGreaterThan(1700);
    for (const loser of ["bob", "dan"]) expect(board.by(loser)?.high).toBeLessThan(1300);
    expect(board.caveats.join()).toContain("intervals hold within groups");
  });

  it("do not move the others of one group either, nor the anchor", async () => {
    // Without the one game of eve, the mean of bob and cyd is not that of all: some 200 points away.
    const own = games("eve bob 1, bob cyd 500, cyd bob 500");
    const free = await of(own);
    const { low = 0, high = 0 } = free.by("bob") ?? {};
    expect((high ?? 0) - (low ?? 0)).toBeLessThan(100);
    const set = await of(own, { anchor: { player: "eve", at: 1000 } });
    expect(set.by("eve")).toMatchObject({ rating: 1000, low: 1000, high: 1000 });
  });
});

describe("a fit without a prior", () => {
  it.each([
    ["bradley-terry", { ridge: 0 }, "a ridge of 0.01"],
    ["plackett-luce", { prior: 0 }, "a prior of 0.1"],
  ])("of %s says who is separated, and what would settle it", async (model, parameters, remedy) => {
    const attempt = of(games("ann bob 2, bob cyd 1"), { model, parameters });
    await expect(attempt).rejects.toThrow(UserError);
    await expect(attempt).rejects.toThrow(/separate players: ann; bob; cyd/);
    await expect(attempt).rejects.toThrow(new RegExp(`take ${remedy}`));
  });

  it.each([
    ["bradley-terry", { ridge: 0 }],
    ["plackett-luce", { prior: 0 }],
  ])("of %s leaves out resamples that have none, and says how many", async (model, parameters) => {
    const { caveats, by } = await of(games("ann bob 4, bob ann 2, cyd bob 4, bob cyd 4"), { model, parameters });
    expect(caveats.join()).toMatch(/\d+ of 400 resamples separate players/);
    expect(by("ann")?.low).toBeLessThan(by("ann")?.rating ?? 0);
    expect(by("ann")?.high).toBeLessThan(4000);
  });
});

it("gives players of equal results one rank", async () => {
  // Three who beat the last of them as often, and each other in a ring.
  const board = await of(games("ann bob 1, bob cyd 1, cyd ann 1, ann dan 3, bob dan 3, cyd dan 3"), { resamples: 0 });
  expect(board.players.map(({ rank }) => rank)).toEqual([1, 1, 1, 4]);
});

it("gives no interval where fewer than half of the resamples hold a game, and says so", async () => {
  const own = games("ann bob 3", true);
  // Seeds of two resamples of one unit: some draw it in one of them alone.
  const boards = await Promise.all(Array.from({ length: 12 }, (_, seed) => of(own, { resamples: 2, seed })));
  const without = boards.filter((board) => board.by("ann")?.low === null);
  expect(without.length).toBeGreaterThan(0);
  for (const { caveats } of without) {
    expect(caveats.join()).toContain(
      "without an interval, as fewer than half of the resamples hold a game of theirs: ",
    );
  }
});

it("resamples as often as fits into memory, and as games that are replayed leave time for", async () => {
  const made = async (model: string) => (await ratings.get(model)).make();
  const many: Games = { ...games("ann bob 3"), players: Array.from({ length: 2000 }, (_, k) => `p${k}`) };
  expect(resamplesOf(1_000_000, await made("bradley-terry"), games("ann bob 3"))).toBe(1_000_000);
  expect(resamplesOf(1_000_000, await made("bradley-terry"), many)).toBe(25_000);
  expect(resamplesOf(1_000_000, await made("elo"), many)).toBe(25_000);
  expect(resamplesOf(1_000_000, await made("elo"), games("ann bob 1000"))).toBe(100_000);
});
