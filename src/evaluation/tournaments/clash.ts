// Edit-and-compete tournaments: programs play each other, their owners edit them, and they play again (CodeClash, arXiv 2511.00839).

import type { EditDesk, Editor, RoundLog } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { Arena, ArenaGames } from "../../environments/arenas/arena.ts";

export interface ClashRules {
  readonly arena: Arena;
  /** Returns the program with a small random change. */
  mutated(code: string, random: Random): string;
  /** Rounds after round 0, in which all players use their initial programs. */
  readonly rounds: number;
  /** Games per round, an even number: each game is played twice, with seats swapped and the same random numbers. */
  readonly games: number;
  /** Games of a trial against each other player, an even number; and trials per edit phase. */
  readonly trialGames: number;
  readonly trials: number;
  readonly samples: readonly string[];
}

export interface ClashPlayer {
  /** Initial program. */
  readonly code: string;
  readonly editor: Editor;
}

/** Results of games between two programs, from the first one's view. */
export interface MetGames {
  /** The first program's share of the points. */
  readonly share: number;
  /** Numbers of games won by each program. */
  readonly wins: readonly [number, number];
  /**
   * The first program's points in each game. Games of a pair are adjacent; in the second one the seats are swapped. Empty where no game was
   * played.
   */
  readonly points: readonly number[];
}

/** A round between two players: their programs and the results. */
export interface ClashRound extends MetGames {
  readonly codes: readonly [string, string];
}

/** An edit phase: the player, the next round, the player's program and its past rounds. */
export interface EditPhase {
  readonly round: number;
  readonly side: 0 | 1;
  readonly code: string;
  readonly log: readonly RoundLog[];
}

/** Steps of a tournament, independent of where they are computed. */
export interface ClashSteps {
  edit(phase: EditPhase): Promise<string>;
  meet(codes: readonly [string, string], round: number): Promise<MetGames>;
}

/** Runs a tournament of two players with these steps: round 0, then repeatedly an edit phase of both and a round. */
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
      // If one edit fails, the other is still awaited.
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

/** Runs a tournament of two players in this process. */
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

/** The random streams of a round's games and of an edit phase, below the tournament's stream. */
export const roundStream = (random: Random, round: number): Random => random.stream("round", round);
export const editStream = (random: Random, { round, side }: Pick<EditPhase, "round" | "side">): Random =>
  random.stream("edit", round, side);

/** Rules of an edit phase. */
export type EditRules = Omit<ClashRules, "rounds" | "games">;

/** A trial within an edit phase; its number counts down to 0. */
export interface Trial {
  readonly number: number;
  readonly code: string;
  readonly others: readonly string[];
}

/** Plays a trial in this process and returns the shares of points. */
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

/** The interface that an editor receives in a phase, with the phase's random stream; `play` runs its trials. */
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

/**
 * Plays games between two programs in both seats with the same random numbers. An unreadable program loses all games without playing; two
 * unreadable programs share the points.
 */
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

/**
 * Two games of two programs, with seats swapped between them and the same random numbers. They are prepared before the first game is
 * played.
 */
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

/** Reason why a program cannot play; undefined where it can. */
function faultIn(arena: Arena, text: string): string | undefined {
  const refused = refusal(arena, text);
  if (refused !== undefined) return refused;
  const games = begunAlone(arena, text);
  games.close?.();
  return games.notices?.[0];
}

/** Reason why an arena cannot parse a program; undefined where it can. */
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

/** Rounds that each player won with more than half of the points; a tie is no win. Round 0, before any edit, does not count. */
export const roundsWon = (rounds: readonly ClashRound[]): readonly [number, number] => [
  rounds.slice(1).filter(({ share }) => share > 0.5).length,
  rounds.slice(1).filter(({ share }) => share < 0.5).length,
];
