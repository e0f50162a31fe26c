// Losses and feedback graphs by definition, and the channels for losses, switches, observations and regret.

import { describe, expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { meanHolds } from "../../../test/fixtures/intervals.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { graphOf, see } from "./feedback-graph.ts";
import { bestArm, drawLosses, LOSS_KINDS, type Losses } from "./losses.ts";
import { switchingBandit } from "./switching.ts";

test.each([
  {},
  { budget: 20, graph: "none", horizon: 40 },
  { budget: 3, graph: "ring", losses: "walk", horizon: 17, arms: 5 },
  { losses: "periodic", period: 3, horizon: 10 },
  { losses: "equal", graph: "all", switching: 0 },
  { losses: "drifting", arms: 2, graph: [[1], [0, 1]], budget: 5 },
  { arms: 1, horizon: 30 },
])("bandits/switching with %j satisfies every law", (parameters) => {
  expect(environmentLaws(() => switchingBandit.make(parameters)).filter(({ pass }) => !pass)).toEqual([]);
});

function drawn(plan: Losses, seed = 1): Float64Array {
  const table = new Float64Array(plan.rounds * plan.arms);
  drawLosses(plan, Random.of(seed, "losses"), table);
  return table;
}

const column = (table: Float64Array, arms: number, k: number) => table.filter((_, at) => at % arms === k);

describe("losses", () => {
  test("iid: arms have a mean of 1/2, and the hidden best one of 1/2 − gap", () => {
    const plan: Losses = { losses: "iid", arms: 3, rounds: 20_000, gap: 0.1 };
    const bests = new Set<number>();
    for (let seed = 0; seed < 12; seed++) {
      const table = drawn(plan, seed);
      const { arm, loss } = bestArm(table, 3);
      bests.add(arm);
      for (let k = 0; k < 3; k++) {
        meanHolds(column(table, 3, k), 0.9999, k === arm ? 0.4 : 0.5);
      }
      expect(loss).toBe(column(table, 3, arm).reduce((a, b) => a + b, 0));
    }
    expect(bests.size).toBe(3);
  });

  test("equal: all arms have the same loss, 0 or 1", () => {
    const table = drawn({ losses: "equal", arms: 4, rounds: 1000, gap: 0.3 });
    for (let k = 1; k < 4; k++) expect(column(table, 4, k)).toEqual(column(table, 4, 0));
    meanHolds(column(table, 4, 0), 0.999, 0.5);
  });

  test("walk: losses differ from the parent's by one normal step, and the hidden arm's are lower by the gap", () => {
    const [rounds, gap] = [1 << 14, 0.05];
    const table = drawn({ losses: "walk", arms: 2, rounds, gap });
    const { arm } = bestArm(table, 2);
    const walk = column(table, 2, 1 - arm).map((loss) => loss - 0.5);
    for (const [t, loss] of column(table, 2, arm).entries()) expect(loss - 0.5 + gap).toBeCloseTo(walk[t], 12);
    const steps = Array.from({ length: rounds }, (_, index) => {
      const t = index + 1;
      const parent = t - (t & -t);
      return walk[index] - (parent === 0 ? 0 : walk[parent - 1]);
    });
    const squares = steps.map((step) => (9 * 14 * step) ** 2);
    meanHolds(squares, 0.999, 1);
    // Steps at different times are independent, so neighbours are uncorrelated.
    const products = steps.slice(1).map((step, t) => (9 * 14) ** 2 * step * steps[t]);
    meanHolds(products, 0.999, 0);
  });

  test("drifting: every arm is the best for its share of the time", () => {
    const table = drawn({ losses: "drifting", arms: 4, rounds: 40_000, gap: 0.5 });
    const leader = (part: number) => bestArm(table.slice(part * 4000, (part + 1) * 4000), 4).arm;
    const leaders = Array.from({ length: 40 }, (_, part) => leader(part));
    for (let k = 0; k < 4; k++) {
      const share = leaders.filter((arm) => arm === k).length;
      expect(share).toBeGreaterThanOrEqual(8);
      expect(share).toBeLessThanOrEqual(12);
    }
  });

  test("periodic: arm 0 is attractive once per period", () => {
    const table = drawn({ losses: "periodic", arms: 2, rounds: 7, gap: 0, period: 3 });
    expect(Array.from(column(table, 2, 0))).toEqual([0, 1, 1, 0, 1, 1, 0]);
    expect(Array.from(column(table, 2, 1))).toEqual([1, 0, 0, 1, 0, 0, 1]);
  });

  test.each(LOSS_KINDS)("%s stay within [0, 1]", (losses) => {
    for (const loss of drawn({ losses, arms: 3, rounds: 500, gap: 0.5, period: 50 })) {
      expect(loss).toBeGreaterThanOrEqual(0);
      expect(loss).toBeLessThanOrEqual(1);
    }
  });
});

describe("feedback graphs", () => {
  test.each([
    ["none", "000 000 000"],
    ["played", "100 010 001"],
    ["all", "111 111 111"],
    ["others", "011 101 110"],
    ["first", "111 000 000"],
    [[[2], [], [0, 1]], "001 000 110"],
  ] as const)("%j", (graph, rows) => {
    const lists = typeof graph === "string" ? graph : graph.map((row) => [...row]);
    expect(Array.from(graphOf(lists, 3)).join("")).toBe(rows.replaceAll(" ", ""));
  });

  test("a ring shows neighbours, also across its ends", () => {
    expect(Array.from(graphOf("ring", 5).slice(0, 5))).toEqual([1, 1, 0, 0, 1]);
  });

  test.each([[[[0]]], [[[0], [2]]]])("%j does not fit two arms", (graph) => {
    expect(() => switchingBandit.make({ arms: 2, graph })).toThrow(UserError);
  });

  test("free observations cost nothing, and paid ones are made in the order of arms within the budget", () => {
    const seen = new Uint8Array(4);
    expect(see(graphOf("played", 4), 1, Uint8Array.of(1, 1, 1, 1), 2, seen)).toBe(2);
    expect(Array.from(seen)).toEqual([1, 1, 1, 0]);
    expect(see(graphOf("none", 4), 1, new Uint8Array(4), 2, seen)).toBe(0);
    expect(Array.from(seen)).toEqual([0, 0, 0, 0]);
  });
});

test("the environment counts losses, switches, observations and regret, and shows requested losses", () => {
  const terms = { losses: "periodic", period: 3, horizon: 5, arms: 2, switching: 0.25, graph: "none", budget: 3 };
  const world = switchingBandit.make(terms);
  const seen = new Float32Array(world.spec.observationSize);
  const { outcomes, step } = byHand(world, Random.of(1));
  // Arm 1 is the best in hindsight: its losses are 1 0 0 1 0, and those of arm 0 the opposite.
  const rows = matrix("0 0 0 | 0 1 1 | 1 0 0 | 1 1 1 | 0 1 0").map((action) => {
    step(...action);
    world.observe(seen);
    return { outcomes: Array.from(outcomes), seen: Array.from(seen) };
  });
  // Columns: payoff, loss, switches, observations, regret.
  const counted = matrix("0 0 0 0 -1 | -1 1 0 2 1 | -0.25 0 1 0 0.25 | -1 1 0 1 0 | -1.25 1 1 0 1.25");
  expect(rows.map((row) => row.outcomes)).toEqual(counted);
  // Columns: last arm, observed marks, losses, remaining budget.
  const shown = matrix("0 0 0 0 0 3 | 0 1 1 1 0 1 | 1 0 0 0 0 1 | 1 1 0 0 0 0 | 0 0 0 0 0 0");
  expect(rows.map((row) => row.seen)).toEqual(shown);
});

test("too many losses to store are rejected", () => {
  expect(() => switchingBandit.make({ horizon: 10_000_000, arms: 2 })).toThrow("too many losses");
});
