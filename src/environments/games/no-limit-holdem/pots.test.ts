// Pots: examples by hand, and arbitrary stakes against a chip-by-chip calculation.

import { expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { payOut, type Stakes } from "./pots.ts";

const paidOut = (stakes: Stakes): number[] => {
  const into = new Float64Array(stakes.paid.length);
  payOut(stakes, into);
  return Array.from(into);
};

const none = [0, 0, 0, 0, 0, 0];

test.each<[string, Partial<Stakes> & Pick<Stakes, "paid" | "strength">, number[]]>([
  // Of stakes 100, 60 and 30: 90 for all three players, 60 for two of them, and 40 uncalled.
  [
    "the shortest of three wins the main pot, the next the side pot",
    { paid: [100, 60, 30], strength: [3, 2, 1] },
    [40, 60, 90],
  ],
  ["the longest of three wins all", { paid: [100, 60, 30], strength: [1, 2, 3] }, [190, 0, 0]],
  [
    "the second of three wins both pots, and the rest goes back",
    { paid: [100, 60, 30], strength: [3, 1, 2] },
    [40, 150, 0],
  ],
  ["a tie of the two shorter shares the main pot", { paid: [100, 60, 30], strength: [3, 1, 1] }, [40, 60 + 45, 45]],
  // 20 from each of four in the main pot: 80. 30 more from two: 60. 10 more from one.
  [
    "chips of one that folded stay in the pot",
    { paid: [60, 50, 20, 20], strength: [4, 3, 2, 1], out: [0, 0, 0, 1] },
    [10, 60, 80, 0],
  ],
  [
    "one that folded in the midst leaves a part in the side pot",
    { paid: [60, 60, 20, 35], strength: [3, 2, 1, 0], out: [0, 0, 0, 1] },
    [0, 40 + 40 + 15, 80, 0],
  ],
  ["one that is left takes all", { paid: [10, 25, 5], strength: [0, 0, 0], out: [1, 0, 1] }, [0, 40, 0]],
  ["an odd chip goes to the first after the button", { paid: [5, 5, 5], strength: [1, 2, 1], first: 1 }, [7, 0, 8]],
  ["two odd chips go to two of three", { paid: [5, 5, 5, 5], strength: [1, 1, 1, 9], first: 2 }, [7, 6, 7, 0]],
  // A main pot of 9 for three, and a side pot of 8 for two that tie: only the main pot has an odd chip.
  ["odd chips are those of each pot", { paid: [7, 7, 3], strength: [1, 1, 5], first: 2 }, [4 + 5, 4 + 4, 0]],
])("%s", (_, stakes, won) => {
  expect(paidOut({ out: none, first: 0, ...stakes })).toEqual(won);
});

/** Chip-by-chip calculation: the n-th chips of all players form a pot, shared by the best of its contributors. */
function chipByChip({ paid, out, strength }: Stakes): number[] {
  const all = Array.from(paid, (_, seat) => seat);
  const won = all.map(() => 0);
  for (let chip = 1; chip <= Math.max(...Array.from(paid)); chip++) {
    const row = all.filter((seat) => paid[seat] >= chip);
    const able = row.filter((seat) => out[seat] === 0);
    const best = Math.min(...able.map((seat) => strength[seat]));
    const winners = able.filter((seat) => strength[seat] === best);
    for (const seat of winners) won[seat] += row.length / winners.length;
  }
  return won;
}

test("stakes are paid out completely, equal to a chip-by-chip calculation except for odd chips", () => {
  const random = Random.of(3);
  for (let k = 0; k < 3_000; k++) {
    const players = 2 + random.integer(5);
    const drawn = (most: number) => Array.from({ length: players }, () => random.integer(most));
    const paid = drawn(30);
    const out = drawn(2);
    // A player with the largest stake has not folded.
    out[paid.indexOf(Math.max(...paid))] = 0;
    const stakes = { paid, out, strength: drawn(4), first: random.integer(players) };
    const won = paidOut(stakes);
    expect(won.every(Number.isInteger)).toBe(true);
    expect(won.reduce((sum, chips) => sum + chips, 0)).toBe(paid.reduce((sum, chips) => sum + chips, 0));
    for (const [seat, chips] of chipByChip(stakes).entries()) expect(Math.abs(won[seat] - chips)).toBeLessThan(players);
  }
});
