import { expect, it } from "vitest";
import { shown, world } from "../../test/fixtures/written-text.ts";
import { Random } from "../core/random.ts";
import { differentStarts, startsFrom } from "./starts.ts";

const sort = () => world("language/sort");
/** The questions of an environment's first episodes. */
const listQuestions = (environment = sort(), episodes = 60) =>
  shown(environment, "expert", episodes).map(({ text }) => text.slice(0, text.indexOf("=")));

it("starts from the listed starts only, with equal probabilities", () => {
  const starts = [4, 8, 15];
  const all = listQuestions(startsFrom(sort(), starts));
  expect(new Set(all).size).toBe(3);
  for (const question of new Set(all)) expect(all.filter((one) => one === question).length).toBeGreaterThan(8);
  expect(new Set(listQuestions()).size).toBeGreaterThan(50);
});

it("gives a start the same initial state in every list, and accepts changes of the list", () => {
  const starts = [8];
  const environment = startsFrom(sort(), starts);
  const [only] = new Set(listQuestions(environment, 5));
  expect(listQuestions(startsFrom(sort(), [4, 8, 15]))).toContain(only);
  starts[0] = 16;
  const [other] = new Set(listQuestions(environment, 5));
  expect(other).not.toBe(only);
});

it("finds starts with different initial states, as many as there are", () => {
  const rng = Random.of(1, "starts");
  const starts = differentStarts(sort(), 40, rng);
  expect(starts).toHaveLength(40);
  const questions = starts.map((start) => listQuestions(startsFrom(sort(), [start]), 1)[0]);
  expect(new Set(questions).size).toBe(40);
  const few = world("language/questions");
  expect(differentStarts(few, 40, rng)).toHaveLength(3);
  expect(differentStarts(sort(), 2, rng, [4, 8, 15]).every((one) => [4, 8, 15].includes(one))).toBe(true);
  expect(differentStarts(sort(), 5, rng, [4, 8, 4, 15]).toSorted((a, b) => a - b)).toEqual([4, 8, 15]);
});
