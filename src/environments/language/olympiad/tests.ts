// Tests of an olympiad task: their sizes, and the points of subtasks. A test consists of a few calls that must all be right; a subtask
// gives its points where all of its tests pass. Source: arXiv 2510.09595 and its released code.

import { z } from "zod";
import { UserError } from "../../../core/errors.ts";
import { flag, list, whole } from "../../../core/parameters.ts";
import type { Random } from "../../../core/random.ts";
import { randomOrder } from "../../../math/weighted-draw.ts";
import type { Limits } from "../../sandbox/machine.ts";
import { type Case, type CaseVerdict, judged } from "../../sandbox/sandbox.ts";
import { drawnCall, type TaskFamily } from "./families.ts";

const kind = z
  .strictObject({
    tests: whole(1, 100, 2).describe("tests of this kind"),
    calls: whole(1, 100, 1).describe("calls of a test, all of which must be right"),
    from: whole(1, 100_000, 5).describe("n is at least this"),
    to: whole(1, 100_000, 7).describe("n is at most this"),
    special: flag(false).describe("whether inputs have the special structure, on which the short cut is right"),
  })
  .refine(({ from, to }) => from <= to, { error: "is below from", path: ["to"] });

const KINDS = {
  small: { tests: 4, calls: 8, from: 5, to: 7 },
  middle: { tests: 2, calls: 1, from: 300, to: 400 },
  special: { tests: 2, calls: 2, from: 4000, to: 5000, special: true },
  large: { tests: 2, calls: 1, from: 4000, to: 5000 },
};

const MOST_KINDS = 20;

export const testsParameter = z
  .record(z.string().min(1).max(40), kind)
  .refine((kinds) => Object.keys(kinds).length > 0 && Object.keys(kinds).length <= MOST_KINDS, {
    error: `must have 1 to ${MOST_KINDS} kinds of tests`,
    abort: true,
  })
  .prefault(KINDS)
  .describe("kinds of tests, by names of your own");

const subtask = z.strictObject({
  points: z.number().gt(0).max(1e6).describe("points for all of its tests; a part of them earns none"),
  tests: z.array(z.string()).min(1).describe("kinds of its tests; a kind may be in several subtasks"),
});

export const subtasksParameter = list(subtask, 1, 100, [
  { points: 20, tests: ["small"] },
  { points: 30, tests: ["small", "middle"] },
  { points: 10, tests: ["special"] },
  { points: 40, tests: ["small", "middle", "special", "large"] },
]).describe("what tests earn together");

export type TestKinds = z.output<typeof testsParameter>;
export type Subtasks = z.output<typeof subtasksParameter>;

/** The kind of each test, in order. */
export const planOf = (kinds: TestKinds): string[] =>
  Object.entries(kinds).flatMap(([name, { tests }]) => Array.from({ length: tests }, () => name));

/** Generates the calls of all tests of a task. Throws a UserError where the family fails to. */
export function drawnTests(family: TaskFamily, kinds: TestKinds, random: Random, limits: Limits): readonly Case[][] {
  return planOf(kinds).map((name, test) =>
    Array.from({ length: kinds[name].calls }, (_, call) => {
      const drawn = drawnCall(family, kinds[name], random.stream(test, call), limits);
      if (typeof drawn !== "string") return drawn;
      throw new UserError({ code: "bad-family", what: `${family.name}: ${drawn}`, path: ["families"] });
    }),
  );
}

/** Verdicts on a program that defines `solve`, [tests][calls]. */
export const verdictsOn = (program: string, tests: readonly (readonly Case[])[], limits: Limits): CaseVerdict[][] =>
  tests.map((calls) => judged(program, "solve", calls, limits));

/**
 * Indices of each subtask's tests. With a stream they are shuffled, with as many tests per subtask, so that subtasks carry no information
 * on difficulty.
 */
export function placesOf(subtasks: Subtasks, kinds: TestKinds, dealt?: Random): number[][] {
  const plan = planOf(kinds);
  return subtasks.map(({ tests }) => {
    const places = plan.flatMap((name, place) => (tests.includes(name) ? [place] : []));
    return dealt === undefined ? places : randomOrder(plan.length, dealt).slice(0, places.length);
  });
}

/** Share of all points that a program earns when these tests pass. */
export function pointsShare(
  subtasks: Subtasks,
  places: readonly (readonly number[])[],
  accepted: readonly boolean[],
): number {
  const full = subtasks.reduce((sum, { points }) => sum + points, 0);
  const earned = subtasks.reduce(
    (sum, { points }, k) => (places[k].every((place) => accepted[place]) ? sum + points : sum),
    0,
  );
  return earned / full;
}
