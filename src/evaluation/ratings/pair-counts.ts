// Win, loss and tie counts of pairs of players: the data for ratings that ignore the order of games.

import { countOf, type Games } from "../../core/games.ts";

/** Each pair of players that has met, once, with the smaller number first. */
export interface PairCounts {
  readonly players: number;
  /** Numbers of the two players of each pair, [pairs]. */
  readonly one: Uint32Array;
  readonly other: Uint32Array;
  /** Wins of `one`, wins of `other`, and ties, [pairs]. */
  readonly won: Float64Array;
  readonly lost: Float64Array;
  readonly tied: Float64Array;
}

/** Largest number of players for which pairs are indexed by an array of all pairs; a lookup takes a tenth of the time of a Map. */
const MOST_IN_SQUARE = 2000;

/** Maps keys below size² to numbers. */
class SquareIndex {
  readonly #numbers: Int32Array;

  constructor(size: number) {
    this.#numbers = new Int32Array(size * size).fill(-1);
  }

  get(key: number): number | undefined {
    const entry = this.#numbers[key];
    return entry < 0 ? undefined : entry;
  }

  set(key: number, number: number): void {
    this.#numbers[key] = number;
  }
}

/**
 * Counts the results of all pairs of teams in each game; each game counts `weights[its unit]` times (default once). A game with more than
 * two teams contributes every pair. A team is identified with its first player, since pair ratings are for teams of one. Pairs are sorted
 * by players' numbers, so that random numbers drawn for them do not depend on the order of games.
 */
export function pairCounts(games: Games, weights?: ArrayLike<number>): PairCounts {
  const { players, first, player, place, unit } = games;
  const n = players.length;
  const at = n <= MOST_IN_SQUARE ? new SquareIndex(n) : new Map<number, number>();
  const keys: number[] = [];
  const sums: number[] = [];
  for (let game = 0; game < countOf(games); game++) {
    const weight = weights === undefined ? 1 : weights[unit[game]];
    for (let a = first[game]; a < first[game + 1]; a++) {
      for (let b = a + 1; b < first[game + 1]; b++) {
        const isOrdered = player[a] < player[b];
        const key = isOrdered ? player[a] * n + player[b] : player[b] * n + player[a];
        let pair = at.get(key);
        if (pair === undefined) {
          pair = keys.push(key) - 1;
          at.set(key, pair);
          sums.push(0, 0, 0);
        }
        const outcome = place[a] === place[b] ? 2 : place[a] < place[b] === isOrdered ? 0 : 1;
        sums[3 * pair + outcome] += weight;
      }
    }
  }
  const sorted = Float64Array.from(keys).sort();
  const counted = (outcome: number) => sorted.map((key) => sums[3 * (at.get(key) ?? 0) + outcome]);
  return {
    players: n,
    one: Uint32Array.from(sorted, (key) => Math.floor(key / n)),
    other: Uint32Array.from(sorted, (key) => key % n),
    won: counted(0),
    lost: counted(1),
    tied: counted(2),
  };
}

/**
 * Strongly connected components of the relation "lost to or tied with" (Tarjan, 1972). With more than one group the maximum-likelihood
 * ratings are not finite.
 */
export function connectedGroups({ players, one, other, won, lost, tied }: PairCounts): number[][] {
  const beats: number[][] = Array.from({ length: players }, () => []);
  for (let pair = 0; pair < one.length; pair++) {
    if (won[pair] + tied[pair] > 0) beats[one[pair]].push(other[pair]);
    if (lost[pair] + tied[pair] > 0) beats[other[pair]].push(one[pair]);
  }
  const index = new Int32Array(players).fill(-1);
  const low = new Int32Array(players);
  const isOpen = new Uint8Array(players);
  const open: number[] = [];
  const groups: number[][] = [];
  let count = 0;
  for (let start = 0; start < players; start++) {
    if (index[start] >= 0) continue;
    // An explicit stack, because a chain of thousands of players would exceed the call stack.
    const way: { readonly at: number; next: number }[] = [{ at: start, next: 0 }];
    while (way.length > 0) {
      const step = way[way.length - 1];
      const { at } = step;
      if (step.next === 0) {
        index[at] = low[at] = count++;
        open.push(at);
        isOpen[at] = 1;
      }
      if (step.next < beats[at].length) {
        const to = beats[at][step.next++];
        if (index[to] < 0) way.push({ at: to, next: 0 });
        else if (isOpen[to] === 1) low[at] = Math.min(low[at], index[to]);
        continue;
      }
      way.pop();
      const before = way.at(-1);
      if (before !== undefined) low[before.at] = Math.min(low[before.at], low[at]);
      if (low[at] !== index[at]) continue;
      const group = open.splice(open.indexOf(at));
      for (const member of group) isOpen[member] = 0;
      groups.push(group.sort((a, b) => a - b));
    }
  }
  return groups.sort((a, b) => b.length - a.length || a[0] - b[0]);
}

/** Whether `connectedGroups` returns a single group. */
export function isConnected(counts: PairCounts): boolean {
  const { players, one, other, won, lost, tied } = counts;
  // Shortcut: where pairs with wins on both sides, or ties, already connect all players, no search is needed.
  const towards = Uint32Array.from({ length: players }, (_, k) => k);
  let groups = players;
  for (let pair = 0; pair < one.length && groups > 1; pair++) {
    if (!(tied[pair] > 0 || (won[pair] > 0 && lost[pair] > 0))) continue;
    const [a, b] = [headOf(towards, one[pair]), headOf(towards, other[pair])];
    if (a === b) continue;
    towards[Math.max(a, b)] = Math.min(a, b);
    groups -= 1;
  }
  return groups <= 1 || connectedGroups(counts).length <= 1;
}

/** Representative of a player's group in the union-find structure, with path halving. */
export function headOf(towards: Uint32Array | Int32Array, player: number): number {
  let at = player;
  while (towards[at] !== at) {
    towards[at] = towards[towards[at]];
    at = towards[at];
  }
  return at;
}
