// The quotient graph and its scores against counts by hand.

import { hasCycle } from "graphology-dag";
import { describe, expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { pick } from "./choice.ts";
import { classOrder, quotientGraph, ROOT, shortestSuccess } from "./quotient-graph.ts";
import { actionKey, type Rollout } from "./rollout.ts";
import { recovered, taskScores, taskWeights, trajectoryScores, trajectoryWeights } from "./scores.ts";

/** A rollout of letters, each an action that shows what it is. */
function rollout(id: string, actions: string, success: boolean, task = "task"): Rollout {
  const turns = [...actions].map((one) => ({ tool: one, action: one, observation: `saw ${one}` }));
  return { id, task, turns, success };
}

/** a leads to b, which succeeds, or to x, from where u leads back to b. */
const SOME = [
  rollout("1", "ab", true),
  rollout("2", "ab", true),
  rollout("3", "axub", true),
  rollout("4", "ax", false),
  rollout("5", "ax", false),
  rollout("6", "ax", false),
];

describe("the graph", () => {
  test("merges turns by action, observation and state, and counts", () => {
    const { graph, potential, paths } = quotientGraph(SOME);
    expect(graph.order).toBe(3 + 4);
    expect(graph.getNodeAttributes(ROOT)).toMatchObject({ visits: 6, successes: 3 });
    const [a, x, u, b] = paths[2].slice(1);
    expect(graph.getNodeAttributes(x)).toMatchObject({ visits: 4, successes: 1 });
    expect([potential(a), potential(x), potential(u), potential(b)]).toEqual([4 / 8, 2 / 6, 2 / 3, 4 / 5]);
    expect(potential("success")).toBe(1);
    expect(shortestSuccess({ graph })).toBe(2);
    const stated = SOME.map((one, k) => ({ ...one, turns: one.turns.map((turn) => ({ ...turn, state: `${k % 2}` })) }));
    expect(quotientGraph(stated).graph.order).toBeGreaterThan(graph.order);
  });

  test("is smoothed as it is told, and is not merged where it is told so", () => {
    const bare = quotientGraph(SOME, { smoothing: [0, 0] });
    expect(bare.potential(bare.paths[3][2])).toBe(1 / 4);
    const apart = quotientGraph(SOME, { merged: false });
    expect(apart.graph.order).toBe(3 + 2 + 2 + 4 + 2 + 2 + 2);
  });

  test("cuts circles alone, wherever rollouts go, and merges what was done before", () => {
    const rng = Random.of(3, "graphs");
    for (let k = 0; k < 50; k++) {
      const some = Array.from({ length: 12 }, (_, r) =>
        rollout(`${r}`, Array.from({ length: 6 }, () => "abcd"[rng.integer(4)]).join(""), r % 2 === 0),
      );
      const { graph, paths } = quotientGraph(some);
      expect(hasCycle(graph)).toBe(false);
      for (const path of paths) expect(new Set(path).size).toBe(path.length);
      const again = quotientGraph([...some, { ...some[5], id: "again" }]).graph;
      expect([again.order, again.size]).toEqual([graph.order, graph.size]);
    }
    expect(quotientGraph([rollout("1", "aab", true)]).graph.order).toBe(3 + 3);
  });

  test("has an order in which only circles lead back", () => {
    // c and d go in a circle; e may come before or after f, and follows both.
    const order = classOrder([[..."abcdcf"], [..."ef"], [..."af"]]);
    const before = (x: string, y: string) => (order.get(x) ?? 0) < (order.get(y) ?? 0);
    for (const [x, y] of ["ab", "bc", "cd", "cf", "ef", "af"]) expect(before(x, y), x + y).toBe(true);
  });
});

test("keys of calls forget how they were written", () => {
  expect(actionKey("find", { name: " Ann ", at: { y: 1, x: [2, null] } })).toBe(
    actionKey("find", { at: { x: [2, null], y: 1, z: undefined }, name: "ann" }),
  );
  expect(actionKey("find", { name: "Ann" })).not.toBe(actionKey("find", { name: "Bob" }));
  expect(actionKey("find", undefined)).toBe("find({})");
});

describe("scores of trajectories", () => {
  test("are the sums", () => {
    const [one, , back] = trajectoryScores(quotientGraph(SOME));
    expect(one).toMatchObject({ id: "1", recovery: 0, efficiency: 1 });
    // From a's 1/2 down to x's 1/3, and up to b's 4/5.
    expect(back.recovery).toBeCloseTo(4 / 5 - 1 / 3, 12);
    expect(back.efficiency).toBe(1 / 2);
    expect([one.mistakes, back.mistakes]).toEqual([[], [1]]);
    // Of three successes at a, one goes to x; all else is sure.
    expect(back.diversity).toBeCloseTo(Math.log(3) / 5, 12);
    expect(one.diversity).toBeCloseTo(Math.log(3 / 2) / 3, 12);
  });

  test("count a fall only where it is deep enough, and never more than 1", () => {
    expect(recovered([0.5, 0.4, 1], 0.15)).toBe(0);
    expect(recovered([0.5, 0.2, 0.6, 0.9], 0.15)).toBeCloseTo(0.7, 12);
    expect(recovered([0.9, 0.1], 0.15)).toBe(0);
    const deep = Array.from({ length: 8 }, (_, k) => rollout(`${k}`, k === 0 ? "axaxaxb" : k < 4 ? "ab" : "ax", k < 4));
    expect(trajectoryScores(quotientGraph(deep, { smoothing: [0.01, 0.01] }))[0].recovery).toBeLessThanOrEqual(1);
  });

  test("are weighed from least to most", () => {
    const scores = trajectoryScores(quotientGraph(SOME));
    expect(trajectoryWeights(scores, { mix: [1, 0, 0] })).toEqual([0, 0, 1]);
    expect(trajectoryWeights(scores)[2]).toBeCloseTo(2 / 3, 12);
    expect(trajectoryWeights(scores.slice(0, 2))).toEqual([0, 0]);
  });
});

describe("scores of tasks", () => {
  test("are the ratios", () => {
    // At a: 2 edges' visits to b, 4 to x, which lies 1/6 lower. x has one successor that is a turn.
    expect(taskScores(quotientGraph(SOME))).toEqual({
      task: "task",
      passRate: 1 / 2,
      errorBranches: 4 / 6,
      heterogeneity: 2 / 3,
    });
    expect(taskScores(quotientGraph(SOME), { least: 5 }).errorBranches).toBe(0);
    expect(taskScores(quotientGraph(SOME), { drop: 0.2 }).errorBranches).toBe(0);
    expect(() => taskScores(quotientGraph([]))).toThrow("no scores");
  });

  test("do not call luck a decision", () => {
    const lucky = SOME.map(({ success, ...one }, k) => ({
      ...one,
      success,
      turns: [{ tool: "a", action: "a", observation: k < 3 ? "heads" : "tails" }],
    }));
    expect(taskScores(quotientGraph(lucky)).errorBranches).toBe(0);
  });

  test("become chances", () => {
    const scores = [SOME, [rollout("7", "ab", true, "easy")]].map((own) => taskScores(quotientGraph(own)));
    const [hard, easy] = taskWeights(scores, { mix: [1, 0], temperature: 1 });
    expect(hard / easy).toBeCloseTo(Math.E, 12);
    expect(hard + easy).toBeCloseTo(1, 12);
  });
});

test("a manifest keeps the heaviest successes and all tasks", () => {
  const easy = [rollout("7", "ab", true, "easy"), rollout("8", "ab", true, "easy")];
  const { trajectories, tasks } = pick([...easy, ...SOME], { share: 0.2 });
  expect(trajectories.map(({ id }) => id)).toEqual(["3"]);
  expect(tasks.map(({ task }) => task)).toEqual(["task", "easy"]);
  expect(pick(SOME, { share: 1 }).trajectories).toHaveLength(3);
  expect(() => pick([...SOME, SOME[0]])).toThrow("two rollouts are called 1");
});
