// Sequential ratings against the papers' examples and the results of other implementations.

import { describe, expect, it } from "vitest";
import type { PlacedTeam } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { eloGame, expectedScore } from "./elo.ts";
import { afterPeriod } from "./glicko.ts";
import { anticipated, expectedGain, nextPair } from "./next-pair.ts";
import { newSkills, type Skills } from "./skill.ts";
import { trueSkillGame } from "./trueskill.ts";
import { wengLinGame } from "./weng-lin.ts";

const near = (actual: ArrayLike<number>, wanted: readonly number[], digits: number) => {
  expect(actual).toHaveLength(wanted.length);
  // Some published numbers were truncated instead of rounded.
  for (const [k, value] of wanted.entries())
    expect(Math.abs(actual[k] - value), `entry ${k}`).toBeLessThan(10 ** -digits);
};

describe("Elo", () => {
  it("has the expected scores of rating differences", () => {
    near(
      [50, 100, 200, 400, 800].map((gap) => expectedScore(gap, 0)),
      [0.571463, 0.640065, 0.759747, 0.909091, 0.990099],
      6,
    );
  });

  it("reproduces the worked example in which all games use the old rating", () => {
    const games = [
      [1609, 0],
      [1477, 0.5],
      [1388, 1],
      [1586, 1],
      [1720, 0],
    ] as const;
    const change = games.reduce((sum, [against, score]) => {
      const ratings = Float64Array.of(1613, against);
      eloGame(ratings, 0, 1, score, 32);
      expect(ratings[0] + ratings[1]).toBeCloseTo(1613 + against, 9);
      return sum + ratings[0] - 1613;
    }, 0);
    expect(1613 + change).toBeCloseTo(1601.27, 2);
  });
});

describe("Glicko-2", () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06 };
  const against = (rating: number, deviation: number, score: number) => ({
    against: { rating, deviation, volatility: 0.06 },
    score,
  });

  it("reproduces Glickman's example", () => {
    const after = afterPeriod(player, [against(1400, 30, 1), against(1550, 100, 0), against(1700, 300, 0)], 0.5);
    expect(after.rating).toBeCloseTo(1464.0506705, 6);
    expect(after.deviation).toBeCloseTo(151.5165241, 6);
    expect(after.volatility).toBeCloseTo(0.0599959844, 9);
  });

  it("increases the deviation of a player without games", () => {
    const after = afterPeriod(player, [], 0.5);
    expect([after.rating, after.volatility]).toEqual([1500, 0.06]);
    expect(after.deviation).toBeCloseTo(200.271417, 6);
  });
});

/** Builds a game of teams with these sizes and places; players are numbered consecutively. */
function game(sizes: readonly number[], places: readonly number[]): PlacedTeam[] {
  let player = 0;
  return sizes.map((size, k) => ({ players: Array.from({ length: size }, () => player++), place: places[k] }));
}

describe("TrueSkill", () => {
  const usual = { beta: 25 / 6, tau: 25 / 300, draw: 0.1 };
  function played(sizes: readonly number[], places: readonly number[], terms: object = {}, from?: Skills): Skills {
    const players = sizes.reduce((a, b) => a + b);
    const skills = from ?? newSkills(players, 25, 25 / 3);
    trueSkillGame(skills, game(sizes, places), { ...usual, ...terms });
    return skills;
  }

  it.each<[string, object, number[], number[], number[]]>([
    ["a win", {}, [1, 2], [29.395832, 20.604168], [7.171476, 7.171476]],
    ["a draw", {}, [1, 1], [25, 25], [6.457516, 6.457516]],
    ["a win where draws are frequent", { draw: 0.5 }, [1, 2], [30.267097, 19.732903], [7.076921, 7.076921]],
    ["a win where none is", { tau: 0.7, draw: 0 }, [1, 2], [29.222991, 20.777009], [7.218088, 7.218088]],
  ])("two players: %s", (_, terms, places, means, deviations) => {
    const { mean, deviation } = played([1, 1], places, terms);
    near(mean, means, 6);
    near(deviation, deviations, 6);
  });

  it("updates uncertain players most", () => {
    const from = { mean: Float64Array.of(20, 30), deviation: Float64Array.of(4, 3) };
    const { mean, deviation } = played([1, 1], [1, 2], {}, from);
    near(mean, [23.8218, 27.849512], 5);
    near(deviation, [3.521367, 2.804447], 5);
  });

  const five = [1, 1, 1, 1, 1];
  it.each<[string, number[], number[], number[], number[]]>([
    ["2 v 2", [2, 2], [1, 2], [28.108, 28.108, 21.892, 21.892], [7.774, 7.774, 7.774, 7.774]],
    ["2 v 2, drawn", [2, 2], [1, 1], [25, 25, 25, 25], [7.455, 7.455, 7.455, 7.455]],
    ["1 v 2", [1, 2], [1, 2], [33.73, 16.27, 16.27], [7.317, 7.317, 7.317]],
    ["1 v 2, drawn", [1, 2], [1, 1], [31.66, 18.34, 18.34], [7.138, 7.138, 7.138]],
    ["1 v 3", [1, 3], [1, 2], [36.337, 13.663, 13.663, 13.663], [7.527, 7.527, 7.527, 7.527]],
    ["three", [1, 1, 1], [1, 2, 3], [31.675, 25, 18.325], [6.656, 6.208, 6.656]],
    ["four", [1, 1, 1, 1], [1, 2, 3, 4], [33.207, 27.401, 22.599, 16.793], [6.348, 5.787, 5.787, 6.348]],
    ["five", five, [1, 2, 3, 4, 5], [34.363, 29.058, 25, 20.942, 15.637], [6.136, 5.536, 5.42, 5.536, 6.136]],
  ])("teams and many players: %s", (_, sizes, places, means, deviations) => {
    const { mean, deviation } = played(sizes, places);
    near(mean, means, 3);
    near(deviation, deviations, 3);
  });

  it("rates eight players, listed in any order", () => {
    const { mean, deviation } = played([1, 1, 1, 1, 1, 1, 1, 1], [8, 7, 6, 5, 4, 3, 2, 1]);
    near(mean.toReversed(), [36.771, 32.242, 29.074, 26.322, 23.678, 20.926, 17.758, 13.229], 3);
    near(deviation.toReversed().slice(0, 4), [5.749, 5.133, 4.943, 4.874], 3);
  });

  it("moves two players towards each other by a tie", () => {
    const skills = { mean: Float64Array.of(25, 50), deviation: Float64Array.of(25 / 3, 12.5) };
    trueSkillGame(skills, game([1, 1], [1, 1]), usual);
    near(skills.mean, [31.662, 35.01], 3);
    near(skills.deviation, [7.137, 7.91], 3);
  });

  it("stays finite after an extremely unlikely result", () => {
    const skills = { mean: Float64Array.of(-4000, 4000), deviation: Float64Array.of(1, 1) };
    trueSkillGame(skills, game([1, 1], [1, 2]), usual);
    trueSkillGame(skills, game([1, 1], [1, 1]), usual);
    expect([...skills.mean, ...skills.deviation].every(Number.isFinite)).toBe(true);
  });
});

