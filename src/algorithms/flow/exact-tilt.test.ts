// The enumerated optimum: its divergence and pay against the closed form, and what it refuses.

import { expect, test } from "vitest";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { glyphs } from "../../environments/images/glyphs.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { exactTilt } from "./exact-tilt.ts";

const agentIn = (world: () => NumericEnvironment, beta: number) => {
  const { spec } = world();
  return exactTilt.make({ beta })({
    spec,
    seat: 0,
    makeEnvironment: world,
    makeReward: () => channel("centrality")(spec),
    memo: (_key, compute) => compute(),
    directory: ".",
  });
};

test("one sprite is drawn at each of nine places by exp(pay/β), at the divergence of that", () => {
  // One colour alone is in nearly all captions.
  const world = () => sprites.make({ present: 0.02 });
  const beta = 1;
  const agent = agentIn(world, beta);
  const runner = episodeRunner(world());
  const policy = seated(world().spec, [agent]);
  const counts = new Map<number, number>();
  let divergence = Number.NaN;
  let episodes = 0;
  for (let k = 0; k < 900; k++) {
    const { state, outcomes } = runner.play(policy, streamsBelow(Random.of(k, "tilt")));
    const caption = state.subarray(0, 24);
    if (caption[0] + caption[8] + caption[16] !== 1) continue;
    episodes += 1;
    divergence = agent.counts?.divergence ?? Number.NaN;
    counts.set(-outcomes[6], (counts.get(-outcomes[6]) ?? 0) + 1);
  }
  // Distances of a quadrant's places from the middle of the canvas are 1, 2, 2, 3, 3, 3, 4, 4 and 5.
  const places = [1, 2, 2, 3, 3, 3, 4, 4, 5];
  const total = places.reduce((sum, place) => sum + Math.exp(-place / beta), 0);
  for (const distance of [1, 2, 3]) {
    const chance = places.filter((one) => one === distance).length * (Math.exp(-distance / beta) / total);
    expect(Math.abs((counts.get(distance) ?? 0) / episodes - chance)).toBeLessThan(0.06);
  }
  const exact = places.reduce((sum, one) => {
    const chance = Math.exp(-one / beta) / total;
    return sum + chance * Math.log(9 * chance);
  }, 0);
  expect(divergence).toBeCloseTo(exact, 9);
});

test("a world that does not declare its right actions, and one with too many of them, are refused", () => {
  expect(() => agentIn(() => glyphs.make({ asks: "picture" }), 1)).toThrow(/does not declare/);
  const noisy = () => sprites.make({ noise: 0.3, present: 1 });
  const runner = episodeRunner(noisy());
  expect(() => runner.play(seated(noisy().spec, [agentIn(noisy, 1)]), streamsBelow(Random.of(1, "noisy")))).toThrow(
    /enumerates 50000 actions at most, and a demonstrator of this world draws 1259712/,
  );
});
