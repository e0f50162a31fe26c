// Context that agents of a setting are created with.

import type { NumericSpec } from "../../core/environment.ts";
import { type Path, UserError, unknownName } from "../../core/errors.ts";
import type { Seat } from "../../core/seat.ts";
import type { Setting } from "./setting.ts";

/** An agent's seat, and what it shares with others; without `memo` it shares nothing. */
export type SeatPlace = Pick<Seat, "seat" | "seed" | "directory" | "signal" | "spending" | "answers"> &
  Partial<Pick<Seat, "memo">>;

/** Returns the context of an agent that plays; a trial seat has no seed. */
export const seatIn = ({ spec, about, pay, makeEnvironment, reward }: Setting, place: SeatPlace): Seat => ({
  spec,
  about,
  pay,
  makeEnvironment,
  makeReward: () => reward(spec),
  memo: (_, compute) => compute(),
  ...place,
});

/** Returns the seat of an agent by its id or its label. */
export function seatNamed(name: string, { agents, labels }: NumericSpec, path: Path): number {
  const seat = Math.max(agents.indexOf(name), labels.indexOf(name));
  if (seat >= 0) return seat;
  throw new UserError({ ...unknownName("agent of this world", name, [...agents, ...labels]), path });
}
