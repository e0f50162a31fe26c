// One network for all seats of a team: it is told whose observation it sees by a number for each seat, 1 for its own.

import { np } from "../../nn/jax.ts";
import type { Beside } from "../network-player.ts";

/** Tables [batch × team·width] as rows [batch·team × (width + team)], each with its seat's number. Consumes the table. */
export function identified(x: np.Array, team: number): np.Array {
  const batch = x.shape[0];
  const width = x.shape[1] / team;
  const who = np.broadcastTo(np.eye(team).reshape([1, team, team]), [batch, team, team]);
  return np.concatenate([x.reshape([batch, team, width]), who], 2).reshape([batch * team, width + team]);
}

/** The same for the player of the seat at `place`. */
export function identity(team: number, place: number): Beside {
  return {
    size: team,
    reset() {},
    write(_observation, into, at) {
      for (let k = 0; k < team; k++) into[at + k] = k === place ? 1 : 0;
    },
  };
}
