// What an interval says of a threshold: three values, because "no" and "cannot tell" are different answers.

/** *Holds*: the whole interval is on the right side. *Fails*: the whole interval is on the wrong side. Otherwise *undecided*. */
export type Verdict = "holds" | "fails" | "undecided";

/** What an exact test says of a fact. It has no interval, and leaves nothing open. */
export type FactVerdict = "shown by tests" | "contradicted by tests";

/** What a study may show of the headline claims of its paper. */
export const STATES = ["shown", "partly shown", "not shown here", "contradicted here", "unmarked"] as const;

export type StudyStatus = (typeof STATES)[number];

/** What a list says of a study: what it shows, or why it shows nothing. */
export const STUDY_STATES = [...STATES, "not run", "damaged"] as const;

/** How many of some claims have which verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** All of them: fails where one fails, holds where all hold. */
export function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("fails")) return "fails";
  return verdicts.every((verdict) => verdict === "holds") ? "holds" : "undecided";
}

export function counted(verdicts: readonly Verdict[]): VerdictCounts {
  const of = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  return { holds: of("holds"), fails: of("fails"), undecided: of("undecided") };
}

/**
 * Facts that tests show or contradict count as headline claims that hold or fail.
 * Shown: all headline claims hold, and each is tested. Partly shown: one of them holds. Contradicted here: none holds, and one fails.
 * Not shown here: none holds, and none fails. Unmarked: no claim says that it is a headline.
 */
export function statusOf(headlines: readonly Verdict[], untested = 0): StudyStatus {
  if (headlines.length === 0) return untested > 0 ? "not shown here" : "unmarked";
  if (headlines.includes("holds"))
    return untested === 0 && headlines.every((verdict) => verdict === "holds") ? "shown" : "partly shown";
  return headlines.includes("fails") ? "contradicted here" : "not shown here";
}
