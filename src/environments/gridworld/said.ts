// A simulated judge of sub-goals with known error rates, for a room with a key and a door (arXiv 2409.12798): it states the truth except
// for errors, which are independent in each step.

import { z } from "zod";
import type { Channel } from "../../core/channel.ts";
import { share } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { event } from "../declaration.ts";
import { Place } from "./channels.ts";
import type { Piece } from "./tiles.ts";

export const judgeMistakes = z.strictObject({
  missed: share(0).describe("share of the steps that reach a sub-goal of which it says nothing"),
  invented: share(0).describe("share of all other steps of which it says that they reach one"),
});

export type JudgeMistakes = z.output<typeof judgeMistakes>;

const said = (name: string, what: string): Channel => ({
  ...event(name, "sub-goals", `1 where the judge says of the step: the agent ${what}`),
  judge: "a judge of sub-goals",
});

/** Two more channels, after those of all grid worlds. */
export const saidChannels: readonly Channel[] = [
  said("saidKey", "picks up the key"),
  said("saidDoor", "opens the locked door"),
];

const FIRST = Math.max(...Object.values(Place)) + 1;

/** Writes the judge's statements about a step from `before` to `after`. */
export function sayOf(
  { missed, invented }: JudgeMistakes,
  before: Readonly<Piece>,
  after: Readonly<Piece>,
  outcomes: Float64Array,
  random: Random,
): void {
  const reached = [after.key > before.key, after.open > before.open];
  for (const [k, truth] of reached.entries()) {
    const errs = random.uniform() < (truth ? missed : invented);
    outcomes[FIRST + k] = truth !== errs ? 1 : 0;
  }
}
