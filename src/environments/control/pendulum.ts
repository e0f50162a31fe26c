// Pendulum: a motor too weak to lift it directly must swing it up and hold it upright with little torque. Equations and constants of
// Gymnasium's Pendulum-v1, step for step; the task never terminates before its horizon.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { clip, field, flow, level, parts, singleAgentSpec } from "../declaration.ts";
import { pendulumScene } from "./scenes.ts";

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 200).describe("steps until the episode is truncated"),
  gravity: within(0, 1_000, 10).describe("gravity in m/s²"),
  mass: positive(1_000, 1).describe("mass of the rod in kg"),
  length: positive(1_000, 1).describe("length of the rod in m"),
  torque: positive(1_000, 2).describe("largest torque in N·m"),
  mostSpeed: positive(1_000, 8).describe("angular velocity in rad/s beyond which it is clipped"),
  timeStep: positive(1, 0.05).describe("seconds per step"),
});

export const pendulum: BoundEntry<NumericEnvironment> = bind({
  id: "control/pendulum",
  summary: "swing a pendulum up with a weak motor and hold it upright",
  source: "Gymnasium Pendulum-v1",
  parameters,
  make: makePendulum,
});

const TURN = 2 * Math.PI;
const [PAYOFF, ANGLE, SPEED, HEIGHT, TORQUE] = [0, 1, 2, 3, 4];

/** The equivalent angle in [−π, π). */
export function principalAngle(angle: number): number {
  const shifted = (angle + Math.PI) % TURN;
  return (shifted < 0 ? shifted + TURN : shifted) - Math.PI;
}

function makePendulum(p: z.output<typeof parameters>): NumericEnvironment {
  const { horizon, gravity, mass, length, mostSpeed, timeStep } = p;
  const state = layout({ motion: [2], step: [1] });
  const { motion, step: counter } = state.views;
  const costliest = Math.PI ** 2 + 0.1 * mostSpeed ** 2 + 0.001 * p.torque ** 2;

  const spec = singleAgentSpec({
    label: "pendulum",
    horizon,
    action: { low: [-p.torque], high: [p.torque] },
    actionUnit: "torque in N·m",
    observation: [
      field("cos", -1, 1, "cosine of the angle; 1 is upright"),
      field("sin", -1, 1, "sine of the angle"),
      field("speed", -mostSpeed, mostSpeed, "angular velocity in rad/s"),
    ],
    channels: [
      flow("payoff", "reward", -costliest, 0, "sum", "the published reward: −(θ² + 0.1·θ̇² + 0.001·u²)"),
      level("angle", "rad", -Math.PI, Math.PI, "angle from upright"),
      level("speed", "rad/s", -mostSpeed, mostSpeed, "angular velocity"),
      level("height", "share", -1, 1, "cosine of the angle: 1 upright, −1 hanging"),
      flow("torque", "N·m", -p.torque, p.torque, "mean", "torque after clipping"),
    ],
    publicState: parts({ motion: "angle, angular velocity" }),
  });

  const report = (outcomes: Float64Array) => {
    outcomes[ANGLE] = principalAngle(motion[0]);
    outcomes[SPEED] = motion[1];
    outcomes[HEIGHT] = Math.cos(motion[0]);
  };

  return {
    spec,
    state,
    reset(random, outcomes) {
      motion[0] = random.uniform(-Math.PI, Math.PI);
      motion[1] = random.uniform(-1, 1);
      counter[0] = 0;
      outcomes.fill(0);
      report(outcomes);
    },
    step(actions, outcomes) {
      const torque = clip(actions[0], -p.torque, p.torque);
      const angle = principalAngle(motion[0]);
      const speed = motion[1];
      // The cost refers to the state before the step.
      outcomes[PAYOFF] = -(angle * angle + 0.1 * speed * speed + 0.001 * torque * torque);
      const acceleration =
        ((3 * gravity) / (2 * length)) * Math.sin(motion[0]) + (3 / (mass * length * length)) * torque;
      motion[1] = clip(speed + acceleration * timeStep, -mostSpeed, mostSpeed);
      motion[0] += motion[1] * timeStep;
      counter[0] += 1;
      outcomes[TORQUE] = torque;
      report(outcomes);
      return counter[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations[0] = Math.cos(motion[0]);
      observations[1] = Math.sin(motion[0]);
      observations[2] = motion[1];
    },
    scene: (last) =>
      pendulumScene({
        ...{ length, angle: principalAngle(motion[0]), speed: motion[1] },
        torque: (last?.outcomes[TORQUE] ?? 0) / p.torque,
      }),
  };
}
