// The point at the end of a game, which the best seats share, and its channel.

import type { Channel } from "../../core/channel.ts";
import { flow, once } from "../declaration.ts";

/** 1 shared among the seats with the highest mark, and 0 for the others. */
export function sharedPoint(marks: ArrayLike<number>): number[] {
  const all = Array.from(marks);
  const best = Math.max(...all);
  const winners = all.filter((mark) => mark === best).length;
  return all.map((mark) => (mark === best ? 1 / winners : 0));
}

/** Channel of the point, in the step that ends the game. */
export const POINT: Channel = {
  ...flow("payoff", "points", 0, 1, "sum", "the point of the game, which seats that draw share"),
  once: true,
};

/** Channel of a win by a single seat. */
export const WON: Channel = once("won", "games", "1 where the point is its own alone");
