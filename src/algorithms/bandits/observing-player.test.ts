// An observing learner in a seat plays as it does over a table of losses, to the last switch.

import { describe, expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { graphOf } from "../../environments/bandits/feedback-graph.ts";
import { switchingBandit } from "../../environments/bandits/switching.ts";
import { batchedDartboard, batchedExp3, bestBatches, withExtraObservations } from "./budgeted.ts";
import { type ObservingLearner, observingPlayer, playLosses, sightsOf } from "./observing.ts";
import { observingLearners } from "./observing-agents.ts";

/** Sums of the world's channels over an episode in which the agent `id` plays. */
function seated(id: string, parameters: object, world: ReturnType<typeof switchingBandit.make>, random: Random) {
  const entry = observingLearners.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`no ${id}`);
  const agent = inSeat(world, entry.make(parameters));
  const { sums } = playEpisode(world, [agent], Random.of(3, "world"), { hand: random });
  const [, loss, switches, observations, regret] = Object.values(sums);
  return { loss, switches, observations, regret };
}

describe("a seat", () => {
  const [arms, rounds, budget] = [4, 700, 300];
  const whole = { arms, rounds, budget };
  test.each<[string, object, "none" | "played", () => ObservingLearner]>([
    ["bandit/dartboard", {}, "none", () => batchedDartboard(whole)],
    ["bandit/dartboard", { look: 2 }, "none", () => batchedDartboard(whole, 2)],
    ["bandit/exp3-graph", { batches: 300 }, "none", () => batchedExp3(whole)],
    ["bandit/exp3-graph", {}, "none", () => batchedExp3({ ...whole, budget: bestBatches(arms, rounds) })],
    ["bandit/extra-observations", {}, "played", () => withExtraObservations(whole)],
  ])("%s with %j, %s for free: the same losses, switches and observations", (id, parameters, graph, make) => {
    const world = switchingBandit.make({ arms, horizon: rounds, budget, graph, gap: 0.2 });
    const played = seated(id, parameters, world, Random.of(3, "player"));
    const table = world.state.views.losses.slice();
    const meter = playLosses(table, arms, make(), Random.of(3, "player"), graphOf(graph, arms));
    expect(played).toEqual(meter);
    expect(meter.switches).toBeGreaterThan(0);
  });
});

test("no player plays before its first reset", () => {
  const world = switchingBandit.make({ budget: 9 });
  const player = observingPlayer(sightsOf(world.spec, "x"), () => ({ choose: () => 0, learn() {} }));
  expect(() => player.act(new Float32Array(10), new Float64Array(5))).toThrow("before its first reset");
});
