// A task of an olympiad: tests that are grouped into subtasks with points. From what became of a program on each test to its score, and
// the best of several programs.

/** What became of a program on a test. */
export type TestStatus =
  | "accepted"
  | "wrong answer"
  /** Used up the steps of the test. */
  | "time limit"
  | "memory limit"
  | "runtime error"
  /** The text is no program, which on a real judge is a compile error. */
  | "no program";

/** A program on one test. */
export interface TestResult {
  readonly status: TestStatus;
  /** Share of the test that counts, 0 to 1: 1 where it is accepted, less by a checker, else 0. */
  readonly ratio: number;
}

/** Tests that earn points together. A test may be in several: nested subtasks share the tests of the easier ones. */
export interface OlympiadSubtask {
  readonly points: number;
  /** Places of its tests among those of the task. */
  readonly tests: readonly number[];
  /** *all*: the points where all tests are accepted, else none. *minimum*: points times the smallest ratio. */
  readonly grading?: "all" | "minimum";
}

/** How a task is scored. */
export interface OlympiadTask {
  readonly subtasks: readonly OlympiadSubtask[];
}

/** Σ of the points of all subtasks. */
export const fullScore = ({ subtasks }: OlympiadTask): number => subtasks.reduce((sum, { points }) => sum + points, 0);

/** Points of one subtask, before any rounding. `results` has all tests of the task. A subtask without tests earns nothing. */
export function subtaskScore(
  { points, tests, grading = "all" }: OlympiadSubtask,
  results: readonly TestResult[],
): number {
  if (tests.length === 0) return 0;
  if (grading === "minimum") return points * Math.min(...tests.map((test) => results[test].ratio));
  return tests.every((test) => results[test].status === "accepted") ? points : 0;
}

/** The rounded sum over subtasks; no subtask is rounded by itself. */
export const taskScore = ({ subtasks }: OlympiadTask, results: readonly TestResult[]): number =>
  Math.round(subtasks.reduce((sum, subtask) => sum + subtaskScore(subtask, results), 0));

/** The same task as one subtask of all its tests, which earns its whole score or nothing. */
export const allOrNothing = (task: OlympiadTask): OlympiadTask => ({
  subtasks: [{ points: fullScore(task), tests: [...new Set(task.subtasks.flatMap(({ tests }) => tests))] }],
});

/** One program for a task, judged. */
export interface JudgedSample {
  readonly results: readonly TestResult[];
  /** Time or steps, the less the better; where it is not known, the earlier of equals is taken. */
  readonly time?: number;
}

/**
 * The place of the sample that counts where several may be sent: the largest score, then the largest score relative to the task's, then the
 * largest share of tests accepted, then the shortest time, then the earliest. The choice is made with the hidden tests: it is an oracle's.
 */
export function bestSample(task: OlympiadTask, samples: readonly JudgedSample[]): number {
  const full = fullScore(task);
  const keys = samples.map(({ results, time = 0 }) => {
    const score = taskScore(task, results);
    return [score, full === 0 ? 0 : score / full, acceptedShare(results), -time];
  });
  return keys.reduce((best, key, k) => (isAfter(key, keys[best]) ? k : best), 0);
}

/** Share of tests accepted; 0 without tests. */
export const acceptedShare = (results: readonly TestResult[]): number =>
  results.length === 0 ? 0 : results.filter(({ status }) => status === "accepted").length / results.length;

/** Whether a list of numbers comes after another in the order of words. */
function isAfter(key: readonly number[], other: readonly number[]): boolean {
  const place = key.findIndex((value, k) => value !== other[k]);
  return place >= 0 && key[place] > other[place];
}
