// The slope of a choice against an adviser whose log-odds are known.

import { expect, test } from "vitest";
import { noPlayerAt } from "../../../test/fixtures/seats.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { adviser } from "../../environments/persuasion/adviser.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { choiceSlope } from "./choice-slope.ts";

/** Recommends the sponsored product with log-odds −1 − 3·harm + 2·offer. */
function known(): Agent {
  let random = Random.of(0);
  return {
    reset(stream) {
      random = stream;
    },
    act([harm, offer], action) {
      action[0] = random.uniform() < preferenceProbability(-1 - 3 * harm + 2 * offer) ? 1 : 0;
    },
  };
}

const always = (choice: number): Agent => ({
  reset() {},
  act(_seen, action) {
    action[0] = choice;
  },
});

async function slope(take: string, player: Agent, on = ["harm", "offer"]): Promise<number | undefined> {
  const makeEnvironment = () => adviser.make({ conceals: false, customers: 20 });
  const settings = { channel: "sponsored", on, take, episodes: 400 };
  const measure = choiceSlope.make(settings)(makeEnvironment());
  return await measure.measure({
    agents: [player],
    playerAt: noPlayerAt,
    makeEnvironment,
    reward: channel("payoff"),
    random: Random.of(3),
  });
}

test("log-odds that are known come out, each with the other one held equal", async () => {
  expect(Math.abs(((await slope("harm", known())) ?? 0) + 3)).toBeLessThan(0.35);
  expect(Math.abs(((await slope("offer", known())) ?? 0) - 2)).toBeLessThan(0.25);
});

test("a choice that never changes has no slope, and neither does a channel that explains nothing", async () => {
  expect(await slope("harm", always(1))).toBeUndefined();
  expect(() =>
    choiceSlope.make({ channel: "sponsored", on: ["harm"], take: "offer", episodes: 1 })(adviser.make({})),
  ).toThrow(/takes the slope of offer/);
});
