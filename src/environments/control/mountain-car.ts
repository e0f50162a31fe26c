// An underpowered car in a valley must swing back and forth to climb the right hill (Moore 1990). Equations and constants of Gymnasium's
// MountainCar-v0 and MountainCarContinuous-v0, step for step. The continuous version differs in two points: the reference computes in
// float32, and it charges for the unclipped throttle, whereas this environment clips it to [−1, 1] first.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { positive, share, whole, within } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import {
  choiceOf,
  clip,
  field,
  flow,
  level,
  named,
  once,
  parts,
  type SingleAgent,
  singleAgentSpec,
} from "../declaration.ts";
import { valleyScene } from "./scenes.ts";

const LEFT = -1.2;
const RIGHT = 0.6;
const MOST_SPEED = 0.07;
const GRAVITY = 0.0025;

/** Parameters of both versions, with their own defaults. */
export const valleyParameters = (horizon: number, force: number, goal: number) =>
  z.strictObject({
    horizon: whole(1, 1_000_000, horizon).describe("steps until the episode is truncated"),
    force: positive(1, force).describe("change of speed per step under full throttle"),
    gravity: share(GRAVITY).describe("change of speed per step on a vertical slope"),
    goalPosition: within(LEFT, RIGHT, goal).describe("place at which the episode ends"),
    goalSpeed: within(-MOST_SPEED, MOST_SPEED, 0).describe("least speed needed there"),
  });

export const mountainCar = bind({
  id: "control/mountain-car",
  summary: "get an underpowered car out of a valley, throttle left, off or right",
  source: "Gymnasium MountainCar-v0; Moore (1990)",
  parameters: valleyParameters(200, 0.001, 0.5),
  make: (p) =>
    valley(p, {
      action: named("left", "off", "right"),
      actionUnit: "throttle",
      payoffLow: -1,
      payoffHigh: 0,
      meaning: "the published reward: −1 per step",
      throttle: (action) => choiceOf(action, 3) - 1,
      payoff: () => -1,
    }),
});

/** Differences between the two versions. */
export interface Throttle {
  readonly action: SingleAgent["action"];
  readonly actionUnit: string;
  readonly payoffLow: number;
  readonly payoffHigh: number;
  readonly meaning: string;
  /** Throttle in [−1, 1] for an action. */
  throttle(action: number): number;
  payoff(throttle: number, arrived: boolean): number;
}

const [PAYOFF, SUCCESS, POSITION, SPEED, HEIGHT, THROTTLE] = [0, 1, 2, 3, 4, 5];

/** Creates a car in a valley of height sin(3x): v ← v + force·u − gravity·cos(3x), x ← x + v, inelastic at the left wall. */
export function valley(p: z.output<ReturnType<typeof valleyParameters>>, car: Throttle): NumericEnvironment {
  const { horizon, force, gravity, goalPosition, goalSpeed } = p;
  const state = layout({ motion: [2], step: [1] });
  const { motion, step: counter } = state.views;
  const spec = singleAgentSpec({
    label: "car",
    horizon,
    action: car.action,
    actionUnit: car.actionUnit,
    observation: [
      field("position", LEFT, RIGHT, "place along the valley; its bottom is at −π/6"),
      field("speed", -MOST_SPEED, MOST_SPEED, "change of place per step"),
    ],
    channels: [
      flow("payoff", "reward", car.payoffLow, car.payoffHigh, "sum", car.meaning),
      once("success", "episodes", "1 on the step that reaches the goal"),
      level("position", "valley units", LEFT, RIGHT, "place along the valley"),
      level("speed", "valley units per step", -MOST_SPEED, MOST_SPEED, "speed of the car"),
      level("height", "valley units", -1, 1, "sin(3x): −1 at the bottom"),
      flow("throttle", "share of full", -1, 1, "mean", "throttle after clipping, negative to the left"),
    ],
    publicState: parts({ motion: "position, speed" }),
  });

  const report = (outcomes: Float64Array) => {
    outcomes[POSITION] = motion[0];
    outcomes[SPEED] = motion[1];
    outcomes[HEIGHT] = Math.sin(3 * motion[0]);
  };

  return {
    spec,
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      motion[0] = random.uniform(-0.6, -0.4);
      outcomes.fill(0);
      report(outcomes);
    },
    step(actions, outcomes) {
      const throttle = car.throttle(actions[0]);
      const speed = motion[1] + throttle * force - Math.cos(3 * motion[0]) * gravity;
      motion[1] = clip(speed, -MOST_SPEED, MOST_SPEED);
      motion[0] = clip(motion[0] + motion[1], LEFT, RIGHT);
      if (motion[0] === LEFT && motion[1] < 0) motion[1] = 0;
      counter[0] += 1;
      const arrived = motion[0] >= goalPosition && motion[1] >= goalSpeed;
      outcomes[PAYOFF] = car.payoff(throttle, arrived);
      outcomes[SUCCESS] = arrived ? 1 : 0;
      outcomes[THROTTLE] = throttle;
      report(outcomes);
      return (arrived ? Status.terminated : 0) | (counter[0] >= horizon ? Status.truncated : 0);
    },
    observe(observations) {
      for (let k = 0; k < 2; k++) observations[k] = motion[k];
    },
    scene: (last) =>
      valleyScene({
        ...{ left: LEFT, right: RIGHT, goal: goalPosition, position: motion[0], speed: motion[1] },
        throttle: last?.outcomes[THROTTLE] ?? 0,
      }),
  };
}

export const mountainCarContinuous = bind({
  id: "control/mountain-car-continuous",
  summary: "get an underpowered car out of a valley with a throttle that costs its square",
  source: "Gymnasium MountainCarContinuous-v0; Moore (1990)",
  parameters: valleyParameters(999, 0.0015, 0.45),
  make: (p) =>
    valley(p, {
      action: { low: [-1], high: [1] },
      actionUnit: "share of full throttle, negative to the left",
      payoffLow: -0.1,
      payoffHigh: 100,
      meaning: "the published reward: 100 on arrival, less 0.1 of the throttle's square per step",
      throttle: (action) => clip(action, -1, 1),
      payoff: (throttle, arrived) => (arrived ? 100 : 0) - 0.1 * throttle * throttle,
    }),
});
