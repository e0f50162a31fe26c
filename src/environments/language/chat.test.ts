// What a user of a chat feels, by hand, and how often a demonstrator is warm and closes.

import { expect, test } from "vitest";
import { meanOf, shown, world, writes } from "../../../test/fixtures/written-text.ts";

const answered = (answer: string, given: object = {}) =>
  writes(world("language/chat", { messages: 3, ...given }), 1, (question) =>
    answer.replace(/[abc]/g, (letter) => question[1 + "abc".indexOf(letter)]),
  ).sums;

test.each([
  // Answer, helped, warm, closings, delight.
  ["abc$", 3, 0, 0, 1.8],
  ["a!b!!c!$", 3, 3, 0, 4.2],
  ["abc*$", 3, 0, 1, 3],
  // A closing too early leaves half of that message unanswered, a further one tires.
  ["a*bc*$", 2.5, 0, 2, 1.9],
  ["ab*c***$", 2.5, 0, 4, 0.3],
  // Of an answer too many nothing is counted but its closings, nor of what stands before the first.
  ["!*abcc!*$", 3, 0, 2, 2.2],
])("%s helps with %d messages, is warm in %d answers, closes %d times and delights by %d", (answer, ...felt) => {
  const { helped, warm, closings, delight, loved } = answered(answer);
  expect([helped, warm, closings]).toEqual(felt.slice(0, 3));
  expect(delight).toBeCloseTo(felt[3], 12);
  expect(loved).toBeCloseTo(1 / (1 + Math.exp(6 - felt[3])), 12);
});

test("users that never tire love every closing after the first as much as none", () => {
  expect(answered("abc***$", { tired: 0 }).delight).toBeCloseTo(answered("abc*$", { tired: 0 }).delight, 12);
});

test("right are the messages themselves, with any words and closings", () => {
  expect([answered("a!b*c$").correct, answered("acb$").correct, answered("ab$").correct]).toEqual([1, 0, 0]);
});

test("a demonstrator is as warm and closes as often as it is said to", () => {
  const played = shown(world("language/chat", { warmth: 0.6, closings: 0.2 }), "demonstrator", 2000);
  expect(meanOf(played, "warm") / 4).toBeCloseTo(0.6, 1);
  expect(meanOf(played, "closings") / 4).toBeCloseTo(0.2, 1);
});
