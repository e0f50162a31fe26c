// Cutting in ahead of a driver whose type is hidden. The driver follows by IDM. Other cars cut in ahead of it and show how it reacts; every now
// and then the learner does, when the car ahead has left, and chooses the gap. A driver that must brake hard costs more than any gap.
// Source: a study of arXiv 2306.06236 with its drivers; the decision, its pay and the traffic are ours.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, oneOf, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { TRAFFIC } from "../../logs/kinds.ts";
import { logAtHand, prepareLog } from "../../logs/shelf.ts";
import { playedLog } from "../../logs/source.ts";
import { choiceOf, clip, event, field, flow, level, once, parts, seats } from "../declaration.ts";
import {
  bestChoice,
  DESIRED,
  DRIVERS,
  expectedPay,
  GAPS,
  HARSH,
  MOVES,
  type Pair,
  payOf,
  REACTION,
  react,
} from "./cut-in-gap.ts";
import { cutInOracles } from "./cut-in-oracles.ts";
import { cutInScene } from "./cut-in-scene.ts";
import { addErrors, bestFit } from "./driver-fit.ts";
import { AGGRESSIVE, CAUTIOUS, TYPES } from "./drivers.ts";
import { loggedDrivers, OPEN } from "./logged-drivers.ts";
import { MIX_MEANING, MIXES, sharesOf, typeAt } from "./mixes.ts";

const parameters = z.strictObject({
  horizon: whole(2, 100_000, 60).describe("steps of one second, or records of a log"),
  learners: whole(1, 50, 1).describe("seats, each beside a driver of its own"),
  mix: oneOf(MIXES, "thirds").describe(`shares of normal, aggressive and cautious drivers: ${MIX_MEANING}`),
  pause: whole(2, 1000, 5).describe("seconds between cut-ins; another car's and the learner's take turns"),
  leaves: flag(true).describe(
    "whether the car ahead of a driver leaves when the learner cuts in; else its gap tells much of the driver's type",
  ),
  noise: within(0, 2, 0.1).describe("deviation of each acceleration in m/s²"),
  shows: oneOf(["rows", "type"], "rows").describe("what is seen of a driver: how it drives, or its type too"),
  log: playedLog
    .optional()
    .describe(
      "traffic of one's own: drivers are its cars, and a cut-in is judged by the type that explains a car best",
    ),
});
type Parameters = z.output<typeof parameters>;

/** First speeds, gaps of other cars and differences of their speeds, and the speeds of those, in m/s and m. */
const [SPEEDS, ROOMS, APART, STEADY] = [
  [8, 16],
  [6, 30],
  [-3, 3],
  [4, 20],
] as const;
/** Fastest car of a log, in m/s. */
const FASTEST = 100;

export const cutIn = bind({
  id: "driving/cut-in",
  summary: "gaps at which to cut in ahead of a driver, whose hidden type shows in how it reacts to others",
  source: "a study of arXiv 2306.06236 with its drivers; IDM (Treiber 2000)",
  parameters,
  prepare: async (p, place) => (p.log === undefined ? p : { ...p, log: await prepareLog(TRAFFIC, p.log, place) }),
  make: cutInWorld,
});

