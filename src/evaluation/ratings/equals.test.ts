// Symmetries of ratings: equal results give equal ratings. No rating depends on the order of a game's entries or on players' names, and
// only sequential ratings depend on the order of games. Parameters at the bounds of their ranges give finite ratings or report which
// players are separated.

import { fc, test as property } from "@fast-check/vitest";
import { beforeAll, describe, expect, it, test } from "vitest";
import { z } from "zod";
import { countsOf } from "../../../test/fixtures/pair-matrices.ts";
import { type Games, GamesWriter } from "../../core/games.ts";
import { Random } from "../../core/random.ts";
import { ready } from "../../core/registry.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { bradleyTerry } from "./bradley-terry.ts";
import { ratings } from "./index.ts";
import { connectedGroups, isConnected, pairCounts } from "./pair-counts.ts";
import { ordersOf, plackettLuce } from "./plackett-luce.ts";
import type { Rated, Rating } from "./rating.ts";
import { boundsOf, resampled } from "./resampled.ts";

beforeAll(async () => {
  await linearPrograms();
});

const rated = (rating: Rating, games: Games): Rated =>
  rating.reads === "pairs" ? rating.rate(pairCounts(games)) : rating.rate(games);

const PLAYERS = 5;

/** A game: which players are in it, and the place of each. */
type ListedGame = readonly (readonly [player: number, place: number])[];

function gamesOf(matches: readonly ListedGame[]): Games {
  const writer = new GamesWriter(Array.from({ length: PLAYERS }, (_, k) => `p${k}`));
  for (const game of matches) writer.add(game.map(([player, place]) => ({ players: [player], place })));
  return writer.end();
}

/** Generates games with `fewest` to `most` players and many ties. */
const game = (fewest: number, most: number) =>
  fc
    .tuple(
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: fewest, maxLength: most }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: PLAYERS, maxLength: PLAYERS }),
    )
    .map(([players, places]): ListedGame => players.map((player, k) => [player, places[k]]));

const near = (actual: ArrayLike<number>, wanted: ArrayLike<number>, digits: number) => {
  for (let k = 0; k < wanted.length; k++)
    expect(Math.abs(actual[k] - wanted[k]), `player ${k}`).toBeLessThan(
      10 ** -digits * Math.max(1, Math.abs(wanted[k])),
    );
};

describe.each(ratings.ids())("%s", (id) => {
  const isMany = !["bradley-terry", "elo", "glicko-2", "alpha-rank", "nash-averaging"].includes(id);
  const most = isMany ? PLAYERS : 2;
  const least = id === "swiss-dynamics" ? 3 : 2;
  const list = fc.array(game(least, most), { minLength: 1, maxLength: 8 });

  property.prop([list, fc.integer(), fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: PLAYERS })], { numRuns: 40 })(
    "rates by results alone",
    async (matches, seed, names) => {
      const rating = (await ratings.get(id)).make();
      const strengths = rated(rating, gamesOf(matches)).ratings;
      const random = Random.of(seed);
      const shuffled = <T>(items: readonly T[]) =>
        items
          .map((item) => ({ item, at: random.uniform() }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const followsOrder = rating.reads === "games" && rating.followsOrder;
      const turned = matches.map((one) => shuffled(one));
      const again = gamesOf(followsOrder ? turned : shuffled(turned));
      near(rated(rating, again).ratings, strengths, 7);
      // Swiss contests that are sampled draw pairings by players' numbers, so renaming changes them.
      const renamed = gamesOf(matches.map((one) => one.map(([player, place]) => [names[player], place] as const)));
      const byName = rated(rating, renamed).ratings;
      near(
        Float64Array.from(names, (name) => byName[name]),
        strengths,
        7,
      );
    },
  );

  it("rates players equally who tied in one place", async () => {
    const rating = (await ratings.get(id)).make();
    if (most === 2) {
      const { ratings: strengths } = rated(
        rating,
        gamesOf([
          [
            [0, 1],
            [1, 2],
          ],
          [
            [0, 1],
            [2, 2],
          ],
          [
            [1, 1],
            [2, 1],
          ],
        ]),
      );
      if (rating.reads === "pairs") near([strengths[1]], [strengths[2]], 9);
      return;
    }
    const { ratings: strengths } = rated(
      rating,
      gamesOf([
        [
          [0, 1],
          [1, 2],
          [2, 2],
          [3, 2],
          [4, 5],
        ],
      ]),
    );
    near([strengths[1], strengths[3]], [strengths[2], strengths[2]], 9);
    expect(strengths[0]).toBeGreaterThan(strengths[1]);
    expect(strengths[3]).toBeGreaterThan(strengths[4]);
  });
});

