// Exact expected scores of a Swiss-system contest, by enumeration of all pairings of all rounds with their probabilities. Feasible for
// tables of about eight players.

import { leaving, type SwissDynamicsRules, type WinTable } from "./swiss-dynamics.ts";

/** Half points of the players still in the contest, with the state's probability. */
interface State {
  readonly chance: number;
  /** Half points, [players]; −1 for players that left. */
  readonly halves: readonly number[];
}

/** One possible result of a round for a group, with its probability: half points added, [players]. */
interface Gains {
  readonly chance: number;
  readonly gains: readonly number[];
}

/**
 * Expected scores with strict pairing, [players], by dynamic programming over the scores of the remaining players. A group of m players has
 * m!/(2^⌊m/2⌋·⌊m/2⌋!) pairings: 105 for eight players, 135,135 for fourteen.
 */
export function expectedScores(
  table: WinTable,
  rules: Pick<SwissDynamicsRules, "eliminate" | "bye"> = {},
): Float64Array {
  const { players, tests } = table;
  const expected = new Float64Array(players);
  let states: State[] = [{ chance: 1, halves: new Array<number>(players).fill(0) }];
  for (let test = 0; test < tests; test++) {
    const next = new Map<string, { chance: number; readonly halves: readonly number[] }>();
    for (const { chance, halves } of states) {
      for (const round of roundsOf(table, halves, test, 2 * (rules.bye ?? 0))) {
        const after = halves.map((points, k) => (points < 0 ? points : points + round.gains[k]));
        for (let k = 0; k < players; k++) expected[k] += (chance * round.chance * round.gains[k]) / 2;
        for (const left of eliminations(after, leaving(rules, test))) {
          const key = left.halves.join();
          const known = next.get(key);
          const more = chance * round.chance * left.chance;
          if (known === undefined) next.set(key, { chance: more, halves: left.halves });
          else known.chance += more;
        }
      }
    }
    states = [...next.values()];
  }
  return expected;
}

/** Possible results of a round: all combinations of the score groups' pairings. */
function roundsOf(table: WinTable, halves: readonly number[], test: number, bye: number): Gains[] {
  const groups = new Map<number, number[]>();
  let all: Gains[] = [{ chance: 1, gains: halves.map(() => 0) }];
  for (const [player, points] of halves.entries()) {
    if (points < 0) continue;
    if (table.took[test * table.players + player] === 0) {
      all = all.map(({ chance, gains }) => ({ chance, gains: gains.with(player, bye) }));
      continue;
    }
    groups.set(points, [...(groups.get(points) ?? []), player]);
  }
  for (const group of groups.values()) {
    const own = gainsOf(table, group, test, bye);
    all = all.flatMap((one) =>
      own.map((other) => ({
        chance: one.chance * other.chance,
        gains: one.gains.map((x, k) => x + other.gains[k]),
      })),
    );
  }
  return all;
}

/** Possible results of a group. All pairings are equally likely; pairings with the same result are merged. */
function gainsOf({ players, halves }: WinTable, group: readonly number[], test: number, bye: number): Gains[] {
  const tallies = new Map<string, { count: number; readonly gains: readonly number[] }>();
  let all = 0;
  const gains = new Array<number>(players).fill(0);
  const against = (one: number, other: number) => halves[(test * players + one) * players + other];
  const visit = (left: readonly number[]): void => {
    if (left.length === 0) {
      all += 1;
      const key = gains.join();
      const known = tallies.get(key);
      if (known === undefined) tallies.set(key, { count: 1, gains: [...gains] });
      else known.count += 1;
      return;
    }
    const [one, ...others] = left;
    if (left.length % 2 === 1) {
      gains[one] = bye;
      visit(others);
      gains[one] = 0;
    }
    for (const other of others) {
      gains[one] = against(one, other);
      gains[other] = against(other, one);
      visit(others.filter((third) => third !== other));
      gains[one] = 0;
      gains[other] = 0;
    }
  };
  visit(group);
  return [...tallies.values()].map(({ count, gains: added }) => ({ chance: count / all, gains: added }));
}

/** Possible states after the elimination of players with the lowest score. */
function eliminations(halves: readonly number[], most: number): State[] {
  const lowest = Math.min(...halves.filter((points) => points >= 0));
  const group = [...halves.keys()].filter((k) => halves[k] === lowest);
  const leave = subsets(group, Math.min(most, group.length));
  return leave.map((gone) => ({
    chance: 1 / leave.length,
    halves: halves.map((points, k) => (gone.includes(k) ? -1 : points)),
  }));
}

function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, k) => subsets(items.slice(k + 1), size - 1).map((rest) => [item, ...rest]));
}
