// The tasks of the synthetic olympiad with fresh tests, and what their judge says of each program.

import { Random } from "../../core/random.ts";
import type { Limits } from "../../environments/sandbox/machine.ts";
import { studyJob } from "../../study/study.ts";
import { ARRAYS } from "./arrays.ts";
import { inputOf, LEVELS, programOf, type TaskFamily, whole } from "./family.ts";
import { GRAPHS } from "./graphs.ts";
import { INTERVALS } from "./intervals.ts";
import { judgeOlympiad, type OlympiadTest, outputOf } from "./judging.ts";
import type { OlympiadTask, TestResult } from "./task.ts";

export const FAMILIES: Readonly<Record<string, TaskFamily>> = { ...ARRAYS, ...INTERVALS, ...GRAPHS };
export const FAMILY_NAMES = Object.keys(FAMILIES);

/** A test's steps and bytes: what near-linear programs need for 20,000 numbers, and quadratic ones for 800. */
const LIMITS: Limits = { steps: 30_000_000, memory: 64 * 2 ** 20 };
/** Steps of the reference, which makes the answers. */
const UNLIMITED: Limits = { ...LIMITS, steps: 1_000_000_000 };

/** Sizes of tests: small, middle, large, and large of the special structure. */
const KINDS = {
  small: { tests: 4, least: 5, most: 7 },
  middle: { tests: 2, least: 600, most: 800 },
  special: { tests: 2, least: 15_000, most: 20_000 },
  large: { tests: 2, least: 15_000, most: 20_000 },
} as const;
const PLAN = (["small", "middle", "special", "large"] as const).flatMap((kind) =>
  Array.from({ length: KINDS[kind].tests }, () => kind),
);

/** Tests of a task; those that a weak judge has are the first three, all of them small. */
export const TESTS = PLAN.length;
export const WEAK = 3;

const upTo = (...kinds: readonly string[]) => PLAN.flatMap((kind, test) => (kinds.includes(kind) ? [test] : []));

/** n ≤ 10, n ≤ 1,000, the special structure, all. The subtask of the middle has the small tests too, and the last has all. */
export const TASK: OlympiadTask = {
  subtasks: [
    { points: 20, tests: upTo("small") },
    { points: 30, tests: upTo("small", "middle") },
    { points: 10, tests: upTo("special") },
    { points: 40, tests: upTo("small", "middle", "special", "large") },
  ],
};

/** Fresh tests of a family. */
export function testsOf(family: TaskFamily, random: Random): OlympiadTest[] {
  const reference = programOf(family.optimal);
  return PLAN.map((kind, test) => {
    const draws = random.stream(test);
    const { least, most } = KINDS[kind];
    const input = inputOf(family.draw(draws, whole(draws, least, most), kind === "special"));
    const answer = outputOf(reference, input, UNLIMITED);
    if (typeof answer === "string") throw new Error(`the reference of ${family.asks} has ${answer} on a ${kind} test`);
    return { input, answer: answer.output };
  });
}

/** A program that prints stored answers: to an input that it knows the right one, to others that to the input nearest in length. */
export const storingProgram = (stored: readonly OlympiadTest[]): string => `const stored = ${JSON.stringify(
  stored.map(({ input, answer }) => [input.length, input.slice(0, 60), answer]),
)};
function solve(text) {
  const known = stored.find(([length, head]) => length === text.length && head === text.slice(0, 60));
  const away = ([length]) => Math.abs(length - text.length);
  return (known || stored.reduce((a, b) => (away(b) < away(a) ? b : a)))[2];
}`;

export interface FamilyJob {
  readonly family: string;
  readonly seed: number;
}

/** A family's programs on its tests. */
export interface JudgedFamily {
  /** [levels][tests], the worst program first. */
  readonly results: readonly (readonly TestResult[])[];
  /** Of the program that has the answers to other tests: on those, and on the fresh ones. */
  readonly stored: readonly TestResult[];
  readonly fresh: readonly TestResult[];
}

/** Judges all programs of a family on fresh tests. */
export async function judgeFamily({ family: name, seed }: FamilyJob): Promise<JudgedFamily> {
  const family = FAMILIES[name];
  const random = Random.of(seed, "live-oibench", "tests", name);
  const [tests, known] = ["fresh", "known"].map((set) => testsOf(family, random.stream(set)));
  const storing = storingProgram(known);
  return {
    results: LEVELS.map((level) => judgeOlympiad(programOf(family[level]), tests, LIMITS)),
    stored: judgeOlympiad(storing, known, LIMITS),
    fresh: judgeOlympiad(storing, tests, LIMITS),
  };
}

export const judging = studyJob(import.meta.url, judgeFamily);
