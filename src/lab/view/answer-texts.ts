// Reads the texts of stored episodes, as a question and the turns after it, by replaying the stored actions.

import type { NumericSpec } from "../../core/environment.ts";
import { grouped } from "../../core/grouped.ts";
import { episodeRunner } from "../../play/episode.ts";
import { streamsOf } from "../../play/streams.ts";
import type { Setting } from "../experiment/setting.ts";
import { type SeatText, seatTexts, WORLD } from "../report/seat-texts.ts";
import { played, storedEpisodes } from "../report/stored-episodes.ts";
import type { CellTask } from "../store/cell-task.ts";
import { openDatabase } from "../store/database.ts";
import { allCells } from "../store/store.ts";
import type { AnswerEpisode, AnswerText, AnswerTurn } from "./answer-data.ts";

/** Returns whether agents write texts in a world. */
export const isTextWorld = ({ alphabet }: NumericSpec): boolean => alphabet !== undefined;

/** An episode of a variant whose text is to be read. */
export interface UnreadEpisode {
  readonly cell: Pick<CellTask, "store" | "key" | "seed" | "episodes">;
  readonly setting: Setting;
  readonly episode: number;
  /** Called with its text. */
  readonly read: (text: AnswerText) => void;
}

/** Returns a function that reads the question of a variant's episode, which it starts but does not play. */
export function questionReader(
  { makeEnvironment, spec }: Setting,
  episodes: number,
): (place: EpisodePlace) => string | undefined {
  const environment = makeEnvironment();
  const runner = episodeRunner(environment);
  return ({ seed, episode }) => {
    const { world, start, place } = streamsOf(seed, episode, episodes);
    runner.begin(world, start, place);
    const reader = seatTexts(spec);
    reader?.look(-1, environment, undefined);
    return reader && answerIn(reader.read, spec).question;
  };
}

type EpisodePlace = Pick<AnswerEpisode, "seed" | "episode">;

/** Maximum number of episodes whose steps are in memory at a time. */
const AT_ONCE = 100;

/** Replays episodes and reports their texts. Episodes without stored steps are left out. */
export async function readAnswers(store: string, wanted: readonly UnreadEpisode[]): Promise<void> {
  if (wanted.length === 0) return;
  const database = await openDatabase([], 1, { folders: [allCells(store)] });
  try {
    for (const own of grouped(wanted, ({ cell }) => `${cell.key} ${cell.seed}`).values()) {
      const [{ cell, setting }] = own;
      // Runs share cells, so several runs may request one episode.
      const byEpisode = grouped(own, ({ episode }) => episode);
      const episodes = [...byEpisode.keys()];
      for (let from = 0; from < episodes.length; from += AT_ONCE) {
        const some = episodes.slice(from, from + AT_ONCE);
        for (const stored of await storedEpisodes(database, cell, setting.spec, some)) {
          const reader = seatTexts(setting.spec);
          if (reader === undefined) return;
          played(setting, cell, stored, reader.look);
          const text = answerIn(reader.read, setting.spec);
          for (const { read } of byEpisode.get(stored.episode) ?? []) read(text);
        }
      }
    }
  } finally {
    database.close();
  }
}

/**
 * Splits a text into turns. The question is what the world wrote before the first step. Where several writers see one text, turns are in
 * its order, otherwise seat by seat. The character that ends a document is not part of an answer.
 */
export function answerIn(texts: readonly SeatText[], { labels, documentEnd = "" }: WritersSpec): AnswerText {
  const [first] = texts;
  const isShared = areOne(texts);
  // A text that its writer sees is reported for the writer alone.
  const isRead = texts.map(({ writers }, seat) => writers.includes(seat));
  const read = (isShared ? [first] : texts).map((text, seat) => {
    const turns = turnsOf(text, isShared)
      .filter(({ by: [writer = seat] }) => isShared || writer === seat || !isRead[writer])
      .map(({ by, text }): AnswerTurn => {
        const isWorld = by.length === 0;
        const named = isWorld && !isShared ? [seat] : by;
        const called = named.map((one) => labels[one]).join(" or ");
        return { isWorld, text, ...(texts.length > 1 && called !== "" && { seat: called }) };
      });
    return { seat, question: text.characters.slice(0, text.begun).join(""), turns };
  });
  const questions = new Set(read.map(({ question }) => question));
  const question =
    questions.size === 1 ? read[0].question : read.map((one) => `${labels[one.seat]}: ${one.question}`).join("\n");
  const turns = read.flatMap((one) => one.turns);
  return {
    question,
    turns: turns.map((turn, k) => (isLastOf(turns, k) ? ended(turn, documentEnd) : turn)),
    right: null,
  };
}

/** Whether the seats share one text: each sees the same characters at the same steps, and the writers did not always choose the same. */
function areOne([first, ...others]: readonly SeatText[]): boolean {
  const isSame = others.every(
    ({ characters, steps }) =>
      characters.join("") === first.characters.join("") && steps.every((step, place) => step === first.steps[place]),
  );
  const written = first.rivals.filter((_, place) => first.writers[place] !== WORLD);
  return isSame && (written.length === 0 || written.some((rivals) => rivals.length === 0));
}

type WritersSpec = Pick<NumericSpec, "labels" | "documentEnd">;

/** Whether a turn is the last of its writer. */
const isLastOf = (turns: readonly AnswerTurn[], k: number): boolean =>
  !turns[k].isWorld && !turns.slice(k + 1).some(({ isWorld, seat }) => !isWorld && seat === turns[k].seat);

const ended = (turn: AnswerTurn, end: string): AnswerTurn =>
  end !== "" && turn.text.endsWith(end) ? { ...turn, text: turn.text.slice(0, -end.length) } : turn;

/**
 * A part of the text after the question, by one writer, by several candidates of which one wrote it, or by the world, which has no seat.
 */
interface Stretch {
  readonly by: readonly number[];
  text: string;
}

function turnsOf({ characters, writers, rivals, begun }: SeatText, isShared: boolean): readonly Stretch[] {
  const turns: Stretch[] = [];
  for (let place = begun; place < characters.length; place++) {
    const [writer, last] = [writers[place], turns.at(-1)];
    // In its own text a seat sees what it wrote, so it has no other candidates.
    const by = writer === WORLD ? [] : [writer, ...(isShared ? rivals[place] : [])].sort((a, b) => a - b);
    if (last?.by.join() === by.join()) last.text += characters[place];
    else turns.push({ by, text: characters[place] });
  }
  return turns;
}
