// Halite (2016) as an environment: players spread over a torus, and all pieces move simultaneously. An action is a direction for every
// cell; only those of the player's own cells are used.

import { z } from "zod";
import { memoryless } from "../../../core/agent.ts";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { maybeWhole, whole } from "../../../core/parameters.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import { choiceOf, field, level, parts } from "../../declaration.ts";
import { counted } from "../../scene-shapes.ts";
import { POINT, sharedPoint, WON } from "../points.ts";
import { haliteMap, leastSize } from "./map.ts";
import { DIRECTIONS, Frames, type HaliteField, MOST_STRENGTH, neighbour } from "./rules.ts";

const parameters = z
  .strictObject({
    players: whole(2, 6, 2).describe("players"),
    width: whole(6, 50, 20).describe("columns at most; the map takes as many as divide among the players"),
    height: whole(6, 50, 20).describe("rows at most"),
    map: maybeWhole(0, 2 ** 32 - 1).describe("the engine's seed of the map; default: a map of each episode's own"),
  })
  .superRefine(({ players, ...size }, context) => {
    for (const side of ["width", "height"] as const)
      if (size[side] < leastSize(players))
        context.addIssue({
          code: "custom",
          path: [side],
          message: `${players} players need ${leastSize(players)} or more`,
        });
  });

/** Highest production of a cell. */
const MOST_PRODUCTION = 15;
const CHANNELS = 5;

