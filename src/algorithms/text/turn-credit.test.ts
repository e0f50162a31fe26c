import { describe, expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { emptyRollouts } from "./completions.ts";
import { accumulateTurns, compareTurns, spreadTurns, type TurnComparison, turnPay, turnsOf } from "./turn-credit.ts";

const plain: TurnComparison = { with: "same turn", tiny: 0, deviation: "population", fewest: 2, alone: "zero" };

/** Two rows with four and two turns, each character of which is named by its turn; dots are the world's. */
function texts() {
  const result = emptyRollouts(2, 2, 8, 1);
  const rows = [".aab.c.d", ".a.bb..."];
  for (const [row, marks] of rows.entries()) {
    let turn = 0;
    for (const [place, mark] of [...marks].entries()) {
      const k = row * 8 + place;
      if (mark === ".") continue;
      result.written[k] = 1;
      turn = mark.charCodeAt(0) - 97;
      result.turns[k] = turn;
      result.pay[k] = 10 ** turn * (row + 1);
    }
  }
  return result;
}

describe("turns", () => {
  it("are counted, paid and spread by the characters that the model wrote", () => {
    const written = texts();
    expect([...turnsOf(written, 4).counts]).toEqual([4, 2]);
    expect([...turnPay(written, 4)]).toEqual([2, 10, 100, 1000, 2, 40, 0, 0]);
    const into = new Float32Array(16).fill(9);
    spreadTurns([1, 2, 3, 4, 5, 6, 7, 8], 4, written, into);
    expect([...into]).toEqual([0, 1, 1, 2, 0, 3, 0, 4, 0, 5, 0, 6, 6, 0, 0, 0]);
  });

  it("are compared with the same turn of the same question alone, or with all of its turns", () => {
    // Two questions of two rows; three turns at most.
    const turns = { counts: Int32Array.of(3, 1, 2, 2), most: 3 };
    const values = Float64Array.of(1, 5, 7, 3, 99, 99, 10, 20, 99, 30, 60, 99);
    expect([...compareTurns(values, turns, 2, plain)]).toEqual([-1, 0, 0, 1, 0, 0, -1, -1, 0, 1, 1, 0]);
    expect([...compareTurns(values, turns, 2, { ...plain, alone: "itself" })].slice(0, 6)).toEqual([-1, 5, 7, 1, 0, 0]);
    // Sample deviation of 1 and 3 is √2.
    expect(compareTurns(values, turns, 2, { ...plain, deviation: "sample" })[3]).toBeCloseTo(Math.SQRT1_2, 12);
    // 1, 5, 7 and 3: mean 4, population variance 5.
    const all = compareTurns(values, turns, 2, { ...plain, with: "all turns" });
    for (const [k, deviation] of [-3, 1, 3, -1].entries()) expect(all[k]).toBeCloseTo(deviation / Math.sqrt(5), 12);
    expect(compareTurns(values, turns, 2, { ...plain, tiny: 1 })[3]).toBe(0.5);
    expect([...compareTurns(values, turns, 2, { ...plain, fewest: 3 })]).toEqual(Array(12).fill(0));
  });

  it("that are all alike are worth nothing, and not divided by 0", () => {
    const turns = { counts: Int32Array.of(1, 1), most: 1 };
    expect([...compareTurns(Float64Array.of(2, 2), turns, 2, plain)]).toEqual([0, 0]);
  });

  it("of any scale are worth the same, turn by turn, unless all turns are compared together", () => {
    const random = Random.of(4, "turns");
    const turns = { counts: new Int32Array(6).fill(3), most: 3 };
    const values = Float64Array.from({ length: 18 }, () => random.normal());
    const scaled = values.map((value, k) => value * [1, 0.5, 0.01][k % 3]);
    const [one, other] = [values, scaled].map((v) => compareTurns(v, turns, 3, plain));
    for (let k = 0; k < 18; k++) expect(other[k]).toBeCloseTo(one[k], 9);
    const joint = compareTurns(scaled, turns, 6, { ...plain, with: "all turns" });
    const size = (turn: number) =>
      Math.max(...joint.filter((_, k) => k % 3 === turn).map((z, _k, all) => Math.abs(z - all[0])));
    expect(size(0)).toBeGreaterThan(10 * size(2));
  });

  it("are summed to the end, with a discount, over the root of the number of terms", () => {
    const turns = { counts: Int32Array.of(3, 1), most: 4 };
    const values = Float64Array.of(1, 2, 4, 99, 5, 99, 99, 99);
    expect([...accumulateTurns(values, turns, 1, false)]).toEqual([7, 6, 4, 0, 5, 0, 0, 0]);
    expect([...accumulateTurns(values, turns, 0.5, false)]).toEqual([3, 4, 4, 0, 5, 0, 0, 0]);
    const rescaled = accumulateTurns(values, turns, 1, true);
    expect([...rescaled.slice(0, 3)]).toEqual([7 / Math.sqrt(3), 6 / Math.SQRT2, 4]);
  });

  it("rescaled spread alike at every depth: variance 1, and (1 − γ^2m)/((1 − γ²)m) with a discount", () => {
    const random = Random.of(9, "variance");
    const [rows, most] = [20_000, 6];
    const turns = { counts: new Int32Array(rows).fill(most), most };
    const values = Float64Array.from({ length: rows * most }, () => random.normal());
    for (const [discount, rescaled] of [
      [1, true],
      [0.8, true],
      [1, false],
    ] as const) {
      const sums = accumulateTurns(values, turns, discount, rescaled);
      for (let turn = 0; turn < most; turn++) {
        const m = most - turn;
        const own = sums.filter((_, k) => k % most === turn);
        const variance = own.reduce((sum, d) => sum + d * d, 0) / rows;
        const whole = discount === 1 ? m : (1 - discount ** (2 * m)) / (1 - discount ** 2);
        // Five standard errors of a variance of normal numbers.
        expect(variance / (rescaled ? whole / m : whole)).toBeCloseTo(1, 1);
        expect(Math.abs(variance / (rescaled ? whole / m : whole) - 1)).toBeLessThan(5 * Math.sqrt(2 / rows));
      }
    }
  });
});
