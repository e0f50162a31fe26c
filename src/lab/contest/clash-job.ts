// The parts of a tournament of edit and compete, each as a job: a phase of edits, a trial of one, the games of a round. Each has luck of its
// own, so that it does not matter where and in which order they are computed.

import type { EditCounts } from "../../core/editor.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { arenas } from "../../environments/arenas/index.ts";
import {
  deskOf,
  type EditPhase,
  type EditRules,
  editStream,
  type MetGames,
  met,
  roundStream,
  type Trial,
  tried,
} from "../../evaluation/tournaments/clash.ts";
import type { ThreadJob } from "../run/engine.ts";
import { inThread } from "../run/jobs.ts";
import { type EditorPlan, editorName, opened } from "./editors.ts";

/** A player as plain data. */
export interface EditedEntrant {
  readonly file: string;
  readonly text: string;
  readonly editor: EditorPlan;
}

/** What a tournament depends on but for the number of its rounds, and where its editors are started. */
export interface ClashMatch {
  readonly arena: string;
  readonly parameters: unknown;
  /** In the order of what they are: that of names does not matter. */
  readonly entrants: readonly [EditedEntrant, EditedEntrant];
  readonly games: number;
  readonly trials: number;
  readonly trialGames: number;
  readonly samples: readonly string[];
  readonly seed: number;
  readonly directory: string;
}

/** What names the luck of a tournament. */
export interface ClashSeeding {
  readonly seed: number;
  readonly arena: string;
  /** Its players, as they begin. */
  readonly luck: readonly [string, string];
}

export function seedingOf({ seed, arena, entrants: [one, other] }: ClashMatch): ClashSeeding {
  const nameOf = ({ text, editor }: EditedEntrant) => text + editorName(editor);
  return { seed, arena, luck: [nameOf(one), nameOf(other)] };
}

/** The luck of a tournament; those of its rounds and edits are found in it by name. */
export const clashRandom = ({ seed, arena, luck }: ClashSeeding): Random => Random.of(seed, "clash", arena, ...luck);

/** The games of a round between two programs. */
export interface RoundGames extends ClashSeeding {
  readonly parameters: unknown;
  readonly games: number;
  readonly round: number;
  readonly codes: readonly [string, string];
}

async function playRoundGames({ parameters, games, round, codes, ...clash }: RoundGames): Promise<MetGames> {
  const arena = (await arenas.get(clash.arena)).make(parameters);
  return met(arena, codes, games, roundStream(clashRandom(clash), round));
}

export const threadRoundGames = inThread(playRoundGames);
export const roundGamesJob: ThreadJob<RoundGames, MetGames> = {
  module: import.meta.url,
  name: "threadRoundGames",
  compute: playRoundGames,
};

export interface PhaseTrial extends ClashSeeding, Pick<EditPhase, "round" | "side">, Trial {
  readonly parameters: unknown;
  readonly trialGames: number;
}

async function playTrial({ parameters, trialGames, ...wanted }: PhaseTrial): Promise<number[]> {
  const arena = (await arenas.get(wanted.arena)).make(parameters);
  return tried(wanted, { arena, trialGames }, editStream(clashRandom(wanted), wanted));
}

export const threadTrial = inThread(playTrial);
export const trialJob: ThreadJob<PhaseTrial, number[]> = {
  module: import.meta.url,
  name: "threadTrial",
  compute: playTrial,
};

/** A phase of edits of a tournament. */
export interface MatchEdits {
  readonly match: ClashMatch;
  readonly phase: EditPhase;
}

/** What came of a phase: the program, and what it took where a model was asked. */
export interface EditedProgram {
  readonly code: string;
  readonly counts?: EditCounts;
}

/** How a phase is computed otherwise than by itself in a thread. */
interface EditPlay {
  readonly signal?: AbortSignal;
  /** Plays a trial; default here. */
  readonly trial?: (trial: PhaseTrial) => Promise<number[]>;
}

/** Lets an editor work. Throws a UserError where an arena knows no changes at random, or an editor fails. */
export async function editProgram(
  { match, phase }: MatchEdits,
  { signal, trial }: EditPlay = {},
): Promise<EditedProgram> {
  const { parameters, trials, trialGames, samples, directory, entrants } = match;
  const entry = await arenas.get(match.arena);
  const arena = entry.make(parameters);
  const mutated: EditRules["mutated"] = (code, random) => {
    if (arena.mutated !== undefined) return arena.mutated(code, random);
    const what = `no changes at random are known for programs of ${match.arena}`;
    throw new UserError({ code: "no-changes", what, hint: "take log-reader, or an editor of your own" });
  };
  const clash = seedingOf(match);
  const stream = editStream(clashRandom(clash), phase);
  const { round, side } = phase;
  const play = trial && ((wanted: Trial) => trial({ ...clash, parameters, trialGames, round, side, ...wanted }));
  const desk = deskOf(phase, { arena, mutated, trials, trialGames, samples }, stream, play);
  const about = `${match.arena}, ${entry.summary}; with the parameters ${JSON.stringify(parameters)}`;
  const editor = opened(entrants[side].editor, { directory, arena: about, ...(signal && { signal }) });
  try {
    const code = await editor.edit(desk, stream.stream("editor"));
    return { code, ...(editor.counts && { counts: editor.counts }) };
  } finally {
    await editor.close?.();
  }
}

export const threadEdit = inThread((edits: MatchEdits) => editProgram(edits));
export const editJob: ThreadJob<MatchEdits, EditedProgram> = {
  module: import.meta.url,
  name: "threadEdit",
  compute: (edits) => editProgram(edits),
};
