// Claims of an experiment with their verdicts, and a summary of all claims of a run.

import { count } from "../../evaluation/number-format.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { all, counted, type Verdict } from "../../study/verdict.ts";

/** A claim with its verdict; its interval has level `confidence`. */
export interface JudgedClaim extends Estimate {
  readonly name: string;
  /** Whether the claim represents the main result of the experiment. */
  readonly headline: boolean;
  readonly variant: string;
  readonly measure: string;
  readonly than?: string;
  /** The claim in one line. */
  readonly text: string;
  /** The measured value as text. */
  readonly measured: string;
  readonly confidence: number;
  readonly verdict: Verdict;
}

/** Measures that claims are about, of every variant that has them; intervals have level 95 %. */
export interface ClaimedMeasures {
  readonly measure: string;
  readonly values: Readonly<Record<string, Estimate>>;
}

/** Descriptions of when claims were made relative to the results. */
export const AGES = {
  older: "they were committed before the first cell was computed",
  younger: "they were committed after the first cell was computed",
  uncommitted: "they are not committed as they stand",
} as const;

/** Whether claims were committed before the first cell was computed, after it, or were changed since. */
export type ClaimsAge = keyof typeof AGES;

/** Overall verdict: all hold, one fails, or none fails and one is undecided. */
export const claimsVerdict = (claims: readonly JudgedClaim[]): Verdict => all(claims.map(({ verdict }) => verdict));

/** Summary of verdicts: `3 claims: 2 hold, 1 is undecided`. */
export const claimsInWords = (claims: readonly JudgedClaim[]): string =>
  `${count(claims.length, "claim")}: ${verdictsInWords(claims)}`;

/**
 * Summary of the headline claims: `3 of 4 headline claims hold; “it pays” fails. Of 2 others, 1 holds, 1 is undecided.` Undefined where
 * there are none.
 */
export function headlineInWords(claims: readonly JudgedClaim[]): string | undefined {
  const headlines = claims.filter(({ headline }) => headline);
  const others = claims.filter(({ headline }) => !headline);
  if (headlines.length === 0) return undefined;
  const left = headlines.flatMap(({ name, verdict }) =>
    verdict === "holds" ? [] : [`“${name}” ${verdict === "fails" ? "fails" : "is undecided"}`],
  );
  const holding = headlines.length - left.length;
  const claimed = count(headlines.length, "headline claim");
  const first = [`${holding} of ${claimed} ${holding === 1 ? "holds" : "hold"}`, ...left].join("; ");
  return others.length === 0
    ? `${first}.`
    : `${first}. Of ${count(others.length, "other")}, ${verdictsInWords(others)}.`;
}

/** List of verdicts: `2 hold, 1 is undecided`. */
function verdictsInWords(claims: readonly JudgedClaim[]): string {
  const { holds, fails, undecided } = counted(claims.map(({ verdict }) => verdict));
  const parts = [
    holds === 0 ? "" : `${holds} ${holds === 1 ? "holds" : "hold"}`,
    fails === 0 ? "" : `${fails} ${fails === 1 ? "fails" : "fail"}`,
    undecided === 0 ? "" : `${undecided} ${undecided === 1 ? "is" : "are"} undecided`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
