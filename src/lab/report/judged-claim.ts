// A claim of an experiment with what came out, and what all claims of a run say together.

import { count } from "../../evaluation/number-format.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { all, counted, type Verdict } from "../../study/verdict.ts";

/** A claim with its verdict; the interval is of `confidence`. */
export interface JudgedClaim extends Estimate {
  readonly name: string;
  /** Whether it stands for what the experiment is about. */
  readonly headline: boolean;
  readonly variant: string;
  readonly measure: string;
  readonly than?: string;
  /** What is claimed, in one line. */
  readonly text: string;
  /** What was measured, in words. */
  readonly measured: string;
  readonly confidence: number;
  readonly verdict: Verdict;
}

/** How claims stand to the results, in words. */
export const AGES = {
  older: "they were committed before the first cell was computed",
  younger: "they were committed after the first cell was computed",
  uncommitted: "they are not committed as they stand",
} as const;

/** Whether claims were committed before the first cell was computed, after it, or not as they stand. */
export type ClaimsAge = keyof typeof AGES;

/** Whether all hold, one fails, or none fails and one is undecided. */
export const claimsVerdict = (claims: readonly JudgedClaim[]): Verdict => all(claims.map(({ verdict }) => verdict));

/** `3 claims: 2 hold, 1 is undecided`. */
export function claimsInWords(claims: readonly JudgedClaim[]): string {
  const { holds, fails, undecided } = counted(claims.map(({ verdict }) => verdict));
  const parts = [
    holds === 0 ? "" : `${holds} ${holds === 1 ? "holds" : "hold"}`,
    fails === 0 ? "" : `${fails} ${fails === 1 ? "fails" : "fail"}`,
    undecided === 0 ? "" : `${undecided} ${undecided === 1 ? "is" : "are"} undecided`,
  ];
  return `${count(claims.length, "claim")}: ${parts.filter((part) => part !== "").join(", ")}`;
}
