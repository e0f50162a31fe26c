// A simple player of Halite: a piece waits until it is five times as strong as its cell's production, then goes to the first cell that is
// not its own. Amid its own cells it goes to and fro by the turn, which counts from 1.

import { type HaliteField, neighbour } from "./rules.ts";

export function settlersOrder(field: HaliteField, cell: number, turn: number): number {
  const { owner, strength, production, stride } = field;
  if (strength[cell] < 5 * production[cell]) return 0;
  for (let way = 1; way <= 4; way++) if (owner[neighbour(field, cell, way)] !== owner[cell]) return way;
  const [x, y] = [cell % stride, Math.floor(cell / stride)];
  if (turn % 4 < 2) return x % 2 === 1 ? 1 : 3;
  return y % 2 === 1 ? 2 : 4;
}
