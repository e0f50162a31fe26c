// The point of a game that is over: the best seats share it; and how worlds report it.

import type { Channel } from "../../core/channel.ts";
import { flow, once } from "../declaration.ts";

/** 1 shared among the seats of the highest mark, and 0 for others. */
export function sharedPoint(marks: ArrayLike<number>): number[] {
  const all = Array.from(marks);
  const best = Math.max(...all);
  const winners = all.filter((mark) => mark === best).length;
  return all.map((mark) => (mark === best ? 1 / winners : 0));
}

/** The point as a channel, in the step that ends the game. */
export const POINT: Channel = {
  ...flow("payoff", "points", 0, 1, "sum", "the point of the game, which seats that draw share"),
  once: true,
};

/** A game that one seat alone has won. */
export const WON: Channel = once("won", "games", "1 where the point is its own alone");
