// What a critic's words did to answers: whether it judged them rightly, and what became of them when they were refined. The
// meters of self-correction (Kumar et al., arXiv 2409.12917) and of critics (arXiv 2510.24320).

/** One critique: 1 or true for yes. */
export interface Critiqued {
  /** Whether the first answer is right. */
  readonly first: boolean;
  /** Whether the refined answer is right. */
  readonly refined: boolean;
  /** What the critic says of the first answer; undefined where it says neither. */
  readonly verdict: boolean | undefined;
}

/** Shares of all critiques, unless another whole is named; NaN where the whole is empty. */
export interface RefinementMeters {
  /** Right verdicts (Acc@Dis); none is a yes, as the refiner takes it. The other where none is no right one. */
  readonly discrimination: number;
  readonly spoken: number;
  /** Right first answers (Acc@First), and right refined ones (Acc@Refine). */
  readonly first: number;
  readonly refined: number;
  /** refined − first (Δ), which is repaired − spoiled. */
  readonly gain: number;
  /** Right before and wrong after (Δ^{c→i}); wrong before and right after (Δ^{i→c}). */
  readonly spoiled: number;
  readonly repaired: number;
  /** Share of right first answers that are said to be wrong, and of wrong ones. */
  readonly falseAlarms: number;
  readonly alarms: number;
  /** Critiques without a verdict. */
  readonly silent: number;
}

/** Meters over critiques. */
export function refinementMeters(critiques: readonly Critiqued[]): RefinementMeters {
  const share = (of: (one: Critiqued) => boolean, among: readonly Critiqued[] = critiques) =>
    among.filter(of).length / among.length;
  const [first, refined] = [share((one) => one.first), share((one) => one.refined)];
  const [right, wrong] = [true, false].map((is) => critiques.filter((one) => one.first === is));
  const alarm = ({ verdict }: Critiqued) => verdict === false;
  return {
    discrimination: share(({ verdict = true, first: is }) => verdict === is),
    spoken: share((one) => one.verdict === one.first),
    first,
    refined,
    gain: refined - first,
    spoiled: share((one) => one.first && !one.refined),
    repaired: share((one) => !one.first && one.refined),
    falseAlarms: share(alarm, right),
    alarms: share(alarm, wrong),
    silent: share(({ verdict }) => verdict === undefined),
  };
}
