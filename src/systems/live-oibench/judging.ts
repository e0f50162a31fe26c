// Judges JavaScript programs that read a text and return one by the tests of an olympiad task, in the sandbox of `environments/sandbox`. The
// limit of time is a number of steps, so that a verdict does not depend on the machine.

import type { Limits } from "../../environments/sandbox/machine.ts";
import { type CaseVerdict, returned } from "../../environments/sandbox/sandbox.ts";
import type { TestResult, TestStatus } from "./task.ts";

/** What a program reads, and what is right. */
export interface OlympiadTest {
  readonly input: string;
  readonly answer: string;
}

/** How much of a test an output is worth, 0 to 1, where more than one output is right or a part counts. */
export type OlympiadChecker = (test: OlympiadTest, output: string) => number;

/** 1 where two texts have the same words between spaces and line ends, else 0. */
export const byTokens: OlympiadChecker = ({ answer }, output) => {
  const [right, told] = [tokens(answer), tokens(output)];
  return right.length === told.length && right.every((token, k) => token === told[k]) ? 1 : 0;
};

const tokens = (text: string): string[] => text.split(/\s+/).filter((token) => token !== "");

const STATUS = {
  wrong: "wrong answer",
  threw: "runtime error",
  "timed out": "time limit",
  "out of memory": "memory limit",
  "no function": "no program",
} as const satisfies Record<Exclude<CaseVerdict, "passed">, TestStatus>;

/** What a program returns for an input, as text, or what became of it in its place. A list or a number is told as the data that it is. */
export function outputOf(program: string, input: string, limits: Limits): { readonly output: string } | TestStatus {
  const outcome = returned(program, "solve", [input], limits);
  if (typeof outcome === "string") return STATUS[outcome];
  const { text } = outcome;
  return { output: text.startsWith('"') ? String(JSON.parse(text)) : text };
}

/**
 * Judges a program, a function `solve` from the input to the output, by each test with an engine that is as new. `limits` are of a test: its
 * reading counts too.
 */
export function judgeOlympiad(
  program: string,
  tests: readonly OlympiadTest[],
  limits: Limits,
  checker: OlympiadChecker = byTokens,
): TestResult[] {
  return tests.map((test) => {
    const outcome = outputOf(program, test.input, limits);
    if (typeof outcome === "string") return { status: outcome, ratio: 0 };
    const ratio = Math.min(1, Math.max(0, checker(test, outcome.output)));
    return { status: ratio === 1 ? "accepted" : "wrong answer", ratio };
  });
}
