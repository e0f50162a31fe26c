// The study's exact part, and with LONG=1 the study as it is run.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { Random } from "../../core/random.ts";
import { mapBandit } from "../../environments/bandits/map.ts";
import { hiddenGoal } from "../../environments/gridworld/hidden-goal.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { episodeRunner } from "../../play/episode.ts";
import { always, seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { seedsOf } from "../../study/study.ts";
import { MAP } from "./agents.ts";
import { exactEquations, searchValue } from "./exact.ts";
import { pulls, searches } from "./measures.ts";
import { greedyExploration } from "./study.ts";

test("every equation holds", () => {
  const claims = exactEquations();
  expect(unmet({ claims })).toEqual([]);
  expect(claims.flatMap(({ tests }) => tests).length).toBeGreaterThan(30);
});

describe("the registered world pays what the closed forms say", () => {
  const { arms, pulls: horizon } = MAP;
  const played = (parameters: object, by: "map" | "elimination" | "one arm") => {
    const world = mapBandit.make(parameters);
    const oracle = world.spec.oracles?.[by];
    const policy = oracle === undefined ? always([0]) : seated(world.spec, [oracle.play(0)]);
    const runner = episodeRunner(world, [privatePay]);
    const streams = (block: number) => streamsBelow(Random.of(0, "greedy-exploration", block));
    return Array.from({ length: 4000 }, (_, k) => runner.play(policy, streams(k)).totals[0][0]);
  };

  test("map first: every block pays H − 1", () => {
    expect(new Set(played({}, "map"))).toEqual(new Set([horizon - 1]));
  });

  test.each([
    ["elimination", {}, "elimination", searchValue(arms, horizon)],
    ["one arm for ever, as good as any choice without a memory", {}, "one arm", horizon / arms],
    ["nothing recurs, map first", { stays: false }, "map", (horizon - 1) / arms],
    ["nothing recurs, elimination", { stays: false }, "elimination", horizon / arms],
  ] as const)("%s: mean over 4000 blocks, 99.9 %%", (_name, parameters, by, expected) => {
    const { low, high } = estimate(played(parameters, by), 0.999);
    expect(low).toBeLessThanOrEqual(expected);
    expect(high).toBeGreaterThanOrEqual(expected);
  });
});

test("what is measured of a player: the map first, then what it showed", () => {
  const world = mapBandit.make();
  const [mapped, tried] = ["map", "elimination"].map((name) => world.spec.oracles?.[name]?.play(0));
  if (mapped === undefined || tried === undefined) throw new Error("the map bandit has lost its players");
  expect(pulls(world, mapped, 6, 1, 50)).toEqual({ earned: 9, mapFirst: 1, distinct: 2 });
  const searched = pulls(world, tried, 6, 1, 400);
  expect(searched.mapFirst).toBe(0);
  // As many different arms as it takes to find one of six: (1 + … + 6)/6.
  expect(searched.distinct).toBeCloseTo(3.5, 0);
  expect(searched.earned + searched.distinct).toBeCloseTo(11, 9);
});

test("what is measured of searches: lengths, and how much of the first led to new tiles", () => {
  const world = hiddenGoal.make({ limit: 6 });
  // Up to the wall and on against it: two new tiles in six steps, unless the goal is one of them.
  const up = { reset() {}, act: (_seen: Float32Array, action: Float64Array) => void action.fill(0) };
  const { first, later, fresh, found } = searches(world, up, 1, 300);
  expect(first).toBe(later);
  const share = found / 4;
  expect(share).toBeCloseTo(2 / 24, 1);
  expect(fresh).toBeGreaterThan(2 / 6);
  expect(fresh).toBeLessThan(1 / 2);
});

long("all but one control comes out", async () => {
  const result = await greedyExploration.run(studyContext({ seeds: seedsOf(greedyExploration, false) }));
  // Of its three seeds one has learned nothing, so that the interval reaches from 0.1 to 2.7.
  expect(unmet(result)).toEqual(["in training every block is paid what another earned: more than 1.15·H/N"]);
});
