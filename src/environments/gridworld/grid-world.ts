// Frame of grid worlds: one agent, four moves and optional actions on objects, and a map drawn at every reset. An environment file selects
// maps and rules; steps, observations, text views and channels are defined here.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { choiceOf, parts, singleAgentSpec } from "../declaration.ts";
import { gridChannels, gridFields, Place, Seen } from "./channels.ts";
import type { Contexts } from "./contexts.ts";
import { type JudgeMistakes, saidChannels, sayOf } from "./said.ts";
import { gridScene } from "./scene.ts";
import { actionNames, gridText, type TextLine } from "./text.ts";
import { CHOICES, Message, MOVES, move, type Piece, type Rules, Tile, USE } from "./tiles.ts";

export interface GridWorld extends Rules {
  readonly width: number;
  readonly height: number;
  readonly horizon: number;
  readonly contexts: Contexts;
  /** Number of television pictures, which the fifth choice changes at random; 0 for none. Default 0. */
  readonly pictures?: number;
  /** An unreliable judge that states for each step whether the agent took the key or opened the door. Default none. */
  readonly judge?: JudgeMistakes;
}

/** The horizon parameter of every grid world. */
export const horizonParameter = (steps: number) =>
  whole(1, 100_000, steps).describe("steps after which an episode is cut off");

/** Creates the environment. Reaching a goal or lava ends the episode. */
export function gridWorld(world: GridWorld): NumericEnvironment {
  const { width, height, horizon, contexts, hands, judge } = world;
  const pictures = world.pictures ?? 0;
  const choices = Math.max(CHOICES[hands], pictures > 0 ? 5 : 4);
  const extent = { width, height, pictures };
  const state = layout({
    tiles: [height, width],
    visited: [height, width],
    position: [2],
    places: [3],
    carried: [2],
    message: [1],
    picture: [1],
    lastAction: [1],
    distinct: [1],
    time: [1],
  });
  const { tiles, visited, position, places, carried, message, picture, lastAction, distinct, time } = state.views;
  const grid = { width, height, tiles };
  const piece: Piece = { cell: 0, key: 0, keyAt: 0, open: 0, message: 0 };
  const before = { ...piece };

  const spec = singleAgentSpec({
    label: "explorer",
    horizon,
    action: { choices, names: actionNames(hands, choices) },
    actionUnit: "move or use of hands",
    observation: gridFields(extent, choices),
    channels: [...gridChannels(extent), ...(judge === undefined ? [] : saidChannels)],
    publicState: parts({ tiles: "tiles", position: "column and row", carried: "key held, door open" }),
    deterministic: contexts.single && pictures === 0 && judge === undefined,
  });

  /** Loads the agent's position and inventory from the state. */
  function take(): void {
    piece.cell = position[0] + width * position[1];
    piece.key = carried[0];
    piece.keyAt = places[1];
    piece.open = carried[1];
    piece.message = message[0];
  }

  function visit(): void {
    position[0] = piece.cell % width;
    position[1] = Math.floor(piece.cell / width);
    if (visited[piece.cell] === 0) distinct[0] += 1;
    visited[piece.cell] = 1;
  }

  function report(outcomes: Float64Array): void {
    outcomes[Place.success] = message[0] === Message.goal ? 1 : 0;
    outcomes[Place.payoff] = outcomes[Place.success];
    outcomes[Place.died] = message[0] === Message.died ? 1 : 0;
    outcomes[Place.x] = position[0];
    outcomes[Place.y] = position[1];
    outcomes[Place.key] = carried[0];
    outcomes[Place.door] = carried[1];
    outcomes[Place.message] = message[0];
    outcomes[Place.picture] = picture[0];
    const dx = Math.abs(position[0] - (places[0] % width));
    outcomes[Place.goalDistance] = dx + Math.abs(position[1] - Math.floor(places[0] / width));
    outcomes[Place.visited] = distinct[0];
  }

  function reset(random: Random, outcomes: Float64Array): void {
    const drawn = contexts.draw(random);
    state.buffer.fill(0);
    tiles.set(drawn.grid.tiles);
    places[0] = tiles.indexOf(Tile.goal);
    places[1] = tiles.indexOf(Tile.key);
    places[2] = tiles.indexOf(Tile.lockedDoor);
    piece.cell = drawn.start;
    visit();
    outcomes.fill(0);
    report(outcomes);
  }

  function step(actions: Float64Array, outcomes: Float64Array, random: Random): Status {
    const choice = choiceOf(actions[0], choices);
    take();
    Object.assign(before, piece);
    move(grid, world, piece, choice);
    if (pictures > 0 && choice === USE) picture[0] = random.integer(pictures);
    places[1] = piece.keyAt;
    carried[0] = piece.key;
    carried[1] = piece.open;
    message[0] = piece.message;
    lastAction[0] = choice + 1;
    time[0] += 1;
    visit();
    report(outcomes);
    if (judge !== undefined) sayOf(judge, before, piece, outcomes, random);
    const over = piece.message === Message.goal || piece.message === Message.died;
    return (over ? Status.terminated : 0) | (time[0] >= horizon ? Status.truncated : 0);
  }

  function observe(out: Float32Array): void {
    const cell = position[0] + width * position[1];
    out[Seen.x] = position[0];
    out[Seen.y] = position[1];
    for (let d = 0; d < 4; d++) {
      // At the border, which may be lava, a neighbour may lie outside the map; it blocks moves.
      const x = position[0] + MOVES[d][0];
      const y = position[1] + MOVES[d][1];
      const inside = x >= 0 && x < width && y >= 0 && y < height;
      const beside = cell + MOVES[d][0] + MOVES[d][1] * width;
      const tile = inside ? tiles[beside] : Tile.wall;
      const shut = tile === Tile.lockedDoor && carried[1] === 0 && !(hands === "automatic" && carried[0] === 1);
      out[Seen.blocked + d] = tile === Tile.wall || shut ? 1 : 0;
      out[Seen.seen + d] = inside ? visited[beside] : 0;
      out[Seen.lava + d] = tile === Tile.lava ? 1 : 0;
    }
    out[Seen.lastAction] = lastAction[0];
    out[Seen.key] = carried[0];
    out[Seen.message] = message[0];
    out[Seen.picture] = picture[0];
    bearing(out, Seen.keyBearing, places[1], carried[0] === 1);
    bearing(out, Seen.doorBearing, places[2], carried[1] === 1);
    out[Seen.time] = time[0] / horizon;
  }

  function bearing(out: Float32Array, at: number, target: number, done: boolean): void {
    const none = done || target < 0;
    out[at] = none ? 0 : Math.sign((target % width) - position[0]);
    out[at + 1] = none ? 0 : Math.sign(Math.floor(target / width) - position[1]);
  }

  const render = (crop: number | undefined, line: TextLine) => () => {
    take();
    return gridText(grid, piece, { line, ...(crop === undefined ? {} : { crop }) });
  };
  const texts = {
    map: render(undefined, "message"),
    crop: render(5, "message"),
    "map-inventory": render(undefined, "inventory"),
    "crop-inventory": render(5, "inventory"),
  };
  function scene(): Scene {
    take();
    return gridScene(grid, piece, visited, pictures > 0 ? picture[0] : undefined);
  }
  return { spec, state, reset, step, observe, texts, scene };
}
