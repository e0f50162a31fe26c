// A line of cells whose prize needs a key that lies the other way (Devidze et al., NeurIPS 2021, section 4.3).

import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { slipping } from "../../environments/tabular/slip.ts";

/** The cell of the key. */
export const KEY_CELL = 1;

/**
 * `cells` places without the key, then as many with it, then the terminal state. Actions 0 left, 1 right, 2 pick. The
 * episode starts in the middle without the key; going right in the last cell with it pays `prize` and ends, going left
 * in cell 0 without it ends with nothing. A left or right move is exchanged for the other with probability `slip`/2.
 */
export function lineKey({
  cells = 10,
  discount = 0.95,
  slip = 0.1,
  prize = 10,
}: {
  readonly cells?: number;
  readonly discount?: number;
  readonly slip?: number;
  readonly prize?: number;
} = {}): TabularMdp {
  const terminal = 2 * cells;
  const goal = terminal - 1;
  const move = (s: number) => (action: number) => {
    const held = s >= cells ? cells : 0;
    const cell = s - held;
    if (action === 1) return s === goal ? terminal : held + Math.min(cells - 1, cell + 1);
    return cell > 0 ? s - 1 : held > 0 ? s : terminal;
  };
  return tabularMdp({
    states: terminal + 1,
    actions: 3,
    discount,
    start: Math.floor(cells / 2),
    terminal: (s) => s === terminal,
    transitions: (s, a) => {
      if (a === 2) return [[s === KEY_CELL ? s + cells : s, 1]];
      return slipping(2, s === goal ? 0 : slip, move(s), a);
    },
    reward: (s, a) => (s === goal && a === 1 ? prize : 0),
  });
}
