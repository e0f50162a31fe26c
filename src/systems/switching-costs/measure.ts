// Players against adversaries, seed by seed: every player of a setting meets the same losses.

import { playLosses } from "../../algorithms/bandits/observing.ts";
import { Random } from "../../core/random.ts";
import { graphOf } from "../../environments/bandits/feedback-graph.ts";
import { drawLosses, type LossKind } from "../../environments/bandits/losses.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import type { StudyJob } from "../../study/study.ts";
import { ARMS, type PlayerName, playerOf } from "./learners.ts";

/** Adversaries whose worst counts. */
export const FAMILY = ["iid", "equal", "walk", "drifting"] as const satisfies readonly LossKind[];

/** Losses of a kind. */
interface Adversary {
  readonly losses: LossKind;
  readonly rounds: number;
  /** The budget that the gap of the best arm is hardest for: half of √(K·ln K/B). */
  readonly hardFor: number;
}

/** A player with its observations. */
interface Contender {
  readonly name: PlayerName;
  readonly budget: number;
}

/** Losses that are drawn for each seed, and the players that meet them. */
export interface Contest extends Adversary {
  /** Of periodic losses. */
  readonly period?: number;
  readonly players: readonly Contender[];
  readonly seeds: readonly number[];
}

/** What one player came to, by seed. */
export interface Played extends Adversary, Contender {
  readonly regret: number[];
  readonly switches: number[];
  readonly observations: number[];
}

/** Plays a setting. */
export async function play({ losses, rounds, hardFor, period, players, seeds }: Contest): Promise<Played[]> {
  const table = new Float64Array(rounds * ARMS);
  const gap = Math.min(0.5, 0.5 * Math.sqrt((ARMS * Math.log(ARMS)) / hardFor));
  const all = players.map((contender): Played => {
    return { losses, rounds, hardFor, ...contender, regret: [], switches: [], observations: [] };
  });
  for (const seed of seeds) {
    drawLosses({ losses, arms: ARMS, rounds, gap, period }, Random.of(seed, "losses", losses, rounds, hardFor), table);
    for (const { name, budget, regret, switches, observations } of all) {
      const player = playerOf(name);
      const learner = player.make({ arms: ARMS, rounds, budget });
      const rng = Random.of(seed, "player", name, losses, rounds, budget);
      const meter = playLosses(table, ARMS, learner, rng, graphOf(player.free ?? "none", ARMS));
      regret.push(meter.regret);
      switches.push(meter.switches);
      observations.push(meter.observations);
    }
  }
  return all;
}

export const playing: StudyJob<Contest, Played[]> = { module: import.meta.url, name: "play", compute: play };

/** What a player came to against every adversary, at one point (a budget or a number of rounds). */
export function against(
  all: readonly Played[],
  name: PlayerName,
  at: Partial<Pick<Played, "losses" | "rounds" | "budget" | "hardFor">> = {},
): Played[] {
  const same = (one: Played, key: keyof typeof at) => (at[key] ?? one[key]) === one[key];
  const keys = ["losses", "rounds", "budget", "hardFor"] as const;
  return all.filter((one) => one.name === name && keys.every((key) => same(one, key)));
}

/** The adversary against whom the mean over seeds is largest. */
export function worst(played: readonly Played[], what: "regret" | "switches" = "regret"): Played {
  if (played.length === 0) throw new Error("a worst adversary of none");
  return played.reduce((a, b) => (mean(b[what]) > mean(a[what]) ? b : a));
}

/** Regrets by seed against each adversary. */
export const regretsOf = (played: readonly Played[]): readonly (readonly number[])[] =>
  played.map(({ regret }) => regret);
