// Lives: what ends begins anew at the same beginning, and nothing else of the world changes.

import { expect, test } from "vitest";
import { fieldOffset, Status } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { objects } from "./gridworld/object-world.ts";
import { BEGAN } from "./lasting.ts";

const tries = { tasks: "small", horizon: 7 } as const;

/** What is seen before each of some steps, what they pay and their status, with choices drawn from a stream of their own. */
function played(parameters: object, steps: number) {
  const world = objects.make(parameters);
  const { spec } = world;
  const outcomes = new Float64Array(spec.channels.length);
  const seen = new Float32Array(spec.observationSize);
  const random = Random.of(3, "world");
  const hand = Random.of(3, "hand");
  world.reset(Random.of(2, "level"), outcomes);
  return Array.from({ length: steps }, () => {
    world.observe(seen);
    const status = world.step(Float64Array.of(hand.integer(5)), outcomes, random);
    return { seen: Array.from(seen), pay: outcomes[0], status };
  });
}

test("a life is one try after another, each from where the first began", () => {
  const life = played({ ...tries, lifetime: 40 }, 40);
  const at = fieldOffset(objects.make({ ...tries, lifetime: 40 }).spec, BEGAN) ?? -1;
  const began = life.flatMap(({ seen }, t) => (seen[at] === 1 ? [t] : []));
  expect(began[0]).toBe(0);
  expect(began.length).toBeGreaterThanOrEqual(Math.ceil(40 / 7));
  for (const [k, t] of began.entries()) {
    expect(life[t].seen).toEqual(life[0].seen);
    if (k > 0) expect(t - began[k - 1]).toBeLessThanOrEqual(7);
  }
  expect(life.map(({ status }) => status)).toEqual([...new Array<Status>(39).fill(Status.running), Status.truncated]);
});

test("its first try is that of the world itself", () => {
  const alone = played(tries, 7);
  const end = alone.findIndex(({ status }) => status !== Status.running);
  const life = played({ ...tries, lifetime: 40 }, end + 1);
  for (const [t, { seen, pay }] of alone.slice(0, end + 1).entries()) {
    expect(life[t].seen.slice(0, -1)).toEqual(seen);
    expect(life[t].pay).toBe(pay);
  }
});

test("a copy of its state goes on alike", () => {
  const [one, other] = [0, 1].map(() => objects.make({ ...tries, lifetime: 40 }));
  const outcomes = one.spec.channels.map(() => new Float64Array(one.spec.channels.length));
  one.reset(Random.of(2, "level"), outcomes[0]);
  const random = Random.of(5, "steps");
  for (let t = 0; t < 11; t++) one.step(Float64Array.of(t % 5), outcomes[0], random);
  other.state.buffer.set(one.state.buffer);
  const [a, b] = [random.clone(), random.clone()];
  for (let t = 0; t < 20; t++) {
    const action = Float64Array.of((3 * t) % 5);
    expect(other.step(action, outcomes[1], b)).toBe(one.step(action, outcomes[0], a));
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(other.state.buffer).toEqual(one.state.buffer);
  }
});
