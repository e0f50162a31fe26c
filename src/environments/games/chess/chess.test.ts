// Chess: published perft counts, all kinds of moves and endings by the environment's actions, and answers of programs.

import { Chess } from "chess.js";
import { describe, expect, test } from "vitest";
import { playedBouts } from "../../../../test/fixtures/bouts.ts";
import { matrix } from "../../../../test/fixtures/matrix.ts";
import { refusals } from "../../../../test/fixtures/words.ts";
import { Status } from "../../../core/environment.ts";
import { Random } from "../../../core/random.ts";
import { MOVE_NAMES, moveNumber } from "./moves.ts";
import { ENDINGS, Referee } from "./referee.ts";
import { chess } from "./world.ts";

/** Perft counts after 1, 2, … moves, from the Chess Programming Wiki. */
const COUNTS: [start: string, counts: number[]][] = [
  ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902, 197_281]],
  ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039, 97_862]],
  ["8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43_238]],
  ["r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9467]],
  ["rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486, 62_379]],
];

/** Legal moves with both names: the referee's, and the library's verbose ones. */
const named = ({ allowed }: Referee) => allowed.map(({ uci, san }) => `${uci} ${san}`).sort();
const byLibrary = (start: string) =>
  new Chess(start)
    .moves({ verbose: true })
    .map(({ lan, san }) => `${lan} ${san}`)
    .sort();

describe.each(COUNTS)("from %s", (start, counts) => {
  test("the library's perft counts equal the published ones", () => {
    const game = new Chess(start);
    expect(counts.map((_, k) => game.perft(k + 1))).toEqual(counts);
  });

  test("the referee finds all moves with the library's names", () => {
    const referee = new Referee(start);
    let count = 0;
    for (const { number } of [...referee.after([], 0).allowed]) {
      const moves = referee.after([number], 1).allowed;
      expect(moves.every(({ uci, number: own }) => MOVE_NAMES[own] === uci)).toBe(true);
      expect(new Set(moves.map(({ uci }) => uci)).size).toBe(moves.length);
      count += moves.length;
    }
    expect(count).toBe(counts[1]);
    expect(named(referee.after([], 0))).toEqual(byLibrary(start));
  });
});

test("two knights that can reach one square are distinguished by file, rank, or both", () => {
  const knights = "k7/8/8/1N3N2/8/8/8/KN3N2 w - - 0 1";
  const queens = "k7/8/8/8/Q2Q4/8/8/K2Q4 w - - 0 1";
  for (const start of [knights, queens]) expect(named(new Referee(start))).toEqual(byLibrary(start));
});

/** A new environment; `play` makes moves by name and returns the last status. */
function game(parameters: object = {}) {
  const world = chess.make(parameters);
  const { spec } = world;
  const outcomes = new Float64Array(2 * spec.channels.length);
  world.reset(Random.of(0), outcomes);
  return {
    world,
    play(...moves: string[]): number {
      let status: number = Status.running;
      for (const name of moves) {
        expect(status).toBe(Status.running);
        const choice = moveNumber(name);
        expect(choice).toBeGreaterThanOrEqual(0);
        status = world.step(Float64Array.of(choice, choice), outcomes, Random.of(0));
      }
      return status;
    },
    /** Values of a channel for White and Black. */
    channel(name: string) {
      const at = spec.channels.findIndex((one) => one.name === name);
      return [outcomes[at], outcomes[spec.channels.length + at]];
    },
    ending: () => ENDINGS[world.state.views.ending[0]],
    at: (square: string) => world.state.views.board["abcdefgh".indexOf(square[0]) + 8 * (8 - Number(square[1]))],
    fen: (): string =>
      world.texts
        ?.position()
        .split("\n")
        .find((line) => line.includes("/")) ?? "",
  };
}

test("fool's mate: the mated side loses, and the last move gives check", () => {
  const { play, channel, ending } = game();
  expect(play("f2f3", "e7e5", "g2g4")).toBe(Status.running);
  expect(channel("payoff")).toEqual([0, 0]);
  expect(play("d8h4")).toBe(Status.terminated);
  expect([channel("payoff"), channel("won"), channel("drawn")]).toEqual(matrix("0 1 | 0 1 | 0 0"));
  expect([channel("checks"), ending()]).toEqual([[0, 1], "checkmate"]);
});

/** Both knights move out and back. */
const THERE_AND_BACK = ["g1f3", "g8f6", "f3g1", "f6g8"];
const TWICE = [...THERE_AND_BACK, ...THERE_AND_BACK];

test.each([
  ["a king that is not in check cannot move", { start: "7k/8/8/5Q2/8/8/8/K7 w - - 0 1" }, ["f5f7"], "stalemate"],
  ["kings alone", { start: "7k/8/8/8/8/8/1p6/K7 w - - 0 1" }, ["a1b2"], "bare material"],
  ["a knight alone", { start: "7k/8/8/8/8/8/1p6/K5N1 w - - 0 1" }, ["a1b2"], "bare material"],
  ["bishops of one colour", { start: "5b1k/8/8/8/8/8/1p6/K1B5 w - - 0 1" }, ["a1b2"], "bare material"],
  ["the start for the third time", {}, TWICE, "repetition"],
  ["a position after a pawn that none could take in passing", {}, ["e2e4", "e7e5", ...TWICE], "repetition"],
  ["a hundred quiet half-moves", { start: "7k/8/8/8/8/8/R7/K7 w - - 98 90" }, ["a2b2", "h8g8"], "fifty moves"],
  ["the limit", { plies: 3 }, ["e2e4", "e7e5", "g1f3"], "the limit of plies"],
] as const)("a draw: %s", (_, parameters, moves, how) => {
  const { play, channel, ending } = game(parameters);
  expect(play(...moves)).toBe(Status.terminated);
  expect(ending()).toBe(how);
  expect([channel("payoff"), channel("drawn"), channel("won")]).toEqual(matrix("0.5 0.5 | 1 1 | 0 0"));
});

test("bishops of different colours are no draw, and an en passant capture distinguishes positions", () => {
  expect(game({ start: "4b2k/8/8/8/8/8/1p6/K1B5 w - - 0 1" }).play("a1b2")).toBe(Status.running);
  // The first position differs, because a pawn could be captured en passant.
  const again = ["g8f6", "g1f3", "f6g8", "f3g1"];
  const { play } = game({ start: "6nk/8/8/8/3p4/8/4P3/K5N1 w - - 0 1" });
  expect(play("e2e4", ...again, ...again)).toBe(Status.running);
});

test("checkmate on the hundredth quiet half-move wins", () => {
  const { play, channel, ending } = game({ start: "7k/8/6K1/8/8/8/8/R7 w - - 99 90" });
  expect(play("a1a8")).toBe(Status.terminated);
  expect([ending(), channel("payoff")]).toEqual(["checkmate", [1, 0]]);
});

const CASTLED = {
  e1g1: "r3k2r/8/8/8/8/8/8/R4RK1",
  e1c1: "r3k2r/8/8/8/8/8/8/2KR3R",
  e8g8: "r4rk1/8/8/8/8/8/8/1R2K2R",
  e8c8: "2kr3r/8/8/8/8/8/8/1R2K2R",
};
test.each(Object.entries(CASTLED))("castling by %s moves king and rook", (move, placed) => {
  const { play, fen } = game({ start: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" });
  if (move.startsWith("e8")) play("a1b1");
  play(move);
  expect(fen().split(" ")[0]).toBe(placed);
});

test("a pawn can be captured en passant immediately or not at all", () => {
  const { play, channel, at } = game();
  play("e2e4", "a7a6", "e4e5", "d7d5", "e5d6");
  expect([at("d5"), at("e5"), at("d6")]).toEqual([0, 0, 1]);
  expect([channel("taken"), channel("material")]).toEqual(matrix("1 0 | 1 -1"));
  const later = game({ illegal: "loses" });
  expect(later.play("e2e4", "a7a6", "e4e5", "d7d5", "g1f3", "a6a5", "e5d6")).toBe(Status.terminated);
  expect([later.channel("payoff"), later.channel("illegal")]).toEqual(matrix("0 1 | 1 0"));
  expect(later.ending()).toBe("a move that is not allowed");
});

const PIECES = { q: [5, 9], r: [4, 5], b: [3, 3], n: [2, 3] };
test.each(Object.entries(PIECES))("a pawn is promoted to the piece in its move: %s", (letter, [code, worth]) => {
  const start = "1n5k/P7/8/8/8/8/6pP/K7 w - - 0 1";
  const white = game({ start });
  white.play(`a7b8${letter}`);
  expect([white.at("b8"), white.channel("taken"), white.channel("material")]).toEqual([code, [3, 0], [worth, -worth]]);
  const black = game({ start });
  black.play("a7a8q", `g2g1${letter}`);
  expect([black.at("g1"), black.channel("material")]).toEqual([-code, [10 - worth - 3, worth + 3 - 10]]);
});

test.each([
  ["out of check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1"],
  ["through check", "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1"],
  ["into check", "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1"],
  ["after the right is lost", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1"],
])("a king does not castle %s", (_, start) => {
  const { play, channel } = game({ start, illegal: "loses" });
  expect(play("e1g1")).toBe(Status.terminated);
  expect(channel("payoff")).toEqual([0, 1]);
});

test("an illegal choice is replaced by the legal move with the nearest number, and counted", () => {
  const { play, channel, at } = game();
  expect(play("e2e5")).toBe(Status.running);
  expect([at("e4"), channel("illegal")]).toEqual([1, [1, 0]]);
  const promoting = game({ start: "7k/P7/8/8/8/8/7P/K7 w - - 0 1" });
  promoting.play("a7a8");
  expect(promoting.at("a8")).toBe(5);
});

test("an opening is drawn anew in each game, and does not end it", () => {
  const start = "7k/8/8/8/8/8/1p6/KR6 w - - 0 1";
  const world = chess.make({ start, opening: 40, plies: 5 });
  const outcomes = new Float64Array(14);
  const lines = new Set<string>();
  for (let seed = 0; seed < 10; seed++) {
    world.reset(Random.of(seed), outcomes);
    const { moves, ply, ending } = world.state.views;
    expect(ENDINGS[ending[0]]).toBe("open");
    lines.add(moves.subarray(0, ply[0]).join());
    let [steps, status] = [0, Number(Status.running)];
    for (; status === Status.running; steps++) status = world.step(Float64Array.of(0, 0), outcomes, Random.of(0));
    expect(status).toBe(Status.terminated);
    expect(steps).toBeLessThanOrEqual(5);
  }
  expect(lines.size).toBeGreaterThan(5);
});

test("a copied state continues independently of the original", () => {
  const [one, other] = [game(), game()];
  one.play("e2e4", "e7e5", "g1f3");
  other.play("d2d4", "d7d5", "c2c4", "e7e6", "b1c3");
  other.world.state.buffer.set(one.world.state.buffer);
  expect(other.fen()).toBe(one.fen());
  other.play("b8c6");
  one.play("g8f6");
  expect([one.at("f6"), one.at("c6"), other.at("f6"), other.at("c6")]).toEqual([-2, 0, 0, -2]);
});

const STARTS = `nonsense
  8/8/8/8/8/8/8/K7 w - - 0 1
  4k3/4R3/8/8/8/8/8/4K3 w - - 0 1
  4k3/4p3/8/8/8/8/4P3/4K3 w K - 0 1
  4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1
  7k/8/8/8/8/8/8/K7 w - - 0 1
  7k/8/8/8/8/8/R7/K7 w - - 100 90
  4k3/8/8/8/PPPPPPPP/PPPPPPPP/8/4K3 w - - 0 1`;
const starts = STARTS.split("\n").map((start) => start.trim());
refusals("chess", (start) => chess.make({ start }), starts);

const played = (...texts: readonly string[]) => playedBouts("chess", texts);

test.each([
  ["nothing", "function move() {}"],
  ["a move that is not allowed", "function move({ colour }) { return colour === 'white' ? 'e2e5' : 'e7e4'; }"],
  ["a number", "function move() { return 12; }"],
  ["no move at all", "function move() { return 'resigns'; }"],
])("a program that answers %s loses, with either colour", async (_, text) => {
  expect(await played(text, "function move({ moves }) { return moves[0].uci; }")).toEqual(matrix("0 1 | 0 1"));
});

test("programs may answer in UCI, or in algebraic notation with or without marks of check", async () => {
  const answers = (moves: readonly string[]) =>
    `let k = 0; function move({ played }) { return ${JSON.stringify(moves)}[played.length >> 1]; }`;
  const [first] = await played(answers(["e4", "Bc4", "d1h5", "Qxf7"]), answers(["e7e5", "Nc6", "Nf6"]));
  expect(first).toEqual([1, 0]);
});
