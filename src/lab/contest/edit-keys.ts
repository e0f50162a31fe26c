// Names under which edits and rounds are kept: what each of them depends on, and the code that makes it.

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { codeHash } from "../store/keys.ts";
import { type ClashMatch, type MatchEdits, type RoundGames, seedingOf } from "./clash-job.ts";
import { editCounts, two } from "./contest-record.ts";
import { asksModel, type EditorPlan } from "./editors.ts";
import { keptResults } from "./kept-matches.ts";
import { moduleFiles } from "./program-files.ts";

const roundSchema = z.object({ share: z.number(), wins: two(z.number()), points: z.array(z.number()) });
const editsSchema = z.object({ code: z.string(), counts: editCounts.exactOptional() });

export const keptRounds = (store: string) =>
  keptResults<RoundGames, z.output<typeof roundSchema>>(
    store,
    "rounds",
    (games) => keyOf(games.arena, games),
    roundSchema,
  );

export const keptEdits = (store: string) =>
  keptResults<MatchEdits, z.output<typeof editsSchema>>(store, "edits", editsKey, editsSchema);

/** A name for what depends on this, and on the code that edits and compares programs of an arena. */
const keyOf = (arena: string, content: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([codeHash("lab/contest/clash-job", new Set([arena])), content]))
    .digest("hex")
    .slice(0, 24);

/** A tournament's name has no part of where its editors are started, and of where models answer. */
export function tournamentKey(match: ClashMatch, rounds: number): string {
  const { parameters, games, trials, trialGames, samples } = match;
  return keyOf(match.arena, [seedingOf(match), parameters, games, trials, trialGames, samples, rounds]);
}

/** A phase hangs on its editor, its own rounds and the luck of its tournament: not on how many rounds and games follow. */
function editsKey({ match, phase }: MatchEdits): string {
  const { parameters, trials, trialGames, samples, directory, entrants } = match;
  const { editor } = entrants[phase.side];
  return keyOf(match.arena, [
    seedingOf(match),
    parameters,
    trials,
    trialGames,
    samples,
    phase,
    identify(editor, directory),
  ]);
}

/** An editor with what it is: a program by its files, and a model that is replayed by the recording's contents. */
function identify(plan: EditorPlan, directory: string): unknown {
  if (plan.id === "command") {
    const files = plan.command.map((word) => resolve(directory, word)).filter(isThere);
    return [plan, files.map((file) => moduleFiles(file)?.version ?? statSync(file).mtimeMs)];
  }
  if (!asksModel(plan) || plan.replay === "") return plan;
  const recording = createHash("sha256")
    .update(readFileSync(resolve(directory, plan.replay)))
    .digest("hex");
  return [plan, recording];
}

const isThere = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
