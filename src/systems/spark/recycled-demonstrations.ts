// What an imitation before the pay shows of recycled items: exercises about a demonstrator's own answers, so that a model has met their form before
// it is paid for them. How often the verdicts shown are right says how much of judging is shown with it.

import { type Completions, emptyRollouts } from "../../algorithms/text/completions.ts";
import { demonstratorOf, type ImitationChange } from "../../algorithms/text/sft.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { textLength } from "../../core/text.ts";
import { END, numberOf } from "../../environments/language/alphabet.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { episodeRunner } from "../../play/episode.ts";
import { opposite, recycledExercise } from "./recycled-forms.ts";
import { type Attempt, type RecyclingOptions, recycledItems } from "./recycling.ts";
import { type AnswerReading, verifiedAnswers } from "./verified-answers.ts";

interface ShownItems extends AnswerReading {
  /** Share of the texts that are exercises. */
  readonly share: number;
  /** How often their verdicts are right; half the time is a coin's. */
  readonly honest: number;
  /** Which sorts of items there are; none of a sort at 0. */
  readonly items: RecyclingOptions;
  /** Places of a text. */
  readonly room: number;
}

/** Answers of the demonstrator that an item is made of, beside the one that a reflection is answered with. */
const ANSWERS = 4;

/**
 * Puts exercises about answers by the world's oracle `from` in the place of some texts. Where it answers a question rightly each
 * time, what it answers to another one is shown for a wrong answer. A reflection is answered as the oracle answers the question,
 * rightly or not.
 */
export function recycledDemonstrations(
  context: Pick<TrainingContext, "spec" | "makeEnvironment">,
  from: string,
  { share, honest, items: { pointwise, judging, reflections }, room, ...reading }: ShownItems,
): ImitationChange {
  const world = context.makeEnvironment();
  const worlds = Array.from({ length: ANSWERS + 1 }, () => world);
  const answers = answersBy(context, from, ANSWERS + 1);
  const most = { ...(pointwise !== undefined && { pointwise }), judging: judging === 0 ? 0 : 1 };

  function exercise(rng: Random): Exercise | undefined {
    const [{ question, attempts }] = verifiedAnswers(answers(rng), worlds, reading);
    const truth = attempts[ANSWERS].answer;
    const own = attempts.slice(0, ANSWERS);
    const group = {
      question,
      truth,
      attempts: own.every(({ right }) => right) ? [...own, ...strange(rng, own)] : own,
    };
    const reflect = reflections === 0 || truth === "" ? 0 : 1;
    const items = recycledItems([group], rng.stream("items"), { ...most, reflections: reflect });
    if (items.length === 0) return undefined;
    const item = items[rng.integer(items.length)];
    return recycledExercise(rng.uniform() < honest ? item : opposite(item));
  }

  /** An answer to another question, which is wrong for this one. */
  function strange(rng: Random, own: readonly Attempt[]): Attempt[] {
    const [{ attempts }] = verifiedAnswers(answers(rng.stream("another")), worlds, reading);
    const [{ answer }] = attempts;
    return own.some((one) => one.answer === answer) ? [] : [{ answer, right: false }];
  }

  return ({ tokens, written }, random) => {
    for (let text = 0; text < tokens.length / room; text++) {
      const rng = random.stream("text", text);
      if (rng.uniform() >= share) continue;
      const found = exercise(rng);
      if (found === undefined) continue;
      const { question, answers } = found;
      const said = [...question, ...answers[0]].map(numberOf);
      if (said.length >= room) continue;
      tokens.fill(0, text * room, (text + 1) * room);
      tokens.set([...said, END], text * room);
      written.fill(0, text * room, (text + 1) * room);
      written.fill(1, text * room + question.length, text * room + said.length + 1);
    }
  };
}

/** So many answers by the oracle to one question, as if a model had written them; the next question's overwrite them. */
function answersBy(
  { spec, makeEnvironment }: Pick<TrainingContext, "spec" | "makeEnvironment">,
  from: string,
  count: number,
): (random: Random) => Completions {
  const { channels, observationSize: room } = spec;
  const runner = episodeRunner(makeEnvironment());
  const { episode } = runner;
  const { actions, outcomes, look } = episode;
  const agent = demonstratorOf(spec, from).play(0);
  const texts = emptyRollouts(count, count, room, channels.length);
  return (random) => {
    texts.written.fill(0);
    texts.outcomes.fill(0);
    for (let row = 0; row < count; row++) {
      runner.begin(random.stream("luck", row), random.stream("question"));
      agent.reset(random.stream("hand", row));
      while (episode.status === Status.running) {
        const end = textLength(look());
        agent.act(look(), actions);
        runner.step();
        if (actions[0] > 0 && end < room) texts.written[row * room + end] = 1;
        for (const [c, outcome] of outcomes.entries()) texts.outcomes[row * channels.length + c] += outcome;
      }
      texts.tokens.set(look(), row * room);
      texts.lengths[row] = textLength(look());
    }
    return texts;
  };
}
