// Reports, replays, comparisons and ratings by votes as JSON. They are computed on separate threads, so that the server can answer other
// requests meanwhile.

import { join } from "node:path";
import { type Problem, UserError } from "../core/errors.ts";
import { type GamePlace, gameReplay } from "../lab/contest/game-replay.ts";
import { type BlindPlace, blindReplay } from "../lab/judging/blind-replay.ts";
import { type JudgedEpisodesPlace, judgedFacts } from "../lab/judging/judged-facts.ts";
import { voteBoard } from "../lab/judging/vote-board.ts";
import { replayedGame } from "../lab/play/kept-games.ts";
import type { EpisodePlace } from "../lab/report/replay-data.ts";
import { buildReport } from "../lab/report/report.ts";
import { keptTexts } from "../lab/report/written-texts.ts";
import type { Engine, ThreadJob } from "../lab/run/engine.ts";
import { jobPool } from "../lab/run/jobs.ts";
import type { AnswerQuery } from "../lab/view/answer-data.ts";
import { type AnswerGrid, openAnswers } from "../lab/view/answer-grid.ts";
import { episodeReplay } from "../lab/view/episode-replay.ts";
import { sideBySide, sidesIn } from "../lab/view/side-by-side.ts";
import { kept } from "./kept.ts";

interface RunPlace {
  readonly store: string;
  readonly run: string;
}

/** A range of steps of one of its episodes. */
export interface ReplayPlace extends RunPlace {
  readonly place: EpisodePlace;
  readonly from: number;
}

/** Result from a thread. Errors lose their class between threads, so the user's problems are sent as data. */
type Outcome = { readonly text: string } | { readonly problems: readonly Problem[] };

/** Returns the report of a run as JSON. */
export const reportText = ({ store, run }: RunPlace): Promise<Outcome> => outcome(() => buildReport(join(store, run)));

/** Returns a range of an episode's steps as JSON. */
export const replayText = ({ store, run, place, from }: ReplayPlace): Promise<Outcome> =>
  outcome(() => episodeReplay(store, run, place, from));

async function outcome(make: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { text: JSON.stringify(await make()) };
  } catch (error) {
    if (error instanceof UserError) return { problems: error.problems };
    throw error;
  }
}

/** Variants of runs, as a URL names them. */
export interface SidesPlace {
  readonly store: string;
  readonly sides: readonly string[];
}

/** Returns the differences between variants as JSON. */
export const sidesText = ({ store, sides }: SidesPlace): Promise<Outcome> =>
  outcome(() => sideBySide(store, sidesIn(store, sides)));

/** A page of the answers of variants. */
export interface AnswersPlace extends SidesPlace {
  readonly query: AnswerQuery;
  /** Changes with the results of the runs. */
  readonly stamp: string;
}

/** Cache of the most recently requested answers, on the thread that reads them. */
const answers = kept<AnswerGrid>(3, (key) => {
  const { store, sides }: SidesPlace = JSON.parse(key);
  return openAnswers(store, sidesIn(store, sides, 1));
});

/** Returns a page of the answers of variants as JSON. */
export const answersText = ({ store, sides, stamp, query }: AnswersPlace): Promise<Outcome> =>
  outcome(async () => (await answers.of(JSON.stringify({ store, sides }), stamp)).page(query));

export interface GameOfStore {
  readonly store: string;
  readonly place: GamePlace;
}

/** Replays a game of a contest and returns it as JSON. */
export const gameText = ({ store, place }: GameOfStore): Promise<Outcome> => outcome(() => gameReplay(store, place));

/** A range of steps of a game that a person has played. */
export interface PlayedPlace {
  readonly store: string;
  readonly game: string;
  readonly from: number;
}

/** Replays a saved game of a person and returns it as JSON. */
export const playedText = ({ store, game, from }: PlayedPlace): Promise<Outcome> =>
  outcome(() => replayedGame(store, game, from));

export interface TextsPlace extends RunPlace {
  readonly place: Parameters<typeof keptTexts>[2];
}

/** Returns the texts of one update of a training as JSON. */
export const writtenText = ({ store, run, place }: TextsPlace): Promise<Outcome> =>
  outcome(() => keptTexts(store, run, place));

/** Returns an episode without its players' names, as judges see it, as JSON. */
export const blindText = (place: BlindPlace): Promise<Outcome> => outcome(() => blindReplay(place));

