// Swiss pairings: players of one score meet, and none meets another twice. Who of a score group meets whom is the method's.

import blossom from "edmonds-blossom-fixed";
import type { Pairing } from "./round-robin.ts";
import type { Standings } from "./standings.ts";

/**
 * *dutch*: the first of a group's upper half meets the first of its lower half. *monrad*: neighbours meet. *matching*: of all pairings that
 * are allowed the one with the smallest squares of differences in score.
 */
export const SWISS_PAIRINGS = ["dutch", "monrad", "matching"] as const;
export type SwissPairing = (typeof SWISS_PAIRINGS)[number];

/** A round: its pairings, and the player that rests, where their number is odd. */
export interface SwissRound {
  readonly pairs: readonly Pairing[];
  readonly bye?: number;
}

/** Steps of a search within a score group before the matching of all players takes its place. */
const MOST_STEPS = 20_000;

/**
 * The next round. Players stand in the order of their scores, then of their numbers, which are their seeds. The last of those with the fewest
 * byes rests where their number is odd. Undefined where every pairing would be a second meeting.
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

/** Who may rest, the likeliest first: of the fewest byes, the last. */
const byesOf = (order: readonly number[], { byes }: Standings): number[] =>
  order.toReversed().sort((a, b) => byes[a] - byes[b]);

/** Score group by score group; who finds no opponent in it plays in the next. */
function byGroups(playing: readonly number[], state: Standings, method: "dutch" | "monrad"): Pairing[] | undefined {
  const pairs: Pairing[] = [];
  let waiting: number[] = [];
  for (let from = 0; from < playing.length; ) {
    let to = from;
    while (to < playing.length && state.scores[playing[to]] === state.scores[playing[from]]) to += 1;
    let group = [...waiting, ...playing.slice(from, to)];
    from = to;
    waiting = [];
    // An odd one floats down, and as many more as cannot be paired here.
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

/** Pairings of one group, the nearest to the method's that has no second meeting. */
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

/** Puts a set into the order of the group again. */
function restore(group: readonly number[], left: Set<number>): void {
  const members = group.filter((player) => left.has(player));
  left.clear();
  for (const player of members) left.add(player);
}

/** Neighbours in the order among which a partner is looked for first; all are, where these do not do. */
const NEIGHBOURS = 16;

/** The perfect matching with the smallest squares of differences in score, then in place (Edmonds, 1965). */
function byMatching(playing: readonly number[], { scores, met }: Standings): Pairing[] | undefined {
  const n = playing.length;
  const widest = 2 * (Math.max(...playing.map((k) => scores[k])) - Math.min(...playing.map((k) => scores[k])));
  for (const reach of n > NEIGHBOURS + 1 ? [NEIGHBOURS, n] : [n]) {
    const edges: [number, number, number][] = [];
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < Math.min(n, i + reach + 1); j++) {
        if (met(playing[i], playing[j])) continue;
        // Scores count in halves; n places never outweigh a half.
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
