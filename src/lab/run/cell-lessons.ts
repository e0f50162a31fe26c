// What a cell learns before its training: it asks the source of feedback about episodes of the declared players, and fits its learnt
// rewards to the answers. Questions and results become tables of the cell.

import {
  type AnsweredPair,
  askPairs,
  type LearntWorth,
  learntWorth,
} from "../../algorithms/preference/learnt-worth.ts";
import { type RatedEpisode, ratedWorth, requestRatings } from "../../algorithms/preference/rated-worth.ts";
import type { ReadWorth } from "../../algorithms/preference/read-worth.ts";
import { shownPairs, shownSingles } from "../../algorithms/preference/shown-episodes.ts";
import { shownTreePairs } from "../../algorithms/preference/shown-trees.ts";
import type { Agent } from "../../core/agent.ts";
import type { AskingPlace, NumericSpec } from "../../core/environment.ts";
import { under } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { alphabetOf } from "../../core/text.ts";
import type { EpisodeRating, FeedbackSource } from "../../feedback/sources/source.ts";
import { learntFeatures } from "../../rewards/learnt-pay.ts";
import { learntNames } from "../../rewards/learnt-reward.ts";
import type { Lesson } from "../experiment/lessons.ts";
import { seatIn } from "../experiment/seats.ts";
import type { Setting } from "../experiment/setting.ts";
import type { CellWriter } from "../store/cell-files.ts";
import { double, integer, sparse, text, writeTable } from "../store/tables.ts";

/** A lesson and its result. */
interface Learnt {
  readonly lesson: Lesson;
  readonly names: readonly string[];
  readonly worth: LearntWorth;
  /** Unit of the worth: log-odds of being preferred or of a reaction, or a score. */
  readonly measure: "preference" | "reactions" | "scores";
  readonly answers: readonly AnsweredPair[];
  readonly ratings: readonly RatedEpisode[];
  readonly asked: number;
  readonly skipped: number;
  /** Model that reads texts, where the lesson has one. */
  readonly reader?: ReadWorth;
}

/** A setting with fitted learnt rewards, and a function that frees them. */
interface TaughtCell {
  readonly setting: Setting;
  close(): void;
}

/**
 * Returns the setting with its learnt rewards fitted; unchanged where it has none. All random numbers are from streams of the cell's seed.
 */
export async function taughtSetting(writer: CellWriter, setting: Setting, place: AskingPlace): Promise<TaughtCell> {
  const { lessons, feedback, spec } = setting;
  if (lessons.length === 0 || feedback === undefined) return { setting, close() {} };
  const random = Random.of(writer.task.seed, "feedback");
  const source = under(["feedback"], () => feedback({ spec, random: random.stream("source"), ...place }));
  const learnt: Learnt[] = [];
  for (const [k, lesson] of lessons.entries()) {
    const { aspect } = lesson.learnt;
    // The same pairs are judged in all aspects.
    const pairs = aspect === undefined ? random.stream("lesson", k) : random.stream("aspects");
    const asked = aspect === undefined ? source : aspectOf(source, aspect);
    learnt.push(await learntFrom(lesson, asked, setting, pairs, place, writer.task.seed));
  }
  writeLessons(writer, learnt);
  const weightsAt = new Map(learnt.map(({ lesson, worth }) => [lesson.path.join(), worth.weights]));
  const taught = { ...setting, reward: setting.rewardWith((_, path) => weightsAt.get(path.join())) };
  const reader = learnt.find((one) => one.reader !== undefined)?.reader;
  if (reader === undefined) return { setting: taught, close() {} };
  return {
    setting: { ...taught, makeEnvironment: () => setting.makeWorthWorld(reader.worthOf) },
    close: reader.close,
  };
}

/** The part of a source that answers about an aspect, which was looked for when the experiment was read. */
function aspectOf({ aspects }: FeedbackSource, name: string): FeedbackSource {
  const one = aspects?.get(name);
  if (one === undefined) throw new Error(`the source of feedback has lost its aspect ${name}`);
  return one;
}

async function learntFrom(
  lesson: Lesson,
  source: FeedbackSource,
  setting: Setting,
  random: Random,
  place: AskingPlace,
  seed: number,
): Promise<Learnt> {
  const players = lesson.kinds.map((plan) =>
    setting.spec.agents.map((_, seat) => plan(seatIn(setting, { seat, seed, ...place }))),
  );
  try {
    return await fittedLesson(lesson, source, setting, players, random, place.signal);
  } finally {
    for (const agent of players.flat()) await agent.close?.();
  }
}

