// Edit and compete: programs meet, their owners change them, and they meet again (CodeClash, arXiv 2511.00839).

import type { EditDesk, Editor, RoundLog } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { Arena, ArenaGames } from "../../environments/arenas/arena.ts";

export interface ClashRules {
  readonly arena: Arena;
  /** A small change of a program at random. */
  mutated(code: string, random: Random): string;
  /** Rounds after round 0, in which all play what they began with. */
  readonly rounds: number;
  /** Games of a round, an even number: each is played again with seats swapped and the same luck. */
  readonly games: number;
  /** Games of a trial against each of the others, an even number; and trials in a phase of edits. */
  readonly trialGames: number;
  readonly trials: number;
  readonly samples: readonly string[];
}

export interface ClashPlayer {
  /** What it begins with. */
  readonly code: string;
  readonly editor: Editor;
}

/** Games between two programs, as the first of them sees them. */
export interface MetGames {
  /** Share of the points. */
  readonly share: number;
  /** Games that either won. */
  readonly wins: readonly [number, number];
  /** Points of each game, those of a pair side by side, in whose second game it has the other seat; none where no game was played. */
  readonly points: readonly number[];
}

/** A round between two: their programs, and what came of their games. */
export interface ClashRound extends MetGames {
  readonly codes: readonly [string, string];
}

/** A phase of edits: which player's, before which round, with its program and what it knows of its rounds. */
export interface EditPhase {
  readonly round: number;
  readonly side: 0 | 1;
  readonly code: string;
  readonly log: readonly RoundLog[];
}

/** What a tournament is made of, wherever it is computed. */
export interface ClashSteps {
  edit(phase: EditPhase): Promise<string>;
  meet(codes: readonly [string, string], round: number): Promise<MetGames>;
}

/** A tournament of two by these steps: round 0, then a phase of edits of both and a round each. */
export async function clashBy(
  begin: readonly [string, string],
  rounds: number,
  { edit, meet }: ClashSteps,
): Promise<ClashRound[]> {
  let codes = begin;
  const logs: readonly [RoundLog[], RoundLog[]] = [[], []];
  const played: ClashRound[] = [];
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) {
      const phase = (side: 0 | 1): EditPhase => ({ round, side, code: codes[side], log: [...logs[side]] });
      // Where one fails, what the other does comes to its end too.
      const [one, other] = await Promise.allSettled([edit(phase(0)), edit(phase(1))]);
      if (one.status === "rejected") throw one.reason;
      if (other.status === "rejected") throw other.reason;
      codes = [one.value, other.value];
    }
    const games = await meet(codes, round);
    played.push({ codes, ...games });
    logs[0].push({ round, code: codes[0], share: games.share });
    logs[1].push({ round, code: codes[1], share: 1 - games.share });
  }
  return played;
}

/** A tournament of two, computed here. */
export const clash = (
  players: readonly [ClashPlayer, ClashPlayer],
  rules: ClashRules,
  random: Random,
): Promise<ClashRound[]> =>
  clashBy([players[0].code, players[1].code], rules.rounds, {
    async edit(phase) {
      const stream = editStream(random, phase);
      return players[phase.side].editor.edit(deskOf(phase, rules, stream), stream.stream("editor"));
    },
    meet: (codes, round) => met(rules.arena, codes, rules.games, roundStream(random, round)),
  });

/** The luck of a round's games, and that of a phase of edits, in the luck of a tournament. */
export const roundStream = (random: Random, round: number): Random => random.stream("round", round);
export const editStream = (random: Random, { round, side }: Pick<EditPhase, "round" | "side">): Random =>
  random.stream("edit", round, side);

/** The rules of a phase of edits. */
export type EditRules = Omit<ClashRules, "rounds" | "games">;

/** A trial of a phase: its number counts down to 0. */
export interface Trial {
  readonly number: number;
  readonly code: string;
  readonly others: readonly string[];
}

/** Shares of a trial, played here. */
export async function tried(
  { number, code, others }: Trial,
  { arena, trialGames }: Pick<EditRules, "arena" | "trialGames">,
  random: Random,
): Promise<number[]> {
  const stream = random.stream("trial", number);
  const shares: number[] = [];
  for (const [k, other] of others.entries())
    shares.push((await met(arena, [code, other], trialGames, stream.stream(k))).share);
  return shares;
}

/** What an editor is given in a phase, with the phase's luck; `play` plays its trials. */
export function deskOf(
  { round, code, log }: EditPhase,
  rules: EditRules,
  random: Random,
  play = (trial: Trial): Promise<number[]> => tried(trial, rules, random),
): EditDesk {
  let left = rules.trials;
  const changes = random.stream("changes");
  return {
    ...{ round, code, log, samples: rules.samples },
    left: () => left,
    mutated: (own) => rules.mutated(own, changes),
    fault: (own) => faultIn(rules.arena, own),
    async trial(own, others) {
      if (left === 0) throw new Error("an editor asks for more trials than it has");
      left -= 1;
      return play({ number: left, code: own, others });
    },
  };
}

/** Games between two programs, in both seats with the same luck. One that cannot be read loses all without a game; two of them share. */
export async function met(
  arena: Arena,
  [one, other]: readonly [string, string],
  games: number,
  random: Random,
): Promise<MetGames> {
  const [isOne, isOther] = [isReadable(arena, one), isReadable(arena, other)];
  if (!isOne || !isOther) {
    const share = isOne === isOther ? 0.5 : isOne ? 1 : 0;
    return { share, wins: [share === 1 ? games : 0, share === 0 ? games : 0], points: [] };
  }
  const { straight, swapped } = bothWays(arena, [one, other], random);
  const points: number[] = [];
  try {
    for (let game = 0; game < games; game++)
      points.push(game % 2 === 0 ? (await straight.play())[0] : (await swapped.play())[1]);
  } finally {
    straight.close?.();
    swapped.close?.();
  }
  const share = points.reduce((sum, point) => sum + point, 0) / games;
  return {
    share,
    wins: [points.filter((point) => point === 1).length, points.filter((point) => point === 0).length],
    points,
  };
}

/** The games of two programs before the first: with each in its seat, and with seats swapped and the same luck. */
export function bothWays(arena: Arena, [one, other]: readonly [string, string], random: Random) {
  const entrants = [
    { file: "first", text: one },
    { file: "second", text: other },
  ];
  return {
    straight: arena.begin(entrants, random.clone()),
    swapped: arena.begin(entrants.toReversed(), random.clone()),
  };
}

/** Whether an arena can read a program. */
const isReadable = (arena: Arena, text: string): boolean => refusal(arena, text) === undefined;

/** Why a program cannot play; undefined where it can. */
function faultIn(arena: Arena, text: string): string | undefined {
  const refused = refusal(arena, text);
  if (refused !== undefined) return refused;
  const games = begunAlone(arena, text);
  games.close?.();
  return games.notices?.[0];
}

/** Why an arena cannot read a program. */
function refusal(arena: Arena, text: string): string | undefined {
  try {
    begunAlone(arena, text).close?.();
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

function begunAlone(arena: Arena, text: string): ArenaGames {
  const entrant = { file: "the program", text };
  return arena.begin([entrant, entrant], Random.of(0));
}

/** Rounds that a player won: more than half of the points; a tie is none. Round 0, before any edit, does not count. */
export const roundsWon = (rounds: readonly ClashRound[]): readonly [number, number] => [
  rounds.slice(1).filter(({ share }) => share > 0.5).length,
  rounds.slice(1).filter(({ share }) => share < 0.5).length,
];
