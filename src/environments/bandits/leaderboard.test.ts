// A maker's two kinds of model are the same to mean scores and not to a contest; elimination, failed tests and luck are measured.

import { describe, expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { Random } from "../../core/random.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { always } from "../../play/policy.ts";
import { leaderboard } from "./leaderboard.ts";

const SMALL = { horizon: 6, models: 7, tests: 4, runs: 100 };

test.each([
  {},
  { eliminate: [1, 0], order: "weak-first", bye: 1 },
  { failed: 0.5, scales: true, pairing: "floating", spread: 0, noise: 0 },
  { failed: 1, rule: "share beaten", specialists: 0 },
])("bandits/leaderboard with %j satisfies every law", (parameters) => {
  const make = () => leaderboard.make({ ...SMALL, horizon: 3, ...parameters });
  expect(environmentLaws(make).filter(({ pass }) => !pass)).toEqual([]);
});

/** Channels of an episode by name, means over its rounds. */
function played(parameters: object, kind: 0 | 1): Record<string, number> {
  const world = leaderboard.make({ ...SMALL, ...parameters });
  const { sums } = playEpisode(world, always([kind]), Random.of(3, "environment"));
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / world.spec.horizon]));
}

describe("the maker's model", () => {
  test("has the same place by mean scores as either kind, in any order of tests", () => {
    const places = [0, 1].flatMap((kind) =>
      ["weak-first", "weak-last", "drawn"].map(
        (order) => played({ rule: "mean score", order, eliminate: [1] }, kind === 0 ? 0 : 1).place,
      ),
    );
    expect(new Set(places.map((place) => place.toFixed(9))).size).toBe(1);
  });

  test("leaves early and loses points to elimination where its weak tests come first", () => {
    const early = { order: "weak-first", eliminate: [1], horizon: 30 };
    const [generalist, specialist] = [played(early, 0), played(early, 1)];
    expect(specialist.lost).toBeGreaterThan(generalist.lost);
    expect(specialist.stayed).toBeLessThan(generalist.stayed);
    expect(specialist.specialised).toBe(1);
    const all = played({ ...early, eliminate: [0] }, 1);
    expect(all.lost).toBe(0);
    expect(all.stayed).toBe(SMALL.tests);
  });

  test("is last by mean scores where it fails all tests, and falls no place where it fails none", () => {
    const strong = { rule: "mean score", skill: 4, spread: 0.5, specialists: 0 };
    expect(played({ ...strong, failed: 1 }, 0)).toMatchObject({ place: 7, fallen: 6, payoff: 0 });
    expect(played(strong, 0)).toMatchObject({ place: 1, fallen: 0, payoff: 1 });
  });

  test("has luck by a single contest, little by many, and none by mean scores", () => {
    const [single, many] = [1, 400].map((runs) => played({ runs, horizon: 30 }, 0).luck);
    expect(many).toBeLessThan(single / 2);
    expect(played({ rule: "mean score" }, 0).luck).toBe(0);
  });
});
