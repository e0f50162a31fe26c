// The loop and its judges, counted by hand.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { type Against, intents, judge } from "./judges.ts";
import { leaks, masked } from "./masking.ts";
import { accuracies, feedbackLoop } from "./rounds.ts";

/** Answers that are given round by round, and do not depend on what is said; the truth is 1. */
const scripted = (answers: readonly (readonly number[])[]) => ({
  solve: (tasks: readonly { readonly item: number; readonly round: number }[]) =>
    tasks.map(({ item, round }) => answers[item][round]),
  judge: (answered: readonly { readonly answer: number }[]) =>
    answered.map(({ answer }) => (answer === 3 ? undefined : `not ${answer}`)),
  isRight: (_: number, answer: number) => answer === 1,
});
const ANSWERS = matrix("1 2 1 1 | 1 2 1 2 | 1 1 1 1 | 2 1 2 2 | 3 3 3 3");

test("five items in three rounds", async () => {
  const loop = await feedbackLoop([0, 1, 2, 3, 4], scripted(ANSWERS), { rounds: 3 });
  expect(accuracies(loop)).toEqual([0.6, 0.4, 0.6, 0.4]);
  expect(loop.histories[1].map(({ critique }) => critique)).toEqual(["not 1", "not 2", "not 1", undefined]);
});

test("solved items are asked once more only where they are not frozen", async () => {
  const loop = await feedbackLoop([0, 1, 2, 3, 4], scripted(ANSWERS), { rounds: 3, freezes: true });
  expect(accuracies(loop)).toEqual([0.6, 0.8, 0.8, 0.8]);
  expect(loop.histories.map((history) => history.length)).toEqual([1, 1, 1, 2, 4]);
  const short = { ...scripted(ANSWERS), solve: () => [1] };
  await expect(feedbackLoop([0, 1], short, { rounds: 1 })).rejects.toThrow("1 answers to 2 items");
});

const against: Against<number, number, string> = {
  template: () => "wrong",
  recalled: ({ item }) => `I think it is ${item}`,
  retrieved: ({ item }) => (item > 5000 ? undefined : `it is written that it is ${item}`),
};

test("judges speak by what they want, and say what they know", () => {
  const isRight = (_: number, answer: number) => answer === 1;
  const answered = Array.from({ length: 10_000 }, (_, number) => ({
    ...{ item: number, number, round: 0, history: [] },
    answer: number % 2,
  }));
  const spoken = (criticises: Parameters<typeof judge>[0]["criticises"]) => {
    const said = judge({ criticises, knowledge: "none", isRight, random: Random.of(901, "judges") }, against)(answered);
    const share = (parity: number) => said.filter((one, k) => k % 2 === parity && one !== undefined).length / 5000;
    return [share(1), share(0)];
  };
  expect(spoken(intents.silent)).toEqual([0, 0]);
  expect(spoken(intents.honest)).toEqual([0, 1]);
  expect(spoken(intents.hypercritical)).toEqual([1, 1]);
  expect(spoken(intents.malicious)).toEqual([1, 0]);
  const grounded = { criticises: intents.honest, knowledge: "grounded", isRight, random: Random.of(901) } as const;
  const said = judge(grounded, against)(answered);
  expect([said[0], said[1], said[9000]]).toEqual(["it is written that it is 0", undefined, "wrong"]);
  expect(judge({ ...grounded, knowledge: "parametric" }, against)(answered)[2]).toBe("I think it is 2");
});

test("masks take whole words, and nothing else", () => {
  const text = "12 × 30 = 360, not 3600 or 3.60; the answer is B, not Bee: −360";
  expect(masked(text, ["360", "B"])).toBe(
    "12 × 30 = [Mask 1], not 3600 or 3.60; the answer is [Mask 2], not Bee: −360",
  );
  expect([leaks(text, ["360"]), leaks(masked(text, ["360"]), ["360"]), leaks(text, ["36"])]).toEqual([
    true,
    false,
    false,
  ]);
});
