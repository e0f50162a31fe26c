// A finite class of rules that accept or reject people by two features, and the decisions of each rule.

/** Rules over two features: rule h accepts x where n_h·x ≥ θ_h. */
export interface ThresholdRules {
  readonly count: number;
  /** [count × 2] */
  readonly normals: Float64Array;
  /** [count]; −∞ accepts all people, ∞ none. */
  readonly thresholds: Float64Array;
  /** Which rule accepts all people. */
  readonly acceptAll: number;
}

/** `directions` round the circle by `thresholds` evenly between −reach and reach, then "accept all" and "reject all". */
export function thresholdRules(directions: number, thresholds: number, reach: number): ThresholdRules {
  const count = directions * thresholds + 2;
  const normals = new Float64Array(2 * count);
  const limits = new Float64Array(count);
  for (let d = 0; d < directions; d++)
    for (let k = 0; k < thresholds; k++) {
      const h = d * thresholds + k;
      normals[2 * h] = Math.cos((2 * Math.PI * d) / directions);
      normals[2 * h + 1] = Math.sin((2 * Math.PI * d) / directions);
      limits[h] = thresholds === 1 ? 0 : -reach + (2 * reach * k) / (thresholds - 1);
    }
  limits[count - 2] = Number.NEGATIVE_INFINITY;
  limits[count - 1] = Number.POSITIVE_INFINITY;
  return { count, normals, thresholds: limits, acceptAll: count - 2 };
}

/** What every rule says to each person, [people × rules], 1 or 0; `features` are [people × 2]. */
export function decisionTable(rules: ThresholdRules, features: ArrayLike<number>): Uint8Array {
  const table = new Uint8Array((features.length / 2) * rules.count);
  writeDecisions(rules, features, 0, table);
  return table;
}

/** The same, for the people of `features` from `from` on that `table` has room for; does not allocate. */
export function writeDecisions(
  { count, normals, thresholds }: ThresholdRules,
  features: ArrayLike<number>,
  from: number,
  table: Uint8Array,
): void {
  const people = table.length / count;
  for (let i = 0; i < people; i++)
    for (let h = 0; h < count; h++) {
      const value = normals[2 * h] * features[from + 2 * i] + normals[2 * h + 1] * features[from + 2 * i + 1];
      table[i * count + h] = value >= thresholds[h] ? 1 : 0;
    }
}

/**
 * Rows of a decision table on which any two rules differ that differ on some row: greedily, each time the row that splits most.
 * Returns the rows' decisions, [rows × rules]. Followers of a perturbed leader perturb what happened to such people.
 */
export function separator(table: Uint8Array, rules: number): Uint8Array {
  const people = table.length / rules;
  let cells = new Int32Array(rules);
  let count = 1;
  const chosen: number[] = [];
  for (;;) {
    let [best, most] = [-1, count];
    for (let i = 0; i < people; i++) {
      const split = refined(i).count;
      if (split > most) [best, most] = [i, split];
    }
    if (best < 0) break;
    chosen.push(best);
    ({ cells, count } = refined(best));
  }
  const rows = new Uint8Array(chosen.length * rules);
  for (const [k, i] of chosen.entries()) rows.set(table.subarray(i * rules, (i + 1) * rules), k * rules);
  return rows;

  /** Cells of rules that agree on all chosen rows and on row i. */
  function refined(i: number): { cells: Int32Array<ArrayBuffer>; count: number } {
    const names = new Int32Array(2 * count).fill(-1);
    const next = new Int32Array(rules);
    let used = 0;
    for (let h = 0; h < rules; h++) {
      const key = 2 * cells[h] + table[i * rules + h];
      if (names[key] < 0) names[key] = used++;
      next[h] = names[key];
    }
    return { cells: next, count: used };
  }
}
