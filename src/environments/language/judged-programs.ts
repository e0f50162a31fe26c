// Common parts of programming environments: programs in configuration files, and channels for their verdicts.

import { z } from "zod";
import { once } from "../declaration.ts";
import type { CaseVerdict } from "../sandbox/sandbox.ts";
import { PROGRAMS } from "./alphabet.ts";

/** Schema of a question's or program's text with at most `longest` characters. */
export const programText = (longest: number, what: string) =>
  z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => PROGRAMS.isWritable(text) && !text.includes(PROGRAMS.end), {
      error: "characters are printable ASCII and ends of lines",
    })
    .describe(what);

export const visiblePassed = once(
  "visiblePassed",
  "share",
  "share of the calls that are shown that return what they should",
);

/** Channels for how programs end, written by `reportEnds`. */
export const END_CHANNELS = [
  once("parses", "answers", "1 where the answer ends and is a function"),
  once("timedOut", "answers", "1 where a call used up its steps"),
  once("crashed", "answers", "1 where a call threw an error or ran out of memory"),
];

/** Reports how the calls of a program ended. */
export function reportEnds(verdicts: readonly CaseVerdict[], report: (channel: string, value: number) => void): void {
  const some = (...ends: CaseVerdict[]) => (verdicts.some((verdict) => ends.includes(verdict)) ? 1 : 0);
  report("parses", 1 - some("no function"));
  report("timedOut", some("timed out"));
  report("crashed", some("threw", "out of memory"));
}

/** Share of calls with the correct result; 0 without calls. */
export const passedShare = (verdicts: readonly CaseVerdict[]): number =>
  verdicts.length === 0 ? 0 : verdicts.filter((verdict) => verdict === "passed").length / verdicts.length;
