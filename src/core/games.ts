// Games between players, as flat arrays, so that a few million games fit into memory. A game ranks teams by place; in a two-player game
// each team has one player.

/** Games in the order in which they were played. */
export interface Games {
  /** Player names; a player's number is its index here. */
  readonly players: readonly string[];
  /** Index of each game's first entry, then the number of all entries, [games + 1]. */
  readonly first: Uint32Array;
  /** Player number of each entry, [entries]. */
  readonly player: Uint32Array;
  /** Team number of each entry within its game, [entries]; entries of one team are adjacent. */
  readonly team: Uint16Array;
  /** Rank of the entry's team, [entries]: 1 is the best; teams with equal rank have tied. */
  readonly place: Uint16Array;
  /** Resampling unit of each game, [games]: games of one unit are not independent of each other. */
  readonly unit: Uint32Array;
  readonly units: number;
}

/** Returns the number of games. */
export const countOf = ({ first }: Games): number => first.length - 1;

/** A team: player numbers and rank. */
export interface PlacedTeam {
  readonly players: readonly number[];
  readonly place: number;
}

/** Collects games one by one, in arrays that grow. */
export class GamesWriter {
  readonly #players: readonly string[];
  #first = new Uint32Array(1 << 10);
  #unit = new Uint32Array(1 << 10);
  #player = new Uint32Array(1 << 11);
  #team = new Uint16Array(1 << 11);
  #place = new Uint16Array(1 << 11);
  #games = 0;
  #entries = 0;
  #units = 0;

  constructor(players: readonly string[]) {
    this.#players = players;
  }

  /** Adds a two-player game. `result` is 1 where the first player wins, 0 where the second wins, 0.5 for a tie. */
  addPair(first: number, second: number, result: number, unit = this.#games): void {
    this.#begin(unit, 2);
    this.#entry(first, 0, result === 0 ? 2 : 1);
    this.#entry(second, 1, result === 1 ? 2 : 1);
  }

  add(teams: readonly PlacedTeam[], unit = this.#games): void {
    this.#begin(
      unit,
      teams.reduce((sum, { players }) => sum + players.length, 0),
    );
    for (const [k, { players, place }] of teams.entries()) for (const player of players) this.#entry(player, k, place);
  }

  /** Returns all added games. */
  end(): Games {
    this.#first[this.#games] = this.#entries;
    return {
      players: this.#players,
      first: this.#first.slice(0, this.#games + 1),
      unit: this.#unit.slice(0, this.#games),
      units: this.#units,
      player: this.#player.slice(0, this.#entries),
      team: this.#team.slice(0, this.#entries),
      place: this.#place.slice(0, this.#entries),
    };
  }

  #begin(unit: number, entries: number): void {
    if (this.#games + 1 >= this.#first.length) {
      this.#first = longer(this.#first, new Uint32Array(2 * this.#first.length));
      this.#unit = longer(this.#unit, new Uint32Array(2 * this.#unit.length));
    }
    while (this.#entries + entries > this.#player.length) {
      const length = 2 * this.#player.length;
      this.#player = longer(this.#player, new Uint32Array(length));
      this.#team = longer(this.#team, new Uint16Array(length));
      this.#place = longer(this.#place, new Uint16Array(length));
    }
    this.#first[this.#games] = this.#entries;
    this.#unit[this.#games] = unit;
    this.#units = Math.max(this.#units, unit + 1);
    this.#games += 1;
  }

  #entry(player: number, team: number, place: number): void {
    this.#player[this.#entries] = player;
    this.#team[this.#entries] = team;
    this.#place[this.#entries] = place;
    this.#entries += 1;
  }
}

function longer<T extends Uint16Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Returns the teams of a game, in the order in which they were added. */
export function teamsOf({ first, player, team, place }: Games, game: number): PlacedTeam[] {
  const teams: { readonly players: number[]; readonly place: number }[] = [];
  for (let entry = first[game]; entry < first[game + 1]; entry++) {
    const k = team[entry];
    if (k === teams.length) teams.push({ players: [], place: place[entry] });
    teams[k].players.push(player[entry]);
  }
  return teams;
}

/** Returns games in another order, or a subset of them. `order` has the number of each. */
export function reordered(games: Games, order: ArrayLike<number>): Games {
  const { players, first, player, team, place, unit } = games;
  let entries = 0;
  let units = 0;
  for (let k = 0; k < order.length; k++) {
    entries += first[order[k] + 1] - first[order[k]];
    units = Math.max(units, unit[order[k]] + 1);
  }
  const moved = {
    players,
    first: new Uint32Array(order.length + 1),
    unit: new Uint32Array(order.length),
    units,
    player: new Uint32Array(entries),
    team: new Uint16Array(entries),
    place: new Uint16Array(entries),
  };
  let to = 0;
  for (let k = 0; k < order.length; k++) {
    moved.first[k] = to;
    moved.unit[k] = unit[order[k]];
    for (let entry = first[order[k]]; entry < first[order[k] + 1]; entry++, to++) {
      moved.player[to] = player[entry];
      moved.team[to] = team[entry];
      moved.place[to] = place[entry];
    }
  }
  moved.first[order.length] = to;
  return moved;
}