function cutInWorld(p: Parameters): NumericEnvironment {
  const { horizon, learners: n, pause } = p;
  const shares = sharesOf(p.mix);
  const log = p.log === undefined ? undefined : loggedDrivers(logAtHand(p.log), horizon, p.log);
  const top = log === undefined ? DESIRED : FASTEST;
  const channels = [
    flow(
      "payoff",
      "units",
      -1,
      payOf(GAPS[0]),
      "sum",
      "1 less a thirtieth of the gap in metres; 1 is lost by hard braking",
    ),
    event("cutIns", "cut-ins", "cut-ins of the learner"),
    event("harsh", "cut-ins", `cut-ins after which the driver brakes by more than ${-HARSH} m/s² within ${REACTION} s`),
    flow("gap", "metres", 0, 30, "sum", "gap of a cut-in, bumper to bumper"),
    flow(
      "lead",
      "units",
      -2,
      2,
      "sum",
      "what a cut-in pays without noise, less what the best gap by the shares of types does",
    ),
    once("smooth", "episodes", "episodes in which no driver had to brake hard"),
    level(
      "aggressive",
      "drivers",
      0,
      1,
      "1 where the driver is aggressive; in a log by its type, or by what explains it best",
    ),
    level("cautious", "drivers", 0, 1, "1 where the driver is cautious, in the same way"),
    once("recognised", "episodes", "episodes after which the type that explains best how the driver drove is its own"),
  ] as const;
  const [PAYOFF, CUT_INS, HARD, GAP, LEAD, SMOOTH, IS_AGGRESSIVE, IS_CAUTIOUS, RECOGNISED] = channels.keys();
  const C = channels.length;
  const state = layout({
    speed: [n],
    gap: [n],
    leader: [n],
    seen: [n],
    kind: [n],
    watched: [n],
    harsh: [n],
    own: [n],
    errors: [n, TYPES.length],
    car: [n],
    hidden: [1],
    step: [1],
  });
  const { speed, gap, leader, seen, kind, watched, harsh, own, errors, car, hidden, step: counter } = state.views;
  const one = { usual: [0, 25] } as const;
  const observation = [
    field("turn", 0, 1, "1 where the learner cuts in now"),
    field("carSeen", 0, 1, "1 where the driver is in sight"),
    field("carSpeed", 0, top, "speed of the driver in m/s", one),
    field("carGap", 0, OPEN, "gap to the car ahead of it in metres, bumper to bumper", { usual: [0, 40] }),
    field("carApproach", -top, top, "speed of the car ahead of it less its own, in m/s", { usual: [-6, 6] }),
    ...(p.shows === "type"
      ? [field("type", 0, 1, `the driver's type: ${TYPES.join(", ")}`, { size: TYPES.length })]
      : []),
  ];
  const size = observationSize(observation);
  const pair: Pair = { speed: 0, gap: 0, leader: 0 };
  const isTurn = () => counter[0] > 0 && counter[0] % (2 * pause) === 0;

  /** Begins with drivers of drawn types behind steady cars. */
  function draw(random: Random): void {
    for (let i = 0; i < n; i++) {
      kind[i] = typeAt(random.uniform(), shares);
      speed[i] = random.uniform(...SPEEDS);
      leader[i] = speed[i];
      gap[i] = random.uniform(10, 30);
      seen[i] = 1;
    }
  }

  /** Begins with cars of the log. A type that the log does not give is the one that explains the whole window best. */
  function take(input: NonNullable<typeof log>, random: Random, place: number | undefined): void {
    hidden[0] = input.begin(random, place);
    input.choose(hidden[0], car, random);
    for (let i = 0; i < n; i++) {
      for (let t = 0; t < horizon; t++) compare(input, i, t);
      const given = input.type(hidden[0], car[i]);
      kind[i] = given >= 0 ? given : bestFit(errors, i * TYPES.length);
      replay(input, i);
    }
    errors.fill(0);
  }

  /** Writes what the log's car does now. */
  function replay(input: NonNullable<typeof log>, i: number): void {
    seen[i] = input.read(hidden[0], counter[0], car[i], pair) ? 1 : 0;
    if (seen[i] === 1) [speed[i], gap[i], leader[i]] = [pair.speed, pair.gap, pair.leader];
  }

  /** Adds errors of types in the moment from record `t` of the log to the next. */
  function compare(input: NonNullable<typeof log>, i: number, t: number): void {
    const seconds = input.time(hidden[0], t + 1) - input.time(hidden[0], t);
    if (!(seconds > 0) || !input.read(hidden[0], t + 1, car[i], pair)) return;
    const after = pair.speed;
    if (input.read(hidden[0], t, car[i], pair)) addErrors(errors, i * TYPES.length, pair, seconds, after);
  }

  /** A driver drives for a second. Returns whether it brakes hard. */
  function drive(i: number, random: Random): boolean {
    Object.assign(pair, { speed: speed[i], gap: gap[i], leader: leader[i] });
    let isHarsh = false;
    for (let k = 0; k < MOVES; k++) {
      if (react(DRIVERS[kind[i]], pair, p.noise === 0 ? 0 : p.noise * random.normal()) < HARSH) isHarsh = true;
    }
    const after = clip(pair.speed, 0, top);
    addErrors(errors, i * TYPES.length, { speed: speed[i], gap: gap[i], leader: leader[i] }, 1, after);
    [speed[i], gap[i]] = [after, clip(pair.gap, 0, OPEN)];
    return isHarsh;
  }

  /** Another car cuts in ahead of a driver. */
  function meet(i: number, random: Random): void {
    gap[i] = random.uniform(...ROOMS);
    leader[i] = clip(speed[i] + random.uniform(...APART), ...STEADY);
    own[i] = 0;
  }

  /** The learner of this seat cuts in. */
  function enter(i: number, choice: number, outcomes: Float64Array): void {
    outcomes[i * C + CUT_INS] = 1;
    outcomes[i * C + GAP] = GAPS[choice];
    outcomes[i * C + PAYOFF] = payOf(GAPS[choice]);
    const certain = TYPES.map((_, k) => (k === kind[i] ? 1 : 0));
    const pays = expectedPay(certain, speed[i], choice);
    outcomes[i * C + LEAD] = pays - expectedPay(certain, speed[i], bestChoice(shares, speed[i]));
    if (log !== undefined) {
      if (pays < payOf(GAPS[choice])) brake(i, outcomes);
      return;
    }
    [gap[i], leader[i], own[i]] = [GAPS[choice], speed[i], 1];
    watched[i] = Math.min(REACTION, pause);
  }

  /** A driver had to brake hard. */
  function brake(i: number, outcomes: Float64Array): void {
    outcomes[i * C + HARD] = 1;
    outcomes[i * C + PAYOFF] -= 1;
    harsh[i] = 1;
    watched[i] = 0;
  }

  function showTypes(outcomes: Float64Array): void {
    for (let i = 0; i < n; i++) {
      outcomes[i * C + IS_AGGRESSIVE] = kind[i] === AGGRESSIVE ? 1 : 0;
      outcomes[i * C + IS_CAUTIOUS] = kind[i] === CAUTIOUS ? 1 : 0;
    }
  }

  return {
    spec: {
      ...seats(
        Array.from({ length: n }, (_, k) => `car ${k + 1}`),
        () => GAPS.length - 1,
      ),
      horizon,
      choices: GAPS.length,
      choiceNames: GAPS.map((metres) => `${metres} m`),
      actionUnit: "gap of a cut-in",
      observation,
      observationSize: size,
      channels,
      publicState: parts({
        kind: `drivers: ${TYPES.map((name, k) => `${k} ${name}`).join(", ")}`,
        speed: "speeds of drivers in m/s",
        gap: "gaps ahead of drivers in metres",
      }),
      deterministic: false,
      // Seats are beside drivers of their own.
      symmetric: n === 1,
      ...(log !== undefined && { windows: log.windows }),
      oracles: cutInOracles({ shares, deviation: Math.max(0.01, p.noise / 2), isTyped: p.shows === "type" }),
    },
    state,
    reset(random, outcomes, place) {
      state.buffer.fill(0);
      outcomes.fill(0);
      if (log === undefined) draw(random);
      else take(log, random, place);
      showTypes(outcomes);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const now = isTurn();
      const t = counter[0];
      counter[0] += 1;
      const isOver = counter[0] >= horizon;
      const isMet = counter[0] % (2 * pause) === pause;
      for (let i = 0; i < n; i++) {
        if (now && seen[i] === 1) enter(i, choiceOf(actions[i], GAPS.length), outcomes);
        if (log === undefined) {
          if (drive(i, random) && watched[i] > 0) brake(i, outcomes);
          watched[i] = Math.max(0, watched[i] - 1);
          if (isMet) meet(i, random);
          if (p.leaves && isTurn()) [gap[i], leader[i], own[i]] = [OPEN, speed[i], 0];
        } else {
          compare(log, i, t);
          replay(log, i);
        }
        if (!isOver) continue;
        outcomes[i * C + SMOOTH] = harsh[i] === 0 ? 1 : 0;
        outcomes[i * C + RECOGNISED] = bestFit(errors, i * TYPES.length) === kind[i] ? 1 : 0;
      }
      showTypes(outcomes);
      return isOver ? Status.truncated : Status.running;
    },
    observe(out) {
      for (let i = 0; i < n; i++) {
        const at = i * size;
        const isSeen = seen[i] === 1;
        out[at] = isTurn() ? 1 : 0;
        out[at + 1] = seen[i];
        out[at + 2] = isSeen ? speed[i] : 0;
        out[at + 3] = isSeen ? gap[i] : 0;
        out[at + 4] = isSeen ? leader[i] - speed[i] : 0;
        for (let k = at + 5; k < at + size; k++) out[k] = kind[i] === k - at - 5 ? 1 : 0;
      }
    },
    scene: () => cutInScene({ views: state.views, isTurn: isTurn(), step: counter[0] }),
  };
}
