// Scene of a hold'em table: players with their cards and chips, the board and the pot in the middle, the button, and the player to act.
// Cards of folded players are faint.

import type { Point, Scene, Shape, Tone } from "../../../core/scene.ts";
import { counted, label, rectangle, signed } from "../../scene-shapes.ts";
import { CARD_NAMES } from "./cards.ts";
import { DEEDS, type PokerTable, SEEN, STREETS } from "./table.ts";

const SUITS: Readonly<Record<string, string>> = { s: "♠\uFE0E", h: "♥\uFE0E", d: "♦\uFE0E", c: "♣\uFE0E" };
/** Half a card's width and height. */
const [WIDE, HIGH] = [0.42, 0.6];

/** Half the width and height of the ring of players. */
const RING = { x: 4.6, y: 2.9 } as const;

/** A card; a folded one is faint, and a hidden one has no face. */
function card([x, y]: Point, number: number | undefined, counts = true): Shape[] {
  const outline = rectangle(x - WIDE, y - HIGH, x + WIDE, y + HIGH);
  if (number === undefined) return [{ kind: "polygon", points: outline, stroke: "faint" }];
  const [rank, suit] = CARD_NAMES[number];
  const fill: Tone = !counts ? "muted" : suit === "h" || suit === "d" ? "bad" : "ink";
  return [
    { kind: "polygon", points: outline, fill: counts ? "surface" : "faint", stroke: "muted" },
    label([x, y + 0.25], rank === "T" ? "10" : rank, 0.42, { fill }),
    label([x, y - 0.28], SUITS[suit], 0.4, { fill }),
  ];
}

/** `hands` is the number of hands to play. After the game, the last hand is still shown. */
export function tableScene(table: PokerTable, hands: number): Scene {
  const { hole, board, street, stack, bet, out, did, turn, button, hand, total, won, shown } = table.state.views;
  const players = stack.length;
  const isOver = turn[0] < 0;
  const seen = isOver ? table.state.views.lastSeen[0] : SEEN[street[0]];
  const shapes: Shape[] = [ellipse()];
  for (let k = 0; k < board.length; k++) shapes.push(...card([(k - 2) * 1.05, 0.25], k < seen ? board[k] : undefined));
  if (!isOver) shapes.push(label([0, -0.75], `${counted(table.pot, "chip")} in the pot`, 0.32, { fill: "muted" }));
  for (let seat = 0; seat < players; seat++) {
    const [x, y] = placeOf(seat, players);
    const isIn = out[seat] === 0;
    const wasDealt = stack[seat] > 0 || bet[seat] > 0 || isIn || did[seat] > 0;
    if (wasDealt)
      for (const k of [0, 1]) shapes.push(...card([x + (k === 0 ? -0.46 : 0.46), y], hole[2 * seat + k], isIn));
    shapes.push(label([x, y + 0.85], `player ${seat + 1}`, 0.32, { fill: seat }));
    shapes.push(label([x, y - 0.85], `${stack[seat]} behind`, 0.28, { fill: "muted" }));
    const deed = DEEDS[did[seat]];
    const note = isOver ? signed(won[seat]) : `${deed}${bet[seat] > 0 && deed !== "fold" ? ` ${bet[seat]}` : ""}`;
    if (note !== "") shapes.push(label([x, y - 1.22], note, 0.28));
    if (seat === button[0]) {
      shapes.push({ kind: "circle", at: [x + 1.25, y], radius: 0.22, fill: "surface", stroke: "ink" });
      shapes.push(label([x + 1.25, y], "D", 0.26));
    }
    if (seat === turn[0]) shapes.push({ kind: "circle", at: [x - 1.25, y], radius: 0.14, fill: "accent" });
  }
  const named = (of: ArrayLike<number>) =>
    Array.from(of, (chips, seat) => `player ${seat + 1} ${signed(chips)}`).join(", ");
  const before = hand[0] === 0 ? "" : ` The ${isOver ? "" : "last "}hand gave ${named(won)}.`;
  const now = isOver
    ? `After ${counted(hand[0], "hand")}: ${named(total)}.`
    : `Hand ${hand[0] + 1} of ${hands}, ${STREETS[street[0]]}; player ${turn[0] + 1} to act.`;
  const showed = Array.from(shown, (is, seat) => (is === 1 ? [`player ${seat + 1} showed ${lastCards(seat)}`] : []));
  const showdown = hand[0] === 0 ? "" : showed.flat().join(", ");
  return {
    view: { left: -6.6, right: 6.6, bottom: -4.5, top: 4.2 },
    shapes,
    caption: `${now}${before}${showdown === "" ? "" : ` In it ${showdown}.`}`,
  };

  function lastCards(seat: number): string {
    const { lastHole } = table.state.views;
    return [0, 1].map((k) => CARD_NAMES[lastHole[2 * seat + k]]).join(" ");
  }
}

/** The first player sits at the bottom; the others follow clockwise. */
function placeOf(seat: number, players: number): Point {
  const angle = -Math.PI / 2 - (2 * Math.PI * seat) / players;
  return [RING.x * Math.cos(angle), RING.y * Math.sin(angle)];
}

/** The table's edge. */
function ellipse(): Shape {
  const points = Array.from({ length: 48 }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / 48;
    return [RING.x * Math.cos(angle), RING.y * Math.sin(angle)];
  });
  return { kind: "polygon", points, stroke: "faint", width: 3 };
}
