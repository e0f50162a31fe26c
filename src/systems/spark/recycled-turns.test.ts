// Whose turn it is, what waits, what is measured, and that a cache is kept as it was.

import { expect, test } from "vitest";
import { emptyRollouts } from "../../algorithms/text/completions.ts";
import type { SavedTensor } from "../../algorithms/training-checkpoint.ts";
import { Random } from "../../core/random.ts";
import { END, numberOf } from "../../environments/language/alphabet.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { recyclingParameters } from "./parameters.ts";
import { recycledTurns } from "./recycled-turns.ts";
import type { RecycledItem } from "./recycling.ts";

const GROUP = 2;
const ROOM = 16;

const SHOWN = { pointwise: "21?", pairwise: "12|21?", reflection: "21:" };

const item = (kind: RecycledItem["kind"], right: string, question = "s21="): RecycledItem => ({
  ...{ kind, question: `${question}${SHOWN[kind]}` },
  ...{ paid: right, right },
});

/** Turns of batches of two exercises, to which both rows of a group say the same: the first word to the first exercise. */
function turnsOf(items: () => readonly RecycledItem[], given: object = {}, says = ["y", "y"]) {
  const posed: Exercise[][] = [];
  const learner = {
    pose: (exercises: readonly Exercise[]) => void posed.push([...exercises]),
    save: () => [],
    restore() {},
    close() {},
    update() {
      const rollouts = emptyRollouts(says.length * GROUP, GROUP, ROOM, 1);
      for (let row = 0; row < rollouts.rows; row++) {
        const g = Math.floor(row / GROUP);
        const asked = posed.at(-1)?.[g].question ?? "";
        const tokens = [...asked, ...says[g]].map(numberOf);
        rollouts.written.fill(1, row * ROOM + asked.length, row * ROOM + tokens.length + 1);
        rollouts.tokens.set([...tokens, END], row * ROOM);
        rollouts.lengths[row] = tokens.length + 1;
      }
      const learning = { loss: 0.125 };
      const measures = {
        ...learning,
        pay: 0.25,
        objective: 0.5,
        episodeSteps: 2,
        entropy: 1,
        liveGroups: 1,
        skipped: 0,
      };
      return { rollouts, lesson: undefined, learning, measures };
    },
  };
  const texts = emptyRollouts(GROUP, GROUP, ROOM, 1);
  const turns = recycledTurns(learner, recyclingParameters.parse(given), 2, items);
  let update = 0;
  return {
    posed,
    turns,
    task: () => turns.after?.(texts, Random.of(1, "task", update++)),
    recycled: () => turns.instead?.(Random.of(1, "recycled", update++)),
  };
}

test("a batch waits for its items, and follows one on the task; more may follow where that is said", () => {
  const { task, recycled, posed } = turnsOf(() => [item("pointwise", "y")]);
  expect(recycled()).toBeUndefined();
  expect(task()).toEqual({ itemsMade: 1, itemsWaiting: 1 });
  expect(recycled()).toBeUndefined();
  expect(task()).toEqual({ itemsMade: 1, itemsWaiting: 2 });
  expect(recycled()).toBeDefined();
  expect(posed).toEqual([Array(2).fill({ question: "s21=21?", answers: ["y"] })]);
  expect(recycled()).toBeUndefined();
  const many = turnsOf(() => Array.from({ length: 20 }, () => item("pointwise", "n")), { turns: 3 });
  // Four batches wait at most, the newest.
  expect(many.task()).toEqual({ itemsMade: 20, itemsWaiting: 8 });
  expect([1, 2, 3, 4].map(() => many.recycled() !== undefined)).toEqual([true, true, true, false]);
  many.task();
  expect(many.recycled()).toBeDefined();
});

test("measures the share of right answers of each kind, and leaves the curves of pay and objective to the task", () => {
  const all = [item("pointwise", "y"), item("pointwise", "n"), item("pairwise", "a"), item("reflection", "12")];
  const measured = (says: string[], first: RecycledItem, second: RecycledItem) => {
    const { task, recycled, posed } = turnsOf(() => [first, second], {}, says);
    task();
    const { measures = {} } = recycled() ?? {};
    return { measures, posed: posed[0].map(({ question }) => question) };
  };
  const points = measured(["y", "y"], all[0], all[1]).measures;
  const kept = { loss: 0.125, entropy: 1, liveGroups: 1, skipped: 0 };
  expect(points).toEqual({ ...kept, recycledPay: 0.25, verdictAccuracy: 0.5, pointwiseAccuracy: 0.5 });
  // The cache is shuffled: what is said to a pair counts for pairs, whichever comes first.
  const { measures, posed } = measured(["a", "a"], all[2], all[3]);
  expect(posed.toSorted()).toEqual(["s21=12|21?", "s21=21:"]);
  expect(measures).toMatchObject({ verdictAccuracy: 1, pairwiseAccuracy: 1, reflectionAccuracy: 0 });
  expect(measures).not.toHaveProperty("pointwiseAccuracy");
});

test("shuffled gold is what is paid, and what is right is what is measured", () => {
  // Yes and no change places for some seed, and then who says the right verdicts is paid for none of them.
  const golds = ["y", "n"];
  const paid = (seed: number) => {
    const { turns, posed } = turnsOf(
      () => golds.map((gold, k) => item("pointwise", gold, `s${k}=`)),
      { gold: "shuffled" },
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
  const items = () => [item("pairwise", "b", `s${k++}=`), item("reflection", "12"), item("pointwise", "n")];
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
