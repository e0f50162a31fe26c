// Poker hands: frequencies of all categories against known counts and an independent classification, and seven-card strengths against the
// best five cards.

import { handRank } from "phe";
import { expect, test } from "vitest";
import { Random } from "../../../core/random.ts";
import { randomOrder } from "../../../math/weighted-draw.ts";
import { CARD_NAMES, CARDS, strengthOf } from "./cards.ts";

/** Categories, the strongest first. */
const CATEGORIES = [
  "a straight flush",
  "four of a kind",
  "a full house",
  "a flush",
  "a straight",
  "three of a kind",
  "two pairs",
  "a pair",
  "a high card",
] as const;

/** Index of a strength's category. */
const categoryOf = (strength: number): number => handRank(strength);

test("cards are ordered by rank, and by suit within a rank", () => {
  expect([CARD_NAMES[0], CARD_NAMES[3], CARD_NAMES[32], CARD_NAMES[51]]).toEqual(["2s", "2c", "Ts", "Ac"]);
  expect(new Set(CARD_NAMES).size).toBe(CARDS);
});

test("all 2,598,960 five-card hands have the known category frequencies", () => {
  const counts = new Array<number>(CATEGORIES.length).fill(0);
  const hand = [0, 0, 0, 0, 0];
  for (hand[0] = 0; hand[0] < CARDS; hand[0]++)
    for (hand[1] = 0; hand[1] < hand[0]; hand[1]++)
      for (hand[2] = 0; hand[2] < hand[1]; hand[2]++)
        for (hand[3] = 0; hand[3] < hand[2]; hand[3]++)
          for (hand[4] = 0; hand[4] < hand[3]; hand[4]++) counts[categoryOf(strengthOf(hand))] += 1;
  expect(counts).toEqual([40, 624, 3744, 5108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]);
});

/** Category of five cards, derived from their names. */
function readOff(hand: readonly number[]): (typeof CATEGORIES)[number] {
  const names = hand.map((card) => CARD_NAMES[card]);
  const ranks = names.map((name) => "23456789TJQKA".indexOf(name[0])).sort((a, b) => a - b);
  const many = [...new Set(ranks)].map((rank) => ranks.filter((one) => one === rank).length).sort((a, b) => b - a);
  const isFlush = names.every((name) => name[1] === names[0][1]);
  const isStraight = many.length === 5 && (ranks[4] - ranks[0] === 4 || ranks.join() === "0,1,2,3,12");
  if (isFlush && isStraight) return "a straight flush";
  if (isFlush) return "a flush";
  if (isStraight) return "a straight";
  if (many[0] === 4) return "four of a kind";
  if (many[0] === 3) return many[1] === 2 ? "a full house" : "three of a kind";
  if (many[0] === 2) return many[1] === 2 ? "two pairs" : "a pair";
  return "a high card";
}

test("the library's category equals the one derived from the cards", () => {
  const random = Random.of(1);
  const seen = new Set<string>();
  for (let k = 0; k < 20_000; k++) {
    // Few ranks or one suit in some samples, so that rare hands occur.
    const [most, suit] = [[52, 20, 12][k % 3], k % 4 === 0 ? random.integer(4) : undefined];
    const cards = randomOrder(CARDS, random).filter((card) => (suit === undefined ? card < most : card % 4 === suit));
    const hand = cards.slice(0, 5);
    const category = CATEGORIES[categoryOf(strengthOf(hand))];
    expect(category).toBe(readOff(hand));
    seen.add(category);
  }
  expect(seen.size).toBe(CATEGORIES.length);
});

test("seven cards have the strength of their best five", () => {
  const random = Random.of(2);
  for (let k = 0; k < 2_000; k++) {
    const seven = randomOrder(CARDS, random).slice(0, 7);
    let best = Number.POSITIVE_INFINITY;
    for (let one = 0; one < 7; one++)
      for (let other = 0; other < one; other++)
        best = Math.min(best, strengthOf(seven.filter((_, at) => at !== one && at !== other)));
    expect(strengthOf(seven)).toBe(best);
  }
});

test.each([
  ["a wheel is the lowest straight", "As 2h 3d 4c 5s", "2s 3h 4d 5c 6s"],
  ["a kicker breaks a tie of pairs", "As Ah Qd 4c 3s", "Ad Ac Kd 4h 3c"],
  ["of two flushes the higher card wins", "Ks 9s 7s 4s 2s", "Ah 6h 5h 4h 2h"],
])("%s", (_, lower, higher) => {
  const codes = (names: string) => names.split(" ").map((name) => CARD_NAMES.indexOf(name));
  expect(strengthOf(codes(lower))).toBeGreaterThan(strengthOf(codes(higher)));
});
