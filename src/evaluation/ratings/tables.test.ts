// Ratings of meta-games, and NashConv of mixtures, against published vectors and the results of another implementation.

import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { countsOf } from "../../../test/fixtures/pair-matrices.ts";
import { GamesWriter } from "../../core/games.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";
import { alphaRank } from "./alpha-rank.ts";
import { mostExploiting, nashAverage } from "./nash-averaging.ts";
import { winRates } from "./pair-ratings.ts";
import { ordersOf, plackettLuce } from "./plackett-luce.ts";

/** A two-player matrix game: payoffs of the row player and of the column player, [rows × columns]. */
interface MatrixGame {
  readonly rows: Float64Array;
  readonly columns: Float64Array;
}

/** Payoffs of two mixed strategies. */
function earned({ rows, columns }: MatrixGame, p: ArrayLike<number>, q: ArrayLike<number>): [number, number] {
  const sums: [number, number] = [0, 0];
  for (let i = 0; i < p.length; i++) {
    for (let j = 0; j < q.length; j++) {
      const chance = p[i] * q[j];
      sums[0] += chance * rows[i * q.length + j];
      sums[1] += chance * columns[i * q.length + j];
    }
  }
  return sums;
}

/** NashConv: the sum of both players' gains by best responses to the other's mixture. */
function nashConv(game: MatrixGame, p: ArrayLike<number>, q: ArrayLike<number>): number {
  const [row, column] = earned(game, p, q);
  const pure = (length: number, k: number) => Float64Array.from({ length }, (_, i) => (i === k ? 1 : 0));
  const bestRow = Math.max(...Array.from(p, (_, i) => earned(game, pure(p.length, i), q)[0]));
  const bestColumn = Math.max(...Array.from(q, (_, j) => earned(game, p, pure(q.length, j))[1]));
  return bestRow - row + bestColumn - column;
}

/** A zero-sum game. */
const zeroSum = (rows: Float64Array): MatrixGame => ({ rows, columns: rows.map((x) => -x) });

const near = (actual: ArrayLike<number>, wanted: readonly number[], digits = 6) => {
  expect(actual).toHaveLength(wanted.length);
  for (const [k, value] of wanted.entries())
    expect(Math.abs(actual[k] - value), `entry ${k}`).toBeLessThan(10 ** -digits);
};
const table = (rows: readonly (readonly number[])[]) => Float64Array.from(rows.flat());

/** Win probabilities of four players, three of which form a cycle. */
const RATES = matrix("0.5 0.7 0.2 0.9 | 0.3 0.5 0.8 0.9 | 0.8 0.2 0.5 0.9 | 0.1 0.1 0.1 0.5");

describe("alpha-Rank", () => {
  it("reproduces OpenSpiel's result on its five-player game", () => {
    const [r, t, p, s, d, e] = [1, 2, 0, -1, 4, 0.25];
    const payoffs = table([
      [r - e / 2, r - e, 0, s + d - e, r - e],
      [r, r, s, s, s],
      [0, t, p, p, p],
      [t - d, t, p, p, p],
      [r, t, p, p, p],
    ]);
    near(
      alphaRank(payoffs, { alpha: 0.1, population: 20 }),
      [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039],
    );
  });

  it.each([
    [0.01, [0.356595, 0.357725, 0.28568]],
    [0.1, [0.284427, 0.582887, 0.132686]],
    [1, [0.174717, 0.716111, 0.109172]],
    [10, [0.281846, 0.438012, 0.280142]],
  ])("is known for a biased cycle at α %d", (alpha, wanted) => {
    near(alphaRank(table(matrix("0 -0.5 1 | 0.5 0 -0.1 | -1 0.1 0")), { alpha, population: 50 }), wanted);
  });

  it.each([
    [1, [0.291675, 0.41665, 0.291675, 0]],
    [10, [0.32305, 0.353901, 0.32305, 0]],
  ])("is known for rates at α %d", (alpha, wanted) => near(alphaRank(table(RATES), { alpha, population: 50 }), wanted));

  it("gives thirds to a cycle, everything to the best of a chain, and stays finite", () => {
    const cycle = table(matrix("0 -1 1 | 1 0 -1 | -1 1 0"));
    for (const alpha of [0, 0.1, 10, 1e4]) near(alphaRank(cycle, { alpha, population: 50 }), [1 / 3, 1 / 3, 1 / 3]);
    const chain = table(matrix("0 1 2 | -1 0 1 | -2 -1 0"));
    near(alphaRank(chain, { alpha: 1e4, population: 100 }), [1, 0, 0]);
    expect([...alphaRank(Float64Array.of(0), { alpha: 1, population: 10 })]).toEqual([1]);
  });
});

