import { describe, expect, it } from "vitest";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { type AssignmentOptions, greedyAssignment, optimalAssignment, optimalMatching } from "./assignment.ts";

/** Every assignment, also those that leave rows without a column. */
function everyAssignment(rows: number, columns: number): (readonly [number, number])[][] {
  const extend = (row: number, taken: readonly number[]): (readonly [number, number])[][] => {
    if (row === rows) return [[]];
    const rest = (column: number | undefined) =>
      extend(row + 1, column === undefined ? taken : [...taken, column]).map((pairs) =>
        column === undefined ? pairs : [[row, column] as const, ...pairs],
      );
    const free = Array.from({ length: columns }, (_, column) => column).filter((column) => !taken.includes(column));
    return [rest(undefined), ...free.map(rest)].flat();
  };
  return extend(0, []);
}

const assignments = new Map<string, ReturnType<typeof everyAssignment>>();

/** Most allowed pairs, and among those the best total, by trying all. */
function bruteForce(values: readonly Float64Array[], { total = "largest", allowed = () => true }: AssignmentOptions) {
  const key = `${values.length} ${values[0].length}`;
  const all = assignments.get(key) ?? everyAssignment(values.length, values[0].length);
  assignments.set(key, all);
  let [most, best] = [-1, 0];
  for (const pairs of all) {
    if (pairs.length < most || !pairs.every(([r, c]) => allowed(r, c))) continue;
    const sum = pairs.reduce((so, [r, c]) => so + values[r][c], 0);
    const better = total === "largest" ? sum > best : sum < best;
    if (pairs.length > most || better) [most, best] = [pairs.length, sum];
  }
  return { size: most, total: best };
}

function drawn(rows: number, columns: number, draw: () => number): Float64Array[] {
  return Array.from({ length: rows }, () => Float64Array.from({ length: columns }, draw));
}

describe("an optimal assignment", () => {
  it.each(["largest", "smallest"] as const)("is what trying all of them gives, %s total", (total) => {
    const random = Random.of(1, "assignment", total);
    for (let trial = 0; trial < 500; trial++) {
      const [rows, columns] = [1 + random.integer(6), 1 + random.integer(6)];
      // Half of the matrices have many equal values.
      const draw = trial % 2 === 0 ? () => random.normal() : () => random.integer(3);
      const values = drawn(rows, columns, draw);
      const assignment = optimalAssignment(values, { total });
      const best = bruteForce(values, { total });
      expect(assignment.pairs.length).toBe(best.size);
      expect(assignment.total).toBeCloseTo(best.total, 10);
      expect(new Set(assignment.pairs.map(([row]) => row)).size).toBe(best.size);
      expect(new Set(assignment.pairs.map(([, column]) => column)).size).toBe(best.size);
      const greedy = greedyAssignment(values, { total });
      expect(greedy.pairs.length).toBe(best.size);
      const sign = total === "largest" ? 1 : -1;
      expect(sign * greedy.total).toBeLessThanOrEqual(sign * assignment.total + 1e-12);
    }
  });

  it("has as many allowed pairs as there can be, and among those the best total", () => {
    const random = Random.of(2, "forbidden");
    for (let trial = 0; trial < 300; trial++) {
      const [rows, columns] = [1 + random.integer(5), 1 + random.integer(5)];
      const values = drawn(rows, columns, () => 10 * random.normal());
      const open = drawn(rows, columns, () => (random.uniform() < 0.4 ? 1 : 0));
      const options = { allowed: (r: number, c: number) => open[r][c] === 1 };
      const assignment = optimalAssignment(values, options);
      const best = bruteForce(values, options);
      expect(assignment.pairs.length).toBe(best.size);
      expect(assignment.total).toBeCloseTo(best.total, 10);
      for (const [r, c] of [...assignment.pairs, ...greedyAssignment(values, options).pairs])
        expect(open[r][c]).toBe(1);
    }
  });

  it("is not what taking the best pair first gives", () => {
    const values = matrix("0.9 0.8 | 0.8 0.1");
    expect(greedyAssignment(values)).toEqual({
      pairs: matrix("0 0 | 1 1"),
      total: 1,
    });
    expect(optimalAssignment(values)).toEqual({
      pairs: matrix("0 1 | 1 0"),
      total: 1.6,
    });
  });

  it("of nothing is empty, and of no number an error", () => {
    expect(optimalAssignment([])).toEqual({ pairs: [], total: 0 });
    expect(optimalAssignment([[], []])).toEqual({ pairs: [], total: 0 });
    expect(greedyAssignment([[], []])).toEqual({ pairs: [], total: 0 });
    expect(() => optimalAssignment([[1, Number.NaN]])).toThrow("row 0, column 1 is NaN");
    expect(() => greedyAssignment([[1, 2], [3]])).toThrow("row 1 has 1 values");
  });
});

describe("the matching of at most so many pairs", () => {
  it("is the best of all", () => {
    const random = Random.of(3, "matchings");
    for (let trial = 0; trial < 200; trial++) {
      const [rows, columns, limit] = [1 + random.integer(4), 1 + random.integer(4), random.integer(5)];
      // Gains of any size, some of them none.
      const size = 10 ** (random.integer(30) - 15);
      const values = Array.from({ length: rows }, () =>
        Float64Array.from({ length: columns }, () => size * random.uniform(-0.5, 1)),
      );
      const best = (row: number, taken: number, left: number): number => {
        if (row === rows || left === 0) return 0;
        let most = best(row + 1, taken, left);
        for (const [column, value] of values[row].entries()) {
          if ((taken >> column) & 1) continue;
          most = Math.max(most, value + best(row + 1, taken | (1 << column), left - 1));
        }
        return most;
      };
      const { pairs, total } = optimalMatching(values, limit);
      expect(total / size).toBeCloseTo(best(0, 0, limit) / size, 12);
      expect(pairs.length).toBeLessThanOrEqual(limit);
      expect(pairs.every(([row, column]) => values[row][column] > 0)).toBe(true);
    }
  });
});
