// The small judge on a language of its own: what it must learn, what it cannot, and what it ignores.

import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { isReached, type LabelledTransition } from "./judge.ts";
import { ngramFeatures, trainNgramJudge } from "./ngram-judge.ts";

const subgoals = [{ name: "key", meaning: "the k is gone" }];
const letters = (random: Random, held: boolean) =>
  Array.from({ length: 12 }, () => "abc."[random.integer(4)]).join("") + (held ? "" : "k");

/** Steps between random screens; the goal is reached where a k was there before and is not after. */
function drawn(seed: number, count: number): LabelledTransition[] {
  const random = Random.of(seed, "screens");
  return Array.from({ length: count }, () => {
    const before = random.uniform() < 0.5;
    const after = random.uniform() < 0.5;
    const transition = { before: letters(random, before), action: "", after: letters(random, after) };
    return { transition, reached: !before && after ? 1 : 0 };
  });
}

const accuracy = (judge: ReturnType<typeof trainNgramJudge>, examples: readonly LabelledTransition[]) =>
  examples.filter(({ transition, reached }) => isReached(judge.verdict(transition), 0) === isReached(reached, 0))
    .length / examples.length;

test("learns a change from examples, on screens that it never saw", () => {
  const judge = trainNgramJudge(subgoals, drawn(1, 1000), Random.of(1));
  expect(accuracy(judge, drawn(2, 500))).toBeGreaterThan(0.97);
  // Before and after exchanged is another step.
  const swapped = drawn(2, 500).map(({ transition: { before, action, after }, reached }) => {
    return { transition: { before: after, action, after: before }, reached };
  });
  const mistakes = swapped.filter(({ transition, reached }) => reached === 1 && judge.verdict(transition) === 1);
  expect(mistakes).toHaveLength(0);
});

test("learns nothing where labels are dealt anew", () => {
  const examples = drawn(1, 1000);
  const random = Random.of(5);
  const dealt = examples.map(({ transition }) => ({ transition, reached: random.uniform() < 0.5 ? 1 : 0 }));
  const test = drawn(2, 1000).map(({ transition }) => ({ transition, reached: random.uniform() < 0.5 ? 1 : 0 }));
  expect(Math.abs(accuracy(trainNgramJudge(subgoals, dealt, Random.of(1)), test) - 0.5)).toBeLessThan(0.06);
});

test("runs of letters within a line, before and after apart, the unknown left out", () => {
  const features = ngramFeatures([{ before: "ab\nc", action: "", after: "a" }], 2);
  // Before: a, ab, b, c; after: a.
  expect(features.size).toBe(5);
  expect(Array.from(features.of({ before: "zc", action: "", after: "cc" }))).toEqual([3]);
  expect(Array.from(features.of({ before: "", action: "a", after: "bab" }))).toEqual([4]);
});
