// BattleSnake as an environment: snakes move simultaneously on a board, and the last survivor wins.

import { z } from "zod";
import { type Agent, reactive } from "../../../core/agent.ts";
import { type NumericEnvironment, type ObservationField, observationSize, Status } from "../../../core/environment.ts";
import { oneOf, share, whole } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import { choiceOf, event, field, level, parts, seats } from "../../declaration.ts";
import { POINT, sharedPoint, WON } from "../points.ts";
import { type ApiState, apiState, MOVE_NAMES, moveIn } from "./api.ts";
import { afterTurn, setUp } from "./map.ts";
import { Board, FULL_HEALTH } from "./rules.ts";
import { boardScene } from "./scene.ts";

const parameters = z.strictObject({
  rules: oneOf(["standard", "solo", "royale", "constrictor", "wrapped"], "standard").describe("published set of rules"),
  snakes: whole(1, 16, 4).describe("snakes on the board; solo has one"),
  width: whole(3, 25, 11).describe("columns"),
  height: whole(3, 25, 11).describe("rows"),
  horizon: whole(1, 10_000, 500).describe("turns after which those that live share the point"),
  fewestFood: whole(0, 100, 1).describe("pieces of food that there always are"),
  foodChance: share(0.15).describe("chance of a piece more in each turn"),
  damage: whole(0, 100, 14).describe("health that a turn on a hazard costs, in royale"),
  shrinkEvery: whole(1, 10_000, 25).describe("turns after which royale makes one more row or column a hazard"),
});

/** Indices of the channels of one seat. */
const Place = { point: 0, lives: 1, length: 2, health: 3, ate: 4, wins: 5 } as const;
const CHANNELS = Object.keys(Place).length;

