// Whose turn it is, what waits, what is measured, and that a cache is kept as it was.

import { expect, test } from "vitest";
import { emptyRollouts } from "../../algorithms/text/completions.ts";
import type { SavedTensor } from "../../algorithms/training-checkpoint.ts";
import { Random } from "../../core/random.ts";
import { END, numberOf } from "../../environments/language/alphabet.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { type RecycledTurns, recycledTurns } from "./recycled-turns.ts";
import type { RecycledItem } from "./recycling.ts";

const GROUP = 2;
const ROOM = 16;

const item = (kind: RecycledItem["kind"], gold: string, question = "s21="): RecycledItem => ({
  kind,
  question,
  shown: kind === "pairwise" ? ["12", "21"] : ["21"],
  gold,
});

/** Turns of batches of two exercises, to which both rows of a group say the same: the first word to the first exercise. */
function turnsOf(items: () => readonly RecycledItem[], given: Partial<RecycledTurns> = {}, says = ["y", "y"]) {
  const posed: Exercise[][] = [];
  const rows = { pose: (exercises: readonly Exercise[]) => void posed.push([...exercises]) };
  const learner = {
    close() {},
    update() {
      const rollouts = emptyRollouts(says.length * GROUP, GROUP, ROOM, 1);
      for (let row = 0; row < rollouts.rows; row++) {
        const g = Math.floor(row / GROUP);
        const tokens = [...(posed.at(-1)?.[g].question ?? ""), ...says[g]].map(numberOf);
        rollouts.tokens.set([...tokens, END], row * ROOM);
        rollouts.lengths[row] = tokens.length + 1;
      }
      return { rollouts, lesson: undefined, measures: { pay: 0.25, objective: 0.5, episodeSteps: 2, liveGroups: 1 } };
    },
  };
  const texts = emptyRollouts(GROUP, GROUP, ROOM, 1);
  const turns = recycledTurns(learner, rows, { questions: 2, recycle: items, ...given });
  let update = 0;
  return {
    posed,
    turns,
    task: () => turns.after?.(texts, Random.of(1, "task", update++)),
    recycled: () => turns.instead?.(Random.of(1, "recycled", update++)),
  };
}

test("a batch waits for its items, and follows one on the task; more may follow where that is said", () => {
  const { task, recycled, posed } = turnsOf(() => [item("pointwise", "yes")]);
  expect(recycled()).toBeUndefined();
  expect(task()).toEqual({ itemsMade: 1, itemsWaiting: 1 });
  expect(recycled()).toBeUndefined();
  expect(task()).toEqual({ itemsMade: 1, itemsWaiting: 2 });
  expect(recycled()).toBeDefined();
  expect(posed).toEqual([Array(2).fill({ question: "s21=21?", answers: ["y"] })]);
  expect(recycled()).toBeUndefined();
  const many = turnsOf(() => Array.from({ length: 20 }, () => item("pointwise", "no")), { turns: 3 });
  // Four batches wait at most, the newest.
  expect(many.task()).toEqual({ itemsMade: 20, itemsWaiting: 8 });
  expect([1, 2, 3, 4].map(() => many.recycled() !== undefined)).toEqual([true, true, true, false]);
  many.task();
  expect(many.recycled()).toBeDefined();
});

test("measures the share of right answers of each kind, and leaves the curves of pay and objective to the task", () => {
  const all = [item("pointwise", "yes"), item("pointwise", "no"), item("pairwise", "first"), item("reflection", "12")];
  const measured = (says: string[], first: RecycledItem, second: RecycledItem) => {
    const { task, recycled, posed } = turnsOf(() => [first, second], {}, says);
    task();
    const { measures = {} } = recycled() ?? {};
    return { measures, posed: posed[0].map(({ question }) => question) };
  };
  const points = measured(["y", "y"], all[0], all[1]).measures;
  expect(points).toEqual({ liveGroups: 1, recycledPay: 0.25, verdictAccuracy: 0.5, pointwiseAccuracy: 0.5 });
  // The cache is shuffled: what is said to a pair counts for pairs, whichever comes first.
  const { measures, posed } = measured(["a", "a"], all[2], all[3]);
  expect(posed.toSorted()).toEqual(["s21=12|21?", "s21=21:"]);
  expect(measures).toMatchObject({ verdictAccuracy: 1, pairwiseAccuracy: 1, reflectionAccuracy: 0 });
  expect(measures).not.toHaveProperty("pointwiseAccuracy");
});

test("shuffled gold is what is paid, and what is right is what is measured", () => {
  // Yes and no change places for some seed, and then who says the right verdicts is paid for none of them.
  const golds = ["yes", "no"];
  const paid = (seed: number) => {
    const { turns, posed } = turnsOf(
      () => golds.map((gold, k) => item("pointwise", gold, `s${k}=`)),
      { shuffled: true },
      ["y", "y"],
    );
    turns.after?.(emptyRollouts(GROUP, GROUP, ROOM, 1), Random.of(seed, "task"));
    const measures = turns.instead?.(Random.of(seed, "recycled"))?.measures;
    expect(measures).toMatchObject({ verdictAccuracy: 0.5 });
    return posed[0].toSorted((a, b) => a.question.localeCompare(b.question)).flatMap(({ answers }) => answers);
  };
  const seen = new Set([1, 2, 3, 4, 5, 6].map((seed) => paid(seed).join("")));
  expect([...seen].toSorted()).toEqual(["ny", "yn"]);
});

test("the cache is saved and goes on as if nothing had been", () => {
  let k = 0;
  const items = () => [item("pairwise", "second", `s${k++}=`), item("reflection", "12"), item("pointwise", "no")];
  const one = turnsOf(items);
  one.task();
  one.recycled();
  one.task();
  const tensors = one.turns.save?.() ?? [];
  const other = turnsOf(() => []);
  const restored = (saved: readonly SavedTensor[]) =>
    other.turns.restore?.(new Map(saved.map(({ name, data }) => [name, data])));
  restored(tensors);
  expect(other.turns.save?.()).toEqual(tensors);
  for (const turns of [one.turns, other.turns]) turns.instead?.(Random.of(5, "same"));
  expect(other.posed.at(-1)).toEqual(one.posed.at(-1));
  expect(other.turns.save?.()).toEqual(one.turns.save?.());
  // It was a recycled batch's turn, and now it is not.
  expect(other.turns.instead?.(Random.of(6, "same"))).toBeUndefined();
  const [{ name, data }] = tensors;
  const cut = data.slice(0, -1);
  expect(() => restored([{ name, shape: [cut.length], data: cut }])).toThrow("JSON");
  expect(() => restored([])).toThrow("no tensor");
});
