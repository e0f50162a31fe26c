// Grid football: players push a ball over a square pitch, one player alone or two teams, until it is in a goal.

import { z } from "zod";
import type { Agent } from "../../../core/agent.ts";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { oneOf, whole } from "../../../core/parameters.ts";
import type { Random } from "../../../core/random.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import { shuffle } from "../../../math/weighted-draw.ts";
import { choiceOf, event, flow, level, once, parts, seats } from "../../declaration.ts";
import { between, block, counted, label, rectangle } from "../../scene-shapes.ts";
import { placeOf } from "../answers.ts";
import { sharedPoint } from "../points.ts";
import { fewestMoves, footballProcess } from "./process.ts";
import {
  alignment,
  ballPlace,
  cosine,
  distanceLeft,
  FORWARD,
  INTO_LEFT,
  INTO_RIGHT,
  isGoalRow,
  MOVES,
  nearness,
  outcomeOf,
  PUSHES,
  STAYS,
  UPWARD,
} from "./rules.ts";
import { footballSight, SIGHTS, type Sight, seenColumn } from "./sight.ts";

/** Data of a scene. */
interface FootballMoment {
  readonly size: number;
  /** Players per team. */
  readonly players: number;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Column and row; a ball in a goal lies outside the pitch. */
  readonly ball: ArrayLike<number>;
  readonly tick: number;
  /** 1 after a goal at the right edge, −1 after one at the left edge. */
  readonly result: number;
}

/** Creates the scene, with each player's number in its team. */
function footballScene({ size, players, x, y, ball, tick, result }: FootballMoment): Scene {
  const goalRows = Array.from({ length: size }, (_, row) => row).filter((row) => isGoalRow(row, size));
  const [low, high] = [goalRows[0], goalRows[goalRows.length - 1] + 1];
  const shapes: Shape[] = [
    ...Array.from({ length: size - 1 }, (_, k) => [
      between([k + 1, 0], [k + 1, size], "faint"),
      between([0, k + 1], [size, k + 1], "faint"),
    ]).flat(),
    { kind: "polygon", points: rectangle(0, 0, size, size), stroke: "muted" },
    block(rectangle(-1, low, 0, high), "muted", 0.3),
    block(rectangle(size, low, size + 1, high), "muted", 0.3),
  ];
  for (let seat = 0; seat < x.length; seat++) {
    const middle = [x[seat] + 0.5, y[seat] + 0.5] as const;
    shapes.push({ kind: "circle", at: middle, radius: 0.42, fill: seat, stroke: "ink" });
    const team = x.length > players ? (seat < players ? "→" : "←") : "";
    shapes.push(label(middle, `${(seat % players) + 1}${team}`, 0.35, { fill: "surface" }));
  }
  const end = Math.max(-0.5, Math.min(size + 0.5, ball[0] + 0.5));
  shapes.push({ kind: "circle", at: [end, ball[1] + 0.5], radius: 0.22, fill: "warning", stroke: "ink" });
  const side = result > 0 ? "right" : "left";
  const lies = `the ball is in column ${ball[0] + 1}, row ${ball[1] + 1}`;
  return {
    view: { left: -1.2, right: size + 1.2, bottom: -0.2, top: size + 0.2 },
    shapes,
    caption: `After ${counted(tick, "move")}: ${result === 0 ? lies : `the ball is in the goal at the ${side} edge`}.`,
  };
}

const parameters = z.strictObject({
  teams: whole(1, 2, 2).describe("1: the players attack the right goal and meet no other team"),
  players: whole(1, 4, 2).describe("players of a team"),
  size: z
    .int()
    .min(5)
    .max(15)
    .refine((size) => size % 2 === 1, { error: "give an odd number, so that a goal has a middle" })
    .default(9)
    .describe("columns and rows of the pitch, an odd number"),
  horizon: whole(1, 1000, 60).describe("moves of each player, after which the game is a draw"),
  sight: oneOf(SIGHTS, "numbers").describe(
    "what a player sees: positions as numbers, or a picture with a plane of cells for each kind of thing",
  ),
});

type Options = z.output<typeof parameters>;

const A = MOVES.length;
const CHANNELS = 9;

