// The game of one thread: it converts requests to replies of plain data.

import { messageOf, type Problem, UserError } from "../../core/errors.ts";
import { refusedBySystem } from "../../core/files.ts";
import { userFault } from "../../lab/experiment/user-fault.ts";
import { type GameDesk, gameDesk } from "../../lab/play/game-desk.ts";
import { lookAt, type OrderedGame, orderedGame } from "../../lab/play/game-order.ts";
import { keepGame } from "../../lab/play/kept-games.ts";
import type { PersonMove } from "../../lab/play/moves.ts";
import type { GameOrder } from "../../lab/play/play-data.ts";

/** What a thread is asked. */
export type GameQuestion =
  | { readonly kind: "look" | "begin"; readonly store: string; readonly order: GameOrder }
  | { readonly kind: "standing"; readonly stamp: number; readonly milliseconds: number }
  | { readonly kind: "move"; readonly turn: number; readonly move: PersonMove }
  | { readonly kind: "leave" }
  | { readonly kind: "save"; readonly store: string };

export interface GameRequest {
  readonly ask: number;
  readonly question: GameQuestion;
}

/** A reply as JSON, or the user's mistakes, or a fault of Agon's own. */
export type GameReply = { readonly ask: number } & (
  | { readonly text: string }
  | { readonly problems: readonly Problem[] }
  | { readonly bug: string }
);

/** Answers requests about one game. */
export interface GameHost {
  answer(request: GameRequest): Promise<GameReply>;
  /** Ends what the game waits for. */
  close(): void;
}

export function gameHost(): GameHost {
  const stop = new AbortController();
  let playing: { readonly ordered: OrderedGame; readonly desk: GameDesk } | undefined;

  const begun = () => {
    if (playing !== undefined) return playing;
    throw new Error("a game is asked before it has begun");
  };
  const result = async (question: GameQuestion): Promise<unknown> => {
    switch (question.kind) {
      case "look":
        return lookAt(await orderedGame(question.store, question.order));
      case "begin": {
        const ordered = await orderedGame(question.store, question.order, stop.signal);
        playing = { ordered, desk: gameDesk(ordered.game, ordered.title) };
        return {};
      }
      case "standing":
        return begun().desk.standing(question.stamp, question.milliseconds);
      case "move":
        begun().desk.move(question.turn, question.move);
        return {};
      case "leave":
        begun().desk.leave();
        return {};
      case "save": {
        const { ordered, desk } = begun();
        const saved = keepGame(question.store, { made: ordered, ...desk.played() });
        desk.saved(saved);
        return { saved };
      }
    }
  };
  return {
    async answer({ ask, question }) {
      try {
        return { ask, text: JSON.stringify(await result(question)) };
      } catch (error) {
        if (error instanceof UserError) return { ask, problems: error.problems };
        const refused = refusedBySystem(error) ?? userFault(error);
        if (refused !== undefined) return { ask, problems: [refused] };
        console.error(error);
        return { ask, bug: messageOf(error) };
      }
    },
    close() {
      playing?.desk.leave();
      stop.abort();
    },
  };
}