const plain = (id: string) => id !== "swiss-dynamics";

describe("parameters at the bounds of their ranges", async () => {
  const cases: (readonly [id: string, parameters: Record<string, unknown>])[] = [];
  for (const id of ratings.ids()) {
    const entry = await ratings.get(id);
    const { properties = {} } = z.toJSONSchema(entry.parameters, { io: "input" }) as {
      properties?: Record<string, { type?: string; minimum?: number; maximum?: number; exclusiveMinimum?: number }>;
    };
    for (const [name, { type, minimum, maximum, exclusiveMinimum }] of Object.entries(properties)) {
      // A thousand runs of a contest test the same as a million.
      const highest = name === "runs" ? 1000 : maximum;
      const lowest = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1e-3);
      if (type !== "number" && type !== "integer") continue;
      for (const value of [lowest, highest]) if (value !== undefined) cases.push([id, { [name]: value }]);
    }
  }
  const places: readonly (readonly [string, readonly ListedGame[]])[] = [
    [
      "a player who won all",
      [
        [
          [0, 1],
          [1, 2],
        ],
        [
          [1, 1],
          [2, 2],
        ],
        [
          [0, 1],
          [2, 2],
        ],
      ],
    ],
    [
      "ties alone",
      [
        [
          [0, 1],
          [1, 1],
        ],
        [
          [1, 1],
          [2, 1],
        ],
      ],
    ],
    [
      "one game",
      [
        [
          [0, 1],
          [1, 2],
        ],
      ],
    ],
    [
      "a ring",
      [
        [
          [0, 1],
          [1, 2],
        ],
        [
          [1, 1],
          [2, 2],
        ],
        [
          [2, 1],
          [0, 2],
        ],
      ],
    ],
    [
      "games of many",
      [
        [
          [0, 1],
          [1, 2],
          [2, 2],
        ],
        [
          [2, 1],
          [3, 1],
          [4, 2],
        ],
      ],
    ],
  ];

  test("are numerous", () => expect(cases.length).toBeGreaterThan(20));

  describe.each(cases)("%s %j", (id, parameters) => {
    it.each(places)("%s", async (_, matches) => {
      const entry = await ratings.get(id);
      const rating = entry.make(await ready(entry, parameters, { directory: process.cwd(), cache: "" }));
      if (rating.reads === "games" && matches.some((one) => one.length > rating.most.teams)) return;
      if (rating.reads === "games" && matches.every((one) => one.length < (rating.fewest ?? 0))) return;
      const games = gamesOf(matches);
      const { ratings: strengths, deviations = [], separated, facts = {} } = rated(rating, games);
      if (separated === undefined) {
        expect([...strengths, ...deviations, ...Object.values(facts)].every(Number.isFinite)).toBe(true);
        const { ratings: rows, count } = resampled(rating, games, { ratings: strengths }, Random.of(1), 5);
        expect([count, rows.some((value) => value === Number.POSITIVE_INFINITY)]).toEqual([5, false]);
      } else expect(separated.groups.length).toBeGreaterThan(1);
    });
  });
});

describe("fits without finite strengths", () => {
  const separation = async (id: string, parameters: object, matches: readonly ListedGame[]) => {
    const entry = await ratings.get(id);
    const { separated } = rated(
      entry.make(await ready(entry, parameters, { directory: ".", cache: "" })),
      gamesOf(matches),
    );
    return separated?.groups.filter((group) => group.some((player) => matches.flat().some(([one]) => one === player)));
  };
  const CHAIN: readonly ListedGame[] = [
    [
      [0, 1],
      [1, 2],
    ],
    [
      [0, 1],
      [1, 2],
    ],
    [
      [1, 1],
      [2, 2],
    ],
  ];

  it.each([
    ["bradley-terry", { ridge: 0 }],
    ["bradley-terry", { ridge: 0, ties: "rao-kupper" }],
    ["plackett-luce", { prior: 0 }],
  ] as const)("%s %j names those who are separated", async (id, parameters) => {
    expect(await separation(id, parameters, CHAIN)).toEqual([[0], [1], [2]]);
  });

  it("include those in which the tie parameter diverges", async () => {
    // Player 1 beats player 3, both tie with player 2 only, and two more players connect the rest in a cycle.
    const matches: readonly ListedGame[] = [
      [
        [0, 1],
        [2, 2],
      ],
      [
        [0, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [2, 1],
      ],
      [
        [3, 1],
        [4, 1],
      ],
      [
        [4, 1],
        [0, 1],
      ],
    ];
    expect(isConnected(pairCounts(gamesOf(matches)))).toBe(true);
    expect(await separation("bradley-terry", { ridge: 0 }, matches)).toBeDefined();
    expect(await separation("bradley-terry", { ridge: 0, ties: "half" }, matches)).toBeUndefined();
  });

  it("are detected by the connected groups", () => {
    const counts = fc
      .array(fc.integer({ min: 0, max: 2 }), { minLength: 16, maxLength: 16 })
      .map((numbers) => countsOf([0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 0 : numbers[4 * i + j])))));
    fc.assert(fc.property(counts, (own) => isConnected(own) === (connectedGroups(own).length === 1)));
  });
});

