// Acrobot: two links hang from a bar, with a motor only at the joint between them; the tip must be swung above a height. Equations and
// constants of Gymnasium's Acrobot-v1 (Sutton 1996; Sutton & Barto 2018), with the same Runge-Kutta steps.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { choiceOf, clip, field, flow, level, named, once, parts, singleAgentSpec } from "../declaration.ts";
import { acrobotScene } from "./scenes.ts";

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 500).describe("steps until the episode is truncated"),
  timeStep: positive(1, 0.2).describe("seconds per step, one Runge-Kutta step of fourth order"),
  torqueNoise: within(0, 10, 0).describe("uniform noise within ± this on every torque, in N·m"),
  equations: oneOf(["book", "nips"], "book").describe(
    "motion of the second link as in Sutton & Barto's book (published default) or in Sutton (1996)",
  ),
});

export const acrobot: BoundEntry<NumericEnvironment> = bind({
  id: "control/acrobot",
  summary: "swing the tip of two links above the bar with a motor at the elbow",
  source: "Gymnasium Acrobot-v1; Sutton (1996)",
  parameters,
  make: makeAcrobot,
});

const GRAVITY = 9.8;
/** Distance from a link's joint to its centre of mass, in m; links are 1 m long, weigh 1 kg, and have inertia 1 kg·m². */
const CENTRE = 0.5;
const MOST_SHOULDER = 4 * Math.PI;
const MOST_ELBOW = 9 * Math.PI;

const [PAYOFF, SUCCESS, SHOULDER, ELBOW, SHOULDER_SPEED, ELBOW_SPEED, TIP] = [0, 1, 2, 3, 4, 5, 6];

function makeAcrobot(p: z.output<typeof parameters>): NumericEnvironment {
  const { horizon, timeStep, torqueNoise } = p;
  const centrifugal = p.equations === "book" ? 1 : 0;
  const state = layout({ motion: [4], step: [1] });
  const { motion, step: counter } = state.views;
  const start = new Float64Array(4);
  const at = new Float64Array(4);
  const rate = new Float64Array(4);
  const sum = new Float64Array(4);

  const spec = singleAgentSpec({
    label: "acrobot",
    horizon,
    action: named("−1", "none", "+1"),
    actionUnit: "torque at the elbow in N·m",
    observation: [
      field("shoulderCos", -1, 1, "cosine of the first link's angle; 1 hangs down"),
      field("shoulderSin", -1, 1, "sine of the first link's angle"),
      field("elbowCos", -1, 1, "cosine of the second link's angle from the first"),
      field("elbowSin", -1, 1, "sine of the second link's angle from the first"),
      field("shoulderSpeed", -MOST_SHOULDER, MOST_SHOULDER, "angular velocity of the first link in rad/s"),
      field("elbowSpeed", -MOST_ELBOW, MOST_ELBOW, "angular velocity at the elbow in rad/s"),
    ],
    channels: [
      flow("payoff", "reward", -1, 0, "sum", "the published reward: −1 per step until the tip is up"),
      once("success", "episodes", "1 on the step that lifts the tip"),
      level("shoulder", "rad", -Math.PI, Math.PI, "angle of the first link from hanging"),
      level("elbow", "rad", -Math.PI, Math.PI, "angle of the second link from the first"),
      level("shoulderSpeed", "rad/s", -MOST_SHOULDER, MOST_SHOULDER, "angular velocity of the first link"),
      level("elbowSpeed", "rad/s", -MOST_ELBOW, MOST_ELBOW, "angular velocity at the elbow"),
      level("tip", "m", -2, 2, "height of the tip over the bar; the goal is above 1"),
    ],
    publicState: parts({ motion: "shoulder angle, elbow angle, and their angular velocities" }),
  });

  const report = (outcomes: Float64Array) => {
    outcomes[SHOULDER] = motion[0];
    outcomes[ELBOW] = motion[1];
    outcomes[SHOULDER_SPEED] = motion[2];
    outcomes[ELBOW_SPEED] = motion[3];
    outcomes[TIP] = -Math.cos(motion[0]) - Math.cos(motion[0] + motion[1]);
  };

  /** Runge-Kutta step y ← y + h/6·(k₁ + 2k₂ + 2k₃ + k₄) with constant torque. */
  function integrate(torque: number): void {
    start.set(motion);
    sum.fill(0);
    for (let stage = 0; stage < 4; stage++) {
      const reach = stage === 0 ? 0 : stage === 3 ? timeStep : timeStep / 2;
      for (let k = 0; k < 4; k++) at[k] = start[k] + reach * rate[k];
      slopeOf(at, torque, centrifugal, rate);
      const weight = stage === 0 || stage === 3 ? 1 : 2;
      for (let k = 0; k < 4; k++) sum[k] += weight * rate[k];
    }
    for (let k = 0; k < 4; k++) motion[k] = start[k] + (timeStep / 6) * sum[k];
    motion[0] = wrapped(motion[0]);
    motion[1] = wrapped(motion[1]);
    motion[2] = clip(motion[2], -MOST_SHOULDER, MOST_SHOULDER);
    motion[3] = clip(motion[3], -MOST_ELBOW, MOST_ELBOW);
  }

  return {
    spec,
    state,
    reset(random, outcomes) {
      for (let k = 0; k < 4; k++) motion[k] = random.uniform(-0.1, 0.1);
      counter[0] = 0;
      outcomes.fill(0);
      report(outcomes);
    },
    step(actions, outcomes, random) {
      const noise = torqueNoise > 0 ? random.uniform(-torqueNoise, torqueNoise) : 0;
      integrate(choiceOf(actions[0], 3) - 1 + noise);
      counter[0] += 1;
      report(outcomes);
      const up = outcomes[TIP] > 1;
      outcomes[PAYOFF] = up ? 0 : -1;
      outcomes[SUCCESS] = up ? 1 : 0;
      return (up ? Status.terminated : 0) | (counter[0] >= horizon ? Status.truncated : 0);
    },
    observe(observations) {
      observations[0] = Math.cos(motion[0]);
      observations[1] = Math.sin(motion[0]);
      observations[2] = Math.cos(motion[1]);
      observations[3] = Math.sin(motion[1]);
      observations[4] = motion[2];
      observations[5] = motion[3];
    },
    scene: (last) =>
      acrobotScene({
        ...{ shoulder: motion[0], elbow: motion[1] },
        torque: last === undefined ? 0 : choiceOf(last.actions[0], 3) - 1,
      }),
  };
}

