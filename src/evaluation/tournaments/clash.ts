// Edit and compete: programs meet, their owners change them, and they meet again (CodeClash, arXiv 2511.00839).

import type { Editor, RoundLog } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { Arena } from "../../environments/arenas/arena.ts";

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

/** A round between two: their programs, and the first one's share of the points. */
export interface ClashRound {
  readonly codes: readonly [string, string];
  readonly share: number;
  /** Games that either won. */
  readonly wins: readonly [number, number];
}

/** A tournament of two: round 0, then a phase of edits and a round each. */
export async function clash(
  players: readonly [ClashPlayer, ClashPlayer],
  rules: ClashRules,
  random: Random,
): Promise<ClashRound[]> {
  let codes: readonly [string, string] = [players[0].code, players[1].code];
  const logs: readonly [RoundLog[], RoundLog[]] = [[], []];
  const rounds: ClashRound[] = [];
  for (let round = 0; round <= rules.rounds; round++) {
    if (round > 0) {
      codes = [
        await edited(players[0].editor, codes[0], logs[0], round, rules, random.stream("edit", round, 0)),
        await edited(players[1].editor, codes[1], logs[1], round, rules, random.stream("edit", round, 1)),
      ];
    }
    const played = await met(rules.arena, codes, rules.games, random.stream("round", round));
    rounds.push({ codes, ...played });
    logs[0].push({ round, code: codes[0], share: played.share });
    logs[1].push({ round, code: codes[1], share: 1 - played.share });
  }
  return rounds;
}

async function edited(
  editor: Editor,
  code: string,
  log: readonly RoundLog[],
  round: number,
  { arena, mutated, trials, trialGames, samples }: ClashRules,
  random: Random,
): Promise<string> {
  let left = trials;
  const changes = random.stream("changes");
  return editor.edit(
    {
      ...{ round, code, log, samples },
      left: () => left,
      mutated: (own) => mutated(own, changes),
      async trial(own, others) {
        if (left === 0) throw new Error("an editor asks for more trials than it has");
        left -= 1;
        const luck = random.stream("trial", left);
        const shares: number[] = [];
        for (const [k, other] of others.entries())
          shares.push((await met(arena, [own, other], trialGames, luck.stream(k))).share);
        return shares;
      },
    },
    random.stream("editor"),
  );
}

/** Games between two programs, in both seats with the same luck. One that cannot be read loses all without a game; two of them share. */
export async function met(
  arena: Arena,
  [one, other]: readonly [string, string],
  games: number,
  random: Random,
): Promise<Omit<ClashRound, "codes">> {
  const [isOne, isOther] = [isReadable(arena, one), isReadable(arena, other)];
  if (!isOne || !isOther) {
    const share = isOne === isOther ? 0.5 : isOne ? 1 : 0;
    return { share, wins: [share === 1 ? games : 0, share === 0 ? games : 0] };
  }
  const entrants = [
    { file: "first", text: one },
    { file: "second", text: other },
  ];
  const straight = arena.begin(entrants, random.clone());
  const swapped = arena.begin(entrants.toReversed(), random.clone());
  let points = 0;
  const wins: [number, number] = [0, 0];
  try {
    for (let game = 0; game < games; game++) {
      const point = game % 2 === 0 ? (await straight.play())[0] : (await swapped.play())[1];
      points += point;
      if (point === 1) wins[0] += 1;
      if (point === 0) wins[1] += 1;
    }
  } finally {
    straight.close?.();
    swapped.close?.();
  }
  return { share: points / games, wins };
}

/** Whether an arena can read a program. */
function isReadable(arena: Arena, text: string): boolean {
  const entrant = { file: "the program", text };
  try {
    arena.begin([entrant, entrant], Random.of(0)).close?.();
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** Rounds that a player won: more than half of the points; a tie is none. Round 0, before any edit, does not count. */
export const roundsWon = (rounds: readonly ClashRound[]): readonly [number, number] => [
  rounds.slice(1).filter(({ share }) => share > 0.5).length,
  rounds.slice(1).filter(({ share }) => share < 0.5).length,
];
