// What an agent is told when it takes its seat in a setting.

import type { NumericSpec } from "../../core/environment.ts";
import { type Path, UserError, unknownName } from "../../core/errors.ts";
import type { Seat } from "../../core/seat.ts";
import type { Setting } from "./setting.ts";

/** Where an agent sits, and what its seat shares with others: without `memo` nothing. */
export type SeatPlace = Pick<Seat, "seat" | "seed" | "directory" | "signal" | "spending" | "answers"> &
  Partial<Pick<Seat, "memo">>;

/** The seat of an agent that plays; an agent that takes a seat for trial has no seed. */
export const seatIn = ({ spec, about, pay, makeEnvironment, reward }: Setting, place: SeatPlace): Seat => ({
  spec,
  about,
  pay,
  makeEnvironment,
  makeReward: () => reward(spec),
  memo: (_, compute) => compute(),
  ...place,
});

/** The seat of an agent, by its name or its label. */
export function seatNamed(name: string, { agents, labels }: NumericSpec, path: Path): number {
  const seat = Math.max(agents.indexOf(name), labels.indexOf(name));
  if (seat >= 0) return seat;
  throw new UserError({ ...unknownName("agent of this world", name, [...agents, ...labels]), path });
}
