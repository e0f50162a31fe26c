// TrueSkill (Herbrich, Minka & Graepel, 2006): skills are normal, and a team's performance is the sum of its players'. Expectation
// propagation computes the posterior after a game: along the chain of places, or between all teams of neighbouring places where some tie.

import { pnorm, qnorm } from "lib-r-math.js";
import type { PlacedTeam } from "../../core/games.ts";
import type { Skills, SkillTerms } from "./skill.ts";

export interface TrueSkillTerms extends SkillTerms {
  /** Probability of a tie between equal players. */
  readonly draw: number;
}

/** The published parameters, for a prior with mean 25 and deviation 25/3. */
export const TRUESKILL: TrueSkillTerms = { beta: 25 / 6, tau: 25 / 300, draw: 0.1 };

/** Propagation stops where messages change by less. */
const SETTLED = 1e-9;
const MOST_SWEEPS = 200;

/**
 * Updates skills after one game. Two teams need one sweep, and the result is the closed form. With more teams, tied teams are all within
 * the margin of each other and beat all teams of the next place. The paper's chain would treat tied teams differently, depending on the
 * order of their names.
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
    // A team's posterior is distributed over its players in proportion to their variances.
    const { precision, shift } = beliefs[k];
    for (const player of players) {
      const before = spread(player);
      const share = before / (1 + variances[k] * precision);
      skills.mean[player] += share * (shift - precision * means[k]);
      skills.deviation[player] = Math.sqrt(before * (1 - precision * share));
    }
  }
}

/** Message of a game to a team's performance, as a normal factor: its precision, and its precision times its mean. */
interface GameMessage {
  readonly precision: number;
  readonly shift: number;
}

/** Messages to each team's performance, by propagation along the chain of places. */
function teamsAfter(
  teams: readonly PlacedTeam[],
  means: readonly number[],
  variances: readonly number[],
  terms: TrueSkillTerms,
): GameMessage[] {
  const n = teams.length;
  /** Messages of the difference of teams k and k + 1 to the better and to the worse team. */
  const toBetter: GameMessage[] = Array.from({ length: n - 1 }, () => ({ precision: 0, shift: 0 }));
  const toWorse: GameMessage[] = Array.from({ length: n - 1 }, () => ({ precision: 0, shift: 0 }));
  const nothing: GameMessage = { precision: 0, shift: 0 };
  /** Belief about a team without the message of one of its differences. */
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

/** Messages of a performance difference to both teams. */
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

/** Propagation between tied teams stops where messages change by less. */
const SETTLED_TIES = 1e-9;

/**
 * Messages of a game with ties to each team's performance. The belief about all teams is one multivariate normal distribution, multiplied
 * by one factor per difference (Cunningham, Hennig & Lacoste-Julien, 2011). Along a chain this equals the paper's propagation.
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
      // The cavity distribution: the difference without its previous message.
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

/** The next lower place for each place; `teams` must be in the order of their places. */
function nextPlaces(teams: readonly PlacedTeam[]): Map<number, number> {
  const places = [...new Set(teams.map(({ place }) => place))];
  return new Map(places.flatMap((place, k) => (k + 1 < places.length ? [[place, places[k + 1]] as const] : [])));
}

/** Largest difference of two teams' performances that counts as a tie. */
const marginOf = (one: PlacedTeam, other: PlacedTeam, { draw, beta }: TrueSkillTerms): number =>
  qnorm((draw + 1) / 2) * Math.sqrt(one.players.length + other.players.length) * beta;

/** Factor that represents "above the margin" or "within the margin" for a normal difference. */
function gameMessage(gap: number, variance: number, margin: number, isTie: boolean): GameMessage {
  const c = Math.sqrt(variance);
  const [t, e] = [gap / c, margin / c];
  const { v, w } = isTie ? tieMoments(t, e) : winMoments(t - e);
  // The moment-matched posterior divided by the prior.
  const after = variance * (1 - w);
  return { precision: 1 / after - 1 / variance, shift: (gap + c * v) / after - gap / variance };
}

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
/** Below this value the normal distribution function underflows, and its ratio to the density is computed from the tail. */
const TAIL = -30;

/** Mean shift and relative variance reduction of a standard normal truncated below, with x the distance of the bound below the mean. */
function winMoments(x: number): { readonly v: number; readonly w: number } {
  const v = x < TAIL ? -x : density(x) / pnorm(x);
  return { v, w: Math.min(1 - Number.EPSILON, v * (v + x)) };
}

/** As `winMoments`, for a normal with mean t truncated to [−e, e]. */
function tieMoments(t: number, e: number): { readonly v: number; readonly w: number } {
  const a = Math.abs(t);
  const inside = pnorm(e - a) - pnorm(-e - a);
  if (!(inside > 1e-300)) return { v: Math.sign(t) * (e - a), w: 1 - Number.EPSILON };
  const v = (density(-e - a) - density(e - a)) / inside;
  const w = v * v + ((e - a) * density(e - a) + (e + a) * density(e + a)) / inside;
  return { v: t < 0 ? -v : v, w: Math.min(1 - Number.EPSILON, w) };
}
