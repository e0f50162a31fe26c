// Cameras on the peg table, as small pictures that each miss something: the one above is coarse and sees no heights, the one at the side no
// depth and not the last centimetre, the one at the wrist nothing further than two cells, nor whether the peg below it is held.

import { ALIGNED, EMPTY, gripOf, INSERTED, type PegLayout } from "./peg.ts";

export const PEG_VIEWS = ["top", "side", "wrist"] as const;
export type PegView = (typeof PEG_VIEWS)[number];

/** Brightness of what is seen, which adds up. */
const [HOLE, PEG, GRIPPER] = [0.3, 0.6, 1];
/** Cells that the wrist sees to each side. */
const REACH = 2;
const WRIST = (2 * REACH + 1) ** 2;

/** Pixels of a camera. The wrist's last one says whether the peg is aligned or in the hole. */
export function pixelsOf(size: number, view: PegView): number {
  if (view === "top") return Math.ceil(size / 2) ** 2;
  return view === "side" ? 3 * size : WRIST + 1;
}

/** Writes the pictures of a state from `at` on, one camera after the other. */
export function writeViews(
  views: readonly PegView[],
  layout: PegLayout,
  state: number,
  out: Float32Array,
  at: number,
): void {
  const { size, hole } = layout;
  const { cell, grip } = gripOf(layout, state);
  const peg = grip === EMPTY ? layout.peg : grip === INSERTED ? hole : cell;
  let from = at;
  for (const view of views) {
    const pixels = pixelsOf(size, view);
    out.fill(0, from, from + pixels);
    if (view === "top") {
      const side = Math.ceil(size / 2);
      const pixel = (of: number) => from + ((of % size) >> 1) + side * (Math.floor(of / size) >> 1);
      out[pixel(hole)] += HOLE;
      out[pixel(peg)] += PEG;
      out[pixel(cell)] += GRIPPER;
    } else if (view === "side") {
      const isLow = grip === EMPTY || grip === INSERTED;
      out[from + (hole % size)] += HOLE;
      out[from + (isLow ? 0 : size) + (peg % size)] += PEG;
      out[from + 2 * size + (cell % size)] += GRIPPER;
    } else {
      near(hole, HOLE);
      near(peg, PEG);
      out[from + WRIST] = grip === ALIGNED || grip === INSERTED ? 1 : 0;
    }
    from += pixels;
  }

  function near(of: number, brightness: number): void {
    const dx = (of % size) - (cell % size);
    const dy = Math.floor(of / size) - Math.floor(cell / size);
    if (Math.abs(dx) > REACH || Math.abs(dy) > REACH) return;
    out[from + (dx + REACH) + (2 * REACH + 1) * (dy + REACH)] += brightness;
  }
}