describe("Nash averaging", () => {
  let programs: LinearPrograms;
  beforeAll(async () => {
    programs = await linearPrograms();
  });
  const average = (rows: readonly (readonly number[])[]) => nashAverage(table(rows), programs);

  it("gives a cycle's players equal ratings, and copies of a player no additional weight", () => {
    const cycle = average(matrix("0 4.6 -4.6 | -4.6 0 4.6 | 4.6 -4.6 0"));
    near(cycle.weights, [1 / 3, 1 / 3, 1 / 3]);
    near(cycle.ratings, [0, 0, 0]);
    const copied = average(matrix("0 4.6 -4.6 -4.6 | -4.6 0 4.6 4.6 | 4.6 -4.6 0 0 | 4.6 -4.6 0 0"));
    near(copied.weights, [1 / 3, 1 / 3, 1 / 6, 1 / 6]);
    near(copied.ratings, [0, 0, 0, 0]);
  });

  it.each([
    [matrix("0 4.6 4.6 | -4.6 0 4.6 | -4.6 -4.6 0"), [1, 0, 0], [0, -4.6, -4.6]],
    [matrix("0 -1 -1 | 1 0 -1 | 1 1 0"), [0, 0, 1], [-1, -1, 0]],
    [matrix("0 234 34 -270 | -234 0 -38 -464 | -34 38 0 -270 | 270 464 270 0"), [0, 0, 0, 1], [-270, -464, -270, 0]],
  ])("finds the one best player", (rows, weights, ratings) => {
    const solution = average(rows);
    near(solution.weights, weights);
    near(solution.ratings, ratings);
  });

  it("finds the maximum-entropy equilibrium of win rates", () => {
    const solution = average(RATES.map((row) => row.map((p) => Math.log(p / (1 - p)))));
    near(solution.weights, [0.382966, 0.382966, 0.234068, 0]);
    near(solution.ratings, [0, 0, 0, -2.197225]);
  });

  it("returns the best response to each player: NashConv against the mixture", () => {
    const logits = table(RATES.map((row) => row.map((p) => Math.log(p / (1 - p)))));
    const { exploited, by } = mostExploiting(logits);
    expect([...by]).toEqual([2, 0, 1, 0]);
    const { weights } = nashAverage(logits, programs);
    for (let k = 0; k < 4; k++) {
      const pure = Float64Array.from({ length: 4 }, (_, j) => (j === k ? 1 : 0));
      expect(exploited[k]).toBeCloseTo(nashConv(zeroSum(logits), pure, weights), 9);
    }
    expect([...mostExploiting(Float64Array.of(0)).exploited]).toEqual([0]);
  });

  it("finds an equilibrium of every game", () => {
    const games = fc.integer({ min: 1, max: 7 }).chain((n) =>
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: n * n, maxLength: n * n }).map((numbers) =>
        Float64Array.from({ length: n * n }, (_, k) => {
          const [i, j] = [Math.floor(k / n), k % n];
          return i === j ? 0 : i < j ? numbers[i * n + j] : -numbers[j * n + i];
        }),
      ),
    );
    fc.assert(
      fc.property(games, (gains) => {
        const { weights, ratings } = nashAverage(gains, programs);
        expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 9);
        for (const rating of ratings) expect(rating).toBeLessThan(1e-5);
        expect(nashConv(zeroSum(gains), weights, weights)).toBeLessThan(2e-5);
      }),
    );
  });
});

describe("Plackett-Luce", () => {
  it("equals Bradley-Terry for two-player games", () => {
    const wins = matrix("0 2 0 1 | 3 0 5 0 | 0 3 0 1 | 4 0 3 0");
    const writer = new GamesWriter(["a", "b", "c", "d"]);
    for (const [i, row] of wins.entries()) {
      for (const [j, won] of row.entries()) for (let k = 0; k < won; k++) writer.addPair(i, j, 1);
    }
    const strengths = plackettLuce(ordersOf(writer.end()), 0) ?? new Float64Array(0);
    near(strengths.map(Math.exp), [0.639835, 1.043314, 0.65981, 2.270377]);
    expect(winRates(countsOf(wins), 0)[1]).toBe(2 / 5);
  });

  it("recovers the strengths behind rankings, and counts weighted games repeatedly", () => {
    // All orders of three players, 60 games, with the frequencies that strengths 3 : 2 : 1 imply.
    const odds = [3, 2, 1];
    const writer = new GamesWriter(["a", "b", "c"]);
    const weights: number[] = [];
    for (const [i, j, k] of matrix("0 1 2 | 0 2 1 | 1 0 2 | 1 2 0 | 2 0 1 | 2 1 0")) {
      weights.push(((60 * odds[i]) / 6) * (odds[j] / (odds[j] + odds[k])));
      writer.add([i, j, k].map((player, place) => ({ players: [player], place: place + 1 })));
    }
    const strengths = plackettLuce(ordersOf(writer.end()), 0, weights) ?? new Float64Array(0);
    near([strengths[0] - strengths[2], strengths[1] - strengths[2]], [Math.log(3), Math.log(2)]);
  });
});