function battlesnakeWorld(options: z.output<typeof parameters>): NumericEnvironment {
  const { rules: set, width, height, horizon, fewestFood, foodChance, damage, shrinkEvery } = options;
  const snakes = set === "solo" ? 1 : options.snakes;
  const board = new Board({
    ...{ width, height, snakes, damage: set === "royale" ? damage : 0 },
    ...{ wraps: set === "wrapped", grows: set === "constrictor" },
  });
  const map = { fewestFood, foodChance, shrinkEvery: set === "royale" ? shrinkEvery : 0 };
  const cells = width * height;
  const { views } = board.state;
  /** Least number of living snakes with which a game continues. */
  const enough = snakes === 1 ? 1 : 2;
  const longest = board.room;

  const plane = (name: string, meaning: string, low = 0): ObservationField =>
    field(name, low, 1, `${meaning}, for each cell from the lower left, row by row`, { size: cells });
  const observation = [
    plane("own", "1 at the own head, else the share of the body from here to its end"),
    plane("others", "the same of other snakes"),
    plane("heads", "heads of others: 1 where a snake is as long or longer, −1 where it is shorter", -1),
    plane("food", "1 where there is food"),
    plane("hazards", "1 where there is a hazard"),
    field("ownHealth", 0, 1, "health, of 100"),
    field("ownLength", 0, longest, "segments", { usual: [0, 30] }),
    field("alive", 0, 1, "1 while the own snake lives"),
    field("turn", 0, 1, "turns gone, of the horizon"),
  ];
  const size = observationSize(observation);
  const forages = forager({ width, height, wraps: board.rules.wraps });

  /** Reports a seat's channels; the point is given once, at the end. */
  function report(outcomes: Float64Array, ate: boolean, isOver: boolean): void {
    const points = isOver ? pointsNow() : undefined;
    for (let seat = 0; seat < snakes; seat++) {
      const at = seat * CHANNELS;
      outcomes[at + Place.point] = points === undefined ? 0 : points[seat];
      outcomes[at + Place.lives] = board.isAlive(seat) ? 1 : 0;
      outcomes[at + Place.length] = views.length[seat];
      outcomes[at + Place.health] = Math.max(0, views.health[seat]);
      outcomes[at + Place.ate] =
        ate && board.isAlive(seat) && views.health[seat] === FULL_HEALTH && !board.rules.grows ? 1 : 0;
      outcomes[at + Place.wins] = points?.[seat] === 1 ? 1 : 0;
    }
  }

  /** Points: living snakes are best, then those eliminated last. A single snake has the point while it lives. */
  function pointsNow(): number[] {
    if (snakes === 1) return [board.isAlive(0) ? 1 : 0];
    return sharedPoint(
      Array.from(views.outAt, (turn, seat) => (board.isAlive(seat) ? Number.POSITIVE_INFINITY : turn)),
    );
  }

  const game: ApiState["game"] = {
    id: "agon",
    ruleset: {
      ...{ name: set, version: "v1.2.3" },
      settings: {
        foodSpawnChance: Math.round(100 * foodChance),
        ...{ minimumFood: fewestFood, hazardDamagePerTurn: board.rules.damage },
        royale: { shrinkEveryNTurns: map.shrinkEvery },
      },
    },
    ...{ map: set === "royale" ? "royale" : "standard", timeout: 500, source: "custom" },
  };

  return {
    spec: {
      ...seats(
        Array.from({ length: snakes }, (_, k) => `snake ${k + 1}`),
        () => MOVE_NAMES.length - 1,
      ),
      horizon,
      actionUnit: "move",
      choices: MOVE_NAMES.length,
      choiceNames: MOVE_NAMES,
      observation,
      observationSize: size,
      channels: [
        POINT,
        level("alive", "snakes", 0, 1, "1 while it lives"),
        level("length", "segments", 0, longest, "segments of the snake"),
        level("health", "health", 0, FULL_HEALTH, "turns that it can go on without food"),
        event("ate", "pieces", "food that it ate"),
        WON,
      ],
      publicState: parts({ turn: "turn", length: "segments of each snake", health: "health of each snake" }),
      deterministic: false,
      symmetric: false,
      oracles: {
        forager: {
          meaning: "goes to the nearest food by moves that do not kill at once",
          play: () => forages,
        },
      },
    },
    state: board.state,
    reset(random, outcomes) {
      setUp(board, random);
      report(outcomes, false, false);
    },
    step(actions, outcomes, random) {
      board.turn((seat) => choiceOf(actions[seat], MOVE_NAMES.length));
      afterTurn(board, map, random);
      const isOver = board.living < enough;
      const isLate = views.turn[0] >= horizon;
      report(outcomes, true, isOver || isLate);
      return isOver ? Status.terminated : Status.running;
    },
    observe(out) {
      out.fill(0);
      for (let seat = 0; seat < snakes; seat++) observeAs(seat, out, seat * size);
    },
    scene: () => boardScene(board),
    bout: {
      asks: (seat) => board.isAlive(seat),
      given: (seat) => [apiState(board, game, seat)],
      read(answer, seat, action) {
        action[0] = moveIn(answer) ?? board.ahead(seat);
        return true;
      },
      points: pointsNow,
    },
  };

  function observeAs(seat: number, out: Float32Array, at: number): void {
    const [own, others, heads, food, hazards] = [0, 1, 2, 3, 4].map((k) => at + k * cells);
    const cellOf = (point: number): number => board.x(point) + board.y(point) * width;
    for (let other = 0; other < snakes; other++) {
      if (!board.isAlive(other)) continue;
      const to = other === seat ? own : others;
      const many = views.length[other];
      // From the tail on: where points are stacked, the one nearer to the head is kept.
      for (let k = many - 1; k >= 0; k--) out[to + cellOf(views.bodies[other * board.room + k])] = (many - k) / many;
      if (other !== seat) out[heads + cellOf(board.head(other))] = many >= views.length[seat] ? 1 : -1;
    }
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const point = board.point(x, y);
        out[food + x + y * width] = views.food[point];
        out[hazards + x + y * width] = views.hazards[point] > 0 ? 1 : 0;
      }
    }
    const rest = at + 5 * cells;
    out[rest] = Math.max(0, views.health[seat]) / FULL_HEALTH;
    out[rest + 1] = views.length[seat];
    out[rest + 2] = board.isAlive(seat) ? 1 : 0;
    out[rest + 3] = views.turn[0] / horizon;
  }
}

export const battlesnake = bind({
  id: "games/battlesnake",
  summary: "snakes on a board eat, grow and cut each other off; the last one that lives wins",
  source: "the rules of BattleSnake, from their public tests; an arena of CodeClash (arXiv 2511.00839)",
  parameters,
  make: battlesnakeWorld,
});

interface Surroundings {
  readonly width: number;
  readonly height: number;
  readonly wraps: boolean;
}

/** Costs of a move in steps towards food, by priority: death, danger, hazard, longer path. */
const DEADLY = 1e6;
const DANGEROUS = 1e4;
const HAZARD = 1e2;

/**
 * A scripted snake: it moves towards the nearest food without immediate death, and avoids longer heads and hazards. It uses only its
 * observation, and is as simple as a user's first bot.
 */
function forager({ width, height, wraps }: Surroundings): Agent {
  const cells = width * height;
  /** Distance between two columns or rows. */
  const apart = (a: number, b: number, size: number): number => {
    const way = Math.abs(a - b);
    return wraps ? Math.min(way, size - way) : way;
  };
  /** A coordinate after a step; −1 outside the board. */
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
        // The last segment moves away.
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
