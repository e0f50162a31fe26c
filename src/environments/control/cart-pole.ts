// Cart-pole: a pole hinged on a cart, which is pushed left or right with a fixed force, must be kept upright. Equations and constants of
// Gymnasium's CartPole-v1 (Barto, Sutton & Anderson 1983; Florian 2007), step for step.

import { z } from "zod";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf, positive, share, whole } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { choiceOf, field, flow, level, named, once, parts, singleAgentSpec, UNIT } from "../declaration.ts";
import { cartPoleScene } from "./scenes.ts";

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 500).describe("steps until the episode is truncated"),
  gravity: positive(1e6, 9.8).describe("gravity in m/s²"),
  cartMass: positive(1e6, 1).describe("mass of the cart in kg"),
  poleMass: positive(1e6, 0.1).describe("mass of the pole in kg"),
  halfLength: positive(1e6, 0.5).describe("half the pole's length in m"),
  force: positive(1e6, 10).describe("size of a push in N"),
  timeStep: positive(1, 0.02).describe("seconds per step"),
  positionLimit: positive(1e6, 2.4).describe("distance from the middle in m at which the episode ends"),
  angleLimit: z.number().gt(0).lt(90).default(12).describe("angle of the pole in degrees at which the episode ends"),
  spread: share(0.05).describe("each number of the first state is uniform within ± this"),
  integrator: oneOf(["euler", "semi-implicit"], "euler").describe(
    "whether positions move with the old speeds (published) or with the new ones",
  ),
  reward: oneOf(["survival", "sutton-barto"], "survival").describe(
    "payoff: 1 per step, the last included; or 0 per step and −1 for a fall",
  ),
});

export const cartPole: BoundEntry<NumericEnvironment> = bind({
  id: "control/cart-pole",
  summary: "keep a pole upright on a cart by pushing left or right",
  source: "Gymnasium CartPole-v1; Barto, Sutton & Anderson (1983)",
  parameters,
  make: makeCartPole,
});

const [PAYOFF, SUCCESS, POSITION, SPEED, ANGLE, TURN] = [0, 1, 2, 3, 4, 5];

function makeCartPole(p: z.output<typeof parameters>): NumericEnvironment {
  const { horizon, gravity, halfLength, force, timeStep, positionLimit, spread } = p;
  const mass = p.cartMass + p.poleMass;
  const poleMoment = p.poleMass * halfLength;
  const angleLimit = (p.angleLimit * 2 * Math.PI) / 360;
  const semiImplicit = p.integrator === "semi-implicit";
  const suttonBarto = p.reward === "sutton-barto";
  const state = layout({ motion: [4], step: [1] });
  const { motion, step: counter } = state.views;
  const { position, speed: fastest, angle, turn: fastestTurn } = bounds(p, angleLimit);

  const spec = singleAgentSpec({
    label: "cart",
    horizon,
    action: named("left", "right"),
    actionUnit: "push",
    observation: [
      field("position", -position, position, "place of the cart in m", UNIT),
      field("speed", -fastest, fastest, "speed of the cart in m/s", UNIT),
      field("angle", -angle, angle, "lean of the pole in rad", UNIT),
      field("turn", -fastestTurn, fastestTurn, "angular velocity of the pole in rad/s", UNIT),
    ],
    channels: [
      flow("payoff", "reward", suttonBarto ? -1 : 0, 1, "sum", "the published reward"),
      once("success", "episodes", "1 on the step that reaches the horizon with the pole still up"),
      level("position", "m", -position, position, "place of the cart"),
      level("speed", "m/s", -fastest, fastest, "speed of the cart"),
      level("angle", "rad", -angle, angle, "lean of the pole from upright"),
      level("turn", "rad/s", -fastestTurn, fastestTurn, "angular velocity of the pole"),
    ],
    publicState: parts({ motion: "position, speed, angle, angular velocity" }),
  });

  const report = (outcomes: Float64Array) => {
    outcomes[POSITION] = motion[0];
    outcomes[SPEED] = motion[1];
    outcomes[ANGLE] = motion[2];
    outcomes[TURN] = motion[3];
  };

  return {
    spec,
    state,
    reset(random, outcomes) {
      for (let k = 0; k < 4; k++) motion[k] = random.uniform(-spread, spread);
      counter[0] = 0;
      outcomes.fill(0);
      report(outcomes);
    },
    step(actions, outcomes) {
      const push = choiceOf(actions[0], 2) === 1 ? force : -force;
      const speed = motion[1];
      const turn = motion[3];
      const cos = Math.cos(motion[2]);
      const sin = Math.sin(motion[2]);
      // Florian (2007), eqs. 23 and 24, without friction.
      const common = (push + poleMoment * turn * turn * sin) / mass;
      const turning = (gravity * sin - cos * common) / (halfLength * (4 / 3 - (p.poleMass * cos * cos) / mass));
      const acceleration = common - (poleMoment * turning * cos) / mass;
      motion[1] = speed + timeStep * acceleration;
      motion[3] = turn + timeStep * turning;
      motion[0] += timeStep * (semiImplicit ? motion[1] : speed);
      motion[2] += timeStep * (semiImplicit ? motion[3] : turn);
      counter[0] += 1;
      const fell = Math.abs(motion[0]) > positionLimit || Math.abs(motion[2]) > angleLimit;
      const late = counter[0] >= horizon;
      outcomes[PAYOFF] = suttonBarto ? (fell ? -1 : 0) : 1;
      outcomes[SUCCESS] = late && !fell ? 1 : 0;
      report(outcomes);
      return (fell ? Status.terminated : 0) | (late ? Status.truncated : 0);
    },
    observe(observations) {
      for (let k = 0; k < 4; k++) observations[k] = motion[k];
    },
    scene: (last) =>
      cartPoleScene(
        { position: motion[0], angle: motion[2] },
        { position: positionLimit, angle: angleLimit, halfLength },
        last,
      ),
  };
}

/**
 * Bounds of an episode. Two successive states within the limits bound the speed between them to the limits' distance per step. The last
 * step may add two accelerations to the speed, and one step of motion to the limit.
 */
function bounds(p: z.output<typeof parameters>, angleLimit: number) {
  const mass = p.cartMass + p.poleMass;
  const poleMoment = p.poleMass * p.halfLength;
  const common = (p.force + poleMoment * ((2 * angleLimit) / p.timeStep) ** 2) / mass;
  const turning = (p.gravity + common) / (p.halfLength * (4 / 3 - p.poleMass / mass));
  const acceleration = common + (poleMoment * turning) / mass;
  const speed = p.spread + (2 * p.positionLimit) / p.timeStep + 2 * p.timeStep * acceleration;
  const turn = p.spread + (2 * angleLimit) / p.timeStep + 2 * p.timeStep * turning;
  return {
    position: p.spread + p.positionLimit + p.timeStep * speed,
    speed,
    angle: p.spread + angleLimit + p.timeStep * turn,
    turn,
  };
}
