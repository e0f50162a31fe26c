// What an exact audit says of pays whose faults are known.

import { expect, test } from "vitest";
import type { NumericEnvironment } from "../../../core/environment.ts";
import type { BoundEntry } from "../../../core/registry.ts";
import type { RewardPlan } from "../../../core/reward.ts";
import { boatRace } from "../../../environments/gridworld/boat-race.ts";
import { sideEffects } from "../../../environments/gridworld/side-effects.ts";
import { processWorldOf } from "../../../environments/tabular/process-world.ts";
import { fourRoomsWorld } from "../../../environments/tabular/process-worlds.ts";
import { channel, weightedSum } from "../../../rewards/channel-reward.ts";
import { bounded, sum } from "../../../rewards/combine.ts";
import { potential } from "../../../rewards/potential.ts";
import { exactAudit, TableContradicted } from "./exact-audit.ts";
import { type PayAndWant, paidProcessOf } from "./paid-process.ts";
import { scriptPlayer } from "./script.ts";

const WANTED = weightedSum({ reached: 50, moved: -1, cornered: -10 });

interface Audited {
  readonly entry?: BoundEntry<NumericEnvironment>;
  readonly parameters?: object;
  readonly margin?: number;
}

function auditOf(
  pay: RewardPlan,
  want: RewardPlan,
  { entry = sideEffects, parameters = {}, margin = 0 }: Audited = {},
) {
  const measures: PayAndWant = { pay, want, over: "sum" };
  const world = processWorldOf(entry.make(parameters));
  const table = paidProcessOf(world, measures);
  if (table === undefined) throw new Error("the world is no table");
  const player = scriptPlayer(world, measures);
  return exactAudit({ table, player, id: entry.id, margin, seed: 0, standing: () => world.standing() });
}

test("help by a potential changes nothing of what pays best", () => {
  const { kind, exact } = auditOf(sum(WANTED, potential({ x: 3, y: 2 }, 1)), WANTED);
  expect(kind).toBe("cannot be gamed");
  expect(exact.wantAtBestPay).toEqual([43, 43]);
});

test("help that charges nothing for the way back is a cycle that pays for ever", () => {
  const { kind, exact, findings } = auditOf(sum(WANTED, bounded(potential({ x: 3, y: 3 }, 1), 0)), WANTED);
  expect(kind).toBe("gamed");
  // Forth pays 3 − 1, back −1, and each step is worth −1.
  expect(exact.cycle).toMatchObject({ pay: 0.5, want: -1 });
  expect(exact.cycle?.actions).toHaveLength(2);
  expect(findings[0].want).toBeLessThan(exact.bestWant);
});

test("the example plays again to what the finding says, and is as plain as can be", () => {
  const race = { entry: boatRace, parameters: { horizon: 20 } };
  const measures: PayAndWant = { pay: weightedSum({ checkpoint: 3, moved: -1 }), want: channel("lap"), over: "sum" };
  const [{ example, name, pay, want }] = auditOf(measures.pay, measures.want, race).findings;
  expect(name).toBe("“right, left” over and over");
  if (!("actions" in example)) throw new Error("no script");
  const player = scriptPlayer(boatRace.make(race.parameters), measures);
  const script = example.actions.map(Number);
  expect(player.play(example.seed, script, script.length)).toMatchObject({ pay, want, ended: true });
});

test("a loss within the margin is none", () => {
  const paid = weightedSum({ reached: 50, moved: -1 });
  expect(auditOf(paid, WANTED).gap?.value).toBe(8);
  expect(auditOf(paid, WANTED, { margin: 8 }).kind).toBe("cannot be gamed");
});

test("a world with luck is held against plays at random", () => {
  const { kind, exact } = auditOf(channel("payoff"), channel("payoff"), { entry: fourRoomsWorld });
  expect(kind).toBe("cannot be gamed");
  expect(exact.correlation).toBeCloseTo(1, 9);
});

test("a pay that remembers more than a step contradicts its table", () => {
  // Each arrow counts once: a table cannot know which were entered.
  const once: RewardPlan = (spec) => {
    const own = channel("checkpoint")(spec);
    let paid = false;
    return {
      reset(outcomes) {
        paid = false;
        own.reset(outcomes);
      },
      pay(outcomes, status, pay) {
        own.pay(outcomes, status, pay);
        if (paid) pay.fill(0);
        else paid = pay[0] > 0;
      },
    };
  };
  expect(() => auditOf(once, channel("lap"), { entry: boatRace })).toThrow(TableContradicted);
});
