// Returns of fixed horizons against sums over every course that an episode can take, and objects' sweeps against a list of
// transitions that was written down from the rules.

import { describe, expect, test } from "vitest";
import { garnet } from "../../../test/fixtures/garnet.ts";
import { Random } from "../../core/random.ts";
import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import { OBJECT_CHOICES, objectProcess } from "../../environments/gridworld/objects.ts";
import { afterstatesOf } from "../../environments/tabular/afterstates.ts";
import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { horizonReturn, optimalHorizonReturn } from "./finite-horizon.ts";
import { softmaxPolicy, uniformPolicy } from "./policy.ts";
import { finiteHorizonValues } from "./value-iteration.ts";

/** Σ over all courses of an episode, depth first. */
function enumerated(mdp: TabularMdp, policy: Float64Array, state: number, left: number): number {
  if (left === 0) return 0;
  let sum = 0;
  for (let a = 0; a < mdp.actions; a++) {
    const at = state * mdp.actions + a;
    let value = mdp.reward[at];
    for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++)
      value += mdp.discount * mdp.probability[k] * enumerated(mdp, policy, mdp.next[k], left - 1);
    sum += policy[at] * value;
  }
  return sum;
}

describe("random processes", () => {
  const drawn = Array.from({ length: 5 }, (_, seed) => {
    const random = Random.of(seed, "finite horizon");
    const start = new Float64Array(4);
    start[seed % 4] = 1;
    const mdp = { ...garnet({ states: 4, actions: 2, branching: 2, discount: 0.9, random }), start };
    const policy = softmaxPolicy(
      mdp,
      Array.from({ length: 8 }, () => random.normal()),
    );
    return { mdp, policy };
  });

  test("the return of a policy is the sum over all courses", () => {
    for (const { mdp, policy } of drawn)
      expect(horizonReturn(afterstatesOf(mdp), policy, 6)).toBeCloseTo(
        enumerated(mdp, policy, mdp.start.indexOf(1), 6),
        12,
      );
  });

  test("the optimum is that of finite-horizon value iteration", () => {
    for (const { mdp } of drawn)
      expect(optimalHorizonReturn(afterstatesOf(mdp), 30)).toBeCloseTo(
        finiteHorizonValues(mdp, 30)[30][mdp.start.indexOf(1)],
        12,
      );
  });

  test("a process that begins anywhere is refused", () => {
    const mdp = garnet({ states: 4, actions: 2, branching: 4, discount: 0.9, random: Random.of(1) });
    expect(() => afterstatesOf(mdp)).toThrow("one state");
  });
});

/** The transitions of a level's process with one more state for the end, counted from the simulator's rules object by object. */
function listed(level: ReturnType<typeof objectLevel>): TabularMdp {
  const process = objectProcess(level);
  const k = process.objects.length;
  const sets = 1 << k;
  const end = process.states;
  const things = process.objects.map((number) => level.objects[number]);
  const arrival = (s: number, a: number) => {
    const place = Math.floor(process.after[s * OBJECT_CHOICES + a] / sets);
    const bits = s % sets;
    const thing = things.findIndex(({ cell }, i) => cell === process.cells[place] && (bits & (1 << i)) !== 0);
    return { place, bits, thing };
  };
  return tabularMdp({
    states: process.states + 1,
    actions: OBJECT_CHOICES,
    discount: 1,
    start: process.start,
    terminal: (s) => s === end,
    reward(s, a) {
      const { thing } = arrival(s, a);
      return thing < 0 ? 0 : things[thing].reward;
    },
    transitions(s, a) {
      const { place, bits, thing } = arrival(s, a);
      const goes = thing < 0 ? 1 : 1 - things[thing].ends;
      const rows: (readonly [number, number])[] = [[end, 1 - goes]];
      for (let set = 0; set < sets; set++) {
        const chance = things.reduce((p, { returns }, i) => {
          const there = (set & (1 << i)) !== 0;
          if (i === thing) return there ? 0 : p;
          if ((bits & (1 << i)) !== 0) return there ? p : 0;
          return p * (there ? returns : 1 - returns);
        }, goes);
        rows.push([place * sets + set, chance]);
      }
      return rows;
    },
  });
}

describe("levels with objects", () => {
  const levels = Array.from({ length: 6 }, (_, seed) => objectLevel("small", Random.of(seed, "planning"), 40));

  test("sweeps object by object give what a list of transitions gives", () => {
    for (const level of levels) {
      const process = objectProcess(level);
      const mdp = listed(level);
      const random = Random.of(7, "policy");
      const policy = softmaxPolicy(
        process,
        Array.from({ length: process.states * OBJECT_CHOICES }, () => random.normal()),
      );
      const padded = uniformPolicy(mdp);
      padded.set(policy);
      expect(horizonReturn(process, policy, level.horizon)).toBeCloseTo(
        horizonReturn(afterstatesOf(mdp), padded, level.horizon),
        10,
      );
      expect(optimalHorizonReturn(process, level.horizon)).toBeCloseTo(
        finiteHorizonValues(mdp, level.horizon)[level.horizon][process.start],
        10,
      );
    }
  });

  test("what a policy earns when it is played agrees with its exact return", () => {
    const process = objectProcess(levels[1]);
    const policy = uniformPolicy(process);
    const random = Random.of(3, "play");
    const episodes = 20_000;
    let total = 0;
    let squares = 0;
    for (let episode = 0; episode < episodes; episode++) {
      let state = process.start;
      let sum = 0;
      for (let t = 0; t < process.horizon; t++) {
        state = process.step(state, random.integer(OBJECT_CHOICES), random);
        sum += process.outcome.reward;
        if (process.outcome.ended) break;
      }
      total += sum;
      squares += sum * sum;
    }
    const mean = total / episodes;
    const error = Math.sqrt((squares / episodes - mean * mean) / episodes);
    expect(error).toBeGreaterThan(0);
    expect(Math.abs(mean - horizonReturn(process, policy, process.horizon))).toBeLessThan(4 * error);
  });
});
