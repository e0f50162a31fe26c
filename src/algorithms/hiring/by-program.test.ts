// Principals in the world that they hire in: what the world's own are worth, and what one loses that learns.

import { describe, expect, test } from "vitest";
import { inSeat } from "../../../test/fixtures/seats.ts";
import { oracle } from "../../agents/oracle.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { AgentPlan } from "../../core/seat.ts";
import { employer } from "../../environments/contracts/employer.ts";
import { principalOver } from "../../environments/contracts/principal.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { twinInspectors, twinsMechanism, twinsOptimum } from "../../mechanisms/hiring/inspectors.ts";
import { packed, packedLimits, unpacked } from "../../mechanisms/hiring/packed.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsBelow } from "../../play/streams.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { byProgramOver } from "./by-program.ts";

const solver = await linearPrograms();
const principal = principalOver(solver);
const byProgram = byProgramOver(solver);

/** What an episode brings a round of some channels. */
function played(parameters: object, plan: AgentPlan, seed = 1, channels = ["payoff", "regret", "obeyed", "effort"]) {
  const world = principal.make({ horizon: 20_000, ...parameters });
  const runner = episodeRunner(
    world,
    channels.map((name) => channel(name)),
  );
  const { totals } = runner.play(seated(world.spec, [inSeat(world, plan)]), streamsBelow(Random.of(seed)));
  return Object.fromEntries(channels.map((name, k) => [name, totals[k][0] / world.spec.horizon]));
}

test("a mechanism is its row again; weights become chances, and nothing is paid below 0 or above the cap", () => {
  const problem = twinInspectors({ accuracy: 0.6, cost: 0.02 });
  const limits = packedLimits(problem, 1);
  const mechanism = twinsMechanism(problem, 1, 0.1);
  const row = packed(mechanism);
  expect(row).toHaveLength(limits.length);
  expect(unpacked(problem, limits, row)).toEqual({ ...mechanism, chances: expect.anything() });
  expect([...unpacked(problem, limits, row).chances]).toEqual([...mechanism.chances].map((x) => expect.closeTo(x, 12)));
  row.set([0.5, 0, 0.5, 1, -2, 7], 0);
  const other = unpacked(problem, limits, row);
  expect([...other.chances]).toEqual([0.25, 0, 0.25, 0.5]);
  expect([...other.payments[0].subarray(0, 2)]).toEqual([0, 1]);
  expect([...unpacked(problem, limits, row.fill(0)).chances]).toEqual([1, 0, 0, 0]);
});

describe("the world's own principals", () => {
  const work = { accuracy: 0.6, cost: 0.02 };
  const optimum = twinsOptimum(work, 1);

  test.each([
    ["optimum", optimum.profit, 1 + optimum.together],
    ["steady", 0.6 - 4 * 0.02, 2],
    ["separate", 0.5, 0],
  ])("%s: brings %d a round, and regret is the rest", (name, profit, effort) => {
    const outcome = played(work, oracle.make({ name }));
    expect(Math.abs(outcome.payoff - profit)).toBeLessThan(0.012);
    expect(outcome.regret).toBeCloseTo(optimum.profit - profit, 8);
    expect(Math.abs(outcome.effort - effort)).toBeLessThan(0.01);
    expect(outcome.obeyed).toBeCloseTo(1, 12);
  });

  test("who pays nothing is not worked for", () => {
    const row = new Float64Array(packedLimits(twinInspectors(work), 1).length);
    row[3] = 1;
    const unpaid: AgentPlan = () => ({ reset() {}, act: (_seen, action) => action.set(row) });
    expect(played(work, unpaid)).toMatchObject({ effort: 0, obeyed: 0 });
  });
});

describe("a principal that learns", () => {
  const long = { horizon: 100_000 };

  test("is obeyed, loses little, and less where it knows what work costs; with nothing to spare it is left alone", () => {
    const of = (parameters: object) => played(long, byProgram.make(parameters), 2);
    const [known, learnt, bare] = [{}, { knowsCost: false }, { spare: false }].map(of);
    expect(known.obeyed).toBe(1);
    expect(learnt.obeyed).toBeGreaterThan(0.97);
    expect(known.regret).toBeLessThan(learnt.regret);
    expect(learnt.regret).toBeLessThan(0.15);
    expect(bare.obeyed).toBeLessThan(0.9);
    expect(bare.regret).toBeGreaterThan(learnt.regret);
  });

  test("has no place where there are no inspectors to be hired", () => {
    expect(() => inSeat(employer.make(), byProgram.make())).toThrow(UserError);
  });
});
