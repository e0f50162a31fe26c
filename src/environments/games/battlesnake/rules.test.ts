// The published test vectors of the rules: one turn from a given board.

import { expect, test } from "vitest";
import { pairs } from "../../../../test/fixtures/matrix.ts";
import { Board, Cause, DOWN, LEFT, RIGHT, type SnakeRules, UP } from "./rules.ts";

type Place = readonly [x: number, y: number];
interface Snake {
  readonly body: readonly Place[];
  readonly health?: number;
}

function boardOf(snakes: readonly Snake[], more: Partial<SnakeRules> = {}, food: readonly Place[] = []): Board {
  const board = new Board({
    ...{ width: 10, height: 10, snakes: snakes.length, wraps: false, grows: false, damage: 0 },
    ...more,
  });
  const { views } = board.state;
  views.by.fill(-1);
  for (const [seat, { body, health = 100 }] of snakes.entries()) {
    for (const [k, [x, y]] of body.entries()) views.bodies[seat * board.room + k] = board.point(x, y);
    views.length[seat] = body.length;
    views.health[seat] = health;
  }
  for (const [x, y] of food) views.food[board.point(x, y)] = 1;
  return board;
}

const bodyOf = (board: Board, seat: number): Place[] =>
  Array.from(
    board.state.views.bodies.subarray(seat * board.room, seat * board.room + board.state.views.length[seat]),
    (point) => [board.x(point), board.y(point)],
  );

/** A snake whose head reaches `to` by a move up, followed by the other points. */
const arriving = ([x, y]: Place, ...rest: Place[]): Snake => ({ body: [[x, y - 1], ...rest, [9, 9]], health: 50 });

test("a snake that reaches food eats it, has full health, and its last point is doubled", () => {
  const body: Place[] = pairs("1,1 1,2");
  const board = boardOf([{ body }], {}, [[1, 0]]);
  board.turn(() => DOWN);
  expect(bodyOf(board, 0)).toEqual(pairs("1,0 1,1 1,1"));
  expect(board.state.views.health[0]).toBe(100);
  expect(board.state.views.food.every((there) => there === 0)).toBe(true);
});

test("heads that swap positions hit each other's bodies", () => {
  const bodies: Place[][] = [pairs("1,1 2,1"), pairs("1,2 2,2")];
  const board = boardOf(bodies.map((body) => ({ body, health: 99 })));
  board.turn((seat) => [UP, DOWN][seat]);
  expect([...board.state.views.cause]).toEqual([Cause.snake, Cause.snake]);
  expect([...board.state.views.by]).toEqual([1, 0]);
  expect([...board.state.views.health]).toEqual([98, 98]);
});

test("food saves a snake at its last health point, and hunger eliminates one without", () => {
  const snake = { body: pairs("1,1 1,2"), health: 1 };
  const fed = boardOf([snake], {}, [[1, 0]]);
  fed.turn(() => DOWN);
  expect([fed.state.views.cause[0], fed.state.views.health[0]]).toEqual([Cause.none, 100]);
  const hungry = boardOf([snake]);
  hungry.turn(() => DOWN);
  expect([hungry.state.views.cause[0], hungry.state.views.health[0]]).toEqual([Cause.health, 0]);
});

test("equal snakes that meet on food both eat it and are both eliminated", () => {
  const left: Place[] = pairs("1,5 0,5");
  const right: Place[] = pairs("3,5 4,5");
  const board = boardOf([{ body: left }, { body: right }], {}, [[2, 5]]);
  board.turn((seat) => [RIGHT, LEFT][seat]);
  expect([...board.state.views.cause]).toEqual([Cause.head, Cause.head]);
  expect([...board.state.views.length]).toEqual([3, 3]);
  expect(board.state.views.food.every((there) => there === 0)).toBe(true);
});

test("of three heads on one cell the longest survives", () => {
  const bodies: Place[][] = [pairs("0,1 0,2"), pairs("2,1 3,1 4,1"), [[1, 0]]];
  const board = boardOf(bodies.map((body) => ({ body })));
  board.turn((seat) => [RIGHT, LEFT, UP][seat]);
  expect([...board.state.views.cause]).toEqual([Cause.head, Cause.none, Cause.head]);
});

