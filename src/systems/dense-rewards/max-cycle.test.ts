// The best loop against every loop, listed, on random maps.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { maximumMeanCycle } from "./scores.ts";

function randomMap(seed: number, states: number, actions: number, last = false): TabularMdp {
  const random = Random.of(seed, "cycle test");
  const to = Int32Array.from({ length: states * actions }, () => random.integer(states));
  const pay = Float64Array.from({ length: states * actions }, () => random.normal());
  return tabularMdp({
    states,
    actions,
    discount: 0.9,
    terminal: (s) => last && s === states - 1,
    transitions: (s, a) => [[to[s * actions + a], 1]],
    reward: (s, a) => pay[s * actions + a],
  });
}

/** The largest mean over all simple loops that can be reached, by depth-first search. */
function bruteForce({ states, actions, next, reward, terminal }: TabularMdp): number {
  const reached = new Set([0]);
  for (const s of reached) if (terminal[s] === 0) for (let a = 0; a < actions; a++) reached.add(next[s * actions + a]);
  let most = Number.NEGATIVE_INFINITY;
  const search = (start: number, at: number, path: readonly number[], total: number) => {
    if (terminal[at] === 1) return;
    for (let a = 0; a < actions; a++) {
      const to = next[at * actions + a];
      const sum = total + reward[at * actions + a];
      if (to === start) most = Math.max(most, sum / path.length);
      else if (to > start && !path.includes(to)) search(start, to, [...path, to], sum);
    }
  };
  for (let s = 0; s < states; s++) if (reached.has(s)) search(s, s, [s], 0);
  return most;
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))("random map %i", (seed) => {
  const map = randomMap(seed, 7, 2, seed % 2 === 0);
  const expected = bruteForce(map);
  const found = maximumMeanCycle(map);
  if (expected === Number.NEGATIVE_INFINITY) expect(found).toBe(expected);
  else expect(found).toBeCloseTo(expected, 10);
});

test("without a way round there is no loop, and chance is refused", () => {
  const one = { actions: 1, discount: 1, reward: () => 1 };
  const line = tabularMdp({ ...one, states: 3, terminal: (s) => s === 2, transitions: (s) => [[s + 1, 1]] });
  expect(maximumMeanCycle(line)).toBe(Number.NEGATIVE_INFINITY);
  const coin = tabularMdp({ ...one, states: 2, transitions: () => [0, 1].map((s) => [s, 0.5]) });
  expect(() => maximumMeanCycle(coin)).toThrow("state 0, action 0 has several successors");
});