async function fittedLesson(
  lesson: Lesson,
  source: FeedbackSource,
  setting: Setting,
  players: readonly (readonly Agent[])[],
  random: Random,
  signal: AbortSignal | undefined,
): Promise<Learnt> {
  const { spec, objective } = setting;
  const { comparisons, ridge, judged, reads, tree, ties } = lesson.learnt;
  const world = { environment: setting.makeEnvironment(), objective: objective.plan, over: objective.over, reads };
  const named = learntNames(lesson.learnt);
  const names = named === "channels" ? spec.channels.map(({ name }) => name) : named;
  const fit = { spec, names, features: learntFeatures(named, spec), ridge, theta: ties };
  if (judged === "single") {
    const single = shownSingles(world, players, random);
    const said = await requestRatings({ source, episodes: comparisons, single, signal });
    const { measure, ...worth } = ratedWorth(said.ratings, fit);
    return { lesson, names, worth, measure, answers: [], ...said };
  }
  const pair = tree === undefined ? shownPairs(world, players, random) : shownTreePairs(world, players, tree, random);
  const kinds = lesson.learnt.from.map(playersNamed);
  const said = await askPairs({ source, comparisons, pair, kinds, signal });
  const common = { lesson, names, measure: "preference", ratings: [], ...said } as const;
  if (reads === undefined) return { ...common, worth: learntWorth(said, fit) };
  const { readWorth } = await import("../../algorithms/preference/read-worth.ts");
  const reader = readWorth(said.answers, { reads, ...textsIn(spec) }, random.stream("reader"));
  return { ...common, worth: { weights: [1], coefficients: [] }, reader };
}

/** Returns the characters of a world's texts and their maximum length, where the world has its own alphabet. */
function textsIn(spec: NumericSpec) {
  const { characters } = alphabetOf(spec);
  const isClosed = characters !== undefined && characters.length > 0;
  return {
    characters: isClosed ? characters.filter((character) => character !== "") : undefined,
    longest: isClosed ? spec.observationSize : undefined,
  };
}

/** Writes one row for each question, and one for each weight. */
function writeLessons(writer: CellWriter, learnt: readonly Learnt[]): void {
  const questions = learnt.flatMap(({ lesson, answers }) =>
    answers.map((answer) => ({ ...answer, where: lesson.path.join(".") })),
  );
  if (learnt.some(({ lesson }) => lesson.learnt.judged === "pairs"))
    writeTable(writer, "comparisons", questions.length, [
      text("reward", questions.length, (row) => questions[row].where),
      text("pair", questions.length, (row) => questions[row].pair.id),
      text("first", questions.length, (row) => questions[row].players[0]),
      text("second", questions.length, (row) => questions[row].players[1]),
      double(
        "preferred",
        Float64Array.from(questions, ({ preferred }) => preferred),
      ),
      double(
        "first_objective",
        Float64Array.from(questions, ({ pair }) => pair.first.end.wanted),
      ),
      double(
        "second_objective",
        Float64Array.from(questions, ({ pair }) => pair.second.end.wanted),
      ),
    ]);
  writeRatings(writer, learnt);
  const weights = learnt.flatMap((one) => {
    const { lesson, names, worth, measure, answers, ratings, reader } = one;
    const known = new Map(worth.coefficients.map((one) => [one.feature, one]));
    return names.map((feature, k) => {
      const { value, low, high, spread } = known.get(feature) ?? { value: 0, low: 0, high: 0, spread: 0 };
      const counts = { asked: one.asked, skipped: one.skipped, used: answers.length + ratings.length };
      const fitted = { measure, held: reader?.held ?? null };
      const where = lesson.path.join(".");
      return { where, feature, weight: worth.weights[k], value, low, high, spread, ...counts, ...fitted };
    });
  });
  const real = (name: string, of: (row: (typeof weights)[number]) => number) =>
    double(name, Float64Array.from(weights, of));
  writeTable(writer, "weights", weights.length, [
    text("reward", weights.length, (row) => weights[row].where),
    text("feature", weights.length, (row) => weights[row].feature),
    real("weight", ({ weight }) => weight),
    real("standardised", ({ value }) => value),
    real("low", ({ low }) => low),
    real("high", ({ high }) => high),
    real("spread", ({ spread }) => spread),
    integer(
      "comparisons",
      Int32Array.from(weights, ({ used }) => used),
    ),
    integer(
      "asked",
      Int32Array.from(weights, ({ asked }) => asked),
    ),
    integer(
      "skipped",
      Int32Array.from(weights, ({ skipped }) => skipped),
    ),
    text("measure", weights.length, (row) => weights[row].measure),
    sparse(
      "held",
      weights.map(({ held }) => held),
    ),
  ]);
}

const playersNamed = (kind: string | { readonly policy: string }): string =>
  typeof kind === "string" ? kind : kind.policy;

/** Writes one row for each single episode that the source rated; no table where there are none. */
function writeRatings(writer: CellWriter, learnt: readonly Learnt[]): void {
  const rows = learnt.flatMap(({ lesson, ratings }) => ratings.map((one) => ({ lesson, ...one })));
  if (rows.length === 0) return;
  const said = (name: string, of: (rating: EpisodeRating) => number | null) =>
    sparse(
      name,
      rows.map(({ rating }) => of(rating)),
    );
  writeTable(writer, "ratings", rows.length, [
    text("reward", rows.length, (row) => rows[row].lesson.path.join(".")),
    text("players", rows.length, (row) => playersNamed(rows[row].lesson.learnt.from[rows[row].shown.kind])),
    said("shown", (rating) => ("shown" in rating ? rating.shown : null)),
    said("reacted", (rating) => ("shown" in rating ? rating.reacted : null)),
    said("score", (rating) => ("score" in rating ? rating.score : null)),
    double(
      "objective",
      Float64Array.from(rows, ({ shown }) => shown.episode.end.wanted),
    ),
  ]);
}
