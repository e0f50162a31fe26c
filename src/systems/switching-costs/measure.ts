// Players against adversaries, seed by seed: every player of a setting meets the same losses. And the exponent of a power law whose
// points are made from samples that the points share (seeds), with an interval by drawing the seeds again.

import { playLosses } from "../../algorithms/bandits/observing.ts";
import { Random } from "../../core/random.ts";
import { graphOf } from "../../environments/bandits/feedback-graph.ts";
import { drawLosses, type LossKind } from "../../environments/bandits/losses.ts";
import { type PowerLaw, powerLaw } from "../../evaluation/statistics/correlation.ts";
import { mean, quantile } from "../../evaluation/statistics/moments.ts";
import { type Figure, ofExponent } from "../../study/figure.ts";
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

/** The exponent of the worst mean regret in `x`, with an interval over seeds. */
export function regretLaw(x: readonly number[], points: readonly (readonly Played[])[], random: Random): Figure {
  const curve = (chosen: ArrayLike<number>) =>
    points.map((played) => Math.max(...played.map(({ regret }) => mean(Float64Array.from(chosen, (k) => regret[k])))));
  return ofExponent(resampledPowerLaw(x, curve, { seeds: points[0][0].regret.length }, random));
}

/** What is resampled. */
interface Resampling {
  readonly seeds: number;
  /** Default 1000. */
  readonly draws?: number;
  /** Default 0.95. */
  readonly confidence?: number;
}

/**
 * The exponent of y ≈ c·x^p with its percentile interval (Efron, 1979). `curve` gives y at every x from seeds, numbers below
 * `seeds`, of which some come several times: a mean over them, or the worst of several means. Points of one seed may depend on
 * each other. `n` is the number of seeds. Throws where a value of a curve is not above 0.
 */
export function resampledPowerLaw(
  x: ArrayLike<number>,
  curve: (seeds: ArrayLike<number>) => ArrayLike<number>,
  { seeds, draws = 1000, confidence = 0.95 }: Resampling,
  random: Random,
): PowerLaw {
  const chosen = Uint32Array.from({ length: seeds }, (_, k) => k);
  const { exponent } = powerLaw(x, curve(chosen));
  if (exponent === null || seeds < 2) return { exponent, low: null, high: null, n: seeds };
  const exponents = Float64Array.from({ length: draws }, () => {
    for (let k = 0; k < seeds; k++) chosen[k] = random.integer(seeds);
    return powerLaw(x, curve(chosen)).exponent ?? Number.NaN;
  });
  const tail = (1 - confidence) / 2;
  return { exponent, low: quantile(exponents, tail), high: quantile(exponents, 1 - tail), n: seeds };
}
