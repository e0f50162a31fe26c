// Which of twelve things that can happen in a room demonstrations suggest as sub-goals. The small judge tells the key and the
// door, the simulator the rest, and episodes that succeed are set beside those that fail.

import { Random } from "../../core/random.ts";
import { Message, MOVES, Tile } from "../../environments/gridworld/tiles.ts";
import { isReached, type Judge } from "../../feedback/judge.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { above } from "../../study/bound.ts";
import { beside, claim, control, inAll, is } from "../../study/claim.ts";
import { exact, share } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { firstDemonstrations } from "./demonstrations.ts";
import { trainedJudge } from "./judges.ts";
import { TRAINING_SEEDS } from "./judging.ts";
import { type JudgedMode, type RoomStep, told } from "./rooms.ts";

const MODE: JudgedMode = { view: "crop", line: "inventory" };
const EPISODES = 200;
/** Sub-goals that are suggested, of twelve events. */
const MOST = 3;
/** Times that success is dealt out anew among the episodes. */
const SHUFFLES = 100;

const PICK_UP = 4;
const APPLY = 5;

const stayed = ({ before, after }: RoomStep) => before.cell === after.cell;
const moved = ({ choice }: RoomStep) => choice < MOVES.length;
const tileAt = ({ room: { grid } }: RoomStep, cell: number, [dx, dy]: readonly number[]) =>
  grid.tiles[cell + dx + dy * grid.width];
const tileTo = (step: RoomStep) => tileAt(step, step.before.cell, moved(step) ? MOVES[step.choice] : [0, 0]);
const walls = (step: RoomStep) => MOVES.filter((way) => tileAt(step, step.after.cell, way) === Tile.wall).length;

/** The vocabulary by name, but for the two events that the judge tells; an event looks at a step and at the one before it. */
const EVENTS: Readonly<Record<string, (step: RoomStep, last: RoomStep | undefined) => boolean>> = {
  "touch a wall": (step) => moved(step) && tileTo(step) === Tile.wall,
  "touch the locked door": (step) => moved(step) && step.after.message === Message.doorLocked,
  "step onto the key": (step) => !stayed(step) && step.after.message === Message.keyHere,
  "pick up in vain": ({ choice, after }) => choice === PICK_UP && after.message !== Message.keyTaken,
  "apply in vain": ({ choice, after }) => choice === APPLY && after.message !== Message.doorOpened,
  "step into the doorway": (step) => !stayed(step) && tileTo(step) === Tile.lockedDoor,
  "walk along a wall": (step) => !stayed(step) && walls(step) > 0,
  "stand in a corner": (step) => !stayed(step) && walls(step) === 2,
  "stand still": stayed,
  "turn back": (step, last) => last !== undefined && !stayed(step) && step.after.cell === last.before.cell,
};

/** The names of all twelve; the first two are the necessary ones. */
export const EVENT_NAMES: readonly string[] = ["pick up the key", "open the door", ...Object.keys(EVENTS)];

/** Demonstrations in new rooms of `size` by what happened in them, before the end, as the judge reads it in `mode`. */
export function eventDemonstrations(
  judge: Judge,
  mode: JudgedMode,
  size: number,
  count: number,
  seed: number,
): Demonstration[] {
  return firstDemonstrations(size, seed, count).map(({ steps, success }) => {
    const firsts = new Int32Array(EVENT_NAMES.length).fill(-1);
    for (const [t, step] of steps.entries()) {
      const verdict = judge.verdict(told(step, mode));
      const happened = [
        ...[0, 1].map((k) => isReached(verdict, k)),
        ...Object.values(EVENTS).map((happens) => happens(step, steps[t - 1])),
      ];
      for (const [event, does] of happened.entries()) if (does && firsts[event] < 0) firsts[event] = t;
    }
    return { firsts, success };
  });
}

/** One episode, by which of the candidate events happened in it. */
export interface Demonstration {
  /** For each event the step at which it first happened, −1 where it did not. */
  readonly firsts: ArrayLike<number>;
  readonly success: boolean;
}

/** A suggested sub-goal. */
interface Suggestion {
  /** Number of the event. */
  readonly event: number;
  /** How much more often it happens in episodes that succeed than in those that fail. */
  readonly lift: number;
  /** Mean step of its first time in episodes that succeed. */
  readonly step: number;
}

/**
 * The `most` events with the largest lift P(event | success)/P(event | failure), each share with one made-up episode of
 * either kind, among events that happen in successful episodes; in the order in which they first happen there.
 */
export function suggestByLift(demonstrations: readonly Demonstration[], most: number): Suggestion[] {
  const won = demonstrations.filter(({ success }) => success);
  const lost = demonstrations.filter(({ success }) => !success);
  const events = demonstrations.reduce((count, { firsts }) => Math.max(count, firsts.length), 0);
  const share = (episodes: readonly Demonstration[], event: number) =>
    (episodes.filter(({ firsts }) => firsts[event] >= 0).length + 1) / (episodes.length + 2);
  const all = Array.from({ length: events }, (_, event): Suggestion => {
    const steps = won.flatMap(({ firsts }) => (firsts[event] >= 0 ? [firsts[event]] : []));
    return {
      event,
      lift: share(won, event) / share(lost, event),
      step: steps.reduce((a, b) => a + b, 0) / steps.length,
    };
  });
  return all
    .filter(({ step }) => Number.isFinite(step))
    .sort((a, b) => b.lift - a.lift)
    .slice(0, most)
    .sort((a, b) => a.step - b.step);
}

/** Whether both necessary events are suggested, the key before the door. */
function isComplete(demonstrated: readonly Demonstration[]): boolean {
  const events = suggestByLift(demonstrated, MOST).map(({ event }) => event);
  return events.includes(0) && events.indexOf(1) > events.indexOf(0);
}

/** What is suggested, and the control with success dealt out anew. */
export function suggesting(): Partial<StudyResult> {
  const sets = TRAINING_SEEDS.map((seed) =>
    eventDemonstrations(trainedJudge(MODE, seed), MODE, 7, EPISODES, 10 + seed),
  );
  const random = Random.of(1, "shuffled successes");
  const byLuck = Array.from({ length: SHUFFLES }, (_, k) => isComplete(shuffled(sets[k % sets.length], random)));
  return {
    claims: [
      claim(
        `three of twelve events, by their lift before success in ${EPISODES} demonstrations: key and door are among them`,
        [
          inAll(sets.filter(isComplete).length, sets.length, "sets with both, the key first"),
          ...suggestByLift(sets[0], MOST).map(({ event, lift }) => beside(`lift: ${EVENT_NAMES[event]}`, exact(lift))),
        ],
      ),
    ],
    controls: [
      control(
        "key and door are suggested where success is dealt out anew among the episodes (> 20% of the time)",
        is(share(byLuck.filter(Boolean).length, SHUFFLES), above(0.2)),
      ),
    ],
  };
}

function shuffled(demonstrated: readonly Demonstration[], random: Random): Demonstration[] {
  const successes = demonstrated.map(({ success }) => success);
  shuffle(successes, random);
  return demonstrated.map(({ firsts }, k) => ({ firsts, success: successes[k] }));
}
