// Chess: two players move in turn until checkmate or a draw. The state is the list of moves; the referee derives the position.

import { DEFAULT_POSITION } from "chess.js";
import { z } from "zod";
import { type NumericEnvironment, observationSize, Status } from "../../../core/environment.ts";
import { layout } from "../../../core/layout.ts";
import { oneOf, text, whole } from "../../../core/parameters.ts";
import type { Random } from "../../../core/random.ts";
import { bind } from "../../../core/registry.ts";
import { choiceOf, event, field, flow, level, once, parts, seats } from "../../declaration.ts";
import { POINT, sharedPoint, WON } from "../points.ts";
import { MOVE_NAMES } from "./moves.ts";
import {
  type AllowedMove,
  ENDINGS,
  type Ending,
  faultOf,
  MOST_PIECES,
  PIECES,
  Referee,
  unmarked,
  WORTH,
} from "./referee.ts";
import { chessScene } from "./scene.ts";

const parameters = z.strictObject({
  start: text(DEFAULT_POSITION)
    .superRefine((fen, context) => {
      const fault = faultOf(fen);
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
    })
    .describe("position that a game begins with, in FEN"),
  plies: whole(1, 2_000, 400).describe("moves of both sides, after the opening, by which a game is a draw"),
  opening: whole(0, 40, 0).describe("moves of both sides that are drawn at random before players move"),
  illegal: oneOf(["nearest", "loses"], "nearest").describe(
    "a choice that is not allowed: the allowed move of the nearest number is made, or the game is lost; a program always loses it",
  ),
});

const COLOURS = ["white", "black"] as const;
const CHANNELS = 7;
const SQUARES = 64;
/** Half-moves without a pawn move or capture after which the game is a draw. */
const QUIET = 100;
/** Upper bound of the value of a side's pieces: all queens except the king. */
const RICHEST = (MOST_PIECES - 1) * Math.max(...WORTH);

/** A seat's action in a step. */
interface Done {
  /** Value of the captured piece. */
  readonly taken: number;
  readonly isCheck: boolean;
  readonly isIllegal: boolean;
}

const NOTHING: Done = { taken: 0, isCheck: false, isIllegal: false };

