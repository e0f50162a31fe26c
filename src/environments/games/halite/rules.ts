// A frame of Halite (2016): all players move their pieces simultaneously; pieces that meet combine or fight, and pieces that stay grow.

/** Directions: stay, north (up a row), east, south, west. */
export const DIRECTIONS = ["still", "north", "east", "south", "west"] as const;

export const MOST_STRENGTH = 255;

/** A torus of cells, row by row in rows of `stride`. */
export interface HaliteField {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  /** 0 for none, else the number of a player, from 1. */
  readonly owner: Float64Array;
  readonly strength: Float64Array;
  readonly production: Float64Array;
}

export function neighbour({ width, height, stride }: HaliteField, cell: number, direction: number): number {
  const [x, y] = [cell % stride, Math.floor(cell / stride)];
  if (direction === 1) return x + ((y + height - 1) % height) * stride;
  if (direction === 2) return ((x + 1) % width) + y * stride;
  if (direction === 3) return x + ((y + 1) % height) * stride;
  return direction === 4 ? ((x + width - 1) % width) + y * stride : cell;
}

/** Marks a cell without a piece of the player. */
const NONE = -1;

/** Plays frames for a given number of players and field size. */
export class Frames {
  readonly #players: number;
  readonly #cells: number;
  /** Strength of each player's piece on each cell. */
  readonly #pieces: Float64Array;
  /** Damage to each piece; −1 for none, since damage of 0 also counts. */
  readonly #hits: Float64Array;
  readonly #neutral: Float64Array;

  constructor(players: number, cells: number) {
    this.#players = players;
    this.#cells = cells;
    this.#pieces = new Float64Array(players * cells);
    this.#hits = new Float64Array(players * cells);
    this.#neutral = new Float64Array(cells);
  }

  /** Plays a frame; `direction` returns the order of a cell's owner. */
  play(field: HaliteField, direction: (player: number, cell: number) => number): void {
    this.#move(field, direction);
    this.#fight(field);
    this.#settle(field);
  }

  #move(field: HaliteField, direction: (player: number, cell: number) => number): void {
    const { width, height, stride, owner, strength, production } = field;
    const pieces = this.#pieces.fill(NONE);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const cell = x + y * stride;
        const player = owner[cell] - 1;
        if (player < 0) continue;
        const way = direction(player, cell);
        if (way === 0) this.#join(player, cell, Math.min(MOST_STRENGTH, strength[cell] + production[cell]));
        else {
          this.#join(player, neighbour(field, cell, way), strength[cell]);
          const left = player * this.#cells + cell;
          if (pieces[left] === NONE) pieces[left] = 0;
        }
        owner[cell] = 0;
        strength[cell] = 0;
      }
    }
  }

  /** Merges pieces of one player on one cell. */
  #join(player: number, cell: number, more: number): void {
    const at = player * this.#cells + cell;
    this.#pieces[at] = Math.min(MOST_STRENGTH, Math.max(0, this.#pieces[at]) + more);
  }

  #fight(field: HaliteField): void {
    const { width, height, stride, strength } = field;
    const [pieces, hits] = [this.#pieces, this.#hits.fill(NONE)];
    const neutral = this.#neutral.fill(0);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const cell = x + y * stride;
        for (let player = 0; player < this.#players; player++) {
          const own = player * this.#cells + cell;
          if (pieces[own] === NONE) continue;
          for (let other = 0; other < this.#players; other++) {
            if (other === player) continue;
            // On its own cell, and on the four adjacent ones.
            for (let way = 0; way <= 4; way++) {
              const at = other * this.#cells + neighbour(field, cell, way);
              if (pieces[at] !== NONE) hits[at] = Math.max(0, hits[at]) + pieces[own];
            }
          }
          if (strength[cell] > 0) {
            hits[own] = Math.max(0, hits[own]) + strength[cell];
            neutral[cell] += pieces[own];
          }
        }
      }
    }
  }

  /** Removes pieces whose damage reaches their strength; the others own their cells. */
  #settle({ width, height, stride, owner, strength }: HaliteField): void {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const cell = x + y * stride;
        strength[cell] = Math.max(0, strength[cell] - this.#neutral[cell]);
        for (let player = 0; player < this.#players; player++) {
          const own = player * this.#cells + cell;
          if (this.#pieces[own] === NONE) continue;
          const left = this.#hits[own] === NONE ? this.#pieces[own] : this.#pieces[own] - this.#hits[own];
          if (this.#hits[own] !== NONE && left <= 0) continue;
          owner[cell] = player + 1;
          strength[cell] = left;
        }
      }
    }
  }
}
