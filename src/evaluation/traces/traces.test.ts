// Metrics and credit against sums computed by hand, on a trace with two workers; and the survey's vocabulary.

import { describe, expect, test } from "vitest";
import { settings } from "../../../test/fixtures/settings.ts";
import { pair } from "../../../test/fixtures/traces.ts";
import { Random } from "../../core/random.ts";
import type { Trace } from "../../core/trace.ts";
import { counterfactualCredit, shapleyCredit } from "./counterfactual.ts";
import { attachedCredit, familyRewards, holders, sharedCredit } from "./credit.ts";
import { auditTrace, eventDurations, traceMeters } from "./meters.ts";
import { orchestrationReward } from "./orchestration-reward.ts";
import { CREDIT_UNITS, familyOf, REWARD_FAMILIES } from "./vocabulary.ts";

describe("metrics", () => {
  test("durations start at the last predecessor's completion", () => {
    const durations = eventDurations(pair);
    expect(Object.fromEntries(durations)).toEqual(
      settings("plan: 0, one: 0, two: 0, look: 1, found: 1, say: 0, first: 0, second: 5, end: 1"),
    );
  });

  test("critical path, speed-up, efficiency, overhead and amplification", () => {
    expect(traceMeters(pair)).toEqual({
      events: 9,
      agents: 3,
      // Critical path through bob: 5 + 1. Total work: 1 + 1 + 5 + 1.
      criticalPath: 6,
      work: 8,
      speedUp: expect.closeTo(8 / 6, 12),
      mostAlive: 3,
      parallelismEfficiency: expect.closeTo(8 / 18, 12),
      // Tokens of spawns, the message and returns: 5 + 5 + 4 + 6 + 8 of 100.
      protocolOverhead: expect.closeTo(0.28, 12),
      // Two wrong returns, one wrong aggregation.
      errorAmplification: 0.5,
    });
  });

  test("metrics without data are null", () => {
    const [event] = pair.events;
    const { tokens: _, ...silent } = event;
    const lone: Trace = { ...pair, events: [silent], edges: [] };
    const { speedUp, parallelismEfficiency, protocolOverhead, errorAmplification, ...meters } = traceMeters(lone);
    expect(meters).toEqual({ events: 1, agents: 1, criticalPath: 0, work: 0, mostAlive: 1 });
    expect([speedUp, parallelismEfficiency, protocolOverhead, errorAmplification]).toEqual([null, null, null, null]);
  });

  test("agents whose lifetimes do not overlap are not counted together", () => {
    const later: Trace = {
      ...pair,
      events: [
        { id: "a", t: 0, type: "spawn", agent: "lead", to: "ann" },
        { id: "b", t: 1, type: "return", agent: "ann" },
        { id: "c", t: 1, type: "despawn", agent: "lead", to: "ann" },
        { id: "d", t: 1, type: "spawn", agent: "lead", to: "bob" },
        { id: "e", t: 2, type: "return", agent: "bob" },
      ],
      edges: [],
    };
    expect(traceMeters(later).mostAlive).toBe(2);
  });
});

describe("credit", () => {
  const totals = (unit: Parameters<typeof holders>[1], channel?: string) =>
    Object.fromEntries(attachedCredit(pair, unit, channel).map(({ holder, credit }) => [holder, credit]));

  test("of each unit", () => {
    expect(totals("team")).toEqual({ team: 0.9 });
    expect(totals("orchestrator")).toEqual({ lead: 0.9 });
    expect(totals("agent")).toEqual({ lead: 0.9, ann: 0, search: 0, bob: 0 });
    expect(totals("role", "tool")).toEqual({ lead: 0, reader: 0.5, "(no role)": 0 });
    expect(totals("turn", "debate")).toEqual({ "lead#0": 0, "ann#0": 0.2, "bob#0": 0, "lead#1": 0 });
    expect(totals("message", "debate")).toEqual({ say: 0.2 });
    expect(totals("tool_call", "tool")).toEqual({ look: 0.5 });
    expect(totals("token", "tool")).toMatchObject({ look: 0.025, plan: 0 });
    expect(
      holders(pair, "tool_call")
        .get("look")
        ?.map(({ id }) => id),
    ).toEqual(["look", "found"]);
  });

  test("credit sums to the rewards attached to events, for units that cover every event once", () => {
    for (const unit of ["team", "role", "agent"] as const)
      expect(Object.values(totals(unit)).reduce((sum, credit) => sum + credit, 0)).toBeCloseTo(0.9, 12);
  });

  test("shared credit is equal for all units", () => {
    for (const unit of CREDIT_UNITS)
      expect(new Set(sharedCredit(pair, unit).map(({ credit }) => credit))).toEqual(new Set([0.9]));
    expect(sharedCredit(pair, "message", "process")).toMatchObject([{ holder: "say", credit: 0 }]);
  });

  test("families are found by name, code and alias", () => {
    expect(familyRewards(pair)).toEqual({ team: 0.9, orchestration: 0.3, tool: 0.5, debate: 0.2 });
    expect(
      Object.values(REWARD_FAMILIES)
        .map(({ code }) => code)
        .join(" "),
    ).toBe("R1 R2 R3 R4 R5 R6 R7 R8");
    expect(["R7", "shared", "verifier", "hybrid", "R9", "toString"].map(familyOf)).toEqual([
      ...["orchestration", "team", "debate", "hybrid", undefined, undefined],
    ]);
  });
});