test("priority of causes: hunger, wall, self, other body, head", () => {
  const board = boardOf([
    { body: [[-1, 0]], health: 1 },
    { body: pairs("0,5 1,5"), health: 2 },
    { body: pairs("1,0 1,1 2,1 2,0 3,0"), health: 90 },
    { body: pairs("1,2 0,2"), health: 90 },
    arriving([6, 6], [6, 4]),
    arriving([6, 6], [6, 4], [6, 3]),
  ]);
  board.turn((seat) => [LEFT, LEFT, RIGHT, DOWN, UP, UP][seat]);
  const { cause, by } = board.state.views;
  expect([...cause]).toEqual([Cause.health, Cause.wall, Cause.self, Cause.snake, Cause.head, Cause.none]);
  expect([by[2], by[3], by[4]]).toEqual([2, 2, 5]);
});

test("five snakes in a cycle, each with its head in the next one's body, are eliminated simultaneously", () => {
  const ring = ["4,4 3,3", "3,3 2,2", "2,2 1,1", "1,1 4,4"].map((body) => ({ body: pairs(body) }));
  const board = boardOf([...ring, { body: [[4, 4]] }]);
  board.eliminate();
  expect([...board.state.views.cause]).toEqual(new Array(5).fill(Cause.snake));
  expect([...board.state.views.by]).toEqual([3, 0, 1, 2, 3]);
});

test.each([
  [100, 1, false, 99],
  [100, 1, true, 100],
  [100, -1, false, 100],
  [99, -2, false, 100],
  [100, 999, false, 0],
  [1, 1, false, 0],
])("health %i on a hazard of %i, food %s: %i", (health, damage, isFed, after) => {
  const body: Place[] = pairs("1,1 1,2");
  // A turn costs one more point of health.
  const board = boardOf([{ body, health: health + 1 }], { damage }, isFed ? [[1, 0]] : []);
  board.state.views.hazards[board.point(1, 0)] = 1;
  board.turn(() => DOWN);
  expect(board.state.views.health[0]).toBe(after);
  expect(board.state.views.cause[0]).toBe(after === 0 ? Cause.hazard : Cause.none);
});

test("hazards stack", () => {
  const body: Place[] = pairs("1,1 1,2");
  const board = boardOf([{ body }], { damage: 10 });
  board.state.views.hazards[board.point(1, 0)] = 3;
  board.turn(() => DOWN);
  expect(board.state.views.health[0]).toBe(69);
});

test("without a valid move a snake continues straight on", () => {
  const bodies = ["0,0 2,0", "0,2 0,0", "2,0 0,0", "0,0 0,2", "1,0 0,0", "3,3 3,4", "3,3 3,3"];
  const ahead = bodies.map((body) => boardOf([{ body: pairs(body) }]).ahead(0));
  expect(ahead).toEqual([RIGHT, DOWN, LEFT, UP, RIGHT, DOWN, UP]);
});

test("wrapped: a snake that leaves over an edge enters at the opposite one", () => {
  const body: Place[] = pairs("0,9 1,9");
  const board = boardOf([{ body }], { wraps: true });
  board.turn(() => LEFT);
  expect(bodyOf(board, 0)[0]).toEqual([9, 9]);
  board.turn(() => UP);
  expect(bodyOf(board, 0)[0]).toEqual([9, 0]);
  expect(board.isAlive(0)).toBe(true);
});

test("constrictor: a snake grows each turn once its points are separate, and is never hungry", () => {
  const folded = [{ body: pairs("5,5 5,5 5,5") }];
  const board = boardOf(folded);
  const grown = boardOf(folded, { grows: true });
  for (const one of [board, grown]) for (let turn = 0; turn < 4; turn++) one.turn(() => UP);
  expect(board.state.views.length[0]).toBe(3);
  expect(grown.state.views.length[0]).toBe(6);
  expect([board.state.views.health[0], grown.state.views.health[0]]).toEqual([96, 100]);
});