describe("ties of Plackett and Luce's orders", () => {
  it("of two count as half a game won each", () => {
    const matches: readonly ListedGame[] = [
      [
        [0, 1],
        [1, 2],
      ],
      [
        [1, 1],
        [0, 1],
      ],
      [
        [2, 1],
        [1, 2],
      ],
      [
        [2, 1],
        [0, 1],
      ],
      [
        [1, 1],
        [2, 2],
      ],
      [
        [3, 1],
        [4, 1],
      ],
      [
        [3, 1],
        [0, 1],
      ],
    ];
    const games = gamesOf(matches);
    near(
      plackettLuce(ordersOf(games), 0) ?? [],
      bradleyTerry(pairCounts(games), { ties: "half", ridge: 0 }).strengths,
      9,
    );
  });

  it("approximate the average over all orders of the tied players", () => {
    const tied: readonly ListedGame[] = [
      [
        [0, 1],
        [1, 2],
        [2, 2],
        [3, 2],
        [4, 3],
      ],
      [
        [4, 1],
        [3, 2],
        [2, 3],
        [1, 4],
        [0, 5],
      ],
    ];
    const orders = [
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
      [2, 3, 1],
      [3, 1, 2],
      [3, 2, 1],
    ].map((own): ListedGame => [0, ...own, 4].map((player, k) => [player, k + 1]));
    const whole = gamesOf([...orders, tied[1]]);
    const weights = Float64Array.of(...orders.map(() => 1 / 6), 1);
    near(plackettLuce(ordersOf(gamesOf(tied)), 0) ?? [], plackettLuce(ordersOf(whole), 0, weights) ?? [], 1);
  });
});

test("intervals with units of several games do not depend on the order of rows", async () => {
  const pairs = [
    [0, 1, 1],
    [1, 2, 1],
    [2, 0],
    [3, 1],
    [1, 0, 0],
    [4, 2, 0],
    [0, 3],
    [3, 4],
    [2, 3],
  ];
  for (const id of ["bradley-terry", "plackett-luce"]) {
    const rating = (await ratings.get(id)).make();
    const bounds = [pairs, pairs.toReversed()].map((rows) => {
      const writer = new GamesWriter(Array.from({ length: PLAYERS }, (_, k) => `p${k}`));
      let alone = 2;
      for (const [won, lost, unit] of rows) writer.addPair(won, lost, 1, unit ?? alone++);
      const games = writer.end();
      return boundsOf(resampled(rating, games, rated(rating, games), Random.of(1), 40), PLAYERS);
    });
    near(bounds[1].low, bounds[0].low, 6);
    near(bounds[1].high, bounds[0].high, 6);
  }
});

test("intervals do not depend on the order of rows", async () => {
  const matches: readonly ListedGame[] = [
    [
      [0, 1],
      [1, 2],
      [2, 2],
    ],
    [
      [2, 1],
      [3, 1],
      [4, 2],
    ],
    [
      [4, 1],
      [0, 2],
    ],
    [
      [1, 1],
      [3, 2],
    ],
  ];
  for (const id of ratings.ids().filter(plain)) {
    const rating = (await ratings.get(id)).make();
    if (rating.reads === "games" && (rating.followsOrder || rating.most.teams === 2)) continue;
    const bounds = [matches, matches.toReversed().map((one) => one.toReversed())].map((rows) => {
      const games = gamesOf(rows);
      return boundsOf(resampled(rating, games, rated(rating, games), Random.of(1), 40), PLAYERS);
    });
    near(bounds[1].low, bounds[0].low, 6);
    near(bounds[1].high, bounds[0].high, 6);
  }
});