test("the orchestration reward: stages, critical steps, parallel share and finished agents", () => {
  // Of 8 steps the lead does 4 (plan, two spawns, end) and ann 3 in parallel to bob's 1, so 4 + 3 are critical.
  const breakdown = orchestrationReward(pair, 1, { parallel: 0.4, finish: 0.2 });
  expect(breakdown).toMatchObject({ task: 1, steps: 8, criticalSteps: 7, parallel: 1 / 8, finish: 1 });
  expect(breakdown.reward).toBeCloseTo(1 + 0.4 / 8 + 0.2, 12);
  const half = { ...pair, events: pair.events.filter(({ id }) => id !== "second") };
  const edges = pair.edges.filter(({ src, dst }) => src !== "second" && dst !== "second");
  expect(orchestrationReward({ ...half, edges }, 1).finish).toBe(0.5);
});

describe("counterfactual credit", () => {
  // Ann contributes 1, bob 2, and both together 1 more; the noise is as large as the whole reward.
  const rng = (seed: number) => Random.of(seed, "luck").normal() * 4;
  const worth = (without: ReadonlySet<string>) => {
    const [ann, bob] = [without.has("ann") ? 0 : 1, without.has("bob") ? 0 : 2];
    return ann + bob + (ann * bob > 0 ? 1 : 0);
  };
  const replay = (without: ReadonlySet<string>, seed: number) => worth(without) + rng(seed);

  test("is each unit's marginal contribution, in which common noise cancels", () => {
    const credit = counterfactualCredit(["ann", "bob"], replay, [1, 2, 3]);
    expect(credit.get("ann")?.mean).toBeCloseTo(2, 12);
    expect(credit.get("bob")?.mean).toBeCloseTo(3, 12);
    expect((credit.get("ann")?.high ?? 1) - (credit.get("ann")?.low ?? 0)).toBeLessThan(1e-9);
  });

  test("Shapley credit divides joint contributions", () => {
    const credit = shapleyCredit(["ann", "bob"], replay, [1, 2, 3], Random.of(1));
    expect(credit.get("ann")).toBeCloseTo(1.5, 12);
    expect(credit.get("bob")).toBeCloseTo(2.5, 12);
  });
});

describe("the audit", () => {
  test("finds nothing where totals equal the sums over events", () => {
    expect(auditTrace(pair, { clock: "seconds" })).toEqual([]);
  });

  test.each([
    ["costs", "tokens"],
    ["costs", "tool_calls"],
    ["costs", "messages"],
    ["costs", "wall_clock_s"],
    ["rewards", "team"],
  ] as const)("finds a change of %s.%s, and that alone", (group, name) => {
    const stated = pair[group][name] ?? 0;
    const changed = { ...pair, [group]: { ...pair[group], [name]: stated + 1e-6 * Math.max(1, stated) } };
    expect(auditTrace(changed, { clock: "seconds" })).toMatchObject([{ path: [group, name], recomputed: stated }]);
  });

  test("skips totals without events, and the clock where times are steps", () => {
    const events = pair.events.map(({ tokens: _, rewards: __, ...event }) => event);
    const other = { ...pair, events, costs: { ...pair.costs, tokens: 7, wall_clock_s: 70 }, rewards: { team: 3 } };
    expect(auditTrace(other)).toEqual([]);
    expect(auditTrace({ ...other, metrics: { parallelism_efficiency: 0.9, task_success: 1 } })).toMatchObject([
      { path: ["metrics", "parallelism_efficiency"], stated: 0.9 },
    ]);
  });
});
