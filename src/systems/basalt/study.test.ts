// The exact parts of the study, its rubrics, and a panel of judges whose answers are known.

import { expect, test } from "vitest";
import { unmet } from "../../../test/fixtures/study.ts";
import { countOf } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { sideBias } from "../../evaluation/ratings/vote-audits.ts";
import { rubric } from "../../feedback/rubric.ts";
import { knownNumbers } from "./claims.ts";
import { asked } from "./judging.ts";
import { demonstrations, demonstrator, noisy, played, restless } from "./players.ts";
import { PROXIES, RUBRICS, shuffledRubrics, TASK_NAMES, yardOf } from "./tasks.ts";

test("numbers of the released code, replays and a banned judge", () => {
  expect(unmet({ claims: knownNumbers() })).toEqual([]);
});

test.each(TASK_NAMES)("the rubric of %s likes the demonstrator best, and dislikes one that does not stop", (task) => {
  const { channels } = yardOf(task).spec;
  const value = rubric(RUBRICS[task], channels);
  const worth = (left: readonly (readonly number[])[]) => left.reduce((sum, one) => sum + value(one), 0) / left.length;
  const of = (agent: Parameters<typeof noisy>[0]) => worth(played(task, agent, 20, Random.of(901, "rubric")));
  const steady = of(demonstrator(task));
  expect(steady).toBeGreaterThan(0.9);
  expect(of(noisy(demonstrator(task), 0.6))).toBeLessThan(steady - 0.2);
  expect(of(restless(demonstrator(task)))).toBeLessThan(steady - 0.1);
  expect(channels.map(({ name }) => name)).toContain(PROXIES[task]);
});

test("shuffled rubrics have the same criteria and, over all tasks, the same weights", () => {
  const shuffled = shuffledRubrics(Random.of(901, "weights"));
  const weights = (of: typeof shuffled) => TASK_NAMES.flatMap((task) => of[task].map(({ weight }) => weight)).sort();
  expect(weights(shuffled)).toEqual(weights(RUBRICS));
  for (const task of TASK_NAMES)
    expect(shuffled[task].map(({ channel }) => channel)).toEqual(RUBRICS[task].map(({ channel }) => channel));
});

test("demonstrations are steps of whole episodes, the same for the same stream", () => {
  const [one, again] = [1, 2].map(() => demonstrations("cave", Random.of(901, "shown")));
  expect(one.left).toHaveLength(40);
  expect(one.steps.observations).toHaveLength(one.steps.actions.length * yardOf("cave").spec.observationSize);
  expect(again).toEqual(one);
});

const panel = {
  episodes: [0, 0.4, 0.8].map((x) => [[x], [x + 0.1]]),
  value: ([x]: readonly number[]) => x,
  pairing: "random",
  answers: 600,
  random: Random.of(901, "panel"),
} as const;

test("a panel rates in the order of the rubric, by active pairs too, and coins do not", () => {
  for (const pairing of ["random", "active"] as const) {
    const { games, skills } = asked({ ...panel, pairing });
    expect(countOf(games)).toBe(600);
    const [low, middle, high] = skills.mean;
    expect(low + 3 < middle && middle + 3 < high).toBe(true);
  }
  const { skills } = asked({ ...panel, honesty: "coin" });
  expect(Math.max(...skills.mean) - Math.min(...skills.mean)).toBeLessThan(6);
});

test("the audit of sides finds a lean, and no lean where there is none", () => {
  const episodes = [0, 0.05, 0.1].map((x) => [[x]]);
  const p = (lean: number) => sideBias(asked({ ...panel, episodes, lean, isUnbalanced: true }).games)?.p ?? 1;
  expect(p(1.5)).toBeLessThan(0.01);
  expect(p(0)).toBeGreaterThan(0.01);
});
