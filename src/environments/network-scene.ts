// Scenes of agents on a circle with their pairwise relations, for multi-agent environments.

import type { Point, Scene, Shape } from "../core/scene.ts";
import { fitted, label, widthOf } from "./scene-shapes.ts";

/** Data of agents and of their relations. */
export interface Relations {
  readonly labels: readonly string[];
  /** [agents] fill level of an agent's circle, from 0 to 1, and the text under its name. */
  readonly levels: ArrayLike<number>;
  readonly says: (agent: number) => string;
  /** [agents × agents] thickness of an arrow, from 0 to 1; rows are the sources. */
  readonly ties: ArrayLike<number>;
  /** [agents × agents] from 0 to 1: above one half an arrow is drawn in the colour for bad. */
  readonly harm?: ArrayLike<number>;
  /** Meanings of circles and arrows; with many agents no arrows are drawn. */
  readonly caption: { readonly circles: string; readonly arrows: string };
}

/** Maximum number of agents with arrows, and of agents with names, so that they do not overlap. */
const [MOST_WITH_TIES, MOST_WITH_NAMES] = [12, 20];
const RADIUS = 10;
/** Distance between an agent's circle and its name, and space for the longest name. */
const [BESIDE, NAME] = [0.5, 14];
/** Widest text under a name, because the text changes from step to step. */
const SAID = "100.0 of 100";

export function networkScene({ labels, levels, says, ties, harm, caption: { circles, arrows } }: Relations): Scene {
  const n = labels.length;
  const hasTies = n > 1 && n <= MOST_WITH_TIES;
  const size = n > MOST_WITH_TIES ? (2.2 * RADIUS) / n : Math.min(2.2, (4.4 * RADIUS) / (n + 3));
  const places = labels.map((_, k): Point => {
    if (n === 1) return [0, 0];
    // Two agents are side by side; more start at the top.
    const turn = (2 * Math.PI * k) / n + (n === 2 ? -Math.PI / 2 : 0);
    return [RADIUS * Math.sin(turn), RADIUS * Math.cos(turn)];
  });
  const shapes: Shape[] = [];
  if (hasTies) {
    for (let from = 0; from < n; from++) {
      for (let to = 0; to < n; to++) {
        if (from === to) continue;
        const k = from * n + to;
        shapes.push(...tie(places[from], places[to], size, ties[k], harm?.[k] ?? 0));
      }
    }
  }
  const room = { agents: n, size, letters: n > MOST_WITH_TIES ? size * 0.9 : 1.1 };
  const isNamed = n <= MOST_WITH_NAMES;
  for (const [k, at] of places.entries()) {
    const level = Math.min(1, Math.max(0, levels[k]));
    shapes.push(
      { kind: "circle", at, radius: size, fill: "surface", stroke: k, width: 2 },
      // The area of the inner circle is proportional to the level.
      { kind: "circle", at, radius: size * Math.sqrt(level), fill: k, opacity: 0.75 },
    );
    if (isNamed) shapes.push(...nameOf(at, labels[k], says(k), room));
  }
  return {
    view: viewOf(places, isNamed ? labels : [], room),
    shapes,
    caption: hasTies ? `${circles} ${arrows}` : circles,
  };
}

interface Room {
  readonly agents: number;
  /** Radius of an agent's circle. */
  readonly size: number;
  /** Height of a letter of a name. */
  readonly letters: number;
}

/** Half of the height of a name; with many agents there is no text under it. */
const halfOf = ({ agents, letters }: Room): number => (agents > MOST_WITH_TIES ? 0.5 : 1.2) * letters;

/** A name with its text, on the outer side, away from the arrows; with one or two agents, below the circle. */
function nameOf([x, y]: Point, name: string, said: string, room: Room): Shape[] {
  const { agents, size, letters } = room;
  const [across, up] = agents <= 2 ? [0, -1] : [x / RADIUS, y / RADIUS];
  const align = Math.abs(across) < 0.1 ? "middle" : across > 0 ? "start" : "end";
  const left = x + across * (size + BESIDE);
  const middle = y + up * (size + BESIDE + halfOf(room));
  const text = fitted(name, NAME, letters);
  if (agents > MOST_WITH_TIES) return [label([left, middle], text, letters, { align })];
  return [
    label([left, middle + 0.6 * letters], text, letters, { align }),
    label([left, middle - 0.6 * letters], said, letters * 0.9, { align, fill: "muted" }),
  ];
}

/** View that contains all circles and names; it does not depend on the changing texts. */
function viewOf(places: readonly Point[], labels: readonly string[], room: Room): Scene["view"] {
  const { agents, size, letters } = room;
  const names = labels.map((name) => widthOf(fitted(name, NAME, letters), letters));
  const widest = Math.max(0, ...names, labels.length > 0 ? widthOf(SAID, 0.9 * letters) : 0);
  const below = size + BESIDE + 2 * halfOf(room);
  const wide = RADIUS + (agents <= 2 ? Math.max(size, widest / 2) : size + BESIDE + widest);
  const top = agents <= 2 ? size : RADIUS + below;
  const bottom = Math.min(...places.map(([, y]) => y)) - below;
  return { left: -wide - 0.6, right: wide + 0.6, bottom: bottom - 0.6, top: top + 0.6 };
}

/** An arrow on the right-hand side of the connecting line, so that both directions are visible. */
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
