// TrueSkill (Herbrich, Minka & Graepel, 2006): skills are normal, a team performs as the sum of its players, and what is believed of them
// after a game is found by expectation propagation along the places.

import { pnorm, qnorm } from "lib-r-math.js";
import type { PlacedTeam } from "../../core/games.ts";
import type { Skills, SkillTerms } from "./skill.ts";

export interface TrueSkillTerms extends SkillTerms {
  /** Probability that two equal players tie. */
  readonly draw: number;
}

/** The published terms, for players who begin at 25 with a deviation of 25/3. */
export const TRUESKILL: TrueSkillTerms = { beta: 25 / 6, tau: 25 / 300, draw: 0.1 };

/** Messages that change by less end the propagation. */
const SETTLED = 1e-9;
const MOST_SWEEPS = 200;

/** Changes skills by one game. Two teams need one sweep, and the result is the closed form. */
export function trueSkillGame(skills: Skills, teams: readonly PlacedTeam[], terms: TrueSkillTerms): void {
  const ordered = teams.toSorted((a, b) => a.place - b.place);
  const spread = (player: number): number => skills.deviation[player] ** 2 + terms.tau ** 2;
  const sum = (of: readonly number[], value: (player: number) => number) =>
    of.reduce((all, player) => all + value(player), 0);
  const means = ordered.map(({ players }) => sum(players, (player) => skills.mean[player]));
  const variances = ordered.map(({ players }) => sum(players, (player) => spread(player) + terms.beta ** 2));
  const beliefs = teamsAfter(ordered, means, variances, terms);
  for (const [k, { players }] of ordered.entries()) {
    // A team's belief moves its players by their shares of its variance.
    const { precision, shift } = beliefs[k];
    for (const player of players) {
      const before = spread(player);
      const share = before / (1 + variances[k] * precision);
      skills.mean[player] += share * (shift - precision * means[k]);
      skills.deviation[player] = Math.sqrt(before * (1 - precision * share));
    }
  }
}

/** What a game says of a team's performance, as a normal factor: its precision, and its precision times its mean. */
interface Told {
  readonly precision: number;
  readonly shift: number;
}

/** What the neighbours along the places say of each team's performance. */
function teamsAfter(
  teams: readonly PlacedTeam[],
  means: readonly number[],
  variances: readonly number[],
  terms: TrueSkillTerms,
): Told[] {
  const n = teams.length;
  /** What the difference of teams k and k + 1 says of the better and of the worse. */
  const toBetter: Told[] = Array.from({ length: n - 1 }, () => ({ precision: 0, shift: 0 }));
  const toWorse: Told[] = Array.from({ length: n - 1 }, () => ({ precision: 0, shift: 0 }));
  const nothing: Told = { precision: 0, shift: 0 };
  /** A team without what one of its differences says. */
  const without = (k: number, told: Told | undefined): { mean: number; variance: number } => {
    const precision = 1 / variances[k] + (told?.precision ?? 0);
    return { mean: (means[k] / variances[k] + (told?.shift ?? 0)) / precision, variance: 1 / precision };
  };
  const pass = (k: number): number => {
    const better = without(k, toWorse[k - 1]);
    const worse = without(k + 1, toBetter[k + 1]);
    const size = teams[k].players.length + teams[k + 1].players.length;
    const margin = qnorm((terms.draw + 1) / 2) * Math.sqrt(size) * terms.beta;
    const told = difference(better, worse, margin, teams[k].place === teams[k + 1].place);
    const change = Math.max(far(toBetter[k], told.better), far(toWorse[k], told.worse));
    toBetter[k] = told.better;
    toWorse[k] = told.worse;
    return change;
  };
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let change = 0;
    for (let k = 0; k < n - 1; k++) change = Math.max(change, pass(k));
    for (let k = n - 3; k >= 0; k--) change = Math.max(change, pass(k));
    if (n === 2 || change < SETTLED) break;
  }
  return teams.map((_, k) => {
    const [above, below] = [toWorse[k - 1] ?? nothing, toBetter[k] ?? nothing];
    return { precision: above.precision + below.precision, shift: above.shift + below.shift };
  });
}

const far = (a: Told, b: Told): number => Math.max(Math.abs(a.precision - b.precision), Math.abs(a.shift - b.shift));

/** What "the better one performed better by the margin", or "no more than the margin apart", says of either. */
function difference(
  better: { readonly mean: number; readonly variance: number },
  worse: { readonly mean: number; readonly variance: number },
  margin: number,
  isTie: boolean,
): { readonly better: Told; readonly worse: Told } {
  const variance = better.variance + worse.variance;
  const c = Math.sqrt(variance);
  const [t, e] = [(better.mean - worse.mean) / c, margin / c];
  const { v, w } = isTie ? tieMoments(t, e) : winMoments(t - e);
  // The difference after the result, with what it was before divided out.
  const mean = better.mean - worse.mean + c * v;
  const after = variance * (1 - w);
  const precision = 1 / after - 1 / variance;
  const shift = mean / after - (better.mean - worse.mean) / variance;
  if (!(precision > 0)) return { better: { precision: 0, shift: 0 }, worse: { precision: 0, shift: 0 } };
  const told = { mean: shift / precision, variance: 1 / precision };
  const toBetter = 1 / (told.variance + worse.variance);
  const toWorse = 1 / (told.variance + better.variance);
  return {
    better: { precision: toBetter, shift: toBetter * (told.mean + worse.mean) },
    worse: { precision: toWorse, shift: toWorse * (better.mean - told.mean) },
  };
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
/** Below it the cumulative normal has no digits, and its ratio to the density is that of the tail. */
const TAIL = -30;

/** Of a normal above a bound, x standard deviations below its mean: how far its mean moves up and how much its variance shrinks. */
function winMoments(x: number): { readonly v: number; readonly w: number } {
  const v = x < TAIL ? -x : density(x) / pnorm(x);
  return { v, w: Math.min(1 - Number.EPSILON, v * (v + x)) };
}

/** The same of a normal between −e and e. */
function tieMoments(t: number, e: number): { readonly v: number; readonly w: number } {
  const a = Math.abs(t);
  const inside = pnorm(e - a) - pnorm(-e - a);
  if (!(inside > 1e-300)) return { v: Math.sign(t) * (e - a), w: 1 - Number.EPSILON };
  const v = (density(-e - a) - density(e - a)) / inside;
  const w = v * v + ((e - a) * density(e - a) + (e + a) * density(e + a)) / inside;
  return { v: t < 0 ? -v : v, w: Math.min(1 - Number.EPSILON, w) };
}

/** How likely a tie of two players is, of 1 for equals of whom all is known (the paper's quality of a match). */
export function matchQuality(skills: Skills, first: number, second: number, beta: number): number {
  const variance = 2 * beta * beta + skills.deviation[first] ** 2 + skills.deviation[second] ** 2;
  const gap = skills.mean[first] - skills.mean[second];
  return Math.sqrt((2 * beta * beta) / variance) * Math.exp((-gap * gap) / (2 * variance));
}
