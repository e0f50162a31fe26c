// The suggestion test: of twelve things that can happen in a room, which are sub-goals? The small judge tells the key and
// the door, the simulator the rest, and demonstrations that succeed are set beside those that fail.

import { Message, MOVES, Tile } from "../../environments/gridworld/tiles.ts";
import { isReached, type Judge } from "../../feedback/judge.ts";
import { demonstrations, type Episode, first } from "./demonstrations.ts";
import { type Mode, type RoomStep, told } from "./rooms.ts";
import type { Demonstration } from "./suggestion.ts";

const PICK_UP = 4;
const APPLY = 5;

/** An event by its name; it looks at a step and at the one before it. */
interface Event {
  readonly name: string;
  happens(step: RoomStep, last: RoomStep | undefined): boolean;
}

const stayed = ({ before, after }: RoomStep) => before.cell === after.cell;
const tileTo = ({ room, before, choice }: RoomStep) => {
  const [dx, dy] = choice < MOVES.length ? MOVES[choice] : [0, 0];
  return room.grid.tiles[before.cell + dx + dy * room.grid.width];
};
const walls = ({ room, after }: RoomStep) =>
  MOVES.map(([dx, dy]) => room.grid.tiles[after.cell + dx + dy * room.grid.width] === Tile.wall);

/** The vocabulary, but for the two events that the judge tells. */
const EVENTS: readonly Event[] = [
  { name: "touch a wall", happens: (step) => step.choice < MOVES.length && tileTo(step) === Tile.wall },
  {
    name: "touch the locked door",
    happens: (step) => step.choice < MOVES.length && step.after.message === Message.doorLocked,
  },
  { name: "step onto the key", happens: (step) => !stayed(step) && step.after.message === Message.keyHere },
  { name: "pick up in vain", happens: (step) => step.choice === PICK_UP && step.after.message !== Message.keyTaken },
  { name: "apply in vain", happens: (step) => step.choice === APPLY && step.after.message !== Message.doorOpened },
  { name: "step into the doorway", happens: (step) => !stayed(step) && tileTo(step) === Tile.lockedDoor },
  { name: "walk along a wall", happens: (step) => !stayed(step) && walls(step).some(Boolean) },
  { name: "stand in a corner", happens: (step) => !stayed(step) && walls(step).filter(Boolean).length === 2 },
  { name: "stand still", happens: stayed },
  {
    name: "turn back",
    happens: (step, last) => last !== undefined && !stayed(step) && step.after.cell === last.before.cell,
  },
];

/** The names of all twelve; the first two are the necessary ones. */
export const EVENT_NAMES: readonly string[] = ["pick up the key", "open the door", ...EVENTS.map(({ name }) => name)];

/** Demonstrations in new rooms of `size` by what happened in them, before the end, as the judge reads it in `mode`. */
export function eventDemonstrations(
  judge: Judge,
  mode: Mode,
  size: number,
  count: number,
  seed: number,
): Demonstration[] {
  return [...first(demonstrations(size, seed), count)].map((episode) => eventsOf(episode, judge, mode));
}

function eventsOf({ steps, success }: Episode, judge: Judge, mode: Mode): Demonstration {
  const firsts = new Int32Array(EVENT_NAMES.length).fill(-1);
  steps.forEach((step, t) => {
    const verdict = judge.verdict(told(step, mode));
    const last = steps[t - 1];
    const happened = [
      isReached(verdict, 0),
      isReached(verdict, 1),
      ...EVENTS.map((event) => event.happens(step, last)),
    ];
    happened.forEach((does, event) => {
      if (does && firsts[event] < 0) firsts[event] = t;
    });
  });
  return { firsts, success };
}
