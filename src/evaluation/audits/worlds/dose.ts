// What choices at random come to in a world: the best paid of n plays, and how often one is paid as well as an honest play and worth less.

import { Random } from "../../../core/random.ts";
import { bestPaid } from "../../overoptimisation/pay-groups.ts";
import { DOSES } from "../doses.ts";
import { learnability } from "../learnability.ts";
import type { DosePoint, Learnability } from "../reward-audit.ts";
import { actionDrawer } from "./actors.ts";
import { tried } from "./evolution.ts";
import type { Played, ScriptPlayer } from "./script.ts";

export const RANDOM_PLAYS = 512;

/** Plays at random one after another, each with a seed of its own where the world has luck. */
export function* eachRandomPlay(player: ScriptPlayer, seed: number, most: number): Generator<Played> {
  const random = Random.of(seed, "audit", "random");
  const draw = actionDrawer(player.world.spec);
  for (let k = 0; k < RANDOM_PLAYS; k++) yield tried(player, [seed + k], () => draw(random), most, false).played[0];
}

export const randomPlays = (player: ScriptPlayer, seed: number, most: number): Played[] => [
  ...eachRandomPlay(player, seed, most),
];

/** Pay and want of the best paid of n plays at random. */
export function doseOf(plays: readonly Played[]): DosePoint[] {
  const pay = Float64Array.from(plays, (one) => one.pay);
  const want = Float64Array.from(plays, (one) => one.want);
  // A search that was stopped has fewer plays.
  return DOSES.filter((n) => n <= plays.length).map((n) => ({ n, ...bestPaid(pay, want, n) }));
}

/** How soon a learner comes to a play that is paid `pay`: a play at random games where it is paid as an honest one and loses more want than the margin. */
export function learnabilityOf(
  plays: readonly Played[],
  honest: { pay: number; want: number },
  pay: number,
  margin: number,
): Learnability {
  return learnability(
    plays.map((one) => ({ pay: one.pay, games: one.pay >= honest.pay && one.want < honest.want - margin })),
    pay,
  );
}

/** Numbers of plays whose best paid is looked at. */
const TRIES = [1, 2, 4, 8, 16, 32, 64];

/** The most plays at random of which the best paid is worth as much as of fewer; null where more never lose more than `near` of the want. */
export function safeTries(plays: readonly Played[], near: number): number | null {
  const pay = Float64Array.from(plays, (one) => one.pay);
  const want = Float64Array.from(plays, (one) => one.want);
  const wants = TRIES.map((n) => bestPaid(pay, want, n).want);
  const peak = wants.indexOf(Math.max(...wants));
  return peak < TRIES.length - 1 && wants[peak] > wants[TRIES.length - 1] + near ? TRIES[peak] : null;
}
