import { describe, expect, it } from "vitest";
import { trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import type { Agent } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { NOVICE, rightTool, SYMBOLS, TOOLS } from "../../environments/tools/desk-machine.ts";
import { ticketDesk } from "../../environments/tools/ticket-desk.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { algorithm } from "./algorithm.ts";

const desk = (given: object = {}) => ticketDesk.make({ tasks: 100, patience: 10, ...given });

/** The player of a training, and what was kept of it. */
function trained(given: object, world = desk()) {
  const plan = algorithm.make(given);
  const training = plan.train(trainingContext(() => world, "desk"));
  const { checkpoints } = wholeTraining(training);
  expect(checkpoints).toHaveLength(1);
  return { player: training.player(0), plan, kept: checkpoints[0] };
}

/** How often each tool is chosen at a symbol. */
function shares(player: Agent, symbol: number): number[] {
  const [seen, action, counts] = [Float32Array.of(symbol), new Float64Array(1), TOOLS.map(() => 0)];
  player.reset(Random.of(symbol, "hand"));
  for (let k = 0; k < 2000; k++) {
    player.act(seen, action);
    counts[action[0]] += 1 / 2000;
  }
  return counts;
}

/** Success and turns on other tasks than those of the training. */
function tested(player: Agent): { success: number; turns: number } {
  const world = desk({ bank: 1 });
  const runner = episodeRunner(world);
  const [channel, sums] = [world.spec.channels.findIndex(({ name }) => name === "success"), { success: 0, turns: 0 }];
  for (let episode = 0; episode < 1000; episode++) {
    const { outcomes, steps } = runner.play(seated(world.spec, [player]), streamsOf(5, episode));
    sums.success += outcomes[channel] / 1000;
    sums.turns += steps / 1000;
  }
  return sums;
}

describe("a curated table", () => {
  it("is its oracle where nothing is imitated or practised, also at what it never met", () => {
    const { player } = trained({ tasks: 1, tries: 1 });
    for (let symbol = 0; symbol < SYMBOLS; symbol += 5) {
      for (const [tool, share] of shares(player, symbol).entries())
        expect(Math.abs(share - NOVICE[symbol * TOOLS.length + tool])).toBeLessThan(0.05);
    }
  });

  it("imitates the shares of what was chosen", () => {
    const any = tested(trained({ tasks: 25, imitate: { keep: 100, by: "right" } }).player);
    const shortest = tested(trained({ tasks: 25, imitate: { keep: 100, by: "shortest" } }).player);
    const old = tested(trained({ tasks: 25, imitate: { keep: 100, by: "right", prior: 1000 } }).player);
    expect(old.success).toBeLessThan(0.6);
    expect(any.success).toBeGreaterThan(old.success + 0.1);
    expect(shortest.turns).toBeLessThan(any.turns - 0.5);
  });

  it("comes back from mistakes where topology chose what is imitated, the more where what led astray is spared", () => {
    // Symbols of mistakes that can be undone.
    const undone = (imitate: object) => {
      const { player } = trained({ tasks: 25, imitate: { keep: 100, ...imitate } });
      const all = Array.from({ length: 16 }, (_, k) => shares(player, 24 + k)[rightTool(24 + k)]);
      return { player, undone: all.reduce((sum, one) => sum + one / all.length, 0) };
    };
    const [topology, shortest] = [undone({ by: "topology" }), undone({ by: "shortest" })];
    expect(topology.undone).toBeGreaterThan(shortest.undone + 0.3);
    expect(tested(undone({ by: "topology", spare: true }).player).success).toBeGreaterThan(
      tested(topology.player).success + 0.01,
    );
  });

  it("practises chosen tasks, and learns where decisions matter", () => {
    const learnt = (practise: object, world?: object) =>
      tested(trained({ practise: { updates: 15, keep: 20, ...practise } }, desk(world)).player).success;
    expect(learnt({})).toBeGreaterThan(0.75);
    expect(learnt({}, { family: "noise" })).toBeLessThan(0.6);
    // Half of the tasks are of coins: topology finds those that are not.
    const mixed = { family: "mixed" };
    expect(learnt({ by: "topology" }, mixed)).toBeGreaterThan(learnt({ by: "random" }, mixed));
  });

  it("is the same again from what was kept", () => {
    const given = { tasks: 10, imitate: { keep: 20 } };
    const { player, plan, kept } = trained(given);
    const again = plan.train(
      trainingContext(() => desk(), "desk"),
      kept,
    );
    expect(again.update()).toBeUndefined();
    expect(shares(again.player(0), 3)).toEqual(shares(player, 3));
    expect(trained(given).kept).toEqual(kept);
  });
});
