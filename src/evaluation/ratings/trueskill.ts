// TrueSkill (Herbrich, Minka & Graepel, 2006): skills are normal, a team performs as the sum of its players, and what is believed of them
// after a game is found by expectation propagation: along the places, or between all teams of neighbouring places where some tie.

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

/**
 * Changes skills by one game. Two teams need one sweep, and the result is the closed form. Of more, tied teams are all within the margin of
 * each other, and beat all of the next place: the paper's chain would have some of them at its ends, by the order of their names.
 */
export function trueSkillGame(skills: Skills, teams: readonly PlacedTeam[], terms: TrueSkillTerms): void {
  const ordered = teams.toSorted((a, b) => a.place - b.place);
  const spread = (player: number): number => skills.deviation[player] ** 2 + terms.tau ** 2;
  const sum = (of: readonly number[], value: (player: number) => number) =>
    of.reduce((all, player) => all + value(player), 0);
  const means = ordered.map(({ players }) => sum(players, (player) => skills.mean[player]));
  const variances = ordered.map(({ players }) => sum(players, (player) => spread(player) + terms.beta ** 2));
  const hasTies = ordered.some(({ place }, k) => place === ordered[k + 1]?.place);
  const beliefs =
    hasTies && ordered.length > 2
      ? tiedTeamsAfter(ordered, means, variances, terms)
      : teamsAfter(ordered, means, variances, terms);
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
interface GameMessage {
  readonly precision: number;
  readonly shift: number;
}

/** What the neighbours along the places say of each team's performance. */
function teamsAfter(
  teams: readonly PlacedTeam[],
  means: readonly number[],
  variances: readonly number[],
  terms: TrueSkillTerms,
): GameMessage[] {
  const n = teams.length;
  /** What the difference of teams k and k + 1 says of the better and of the worse. */
  const toBetter: GameMessage[] = Array.from({ length: n - 1 }, () => ({ precision: 0, shift: 0 }));
  const toWorse: GameMessage[] = Array.from({ length: n - 1 }, () => ({ precision: 0, shift: 0 }));
  const nothing: GameMessage = { precision: 0, shift: 0 };
  /** A team without what one of its differences says. */
  const without = (k: number, message: GameMessage | undefined): { mean: number; variance: number } => {
    const precision = 1 / variances[k] + (message?.precision ?? 0);
    return { mean: (means[k] / variances[k] + (message?.shift ?? 0)) / precision, variance: 1 / precision };
  };
  const pass = (k: number): number => {
    const better = without(k, toWorse[k - 1]);
    const worse = without(k + 1, toBetter[k + 1]);
    const message = gameMessage(
      better.mean - worse.mean,
      better.variance + worse.variance,
      marginOf(teams[k], teams[k + 1], terms),
      teams[k].place === teams[k + 1].place,
    );
    const [one, other] = message.precision > 0 ? toBoth(message, better, worse) : [nothing, nothing];
    const change = Math.max(far(toBetter[k], one), far(toWorse[k], other));
    toBetter[k] = one;
    toWorse[k] = other;
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

const far = (a: GameMessage, b: GameMessage): number =>
  Math.max(Math.abs(a.precision - b.precision), Math.abs(a.shift - b.shift));

/** What a difference of two performances says of either: the one is as far above the other. */
function toBoth(
  message: GameMessage,
  better: { readonly mean: number; readonly variance: number },
  worse: { readonly mean: number; readonly variance: number },
): [GameMessage, GameMessage] {
  const [mean, variance] = [message.shift / message.precision, 1 / message.precision];
  const toBetter = 1 / (variance + worse.variance);
  const toWorse = 1 / (variance + better.variance);
  return [
    { precision: toBetter, shift: toBetter * (mean + worse.mean) },
    { precision: toWorse, shift: toWorse * (better.mean - mean) },
  ];
}

/** Differences between teams that change by less end the propagation. */
const SETTLED_TIES = 1e-9;

/**
 * What a game with ties says of each team's performance. The beliefs about all teams are one normal distribution, which what each difference
 * says multiplies (Cunningham, Hennig & Lacoste-Julien, 2011): along a chain it is the paper's propagation.
 */
function tiedTeamsAfter(
  teams: readonly PlacedTeam[],
  means: readonly number[],
  variances: readonly number[],
  terms: TrueSkillTerms,
): GameMessage[] {
  const n = teams.length;
  const mean = Float64Array.from(means);
  const covariance = new Float64Array(n * n);
  for (let k = 0; k < n; k++) covariance[k * n + k] = variances[k];
  const next = nextPlaces(teams);
  const differences = teams.flatMap((better, i) =>
    teams.flatMap((worse, j) => {
      const isTie = better.place === worse.place;
      if (j <= i || !(isTie || next.get(better.place) === worse.place)) return [];
      return [{ i, j, isTie, margin: marginOf(better, worse, terms), precision: 0, shift: 0 }];
    }),
  );
  const along = new Float64Array(n);
  for (let sweep = 0, change = 1; sweep < MOST_SWEEPS && change > SETTLED_TIES; sweep++) {
    change = 0;
    for (const one of differences) {
      const { i, j, isTie, margin } = one;
      for (let k = 0; k < n; k++) along[k] = covariance[k * n + i] - covariance[k * n + j];
      const [gap, variance] = [mean[i] - mean[j], along[i] - along[j]];
      // The difference without what it was told before.
      const before = 1 / (1 / variance - one.precision);
      if (!(before > 0 && Number.isFinite(before))) continue;
      const message = gameMessage(before * (gap / variance - one.shift), before, margin, isTie);
      const [precision, shift] = message.precision > 0 ? [message.precision, message.shift] : [0, 0];
      const more = precision - one.precision;
      const moved = (shift - one.shift - more * gap) / (1 + more * variance);
      const less = more / (1 + more * variance);
      change = Math.max(change, Math.abs(more), Math.abs(shift - one.shift));
      for (let k = 0; k < n; k++) mean[k] += moved * along[k];
      for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) covariance[a * n + b] -= less * along[a] * along[b];
      [one.precision, one.shift] = [precision, shift];
    }
  }
  return teams.map((_, k) => {
    const after = covariance[k * n + k];
    return { precision: 1 / after - 1 / variances[k], shift: mean[k] / after - means[k] / variances[k] };
  });
}

/** The place behind each place of teams that stand in their order. */
function nextPlaces(teams: readonly PlacedTeam[]): Map<number, number> {
  const places = [...new Set(teams.map(({ place }) => place))];
  return new Map(places.flatMap((place, k) => (k + 1 < places.length ? [[place, places[k + 1]] as const] : [])));
}

/** How far apart two teams may perform in a tie. */
const marginOf = (one: PlacedTeam, other: PlacedTeam, { draw, beta }: TrueSkillTerms): number =>
  qnorm((draw + 1) / 2) * Math.sqrt(one.players.length + other.players.length) * beta;

/** What "by more than the margin", or "no more than the margin apart", says of a normal difference, as a factor on it. */
function gameMessage(gap: number, variance: number, margin: number, isTie: boolean): GameMessage {
  const c = Math.sqrt(variance);
  const [t, e] = [gap / c, margin / c];
  const { v, w } = isTie ? tieMoments(t, e) : winMoments(t - e);
  // The difference after the result, with what it was before divided out.
  const after = variance * (1 - w);
  return { precision: 1 / after - 1 / variance, shift: (gap + c * v) / after - gap / variance };
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
