// The pairings of a contest: its schedule by name, as rounds; and what such a schedule says beside ratings.

import { type OpponentWeighting, opponentWeights } from "../../algorithms/self-play/opponent-weights.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { doubleElimination, elimination } from "../../evaluation/tournaments/double-elimination.ts";
import { type LadderRules, ladder, rungsOf } from "../../evaluation/tournaments/ladder.ts";
import { type Pairing, roundRobin } from "../../evaluation/tournaments/round-robin.ts";
import type { ContestRound, PairingSchedule } from "../../evaluation/tournaments/schedule.ts";
import { type PlayedPair, standings } from "../../evaluation/tournaments/standings.ts";
import { type SwissPairing, swissRound } from "../../evaluation/tournaments/swiss.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import type { ReadContest } from "./contest-file.ts";

export interface ScheduleEnd {
  /** Of a ladder: its challenger, how many rungs were passed, and each that was tried. */
  readonly ladder?: { readonly challenger: string; readonly passed: number; readonly rungs: readonly NamedRung[] };
  /** Of double elimination: places by player. */
  readonly places?: Readonly<Record<string, number>>;
  /** Of a mirror: of each player the shares of games that its versions won of each other, [versions][versions]; null on the diagonal. */
  readonly versions?: readonly { readonly player: string; readonly shares: readonly (readonly (number | null)[])[] }[];
}

export interface NamedRung {
  readonly player: string;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  readonly isPassed: boolean;
}

export interface ContestSchedule {
  readonly next: PairingSchedule;
  /** Whether rounds are known before, and so do not wait for those that were not played. */
  readonly isFixed: boolean;
  /** `shares` are of the games of each pair, the first player's. */
  end(pairs: readonly PlayedPair[], shares: readonly number[]): ScheduleEnd;
}

/** The schedule of a contest's file. Its rounds throw a UserError where players would have to meet again. */
export function contestSchedule({ schedule, players, seed }: ReadContest): ContestSchedule {
  const n = players.length;
  const names = players.map(({ name }) => name);
  const nothing = () => ({});
  switch (schedule.id) {
    case "round-robin":
      return { next: inOrder(roundRobin(n)), isFixed: true, end: nothing };
    case "swiss":
      return {
        next: swiss(n, schedule.rounds ?? Math.ceil(Math.log2(n)), schedule.pairing),
        isFixed: false,
        end: nothing,
      };
    case "double-elimination": {
      const end = (pairs: readonly PlayedPair[]) => {
        const { places } = elimination(n, pairs);
        return { places: Object.fromEntries(names.map((name, k) => [name, places[k]])) };
      };
      return { next: doubleElimination(n), isFixed: false, end };
    }
    case "ladder": {
      const challenger = schedule.challenger === undefined ? n - 1 : names.indexOf(schedule.challenger);
      const rungs = [...names.keys()].filter((k) => k !== challenger);
      const rules: LadderRules = { challenger, rungs, matches: schedule.matches, wins: schedule.wins };
      const end = (pairs: readonly PlayedPair[]) => {
        const tried = rungsOf(rules, pairs).map(({ player, ...rung }) => ({ player: names[player], ...rung }));
        const passed = tried.filter(({ isPassed }) => isPassed).length;
        return { ladder: { challenger: names[challenger], passed, rungs: tried } };
      };
      return { next: ladder(rules), isFixed: false, end };
    }
    case "mirror":
      return mirror(players);
    case "population":
      return { next: drawnOpponents(n, schedule, seed), isFixed: false, end: nothing };
    case "edit-and-compete":
      throw new Error("rounds of edits are tournaments of pairs, and not rounds of a schedule");
  }
}

/** Rounds that are known before. */
const inOrder =
  (rounds: readonly (readonly Pairing[])[]): PairingSchedule =>
  ({ rounds: played }) =>
    played < rounds.length ? fresh(rounds[played]) : undefined;

const fresh = (pairs: readonly Pairing[]): ContestRound => ({
  meetings: pairs.map(([first, second]) => ({ first, second, again: 0 })),
});

const swiss =
  (n: number, wanted: number, pairing: SwissPairing): PairingSchedule =>
  ({ rounds, pairs, byes }) => {
    if (rounds === wanted) return undefined;
    const next = swissRound(standings(n, pairs, byes), pairing);
    if (next === undefined) {
      const what = `round ${rounds + 1} would let players meet again`;
      const hint = "fewer rounds, or round-robin";
      throw new UserError({ code: "no-pairing", what, path: ["schedule", "rounds"], hint });
    }
    return { ...fresh(next.pairs), ...(next.bye === undefined ? {} : { bye: next.bye }) };
  };

/** Each player meets one that is drawn by how often it has won against each so far; those that have not met count one half. */
function drawnOpponents(
  n: number,
  { rounds: wanted, weighting }: { readonly rounds: number; readonly weighting: OpponentWeighting },
  seed: number,
): PairingSchedule {
  return ({ rounds, pairs }) => {
    if (rounds === wanted) return undefined;
    const [points, games] = [new Float64Array(n * n), new Float64Array(n * n)];
    for (const { first, second, score } of pairs) {
      points[first * n + second] += score;
      points[second * n + first] += 1 - score;
      games[first * n + second] += 1;
      games[second * n + first] += 1;
    }
    const again = new Map<number, number>();
    const meetings = Array.from({ length: n }, (_, first) => {
      const others = Array.from({ length: n }, (__, k) => k).filter((k) => k !== first);
      const rate = (k: number) => (games[first * n + k] === 0 ? 0.5 : points[first * n + k] / games[first * n + k]);
      const weights = opponentWeights(others.map(rate), weighting);
      const second = others[drawAt(weights, 0, others.length, Random.of(seed, "population", rounds, first))];
      const pair = Math.min(first, second) * n + Math.max(first, second);
      const met = again.get(pair) ?? 0;
      again.set(pair, met + 1);
      return { first, second, again: games[first * n + second] + met };
    });
    return { meetings };
  };
}

/** The versions of each player meet each other; all in one round, as none depends on another. */
function mirror(players: ReadContest["players"]): ContestSchedule {
  const groups = new Map<string, number[]>();
  for (const [k, { name, version }] of players.entries()) {
    const of = version?.of ?? name;
    groups.set(of, [...(groups.get(of) ?? []), k]);
  }
  const own = [...groups].filter(([, group]) => group.length > 1);
  const all = own.flatMap(([, group]) => group.flatMap((a, k) => group.slice(k + 1).map((b): Pairing => [a, b])));
  return {
    next: inOrder([all]),
    isFixed: true,
    end: (pairs, shares) => ({
      versions: own.map(([player, group]) => {
        const shareOf = (a: number, b: number) => {
          const at = pairs.findIndex(
            ({ first, second }) => (first === a && second === b) || (first === b && second === a),
          );
          return at < 0 ? null : pairs[at].first === a ? shares[at] : 1 - shares[at];
        };
        return { player, shares: group.map((a) => group.map((b) => shareOf(a, b))) };
      }),
    }),
  };
}
