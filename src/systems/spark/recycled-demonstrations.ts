// What an imitation before the pay shows of recycled items: exercises about a demonstrator's own answers, so that a model has met their form
// before it is paid for them. How often the verdicts shown are right says how much of judging is shown with it.

import { oracleTexts } from "../../algorithms/text/oracle-texts.ts";
import { exercisesShown, type ImitationChange } from "../../algorithms/text/sft.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { VERDICTS } from "../../environments/language/verdicts.ts";
import { type RecyclingParameters, readingOf } from "./parameters.ts";
import { type RecycledItem, recycledItems } from "./recycling.ts";
import { verifiedAnswers } from "./verified-answers.ts";

/** Answers of the demonstrator that an item is made of, beside the one that a reflection is answered with. */
const ANSWERS = 4;

/**
 * Puts exercises about answers by the world's oracle `from` in the place of some texts of `room` places. Where it answers a question rightly each
 * time, what it answers to another one is shown for a wrong answer. A reflection is answered as the oracle answers the question,
 * rightly or not.
 */
export function recycledDemonstrations(
  context: Pick<TrainingContext, "spec" | "makeEnvironment">,
  from: string,
  p: RecyclingParameters,
  room: number,
): ImitationChange {
  const reading = readingOf(p, context.spec);
  const worlds = Array(ANSWERS + 1).fill(context.makeEnvironment());
  const streams = (row: number, random: Random) => {
    const question = random.stream("question");
    return { question, world: random.stream("luck", row), oracle: random.stream("hand", row) };
  };
  const draw = oracleTexts(context, from, ANSWERS + 1, streams);
  /** Answers of the oracle to one question. */
  const answered = (rng: Random) => verifiedAnswers(draw(rng), worlds, reading)[0];

  function exercise(rng: Random): RecycledItem | undefined {
    const { question, attempts } = answered(rng);
    const truth = attempts[ANSWERS].answer;
    const own = attempts.slice(0, ANSWERS);
    if (own.every(({ right }) => right)) {
      const { answer } = answered(rng.stream("another")).attempts[0];
      if (!own.some((one) => one.answer === answer)) own.push({ answer, right: false });
    }
    const most = { ...p, balanced: false, ...(truth === "" && { reflections: 0 }) };
    const items = recycledItems([{ question, truth, attempts: own }], rng.stream("items"), most, 1);
    if (items.length === 0) return undefined;
    const item = items[rng.integer(items.length)];
    return rng.uniform() < p.honest ? item : opposite(item);
  }

  return exercisesShown(room, p.shown, exercise);
}

/** The item with the other verdict; a reflection stays as it is. */
export function opposite(item: RecycledItem): RecycledItem {
  const verdicts: readonly string[] = item.kind === "reflection" ? [] : VERDICTS[item.kind];
  return { ...item, right: verdicts.find((verdict) => verdict !== item.right) ?? item.right };
}
