// Lunar Lander: land between two flags with a main engine and two side engines. Rules of Gymnasium's LunarLander-v3 (v2 differs only in its
// declared bounds and in the wind's start). Box2D's state cannot be copied, so the environment's state consists of all random draws and
// actions so far. An instance whose state was set from outside replays them, in time linear in steps.

import { z } from "zod";
import { memoryless } from "../../core/agent.ts";
import type { Channel } from "../../core/channel.ts";
import { type NumericEnvironment, type ObservationField, type Oracle, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import {
  choiceOf,
  clip,
  event,
  field,
  flow,
  level,
  named,
  once,
  parts,
  singleAgentSpec,
  UNIT,
} from "../declaration.ts";
import { HEIGHT, type Lander, makeLander, PAD, RATE, STANDING, TERRAIN, type Thrust, WIDTH } from "./lander-physics.ts";
import { landerScene } from "./scenes.ts";

const parameters = z.strictObject({
  horizon: whole(1, 100_000, 1000).describe("steps until the episode is truncated"),
  continuous: flag(false).describe("two throttles in [−1, 1] (main, side) instead of four choices"),
  gravity: z.number().gt(-12).lt(0).default(-10).describe("gravity in m/s²"),
  wind: flag(false).describe("whether wind and turbulence act until a leg touches the ground"),
  windPower: within(0, 20, 15).describe("largest force of the wind in N"),
  turbulencePower: within(0, 2, 1.5).describe("largest torque of the turbulence in N·m"),
});

export const lunarLander: BoundEntry<NumericEnvironment> = bind({
  id: "control/lunar-lander",
  summary: "land between two flags, softly and with little fuel",
  source: "Gymnasium LunarLander-v2 and v3 (Klimov)",
  parameters,
  make: makeLunarLander,
});

/** Largest initial force, in N, for one step. */
const PUSH = 1000;
/** The wind starts at a random phase, an integer in [−9999, 9999). */
const WIND_START = 9999;

// Box2D limits a body's motion to 2 m and a quarter turn per step.
const MOST_SPEED = 2 * RATE;
const MOST_TURN = (Math.PI / 2) * RATE;
const MOST_CHANGE =
  100 * (4 / HEIGHT + (2 * Math.hypot((MOST_SPEED * WIDTH) / 2, (MOST_SPEED * HEIGHT) / 2)) / RATE + Math.PI / 2) + 21;

const [PAYOFF, SUCCESS, LANDED, CRASH, MAIN, SIDE] = [0, 1, 2, 3, 4, 5];
const [OFFSET, ALTITUDE, SPEED, ANGLE, LEGS] = [6, 7, 8, 9, 10];

/** Current physics, and the data it was created from. */
interface Flight {
  readonly lander: Lander;
  /** Number of history rows flown. */
  rows: number;
  /** Number of steps with wind. */
  blown: number;
  shaping: number;
}

function makeLunarLander(p: z.output<typeof parameters>): NumericEnvironment {
  const { horizon, continuous } = p;
  const size = continuous ? 2 : 1;
  const width = size + 2;
  // Each history row is an action and two random draws; the first is the idle step at the end of a reset.
  const state = layout({ step: [1], seen: [8], scene: [TERRAIN + 4], history: [horizon + 1, width] });
  const { step: counter, seen, scene, history } = state.views;
  const flownScene = new Float64Array(scene.length);
  const flown = new Float64Array(history.length);
  let flight: Flight | undefined;
  const thrust: Thrust = { main: 0, side: 0, scatter0: 0, scatter1: 0, wind: 0, torque: 0 };

  const spec = singleAgentSpec({
    label: "lander",
    horizon,
    action: continuous ? { low: [-1, -1], high: [1, 1] } : named("none", "left engine", "main engine", "right engine"),
    actionUnit: continuous
      ? "throttles: main engine from 50 to 100 % above 0; left below −0.5, right above 0.5"
      : "engine",
    observation: observation(horizon),
    channels: channels(horizon),
    publicState: parts({ seen: "x, y, their speeds, angle, angular velocity, left leg, right leg" }),
    oracles: { heuristic: heuristicPilot(continuous) },
  });

  function begin(): Flight {
    flownScene.set(scene);
    return { lander: makeLander(scene, scene[TERRAIN], scene[TERRAIN + 1], p.gravity), rows: 0, blown: 0, shaping: 0 };
  }

  /** The flight that corresponds to the state: the current one, or a replay. */
  function current(): Flight {
    const rows = counter[0] + 1;
    if (flight === undefined || flight.rows > rows || !same(flownScene, scene, scene.length)) flight = begin();
    else if (!same(flown, history, flight.rows * width)) flight = begin();
    while (flight.rows < rows) fly(flight);
    return flight;
  }

  /** Flies the next row of the history. */
  function fly(now: Flight): void {
    const at = now.rows * width;
    for (let k = 0; k < width; k++) flown[at + k] = history[at + k];
    readThrottle(history, at, continuous, thrust);
    thrust.scatter0 = history[at + size];
    thrust.scatter1 = history[at + size + 1];
    const { lander } = now;
    const blows = p.wind && !lander.legs[0] && !lander.legs[1];
    thrust.wind = blows ? p.windPower * gust(scene[TERRAIN + 2] + now.blown) : 0;
    thrust.torque = blows ? p.turbulencePower * gust(scene[TERRAIN + 3] + now.blown) : 0;
    if (blows) now.blown += 1;
    lander.step(thrust);
    now.rows += 1;
    look(lander, seen);
    now.shaping = shapingOf(seen);
  }

  function report(outcomes: Float64Array, lander: Lander): void {
    const { x, y, speedX, speedY } = lander;
    outcomes[OFFSET] = x - WIDTH / 2;
    outcomes[ALTITUDE] = y - PAD - STANDING;
    outcomes[SPEED] = Math.sqrt(speedX * speedX + speedY * speedY);
    outcomes[ANGLE] = lander.angle;
    outcomes[LEGS] = seen[6] + seen[7];
  }

  return {
    spec,
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      for (let k = 0; k < TERRAIN; k++) scene[k] = random.uniform(0, HEIGHT / 2);
      for (const k of [0, 1]) scene[TERRAIN + k] = random.uniform(-PUSH, PUSH);
      if (p.wind) for (const k of [2, 3]) scene[TERRAIN + k] = random.integer(2 * WIND_START) - WIND_START;
      for (const k of [0, 1]) history[size + k] = random.uniform(-1, 1);
      outcomes.fill(0);
      flight = undefined;
      report(outcomes, current().lander);
    },
    step(actions, outcomes, random) {
      const before = current().shaping;
      if (counter[0] >= horizon) throw new Error(`a lander of ${horizon} steps is asked for one more`);
      counter[0] += 1;
      const at = counter[0] * width;
      if (continuous) {
        history[at] = clip(actions[0], -1, 1);
        history[at + 1] = clip(actions[1], -1, 1);
      } else history[at] = choiceOf(actions[0], 4);
      history[at + size] = random.uniform(-1, 1);
      history[at + size + 1] = random.uniform(-1, 1);
      const { lander, shaping } = current();
      const gone = Math.abs(seen[0]) >= 1;
      const lost = lander.crashed || gone;
      const side = Math.abs(thrust.side);
      let payoff = shaping - before - 0.3 * thrust.main - 0.03 * side;
      if (lost) payoff = -100;
      if (lander.asleep) payoff = 100;
      outcomes[PAYOFF] = payoff;
      outcomes[LANDED] = lander.asleep && !lost ? 1 : 0;
      // The flags are two metres from the middle on each side.
      outcomes[SUCCESS] = outcomes[LANDED] === 1 && Math.abs(seen[0]) <= 4 / WIDTH ? 1 : 0;
      outcomes[CRASH] = lost ? 1 : 0;
      outcomes[MAIN] = thrust.main;
      outcomes[SIDE] = side;
      report(outcomes, lander);
      const over = lost || lander.asleep;
      return (over ? Status.terminated : 0) | (counter[0] >= horizon ? Status.truncated : 0);
    },
    observe(observations) {
      current();
      for (let k = 0; k < 8; k++) observations[k] = seen[k];
    },
    scene(last) {
      const { lander } = current();
      readThrottle(history, counter[0] * width, continuous, thrust);
      return landerScene(lander, last === undefined ? { main: 0, side: 0 } : thrust);
    },
  };
}

