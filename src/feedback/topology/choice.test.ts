// What is chosen of rollouts and tasks whose graphs are known, and that a random choice knows nothing of them.

import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { chosenRollouts, chosenTasks, type Graded, graded, ROLLOUT_CHOICES, TASK_CHOICES } from "./choice.ts";
import { quotientGraph } from "./quotient-graph.ts";
import type { Rollout } from "./rollout.ts";
import { type TaskScores, taskWeights } from "./scores.ts";

function rollout(id: string, actions: string, success: boolean): Rollout {
  const turns = [...actions].map((one) => ({ tool: one, action: one, observation: `saw ${one}` }));
  return { id, task: "task", turns, success };
}

/** a leads to b, which succeeds, or to x, from where u leads back to b: that way is rarer, longer, and comes back. */
const SOME = [
  rollout("lost", "ax", false),
  rollout("straight", "ab", true),
  rollout("lost too", "ax", false),
  rollout("back", "axub", true),
  rollout("straight too", "ab", true),
  rollout("lost again", "ax", false),
];
const GRADED = graded(quotientGraph(SOME));
const rng = (k: number) => Random.of(k, "choice");
const ids = (chosen: readonly Graded[]) => chosen.map((one) => one.rollout.id);
const DRAWS = 3000;

/** How often each rollout is chosen. */
function shares(by: (typeof ROLLOUT_CHOICES)[number], count: number): number[] {
  const all = Array.from({ length: DRAWS }, (_, k) => ids(chosenRollouts(by, GRADED, count, rng(k))));
  return SOME.map(({ id }) => all.filter((chosen) => chosen.includes(id)).length / DRAWS);
}

test("rollouts are graded in their order, failures not at all", () => {
  expect(GRADED.map((one) => one.rollout)).toEqual(SOME);
  expect(GRADED.map(({ merit }) => merit?.id ?? "")).toEqual(["", "straight", "", "back", "straight too", ""]);
  // Recovery and diversity are the largest, efficiency is the smallest; the straight ones are the other way round.
  expect(GRADED.map(({ merit }) => Math.round(3 * (merit?.weight ?? 0)))).toEqual([0, 1, 0, 2, 1, 0]);
  const efficient = graded(quotientGraph(SOME), { mix: [0, 1, 0] });
  expect(ids(chosenRollouts("topology", efficient, 2, rng(1))).toSorted()).toEqual(["straight", "straight too"]);
});

describe("of rollouts", () => {
  test("topology takes the heaviest successes, and of equals any", () => {
    expect(ids(chosenRollouts("topology", GRADED, 1, rng(1)))).toEqual(["back"]);
    const [, straight, , back, too] = shares("topology", 2);
    expect(back).toBe(1);
    expect(straight + too).toBeCloseTo(1, 12);
    expect(straight).toBeCloseTo(1 / 2, 1);
  });

  test("right takes any successes, each as often, and no failure", () => {
    for (const [k, share] of shares("right", 1).entries()) {
      if (SOME[k].success) expect(share).toBeCloseTo(1 / 3, 1);
      else expect(share).toBe(0);
    }
  });

  test("random takes any, each as often", () => {
    for (const share of shares("random", 2)) expect(share).toBeCloseTo(1 / 3, 1);
  });

  test("random takes the same for any outcomes and scores, and what it takes weighs what all weigh", () => {
    const values = Random.of(5, "merits");
    for (let k = 0; k < 100; k++) {
      const other = GRADED.map(({ rollout }, at): Graded => {
        const merit = GRADED[(at + k) % GRADED.length].merit;
        return { rollout, merit: merit && { ...merit, weight: values.normal() } };
      });
      expect(ids(chosenRollouts("random", other, 3, rng(k)))).toEqual(ids(chosenRollouts("random", GRADED, 3, rng(k))));
    }
    const merits = (by: (typeof ROLLOUT_CHOICES)[number]) => {
      const chosen = Array.from({ length: DRAWS }, (_, k) => chosenRollouts(by, GRADED, 1, rng(k))).flat();
      const weights = chosen.flatMap(({ merit }) => (merit === undefined ? [] : [merit.weight]));
      return { right: weights.length / DRAWS, weight: weights.reduce((a, b) => a + b, 0) / weights.length };
    };
    expect(merits("random").right).toBeCloseTo(1 / 2, 1);
    expect(merits("random").weight).toBeCloseTo(4 / 9, 1);
    expect(merits("topology").weight).toBeCloseTo(2 / 3, 12);
  });

  test.each(ROLLOUT_CHOICES)("%s takes what there is where more is asked for, and nothing of nothing", (by) => {
    expect(chosenRollouts(by, GRADED, 10, rng(1))).toHaveLength(by === "random" ? 6 : 3);
    expect(chosenRollouts(by, [], 10, rng(1))).toEqual([]);
    const lost = GRADED.filter(({ merit }) => merit === undefined);
    expect(chosenRollouts(by, lost, 2, rng(1))).toHaveLength(by === "random" ? 2 : 0);
  });
});

describe("of tasks", () => {
  const scores = [0.9, 0.4, 0.5, 0.5, 0.1].map(
    (passRate, k): TaskScores => ({
      task: `${k}`,
      passRate,
      errorBranches: [0, 0.2, 0, 0.8, 0][k],
      heterogeneity: 0.5,
    }),
  );

  test("pass-rate takes those nearest one half", () => {
    expect(chosenTasks("pass-rate", scores, 3, rng(1)).toSorted()).toEqual([1, 2, 3]);
    const firsts = Array.from({ length: DRAWS }, (_, k) => chosenTasks("pass-rate", scores, 1, rng(k))[0]);
    expect(firsts.filter((first) => first === 2).length / DRAWS).toBeCloseTo(1 / 2, 1);
    expect(new Set(firsts)).toEqual(new Set([2, 3]));
  });

  test("topology draws by the weights of the scores", () => {
    const options = { temperature: 1 };
    const weights = taskWeights(scores, options);
    const drawn = Array.from({ length: DRAWS }, (_, k) => chosenTasks("topology", scores, 1, rng(k), options)[0]);
    for (const [k, weight] of weights.entries()) {
      expect(drawn.filter((one) => one === k).length / DRAWS).toBeCloseTo(weight, 1);
    }
    expect(chosenTasks("topology", scores, 2, rng(1))[0]).toBe(3);
  });

  test("random knows no scores", () => {
    const other = scores.map((one, k) => ({ ...one, passRate: k / 5, errorBranches: 1 - k / 5 }));
    for (let k = 0; k < 50; k++)
      expect(chosenTasks("random", other, 2, rng(k))).toEqual(chosenTasks("random", scores, 2, rng(k)));
  });

  test.each(TASK_CHOICES)("%s takes different ones, all where all are asked for, and no more", (by) => {
    expect(chosenTasks(by, scores, 5, rng(1)).toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(() => chosenTasks(by, scores, 6, rng(1))).toThrow();
  });
});