/** Returns the facts that are stored with a vote on two episodes, as JSON. */
export const factsText = (place: JudgedEpisodesPlace): Promise<Outcome> => outcome(() => judgedFacts(place));

/** A file of votes in a store. */
export interface VotesPlace {
  readonly store: string;
  readonly file: string;
}

/** Returns the result of a file of votes as JSON. */
export const boardText = ({ store, file }: VotesPlace): Promise<Outcome> => outcome(() => voteBoard(file, store));

const judging: ThreadJob<BlindPlace, Outcome> = { module: import.meta.url, name: "blindText", compute: blindText };
const keeping: ThreadJob<JudgedEpisodesPlace, Outcome> = {
  module: import.meta.url,
  name: "factsText",
  compute: factsText,
};
const rating: ThreadJob<VotesPlace, Outcome> = { module: import.meta.url, name: "boardText", compute: boardText };
const playing: ThreadJob<GameOfStore, Outcome> = { module: import.meta.url, name: "gameText", compute: gameText };
const showing: ThreadJob<PlayedPlace, Outcome> = { module: import.meta.url, name: "playedText", compute: playedText };
const writing: ThreadJob<TextsPlace, Outcome> = { module: import.meta.url, name: "writtenText", compute: writtenText };
const comparing: ThreadJob<SidesPlace, Outcome> = { module: import.meta.url, name: "sidesText", compute: sidesText };
const answering: ThreadJob<AnswersPlace, Outcome> = {
  module: import.meta.url,
  name: "answersText",
  compute: answersText,
};
const reporting: ThreadJob<RunPlace, Outcome> = { module: import.meta.url, name: "reportText", compute: reportText };
const replaying: ThreadJob<ReplayPlace, Outcome> = { module: import.meta.url, name: "replayText", compute: replayText };

/** Computes JSON of runs on threads. Throws a UserError where that fails. */
export interface RunTexts {
  report(run: RunPlace): Promise<string>;
  replay(place: ReplayPlace): Promise<string>;
  game(place: GameOfStore): Promise<string>;
  played(place: PlayedPlace): Promise<string>;
  sides(place: SidesPlace): Promise<string>;
  answers(place: AnswersPlace): Promise<string>;
  written(place: TextsPlace): Promise<string>;
  blind(place: BlindPlace): Promise<string>;
  facts(place: JudgedEpisodesPlace): Promise<string>;
  board(place: VotesPlace): Promise<string>;
  close(): Promise<void>;
}

/**
 * A report of many cells or a search in many answers takes seconds, so they have a thread of their own. Replays and comparisons do not wait
 * for them.
 */
export function runTexts(): RunTexts {
  const [reports, replays, read] = [jobPool(1), jobPool(1), jobPool(1)];
  const atWork = new Set<Promise<string>>();
  const answer = (text: Promise<string>): Promise<string> => {
    atWork.add(text);
    const over = (): boolean => atWork.delete(text);
    text.then(over, over);
    return text;
  };
  return {
    report: (run) => answer(computed(reports, reporting, run, `the report of ${run.run}`)),
    replay: (place) => answer(computed(replays, replaying, place, `a replay of ${place.run}`)),
    game: (place) => answer(computed(replays, playing, place, `a game of ${place.place.contest}`)),
    played: (place) => answer(computed(replays, showing, place, `the game ${place.game}`)),
    sides: (place) => answer(computed(replays, comparing, place, "a comparison")),
    answers: (place) => answer(computed(read, answering, place, "answers")),
    written: (place) => answer(computed(replays, writing, place, `texts of ${place.run}`)),
    blind: (place) => answer(computed(replays, judging, place, "an episode to be judged")),
    facts: (place) => answer(computed(replays, keeping, place, "episodes that were judged")),
    board: (place) => answer(computed(replays, rating, place, `votes of ${place.file}`)),
    async close() {
      // A thread that reads tables must not be terminated: the database engine would crash the process.
      await Promise.allSettled(atWork);
      await Promise.all([reports.close(), replays.close(), read.close()]);
    },
  };
}

const NEVER = new AbortController().signal;

async function computed<I>(pool: Engine, job: ThreadJob<I, Outcome>, input: I, name: string): Promise<string> {
  const outcomes: Outcome[] = [];
  await pool.run(job, [{ inputs: [input], lanes: 1 }], {
    name: () => name,
    signal: NEVER,
    done(output) {
      outcomes.push(output);
    },
  });
  const [outcome] = outcomes;
  if ("problems" in outcome) throw new UserError(outcome.problems);
  return outcome.text;
}
