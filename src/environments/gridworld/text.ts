// Text view of a grid in the style of a roguelike, for people and for language models as judges: the whole map or a window around the
// agent, with one line of text, the last message or the inventory.

import { CHOICES, type Message, type Piece, type Rules, Tile, type TileMap } from "./tiles.ts";

/** The line beside the map: the environment's last message, above it, or the agent's inventory, below it. */
export type TextLine = "message" | "inventory";

export interface TextOptions {
  readonly line: TextLine;
  /** Rows and columns of the window around the agent, an odd number; default the whole map. */
  readonly crop?: number;
  /** Sentences of the messages. Default `WORDING`. */
  readonly wording?: Wording;
}

/** A sentence for each message. */
export type Wording = Readonly<Record<keyof typeof Message, string>>;

/** Default sentences. */
export const WORDING: Wording = {
  none: "",
  keyHere: "You see a key here.",
  keyTaken: "You pick up the key.",
  doorLocked: "This door is locked.",
  doorOpened: "The door opens.",
  goal: "You reach the stairs.",
  died: "You die in the lava.",
};

/** Meanings of the map's letters, in the order in which a prompt lists them. */
export const LEGEND: Readonly<Record<string, string>> = {
  "@": "the agent",
  "#": "a wall, or what lies outside the map",
  ".": "the floor",
  k: "a key",
  "+": "a locked door",
  "'": "an open door",
  ">": "stairs",
  "~": "lava",
};

export function actionNames(hands: Rules["hands"], choices: number = CHOICES[hands]): readonly string[] {
  const tools = hands === "tools" || hands === "tools and drop";
  const names = ["up", "right", "down", "left", ...(tools ? ["pick up", "apply key", "drop key"] : ["use"])];
  return names.slice(0, choices);
}

const MESSAGES: readonly (keyof typeof Message)[] = [
  "none",
  "keyHere",
  "keyTaken",
  "doorLocked",
  "doorOpened",
  "goal",
  "died",
];

/** The map with the agent, row by row, and the line of text. The agent hides the tile below it. */
export function gridText(grid: TileMap, piece: Readonly<Piece>, options: TextOptions): string {
  const { line, crop, wording = WORDING } = options;
  const { width, height } = grid;
  const x = piece.cell % width;
  const y = Math.floor(piece.cell / width);
  const reach = crop === undefined ? undefined : (crop - 1) / 2;
  const [left, right] = reach === undefined ? [0, width - 1] : [x - reach, x + reach];
  const [top, bottom] = reach === undefined ? [0, height - 1] : [y - reach, y + reach];
  let text = line === "message" ? `${wording[MESSAGES[piece.message]]}\n` : "";
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const inside = column >= 0 && column < width && row >= 0 && row < height;
      text += inside ? letterAt(grid, piece, column + row * width) : "#";
    }
    text += "\n";
  }
  return line === "inventory" ? `${text}You carry ${piece.key === 1 ? "a key" : "nothing"}.\n` : text;
}

function letterAt({ tiles }: TileMap, piece: Readonly<Piece>, cell: number): string {
  if (cell === piece.cell) return "@";
  if (cell === piece.keyAt) return "k";
  const tile = tiles[cell];
  if (tile === Tile.wall) return "#";
  if (tile === Tile.lava) return "~";
  if (tile === Tile.goal) return ">";
  if (tile === Tile.door) return "'";
  if (tile === Tile.lockedDoor) return piece.open === 1 ? "'" : "+";
  return ".";
}
