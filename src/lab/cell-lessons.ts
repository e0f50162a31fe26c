// What a cell learns before its training: episodes of the declared players are compared by the feedback, and the weights of its learnt
// rewards are fitted. What was asked and what came of it become tables of the cell.

import type { LearntWorth } from "../algorithms/preference/learnt-worth.ts";
import type { AskingPlace } from "../core/environment.ts";
import { under } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { FeedbackSource } from "../feedback/sources/source.ts";
import { learntFeatures } from "../rewards/learnt-pay.ts";
import type { CellWriter } from "./cell-files.ts";
import type { Lesson } from "./lessons.ts";
import { seatIn } from "./seats.ts";
import type { Setting } from "./setting.ts";
import { double, integer, text, writeTable } from "./tables.ts";

/** A lesson with what came of it. */
interface Learnt {
  readonly lesson: Lesson;
  readonly names: readonly string[];
  readonly worth: LearntWorth;
}

/** The setting with its learnt rewards fitted: as it is where it learns none. Every draw is from streams of the cell's seed. */
export async function taughtSetting(writer: CellWriter, setting: Setting, place: AskingPlace): Promise<Setting> {
  const { lessons, feedback, spec } = setting;
  if (lessons.length === 0 || feedback === undefined) return setting;
  const random = Random.of(writer.task.seed, "feedback");
  const source = under(["feedback"], () => feedback({ spec, random: random.stream("source"), ...place }));
  const learnt: Learnt[] = [];
  for (const [k, lesson] of lessons.entries())
    learnt.push(await learntFrom(lesson, source, setting, random.stream("lesson", k), place, writer.task.seed));
  writeLessons(writer, learnt);
  const found = new Map(learnt.map(({ lesson, worth }) => [lesson.path.join(), worth.weights]));
  return { ...setting, reward: setting.rewardWith((_, path) => found.get(path.join())) };
}

async function learntFrom(
  lesson: Lesson,
  source: FeedbackSource,
  setting: Setting,
  random: Random,
  place: AskingPlace,
  seed: number,
): Promise<Learnt> {
  const { spec, objective } = setting;
  const { comparisons, features, ridge } = lesson.learnt;
  const world = { environment: setting.makeEnvironment(), objective: objective.plan, over: objective.over };
  const kinds = lesson.learnt.from.map((kind) => (typeof kind === "string" ? kind : kind.policy));
  const players = lesson.kinds.map((plan) =>
    spec.agents.map((_, seat) => plan(seatIn(setting, { seat, seed, ...place }))),
  );
  const references = learntFeatures(features, spec);
  const names = features === "channels" ? spec.channels.map(({ name }) => name) : features;
  try {
    // Loaded by cells that learn a reward alone.
    const [{ learntWorth }, { shownPairs }] = await Promise.all([
      import("../algorithms/preference/learnt-worth.ts"),
      import("../algorithms/preference/shown-episodes.ts"),
    ]);
    const pair = shownPairs(world, players, random);
    const { signal } = place;
    const asked = { source, comparisons, pair, kinds, signal };
    const worth = await learntWorth({ ...asked, spec, names, features: references, ridge });
    return { lesson, names, worth };
  } finally {
    for (const agent of players.flat()) await agent.close?.();
  }
}

/** One row for each question, and one for each weight. */
function writeLessons(writer: CellWriter, learnt: readonly Learnt[]): void {
  const questions = learnt.flatMap(({ lesson, worth }) =>
    worth.answers.map((answer) => ({ ...answer, where: lesson.path.join(".") })),
  );
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
  const weights = learnt.flatMap(({ lesson, names, worth }) => {
    const known = new Map(worth.coefficients.map((one) => [one.feature, one]));
    return names.map((feature, k) => {
      const { value, low, high, spread } = known.get(feature) ?? { value: 0, low: 0, high: 0, spread: 0 };
      const told = { asked: worth.asked, skipped: worth.skipped, used: worth.answers.length };
      return { where: lesson.path.join("."), feature, weight: worth.weights[k], value, low, high, spread, ...told };
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
  ]);
}
