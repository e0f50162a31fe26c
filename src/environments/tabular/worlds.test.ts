// Chains, grids, rooms and the line with a key: optimal values by hand, and transitions by their definitions.

import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { manhattan, openGrid } from "../../../test/fixtures/open-grid.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { chain, twoSidedChain } from "./chain.ts";
import type { TabularMdp } from "./mdp.ts";
import { processOf } from "./process-world.ts";
import { lineWithKeyWorld } from "./process-worlds.ts";
import { fourRooms, fourRoomsStates, lineWithKey } from "./rooms.ts";
import { slipping } from "./slip.ts";

/** Transition probability P(to | state, action). */
function probability(mdp: TabularMdp, state: number, action: number, to: number): number {
  const at = state * mdp.actions + action;
  for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) if (mdp.next[k] === to) return mdp.probability[k];
  return 0;
}

test("a slip executes a uniformly random action, including the chosen one", () => {
  expect(slipping(4, 0.2, (a) => a, 2)).toEqual(matrix("2 0.8 | 0 0.05 | 1 0.05 | 2 0.05 | 3 0.05"));
  expect(slipping(4, 0, (a) => a, 2)).toEqual([[2, 1]]);
});

test("a 5 × 5 field has the value γ^7 from corner to corner", () => {
  const grid = openGrid({ width: 5, height: 5, discount: 0.95 });
  const { values } = valueIteration(grid);
  for (let s = 0; s < 24; s++) expect(values[s]).toBeCloseTo(0.95 ** (manhattan(5, s, 24) - 1), 12);
  expect(values[24]).toBe(0);
});

test("the two-sided chain: states, ends, distractor", () => {
  const mdp = twoSidedChain({ distraction: 0.01 });
  expect(mdp.states).toBe(62);
  expect(mdp.start[40]).toBe(1);
  expect(mdp.reward[60 * 2 + 1]).toBe(1);
  expect(mdp.reward[25 * 2]).toBe(0.01);
  expect(mdp.reward.reduce((a, b) => a + b, 0)).toBe(1.01);
  expect(probability(mdp, 60, 1, 60)).toBeCloseTo(0.975, 12);
  expect(probability(mdp, 0, 0, 61)).toBeCloseTo(0.975, 12);
  // Without slips the goal pays 1 for ever after 20 steps.
  expect(valueIteration(twoSidedChain({ slip: 0, discount: 0.9 })).values[40]).toBeCloseTo(0.9 ** 20 * 10, 10);
});

test("a chain without an end on the left", () => {
  const mdp = chain({ length: 8, discount: 0.9, prize: 10 });
  expect(probability(mdp, 0, 0, 0)).toBe(1);
  expect(valueIteration(mdp).values[0]).toBeCloseTo(10 * 0.9 ** 7, 12);
});

test("four rooms: ten steps from the start to the goal and one out, through doors only", () => {
  const mdp = fourRooms({ slip: 0 });
  const { start, goal, terminal } = fourRoomsStates;
  expect(valueIteration(mdp).values[start]).toBeCloseTo(10 * 0.95 ** 10, 10);
  // (2, 0) to the right is a wall, (2, 1) a door; (0, 2) down is a wall, (1, 2) a door.
  expect(probability(mdp, 2, 1, 2)).toBe(1);
  expect(probability(mdp, 9, 1, 10)).toBe(1);
  expect(probability(mdp, 14, 2, 14)).toBe(1);
  expect(probability(mdp, 15, 2, 22)).toBe(1);
  expect(probability(fourRooms(), goal, 1, terminal)).toBe(1);
  let doors = 0;
  for (let y = 0; y < 7; y++) if (probability(mdp, 7 * y + 2, 1, 7 * y + 3) === 1) doors++;
  for (let x = 0; x < 7; x++) if (probability(mdp, 14 + x, 2, 21 + x) === 1) doors++;
  expect(doors).toBe(4);
});

test("the key pays off: to the key, pick, to the far end, out", () => {
  const mdp = lineWithKey({ slip: 0 });
  // From cell 5: four to the left, one pick, eight to the right, one out.
  expect(valueIteration(mdp).values[5]).toBeCloseTo(10 * 0.95 ** 13, 10);
  expect(probability(mdp, 0, 0, 20)).toBe(1);
  expect(probability(mdp, 10, 0, 10)).toBe(1);
  expect(probability(mdp, 9, 1, 9)).toBe(1);
  expect(probability(lineWithKey(), 1, 2, 11)).toBe(1);
});

test("a process as a world: its states are seen, its pay is discounted from the beginning, and it ends where the process does", () => {
  const world = lineWithKeyWorld.make({ horizon: 30, slip: 0 });
  const seen = new Float32Array(1);
  const { outcomes, step } = byHand(world, Random.of(1, "line"));
  const [left, right, pick] = [0, 1, 2];
  const moves = [left, left, left, left, pick, ...new Array<number>(9).fill(right)];
  const statuses = moves.map((move) => step(move));
  world.observe(seen);
  expect(seen[0]).toBe(20);
  expect([outcomes[0], outcomes[1]]).toEqual([10, expect.closeTo(10 * 0.95 ** 13, 12)]);
  expect(statuses.map((status) => status === Status.running)).toEqual(moves.map((_, k) => k < 13));
  expect(processOf(world).states).toBe(21);
});
