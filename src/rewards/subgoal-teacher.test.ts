// A teacher against the informativeness that it stands for, and as a learner gets better.

import { fc, test as law } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { RewardMemory } from "../core/reward-memory.ts";
import { subgoalTeacher } from "./subgoals.ts";

const options = { active: 1, every: 10, window: 50 };
const begin = (pays: readonly number[], some = {}) =>
  subgoalTeacher(pays, { ...options, ...some }, RewardMemory.empty());

law.prop([fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })])(
  "r·p·(1 − p) is I(R | L) of reaching, with the worth 1",
  (p, r) => {
    // Σ_a L(a)·(A(a) − E A)·(R(a) − E R) over reaching or not.
    const chances = [p, 1 - p];
    const mean = (x: readonly number[]) => chances.reduce((sum, chance, a) => sum + chance * x[a], 0);
    const [worth, pay] = [
      [1, 0],
      [r, 0],
    ];
    const informativeness = chances.reduce(
      (sum, chance, a) => sum + chance * (worth[a] - mean(worth)) * (pay[a] - mean(pay)),
      0,
    );
    expect(informativeness).toBeCloseTo(r * p * (1 - p), 12);
  },
);

test("goes from what comes first to what comes next as the learner masters it", () => {
  const teacher = begin([1, 1, 1]);
  const chosen: number[] = [];
  // The first sub-goal at 10, 50, 100% of episodes, the second when the first is mastered, the third never.
  for (let episode = 0; episode < 300; episode++) {
    chosen.push(teacher.choice());
    const first = episode % 10 < (episode < 100 ? 1 : episode < 150 ? 5 : 10);
    const second = episode >= 150 && episode % 10 < 3;
    teacher.watch((first ? 1 : 0) | (second ? 2 : 0));
  }
  expect(chosen[0]).toBe(1);
  expect(chosen[120]).toBe(1);
  expect(chosen[299]).toBe(2);
  expect(new Set(chosen)).toEqual(new Set([1, 2]));
});

test("what pays more is chosen before what pays less, and never more than is asked for", () => {
  expect(begin([1, 3, 2]).choice()).toBe(0b010);
  expect(begin([1, 3, 2], { active: 2 }).choice()).toBe(0b110);
  expect(begin([1, 3, 2], { active: 9 }).choice()).toBe(0b111);
});

test("teachers of one memory are one teacher", () => {
  const memory = RewardMemory.empty();
  const [one, other] = [0, 1].map(() => subgoalTeacher([1, 1], options, memory));
  for (let episode = 0; episode < 20; episode++) {
    one.watch(1);
    other.watch(episode % 2 === 0 ? 3 : 1);
  }
  expect([one.choice(), other.choice()]).toEqual([2, 2]);
});