/** Writes Gymnasium's observation: scaled position and velocity, angle, angular velocity, and leg contacts. */
function look(lander: Lander, seen: Float64Array): void {
  seen[0] = (lander.x - WIDTH / 2) / (WIDTH / 2);
  seen[1] = (lander.y - (PAD + STANDING)) / (HEIGHT / 2);
  seen[2] = (lander.speedX * (WIDTH / 2)) / RATE;
  seen[3] = (lander.speedY * (HEIGHT / 2)) / RATE;
  seen[4] = lander.angle;
  seen[5] = (20 * lander.turn) / RATE;
  seen[6] = lander.legs[0] ? 1 : 0;
  seen[7] = lander.legs[1] ? 1 : 0;
}

/** Shaping −100·|position| − 100·|velocity| − 100·|angle| + 10 per leg on the ground; its change is the reward. */
const shapingOf = (seen: Float64Array): number =>
  -100 * Math.sqrt(seen[0] * seen[0] + seen[1] * seen[1]) -
  100 * Math.sqrt(seen[2] * seen[2] + seen[3] * seen[3]) -
  100 * Math.abs(seen[4]) +
  10 * seen[6] +
  10 * seen[7];

/** Engine powers for an action. */
function readThrottle(history: Float64Array, at: number, continuous: boolean, thrust: Thrust): void {
  if (!continuous) {
    const choice = history[at];
    thrust.main = choice === 2 ? 1 : 0;
    thrust.side = choice === 1 ? -1 : choice === 3 ? 1 : 0;
    return;
  }
  const main = history[at];
  const side = history[at + 1];
  thrust.main = main > 0 ? (main + 1) / 2 : 0;
  thrust.side = Math.abs(side) > 0.5 ? side : 0;
}

