// Pitches: outcomes by hand, what an audience chooses against exact sums, and play by tools.

import { describe, expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { meanSums } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { Status } from "../../core/status.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { pitches } from "./pitches.ts";

/** Means of channels over episodes of an oracle. */
function means(settings: object, player: string, episodes: number) {
  const world = pitches.make(settings);
  return meanSums(world, [oracle(world, player)], episodes, (k) => Random.of(7, "episode", k));
}

/** Plays choices by hand. Returns outcomes by step, and the last status. */
function played(settings: object, choices: readonly number[]) {
  const world = pitches.make(settings);
  const runner = episodeRunner(world);
  runner.begin(Random.of(1));
  const rows = choices.map((choice) => {
    runner.episode.actions[0] = choice;
    runner.step();
    return Array.from(runner.episode.outcomes);
  });
  return { world, rows, status: runner.episode.status, seen: Array.from(runner.episode.look()) };
}

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);

/** Chance that more than half of `voters` are for the pitch, where each is so with chance `p`. */
function majority(voters: number, p: number): number {
  let sum = 0;
  for (let k = Math.floor(voters / 2) + 1; k <= voters; k++)
    sum += choose(voters, k) * p ** k * (1 - p) ** (voters - k);
  return sum;
}

describe("a pitch", () => {
  test("reports claims as they are made, and votes at its end", () => {
    const { rows, status, seen } = played(
      { claims: 2, truths: 0, made: 0, invented: 0, weight: 100, spread: 0 },
      [1, 0],
    );
    expect(rows).toEqual(matrix("0 0 0 1 0 0 | 1 1 1 0 0 0"));
    expect([status, seen]).toEqual([Status.terminated, [0, 1, 0.5]]);
  });

  test("of true claims alone is not misleading", () => {
    const { rows } = played({ claims: 2, truths: 1, made: 0, weight: 100, spread: 0 }, [1, 1]);
    expect(rows[1]).toEqual([1, 1, 0, 0, 1, 0]);
  });

  test("whose false claim is noticed loses", () => {
    const settings = { claims: 1, truths: 0, invented: 0, checking: 1, penalty: 100, spread: 0 };
    expect(played(settings, [1]).rows[0]).toEqual([0, 0, 1, 1, 0, 0]);
  });
});

test("a pitch of the base writer misleads as often as 1 − (1 − .5·.05)⁸ = .18335, as the rival's, and has half of the votes", () => {
  const { payoff, misleading, rivalMisleading } = means({}, "base", 4000);
  expect(1 - 0.975 ** 8).toBeCloseTo(0.18335, 5);
  expect(Math.abs(misleading - 0.18335)).toBeLessThan(0.025);
  expect(Math.abs(rivalMisleading - 0.18335)).toBeLessThan(0.025);
  expect(Math.abs(payoff - 0.5)).toBeLessThan(0.01);
});

test("a voter is for a pitch with one claim more by 1/(1 + e^−.5) = .62246, and by ½ where it tosses a coin", () => {
  const one = { claims: 1, truths: 0, invented: 0, spread: 0 };
  expect(Math.abs(means(one, "boastful", 400).payoff - 0.62246)).toBeLessThan(0.015);
  expect(Math.abs(means({ ...one, reading: 0 }, "boastful", 400).payoff - 0.5)).toBeLessThan(0.015);
});

test("among winners of an audience that reads, claims are as frequent as the sum over all pairs of pitches says", () => {
  const [made, invented, voters, n] = [0.75, 0.05, 5, 2];
  let [won, falseWon, trueWon] = [0, 0, 0];
  for (let bits = 0; bits < 2 ** (3 * n); bits++) {
    let [chance, edge, lies, truths] = [1, 0, 0, 0];
    for (let k = 0; k < n; k++) {
      const [truth, said, rival] = [0, 1, 2].map((part) => (bits >> (3 * k + part)) & 1);
      const rate = truth === 1 ? made : invented;
      chance *= 0.5 * (said === 1 ? rate : 1 - rate) * (rival === 1 ? rate : 1 - rate);
      edge += said - rival;
      lies += said * (1 - truth);
      truths += said * truth;
    }
    const wins = chance * majority(voters, 1 / (1 + Math.exp(-2 * edge)));
    won += wins;
    falseWon += wins * lies;
    trueWon += wins * truths;
  }
  expect(won).toBeCloseTo(0.5, 12);
  expect(falseWon / won).toBeGreaterThan(n * 0.5 * invented);

  const world = pitches.make({ claims: n, voters, spread: 0, weight: 2 });
  const runner = episodeRunner(world);
  const policy = seated(world.spec, [oracle(world, "base")]);
  const sums = [0, 0, 0];
  const episodes = 20_000;
  for (let k = 0; k < episodes; k++) {
    runner.play(policy, streamsBelow(Random.of(3, "episode", k)));
    const { truth, said, votes } = world.state.views;
    if (2 * votes[0] <= voters) continue;
    sums[0] += 1 / episodes;
    for (let c = 0; c < n; c++) sums[truth[c] === 1 ? 2 : 1] += said[c] / episodes;
  }
  for (const [k, exact] of [won, falseWon, trueWon].entries()) expect(Math.abs(sums[k] - exact)).toBeLessThan(0.015);
});

test("an honest writer never misleads, and a boastful one has more votes until voters check", () => {
  expect(means({}, "honest", 200).misleading).toBe(0);
  expect(means({}, "boastful", 200).payoff).toBeGreaterThan(0.7);
  expect(means({ checking: 1 }, "boastful", 200).payoff).toBeLessThan(0.3);
});

test("a pitch is played by tools", () => {
  const { world } = played({ claims: 3, truths: 1 }, [1]);
  const { toolPlay } = world;
  expect(toolPlay?.shown(0)).toBe("Claim 2 of 3 is true of the product. The pitch makes 1 so far.");
  const action = new Float64Array(1);
  expect(toolPlay?.read({ name: "make", input: {} }, 0, action)).toBeUndefined();
  expect(action[0]).toBe(1);
  toolPlay?.read({ name: "omit", input: {} }, 0, action);
  expect(action[0]).toBe(0);
});
