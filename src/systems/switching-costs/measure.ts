// Players against adversaries, seed by seed: every player of a setting meets the same losses.

import { playLosses } from "../../algorithms/bandits/observing.ts";
import { Random } from "../../core/random.ts";
import { graphOf } from "../../environments/bandits/feedback-graph.ts";
import { drawLosses, type LossKind } from "../../environments/bandits/losses.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import type { PowerLaw } from "../../evaluation/statistics/power-law.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { ARMS, type PlayerName, playerOf } from "./learners.ts";
import { resampledPowerLaw } from "./power-law-bootstrap.ts";

/** Adversaries whose worst counts. */
export const FAMILY = ["iid", "equal", "walk", "drifting"] as const satisfies readonly LossKind[];

/** Losses that are drawn for each seed, and who plays against them. */
export interface Setting {
  readonly losses: LossKind;
  readonly rounds: number;
  /** The budget that the gap of the best arm is hardest for: half of √(K·ln K/B). */
  readonly hardFor: number;
  /** Of periodic losses. */
  readonly period?: number;
  readonly players: readonly { readonly name: PlayerName; readonly budget: number }[];
  readonly firstSeed: number;
  readonly seeds: number;
}

/** What one player came to, by seed. */
export interface Played {
  readonly losses: LossKind;
  readonly rounds: number;
  readonly hardFor: number;
  readonly name: PlayerName;
  readonly budget: number;
  readonly regret: number[];
  readonly switches: number[];
  readonly observations: number[];
}

/** Plays a setting. */
export async function play(setting: Setting): Promise<Played[]> {
  const { losses, rounds, hardFor, period, players, firstSeed, seeds } = setting;
  const table = new Float64Array(rounds * ARMS);
  const gap = Math.min(0.5, 0.5 * Math.sqrt((ARMS * Math.log(ARMS)) / hardFor));
  const all = players.map(({ name, budget }): Played => {
    return { losses, rounds, hardFor, name, budget, regret: [], switches: [], observations: [] };
  });
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    drawLosses({ losses, arms: ARMS, rounds, gap, period }, Random.of(seed, "losses", losses, rounds, hardFor), table);
    for (const played of all) {
      const { name, budget } = played;
      const player = playerOf(name);
      const learner = player.make({ arms: ARMS, rounds, budget });
      const rng = Random.of(seed, "player", name, losses, rounds, budget);
      const meter = playLosses(table, ARMS, learner, rng, graphOf(player.free ?? "none", ARMS));
      played.regret.push(meter.regret);
      played.switches.push(meter.switches);
      played.observations.push(meter.observations);
    }
  }
  return all;
}

export const playing: StudyJob<Setting, Played[]> = { module: import.meta.url, name: "play", compute: play };

/** What a player came to against every adversary of the family, at one point (a budget or a number of rounds). */
export function against(
  all: readonly Played[],
  name: PlayerName,
  at: Partial<Pick<Played, "rounds" | "budget" | "hardFor">>,
) {
  return all.filter(
    (one) =>
      one.name === name &&
      (at.rounds ?? one.rounds) === one.rounds &&
      (at.budget ?? one.budget) === one.budget &&
      (at.hardFor ?? one.hardFor) === one.hardFor,
  );
}

/** The largest mean regret over the adversaries, and against whom. */
export function worst(played: readonly Played[]): { readonly regret: number; readonly losses: LossKind } {
  if (played.length === 0) throw new Error("nobody played");
  return played
    .map(({ regret, losses }) => ({ regret: mean(regret), losses }))
    .reduce((a, b) => (b.regret > a.regret ? b : a));
}

/** The exponent of the worst mean regret in `x`, with an interval over seeds. */
export function regretLaw(x: readonly number[], points: readonly (readonly Played[])[], random: Random): PowerLaw {
  const seeds = points[0][0].regret.length;
  const curve = (chosen: ArrayLike<number>): number[] =>
    points.map((played) => {
      let most = Number.NEGATIVE_INFINITY;
      for (const { regret } of played) {
        let sum = 0;
        for (let k = 0; k < chosen.length; k++) sum += regret[chosen[k]];
        most = Math.max(most, sum / chosen.length);
      }
      return most;
    });
  return resampledPowerLaw(x, curve, { seeds }, random);
}

/** Exponent and interval in words. */
export function lawText({ exponent, low, high }: PowerLaw): string {
  return `${exponent?.toFixed(3)} [${low?.toFixed(3)}, ${high?.toFixed(3)}]`;
}
