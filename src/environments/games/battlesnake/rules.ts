// The rules of BattleSnake: one turn of all snakes on a board of typed arrays, in the published order: moves, hunger, hazards, food, then
// simultaneous eliminations.
//
// A point is the number (x + 1) + (y + 1) · (width + 2), with the origin at the bottom left, so that heads one cell outside the board have
// a point too.

import { type Layout, layout } from "../../../core/layout.ts";

/** Directions, which are the environment's choices. */
export const UP = 0;
export const DOWN = 1;
export const LEFT = 2;
export const RIGHT = 3;

/** Cause of an elimination; `none` for a living snake. */
export const Cause = { none: 0, health: 1, wall: 2, self: 3, snake: 4, head: 5, hazard: 6 } as const;

export const FULL_HEALTH = 100;
/** Initial number of segments, all on one cell. */
export const START_LENGTH = 3;

export interface SnakeRules {
  readonly width: number;
  readonly height: number;
  readonly snakes: number;
  /** Whether a move over an edge enters at the opposite one. */
  readonly wraps: boolean;
  /** Constrictor: snakes grow every turn and are never hungry, and there is no food. */
  readonly grows: boolean;
  /** Health cost of a turn on a hazard. */
  readonly damage: number;
}

const shapesOf = ({ width, height, snakes }: SnakeRules) => {
  const stride = (width + 2) * (height + 2);
  return {
    /** Points of each snake, head first. */
    bodies: [snakes, width * height + 8],
    length: [snakes],
    health: [snakes],
    cause: [snakes],
    /** Seat of the snake that it collided with, −1 for none. */
    by: [snakes],
    /** Turn of the elimination, counted from 1. */
    outAt: [snakes],
    /** 1 where there is food. */
    food: [stride],
    /** Number of hazards at each point, since they stack. */
    hazards: [stride],
    /** Numbers of columns at the left and right, and of rows below and above, that royale has turned into hazards. */
    shrunk: [4],
    turn: [1],
  } as const;
};

/** A board. Its complete state is `state.buffer`. */
export class Board {
  readonly rules: SnakeRules;
  readonly state: Layout<ReturnType<typeof shapesOf>>;
  /** Points per row. */
  readonly row: number;
  /** Maximum number of points of a snake. */
  readonly room: number;
  /** Change of a point's number by a move in each direction. */
  readonly steps: Int32Array;
  /** Scratch array over points, valid within one call. */
  readonly marks: Uint8Array;
  readonly #dies: Uint8Array;
  readonly #order: Int32Array;

  constructor(rules: SnakeRules) {
    this.rules = rules;
    this.state = layout(shapesOf(rules));
    this.row = rules.width + 2;
    this.room = rules.width * rules.height + 8;
    this.steps = Int32Array.of(this.row, -this.row, -1, 1);
    this.#dies = new Uint8Array(rules.snakes);
    this.#order = new Int32Array(rules.snakes);
    this.marks = new Uint8Array(this.row * (rules.height + 2));
  }

  point(x: number, y: number): number {
    return x + 1 + (y + 1) * this.row;
  }

  x(point: number): number {
    return (point % this.row) - 1;
  }

  y(point: number): number {
    return Math.floor(point / this.row) - 1;
  }

  isOutside(point: number): boolean {
    const [x, y] = [point % this.row, Math.floor(point / this.row)];
    return x < 1 || x > this.rules.width || y < 1 || y > this.rules.height;
  }

  isAlive(seat: number): boolean {
    return this.state.views.cause[seat] === Cause.none;
  }

  head(seat: number): number {
    return this.state.views.bodies[seat * this.room];
  }

  get living(): number {
    let count = 0;
    for (let seat = 0; seat < this.rules.snakes; seat++) if (this.isAlive(seat)) count += 1;
    return count;
  }

  /** Destination of a move. */
  next(point: number, direction: number): number {
    const to = point + this.steps[direction];
    if (!this.rules.wraps) return to;
    const { width, height } = this.rules;
    const [x, y] = [this.x(to), this.y(to)];
    if (x < 0) return to + width;
    if (x >= width) return to - width;
    if (y < 0) return to + height * this.row;
    return y >= height ? to - height * this.row : to;
  }

  /**
   * The direction from a snake's neck to its head, also over an edge; up where both are on one cell. It is used when a snake gives no valid
   * move.
   */
  ahead(seat: number): number {
    const { bodies, length } = this.state.views;
    if (length[seat] < 2) return UP;
    const [head, neck] = [bodies[seat * this.room], bodies[seat * this.room + 1]];
    const [dx, dy] = [this.x(head) - this.x(neck), this.y(head) - this.y(neck)];
    if (dx === 1) return RIGHT;
    if (dx === -1) return LEFT;
    if (dy === 1) return UP;
    if (dy === -1) return DOWN;
    if (dx !== 0) return dx < 0 ? RIGHT : LEFT;
    return dy < 0 ? UP : dy > 0 ? DOWN : UP;
  }

  /** Plays a turn; `direction` returns each snake's move. */
  turn(direction: (seat: number) => number): void {
    this.#move(direction);
    this.#starve();
    this.#feed();
    this.eliminate();
    if (this.rules.grows) this.#grow();
    this.state.views.turn[0] += 1;
  }

