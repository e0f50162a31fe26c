// Ladders and double-elimination tournaments by hand, and their invariants.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doubleElimination, elimination } from "./double-elimination.ts";
import { type LadderRules, ladder, rungsOf } from "./ladder.ts";
import type { PairingSchedule } from "./schedule.ts";
import type { PlayedPair } from "./standings.ts";

/** Plays a schedule to its end; `score` returns the first player's score. */
function held(schedule: PairingSchedule, score: (first: number, second: number, again: number) => number) {
  const pairs: PlayedPair[] = [];
  const shown: string[] = [];
  const meetings: string[] = [];
  for (let rounds = 0; rounds < 500; rounds++) {
    const next = schedule({ rounds, pairs, byes: [] });
    if (next === undefined) return { pairs, shown, meetings };
    shown.push(next.meetings.map(({ first, second }) => `${first + 1}-${second + 1}`).join(" "));
    for (const { first, second, again } of next.meetings) {
      meetings.push(`${[first, second].sort().join("-")} ${again}`);
      pairs.push({ first, second, score: score(first, second, again) });
    }
  }
  throw new Error("it does not end");
}

const better = (first: number, second: number) => (first < second ? 1 : 0);

describe("double elimination", () => {
  it("of eight players, where the better seed always wins", () => {
    const { shown, pairs } = held(doubleElimination(8), better);
    // In the third round, player 3 has already met player 6.
    expect(shown).toEqual(["1-8 2-7 3-6 4-5", "1-4 2-3 5-8 6-7", "1-2 3-5 4-6", "3-4", "2-3", "1-2"]);
    expect(elimination(8, pairs).places).toEqual([1, 2, 3, 4, 5, 5, 7, 7]);
  });

  it("permits the winner one loss", () => {
    // The second seed wins the final and then loses the deciding match.
    let finals = 0;
    const { pairs } = held(doubleElimination(2), () => (finals++ === 1 ? 0 : 1));
    expect(pairs).toHaveLength(3);
    expect(elimination(2, pairs).places).toEqual([1, 2]);
  });

  it("ends with a winner of at most one loss, all others with two; repeated meetings use new random numbers", () => {
    const drawn = fc.record({ players: fc.integer({ min: 2, max: 17 }), seed: fc.integer({ min: 0, max: 999 }) });
    fc.assert(
      fc.property(drawn, ({ players, seed }) => {
        const score = (a: number, b: number, again: number) =>
          [0, 0.5, 1, 1, 0][(a * 7 + b * 13 + again * 3 + seed) % 5];
        const { pairs, meetings } = held(doubleElimination(players), score);
        const { places } = elimination(players, pairs);
        expect(places.filter((place) => place === 1)).toHaveLength(1);
        expect(places.filter((place) => place === 2)).toHaveLength(1);
        expect(Math.min(...places)).toBe(1);
        expect(new Set(meetings).size).toBe(meetings.length);
        const decided = pairs.filter(({ score: points }) => points !== 0.5);
        for (let player = 0; player < players; player++) {
          const lost = decided.filter(({ first, second, score: points }) => (points === 1 ? second : first) === player);
          expect(lost.length).toBeLessThanOrEqual(places[player] === 1 ? 1 : 2);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("a ladder", () => {
  const rules: LadderRules = { challenger: 3, rungs: [2, 1, 0], matches: 5, wins: 2 };

  it("ends at the first rung that is certainly not passed", () => {
    const { shown, pairs } = held(ladder(rules), (_, second) => (second === 0 ? 0 : 1));
    expect(shown).toEqual(["4-3 4-3", "4-2 4-2", "4-1 4-1", "4-1 4-1"]);
    expect(rungsOf(rules, pairs)).toEqual([
      { player: 2, won: 2, lost: 0, tied: 0, isPassed: true },
      { player: 1, won: 2, lost: 0, tied: 0, isPassed: true },
      { player: 0, won: 0, lost: 4, tied: 0, isPassed: false },
    ]);
  });

  it("plays no irrelevant match", () => {
    const results = fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 60, maxLength: 60 });
    const terms = fc
      .integer({ min: 1, max: 6 })
      .chain((matches) => fc.record({ matches: fc.constant(matches), wins: fc.integer({ min: 1, max: matches }) }));
    fc.assert(
      fc.property(results, terms, (scores, { matches, wins }) => {
        let at = 0;
        const all = { ...rules, matches, wins };
        const { pairs } = held(ladder(all), () => scores[at++ % scores.length]);
        const rungs = rungsOf(all, pairs);
        for (const [k, { won, lost, tied, isPassed }] of rungs.entries()) {
          if (isPassed) expect(won).toBe(wins);
          // A rung is lost at the first match that makes the required wins impossible.
          else expect(lost + tied).toBe(matches - wins + 1);
          expect(isPassed || k === rungs.length - 1).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
