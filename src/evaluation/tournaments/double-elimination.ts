// Double elimination: undefeated players play each other, and so do players with one loss; a second loss eliminates a player.

import type { Meeting, PairingSchedule } from "./schedule.ts";
import type { PlayedPair } from "./standings.ts";

/** Consecutive tied matches of two players after which the better seed advances. */
const MOST_TIES = 3;
const LIVES = 2;

/** State of an elimination tournament. */
interface Elimination {
  /** Next meetings; empty at the end. */
  readonly next: readonly Meeting[];
  /**
   * Final places, [players]: 1 for the winner, then 2, …; players eliminated in the same round share the best of their places. 0 for
   * players still in.
   */
  readonly places: readonly number[];
}

/** Replays the results so far. Player numbers are seeds: the best player of a group meets the lowest-seeded one that it has not met yet. */
export function elimination(players: number, pairs: readonly PlayedPair[]): Elimination {
  const losses = new Uint8Array(players);
  const byes = new Uint16Array(players);
  const places = new Array<number>(players).fill(0);
  const met = new Map<string, number>();
  const keyOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;
  const timesMet = (one: number, other: number) => met.get(keyOf(one, other)) ?? 0;
  const alive = (lost: number) => [...losses.keys()].filter((player) => losses[player] === lost);
  const meeting = (first: number, second: number): Meeting => ({ first, second, again: timesMet(first, second) });

  const within = (group: readonly number[]): Meeting[] => {
    const left = [...group];
    if (left.length % 2 === 1) {
      const rested = Math.min(...left.map((player) => byes[player]));
      const resting = left.findIndex((player) => byes[player] === rested);
      byes[left[resting]] += 1;
      left.splice(resting, 1);
    }
    const meetings: Meeting[] = [];
    while (left.length > 0) {
      const first = left.shift() ?? 0;
      const fresh = left.findLastIndex((other) => timesMet(first, other) === 0);
      const [second] = left.splice(fresh < 0 ? left.length - 1 : fresh, 1);
      meetings.push(meeting(first, second));
    }
    return meetings;
  };
  const nextRound = (): Meeting[] => {
    const [upper, lower] = [alive(0), alive(1)];
    if (upper.length === 1 && lower.length === 1) return [meeting(upper[0], lower[0])];
    return [...(upper.length > 1 ? within(upper) : []), ...(lower.length > 1 ? within(lower) : [])];
  };

  let at = 0;
  for (;;) {
    let open = nextRound();
    if (open.length === 0) break;
    const before = alive(0).length + alive(1).length;
    for (let ties = 0; open.length > 0; ties++) {
      if (at === pairs.length) return { next: open, places };
      const tied: Meeting[] = [];
      for (const { first, second } of open) {
        const { score } = pairs[at++];
        met.set(keyOf(first, second), timesMet(first, second) + 1);
        if (score === 0.5 && ties + 1 < MOST_TIES) tied.push(meeting(first, second));
        else losses[score === 0.5 ? Math.max(first, second) : score > 0.5 ? second : first] += 1;
      }
      open = tied;
    }
    const now = alive(0).length + alive(1).length;
    if (now < before) for (const player of alive(LIVES)) if (places[player] === 0) places[player] = now + 1;
  }
  for (const player of [...alive(0), ...alive(1)]) places[player] = 1;
  return { next: [], places };
}

export function doubleElimination(players: number): PairingSchedule {
  return ({ pairs }) => {
    const { next } = elimination(players, pairs);
    return next.length === 0 ? undefined : { meetings: next };
  };
}
