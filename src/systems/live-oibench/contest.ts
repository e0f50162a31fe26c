// A model at a contest of people: its total, its place among them, its medal, and means over many contests. Source: arXiv 2510.09595 and its
// released code.

/** Where a total stands among people's. */
export interface HumanStanding {
  /** People with strictly less: those with as much do not count. */
  readonly below: number;
  /** N − below + 1: the place behind all people who are not below. */
  readonly rank: number;
  /** Per cent of people below; null where a contest has none, or tells no percentiles. */
  readonly percentile: number | null;
}

/**
 * How a contest tells percentiles. *below*: 100·below/N. *rank*: 100·(N − rank)/N, as the CCO does, which is 100/N less. *none*: it tells
 * thresholds of promotion only, as the USACO does, and these serve as medals.
 */
export type PercentileRule = "below" | "rank" | "none";

/** Where `total` stands among the totals of people, who must have been scored on the same tasks. */
export function humanStanding(total: number, humans: ArrayLike<number>, rule: PercentileRule = "below"): HumanStanding {
  const n = humans.length;
  let below = 0;
  for (let k = 0; k < n; k++) if (humans[k] < total) below += 1;
  const rank = n - below + 1;
  if (n === 0 || rule === "none") return { below, rank, percentile: null };
  return { below, rank, percentile: (100 * (rule === "below" ? below : n - rank)) / n };
}

/** Totals from which on a medal is given. */
export interface MedalCutoffs {
  readonly gold: number;
  readonly silver: number;
  readonly bronze: number;
}

/** What a total wins: a total at a cut-off wins the medal. */
export function medalOf(total: number, { gold, silver, bronze }: MedalCutoffs): keyof MedalCutoffs | null {
  if (total >= gold) return "gold";
  if (total >= silver) return "silver";
  return total >= bronze ? "bronze" : null;
}

/** A mean over contests that are grouped into olympiads. */
export interface ContestMeans {
  /** Mean over olympiads of the means over their contests: a series of many contests counts once. */
  readonly macro: number;
  /** Mean over contests. */
  readonly flat: number;
  /** Olympiads and contests that have a figure. */
  readonly olympiads: number;
  readonly contests: number;
}

/** Both means of figures, [olympiads][contests]; contests without one, such as those without people, are left out. NaN where there is none. */
export function contestMeans(olympiads: readonly (readonly (number | null)[])[]): ContestMeans {
  const known = olympiads
    .map((contests) => contests.filter((figure) => figure !== null))
    .filter(({ length }) => length > 0);
  const meanOf = (values: readonly number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
  const all = known.flat();
  return { macro: meanOf(known.map(meanOf)), flat: meanOf(all), olympiads: known.length, contests: all.length };
}
