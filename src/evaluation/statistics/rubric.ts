// A scoring rubric: what is looked at, what each thing is worth, and how the points add up. Points that every case gets
// in any event are kept apart, so that a score cannot look better than what it measures.

/** One line of a rubric. */
export interface Criterion<Evidence> {
  readonly category: string;
  readonly name: string;
  /** Points for meeting it in full, above 0. */
  readonly most: number;
  /** True where the points do not depend on the evidence: a constant by construction. Default false. */
  readonly constant?: boolean;
  /** Points earned, in [0, most]. */
  award(evidence: Evidence): number;
}

/** Points out of the most that could be had. */
export interface Points {
  readonly points: number;
  readonly most: number;
}

/** A scored rubric. */
export interface Score extends Points {
  /** By category, in the order in which they first appear. */
  readonly categories: ReadonlyMap<string, Points>;
  /** The criteria that depend on the evidence, alone. */
  readonly earned: Points;
  readonly criteria: readonly ({ readonly category: string; readonly name: string } & Points)[];
}

/** A criterion that is met in full or not at all. */
export function met<Evidence>(
  category: string,
  name: string,
  most: number,
  condition: (evidence: Evidence) => boolean,
): Criterion<Evidence> {
  return { category, name, most, award: (evidence) => (condition(evidence) ? most : 0) };
}

/** Scores the evidence. Throws where a criterion awards less than 0, more than its most, or NaN. */
export function scoreRubric<Evidence>(rubric: readonly Criterion<Evidence>[], evidence: Evidence): Score {
  const criteria = rubric.map((criterion) => {
    const { category, name, most, constant = false } = criterion;
    const points = criterion.award(evidence);
    if (!(points >= 0 && points <= most)) {
      throw new Error(`criterion "${name}" awards ${points} of ${most} points`);
    }
    return { category, name, points, most, constant };
  });
  const categories = new Map<string, Points>();
  for (const line of criteria) {
    const before = categories.get(line.category) ?? { points: 0, most: 0 };
    categories.set(line.category, add(before, line));
  }
  const nothing: Points = { points: 0, most: 0 };
  const earned = criteria.filter((line) => !line.constant).reduce<Points>(add, nothing);
  return { ...criteria.reduce<Points>(add, nothing), categories, earned, criteria };
}

function add(a: Points, b: Points): Points {
  return { points: a.points + b.points, most: a.most + b.most };
}