function wrapped(angle: number): number {
  let x = angle;
  while (x > Math.PI) x -= 2 * Math.PI;
  while (x < -Math.PI) x += 2 * Math.PI;
  return x;
}

/**
 * Time derivatives of (θ₁, θ₂, θ̇₁, θ̇₂) under a torque at the elbow (Sutton 1996, fig. 4). `centrifugal` is 1 to include the term
 * −m₂·l₁·l_c2·θ̇₁²·sin θ₂ of the book's version, 0 otherwise.
 */
function slopeOf(state: Float64Array, torque: number, centrifugal: number, rate: Float64Array): void {
  const elbow = state[1];
  const shoulderSpeed = state[2];
  const elbowSpeed = state[3];
  const cos = Math.cos(elbow);
  const sin = Math.sin(elbow);
  const d1 = CENTRE ** 2 + (1 + CENTRE ** 2 + 2 * CENTRE * cos) + 2;
  const d2 = CENTRE ** 2 + CENTRE * cos + 1;
  const phi2 = CENTRE * GRAVITY * Math.cos(state[0] + elbow - Math.PI / 2);
  const phi1 =
    -CENTRE * elbowSpeed ** 2 * sin -
    2 * CENTRE * elbowSpeed * shoulderSpeed * sin +
    (CENTRE + 1) * GRAVITY * Math.cos(state[0] - Math.PI / 2) +
    phi2;
  const pulled = centrifugal * CENTRE * shoulderSpeed ** 2 * sin;
  const elbowRate = (torque + (d2 / d1) * phi1 - pulled - phi2) / (CENTRE ** 2 + 1 - d2 ** 2 / d1);
  rate[0] = shoulderSpeed;
  rate[1] = elbowSpeed;
  rate[2] = -(d2 * elbowRate + phi1) / d1;
  rate[3] = elbowRate;
}
