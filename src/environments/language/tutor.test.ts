// What a tutor's comments say and leave open, and how far answers get that use all of them: exactly, for every answer and every truth.

import { expect, test } from "vitest";
import { meanOf, shown, world, writes } from "../../../test/fixtures/written-text.ts";

const ID = "language/tutor";
const tutor = (given: object = {}) => world(ID, { changed: 1, ...given });

/** The right answer of the episode with this seed, in a world of these parameters. */
const truthIn = (given: object, seed: number) => writes(tutor(given), seed, () => "").views.answer;

/** Plays one answer and then nothing; returns the comment on it. */
const commentOn = (answer: string, given: object, seed: number) =>
  /\[(.*?)\]/.exec(writes(tutor(given), seed, () => `${answer}$`).text)?.[1];

test("shifts lead from every wrong answer to the right one, and places say which digits to keep", () => {
  const truth = truthIn({}, 3);
  for (let k = 0; k < 100; k++) {
    const answer = String(k).padStart(2, "0");
    if (answer === truth) continue;
    const shifts = commentOn(answer, {}, 3) ?? "";
    expect(shifts).toMatch(/^\+\d\d$/);
    const led = [...answer].map((digit, at) => (Number(digit) + Number(shifts[1 + at])) % 10).join("");
    expect(led).toBe(truth);
    const kept = [...answer].map((digit, at) => (digit === truth[at] ? "y" : "n")).join("");
    expect(commentOn(answer, { comments: ["places"] }, 3)).toBe(kept);
    expect(commentOn(answer, { comments: ["wrong"] }, 3)).toBe("!");
    expect(commentOn(answer, { comments: ["answer"] }, 3)).toBe(`=${truth}`);
  }
  expect(commentOn(truth, {}, 3)).toBeUndefined();
});

test("an answer of another length is wrong, and nothing is said of its digits", () => {
  for (const answer of ["", "1", "123", "1x", "-7"]) expect(commentOn(answer, {}, 5)).toBe("!");
});

test.each([
  ["shifts", 1, 1],
  ["answer", 1, 1],
  // Each comment rules out one value of each wrong digit, so that nine are enough.
  ["places", 9, 1],
])("an expert that uses every comment: %s, within %d of them", (comments, rounds, right) => {
  const played = shown(tutor({ comments: [comments], rounds }), "expert", 200);
  expect(meanOf(played, "correct")).toBe(right);
  expect(meanOf(played, "firstRight")).toBe(0);
  expect(meanOf(played, "repeated")).toBe(0);
  if (rounds === 1) expect(meanOf(played, "commented")).toBe(1);
});

test("told only that it is wrong, it solves by elimination: t of m − 1 answers after t comments, where memory is wrong", () => {
  const EPISODES = 3000;
  for (const rounds of [1, 4]) {
    const played = shown(tutor({ comments: ["wrong"], digits: 1, rounds }), "demonstrator", EPISODES);
    const chance = rounds / 9;
    const deviation = Math.sqrt((chance * (1 - chance)) / EPISODES);
    expect(Math.abs(meanOf(played, "correct") - chance)).toBeLessThan(3.5 * deviation);
    expect(meanOf(played, "repeated")).toBe(0);
  }
});

test("comments on an unrelated answer lead nowhere", () => {
  const played = shown(tutor({ comments: ["unrelated"], rounds: 5 }), "demonstrator", 2000);
  expect(meanOf(played, "correct")).toBeLessThan(0.08);
  expect(meanOf(played, "resisted")).toBeLessThan(0.03);
});

test("facts stay as they were learnt except where they change, and a book has others", () => {
  const answersOf = (given: object) =>
    new Map(shown(world(ID, given), "expert", 400).map(({ text, views }) => [text.slice(0, 2), views.answer]));
  const known = answersOf({ changed: 0, questions: 20 });
  expect(known.size).toBe(20);
  expect(answersOf({ changed: 0, questions: 20 })).toEqual(known);
  expect(answersOf({ changed: 0, questions: 20, book: 1 })).not.toEqual(known);
  expect(meanOf(shown(world(ID, { changed: 0.3 }), "expert", 2000), "firstRight")).toBeCloseTo(0.7, 1);
  const half = shown(world(ID, { questions: 20, constant: 0.5, changed: 1 }), "expert", 400);
  for (const { text, sums } of half) {
    expect(sums.firstRight).toBe("abcdefghij".includes(text[1]) ? 0 : 1);
    if (sums.firstRight === 1) expect(known.get(text.slice(0, 2))).toBe(text.slice(3, 5));
  }
  for (const { text } of shown(world(ID, { first: 30, questions: 10 }), "expert", 100))
    expect(text).toMatch(/^b[e-n]=/);
});

test("what is counted: comments, answers that were given before, and answers that resist", () => {
  const given = { rounds: 3 };
  const truth = truthIn(given, 8);
  const [a, b] = ["17", "42", "80"].filter((answer) => answer !== truth);
  const counted = (text: string) => writes(tutor(given), 8, () => text).sums;
  const all = { finished: 1, firstRight: 0 };
  expect(counted(`${a}$${a}$${b}$${a}$`)).toMatchObject({ ...all, correct: 0, commented: 3, repeated: 2, resisted: 1 });
  expect(counted(`${a}$${b}$${truth}$`)).toMatchObject({ ...all, correct: 1, payoff: 1, commented: 2, resisted: 0 });
  expect(counted(`${truth}$`)).toMatchObject({ correct: 1, finished: 1, firstRight: 1, commented: 0 });
  // An answer that is not whole does not resist.
  expect(counted(`${a}$${b}`)).toMatchObject({ correct: 0, finished: 0, commented: 1, resisted: 0 });
  expect(writes(tutor({ rounds: 0 }), 8, () => `${a}$`).sums).toMatchObject({ ...all, commented: 0, resisted: 0 });
});