/** Wind pattern tanh(sin 2kt + sin πkt) with k = 0.01, which is aperiodic. */
const gust = (t: number): number => Math.tanh(Math.sin(0.02 * t) + Math.sin(Math.PI * 0.01 * t));

function same(a: Float64Array, b: Float64Array, length: number): boolean {
  for (let k = 0; k < length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/** Upper bound of the height over the pad, in m, within the horizon. */
const highest = (horizon: number): number => HEIGHT + 2 * (horizon + 1);

function observation(horizon: number): ObservationField[] {
  const fast = (MOST_SPEED * WIDTH) / 2 / RATE;
  const steep = (Math.PI / 2) * (horizon + 1);
  return [
    field("x", -1.5, 1.5, "place beside the pad in units of 10 m; the episode ends at ±1", UNIT),
    field("y", -1, highest(horizon) / (HEIGHT / 2), "height over the pad in units of 6.67 m", UNIT),
    field("speedX", -fast, fast, "speed to the right in units of 5 m/s", UNIT),
    field("speedY", -fast, fast, "speed upwards in units of 7.5 m/s", UNIT),
    field("angle", -steep, steep, "lean in rad, to the left where positive", UNIT),
    field("turn", -0.4 * MOST_TURN, 0.4 * MOST_TURN, "angular velocity in units of 2.5 rad/s", UNIT),
    field("leftLeg", 0, 1, "1 while the left leg touches the ground"),
    field("rightLeg", 0, 1, "1 while the right leg touches the ground"),
  ];
}

function channels(horizon: number): Channel[] {
  const steep = (Math.PI / 2) * (horizon + 1);
  return [
    flow("payoff", "reward", -MOST_CHANGE, MOST_CHANGE, "sum", "the published reward"),
    once("success", "episodes", "1 on the step that finds the lander at rest between the flags"),
    once("landed", "episodes", "1 on the step that finds the lander at rest, wherever it stands"),
    once("crash", "episodes", "1 on the step in which the hull touches the ground or leaves the scene"),
    event("mainEngine", "share of power", "fuel of the main engine, in steps at full power"),
    event("sideEngine", "share of power", "fuel of the side engines, in steps at full power"),
    level("offset", "m", -1.5 * (WIDTH / 2), 1.5 * (WIDTH / 2), "place beside the pad, to the right where positive"),
    level("altitude", "m", -HEIGHT / 2, highest(horizon), "height over where the hull is when standing on the pad"),
    level("speed", "m/s", 0, MOST_SPEED, "speed of the hull"),
    level("angle", "rad", -steep, steep, "lean of the hull"),
    level("legs", "legs", 0, 2, "legs on the ground"),
  ];
}

/**
 * Gymnasium's heuristic pilot, for four choices or two throttles: a proportional controller that leans toward the pad and limits its
 * falling speed by its height. It lands about nine times in ten, and is memoryless.
 */
function heuristicPilot(continuous: boolean): Oracle {
  return {
    meaning: "Gymnasium's hand-written pilot",
    play: () =>
      memoryless((seen, action) => {
        const [x, y, speedX, speedY, angle, turn] = seen;
        const onGround = seen[6] !== 0 || seen[7] !== 0;
        const lean = clip(0.5 * x + speedX, -0.4, 0.4);
        const tilt = onGround ? 0 : 0.5 * (lean - angle) - turn;
        const lift = onGround ? -0.5 * speedY : 0.5 * (0.55 * Math.abs(x) - y) - 0.5 * speedY;
        if (continuous) {
          action[0] = clip(20 * lift - 1, -1, 1);
          action[1] = clip(-20 * tilt, -1, 1);
        } else if (lift > Math.abs(tilt) && lift > 0.05) action[0] = 2;
        else action[0] = tilt < -0.05 ? 3 : tilt > 0.05 ? 1 : 0;
      }),
  };
}
