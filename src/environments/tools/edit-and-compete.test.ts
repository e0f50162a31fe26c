// Programs keep what their rule of editing makes of them, shares are those of the arena, and every law holds.

import { expect, test } from "vitest";
import { byChannel, playEpisode } from "../../../test/fixtures/played-world.ts";
import { Random } from "../../core/random.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { met } from "../../evaluation/tournaments/clash.ts";
import { always } from "../../play/policy.ts";
import { coreWar } from "../arenas/core-war/arena.ts";
import { CORES, Core } from "../arenas/core-war/core.ts";
import { assembled } from "../arenas/core-war/redcode.ts";
import { shareOf } from "../arenas/core-war/warrior-games.ts";
import { PROGRAMS } from "../arenas/core-war/warriors.ts";
import { editAndCompete } from "./edit-and-compete.ts";

const SMALL = { horizon: 3, games: 10, trials: 4, trialGames: 4 };

test.each([{}, { rival: "change at random", samples: [], changes: 1 }, { program: "spray", trials: 0 }])(
  "tools/edit-and-compete with %j satisfies every law",
  (parameters) => {
    const make = () => editAndCompete.make({ ...SMALL, ...parameters });
    expect(environmentLaws(make).filter(({ pass }) => !pass)).toEqual([]);
  },
);

/** The outcomes of each round by name, of an owner that works in one way. */
function played(parameters: object, way: number, seed = 3) {
  const world = editAndCompete.make({ ...SMALL, ...parameters });
  const rounds: Record<string, number>[] = [];
  playEpisode(world, always([way]), Random.of(seed, "environment"), {
    each: (_, { outcomes }) => rounds.push(byChannel(world, outcomes)),
  });
  return { rounds, program: world.texts?.program() };
}

test("a program that is never changed has half of the points against itself, in every round", () => {
  for (const round of played({}, 0).rounds) expect(round).toMatchObject({ payoff: 0.5, won: 0.5, late: 0.5, edits: 0 });
});

test("shares are those of the arena, game by game, with games that are equal", async () => {
  const core = new Core(CORES.small);
  const arena = coreWar.make({ core: "small" });
  for (const [one, other] of [
    ["dwarf", "spray"],
    ["paper", "scan"],
  ] as const) {
    const [first, second] = [one, other].map((name) =>
      assembled(PROGRAMS[name as keyof typeof PROGRAMS], name, CORES.small),
    );
    const { share } = await met(arena, [PROGRAMS[one], PROGRAMS[other]], 300, Random.of(5));
    expect(shareOf(core, first, second, 300, Random.of(5))).toBe(share);
  }
});

test("changes at random change the program in every round; without trials the other rules change nothing", () => {
  expect(played({}, 1).rounds.map(({ edits }) => edits)).toEqual([1, 1, 1]);
  for (const way of [2, 3]) expect(played({ trials: 0 }, way).program).toBe(played({}, 0).program);
});

test("tests against a program find what does better against it, and the last third counts as late", () => {
  const met = {
    program: "scan",
    opponent: "spray",
    samples: ["spray"],
    horizon: 8,
    games: 40,
    trials: 30,
    trialGames: 20,
  };
  const { rounds } = played(met, 3, 0);
  const [sixth, seventh, last] = rounds.slice(5);
  expect(last.others).toBeGreaterThan(played(met, 0, 0).rounds[7].others + 0.1);
  expect(last.late).toBeCloseTo((sixth.payoff + seventh.payoff + last.payoff) / 3, 12);
});
