// A highway: cars of some seats among scripted drivers, whose types are hidden. Cars follow by IDM, and change lanes at once by MOBIL.
// Source: the task of arXiv 2306.06236, rebuilt from its equations; the road, its actions and its pay are ours.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { flag, positive, share, whole, within, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { choiceOf, clip, event, field, flow, level, once, parts, seats } from "../declaration.ts";
import {
  ACTIONS,
  AGGRESSIVE,
  CAUTIOUS,
  driversAt,
  driving,
  FASTER,
  FASTEST,
  GO_LEFT,
  GO_RIGHT,
  NORMAL,
  SLOWER,
  SLOWING,
  SPEEDING,
  TYPES,
} from "./drivers.ts";
import { following } from "./idm.ts";
import { MIX_MEANING, MIXES, sharesOf } from "./mixes.ts";
import { AHEAD, AHEAD_SPEED, BEHIND, BEHIND_SPEED, CAR, LEFT, laneOf, OWN, RIGHT } from "./mobil.ts";
import { neighbours } from "./neighbours.ts";
import { roadScene } from "./scene.ts";

/** Longest move in seconds, and in metres: no car may jump over another between two looks for collisions. */
const [LONGEST, FURTHEST] = [0.25, 1.8 * CAR];
/** Hardest braking and strongest acceleration of any car, in m/s². */
const [HARDEST, STRONGEST] = [-9, 6];
/** Least gap by which a scripted driver computes its braking, in metres. */
const TOUCH = 0.1;
/** Metres of a lane that a car takes at the start, at least. */
const ROOM = 15;
/** Gap that is shown where there is no lane. */
const NO_LANE = -1;
/** Kind of a car of a seat; scripted cars have the place of their type. */
const SEAT = -1;

const parameters = z
  .strictObject({
    horizon: whole(1, 100_000, 60).describe("steps"),
    learners: whole(1, 50, 1).describe("cars of seats"),
    others: whole(0, 500, 14).describe("scripted cars"),
    lanes: whole(1, 10, 3).describe("lanes"),
    length: within(30, 100_000, 300).describe("metres of the ring, or of the open road on which cars start"),
    ring: flag(true).describe("whether the road is a ring; else it is open, and cars ahead drive away"),
    cautious: share(0.2).describe("chance that a scripted driver is cautious"),
    aggressive: share(0.2).describe("chance that a scripted driver is aggressive; the rest are normal"),
    mix: z
      .enum(MIXES)
      .optional()
      .describe(`shares of drivers by name, in the place of both: normal, aggressive and cautious are ${MIX_MEANING}`),
    limit: within(10, 60, 30).describe("top speed of learners in m/s; types desire 0.8, 1 and 1.2 of it"),
    seconds: positive(5, 1).describe("length of a step in seconds"),
    sight: within(10, 1000, 100).describe("metres that a learner sees, bumper to bumper"),
    rows: whole(0, 50, 0).describe(
      "neighbours that a learner is shown in rows, each in a place of its own while it is in sight",
    ),
    crash: within(0, 1e6, 20).describe("what a collision costs"),
  })
  .refine(
    ({ cautious, aggressive }) => cautious + aggressive <= 1,
    wrong("aggressive", "cautious and aggressive drivers are more than all: their shares sum to at most 1"),
  )
  .refine(
    ({ learners, others, lanes, length }) => Math.ceil((learners + others) / lanes) * ROOM <= length,
    wrong("length", `the cars need a longer road or more lanes: each takes ${ROOM} m of a lane at the start`),
  );
type Parameters = z.output<typeof parameters>;

export const highway = bind({
  id: "driving/highway",
  summary: "cars among cautious, normal and aggressive drivers whose type is hidden",
  source: "the task of arXiv 2306.06236; IDM (Treiber 2000) and MOBIL (Kesting 2007)",
  parameters,
  make: highwayWorld,
});