  #move(direction: (seat: number) => number): void {
    const { bodies, length } = this.state.views;
    for (let seat = 0; seat < this.rules.snakes; seat++) {
      if (!this.isAlive(seat)) continue;
      const begin = seat * this.room;
      const to = this.next(bodies[begin], direction(seat));
      bodies.copyWithin(begin + 1, begin, begin + length[seat] - 1);
      bodies[begin] = to;
    }
  }

  /** A turn costs one point of health, and each hazard under the head its damage, unless there is food. */
  #starve(): void {
    const { health, food, hazards, cause } = this.state.views;
    for (let seat = 0; seat < this.rules.snakes; seat++) {
      if (!this.isAlive(seat)) continue;
      health[seat] -= 1;
      const head = this.head(seat);
      if (food[head] === 1) continue;
      for (let hazard = 0; hazard < hazards[head]; hazard++) {
        health[seat] = Math.min(Math.max(health[seat] - this.rules.damage, 0), FULL_HEALTH);
        if (health[seat] === 0) {
          cause[seat] = Cause.hazard;
          this.state.views.outAt[seat] = this.state.views.turn[0] + 1;
          break;
        }
      }
    }
  }

  /** All heads on a piece of food eat it. */
  #feed(): void {
    const { food } = this.state.views;
    const eats = this.#dies.fill(0);
    for (let seat = 0; seat < this.rules.snakes; seat++) {
      if (!this.isAlive(seat) || food[this.head(seat)] !== 1) continue;
      this.#lengthen(seat);
      eats[seat] = 1;
    }
    for (let seat = 0; seat < this.rules.snakes; seat++) if (eats[seat] === 1) food[this.head(seat)] = 0;
  }

  /** Restores full health and duplicates the last point. */
  #lengthen(seat: number): void {
    const { bodies, length, health } = this.state.views;
    const end = seat * this.room + length[seat];
    if (length[seat] < this.room) {
      bodies[end] = bodies[end - 1];
      length[seat] += 1;
    }
    health[seat] = FULL_HEALTH;
  }

  /** Last phase of a turn: eliminations, decided for all snakes simultaneously. */
  eliminate(): void {
    const { snakes } = this.rules;
    const { health, length, by } = this.state.views;
    for (let seat = 0; seat < snakes; seat++) {
      if (!this.isAlive(seat)) continue;
      if (health[seat] <= 0) this.#out(seat, Cause.health);
      else if (this.#leaves(seat)) this.#out(seat, Cause.wall);
    }
    // Longest first; ties by seat.
    const order = this.#order;
    let living = 0;
    for (let seat = 0; seat < snakes; seat++) {
      if (!this.isAlive(seat)) continue;
      let place = living;
      for (; place > 0 && length[order[place - 1]] < length[seat]; place--) order[place] = order[place - 1];
      order[place] = seat;
      living += 1;
    }
    for (let seat = 0; seat < snakes; seat++) {
      this.#dies[seat] = this.isAlive(seat) ? this.#collision(seat, living) : Cause.none;
    }
    for (let seat = 0; seat < snakes; seat++) {
      if (this.#dies[seat] === Cause.none) continue;
      if (this.#dies[seat] === Cause.self) by[seat] = seat;
      this.#out(seat, this.#dies[seat]);
    }
  }

  /** Whether the head is outside the board, also at the start. */
  #leaves(seat: number): boolean {
    const { bodies, length } = this.state.views;
    for (let k = 0; k < length[seat]; k++) if (this.isOutside(bodies[seat * this.room + k])) return true;
    return false;
  }

  /** Cause of a living snake's elimination, if any; writes the seat of the snake that it collided with. */
  #collision(seat: number, living: number): number {
    const { length, by } = this.state.views;
    const head = this.head(seat);
    if (this.#isInBody(head, seat)) return Cause.self;
    for (let k = 0; k < living; k++) {
      const other = this.#order[k];
      if (other === seat || !this.#isInBody(head, other)) continue;
      by[seat] = other;
      return Cause.snake;
    }
    for (let k = 0; k < living; k++) {
      const other = this.#order[k];
      if (other === seat || this.head(other) !== head || length[seat] > length[other]) continue;
      by[seat] = other;
      return Cause.head;
    }
    return Cause.none;
  }

  /** Whether a point lies in a snake behind its head. */
  #isInBody(point: number, seat: number): boolean {
    const { bodies, length } = this.state.views;
    const begin = seat * this.room;
    for (let k = 1; k < length[seat]; k++) if (bodies[begin + k] === point) return true;
    return false;
  }

  #out(seat: number, cause: number): void {
    this.state.views.cause[seat] = cause;
    this.state.views.outAt[seat] = this.state.views.turn[0] + 1;
  }

  /** Constrictor, after eliminations: removes food, restores health, and adds a point where the last two differ. */
  #grow(): void {
    const { bodies, length, food, health } = this.state.views;
    food.fill(0);
    for (let seat = 0; seat < this.rules.snakes; seat++) {
      if (!this.isAlive(seat)) continue;
      const end = seat * this.room + length[seat];
      health[seat] = FULL_HEALTH;
      if (bodies[end - 1] !== bodies[end - 2]) this.#lengthen(seat);
    }
  }
}
