// Agents on a circle with what passes between each two of them: how a world of several agents looks that stand in relation.

import type { Point, Scene, Shape } from "../core/scene.ts";

/** What is drawn of agents and of their relations. */
export interface Relations {
  readonly labels: readonly string[];
  /** [agents] from 0 to 1: how full an agent's circle is, and what stands under its name. */
  readonly levels: ArrayLike<number>;
  readonly says: (agent: number) => string;
  /** [agents × agents] from 0 to 1, row = from: how thick an arrow is. */
  readonly ties: ArrayLike<number>;
  /** [agents × agents] from 0 to 1: an arrow is drawn as bad beyond a half. */
  readonly harm?: ArrayLike<number>;
  readonly caption: string;
}

/** Agents beyond which arrows would cover one another: then one circle in the middle of an agent says what it receives. */
const MOST_WITH_TIES = 12;
const RADIUS = 10;

export function networkScene({ labels, levels, says, ties, harm, caption }: Relations): Scene {
  const n = labels.length;
  const size = n > MOST_WITH_TIES ? (2.2 * RADIUS) / n : Math.min(2.2, (4.4 * RADIUS) / (n + 3));
  const places = labels.map((_, k): Point => {
    if (n === 1) return [0, 0];
    // Two stand side by side, more begin at the top.
    const turn = (2 * Math.PI * k) / n + (n === 2 ? -Math.PI / 2 : 0);
    return [RADIUS * Math.sin(turn), RADIUS * Math.cos(turn)];
  });
  const shapes: Shape[] = [];
  if (n <= MOST_WITH_TIES) {
    for (let from = 0; from < n; from++) {
      for (let to = 0; to < n; to++) {
        if (from === to) continue;
        const k = from * n + to;
        shapes.push(...tie(places[from], places[to], size, ties[k], harm?.[k] ?? 0));
      }
    }
  }
  const letters = n > MOST_WITH_TIES ? size * 0.9 : 1.1;
  for (const [k, at] of places.entries()) {
    const level = Math.min(1, Math.max(0, levels[k]));
    shapes.push(
      { kind: "circle", at, radius: size, fill: "surface", stroke: k, width: 2 },
      // The area of the inner circle is the level.
      { kind: "circle", at, radius: size * Math.sqrt(level), fill: k, opacity: 0.75 },
    );
    const below = size + letters;
    if (n <= 3 * MOST_WITH_TIES) {
      shapes.push(
        { kind: "text", at: [at[0], at[1] - below], text: labels[k], size: letters, fill: "ink" },
        { kind: "text", at: [at[0], at[1] - below - 1.2 * letters], text: says(k), size: letters * 0.9, fill: "muted" },
      );
    }
  }
  const height = n === 2 ? size : RADIUS + size;
  return {
    view: { left: -RADIUS - 5, right: RADIUS + 5, bottom: -height - 3.2, top: height + 1 },
    shapes,
    caption,
  };
}

/** An arrow on the right-hand side of the way, so that both directions are seen. */
function tie(from: Point, to: Point, size: number, strength: number, harm: number): Shape[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const aside = Math.min(0.35, size / 3);
  const along = (place: number): Point => [from[0] + ux * place + uy * aside, from[1] + uy * place - ux * aside];
  const [start, end] = [along(size * 1.15), along(length - size * 1.15)];
  const width = 0.5 + 7 * strength;
  return [
    {
      kind: "line",
      points: [start, end],
      stroke: harm > 0.5 ? "bad" : "accent",
      width,
      opacity: 0.25 + 0.6 * strength,
      arrow: true,
    },
  ];
}
