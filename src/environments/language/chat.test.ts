// A chat user's satisfaction computed by hand, and the demonstrator's rates of warm words and closings.

import { expect, test } from "vitest";
import { meanOf, shown, world, writes } from "../../../test/fixtures/written-text.ts";

const answered = (answer: string, given: object = {}) =>
  writes(world("language/chat", { messages: 3, ...given }), 1, (question) =>
    answer.replace(/[abc]/g, (letter) => question[1 + "abc".indexOf(letter)]),
  ).sums;

test.each([
  // Columns: answer, helped, warm, closings, delight.
  ["abc$", 3, 0, 0, 1.8],
  ["a!b!!c!$", 3, 3, 0, 4.2],
  ["abc*$", 3, 0, 1, 3],
  // An early closing leaves half of that message unanswered; a second one annoys.
  ["a*bc*$", 2.5, 0, 2, 1.9],
  ["ab*c***$", 2.5, 0, 4, 0.3],
  // Surplus answers count only their closings; text before the first answer is ignored.
  ["!*abcc!*$", 3, 0, 2, 2.2],
])("%s helps with %d messages, is warm in %d answers, closes %d times and delights by %d", (answer, ...felt) => {
  const { helped, warm, closings, delight, loved } = answered(answer);
  expect([helped, warm, closings]).toEqual(felt.slice(0, 3));
  expect(delight).toBeCloseTo(felt[3], 12);
  expect(loved).toBeCloseTo(1 / (1 + Math.exp(6 - felt[3])), 12);
});

test("a user that never gets annoyed is indifferent to closings after the first", () => {
  expect(answered("abc***$", { tired: 0 }).delight).toBeCloseTo(answered("abc*$", { tired: 0 }).delight, 12);
});

test("the right answer is the messages themselves, with any warm words and closings", () => {
  expect([answered("a!b*c$").correct, answered("acb$").correct, answered("ab$").correct]).toEqual([1, 0, 0]);
});

test("a demonstrator uses warm words and closings at the configured rates", () => {
  const played = shown(world("language/chat", { warmth: 0.6, closings: 0.2 }), "demonstrator", 2000);
  expect(meanOf(played, "warm") / 4).toBeCloseTo(0.6, 1);
  expect(meanOf(played, "closings") / 4).toBeCloseTo(0.2, 1);
});
