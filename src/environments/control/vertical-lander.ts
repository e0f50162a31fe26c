// A lander that moves only vertically, with its engine on or off. Hovering near the middle pays a little in every step, and a soft landing
// pays a large amount once, so that the optimal behaviour depends on the discount factor. It is a minimal version of the trap that arXiv
// 2604.13517 describes for Lunar Lander. The paper defines no such environment; all numbers except the payoffs are Agon's.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, type Oracle, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { choiceOf, clip, event, field, flow, level, named, once, parts, singleAgentSpec } from "../declaration.ts";
import { verticalScene } from "./scenes.ts";

const parameters = z.strictObject({
  horizon: whole(1, 1_000_000, 200).describe("steps until the episode is truncated"),
  ceiling: positive(1e6, 20).describe("height in m above which the lander is lost"),
  gravity: positive(1e6, 1.6).describe("gravity in m/s²"),
  thrust: positive(1e6, 3.2).describe("acceleration by the engine in m/s², more than gravity"),
  timeStep: positive(1, 0.2).describe("seconds per step"),
  lowestStart: z.number().gt(0).lt(1).default(0.6).describe("least height at the start, as a share of the ceiling"),
  highestStart: z.number().gt(0).lt(1).default(0.8).describe("largest height at the start, likewise"),
  band: positive(1e6, 3).describe("distance in m from half the ceiling within which hovering is paid"),
  hoverPay: within(0, 1e6, 0.5).describe("pay of a step that ends in the band"),
  softSpeed: positive(1e6, 2).describe("speed in m/s up to which a touch is soft"),
  landingPay: within(0, 1e6, 100).describe("pay of a soft touch; a hard one, or being lost, costs it"),
});

type Parameters = z.output<typeof parameters>;

export const verticalLander: BoundEntry<NumericEnvironment> = bind({
  id: "control/vertical-lander",
  summary: "land softly with one engine, where hovering half-way pays at once",
  source: "after the hovering failure of arXiv 2604.13517; numbers of our own",
  parameters,
  make: makeVerticalLander,
});

/** Indices of the channels; the last two are height and speed. */
const [PAYOFF, SUCCESS, CRASH, HOVERING, ENGINE, HEIGHT] = [0, 1, 2, 3, 4, 5];

/** Largest initial speed, in units of the soft speed. */
const START_SPEED = 0.5;

function makeVerticalLander(p: Parameters): NumericEnvironment {
  const { horizon, ceiling, timeStep, softSpeed, landingPay, lowestStart, highestStart } = p;
  if (lowestStart > highestStart) {
    const what = `episodes cannot begin between ${lowestStart} and ${highestStart} of the ceiling`;
    throw new UserError({ code: "bad-start", what, path: ["lowestStart"], hint: "it must be at most highestStart" });
  }
  const state = layout({ motion: [2], step: [1] });
  const { motion, step: counter } = state.views;
  const fastest = mostSpeed(p);
  const mostPay = Math.max(landingPay, p.hoverPay);

  const spec = singleAgentSpec({
    label: "lander",
    horizon,
    action: named("off", "on"),
    actionUnit: "engine",
    observation: [
      field("height", 0, ceiling, "height over the ground in m"),
      field("speed", -fastest, fastest, "speed upwards in m/s"),
    ],
    channels: [
      flow("payoff", "reward", -landingPay, mostPay, "sum", "hovering, landing and crashing as paid"),
      once("success", "episodes", "1 on the step that touches the ground softly"),
      once("crash", "episodes", "1 on the step that touches it hard or is lost above the ceiling"),
      event("hovering", "steps", "1 in a step that ends near half the ceiling"),
      flow("engine", "share of steps", 0, 1, "mean", "whether the engine was on"),
      level("height", "m", 0, ceiling, "height over the ground"),
      level("speed", "m/s", -fastest, fastest, "speed upwards"),
    ],
    publicState: parts({ motion: "height, speed" }),
    oracles: { landing: landingPilot(p), hovering: hoveringPilot(p) },
  });

  const report = (outcomes: Float64Array) => {
    for (let k = 0; k < 2; k++) outcomes[HEIGHT + k] = motion[k];
  };

  return {
    spec,
    state,
    reset(random, outcomes) {
      motion[0] = ceiling * random.uniform(lowestStart, highestStart);
      motion[1] = softSpeed * random.uniform(-START_SPEED, START_SPEED);
      counter[0] = 0;
      outcomes.fill(0);
      report(outcomes);
    },
    step(actions, outcomes) {
      const on = choiceOf(actions[0], 2);
      motion[1] += timeStep * (on * p.thrust - p.gravity);
      motion[0] += timeStep * motion[1];
      counter[0] += 1;
      const touched = motion[0] <= 0;
      const soft = touched && -motion[1] <= softSpeed;
      const lost = (touched && !soft) || motion[0] >= ceiling;
      motion[0] = Math.min(ceiling, Math.max(0, motion[0]));
      const hovers = Math.abs(motion[0] - ceiling / 2) <= p.band;
      outcomes[PAYOFF] = soft ? landingPay : lost ? -landingPay : hovers ? p.hoverPay : 0;
      outcomes[SUCCESS] = soft ? 1 : 0;
      outcomes[CRASH] = lost ? 1 : 0;
      outcomes[HOVERING] = hovers && !lost && !soft ? 1 : 0;
      outcomes[ENGINE] = on;
      report(outcomes);
      return (soft || lost ? Status.terminated : 0) | (counter[0] >= horizon ? Status.truncated : 0);
    },
    observe(observations) {
      for (let k = 0; k < 2; k++) observations[k] = motion[k];
    },
    scene: (last) =>
      verticalScene({
        ...{ ceiling, band: p.band, softSpeed, height: motion[0], speed: motion[1] },
        engine: last?.outcomes[ENGINE] === 1,
        crashed: last?.outcomes[CRASH] === 1,
        landed: last?.outcomes[SUCCESS] === 1,
      }),
  };
}

/** Between floor and ceiling v² ≤ v₀² + 2·a·ceiling under any thrust, and the last step adds one acceleration. */
function mostSpeed({ thrust, gravity, ceiling, softSpeed, timeStep }: Parameters): number {
  const acceleration = Math.max(gravity, thrust - gravity);
  return Math.sqrt((START_SPEED * softSpeed) ** 2 + 2 * acceleration * ceiling) + timeStep * acceleration;
}

/** Pilot that falls, and brakes so as to arrive at half the soft speed. */
function landingPilot({ thrust, gravity, timeStep, softSpeed }: Parameters): Oracle {
  const brake = thrust - gravity;
  return {
    meaning: "falls and brakes as late as it can",
    play: () =>
      reactive(([height, speed]) => {
        // Whether braking would still suffice after one more step of free fall.
        const falling = timeStep * gravity - speed;
        const left = height - timeStep * falling;
        const arrival = softSpeed / 2;
        return falling > arrival && falling * falling - arrival * arrival > 2 * brake * left ? 1 : 0;
      }),
  };
}

/** Pilot that falls to the middle of the band and stays there. */
function hoveringPilot(p: Parameters): Oracle {
  const { ceiling, softSpeed } = p;
  return {
    meaning: "keeps half-way up for ever",
    play: () => reactive(([height, speed]) => (speed < clip(ceiling / 2 - height, -softSpeed, softSpeed) ? 1 : 0)),
  };
}
