// Transition rows and rewards of continuing processes.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { ring, riverSwim } from "../continuing/worlds.ts";
import { linearMdp } from "./linear.ts";
import type { TabularMdp } from "./mdp.ts";

const [LEFT, RIGHT] = [0, 1];

/** Transitions of (s, a), [next, probability] in order of the states. */
function row(mdp: TabularMdp, s: number, a: number): [number, number][] {
  const at = s * mdp.actions + a;
  return Array.from({ length: mdp.offset[at + 1] - mdp.offset[at] }, (_, k): [number, number] => {
    const entry = mdp.offset[at] + k;
    return [mdp.next[entry], Number(mdp.probability[entry].toFixed(12))];
  }).sort(([x], [y]) => x - y);
}

test("RiverSwim: deterministic with the current, random against it, rewards at both ends", () => {
  const mdp = riverSwim.process({});
  for (let s = 0; s < 6; s++) expect(row(mdp, s, LEFT)).toEqual([[Math.max(0, s - 1), 1]]);
  expect(row(mdp, 0, RIGHT)).toEqual(matrix("0 0.4 | 1 0.6"));
  for (let s = 1; s < 5; s++)
    expect(row(mdp, s, RIGHT)).toEqual([
      [s - 1, 0.05],
      [s, 0.6],
      [s + 1, 0.35],
    ]);
  expect(row(mdp, 5, RIGHT)).toEqual(matrix("4 0.4 | 5 0.6"));
  expect([...mdp.reward]).toEqual([0.005, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

test("the ring: a large reward in one state, a small one at home, and slips to the right", () => {
  const mdp = ring.process({ states: 5, prize: 3, pay: 0.7, home: 0.2, slip: 0.1 });
  expect(row(mdp, 0, 0)).toEqual(matrix("0 0.1 | 4 0.9"));
  expect(row(mdp, 4, 2)).toEqual(matrix("0 0.9 | 1 0.1"));
  expect(row(mdp, 2, 1)).toEqual(matrix("2 0.9 | 3 0.1"));
  expect([...mdp.reward]).toEqual([0, 0.2, 0, 0, 0, 0, 0, 0, 0, 0, 0.7, 0, 0, 0, 0]);
  expect(ring.process({ states: 5, prize: 0, pay: 0.7, home: 0.2, slip: 0 }).reward[1]).toBe(0.7);
});

test("a linear process mixes its factors", () => {
  const mdp = linearMdp({
    states: 2,
    actions: 1,
    features: matrix("1 0 | 0.25 0.75"),
    next: matrix("0.5 0.5 | 0 1"),
    pay: [1, 3],
  });
  expect(row(mdp, 0, 0)).toEqual(matrix("0 0.5 | 1 0.5"));
  expect(row(mdp, 1, 0)).toEqual(matrix("0 0.125 | 1 0.875"));
  expect([...mdp.reward]).toEqual([1, 2.5]);
});
