// Competitive Swiss-System Dynamics (arXiv 2512.21010): a table of players and tests as a contest. Each test is a round in which players
// with equal scores meet in random pairs; scores are means over many simulated contests.

import type { Random } from "../../core/random.ts";

/** Results of all pairs of players in all tests. */
export interface WinTable {
  readonly players: number;
  readonly tests: number;
  /** Half points of a player against another, [tests × players × players]: 2 for a win, 1 for a tie, 0 for a loss. */
  readonly halves: Uint8Array;
  /** 1 where a player took a test, [tests × players]; other players have a bye in that round. */
  readonly took: Uint8Array;
}

/** Allowed values for the points of a bye. */
export const BYES = [0, 0.5, 1] as const;
/** *strict*: the odd player of a score group has a bye. *floating*: it meets a player of the next lower group. */
export const GROUP_PAIRINGS = ["strict", "floating"] as const;

export interface SwissDynamicsRules {
  /**
   * Players eliminated after each round, at most those with the lowest score; the last number applies to all further rounds. Default none.
   */
  readonly eliminate?: readonly number[];
  /** Points of a bye. Default 0, so that byes do not favour weak players. */
  readonly bye?: (typeof BYES)[number];
  /** Pairing of odd score groups. Default strict. */
  readonly pairing?: (typeof GROUP_PAIRINGS)[number];
}

/** Means over simulated contests, [players] each. */
export interface SwissDynamics {
  readonly runs: number;
  /** Final points. */
  readonly scores: Float64Array;
  /** Standard errors of `scores`. */
  readonly errors: Float64Array;
  readonly byes: Float64Array;
  /** Rounds until elimination. */
  readonly rounds: Float64Array;
}

/** Win table of scores, [players][tests]: the higher score wins, and equal ones tie. NaN marks a test that was not taken. */
export function winTable(scores: readonly ArrayLike<number>[]): WinTable {
  const players = scores.length;
  const tests = players === 0 ? 0 : scores[0].length;
  const halves = new Uint8Array(tests * players * players);
  const took = new Uint8Array(tests * players);
  for (let test = 0, at = 0; test < tests; test++) {
    for (let one = 0; one < players; one++) {
      const own = scores[one][test];
      took[test * players + one] = Number.isNaN(own) ? 0 : 1;
      for (let other = 0; other < players; other++, at++) {
        const theirs = scores[other][test];
        halves[at] = own > theirs ? 2 : own === theirs ? 1 : 0;
      }
    }
  }
  return { players, tests, halves, took };
}

/** Mean points of each player over all opponents and tests, [players]: the result of a round robin in each test. */
export function againstAll({ players, tests, halves, took }: WinTable): Float64Array {
  const points = new Float64Array(players);
  for (let at = 0; at < halves.length; at++) points[Math.floor(at / players) % players] += halves[at] / 2;
  // Subtracts the tie of each player with itself.
  for (let at = 0; at < took.length; at++) points[at % players] -= took[at] / 2;
  return points.map((sum) => sum / (tests * (players - 1)));
}

/** Number of players eliminated after a round. */
export function leaving({ eliminate = [] }: SwissDynamicsRules, round: number): number {
  return eliminate.length === 0 ? 0 : eliminate[Math.min(round, eliminate.length - 1)];
}

/** Simulates `runs` contests. Time grows with runs × tests × (players + tests / 32); a contest allocates no memory. */
export function swissDynamics(
  table: WinTable,
  runs: number,
  random: Random,
  rules: SwissDynamicsRules = {},
): SwissDynamics {
  const { players } = table;
  const contest = new Contest(table, random, rules);
  const [scores, errors, byes, rounds] = Array.from({ length: 4 }, () => new Float64Array(players));
  for (let run = 0; run < runs; run++) {
    contest.play();
    for (let player = 0; player < players; player++) {
      const points = contest.halves[player] / 2;
      scores[player] += points;
      errors[player] += points * points;
      byes[player] += contest.byes[player];
      rounds[player] += contest.rounds[player];
    }
  }
  for (let player = 0; player < players; player++) {
    scores[player] /= runs;
    const variance = Math.max(0, errors[player] / runs - scores[player] ** 2);
    errors[player] = Math.sqrt(variance / Math.max(1, runs - 1));
    byes[player] /= runs;
    rounds[player] /= runs;
  }
  return { runs, scores, errors, byes, rounds };
}

