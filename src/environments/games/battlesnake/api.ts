// Game states in the format of BattleSnake's web API v1, which servers and programs receive for each move.

import { placeOf } from "../answers.ts";
import { type Board, Cause } from "./rules.ts";

interface ApiPoint {
  readonly x: number;
  readonly y: number;
}

/** A snake in the API's format. */
export interface ApiSnake {
  readonly id: string;
  readonly name: string;
  readonly health: number;
  readonly body: readonly ApiPoint[];
  readonly latency: string;
  readonly head: ApiPoint;
  readonly length: number;
  readonly shout: string;
  readonly squad: string;
  readonly customizations: { readonly color: string; readonly head: string; readonly tail: string };
}

/** Body of `POST /move`. Eliminated snakes are not on the board. */
export interface ApiState {
  readonly game: {
    readonly id: string;
    readonly ruleset: {
      readonly name: string;
      readonly version: string;
      readonly settings: {
        readonly foodSpawnChance: number;
        readonly minimumFood: number;
        readonly hazardDamagePerTurn: number;
        readonly royale: { readonly shrinkEveryNTurns: number };
      };
    };
    readonly map: string;
    readonly timeout: number;
    readonly source: string;
  };
  readonly turn: number;
  readonly board: {
    readonly height: number;
    readonly width: number;
    readonly food: readonly ApiPoint[];
    readonly hazards: readonly ApiPoint[];
    readonly snakes: readonly ApiSnake[];
  };
  readonly you: ApiSnake;
}

/** Names of the moves in the API, in the order of the environment's choices. */
export const MOVE_NAMES = ["up", "down", "left", "right"] as const;

const LOOK = { color: "#888888", head: "default", tail: "default" } as const;

/** The API state as seen by seat `you`. */
export function apiState(board: Board, game: ApiState["game"], you: number): ApiState {
  const { food, hazards, bodies, length, health, turn } = board.state.views;
  const { width, height, snakes } = board.rules;
  const at = (point: number): ApiPoint => ({ x: board.x(point), y: board.y(point) });
  const points = (counts: Float64Array): ApiPoint[] =>
    Array.from(counts).flatMap((count, point) => Array.from({ length: count }, () => at(point)));
  const snake = (seat: number): ApiSnake => {
    const begin = seat * board.room;
    const body = Array.from(bodies.subarray(begin, begin + length[seat]), at);
    return {
      ...{ id: `snake-${seat}`, name: `snake ${seat + 1}`, health: health[seat], body, latency: "0" },
      ...{ head: body[0], length: body.length, shout: "", squad: "", customizations: LOOK },
    };
  };
  const living = Array.from({ length: snakes }, (_, seat) => seat).filter(
    (seat) => board.state.views.cause[seat] === Cause.none,
  );
  return {
    game,
    turn: turn[0],
    board: { height, width, food: points(food), hazards: points(hazards), snakes: living.map(snake) },
    you: snake(you),
  };
}

/** Parses a move: `"up"`, or `{ "move": "up" }` as servers answer; undefined for other answers. */
export function moveIn(answer: unknown): number | undefined {
  const named = typeof answer === "object" && answer !== null && "move" in answer ? answer.move : answer;
  const move = placeOf(named, MOVE_NAMES);
  return move < 0 ? undefined : move;
}