describe("Weng and Lin", () => {
  const usual = { beta: 25 / 6, tau: 25 / 300, kappa: 1e-4 };
  function played(model: "plackett-luce" | "bradley-terry", places: readonly number[]): Skills {
    const skills = newSkills(places.length, 25, 25 / 3);
    const alone = places.map(() => 1);
    wengLinGame(skills, game(alone, places), { ...usual, model });
    return skills;
  }

  it.each(["plackett-luce", "bradley-terry"] as const)("two players by %s", (model) => {
    const won = played(model, [1, 2]);
    near(won.mean, [27.635389493140497, 22.364610506859503], 12);
    near(won.deviation, [8.06590141354368, 8.06590141354368], 12);
    const tied = played(model, [1, 1]);
    near(tied.mean, [25, 25], 12);
    near(tied.deviation, [8.06590141354368, 8.06590141354368], 12);
  });

  it("rates three players", () => {
    const luce = played("plackett-luce", [1, 2, 3]);
    near(luce.mean, [27.869048680749426, 25.717262170187357, 21.413689149063217], 12);
    near(luce.deviation, [8.205243377397993, 8.058224222802378, 8.058224222802378], 12);
    const pairs = played("bradley-terry", [1, 2, 3]);
    near(pairs.mean, [30.270778986280995, 25, 19.729221013719005], 12);
    near(pairs.deviation, [7.788847304776425, 7.788847304776425, 7.788847304776425], 12);
  });
});

describe("the next pair", () => {
  const terms = { beta: 25 / 6, tau: 25 / 300, draw: 0.1 };
  const skills = (...players: readonly (readonly [mean: number, deviation: number])[]): Skills => ({
    mean: Float64Array.from(players, ([mean]) => mean),
    deviation: Float64Array.from(players, ([, deviation]) => deviation),
  });
  const unknown = [25, 25 / 3] as const;

  it("has the expected gain of BASALT's code", () => {
    const gains = [
      skills(unknown, unknown),
      skills([30, 4], [20, 4]),
      skills([25, 4], [25, 4]),
      skills(unknown, [25, 2]),
    ].map((two) => expectedGain(two, 0, 1, terms));
    near(gains, [36.0287584, 2.8259377, 5.0226208, 29.14717], 6);
  });

  it("omits pairs with certain skills where enough others are left", () => {
    const known = [25, 0.5] as const;
    // Of the 28 pairs of eight players, three contain no new player.
    const players = skills(...Array.from({ length: 5 }, () => unknown), known, known, known);
    const random = Random.of(3, "pairs");
    const drawn = Array.from({ length: 400 }, () => nextPair(players, terms, random));
    expect(drawn.every(([a, b]) => a < b && a < 5)).toBe(true);
    expect(new Set(drawn.map(String)).size).toBe(25);
  });

  it("treats pending comparisons as if they had their expected information", () => {
    const players = skills(unknown, unknown, unknown, [25, 3]);
    const then = anticipated(players, [[0, 1]], terms);
    const before = 2 * (25 / 3) ** 2;
    near([then.deviation[0] ** 2 + then.deviation[1] ** 2], [before - expectedGain(players, 0, 1, terms)], 10);
    expect([...then.mean]).toEqual([...players.mean]);
    expect([...players.deviation]).toEqual([25 / 3, 25 / 3, 25 / 3, 3]);
    // One of the new players is in a pending comparison, so the other new player gains more.
    expect(expectedGain(then, 2, 3, terms)).toBeGreaterThan(expectedGain(then, 0, 3, terms));
  });

  it("is one of the permitted pairs", () => {
    const random = Random.of(4, "pairs");
    const players = skills(unknown, unknown, [25, 0.5], [25, 0.5]);
    const drawn = Array.from({ length: 40 }, () => nextPair(players, terms, random, [[2, 3]]));
    expect(new Set(drawn.map(String))).toEqual(new Set(["2,3"]));
  });
});
