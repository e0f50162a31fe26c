// Channels of all grid worlds, with the same names everywhere, so that a bonus or a potential written for one world also works in another.

import type { Channel } from "../../core/channel.ts";
import type { ObservationField } from "../../core/environment.ts";
import { event, field, level, once } from "../declaration.ts";
import { Message } from "./tiles.ts";

/** Sizes that determine the ranges of channels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
  /** Number of pictures on the television; 0 without one. */
  readonly pictures: number;
}

const MESSAGES = Math.max(...Object.values(Message));

/** Indices of the channels in a row of outcomes. */
export const Place = {
  success: 0,
  payoff: 1,
  died: 2,
  x: 3,
  y: 4,
  key: 5,
  door: 6,
  message: 7,
  picture: 8,
  goalDistance: 9,
  visited: 10,
} as const;

/** The channels in the order of `Place`. */
export function gridChannels({ width, height, pictures }: Extent): Channel[] {
  return [
    once("success", "goals", "1 at the step that reaches the goal"),
    event("payoff", "reward", "the reward that the published task pays"),
    once("died", "deaths", "1 at the step that ends in lava"),
    level("x", "tiles", 0, width - 1, "column of the agent"),
    level("y", "tiles", 0, height - 1, "row of the agent, from above"),
    level("key", "keys", 0, 1, "1 while the key is held"),
    level("door", "doors", 0, 1, "1 once the locked door is open"),
    level("message", "number of a text", 0, MESSAGES, "what the world said last; 0 is silence"),
    level("picture", "number of a picture", 0, lastPicture(pictures), "what the television shows"),
    level("goalDistance", "tiles", 0, width + height - 2, "|Δx| + |Δy| to the goal, through walls, without the key"),
    level("visited", "tiles", 0, width * height, "different tiles stood on in this episode"),
  ];
}

/** Start of each part of an observation, in the order of `gridFields`. */
export const Seen = {
  x: 0,
  y: 1,
  blocked: 2,
  seen: 6,
  lava: 10,
  lastAction: 14,
  key: 15,
  message: 16,
  picture: 17,
  keyBearing: 18,
  doorBearing: 20,
  time: 22,
} as const;

/** Observation fields: all integers except `time`, so that tables can be indexed by any of them. */
export function gridFields({ width, height, pictures }: Extent, choices: number): ObservationField[] {
  const bits = (name: string, meaning: string): ObservationField => field(name, 0, 1, meaning, { size: 4 });
  return [
    field("x", 0, width - 1, "column"),
    field("y", 0, height - 1, "row, from above"),
    bits("blocked", "whether the tile above, right, below, left stops a move"),
    bits("seen", "whether that tile was stood on in this episode"),
    bits("lava", "whether that tile is lava"),
    field("lastAction", 0, choices, "the last choice plus one; 0 at the start"),
    field("key", 0, 1, "whether the key is held"),
    field("message", 0, MESSAGES, "what the world said last"),
    field("picture", 0, lastPicture(pictures), "what the television shows"),
    field("keyBearing", -1, 1, "sign of the columns and of the rows to the key; 0 once it is held", { size: 2 }),
    field("doorBearing", -1, 1, "sign of the columns and of the rows to the locked door; 0 once it is open", {
      size: 2,
    }),
    field("time", 0, 1, "steps taken as a share of the horizon"),
  ];
}

const lastPicture = (pictures: number) => Math.max(0, pictures - 1);
