// The variety of right pictures, of painters whose spread is known.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { glyphs } from "../../environments/images/glyphs.ts";
import { sprites } from "../../environments/pictures/sprites.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { spreadOfRight } from "./spread-of-right.ts";

const world = () => sprites.make({});

const spread = (agent: Agent) =>
  spreadOfRight
    .make({ episodes: 400 })(world())
    .measure({
      agents: [agent],
      playerAt: noPlayerAt,
      makeEnvironment: world,
      reward: channel("right"),
      random: Random.of(3),
    });

/** Draws the first right template of each part, or any wrong one. */
function always(right: boolean): Agent {
  const { mixture } = world().spec;
  if (mixture === undefined) throw new Error("no mixture");
  const { count, tokens, size, templates, fits } = mixture;
  return {
    reset() {},
    act(seen, action) {
      for (let token = 0; token < tokens; token++) {
        const ids = Array.from({ length: count }, (_, id) => id);
        const id = ids.find((one) => fits(seen, token, one) === right) ?? 0;
        action.set(templates.subarray(id * size, (id + 1) * size), token * size);
      }
    },
  };
}

test("a painter that draws each of nine places alike has ln 9 nats, one that always draws the same has none", async () => {
  const painter = world().spec.oracles?.painter?.play(0);
  if (painter === undefined) throw new Error("no painter");
  expect(Math.abs(((await spread(painter)) ?? 0) - Math.log(9))).toBeLessThan(0.02);
  expect(await spread(always(true))).toBe(0);
});

test("without a right part there is nothing to measure, and a world without templates is refused", async () => {
  expect(await spread(always(false))).toBeUndefined();
  expect(() => spreadOfRight.make({ episodes: 1 })(glyphs.make({}))).toThrow(/declares none/);
});
