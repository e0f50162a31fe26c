// Light cycles: bikes move simultaneously and leave trails behind them. The last survivor wins.

import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { share, whole } from "../../../core/parameters.ts";
import type { Random } from "../../../core/random.ts";
import { bind } from "../../../core/registry.ts";
import type { Scene, Shape } from "../../../core/scene.ts";
import { choiceOf, field, level, parts, seats } from "../../declaration.ts";
import { counted } from "../../scene-shapes.ts";
import { placeOf } from "../answers.ts";
import { POINT, sharedPoint, WON } from "../points.ts";

const parameters = z.strictObject({
  bikes: whole(2, 8, 2).describe("bikes on the grid"),
  width: whole(8, 100, 30).describe("columns"),
  height: whole(8, 100, 30).describe("rows"),
  rocks: share(0).describe("share of the cells with a rock"),
  horizon: whole(1, 10_000, 600).describe("ticks after which the longest trail wins"),
});

const HEADINGS = ["up", "right", "down", "left"] as const;
const DX = [0, 1, 0, -1];
const DY = [1, 0, -1, 0];

const FREE = 0;
const ROCK = -1;
const CHANNELS = 4;

function lightCycles({ bikes, width, height, rocks, horizon }: z.output<typeof parameters>): NumericEnvironment {
  const cells = width * height;
  /** A cell holds 0, −1 for a rock, or the number of a bike, from 1. `outAt` is 0 while a bike is in play. */
  const state = layout({
    cell: [height, width],
    at: [bikes],
    heading: [bikes],
    outAt: [bikes],
    length: [bikes],
    tick: [1],
  });
  const { cell, at, heading, outAt, length, tick } = state.views;
  const targets = new Int32Array(bikes);
  const rides = (seat: number): boolean => outAt[seat] === 0;
  const observation = [
    field("wall", 0, 1, "1 where a bike cannot ride, row by row from the lowest", { size: cells }),
    field("own", 0, 1, "1 at the own place", { size: cells }),
    field("others", 0, 1, "1 at the places of others that ride", { size: cells }),
    field("heading", 0, 1, `1 at the own heading: ${HEADINGS.join(", ")}`, { size: 4 }),
    field("riding", 0, 1, "1 while it rides"),
  ];
  const size = observationSize(observation);

  /** The bike with the latest crash is best; at the last tick, the one with the longest trail. */
  const points = (): number[] =>
    sharedPoint(Array.from(outAt, (out, seat) => (out === 0 ? horizon + length[seat] : out)));

  function report(outcomes: Float64Array, isOver: boolean): void {
    const shares = isOver ? points() : undefined;
    for (let seat = 0; seat < bikes; seat++) {
      outcomes[CHANNELS * seat] = shares?.[seat] ?? 0;
      outcomes[CHANNELS * seat + 1] = rides(seat) ? 1 : 0;
      outcomes[CHANNELS * seat + 2] = length[seat];
      outcomes[CHANNELS * seat + 3] = shares?.[seat] === 1 ? 1 : 0;
    }
  }

  /** Start positions on a ring around the middle at equal angles, heading inwards; the first angle is random. */
  function begin(random: Random): void {
    state.buffer.fill(0);
    const turned = random.integer(4) / 4;
    for (let seat = 0; seat < bikes; seat++) {
      const angle = 2 * Math.PI * (seat / bikes + turned);
      const x = Math.round((width - 1) / 2 + (width / 2 - 2) * 0.8 * Math.cos(angle));
      const y = Math.round((height - 1) / 2 + (height / 2 - 2) * 0.8 * Math.sin(angle));
      at[seat] = x + y * width;
      cell[at[seat]] = seat + 1;
      length[seat] = 1;
      const isAcross = Math.abs(Math.cos(angle)) >= Math.abs(Math.sin(angle)) - 1e-9;
      heading[seat] = isAcross ? (Math.cos(angle) > 0 ? 3 : 1) : Math.sin(angle) > 0 ? 2 : 0;
    }
    for (let rock = Math.round(rocks * cells); rock > 0; rock--) {
      const place = random.integer(cells);
      // The cell in front of a bike stays free.
      if (cell[place] === FREE && !isAhead(place)) cell[place] = ROCK;
    }
  }

  const isAhead = (place: number): boolean => {
    for (let seat = 0; seat < bikes; seat++) if (targetOf(seat, heading[seat]) === place) return true;
    return false;
  };

  /** Destination of a bike; −1 outside the grid. */
  function targetOf(seat: number, direction: number): number {
    const x = (at[seat] % width) + DX[direction];
    const y = Math.floor(at[seat] / width) + DY[direction];
    return x < 0 || x >= width || y < 0 || y >= height ? -1 : x + y * width;
  }

  return {
    spec: {
      ...seats(
        Array.from({ length: bikes }, (_, k) => `bike ${k + 1}`),
        () => HEADINGS.length - 1,
      ),
      horizon,
      actionUnit: "heading",
      choices: HEADINGS.length,
      choiceNames: HEADINGS,
      observation,
      observationSize: size,
      channels: [
        POINT,
        level("riding", "bikes", 0, 1, "1 while it rides"),
        level("length", "cells", 0, cells, "cells of its trail"),
        WON,
      ],
      publicState: parts({ tick: "tick", length: "cells of each trail" }),
      deterministic: false,
      symmetric: false,
    },
    state,
    reset(random, outcomes) {
      begin(random);
      report(outcomes, false);
    },
    step(actions, outcomes) {
      tick[0] += 1;
      for (let seat = 0; seat < bikes; seat++) {
        targets[seat] = -1;
        if (!rides(seat)) continue;
        const wanted = choiceOf(actions[seat], HEADINGS.length);
        // A bike cannot reverse: it continues straight on.
        if ((wanted + 2) % 4 !== heading[seat]) heading[seat] = wanted;
        targets[seat] = targetOf(seat, heading[seat]);
      }
      let riding = 0;
      for (let seat = 0; seat < bikes; seat++) {
        if (!rides(seat)) continue;
        if (crashes(seat)) outAt[seat] = tick[0];
        else riding += 1;
      }
      for (let seat = 0; seat < bikes; seat++) {
        if (!rides(seat)) continue;
        at[seat] = targets[seat];
        cell[at[seat]] = seat + 1;
        length[seat] += 1;
      }
      const isOver = riding < 2;
      report(outcomes, isOver || tick[0] >= horizon);
      return isOver ? Status.terminated : Status.running;
    },
    observe(out) {
      out.fill(0);
      for (let seat = 0; seat < bikes; seat++) {
        const begins = seat * size;
        for (let place = 0; place < cells; place++) out[begins + place] = cell[place] === FREE ? 0 : 1;
        for (let other = 0; other < bikes; other++) {
          if (rides(other)) out[begins + (other === seat ? 1 : 2) * cells + at[other]] = 1;
        }
        out[begins + 3 * cells + heading[seat]] = 1;
        out[begins + 3 * cells + 4] = rides(seat) ? 1 : 0;
      }
    },
    scene: () => cyclesScene(),
    bout: {
      asks: rides,
      given: (seat) => [
        {
          ...{ width, height, tick: tick[0], you: seat },
          cells: Array.from({ length: height }, (_, y) => [...cell.subarray(y * width, (y + 1) * width)]),
          bikes: Array.from(at, (place, k) => ({
            ...{ x: place % width, y: Math.floor(place / width), heading: HEADINGS[heading[k]] },
            ...{ riding: rides(k), length: length[k] },
          })),
        },
      ],
      read(answer, seat, action) {
        const named = placeOf(answer, HEADINGS);
        action[0] = named < 0 ? heading[seat] : named;
        return true;
      },
      points,
    },
  };

  /** Whether a bike hits an edge, a rock, a trail, or a bike that moves to the same cell. */
  function crashes(seat: number): boolean {
    const target = targets[seat];
    if (target < 0 || cell[target] !== FREE) return true;
    for (let other = 0; other < bikes; other++) if (other !== seat && targets[other] === target) return true;
    return false;
  }

  function cyclesScene(): Scene {
    const legend = [
      { meaning: "free", fill: "faint" as const },
      { meaning: "rock", fill: "muted" as const },
      ...Array.from({ length: bikes }, (_, seat) => ({ meaning: `trail of bike ${seat + 1}`, fill: seat })),
    ];
    const shapes: Shape[] = [
      {
        ...{ kind: "grid", at: [0, 0], cell: 1, columns: width, legend },
        cells: Array.from({ length: cells }, (_, k) => {
          const held = cell[(k % width) + (height - 1 - Math.floor(k / width)) * width];
          return held === ROCK ? 1 : held === FREE ? 0 : held + 1;
        }),
      },
    ];
    for (let seat = 0; seat < bikes; seat++) {
      const middle = [(at[seat] % width) + 0.5, Math.floor(at[seat] / width) + 0.5] as const;
      const fill = rides(seat) ? "ink" : "surface";
      shapes.push({ kind: "circle", at: middle, radius: 0.42, fill, stroke: "surface" });
    }
    const fates = Array.from({ length: bikes }, (_, seat) =>
      rides(seat) ? `bike ${seat + 1} rides on` : `bike ${seat + 1} has crashed in tick ${outAt[seat]}`,
    );
    return {
      view: { left: -0.3, right: width + 0.3, bottom: -0.3, top: height + 0.3 },
      shapes,
      caption: `After ${counted(tick[0], "tick")}: ${fates.join(", ")}.`,
    };
  }
}

export const lightCyclesWorld = bind({
  id: "games/light-cycles",
  summary: "bikes leave walls behind them; the last one that rides wins",
  source: "an arena of CodeClash (arXiv 2511.00839); size and length of a game are ours",
  parameters,
  make: lightCycles,
});
