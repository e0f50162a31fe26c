// Routes for games of people: what can be played, begin, see, move, leave, save, and the saved ones.

import { type Context, Hono } from "hono";
import { z } from "zod";
import { listing } from "../../lab/experiment/listing.ts";
import { gameOrder } from "../../lab/play/game-order.ts";
import { listedGames } from "../../lab/play/kept-games.ts";
import type { PlayableNames } from "../../lab/play/play-data.ts";
import { readAddress } from "../../lab/report/address.ts";
import { guardChanges, sent } from "../changes.ts";
import type { RunIndex } from "../run-index.ts";
import type { RunTexts } from "../run-texts.ts";
import type { PlayedGames } from "./games.ts";

export interface GameSources {
  readonly store: string;
  readonly games: PlayedGames;
  readonly texts: RunTexts;
  /** Checks that the store has a run of this name. Throws a UserError that names the nearest. */
  runNamed(name: string): ReturnType<RunIndex["look"]>[number];
}

/** Maximum bytes of a request, and characters of a line: a document may be long. */
const LARGEST = 256 * 1024;
const LONGEST_LINE = 100_000;

const ORDER_HINT = "an order names a world or a run, and a text has at most 4000 characters";
const MOVE_HINT = `a move has the number of its turn, and a line of at most ${LONGEST_LINE} characters or a tool with arguments`;
const move = z.strictObject({
  turn: z.int().min(1),
  move: z.union([
    z.strictObject({ line: z.string().max(LONGEST_LINE) }),
    z.strictObject({ name: z.string().max(200), input: z.unknown() }),
  ]),
});
const since = z.object({ since: z.coerce.number().int().min(0).default(0) });
const stretch = z.object({ from: z.coerce.number().int().min(0).default(0) });

export function gameRoutes({ store, games, texts, runNamed }: GameSources): Hono {
  const app = new Hono();
  const gameOf = (context: Context): string => context.req.param("game") ?? "";
  const query = (context: Context) => new URL(context.req.url).searchParams;
  const orderIn = async (context: Context) => {
    const order = await sent(context, gameOrder, ORDER_HINT);
    if (order.run !== undefined) runNamed(order.run);
    return order;
  };
  guardChanges(app, { largest: LARGEST, tooLarge: `a move has at most ${LARGEST / 1024} KiB` });
  app.get("/names", async (context) => {
    const { environments, agents, rewards } = await listing();
    const ids = (named: readonly { readonly id: string }[]) => named.map(({ id }) => id);
    const names: PlayableNames = { worlds: environments, agents: ids(agents), rewards: ids(rewards) };
    return context.json(names);
  });
  app.get("/saved", (context) => context.json(listedGames(store)));
  app.get("/saved/:game", async (context) => {
    const { from } = readAddress(stretch, query(context));
    return json(context, await texts.played({ store, game: gameOf(context), from }));
  });
  app.post("/look", async (context) => json(context, await games.look(await orderIn(context))));
  app.post("/", async (context) => context.json({ game: await games.begin(await orderIn(context)) }));
  app.get("/open/:game", async (context) => {
    const { since: stamp } = readAddress(since, query(context));
    return json(context, await games.standing(gameOf(context), stamp));
  });
  app.post("/open/:game/move", async (context) => {
    const { turn, move: given } = await sent(context, move, MOVE_HINT);
    return json(context, await games.move(gameOf(context), turn, "line" in given ? given : { ...given }));
  });
  app.post("/open/:game/leave", async (context) => json(context, await games.leave(gameOf(context))));
  app.post("/open/:game/save", async (context) => json(context, await games.save(gameOf(context))));
  return app;
}

const json = (context: Context, text: string): Response =>
  context.body(text, 200, { "Content-Type": "application/json" });