/** Simulates contests in reused arrays. */
class Contest {
  /** Results of the last simulated contest, [players] each: half points, byes, rounds until elimination. */
  readonly halves: Uint32Array;
  readonly byes: Uint32Array;
  readonly rounds: Uint32Array;
  readonly #table: WinTable;
  readonly #random: Random;
  readonly #rules: SwissDynamicsRules;
  readonly #bye: number;
  readonly #active: Uint32Array;
  #left = 0;
  /**
   * Linked lists of players by score: the first player of each score, −1 where there is none, [half points]; and each player's successor.
   */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** One bit for each score that players of a round have, so that others are skipped. */
  readonly #held: Int32Array;

  constructor(table: WinTable, random: Random, rules: SwissDynamicsRules) {
    const { players, tests } = table;
    this.#table = table;
    this.#random = random;
    this.#rules = rules;
    this.#bye = 2 * (rules.bye ?? 0);
    this.halves = new Uint32Array(players);
    this.byes = new Uint32Array(players);
    this.rounds = new Uint32Array(players);
    this.#active = new Uint32Array(players);
    this.#first = new Int32Array(2 * tests + 1).fill(-1);
    this.#next = new Int32Array(players);
    this.#held = new Int32Array((2 * tests + 32) >> 5);
  }

  play(): void {
    const { players, tests } = this.#table;
    this.halves.fill(0);
    this.byes.fill(0);
    this.rounds.fill(0);
    for (let k = 0; k < players; k++) this.#active[k] = k;
    this.#left = players;
    for (let test = 0; test < tests && this.#left > 0; test++) {
      this.#group(test);
      this.#pair(test);
      this.#eliminate(leaving(this.#rules, test));
    }
  }

  /** Groups the players by score, in random order within a group. */
  #group(test: number): void {
    const { players, took } = this.#table;
    for (let k = this.#left - 1; k >= 0; k--) {
      const at = this.#random.integer(k + 1);
      const player = this.#active[at];
      this.#active[at] = this.#active[k];
      this.#active[k] = player;
      this.rounds[player] += 1;
      if (took[test * players + player] === 0) this.#rest(player);
      else {
        const score = this.halves[player];
        this.#next[player] = this.#first[score];
        this.#first[score] = player;
        this.#held[score >> 5] |= 1 << (score & 31);
      }
    }
  }

  /** Pairs the players from the highest score down, and removes the groups. Neighbours in a random order are random pairs. */
  #pair(test: number): void {
    const isStrict = this.#rules.pairing !== "floating";
    let waiting = -1;
    for (let word = (2 * test) >> 5; word >= 0; word--) {
      for (let bits = this.#held[word]; bits !== 0; ) {
        const bit = 31 - Math.clz32(bits);
        bits &= ~(1 << bit);
        const score = 32 * word + bit;
        for (let player = this.#first[score]; player >= 0; player = this.#next[player]) {
          if (waiting < 0) waiting = player;
          else {
            this.#meet(waiting, player, test);
            waiting = -1;
          }
        }
        this.#first[score] = -1;
        if (isStrict && waiting >= 0) {
          this.#rest(waiting);
          waiting = -1;
        }
      }
      this.#held[word] = 0;
    }
    if (waiting >= 0) this.#rest(waiting);
  }

  #meet(one: number, other: number, test: number): void {
    const { players, halves } = this.#table;
    const from = test * players;
    this.halves[one] += halves[(from + one) * players + other];
    this.halves[other] += halves[(from + other) * players + one];
  }

  #rest(player: number): void {
    this.halves[player] += this.#bye;
    this.byes[player] += 1;
  }

  /** Eliminates `most` players of the lowest score, or all of them where there are fewer. */
  #eliminate(most: number): void {
    if (most === 0) return;
    let [lowest, count] = [Number.POSITIVE_INFINITY, 0];
    for (let k = 0; k < this.#left; k++) {
      const score = this.halves[this.#active[k]];
      if (score < lowest) [lowest, count] = [score, 0];
      if (score === lowest) count += 1;
    }
    // Sampling without replacement: with `gone` of `count` players still to eliminate, each is eliminated with probability gone/count.
    let gone = Math.min(most, count);
    let kept = 0;
    for (let k = 0; k < this.#left; k++) {
      const player = this.#active[k];
      const isLowest = this.halves[player] === lowest;
      if (isLowest && this.#random.integer(count--) < gone) gone -= 1;
      else this.#active[kept++] = player;
    }
    this.#left = kept;
  }
}