function gridFootball({ teams, players, size, horizon, sight }: Options): NumericEnvironment {
  const count = teams * players;
  const middle = (size - 1) / 2;
  /** `result` is 1 after a goal at the right edge, −1 after one at the left edge, and 0 before. */
  const state = layout({ x: [count], y: [count], ball: [2], tick: [1], result: [1] });
  const { x, y, ball, tick, result } = state.views;
  /** Each player's components of the step: the cosine of its move with the direction to the ball, and whether it pushed the ball. */
  const approach = new Float64Array(count);
  const touch = new Float64Array(count);
  const order = new Int32Array(count);
  /** 1 for seats that attack to the right, −1 for the others. */
  const way = Int32Array.from({ length: count }, (_, seat) => (seat < players ? 1 : -1));
  const goalOf = (seat: number): number => (way[seat] > 0 ? size : -1);
  const pitch = { size, x, y, ball, way };
  const seen = (seat: number, column: number): number => seenColumn(pitch, seat, column);
  const isTaken = (column: number, row: number): boolean => {
    for (let seat = 0; seat < count; seat++) if (x[seat] === column && y[seat] === row) return true;
    return false;
  };
  const points = (): number[] => sharedPoint(Array.from(way, (side) => (side === result[0] ? 1 : 0)));

  const eyes = footballSight(sight, pitch, { mates: players - 1, others: (teams - 1) * players });
  const observation = eyes.fields;
  const width = observationSize(observation);

  /** `ballX` and `ballY` are the ball's position before the step. */
  function report(outcomes: Float64Array, ballX: number, ballY: number): void {
    const isOver = result[0] !== 0;
    for (let seat = 0; seat < count; seat++) {
      const at = CHANNELS * seat;
      const won = isOver ? result[0] * way[seat] : 0;
      const goal = goalOf(seat);
      outcomes[at] = won;
      outcomes[at + 1] = won > 0 ? 1 : 0;
      outcomes[at + 2] = touch[seat];
      outcomes[at + 3] = approach[seat];
      outcomes[at + 4] = isOver ? 0 : alignment(size, x[seat], y[seat], ball[0], ball[1], goal);
      outcomes[at + 5] = isOver ? 0 : nearness(x[seat], y[seat], ball[0], ball[1]);
      outcomes[at + 6] = isOver ? 0 : distanceLeft(x[seat], y[seat], ball[0], ball[1]);
      outcomes[at + 7] = cosine(ball[0] - ballX, ball[1] - ballY, goal - ballX, middle - ballY);
      outcomes[at + 8] = isOver ? 0 : ballPlace(size, ball[0], ball[1], goal);
    }
  }

  /** A single player starts anywhere. The first of two teams starts in the left half, and the other mirrors it. */
  function begin(random: Random): void {
    state.buffer.fill(0);
    ball[0] = teams > 1 ? middle : 1 + random.integer(size - 2);
    ball[1] = 1 + random.integer(size - 2);
    x.fill(-2);
    for (let seat = 0; seat < players; seat++) {
      let [column, row] = [ball[0], ball[1]];
      while ((column === ball[0] && row === ball[1]) || isTaken(column, row)) {
        column = random.integer(teams > 1 ? middle : size);
        row = random.integer(size);
      }
      x[seat] = column;
      y[seat] = row;
    }
    for (let seat = players; seat < count; seat++) {
      x[seat] = size - 1 - x[seat - players];
      y[seat] = y[seat - players];
    }
  }

  function move(seat: number, choice: number): void {
    const dx = FORWARD[choice] * way[seat];
    const dy = UPWARD[choice];
    const outcome = outcomeOf(size, x[seat], y[seat], ball[0], ball[1], dx, dy, isTaken);
    if (outcome === STAYS) return;
    approach[seat] = cosine(dx, dy, ball[0] - x[seat], ball[1] - y[seat]);
    x[seat] += dx;
    y[seat] += dy;
    if (outcome < PUSHES) return;
    touch[seat] = 1;
    ball[0] += dx;
    ball[1] += dy;
    if (outcome === INTO_RIGHT) result[0] = 1;
    if (outcome === INTO_LEFT) result[0] = -1;
  }

  let known: Int32Array | undefined;
  return {
    spec: {
      ...seats(labelsOf(teams, players), () => A - 1),
      horizon,
      actionUnit: "move",
      choices: A,
      choiceNames: MOVES,
      observation,
      observationSize: width,
      channels: [
        {
          ...flow(
            "payoff",
            "goals",
            -1,
            1,
            "sum",
            "1 where the ball comes into the goal that it attacks, −1 in its own",
          ),
          once: true,
        },
        once("goal", "goals", "1 where the ball comes into the goal that it attacks"),
        event("touch", "moves", "1 where it pushes the ball"),
        flow(
          "approach",
          "cosine",
          -1,
          1,
          "sum",
          "cosine of its move with the way to the ball; 0 where it did not move",
        ),
        level(
          "alignment",
          "cosine",
          -1,
          1,
          "cosine of the way to the ball with that from the ball to the goal; 0 at the end",
        ),
        level("nearness", "share", 0, 1, "1 at the ball, falling with the distance; 0 at the end"),
        level("distance", "cells", 0, 2 * size, "distance from the ball beyond touching; 0 at the end"),
        flow(
          "ballProgress",
          "cosine",
          -1,
          1,
          "sum",
          "cosine of the ball's way in the step with that to the goal; 0 where it lies still",
        ),
        level("ballPlace", "share", -1, 1, "how much nearer the ball is to the goal than to the own; 0 at the end"),
      ],
      publicState: parts({ x: "columns of the players", y: "rows", ball: "the ball's column and row", tick: "move" }),
      deterministic: false,
      symmetric: false,
      oracles: {
        alone: {
          meaning: "the fewest moves to a goal as if no other player were there, found over all states of the pitch",
          play() {
            known ??= fewestMoves(footballProcess(size)).choice;
            return alonePlayer(known, size, eyes);
          },
        },
      },
    },
    state,
    reset(random, outcomes) {
      begin(random);
      approach.fill(0);
      touch.fill(0);
      report(outcomes, ball[0], ball[1]);
    },
    step(actions, outcomes, random) {
      const ballX = ball[0];
      const ballY = ball[1];
      tick[0] += 1;
      approach.fill(0);
      touch.fill(0);
      for (let k = 0; k < count; k++) order[k] = k;
      // Players move sequentially in random order.
      if (count > 1) shuffle(order, random);
      for (let k = 0; k < count && result[0] === 0; k++) move(order[k], choiceOf(actions[order[k]], A));
      report(outcomes, ballX, ballY);
      if (result[0] !== 0) return Status.terminated;
      return tick[0] < horizon ? Status.running : Status.truncated;
    },
    observe(out) {
      for (let seat = 0; seat < count; seat++) eyes.write(seat, out, seat * width);
    },
    scene: () => footballScene({ size, players, x, y, ball, tick: tick[0], result: result[0] }),
    bout: {
      asks: () => true,
      given: (seat) => {
        const placesOf = (side: number) =>
          Array.from(x, (column, k) => (way[k] === side ? [[seen(seat, column), y[k]]] : [])).flat();
        return [
          {
            ...{ tick: tick[0], ticks: horizon, size, you: seat % players },
            ...{ team: placesOf(way[seat]), others: placesOf(-way[seat]), ball: [seen(seat, ball[0]), ball[1]] },
          },
        ];
      },
      read(answer, _, action) {
        const named = placeOf(answer, MOVES);
        if (named < 0) return false;
        action[0] = named;
        return true;
      },
      points,
    },
  };
}

const labelsOf = (teams: number, players: number): string[] =>
  Array.from({ length: teams * players }, (_, seat) => {
    const side = teams === 1 ? "player" : seat < players ? "left" : "right";
    return players === 1 ? side : `${side} ${(seat % players) + 1}`;
  });

/** Plays a table of choices indexed by the positions of itself and the ball, which it reads from its observation. */
function alonePlayer(choice: Int32Array, size: number, eyes: Sight): Agent {
  const cells = size * size;
  return {
    reset() {},
    act(observation, action) {
      const [x, y, ballX, ballY] = eyes.read(observation);
      const best = choice[(x + y * size) * cells + ballX + ballY * size];
      action[0] = best < 0 ? 0 : best;
    },
  };
}

export const gridFootballWorld = bind({
  id: "games/grid-football",
  summary: "players push a ball into the goal of the other team, or alone into the one before them",
  source:
    "a small form of the car football of Lucy-SKG (arXiv 2305.15801); the rules are ours, and one player's game is solved",
  parameters,
  make: gridFootball,
});
