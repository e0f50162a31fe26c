// The control tasks against Gymnasium itself. `interop/control_reference.py` wrote the fixture with gymnasium 1.4.0, numpy 2.4.6 and box2d
// 2.3.10, and documents where the reference rounds to float32.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { matrix, pairs } from "../../../test/fixtures/matrix.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { atHand } from "../../core/library.ts";
import { Random } from "../../core/random.ts";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { firstDifference } from "../../evaluation/laws/law.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { environments } from "../index.ts";
import { massOf } from "./lander-physics.ts";

const numbers = z.array(z.number());
const rows = z.array(numbers);
const options = z.record(z.string(), z.union([z.number(), z.boolean()]));
const flown = { options, actions: rows, rewards: numbers, terminated: z.array(z.boolean()) };
const trajectory = z.object({ ...flown, world: z.string(), states: rows, lastObservation: numbers });
const landing = z.object({ ...flown, reset: numbers, dispersion: numbers, observations: rows });
const earnings = z.object({ episodes: z.number(), mean: z.number(), deviation: z.number() });
const file = new URL("../../../test/fixtures/control-trajectories.json", import.meta.url);
const fixture = z
  .object({ trajectories: z.array(trajectory), landings: z.array(landing), returns: z.record(z.string(), earnings) })
  .parse(JSON.parse(readFileSync(file, "utf8")));

const controlWorlds = await atHand(environments, (id) => id.startsWith("control/"));

function make(name: string, parameters: object = {}): NumericEnvironment {
  return controlWorlds.get(`control/${name}`).make(parameters);
}

const outcomesOf = (world: NumericEnvironment) => new Float64Array(world.spec.channels.length);

/** Largest difference, relative to the reference where its magnitude exceeds `unit`. */
function distance(a: ArrayLike<number>, reference: readonly number[], unit: number): number {
  return Math.max(...reference.map((r, k) => Math.abs(a[k] - r) / Math.max(unit, Math.abs(r))));
}

test.each([
  ["cart-pole", {}],
  ["cart-pole", { reward: "sutton-barto", integrator: "semi-implicit", angleLimit: 45, horizon: 60 }],
  ["cart-pole", { force: 1000, cartMass: 0.1, spread: 0.5 }],
  ["mountain-car", {}],
  ["mountain-car", { horizon: 30, goalPosition: -0.3, goalSpeed: 0.01 }],
  ["mountain-car-continuous", {}],
  ["pendulum", {}],
  ["acrobot", {}],
  ["acrobot", { equations: "nips", torqueNoise: 0.5 }],
  ["lunar-lander", {}],
  ["lunar-lander", { continuous: true, wind: true }],
  ["lunar-lander", { horizon: 40, gravity: -1.5 }],
  ["vertical-lander", {}],
  ["vertical-lander", { timeStep: 1, thrust: 30, lowestStart: 0.01, highestStart: 0.99, hoverPay: 500 }],
  ["vertical-lander", { horizon: 10, thrust: 0.5, band: 50, softSpeed: 9 }],
])("%s with %j satisfies every law", (name, parameters) => {
  expect(environmentLaws(() => make(name, parameters)).filter(({ pass }) => !pass)).toEqual([]);
});

describe.each(fixture.trajectories)("$world against Gymnasium, with $options", (reference) => {
  const { g: gravity, sutton_barto_reward: suttonBarto } = reference.options;
  const parameters = { ...(gravity && { gravity }), ...(suttonBarto === true && { reward: "sutton-barto" }) };
  // Single precision carries 24 bits; its error grows to a few units over a hundred steps.
  const single = reference.world === "mountain-car-continuous";

  test("complete trajectories, rewards and terminations", () => {
    const world = make(reference.world, parameters);
    const { outcomes, step } = byHand(world, Random.of(1));
    world.state.views.motion.set(reference.states[0]);
    for (const [t, action] of reference.actions.entries()) {
      const status = step(...action);
      const error = distance(world.state.views.motion, reference.states[t + 1], 1);
      expect(error, `step ${t}`).toBeLessThan(single ? 1e-6 : 1e-12);
      // Pendulum squares its torque in single precision.
      expect(Math.abs(outcomes[0] - reference.rewards[t]), `reward ${t}`).toBeLessThan(1e-9);
      expect((status & Status.terminated) !== 0, `end ${t}`).toBe(reference.terminated[t]);
    }
    const seen = new Float32Array(world.spec.observationSize);
    world.observe(seen);
    expect(distance(seen, reference.lastObservation, 1)).toBeLessThan(1e-6);
  });

  test("each single step from the reference's own state", () => {
    const world = make(reference.world, parameters);
    const { step } = byHand(world, Random.of(1));
    for (const [t, action] of reference.actions.entries()) {
      world.state.views.motion.set(reference.states[t]);
      step(...action);
      expect(distance(world.state.views.motion, reference.states[t + 1], 1e-3), `step ${t}`).toBeLessThan(1e-6);
    }
  });
});

