// The games that people play in pages, each on a thread of its own, so that a slow world or player stops no other answer. A thread that does
// not reply is terminated, and its game is gone.

import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { followChildren } from "../../core/child-processes.ts";
import { UserError } from "../../core/errors.ts";
import type { PersonMove } from "../../lab/play/moves.ts";
import type { GameOrder } from "../../lab/play/play-data.ts";
import { type GameHost, type GameQuestion, type GameReply, type GameRequest, gameHost } from "./game-host.ts";

/** Games of a view; replies are JSON. Each function throws a UserError where the request is at fault. */
export interface PlayedGames {
  /** Returns what can be chosen: a GameLook. */
  look(order: GameOrder): Promise<string>;
  /** Begins a game and returns its id. */
  begin(order: GameOrder): Promise<string>;
  /** Returns a GameStanding, once it differs from `stamp`, or after some seconds. */
  standing(game: string, stamp: number): Promise<string>;
  move(game: string, turn: number, move: PersonMove): Promise<string>;
  leave(game: string): Promise<string>;
  save(game: string): Promise<string>;
  close(): Promise<void>;
}

/** Maximum number of open games, and milliseconds after which one that no page has looked at may make room for another. */
const MOST_GAMES = 12;
const IDLE = 60_000;
/** Milliseconds that a page waits for a change, and after which a thread that has not replied is terminated. */
const LOOK = 15_000;
const LATE = { begin: 120_000, other: 60_000 } as const;

interface Thread {
  send(request: GameRequest | "end"): void;
  end(): Promise<void>;
}

interface OpenGame {
  readonly thread: Thread;
  readonly waiting: Map<number, (reply: GameReply | "late" | "ended") => void>;
  used: number;
}

export function playedGames(store: string): PlayedGames {
  followChildren();
  const games = new Map<string, OpenGame>();
  const looks = new Set<OpenGame>();
  let asks = 0;

  const opened = (): OpenGame => {
    const waiting: OpenGame["waiting"] = new Map();
    const settle = (reply: GameReply): void => waiting.get(reply.ask)?.(reply);
    const gone = (): void => {
      for (const tell of waiting.values()) tell("ended");
    };
    const thread = import.meta.url.endsWith(".ts") ? hereThread(settle) : ownThread(settle, gone);
    return { thread, waiting, used: performance.now() };
  };

  const asked = async (game: OpenGame, question: GameQuestion): Promise<string> => {
    asks += 1;
    const ask = asks;
    const patience = question.kind === "begin" || question.kind === "look" ? LATE.begin : LATE.other;
    game.used = performance.now();
    const reply = await new Promise<GameReply | "late" | "ended">((resolve) => {
      const timer = setTimeout(() => resolve("late"), patience);
      game.waiting.set(ask, (one) => {
        clearTimeout(timer);
        resolve(one);
      });
      game.thread.send({ ask, question });
    });
    game.waiting.delete(ask);
    if (reply === "late") {
      await game.thread.end();
      const what = `the game gave no answer in ${patience / 1000} s and was ended`;
      throw new UserError({ code: "slow-game", what, hint: "begin another game" });
    }
    if (reply === "ended")
      throw new UserError({ code: "no-game", what: "the game's thread has ended", hint: "begin another game" });
    if ("problems" in reply) throw new UserError(reply.problems);
    if ("bug" in reply) throw new Error(reply.bug);
    return reply.text;
  };

  const ofPage = async (id: string, question: GameQuestion): Promise<string> => {
    const game = games.get(id);
    if (game === undefined) {
      const hint = "begin another game; a saved one stands in the list";
      throw new UserError({ code: "unknown-game", what: "this view plays no such game, or has forgotten it", hint });
    }
    try {
      return await asked(game, question);
    } catch (error) {
      if (error instanceof UserError && ["slow-game", "no-game"].includes(error.problems[0].code)) games.delete(id);
      throw error;
    }
  };

  /** Ends the game that was looked at the longest ago, where there is no place for another. */
  const makeRoom = async (): Promise<void> => {
    if (games.size < MOST_GAMES) return;
    const [[id, oldest]] = [...games].sort(([, a], [, b]) => a.used - b.used);
    if (performance.now() - oldest.used < IDLE) {
      const what = `${MOST_GAMES} games are being played in this view`;
      throw new UserError({ code: "too-many-games", what, hint: "close a page of one, and try again in a minute" });
    }
    games.delete(id);
    await oldest.thread.end();
  };

  return {
    async look(order) {
      const look = opened();
      looks.add(look);
      try {
        return await asked(look, { kind: "look", store, order });
      } finally {
        looks.delete(look);
        await look.thread.end();
      }
    },
    async begin(order) {
      await makeRoom();
      const [id, game] = [randomUUID(), opened()];
      games.set(id, game);
      try {
        await asked(game, { kind: "begin", store, order });
        return id;
      } catch (error) {
        games.delete(id);
        await game.thread.end();
        throw error;
      }
    },
    standing: (id, stamp) => ofPage(id, { kind: "standing", stamp, milliseconds: LOOK }),
    move: (id, turn, move) => ofPage(id, { kind: "move", turn, move }),
    leave: (id) => ofPage(id, { kind: "leave" }),
    save: (id) => ofPage(id, { kind: "save", store }),
    async close() {
      await Promise.all([...games.values(), ...looks].map(({ thread }) => thread.end()));
      games.clear();
    },
  };
}

/** A game in this thread, for sources that are not built. */
function hereThread(settle: (reply: GameReply) => void): Thread {
  const host: GameHost = gameHost();
  return {
    send(request) {
      if (request === "end") host.close();
      else host.answer(request).then(settle);
    },
    async end() {
      host.close();
    },
  };
}

function ownThread(settle: (reply: GameReply) => void, gone: () => void): Thread {
  const worker = new Worker(new URL("./game-thread.js", import.meta.url));
  worker.on("message", settle);
  worker.on("error", (error) => console.error(error));
  worker.on("exit", gone);
  return {
    send: (request) => worker.postMessage(request),
    async end() {
      worker.postMessage("end");
      await worker.terminate();
    },
  };
}
