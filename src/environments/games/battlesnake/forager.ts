// A scripted snake: it goes to the nearest food by a move that does not kill at once, and keeps away from longer heads and hazards.
// It reads its observation alone, and is as simple as a first bot of one's own.

import { type Agent, reactive } from "../../../core/agent.ts";

interface Surroundings {
  readonly width: number;
  readonly height: number;
  readonly wraps: boolean;
}

/** What a move costs in steps towards food, by what it leads to: death before danger before a hazard before a longer way. */
const DEADLY = 1e6;
const DANGEROUS = 1e4;
const HAZARD = 1e2;

export function forager({ width, height, wraps }: Surroundings): Agent {
  const cells = width * height;
  /** Steps between two columns or rows. */
  const apart = (a: number, b: number, size: number): number => {
    const way = Math.abs(a - b);
    return wraps ? Math.min(way, size - way) : way;
  };
  /** A coordinate after a step; −1 outside. */
  const moved = (value: number, by: number, size: number): number => {
    const to = value + by;
    if (to >= 0 && to < size) return to;
    return wraps ? (to + size) % size : -1;
  };

  function nearestFood(seen: Float32Array, x: number, y: number): number {
    let nearest = width + height;
    for (let cell = 0; cell < cells; cell++) {
      if (seen[3 * cells + cell] === 0) continue;
      const way = apart(cell % width, x, width) + apart(Math.floor(cell / width), y, height);
      if (way < nearest) nearest = way;
    }
    return nearest;
  }

  function isNearLonger(seen: Float32Array, x: number, y: number): boolean {
    for (let direction = 0; direction < 4; direction++) {
      const nextX = moved(x, direction === 2 ? -1 : direction === 3 ? 1 : 0, width);
      const nextY = moved(y, direction === 1 ? -1 : direction === 0 ? 1 : 0, height);
      if (nextX >= 0 && nextY >= 0 && seen[2 * cells + nextX + nextY * width] > 0) return true;
    }
    return false;
  }

  return reactive((seen) => {
    let head = 0;
    for (let cell = 1; cell < cells; cell++) if (seen[cell] > seen[head]) head = cell;
    const length = seen[5 * cells + 1];
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let direction = 0; direction < 4; direction++) {
      const x = moved(head % width, direction === 2 ? -1 : direction === 3 ? 1 : 0, width);
      const y = moved(Math.floor(head / width), direction === 1 ? -1 : direction === 0 ? 1 : 0, height);
      let cost = DEADLY;
      if (x >= 0 && y >= 0) {
        const cell = x + y * width;
        // The last segment moves on.
        const isTaken = seen[cell] * length > 1.5 || seen[cells + cell] > 0;
        cost = nearestFood(seen, x, y);
        if (isTaken) cost += DEADLY;
        if (isNearLonger(seen, x, y)) cost += DANGEROUS;
        if (seen[4 * cells + cell] > 0) cost += HAZARD;
      }
      if (cost < least) [best, least] = [direction, cost];
    }
    return best;
  });
}
