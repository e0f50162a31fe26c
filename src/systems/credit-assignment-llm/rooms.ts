// The rooms of the study: a key room of any size as a finite process, what its steps reach by the simulator's own account,
// and how a step is told to a judge.

import type { Random } from "../../core/random.ts";
import { type GridMdp, gridMdp } from "../../environments/gridworld/grid-mdp.ts";
import { keyRoomLevel } from "../../environments/gridworld/key-room.ts";
import { actionNames, gridText, type TextLine, type Wording } from "../../environments/gridworld/text.ts";
import { Message, move, type Piece, type Rules, type TileMap } from "../../environments/gridworld/tiles.ts";
import type { SubgoalDescription, SubgoalVerdict, Transition } from "../../feedback/judge.ts";

/** Steps of an episode. */
export const HORIZON = 100;
/** γ. */
export const DISCOUNT = 0.95;

/** What is on the way to the stairs. Bit 0 of a verdict is the key, bit 1 the door. */
export const SUBGOALS: readonly SubgoalDescription[] = [
  { name: "key", meaning: "the agent picks up the key" },
  { name: "door", meaning: "the agent opens the locked door" },
];

/** A room. */
export interface Room extends GridMdp {
  readonly grid: TileMap;
  readonly rules: Rules;
}

/** A room of `size` × `size` tiles drawn from `random`; its key can be laid down where `drop` is set. */
export function drawRoom(size: number, random: Random, drop = false): Room {
  const level = keyRoomLevel(size)(random);
  const rules: Rules = { hands: drop ? "tools and drop" : "tools" };
  return { grid: level.grid, rules, ...gridMdp(level, { ...rules, discount: DISCOUNT }) };
}

/** A step of a room: the piece before it with what was said last, the choice, the piece after it with what was said then. */
export interface RoomStep {
  readonly room: Pick<Room, "grid" | "rules">;
  readonly before: Readonly<Piece>;
  readonly choice: number;
  readonly after: Readonly<Piece>;
}

/** The step that `choice` is in a state of the room, `said` before. */
export function stepFrom(room: Room, state: number, choice: number, said: number = Message.none): RoomStep {
  const before: Piece = { ...room.pieces[state], message: said };
  const after = { ...before };
  move(room.grid, room.rules, after, choice);
  return { room, before, choice, after };
}

/** The truth: the key is held and was not, the door is open and was not. */
export function reachedBy({ before, after }: Pick<RoomStep, "before" | "after">): SubgoalVerdict {
  return (after.key > before.key ? 1 : 0) | (after.open > before.open ? 2 : 0);
}

/** How a step is shown: the whole map or a window of 5 × 5, with messages or with what is carried. */
export interface JudgedMode {
  readonly view: "map" | "crop";
  readonly line: TextLine;
  /** Other words for the messages. */
  readonly wording?: Wording;
}

/** The step in words. */
export function told({ room, before, choice, after }: RoomStep, { view, line, wording }: JudgedMode): Transition {
  const options = {
    line,
    ...(view === "crop" ? { crop: 5 } : {}),
    ...(wording === undefined ? {} : { wording }),
  };
  return {
    before: gridText(room.grid, before, options),
    action: actionNames(room.rules.hands)[choice],
    after: gridText(room.grid, after, options),
  };
}

/** The messages in other words, which no judge was trained on. */
export const REWORDED: Wording = {
  none: "",
  keyHere: "Something made of brass lies at your feet: a key.",
  keyTaken: "The key is yours now.",
  doorLocked: "It will not budge; somebody has locked it.",
  doorOpened: "The lock clicks, and the way is free.",
  goal: "You stand at the top of the stairs.",
  died: "The heat is the last thing you feel.",
};