function chessWorld({ start, plies, opening, illegal: rule }: z.output<typeof parameters>): NumericEnvironment {
  const most = opening + plies;
  /**
   * `moves` holds the numbers of the moves, −1 for none yet; the first `opened` were drawn at random. `board` is derived from them, for
   * readers.
   */
  const state = layout({ board: [8, 8], moves: [most], ply: [1], opened: [1], ending: [1], winner: [1] });
  const { board, moves, ply, opened, ending, winner } = state.views;
  const referee = new Referee(start);
  /** The referee at the current position. */
  const stands = (): Referee => referee.after(moves, ply[0]);
  const endingNow = (): Ending => ENDINGS[ending[0]];
  const points = (): number[] => sharedPoint(winner[0] < 0 ? [1, 1] : winner[0] === 0 ? [1, 0] : [0, 1]);

  const planes = (name: string, meaning: string) => field(name, 0, 1, meaning, { size: PIECES.length * SQUARES });
  const kinds = "pawns, knights, bishops, rooks, queens, king, each from a8 to h1";
  const observation = [
    planes("own", `1 at own pieces: ${kinds}`),
    planes("other", `1 at those of the other: ${kinds}`),
    field("castling", 0, 1, "1 where castling is not lost: own on the king's side, on the queen's; the other's", {
      size: 4,
    }),
    field("passing", 0, 1, "1 at the file of a pawn that can be taken in passing", { size: 8 }),
    field("toMove", 0, 1, "1 where it is the own turn"),
    field("colour", 1, 2, "1 for white, 2 for black"),
    field("quiet", 0, QUIET, "half-moves since a pawn was moved or a piece taken"),
    field("repeated", 1, 3, "times that the position has stood on the board"),
    field("ply", 0, most, "moves of both sides"),
    field("allowed", 0, 1, "1 at each move that is allowed now, on the own turn", { size: MOVE_NAMES.length }),
  ];
  const seen = observationSize(observation);

  /** Value of a seat's pieces in pawns. */
  function worthOf(seat: number): number {
    let sum = 0;
    for (const code of board) if (code !== 0 && code > 0 === (seat === 0)) sum += WORTH[Math.abs(code) - 1];
    return sum;
  }

  /** Reports the state of the game and the action of the seat that moved; at the start no seat has moved. */
  function report(outcomes: Float64Array, chose: number, done: Done): void {
    const isOver = endingNow() !== "open";
    const shares = isOver ? points() : [0, 0];
    for (let seat = 0; seat < 2; seat++) {
      const at = seat * CHANNELS;
      const { taken, isCheck, isIllegal } = seat === chose ? done : NOTHING;
      outcomes[at] = shares[seat];
      outcomes[at + 1] = shares[seat] === 1 ? 1 : 0;
      outcomes[at + 2] = isOver && winner[0] < 0 ? 1 : 0;
      outcomes[at + 3] = worthOf(seat) - worthOf(1 - seat);
      outcomes[at + 4] = taken;
      outcomes[at + 5] = isCheck ? 1 : 0;
      outcomes[at + 6] = isIllegal ? 1 : 0;
    }
  }

  /** Draws the random opening, which stops before a move that would end the game. */
  function open(random: Random): void {
    for (let k = 0; k < opening; k++) {
      const { allowed } = stands();
      moves[k] = allowed[random.integer(allowed.length)].number;
      ply[0] = k + 1;
      if (stands().ending === "open") continue;
      moves[k] = -1;
      ply[0] = k;
      break;
    }
    opened[0] = ply[0];
  }

  function end(how: Ending, by: number): void {
    ending[0] = ENDINGS.indexOf(how);
    winner[0] = by;
  }

  return {
    spec: {
      ...seats(COLOURS, () => MOVE_NAMES.length - 1),
      horizon: plies,
      actionUnit: "move in UCI",
      choices: MOVE_NAMES.length,
      choiceNames: MOVE_NAMES,
      legal: (view) =>
        Array.from(view.subarray(seen - MOVE_NAMES.length), (mark, move) => (mark === 1 ? move : -1)).filter(
          (move) => move >= 0,
        ),
      observation,
      observationSize: seen,
      channels: [
        POINT,
        WON,
        once("drawn", "games", "1 where the game is a draw"),
        level("material", "pawns", -RICHEST, RICHEST, "worth of its pieces less that of the other's: 1, 3, 3, 5, 9"),
        flow("taken", "pawns", 0, Math.max(...WORTH), "sum", "worth of the piece that it took"),
        event("checks", "moves", "moves that gave check"),
        event("illegal", "moves", "choices that were not allowed"),
      ],
      publicState: parts({ board: "pieces from a8 on", ply: "moves of both sides" }),
      deterministic: opening === 0,
      symmetric: false,
    },
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      moves.fill(-1);
      winner[0] = -1;
      open(random);
      stands().write(board);
      report(outcomes, -1, NOTHING);
    },
    step(actions, outcomes) {
      const { turn: mover, allowed } = stands();
      const wanted = choiceOf(actions[mover], MOVE_NAMES.length);
      const made = nearest(allowed, wanted);
      const isIllegal = made !== wanted;
      if (isIllegal && rule === "loses") {
        end("a move that is not allowed", 1 - mover);
        report(outcomes, mover, { ...NOTHING, isIllegal });
        return Status.terminated;
      }
      const before = worthOf(1 - mover);
      moves[ply[0]] = made;
      ply[0] += 1;
      const now = stands();
      now.write(board);
      const how = now.ending;
      if (how === "checkmate") end(how, mover);
      else if (how !== "open") end(how, -1);
      else if (ply[0] >= opened[0] + plies) end("the limit of plies", -1);
      report(outcomes, mover, { taken: before - worthOf(1 - mover), isCheck: now.isCheck, isIllegal });
      return endingNow() === "open" ? Status.running : Status.terminated;
    },
    observe(out) {
      out.fill(0);
      const now = stands();
      const { turn, quiet, repeated, passing, allowed } = now;
      for (let seat = 0; seat < 2; seat++) {
        let at = seat * seen;
        for (let square = 0; square < SQUARES; square++) {
          const code = board[square];
          if (code === 0) continue;
          const plane = (code > 0 ? 0 : 1) === seat ? 0 : PIECES.length;
          out[at + (plane + Math.abs(code) - 1) * SQUARES + square] = 1;
        }
        at += 2 * PIECES.length * SQUARES;
        for (const side of [seat, 1 - seat]) for (const may of now.castling(side)) out[at++] = may ? 1 : 0;
        if (passing >= 0) out[at + passing] = 1;
        at += 8;
        out[at] = turn === seat ? 1 : 0;
        out[at + 1] = seat + 1;
        out[at + 2] = Math.min(QUIET, quiet);
        out[at + 3] = Math.min(3, repeated);
        out[at + 4] = ply[0];
        if (turn === seat) for (const { number } of allowed) out[at + 5 + number] = 1;
      }
    },
    texts: {
      position: () => {
        const now = stands();
        return `${now.drawing}\n${now.fen}\n${describe()}\nAllowed: ${now.allowed.map(({ san }) => san).join(" ")}`;
      },
    },
    scene: () => {
      const { isCheck, turn } = stands();
      const last = ply[0] === 0 ? undefined : MOVE_NAMES[moves[ply[0] - 1]];
      return chessScene({ board, last, inCheck: isCheck ? turn : -1, caption: describe() });
    },
    bout: {
      asks: (seat) => stands().turn === seat,
      given: (seat) => {
        const { fen, allowed, isCheck, quiet, repeated, turn } = stands();
        return [
          {
            ...{ colour: COLOURS[seat], fen, check: isCheck && turn === seat },
            moves: turn === seat ? allowed.map(({ uci, san }) => ({ uci, san })) : [],
            played: Array.from(moves.subarray(0, ply[0]), (number) => MOVE_NAMES[number]),
            ...{ ply: ply[0], left: opened[0] + plies - ply[0], quiet, repeated },
          },
        ];
      },
      read(answer, _, action) {
        const meant = typeof answer === "string" ? unmarked(answer) : undefined;
        const move = stands().allowed.find(({ uci, san }) => uci === meant || unmarked(san) === meant);
        if (move === undefined) return false;
        action[0] = move.number;
        return true;
      },
      points,
    },
  };

  /** The state of the game in a sentence. */
  function describe(): string {
    const { turn, isCheck } = stands();
    const [mover, other] = turn === 0 ? ["White", "Black"] : ["Black", "White"];
    const moved = ply[0] === 0 ? "" : ` after ${MOVE_NAMES[moves[ply[0] - 1]]}`;
    const how = endingNow();
    if (how === "open") return `${mover} to move${moved}${isCheck ? ", in check" : ""}.`;
    if (winner[0] < 0) return `A draw${moved}, by ${how}.`;
    return how === "checkmate" ? `${other} has won${moved}, by checkmate.` : `${other} has won: ${mover} chose ${how}.`;
  }
}

/** The legal move with the nearest number to the requested one, which is itself where it is legal. */
function nearest(allowed: readonly AllowedMove[], wanted: number): number {
  let best = allowed[0].number;
  for (const { number } of allowed) if (Math.abs(number - wanted) < Math.abs(best - wanted)) best = number;
  return best;
}

export const chess = bind({
  id: "games/chess",
  summary: "chess: two players move in turn, and the one whose king is mated loses",
  source: "the Laws of Chess of FIDE, as the library chess.js plays them; the limit of plies is ours",
  parameters,
  make: chessWorld,
});
