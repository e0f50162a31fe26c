// The distance from a demonstrator's mixture, of players whose moments are known.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { points } from "../../environments/pictures/points.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { distanceFromMixture, mixtureMoments } from "./distance-from-mixture.ts";

const world = () => points.make({ captions: 2, ratio: 1 });
const distance = (agent: Agent) =>
  distanceFromMixture
    .make({ episodes: 1500 })(world())
    .measure({
      agents: [agent],
      playerAt: noPlayerAt,
      makeEnvironment: world,
      reward: channel("side"),
      random: Random.of(3),
    });

test("a painter lies at no distance but that of chance, one that stays in the middle at the variance of the rings", async () => {
  const painter = world().spec.oracles?.painter?.play(0);
  if (painter === undefined) throw new Error("no painter");
  expect(await distance(painter)).toBeLessThan(0.01);
  const still: Agent = { reset() {}, act: (_, action) => void action.fill(0) };
  // Radii of .8 and 1.6 with equal shares: r² and two axes' .12².
  const exact = [0.8, 1.6].map((radius) => radius ** 2 + 2 * 0.12 ** 2);
  const measured = (await distance(still)) ?? Number.NaN;
  expect(Math.abs(measured - (exact[0] + exact[1]) / 2)).toBeLessThan(0.1);
});

test("moments of even rings are those of a circle", () => {
  const { mixture } = world().spec;
  if (mixture === undefined) throw new Error("no mixture");
  const { mean, covariance } = mixtureMoments(mixture, Float32Array.of(1, 0));
  for (let k = 0; k < 2; k++) {
    expect(mean[k]).toBeCloseTo(0, 9);
    expect(covariance[2 * k + k]).toBeCloseTo(0.32 + 0.12 ** 2, 9);
  }
  expect(covariance[1]).toBeCloseTo(0, 9);
});

test("actions of many numbers are refused", () => {
  expect(() => distanceFromMixture.make({ episodes: 2 })(sprites.make({}))).toThrow(/at most 64 numbers/);
});