function haliteWorld(options: z.output<typeof parameters>): NumericEnvironment {
  const { players, width: wide, height: high } = options;
  const cells = wide * high;
  const horizon = Math.floor(10 * Math.sqrt(cells));
  const state = layout({
    ...{ owner: [high, wide], strength: [high, wide], production: [high, wide] },
    /** Columns and rows of the map, which starts at the first cell. */
    size: [2],
    /** Number of cells now, summed over frames, and the frame in which a player lost its last cell. */
    ...{ territory: [players], held: [players], outAt: [players], frame: [1] },
  });
  const { owner, strength, production, size, territory, held, outAt, frame } = state.views;
  const frames = new Frames(players, cells);
  let orders: Float64Array = new Float64Array(0);
  const ordered = (player: number, cell: number): number => choiceOf(orders[player * cells + cell], DIRECTIONS.length);

  const here = (): HaliteField => ({ width: size[0], height: size[1], stride: wide, owner, strength, production });
  const plane = (name: string, meaning: string) =>
    field(name, 0, 1, `${meaning}, row by row from the top; 0 beyond the map`, { size: cells });
  const observation = [
    plane("own", "1 on own cells"),
    plane("others", "1 on cells of others"),
    plane("strength", "strength, of 255"),
    plane("production", "production, of 15"),
    field("mapWidth", 0, 50, "columns of the map"),
    field("mapHeight", 0, 50, "rows of the map"),
    field("frame", 0, horizon, "frames gone"),
  ];
  const seen = observationSize(observation);

  /** Ranking: later elimination, then more cells at the end, then more cells over all frames. */
  const points = (): number[] =>
    sharedPoint(Array.from(outAt, (out, k) => (out === 0 ? horizon + 1 : out) * 1e10 + territory[k] * 1e6 + held[k]));

  function count(): void {
    territory.fill(0);
    for (let cell = 0; cell < cells; cell++) if (owner[cell] > 0) territory[owner[cell] - 1] += 1;
    for (let player = 0; player < players; player++) {
      held[player] += territory[player];
      if (territory[player] === 0 && outAt[player] === 0) outAt[player] = frame[0];
    }
  }

  function report(outcomes: Float64Array, isOver: boolean): void {
    const shares = isOver ? points() : undefined;
    for (let player = 0; player < players; player++) {
      let total = 0;
      for (let cell = 0; cell < cells; cell++) if (owner[cell] === player + 1) total += strength[cell];
      const at = player * CHANNELS;
      outcomes[at] = shares?.[player] ?? 0;
      outcomes[at + 1] = territory[player];
      outcomes[at + 2] = total;
      outcomes[at + 3] = outAt[player] === 0 ? 1 : 0;
      outcomes[at + 4] = shares?.[player] === 1 ? 1 : 0;
    }
  }

  return {
    spec: {
      agents: Array.from({ length: players }, (_, k) => `agent_${k}`),
      labels: Array.from({ length: players }, (_, k) => `player ${k + 1}`),
      horizon,
      actionSize: cells,
      actionLow: new Float64Array(players * cells),
      actionHigh: new Float64Array(players * cells).fill(DIRECTIONS.length - 1),
      actionUnit: `direction of each cell: ${DIRECTIONS.map((name, k) => `${k} ${name}`).join(", ")}`,
      observation,
      observationSize: seen,
      channels: [
        POINT,
        level("territory", "cells", 0, cells, "cells that it owns"),
        level("strength", "strength", 0, cells * MOST_STRENGTH, "strength of its pieces"),
        level("alive", "players", 0, 1, "1 while it owns a cell"),
        WON,
      ],
      publicState: parts({ frame: "frame", territory: "cells of each player" }),
      deterministic: false,
      symmetric: false,
      oracles: {
        settler: {
          meaning: "waits until a piece is strong, then goes to the first cell that is not its own",
          play: () => memoryless((own, action) => settle(own, action)),
        },
      },
    },
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      const map = haliteMap(wide, high, players, options.map ?? Math.floor(random.uniform(0, 2 ** 32)));
      size.set([map.width, map.height]);
      for (let cell = 0; cell < map.owner.length; cell++) {
        const to = (cell % map.width) + Math.floor(cell / map.width) * wide;
        owner[to] = map.owner[cell];
        strength[to] = map.strength[cell];
        production[to] = map.production[cell];
      }
      count();
      report(outcomes, false);
    },
    step(actions, outcomes) {
      orders = actions;
      frames.play(here(), ordered);
      frame[0] += 1;
      count();
      const left = outAt.reduce((sum, out) => sum + (out === 0 ? 1 : 0), 0);
      const isOver = left < 2 || frame[0] >= Math.floor(10 * Math.sqrt(size[0] * size[1]));
      report(outcomes, isOver);
      return isOver ? Status.terminated : Status.running;
    },
    observe(out) {
      for (let player = 0; player < players; player++) {
        const at = player * seen;
        for (let cell = 0; cell < cells; cell++) {
          out[at + cell] = owner[cell] === player + 1 ? 1 : 0;
          out[at + cells + cell] = owner[cell] > 0 && owner[cell] !== player + 1 ? 1 : 0;
          out[at + 2 * cells + cell] = strength[cell] / MOST_STRENGTH;
          out[at + 3 * cells + cell] = production[cell] / MOST_PRODUCTION;
        }
        out[at + 4 * cells] = size[0];
        out[at + 4 * cells + 1] = size[1];
        out[at + 4 * cells + 2] = frame[0];
      }
    },
    scene,
    bout: {
      asks: (seat) => outAt[seat] === 0,
      given: (seat) => {
        const rows = (values: Float64Array) =>
          Array.from({ length: size[1] }, (_, y) => [...values.subarray(y * wide, y * wide + size[0])]);
        return [
          {
            ...{ width: size[0], height: size[1], turn: frame[0] + 1, you: seat + 1 },
            ...{ owner: rows(owner), strength: rows(strength), production: rows(production) },
          },
        ];
      },
      read(answer, _, action) {
        action.fill(0);
        if (!Array.isArray(answer)) return true;
        for (const order of answer) {
          if (!Array.isArray(order)) continue;
          const [x, y, way] = order.map(Number);
          if (x >= 0 && x < size[0] && y >= 0 && y < size[1] && Number.isInteger(x) && Number.isInteger(y)) {
            action[x + y * wide] = way >= 0 && way <= 4 ? way : 0;
          }
        }
        return true;
      },
      points,
    },
  };

  /** The settler's orders, computed from a seat's observation. */
  function settle(own: Float32Array, action: Float64Array): void {
    const seenField: HaliteField = {
      ...{ width: own[4 * cells], height: own[4 * cells + 1], stride: wide },
      owner: Float64Array.from(own.subarray(0, cells)),
      strength: Float64Array.from(own.subarray(2 * cells, 3 * cells), (share) => Math.round(share * MOST_STRENGTH)),
      production: Float64Array.from(own.subarray(3 * cells, 4 * cells), (share) => Math.round(share * MOST_PRODUCTION)),
    };
    const turn = own[4 * cells + 2] + 1;
    for (let cell = 0; cell < cells; cell++) action[cell] = own[cell] === 1 ? settlersOrder(seenField, cell, turn) : 0;
  }

  function scene(): Scene {
    const [width, height] = size;
    const legend = [
      { meaning: "free", fill: "surface" as const },
      ...Array.from({ length: players }, (_, k) => ({ meaning: `of player ${k + 1}`, fill: k })),
    ];
    const shapes: Shape[] = [
      {
        ...{ kind: "grid", at: [0, 0], cell: 1, columns: width, legend },
        cells: Array.from({ length: width * height }, (_, k) => owner[(k % width) + Math.floor(k / width) * wide]),
      },
    ];
    for (let y = 0; y < height && shapes.length < MOST_DOTS; y++) {
      for (let x = 0; x < width; x++) {
        const power = strength[x + y * wide];
        const fill = owner[x + y * wide] > 0 ? "ink" : "muted";
        if (power === 0) continue;
        shapes.push({
          ...{ kind: "circle", at: [x + 0.5, height - y - 0.5], fill },
          ...{ radius: 0.45 * Math.sqrt(power / MOST_STRENGTH), opacity: 0.6 },
        });
      }
    }
    const holdings = Array.from(territory, (own, k) => `player ${k + 1} has ${counted(own, "cell")}`);
    return {
      view: { left: -0.3, right: width + 0.3, bottom: -0.3, top: height + 0.3 },
      shapes,
      caption: `After ${counted(frame[0], "frame")}: ${holdings.join(", ")}.`,
    };
  }
}

/** Maximum number of circles of a scene, before some are omitted. */
const MOST_DOTS = 1_900;

export const halite = bind({
  id: "games/halite",
  summary: "players spread over a torus of cells that make them stronger, and fight where they meet",
  source: "the engine of Halite (2016), to the byte; an arena of CodeClash (arXiv 2511.00839)",
  parameters,
  make: haliteWorld,
});

/**
 * The settler, a simple player: a piece waits until it is five times as strong as its cell's production, then moves to the first adjacent
 * cell that it does not own. Surrounded by its own cells it alternates by the turn, counted from 1.
 */
export function settlersOrder(field: HaliteField, cell: number, turn: number): number {
  const { owner, strength, production, stride } = field;
  if (strength[cell] < 5 * production[cell]) return 0;
  for (let way = 1; way <= 4; way++) if (owner[neighbour(field, cell, way)] !== owner[cell]) return way;
  const [x, y] = [cell % stride, Math.floor(cell / stride)];
  if (turn % 4 < 2) return x % 2 === 1 ? 1 : 3;
  return y % 2 === 1 ? 2 : 4;
}