function highwayWorld(settings: Parameters): NumericEnvironment {
  const { horizon, learners, lanes, limit, sight, length } = settings;
  const cars = learners + settings.others;
  const top = FASTEST * limit;
  /** Moves of a car within a step, and the seconds of each. */
  const moves = Math.ceil(settings.seconds / Math.min(LONGEST, FURTHEST / top));
  const pace = settings.seconds / moves;
  const drivers = driversAt(limit);
  const { cautious, aggressive, mix, rows } = settings;
  const shares = mix === undefined ? [cautious, 1 - cautious - aggressive, aggressive] : sharesOf(mix);
  const channels = [
    flow("payoff", "units", -settings.crash, 1, "sum", "speed as a share of the limit, less the cost of a collision"),
    level("speed", "m/s", 0, limit, "speed at the end of the step", "mean"),
    once("collided", "collisions", "collisions with any car; one ends the episode"),
    event("laneChanges", "changes", "changes of lane"),
    once("survived", "episodes", "episodes that end without a collision of any learner"),
  ] as const;
  const [PAYOFF, SPEED, COLLIDED, CHANGED, SURVIVED] = channels.keys();
  const C = channels.length;
  /** Cars of seats come first. `kind` is −1 for them, else the place of the type. */
  const state = layout({
    position: [cars],
    speed: [cars],
    acceleration: [cars],
    lane: [cars],
    kind: [cars],
    collided: [cars],
    places: [learners, settings.rows],
    step: [1],
  });
  const { position, speed, acceleration, lane, kind, collided, step: counter } = state.views;

  const side = { size: 3 };
  const gaps = (where: string) =>
    `gap to the car ${where}, bumper to bumper: on the left, in its lane, on the right; negative beside a car or without a lane`;
  const relative = (where: string) => `speed of the car ${where} less its own, in m/s; 0 without a car`;
  const last = (where: string) => `mean acceleration of the car ${where} in the last step, in m/s²; 0 without a car`;
  const usual = { ...side, usual: [-10, 10] } as const;
  const observation = [
    field("speed", 0, limit, "own speed in m/s"),
    field("acceleration", HARDEST, STRONGEST, "own mean acceleration in the last step, in m/s²"),
    field("lane", 0, 1, "own lane: 0 the rightmost, 1 the leftmost"),
    field("aheadGap", -CAR, sight, gaps("ahead"), side),
    field("aheadSpeed", -top, top, relative("ahead"), usual),
    field("aheadAcceleration", HARDEST, STRONGEST, last("ahead"), side),
    field("behindGap", -CAR, sight, gaps("behind"), side),
    field("behindSpeed", -top, top, relative("behind"), usual),
    field("behindAcceleration", HARDEST, STRONGEST, last("behind"), side),
  ];
  const near = neighbours({
    ...{ rows, sight, lanes, top, accelerations: [HARDEST, STRONGEST], views: state.views },
    apart(i, j) {
      const distance = position[j] - position[i];
      if (!settings.ring) return distance;
      return distance > length / 2 ? distance - length : distance < -length / 2 ? distance + length : distance;
    },
  });
  const rowsAt = observationSize(observation);
  observation.push(...near.fields);
  const size = observationSize(observation);
  const [OWN_SPEED, OWN_ACCELERATION, OWN_LANE, AHEADS, BEHINDS] = [0, 1, 2, 3, 12];
  const labels = Array.from({ length: learners }, (_, k) => `car ${k + 1}`);

  const around = new Float64Array(12);
  /** Cars ahead and behind by lane, as in `around`; −1 for none. */
  const ahead = new Int32Array(3);
  const behind = new Int32Array(3);
  const leader = new Int32Array(cars);
  const wanted = new Float64Array(cars);
  const places = Int32Array.from({ length: Math.ceil(cars / lanes) * lanes }, (_, k) => k);

  /** Metres that car `j` is ahead of car `i`, from middle to middle; infinite if it is behind on an open road. */
  function aheadBy(i: number, j: number): number {
    const distance = position[j] - position[i];
    if (distance >= 0) return distance;
    return settings.ring ? distance + length : Number.POSITIVE_INFINITY;
  }

  function behindBy(i: number, j: number): number {
    const distance = position[i] - position[j];
    if (distance > 0) return distance;
    return settings.ring ? distance + length : Number.POSITIVE_INFINITY;
  }

  /** Writes what is around car `i`. */
  function look(i: number): void {
    for (let k = 0; k < 3; k++) {
      const at = lane[i] + OWN - k;
      const free = at >= 0 && at < lanes ? Number.POSITIVE_INFINITY : NO_LANE;
      around[4 * k + AHEAD] = free;
      around[4 * k + BEHIND] = free;
      around[4 * k + AHEAD_SPEED] = 0;
      around[4 * k + BEHIND_SPEED] = 0;
      ahead[k] = -1;
      behind[k] = -1;
    }
    for (let j = 0; j < cars; j++) {
      const k = lane[i] + OWN - lane[j];
      if (j === i || k < 0 || k > 2) continue;
      const before = aheadBy(i, j) - CAR;
      const after = behindBy(i, j) - CAR;
      if (before < around[4 * k + AHEAD]) {
        around[4 * k + AHEAD] = before;
        around[4 * k + AHEAD_SPEED] = speed[j];
        ahead[k] = j;
      }
      if (after < around[4 * k + BEHIND]) {
        around[4 * k + BEHIND] = after;
        around[4 * k + BEHIND_SPEED] = speed[j];
        behind[k] = j;
      }
    }
  }

  /** Cars stand in the middle half of equal places of the lanes, at speeds that leave them time. */
  function begin(random: Random): void {
    state.buffer.fill(0);
    const each = places.length / lanes;
    const room = length / each;
    for (let k = 0; k < places.length; k++) places[k] = k;
    for (let i = 0; i < cars; i++) {
      const other = i + random.integer(places.length - i);
      const place = places[other];
      places[other] = places[i];
      lane[i] = place % lanes;
      position[i] = (Math.floor(place / lanes) + random.uniform(0.25, 0.75)) * room;
      const drawn = random.uniform();
      const bold = shares[CAUTIOUS] + shares[AGGRESSIVE];
      kind[i] = i < learners ? SEAT : drawn < shares[CAUTIOUS] ? CAUTIOUS : drawn < bold ? AGGRESSIVE : NORMAL;
      speed[i] = Math.min(random.uniform(0.5, 0.7) * limit, Math.max(0, room / 2 - CAR));
    }
  }

  /** Moves a car of a seat or a scripted driver to another lane. */
  function change(i: number, to: number, outcomes: Float64Array): void {
    const next = lane[i] + OWN - to;
    if (next === lane[i] || next < 0 || next >= lanes) return;
    lane[i] = next;
    if (i < learners) outcomes[i * C + CHANGED] = 1;
  }

  /** Scripted drivers take their lanes, one after another, and their leaders. */
  function react(outcomes: Float64Array): void {
    for (let i = learners; i < cars; i++) {
      look(i);
      change(i, laneOf(drivers[kind[i]], speed[i], around), outcomes);
    }
    for (let i = learners; i < cars; i++) {
      look(i);
      leader[i] = ahead[OWN];
    }
  }

  /** Writes accelerations for the next move. Leaders stay the same within a step. */
  function think(): void {
    for (let i = learners; i < cars; i++) {
      const driver = drivers[kind[i]];
      const j = leader[i];
      const gap = j < 0 ? Number.POSITIVE_INFINITY : Math.max(TOUCH, aheadBy(i, j) - CAR);
      wanted[i] = clip(following(driver, speed[i], gap, j < 0 ? 0 : speed[j]), HARDEST, STRONGEST);
    }
  }

  /** Moves all cars at constant acceleration; a car that comes to a halt stands. */
  function move(): void {
    for (let i = 0; i < cars; i++) {
      const before = speed[i];
      const after = clip(before + wanted[i] * pace, 0, i < learners ? limit : top);
      speed[i] = after;
      position[i] += ((before + after) / 2) * pace;
      if (settings.ring && position[i] >= length) position[i] -= length;
    }
  }

  /** Marks cars that touch a car of a seat. Returns whether there are any. */
  function collisions(): boolean {
    let any = false;
    for (let i = 0; i < learners; i++) {
      for (let j = 0; j < cars; j++) {
        if (j === i || lane[j] !== lane[i]) continue;
        if (aheadBy(i, j) >= CAR && behindBy(i, j) >= CAR) continue;
        collided[i] = 1;
        collided[j] = 1;
        any = true;
      }
    }
    return any;
  }

  return {
    spec: {
      ...seats(labels, () => ACTIONS.length - 1),
      horizon,
      choices: ACTIONS.length,
      choiceNames: ACTIONS,
      actionUnit: "action",
      observation,
      observationSize: size,
      channels,
      publicState: parts({
        position: "metres along the road",
        lane: "lanes, 0 the rightmost",
        speed: "speeds in m/s",
        kind: "drivers: −1 a seat, 0 cautious, 1 normal, 2 aggressive",
      }),
      deterministic: false,
      // Seats start at places of their own.
      symmetric: learners === 1,
      oracles: Object.fromEntries(
        TYPES.map((name, k) => [
          name,
          {
            meaning: `drives like the ${name} type, by IDM and MOBIL`,
            play: () =>
              driving(drivers[k], {
                ...{ speed: OWN_SPEED, aheadGap: AHEADS, aheadSpeed: AHEADS + 3 },
                ...{ behindGap: BEHINDS, behindSpeed: BEHINDS + 3, range: sight },
              }),
          },
        ]),
      ),
    },
    state,
    reset(random, outcomes) {
      begin(random);
      outcomes.fill(0);
      for (let i = 0; i < learners; i++) {
        outcomes[i * C + SPEED] = speed[i];
        near.follow(i);
      }
    },
    step(actions, outcomes) {
      counter[0] += 1;
      outcomes.fill(0);
      for (let i = 0; i < cars; i++) acceleration[i] = speed[i];
      for (let i = 0; i < learners; i++) {
        const action = choiceOf(actions[i], ACTIONS.length);
        wanted[i] = action === FASTER ? SPEEDING : action === SLOWER ? SLOWING : 0;
        if (action === GO_LEFT || action === GO_RIGHT) change(i, action === GO_LEFT ? LEFT : RIGHT, outcomes);
      }
      // A car that is hit has no time to give way.
      let isCrash = collisions();
      if (!isCrash) react(outcomes);
      for (let k = 0; k < moves && !isCrash; k++) {
        think();
        move();
        isCrash = collisions();
      }
      for (let i = 0; i < cars; i++) acceleration[i] = (speed[i] - acceleration[i]) / settings.seconds;
      const isOver = counter[0] >= horizon;
      for (let i = 0; i < learners; i++) {
        near.follow(i);
        outcomes[i * C + PAYOFF] = speed[i] / limit - settings.crash * collided[i];
        outcomes[i * C + SPEED] = speed[i];
        outcomes[i * C + COLLIDED] = collided[i];
        outcomes[i * C + SURVIVED] = isOver && !isCrash ? 1 : 0;
      }
      return (isCrash ? Status.terminated : Status.running) | (isOver ? Status.truncated : Status.running);
    },
    observe(out) {
      for (let i = 0; i < learners; i++) {
        const at = i * size;
        look(i);
        out[at + OWN_SPEED] = speed[i];
        out[at + OWN_ACCELERATION] = acceleration[i];
        out[at + OWN_LANE] = lanes === 1 ? 0 : lane[i] / (lanes - 1);
        for (let k = 0; k < 3; k++) {
          show(out, at + AHEADS + k, i, ahead[k], around[4 * k + AHEAD]);
          show(out, at + BEHINDS + k, i, behind[k], around[4 * k + BEHIND]);
        }
        near.write(out, at + rowsAt, i);
      }
    },
    scene: () => roadScene({ lanes, learners, length: settings.ring ? length : undefined, views: state.views }),
  };

  /** Writes gap, relative speed and last acceleration of car `j`, seen from car `i`; beyond sight it is no car. */
  function show(out: Float32Array, at: number, i: number, j: number, gap: number): void {
    const isSeen = j >= 0 && gap < sight;
    out[at] = Math.min(gap, sight);
    out[at + 3] = isSeen ? speed[j] - speed[i] : 0;
    out[at + 6] = isSeen ? acceleration[j] : 0;
  }
}
