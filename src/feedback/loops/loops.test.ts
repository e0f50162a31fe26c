// The loop, its meters and its judges, counted by hand.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { Random } from "../../core/random.ts";
import { accuracies, afterJudge, flips, oscillation, recovery, rightnessChain } from "./flips.ts";
import { type Against, constructive, intents, judge, lenient } from "./judges.ts";
import { leaks, masked } from "./masking.ts";
import { feedbackLoop } from "./rounds.ts";

/** Answers that are given round by round, and do not depend on what is said; the truth is 1. */
const scripted = (answers: readonly (readonly number[])[]) => ({
  solve: (tasks: readonly { readonly item: number; readonly round: number }[]) =>
    tasks.map(({ item, round }) => answers[item][round]),
  judge: (answered: readonly { readonly answer: number }[]) =>
    answered.map(({ answer }) => (answer === 3 ? undefined : `not ${answer}`)),
  isRight: (_: number, answer: number) => answer === 1,
});
const ANSWERS = matrix("1 2 1 1 | 1 2 1 2 | 1 1 1 1 | 2 1 2 2 | 3 3 3 3");

test("meters of five items in three rounds", async () => {
  const loop = await feedbackLoop([0, 1, 2, 3, 4], scripted(ANSWERS), { rounds: 3 });
  expect(accuracies(loop)).toEqual([0.6, 0.4, 0.6, 0.4]);
  expect(oscillation(loop)).toBe((2 + 3 + 0 + 2 + 0) / 5);
  expect(recovery(loop)).toBe(0.5);
  expect(flips(loop, { to: 1 })).toEqual({ fromRight: 2 / 3, fromWrong: 1, gaining: 1 });
  expect(flips(loop)).toEqual({ fromRight: 4 / 8, fromWrong: 3 / 4, gaining: 1 });
  expect(flips(loop, { to: 1, among: (item) => item === 4 })).toEqual({ fromRight: 0, fromWrong: 0, gaining: 0 });
  expect(loop.histories[1].map(({ critique }) => critique)).toEqual(["not 1", "not 2", "not 1", undefined]);
});

test("solved items are asked once more only where they are not frozen", async () => {
  const loop = await feedbackLoop([0, 1, 2, 3, 4], scripted(ANSWERS), { rounds: 3, freezes: true });
  expect(accuracies(loop)).toEqual([0.6, 0.8, 0.8, 0.8]);
  expect(loop.histories.map((history) => history.length)).toEqual([1, 1, 1, 2, 4]);
  const short = { ...scripted(ANSWERS), solve: () => [1] };
  await expect(feedbackLoop([0, 1], short, { rounds: 1 })).rejects.toThrow("1 answers to 2 items");
});

test("a chain of right and wrong has its limit, and oscillates where the eigenvalue is below 0", () => {
  const settled = rightnessChain(0.7, { fromRight: 0.4, fromWrong: 0.6, gaining: 0.5 });
  expect(settled.limit).toBeCloseTo(3 / 7, 12);
  expect(settled.secondEigenvalue).toBeCloseTo(0.3, 12);
  expect(settled.after(1)).toBeCloseTo(0.7 * 0.6 + 0.3 * 0.3, 12);
  const { limit, after } = rightnessChain(0.7, { fromRight: 0.9, fromWrong: 0.9, gaining: 0.6 });
  expect(Math.sign(after(1) - limit)).toBe(-Math.sign(after(2) - limit));
  expect(rightnessChain(0.7, { fromRight: 0, fromWrong: 0, gaining: 0 }).limit).toBe(0.7);
  const of = { fromRight: 0.4, fromWrong: 0.6, gaining: 0.5 };
  expect(afterJudge(0.7, intents.hypercritical, of)).toBeCloseTo(settled.after(1), 12);
  expect(afterJudge(0.7, intents.malicious, of)).toBeCloseTo(0.42, 12);
  expect(afterJudge(0.7, constructive(0.9), of)).toBeCloseTo(0.7 - 0.7 * 0.1 * 0.4 + 0.3 * 0.9 * 0.3, 12);
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
  const [wrongly, rightly] = spoken(constructive(0.9));
  expect([wrongly, rightly].map((x) => Math.round(x * 20) / 20)).toEqual([0.1, 0.9]);
  expect(Math.round(spoken(lenient(0.3))[1] * 20) / 20).toBe(0.7);
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
