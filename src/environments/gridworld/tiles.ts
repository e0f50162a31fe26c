// Tiles of a grid and the effect of one move: pure rules that environments step by and finite decision processes are built from, so that
// planners and learners use the same dynamics.

/** Kinds of tiles. A key's tile acts as floor once the key is taken, and a locked door's once it is open. */
export const Tile = { floor: 0, wall: 1, lava: 2, goal: 3, key: 4, door: 5, lockedDoor: 6 } as const;

/** Moves of the choices 0 … 3: up, right, down, left. y increases downwards. */
export const MOVES = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** The fifth choice with `hands: "use"`: takes the key on this tile, or opens an adjacent locked door. */
export const USE = 4;

/**
 * Choices after the moves with `hands: "tools"`: take the key on this tile; turn the key in an adjacent locked door; and, with a third
 * tool, drop the key.
 */
export const PICK_UP = 4;
export const APPLY = 5;
export const DROP = 6;

/** A map: its size and its tiles row by row, [height × width]. The border must not be floor; there is at most one key. */
export interface TileMap {
  readonly width: number;
  readonly height: number;
  readonly tiles: ArrayLike<number>;
}

/** Rules for keys and doors. */
export interface Rules {
  /** The key is taken and the door opened by walking onto them, by the fifth choice, or by a choice for each. */
  readonly hands: keyof typeof CHOICES;
}

/** Number of choices by rule; dropping the key adds one. */
export const CHOICES = { automatic: 4, use: 5, tools: 6, "tools and drop": 7 } as const;

/** Messages after a step. */
export const Message = { none: 0, keyHere: 1, keyTaken: 2, doorLocked: 3, doorOpened: 4, goal: 5, died: 6 } as const;

/** State of an agent on the map, updated by `move`. */
export interface Piece {
  cell: number;
  /** 1 while the agent holds the key. */
  key: number;
  /** Tile on which the key lies; −1 while it is held, or where there is none. */
  keyAt: number;
  /** 1 once the locked door is open. */
  open: number;
  message: number;
}

/** Initial state on a tile. */
export function pieceAt({ tiles }: TileMap, cell: number): Piece {
  return { cell, key: 0, keyAt: Array.prototype.indexOf.call(tiles, Tile.key), open: 0, message: Message.none };
}

/** Applies a choice in place. Reaching a goal or lava is shown in `message`. */
export function move(grid: TileMap, { hands }: Rules, piece: Piece, choice: number): void {
  const { tiles, width } = grid;
  piece.message = Message.none;
  if (choice >= MOVES.length) {
    if (hands === "use") {
      if (!pickUp(piece)) unlock(grid, piece);
    } else if (hands !== "automatic") {
      if (choice === PICK_UP) pickUp(piece);
      else if (choice === APPLY) unlock(grid, piece);
      else drop(piece);
    }
    return;
  }
  const automatic = hands === "automatic";
  const to = piece.cell + MOVES[choice][0] + MOVES[choice][1] * width;
  const tile = tiles[to];
  if (tile === Tile.wall) return;
  if (tile === Tile.lockedDoor && piece.open === 0) {
    if (piece.key === 0 || !automatic) {
      piece.message = Message.doorLocked;
      return;
    }
    piece.open = 1;
    piece.message = Message.doorOpened;
  }
  piece.cell = to;
  if (tile === Tile.goal) piece.message = Message.goal;
  else if (tile === Tile.lava) piece.message = Message.died;
  else if (to === piece.keyAt && !(automatic && pickUp(piece))) piece.message = Message.keyHere;
}

function pickUp(piece: Piece): boolean {
  if (piece.cell !== piece.keyAt) return false;
  piece.key = 1;
  piece.keyAt = -1;
  piece.message = Message.keyTaken;
  return true;
}

function unlock({ tiles, width }: TileMap, piece: Piece): void {
  if (piece.open === 1) return;
  for (const [dx, dy] of MOVES) {
    if (tiles[piece.cell + dx + dy * width] !== Tile.lockedDoor) continue;
    piece.open = piece.key;
    piece.message = piece.key === 1 ? Message.doorOpened : Message.doorLocked;
    return;
  }
}

function drop(piece: Piece): void {
  if (piece.key === 0) return;
  piece.key = 0;
  piece.keyAt = piece.cell;
  piece.message = Message.keyHere;
}

/** Distances from `from` to every tile by the four moves, −1 where unreachable; walls and lava block, doors do not. */
export function distances({ width, tiles }: TileMap, from: number): Int32Array {
  const steps = new Int32Array(tiles.length).fill(-1);
  const queue = [from];
  steps[from] = 0;
  for (let head = 0; head < queue.length; head++) {
    const at = queue[head];
    for (const [dx, dy] of MOVES) {
      const to = at + dx + dy * width;
      if (steps[to] >= 0 || tiles[to] === Tile.wall || tiles[to] === Tile.lava) continue;
      steps[to] = steps[at] + 1;
      queue.push(to);
    }
  }
  return steps;
}

/** Parses a map with one character per tile: `.` floor, `#` wall, `~` lava, `G` goal, `k` key, `+` door, `%` locked door, `@` start. */
export function parseMap(rows: readonly string[]): { readonly grid: TileMap; readonly start: number } {
  const letters = ".#~Gk+%";
  const width = rows[0].length;
  const text = rows.join("");
  if (text.length !== width * rows.length) throw new Error("the rows of a map must be of one length");
  const tiles = Uint8Array.from(text, (letter) => Math.max(0, letters.indexOf(letter)));
  return { grid: { width, height: rows.length, tiles }, start: Math.max(0, text.indexOf("@")) };
}
