// What was written in stored episodes, as a question and the turns that follow: the stored actions are played again.

import type { NumericSpec } from "../../core/environment.ts";
import { grouped } from "../../core/grouped.ts";
import type { Setting } from "../experiment/setting.ts";
import { textReader } from "../report/replay.ts";
import type { EpisodeText } from "../report/report-data.ts";
import { played, storedEpisodes } from "../report/stored-episodes.ts";
import type { CellTask } from "../store/cell-task.ts";
import { openDatabase } from "../store/database.ts";
import { allCells } from "../store/store.ts";
import type { AnswerText, AnswerTurn } from "./answer-data.ts";

/** Whether one agent and its world write a text in it. */
export const isTextWorld = ({ alphabet, agents }: NumericSpec): boolean =>
  alphabet !== undefined && agents.length === 1;

/** An episode of a variant that is to be read. */
export interface UnreadEpisode {
  readonly cell: Pick<CellTask, "store" | "key" | "seed" | "episodes">;
  readonly setting: Setting;
  readonly episode: number;
  /** Told what was written in it. */
  readonly read: (text: AnswerText) => void;
}

/** Episodes of which steps are in memory at a time. */
const AT_ONCE = 100;

/** Plays episodes again and tells what was written. Those without steps in the store are left out. */
export async function readAnswers(store: string, wanted: readonly UnreadEpisode[]): Promise<void> {
  if (wanted.length === 0) return;
  const database = await openDatabase([], 1, { folders: [allCells(store)] });
  try {
    for (const own of grouped(wanted, ({ cell }) => `${cell.key} ${cell.seed}`).values()) {
      const [{ cell, setting }] = own;
      // Runs share cells: an episode may be wanted for several.
      const byEpisode = grouped(own, ({ episode }) => episode);
      const episodes = [...byEpisode.keys()];
      for (let from = 0; from < episodes.length; from += AT_ONCE) {
        const some = episodes.slice(from, from + AT_ONCE);
        for (const stored of await storedEpisodes(database, cell, setting.spec, some)) {
          const reader = textReader(setting.spec);
          if (reader === undefined) return;
          played(setting, cell, stored, reader.look);
          const text = answerIn(reader.read, setting.spec.documentEnd);
          for (const { read } of byEpisode.get(stored.episode) ?? []) read(text);
        }
      }
    }
  } finally {
    database.close();
  }
}

/** A text by its turns: what the world wrote first is the question. The mark `end`, by which a document ends, is no part of an answer. */
export function answerIn({ characters, steps }: EpisodeText, end = ""): AnswerText {
  const turns: { isWorld: boolean; text: string }[] = [];
  for (const [place, character] of characters.entries()) {
    const isWorld = steps[place] < 0;
    const last = turns.at(-1);
    if (last?.isWorld === isWorld) last.text += character;
    else turns.push({ isWorld, text: character });
  }
  const last = turns.at(-1);
  if (last?.isWorld === false && end !== "" && last.text.endsWith(end)) last.text = last.text.slice(0, -end.length);
  const [first] = turns;
  const question = first?.isWorld === true ? first.text : "";
  const after: readonly AnswerTurn[] = first?.isWorld === true ? turns.slice(1) : turns;
  return { question, turns: after, right: null };
}
