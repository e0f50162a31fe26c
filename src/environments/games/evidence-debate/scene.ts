// Scene of a debate: a bar for each piece on the side of the decision that it supports; revealed pieces have their debater's colour.

import type { Scene, Shape } from "../../../core/scene.ts";
import { between, block, counted, label, rectangle, signed } from "../../scene-shapes.ts";

/** Data of a scene. */
interface Shown {
  readonly support: ArrayLike<number>;
  readonly shownBy: ArrayLike<number>;
  readonly topics: number;
  readonly reveals: number;
  readonly said: number;
  readonly turn: number;
  readonly score: number;
}

/** Half of the width, which corresponds to a support of 1. */
const WIDE = 4;

export function debateScene({ support, shownBy, topics, reveals, said, turn, score }: Shown): Scene {
  const pieces = support.length;
  const shapes: Shape[] = [between([0, -0.4], [0, pieces], "muted")];
  for (let k = 0; k < pieces; k++) {
    const bottom = pieces - 1 - k;
    const end = -WIDE * support[k];
    const bar = rectangle(Math.min(0, end), bottom, Math.max(0, end), bottom + 0.7);
    shapes.push(shownBy[k] > 0 ? block(bar, shownBy[k] - 1) : block(bar, "faint"));
    shapes.push(label([-WIDE - 0.9, bottom + 0.2], `topic ${(k % topics) + 1}`, 0.35));
  }
  const verdict =
    score === 0 ? "neither side leads" : `${score > 0 ? "left" : "right"} leads by ${signed(Math.abs(score))}`;
  const next = said === reveals ? "the debate is over" : `${turn === 0 ? "left" : "right"} is to move`;
  return {
    view: { left: -WIDE - 2, right: WIDE + 0.6, bottom: -0.6, top: pieces + 0.3 },
    shapes,
    caption: `${counted(said, "piece")} of ${reveals} shown: ${verdict}; ${next}.`,
  };
}