test("a mountain car is charged for its throttle after clipping", () => {
  const world = make("mountain-car-continuous");
  const outcomes = outcomesOf(world);
  world.reset(Random.of(1), outcomes);
  world.step(Float64Array.of(3), outcomes, Random.of(1));
  expect(outcomes[0]).toBeCloseTo(-0.1, 12);
});

describe("the vertical lander", () => {
  /** Flies an episode with one of its pilots; returns the sums of payoff, success, crash and hovering, and the number of steps. */
  function flight(pilot: string, seed: number) {
    const world = make("vertical-lander");
    const player = world.spec.oracles?.[pilot].play(0);
    const outcomes = outcomesOf(world);
    const rng = Random.of(seed, "environment", 0);
    const seen = new Float32Array(2);
    const action = new Float64Array(1);
    const sums = [0, 0, 0, 0];
    world.reset(rng, outcomes);
    let steps = 0;
    for (let status: Status = Status.running; status === Status.running; steps++) {
      world.observe(seen);
      player?.act(seen, action);
      status = world.step(action, outcomes, rng);
      for (let k = 0; k < 4; k++) sums[k] += outcomes[k];
    }
    return { pay: sums[0], landed: sums[1], crashed: sums[2], hovered: sums[3], steps };
  }

  test("falls by the discrete equations of motion, and is paid by its landing speed", () => {
    for (const [softSpeed, pay] of matrix("7 100 | 6 -100")) {
      const world = make("vertical-lander", { softSpeed });
      const outcomes = outcomesOf(world);
      world.reset(Random.of(1), outcomes);
      world.state.views.motion.set([13, -0.5]);
      // h_n = h_0 + v_0·n·Δt − g·Δt²·n(n + 1)/2 with Δt = 0.2: 0.9 m after 18 steps, and 6.58 m/s at the touch.
      for (let n = 1; n <= 18; n++) {
        expect(world.step(Float64Array.of(0), outcomes, Random.of(1))).toBe(Status.running);
        expect(outcomes[5]).toBeCloseTo(13 - 0.1 * n - (0.064 * n * (n + 1)) / 2, 12);
        expect(outcomes[0]).toBe(Math.abs(outcomes[5] - 10) <= 3 ? 0.5 : 0);
      }
      expect(world.step(Float64Array.of(0), outcomes, Random.of(1))).toBe(Status.terminated);
      expect(outcomes[6]).toBeCloseTo(-0.5 - 19 * 0.32, 12);
      expect(outcomes[0]).toBe(pay);
    }
  });

  test("crashes above the ceiling", () => {
    const world = make("vertical-lander");
    const outcomes = outcomesOf(world);
    world.reset(Random.of(1), outcomes);
    let status: Status = Status.running;
    while (status === Status.running) status = world.step(Float64Array.of(1), outcomes, Random.of(1));
    expect(status).toBe(Status.terminated);
    expect(Array.from(outcomes.slice(0, 3))).toEqual([-100, 0, 1]);
  });

  test("one pilot always lands, the other always hovers, and landing pays more", () => {
    for (let seed = 0; seed < 100; seed++) {
      const [landing, hovering] = [flight("landing", seed), flight("hovering", seed)];
      expect(landing).toMatchObject({ landed: 1, crashed: 0 });
      expect(landing.pay).toBeCloseTo(100 + 0.5 * landing.hovered, 9);
      expect(hovering).toMatchObject({ landed: 0, crashed: 0, steps: 200 });
      expect(hovering.pay).toBeCloseTo(0.5 * hovering.hovered, 9);
      expect(landing.steps).toBeLessThan(40);
      expect(hovering.hovered).toBeGreaterThan(185);
      expect(landing.pay).toBeGreaterThan(hovering.pay);
    }
  });

  test("rejects inconsistent initial states", () => {
    expect(() => make("vertical-lander", { lowestStart: 0.9 })).toThrow("cannot begin between 0.9 and 0.8");
  });
});

