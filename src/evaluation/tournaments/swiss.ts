// Swiss pairings: players with equal scores meet, and no two players meet twice. The method decides the pairs within a score group.

import blossom from "edmonds-blossom-fixed";
import type { Pairing } from "./round-robin.ts";
import type { Standings } from "./standings.ts";

/**
 * *dutch*: the first of a group's upper half meets the first of its lower half. *monrad*: neighbours meet. *matching*: the permitted
 * pairing with the smallest sum of squared score differences.
 */
export const SWISS_PAIRINGS = ["dutch", "monrad", "matching"] as const;
export type SwissPairing = (typeof SWISS_PAIRINGS)[number];

/** A round: its pairings, and the player with a bye where the number of players is odd. */
export interface SwissRound {
  readonly pairs: readonly Pairing[];
  readonly bye?: number;
}

/** Search steps within a score group before the method falls back to a matching of all players. */
const MOST_STEPS = 20_000;

/**
 * Pairs the next round. Players are ordered by score, then by number, which is their seed. With an odd number of players, the last of those
 * with the fewest byes gets the bye. Undefined where every pairing would repeat a meeting.
 */
export function swissRound(state: Standings, method: SwissPairing): SwissRound | undefined {
  const order = Array.from(state.scores, (_, k) => k).sort((a, b) => state.scores[b] - state.scores[a] || a - b);
  const resting = order.length % 2 === 0 ? [undefined] : byesOf(order, state);
  for (const bye of resting) {
    const playing = order.filter((player) => player !== bye);
    const pairs = (method === "matching" ? undefined : byGroups(playing, state, method)) ?? byMatching(playing, state);
    if (pairs !== undefined) return { pairs, ...(bye === undefined ? {} : { bye }) };
  }
  return undefined;
}

/** Candidates for the bye in order of preference: fewest byes first, then the lowest position. */
const byesOf = (order: readonly number[], { byes }: Standings): number[] =>
  order.toReversed().sort((a, b) => byes[a] - byes[b]);

/** Pairs one score group after the other; unpaired players move to the next group. */
function byGroups(playing: readonly number[], state: Standings, method: "dutch" | "monrad"): Pairing[] | undefined {
  const pairs: Pairing[] = [];
  let waiting: number[] = [];
  for (let from = 0; from < playing.length; ) {
    let to = from;
    while (to < playing.length && state.scores[playing[to]] === state.scores[playing[from]]) to += 1;
    let group = [...waiting, ...playing.slice(from, to)];
    from = to;
    waiting = [];
    // The odd player moves down, and further players if the group cannot be paired without them.
    if (group.length % 2 === 1) waiting.unshift(...group.splice(-1));
    let pairing = within(group, state, method);
    while (pairing === undefined && group.length > 0) {
      waiting.unshift(...group.splice(-2));
      pairing = within(group, state, method);
    }
    group = [];
    pairs.push(...(pairing ?? []));
  }
  return waiting.length === 0 ? pairs : undefined;
}

/** Pairs one group without repeated meetings, as close to the method's pairing as possible. */
function within(group: readonly number[], { met }: Standings, method: "dutch" | "monrad"): Pairing[] | undefined {
  const half = group.length / 2;
  const left = new Set(group);
  const pairs: Pairing[] = [];
  let steps = 0;
  const search = (): boolean => {
    const [first] = left;
    if (first === undefined) return true;
    left.delete(first);
    const at = group.indexOf(first);
    const ideal = method === "dutch" && at < half ? at + half : at + 1;
    const nearest = [...left].sort(
      (a, b) => Math.abs(group.indexOf(a) - ideal) - Math.abs(group.indexOf(b) - ideal) || a - b,
    );
    for (const second of nearest) {
      steps += 1;
      if (steps > MOST_STEPS) break;
      if (met(first, second)) continue;
      left.delete(second);
      pairs.push([first, second]);
      if (search()) return true;
      pairs.pop();
      left.add(second);
      restore(group, left);
    }
    left.add(first);
    restore(group, left);
    return false;
  };
  return search() ? pairs : undefined;
}

/** Re-inserts all members of the set in the group's order. */
function restore(group: readonly number[], left: Set<number>): void {
  const members = group.filter((player) => left.has(player));
  left.clear();
  for (const player of members) left.add(player);
}

/** Candidates for a partner are first limited to this many neighbours; if no matching exists, all players are candidates. */
const NEIGHBOURS = 16;

/** Perfect matching with the smallest sum of squared score differences, then of squared rank differences (Edmonds, 1965). */
function byMatching(playing: readonly number[], { scores, met }: Standings): Pairing[] | undefined {
  const n = playing.length;
  const widest = 2 * (Math.max(...playing.map((k) => scores[k])) - Math.min(...playing.map((k) => scores[k])));
  for (const reach of n > NEIGHBOURS + 1 ? [NEIGHBOURS, n] : [n]) {
    const edges: [number, number, number][] = [];
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < Math.min(n, i + reach + 1); j++) {
        if (met(playing[i], playing[j])) continue;
        // Scores are multiples of a half; the weight of ranks is small enough that n ranks never outweigh a half.
        const gap = 2 * Math.abs(scores[playing[i]] - scores[playing[j]]);
        edges.push([i, j, Math.round((widest * widest - gap * gap + 1) * n - (j - i))]);
      }
    }
    const mates = edges.length === 0 ? [] : blossom(edges, true);
    if (mates.length === n && mates.every((mate) => mate >= 0))
      return mates.flatMap((mate, k) => (k < mate ? [[playing[k], playing[mate]] as const] : []));
  }
  return undefined;
}
