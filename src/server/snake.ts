// Serves a program as a BattleSnake: it implements BattleSnake's web API v1, so that it can play on any BattleSnake server.

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { contentHash } from "../core/checksum.ts";
import { UserError } from "../core/errors.ts";
import { MOVE_NAMES, moveIn } from "../environments/games/battlesnake/api.ts";
import type { Limits } from "../environments/sandbox/machine.ts";
import { Residence, type Resident } from "../environments/sandbox/resident.ts";
import { accessOf } from "./access.ts";
import { listening } from "./listening.ts";

export interface SnakeOptions {
  /** JavaScript that declares `move(state)`. */
  readonly text: string;
  /** Limits of one move: steps of the sandbox's machine, and bytes of memory. */
  readonly steps: number;
  readonly memory: number;
  /** Default 127.0.0.1. On an address that other machines reach, every request is answered, since BattleSnake's API has no token. */
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Appearance on a board: a colour such as #0060a0, and a name. */
  readonly color?: string | undefined;
  readonly author?: string | undefined;
}

export interface ServedSnake {
  readonly url: string;
  close(): Promise<void>;
}

const PORT = 8000;
const MOST_CONNECTIONS = 256;
/** Maximum number of concurrent games; a new game replaces the least recently used one. */
const MOST_GAMES = 32;
/** Maximum bytes of a state: a board of 25 × 25 with 16 snakes has fewer. */
const LARGEST = 4 << 20;

const moveRequest = z.looseObject({ game: z.looseObject({ id: z.string() }), you: z.looseObject({ id: z.string() }) });

/** A game in which the program plays, with a sandbox of its own. */
interface OpenGame {
  readonly residence: Residence;
  readonly resident: Resident;
}

/** Throws a UserError where a program returns no move. */
function checkMoves(text: string, limits: Limits): void {
  const residence = new Residence();
  try {
    if (residence.resident(text, "move", limits).begin()) return;
    const what = "the program declares no function move, or does not come so far within its limits";
    throw new UserError({ code: "no-move", what, hint: "function move(state) { return 'up'; }" });
  } finally {
    residence.close();
  }
}

/** Starts the server. Throws a UserError where the program returns no moves, or the server cannot listen. */
export async function openSnake(options: SnakeOptions): Promise<ServedSnake> {
  const { text, steps, memory, host, port, color = "#0060a0", author = "" } = options;
  const games = new Map<string, OpenGame>();
  checkMoves(text, { steps, memory });
  // A version of the program, under which other players store matches; another program has another version.
  const version = contentHash([text, String(steps), String(memory)]);
  const app = new Hono();

  const ended = (name: string): void => {
    games.get(name)?.residence.close();
    games.delete(name);
  };
  /**
   * Returns the game of this name and marks it as used. It is created where it is missing, since this server may have been started during
   * the game.
   */
  const gameOf = (name: string): OpenGame => {
    const known = games.get(name);
    games.delete(name);
    const residence = known?.residence ?? new Residence();
    const resident = known?.resident ?? residence.resident(text, "move", { steps, memory });
    if (known === undefined) resident.begin();
    const game = { residence, resident };
    games.set(name, game);
    const [oldest] = games.keys();
    if (games.size > MOST_GAMES) ended(oldest);
    return game;
  };
  const nameOf = ({ game, you }: z.output<typeof moveRequest>): string => `${game.id} ${you.id}`;

  app.get("/", (context) =>
    context.json({ apiversion: "1", author, color, head: "default", tail: "default", version }),
  );
  app.use(bodyLimit({ maxSize: LARGEST }));
  for (const path of ["/start", "/move", "/end"] as const) {
    app.post(path, async (context) => {
      const state = moveRequest.safeParse(await context.req.json().catch(() => undefined));
      if (!state.success) return context.json({ problem: "this is no state of BattleSnake's API v1" }, 400);
      const name = nameOf(state.data);
      if (path === "/end") ended(name);
      if (path === "/start") {
        ended(name);
        gameOf(name);
      }
      if (path !== "/move") return context.json({});
      const move = moveIn(gameOf(name).resident.call([state.data]));
      // Without an answer the snake continues straight ahead; the game server determines the direction.
      return move === undefined ? context.json({ problem: "no move" }, 500) : context.json({ move: MOVE_NAMES[move] });
    });
  }

  const { origin, close } = await listening(
    { fetch: app.fetch, refuse: ({ what, status }) => Response.json({ problem: what }, { status }) },
    {
      access: accessOf({ host, roles: ["write"], isOpen: true }),
      port,
      usual: PORT,
      mostConnections: MOST_CONNECTIONS,
    },
  );
  return {
    url: origin,
    async close() {
      await close();
      for (const name of [...games.keys()]) ended(name);
    },
  };
}