describe("the lander", () => {
  test("mass, centre and moment of the hull equal Box2D's", () => {
    // Read from the reference's hull: mass 4.8166666, centre (0, 0.101307), moment 0.8333149, in single precision.
    const hull = pairs("-14,17 -17,0 -17,-10 17,-10 17,0 14,17").map(([x, y]) => ({ x: x / 30, y: y / 30 }));
    const { mass, center, I } = massOf(hull, 5);
    expect(mass).toBeCloseTo(4.816666603, 6);
    expect(center.x).toBeCloseTo(0, 12);
    expect(center.y).toBeCloseTo(0.101307, 6);
    expect(I).toBeCloseTo(0.833314896, 6);
  });

  /** A copy of the environment whose state is set to the reference's random draws and actions. */
  function replay(reference: z.infer<typeof landing>): NumericEnvironment {
    const { continuous, enable_wind: wind } = reference.options;
    const world = make("lunar-lander", { continuous: continuous === true, wind: wind === true });
    world.reset(Random.of(1), outcomesOf(world));
    const { scene, history } = world.state.views;
    const size = world.spec.actionSize;
    const first = reference.reset.length - 2;
    scene.fill(0);
    scene.set(reference.reset.slice(0, first));
    history.fill(0);
    const scatter = [...reference.reset.slice(first), ...reference.dispersion];
    for (let row = 0; row < reference.observations.length; row++) {
      if (row > 0) history.set(reference.actions[row - 1], row * (size + 2));
      history.set(scatter.slice(2 * row, 2 * row + 2), row * (size + 2) + size);
    }
    return world;
  }

  test.each(fixture.landings)("flies like the reference, with $options", (reference) => {
    const world = replay(reference);
    const seen = new Float32Array(8);
    const touch = reference.observations.findIndex((observation) => observation[6] + observation[7] > 0);
    for (const [t, observation] of reference.observations.entries()) {
      world.state.views.step[0] = t;
      world.observe(seen);
      if (touch >= 0 && t >= touch) continue;
      // Box2D computes with 24-bit, planck with 53-bit mantissas.
      expect(distance(seen, observation, 1), `step ${t}`).toBeLessThan(t === 0 ? 1e-6 : 1e-4);
    }
    // During a bounce the two precisions may differ; the final resting state is the same.
    expect(distance(seen, reference.observations.at(-1) ?? [], 1)).toBeLessThan(0.02);
  });

  test("pays and terminates like the reference where only the initial state is random", () => {
    const reference = fixture.landings.find(({ actions }) => actions.every(([action]) => action === 0));
    if (reference === undefined) throw new Error("the fixture has no idle flight");
    const world = replay(reference);
    const outcomes = outcomesOf(world);
    world.state.views.step[0] = 0;
    for (const [t, reward] of reference.rewards.entries()) {
      const status = world.step(Float64Array.of(0), outcomes, Random.of(1));
      // A reward is 100 times a change of the observation, whose error is below 1e-5.
      expect(Math.abs(outcomes[0] - reward), `step ${t}`).toBeLessThan(1e-2);
      expect((status & Status.terminated) !== 0).toBe(reference.terminated[t]);
    }
  });

  test("a copy made during ground contact continues like the original while both are stepped in turn", () => {
    const world = make("lunar-lander");
    const [outcomes, copied] = [outcomesOf(world), outcomesOf(world)];
    const pilot = world.spec.oracles?.heuristic.play(0);
    const seen = new Float32Array(8);
    const action = new Float64Array(1);
    const rng = Random.of(3, "environment", 0);
    world.reset(rng, outcomes);
    let status: Status = Status.running;
    while (status === Status.running && seen[6] + seen[7] === 0) {
      world.observe(seen);
      pilot?.act(seen, action);
      status = world.step(action, outcomes, rng);
    }
    expect(status).toBe(Status.running);
    const copy = make("lunar-lander");
    copy.state.buffer.set(world.state.buffer);
    const copiedStream = rng.clone();
    let steps = 0;
    for (; status === Status.running; steps++) {
      world.observe(seen);
      pilot?.act(seen, action);
      status = world.step(action, outcomes, rng);
      expect(copy.step(action, copied, copiedStream)).toBe(status);
      expect(firstDifference(outcomes, copied)).toBe(-1);
      expect(firstDifference(world.state.buffer, copy.state.buffer)).toBe(-1);
    }
    expect(steps).toBeGreaterThan(10);
  });

  test("a restored state continues from there", () => {
    const world = make("lunar-lander");
    const outcomes = outcomesOf(world);
    const [rng, main, idle] = [Random.of(2), Float64Array.of(2), Float64Array.of(0)];
    world.reset(rng, outcomes);
    for (let t = 0; t < 20; t++) world.step(main, outcomes, rng);
    const [kept, keptStream] = [world.state.buffer.slice(), rng.clone()];
    for (let t = 0; t < 5; t++) world.step(main, outcomes, rng);
    const [after, before] = [outcomes.slice(), rng];
    world.state.buffer.set(kept);
    const again = keptStream.clone();
    for (let t = 0; t < 5; t++) world.step(idle, outcomes, again);
    expect(outcomes[0]).not.toBe(after[0]);
    world.state.buffer.set(kept);
    for (let t = 0; t < 5; t++) world.step(main, outcomes, keptStream);
    expect(Array.from(outcomes)).toEqual(Array.from(after));
    expect(keptStream.uniform()).toBe(before.uniform());
  });

  test("stays within its declared bounds when it climbs for the whole episode", () => {
    const world = make("lunar-lander");
    const { spec } = world;
    const outcomes = outcomesOf(world);
    const pilot = spec.oracles?.heuristic.play(0);
    const seen = new Float32Array(8);
    const action = new Float64Array(1);
    const rng = Random.of(1);
    world.reset(rng, outcomes);
    let status: Status = Status.running;
    let steps = 0;
    while (status === Status.running) {
      world.observe(seen);
      spec.observation.forEach(({ low, high, name }, k) => {
        expect(seen[k] >= low && seen[k] <= high, `${name} is ${seen[k]}`).toBe(true);
      });
      // Kept upright, with the main engine on whenever no balancing is needed.
      seen[0] *= 0.1;
      seen[1] = 0;
      seen[3] = -0.12;
      pilot?.act(seen, action);
      status = world.step(action, outcomes, rng);
      spec.channels.forEach(({ low, high, name }, k) => {
        expect(outcomes[k] >= low - 1e-9 && outcomes[k] <= high + 1e-9, `${name} is ${outcomes[k]}`).toBe(true);
      });
      steps += 1;
    }
    expect(steps).toBeGreaterThan(300);
    expect(outcomes[7]).toBeGreaterThan(100);
  });

  // 400 episodes of the reference against 200 of this implementation.
  test.each(["heuristic", "random", "idle"])("earns the reference's mean return: %s", (policy) => {
    const world = make("lunar-lander");
    const outcomes = outcomesOf(world);
    const pilot = world.spec.oracles?.heuristic.play(0);
    const seen = new Float32Array(8);
    const action = new Float64Array(1);
    const sums = Array.from({ length: 200 }, (_, seed) => {
      const [rng, hands] = [Random.of(seed, "environment", 0), Random.of(seed, "hands")];
      world.reset(rng, outcomes);
      let sum = 0;
      for (let status: Status = Status.running; status === Status.running; ) {
        world.observe(seen);
        if (policy === "heuristic") pilot?.act(seen, action);
        else action[0] = policy === "random" ? hands.integer(4) : 0;
        status = world.step(action, outcomes, rng);
        sum += outcomes[0];
      }
      return sum;
    });
    const ours = estimate(sums, 0.99);
    const { mean, deviation, episodes } = fixture.returns[policy];
    const slack = (2.58 * deviation) / Math.sqrt(episodes);
    expect(ours.low, `${ours.mean}`).toBeLessThan(mean + slack);
    expect(ours.high, `${ours.mean}`).toBeGreaterThan(mean - slack);
  });
});
