// Swiss pairings against examples computed by hand, and invariants of every tournament.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundRobin } from "./round-robin.ts";
import { type PlayedPair, standings } from "./standings.ts";
import { SWISS_PAIRINGS, type SwissPairing, swissRound } from "./swiss.ts";

/** Plays up to `rounds` rounds with results by `score`; stops where no pairing is left. */
function tournament(
  players: number,
  rounds: number,
  method: SwissPairing,
  score: (first: number, second: number) => number,
) {
  const played: PlayedPair[] = [];
  const byes: number[] = [];
  const shown: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const next = swissRound(standings(players, played, byes), method);
    if (next === undefined) break;
    shown.push(next.pairs.map(([a, b]) => `${a + 1}-${b + 1}`).join(" "));
    for (const [first, second] of next.pairs) played.push({ first, second, score: score(first, second) });
    if (next.bye !== undefined) byes.push(next.bye);
  }
  return { played, byes, shown, end: standings(players, played, byes) };
}

const better = (first: number, second: number) => (first < second ? 1 : 0);

describe("Swiss", () => {
  it("pairs eight seeds as computed by hand", () => {
    const { shown, end } = tournament(8, 3, "dutch", better);
    expect(shown).toEqual(["1-5 2-6 3-7 4-8", "1-3 2-4 5-7 6-8", "1-2 3-5 4-6 7-8"]);
    expect([...end.scores]).toEqual([3, 2, 2, 2, 1, 1, 1, 0]);
    expect([...end.buchholz]).toEqual([5, 6, 5, 3, 6, 4, 3, 4]);
    expect([...end.sonnebornBerger]).toEqual([5, 3, 2, 1, 1, 0, 0, 0]);
  });

  it("pairs neighbours by Monrad's method", () => {
    expect(tournament(8, 2, "monrad", better).shown).toEqual(["1-2 3-4 5-6 7-8", "1-3 5-7 2-4 6-8"]);
  });

  it.each(SWISS_PAIRINGS)("leaves one player with full score after k rounds of 2^k players, by %s", (method) => {
    for (const k of [2, 3, 5]) {
      const { end } = tournament(2 ** k, k, method, better);
      expect(end.scores.filter((score) => score === k)).toHaveLength(1);
      expect(end.scores[0]).toBe(k);
    }
  });

  it.each(SWISS_PAIRINGS)("never repeats a pairing, and gives byes evenly, by %s", (method) => {
    const games = fc.record({ players: fc.integer({ min: 2, max: 17 }), seed: fc.integer({ min: 0, max: 1000 }) });
    fc.assert(
      fc.property(games, ({ players, seed }) => {
        const score = (a: number, b: number) => [0, 0.5, 1][(a * 7 + b * 13 + seed) % 3];
        // This number of rounds always has a pairing (Dirac, 1952): each player may still meet half of the others.
        const rounds = Math.max(1, Math.floor((players - 1) / 2));
        const { played, byes } = tournament(players, rounds, method, score);
        const met = played.map(({ first, second }) => [first, second].sort((a, b) => a - b).join());
        expect(new Set(met).size).toBe(met.length);
        expect(played).toHaveLength(Math.floor(players / 2) * rounds);
        expect(byes).toHaveLength(players % 2 === 1 ? rounds : 0);
        expect(new Set(byes).size).toBe(byes.length);
      }),
      { numRuns: 60 },
    );
  });

  it("continues after all pairs within groups have met, by a matching of all players", () => {
    const { played } = tournament(6, 5, "dutch", better);
    expect(played.length).toBeGreaterThanOrEqual(12);
  });
});

it("a round robin pairs any two players once, and each player once per round", () => {
  for (const players of [2, 3, 6, 9]) {
    const rounds = roundRobin(players);
    expect(rounds).toHaveLength(players % 2 === 0 ? players - 1 : players);
    const pairs = rounds.flat().map(([a, b]) => [a, b].sort((x, y) => x - y).join());
    expect(new Set(pairs).size).toBe((players * (players - 1)) / 2);
    for (const round of rounds) expect(new Set(round.flat()).size).toBe(2 * round.length);
  }
});
