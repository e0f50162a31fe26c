// What an interval says of a threshold: three values, because "no" and "cannot tell" are different answers.

/** *Holds*: the whole interval is on the right side. *Fails*: the whole interval is on the wrong side. Otherwise *undecided*. */
export type Verdict = "holds" | "fails" | "undecided";

/** What came of a study. */
export type StudyStatus = "reproduced" | "not reproduced" | "undecided";

/** How many of some claims have which verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** All of them: fails where one fails, holds where all hold. */
export function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("fails")) return "fails";
  return verdicts.every((verdict) => verdict === "holds") ? "holds" : "undecided";
}

/** At least one of them: holds where one holds, fails where all fail. */
export function any(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("holds")) return "holds";
  return verdicts.every((verdict) => verdict === "fails") ? "fails" : "undecided";
}

export function counted(verdicts: readonly Verdict[]): VerdictCounts {
  const of = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  return { holds: of("holds"), fails: of("fails"), undecided: of("undecided") };
}

/** Reproduced: all claims and equations hold and all controls fail. Not reproduced: one of the claims or equations fails. */
export function statusOf(claims: readonly Verdict[], controls: readonly Verdict[]): StudyStatus {
  if (claims.includes("fails")) return "not reproduced";
  const sure = claims.every((verdict) => verdict === "holds") && controls.every((verdict) => verdict === "fails");
  return sure ? "reproduced" : "undecided";
}
