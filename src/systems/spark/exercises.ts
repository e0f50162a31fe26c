// What is asked: digits to be sorted, and what is recycled of answers to that. All arms of a seed begin with a model that has seen how
// answers are judged, and then a demonstrator that errs, in answers and in verdicts. So it knows more than it says, as a
// pre-trained model does.

import type { PosedSizes } from "../../algorithms/text/prompt-slots.ts";
import { demonstratorOf } from "../../algorithms/text/sft.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { type Exercise, posedWorld } from "../../environments/language/questions.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { contextIn, type Writer, warmWriterIn } from "../../study/testbeds/text.ts";
import { opposite, recycledExercise, recycledSizes } from "./recycled-forms.ts";
import type { RecycledItem, RecycledKind } from "./recycling.ts";

const DIGITS = 4;
/** How often the demonstrator errs at a digit: about one of three of its answers is right. */
const NOISE = 0.25;

/** Characters of everything that is asked and answered. */
export const SIZES: PosedSizes = recycledSizes(DIGITS + 2, DIGITS);

/** What is trained and watched in: worlds that ask `exercises`, where the rows have none of their own. */
export function posedContext(seed: number, exercises: readonly Exercise[] = []): TrainingContext {
  return contextIn(() => posedWorld({ ...SIZES, exercises }), { channel: "correct" }, seed);
}

/** Whether a text is an answer at all: so many digits, in any order. */
export function readable(text: string): boolean {
  return /^[0-9]*$/.test(text) && text.length === DIGITS;
}

/** A question with its right answer, and attempts by a demonstrator that errs. */
interface SortingTask extends Exercise {
  readonly truth: string;
  /** Any attempt, and one that is wrong. */
  attempt(): string;
  wrong(): string;
}

/** Draws questions from `asked`, and what the demonstrator makes of them from streams of `hand`. */
export function sortingTasks(): (asked: Random, hand?: Random) => SortingTask {
  const world = sortWorld.make({ digits: DIGITS, noise: NOISE });
  const { spec, texts = {} } = world;
  const runner = episodeRunner(world);
  const demonstrator = seated(spec, [demonstratorOf(spec, "demonstrator").play(0)]);
  return (asked, hand = asked) => {
    runner.begin(asked.clone());
    const [question, truth] = [texts.text(), texts.answer()];
    let tries = 0;
    const attempt = () => {
      const luck = hand.stream("attempt", tries++);
      runner.play(demonstrator, { world: asked.clone(), agent: () => luck });
      return texts.text().slice(question.length, -1);
    };
    const wrong = () => {
      for (;;) {
        const text = attempt();
        if (text !== truth) return text;
      }
    };
    return { question, truth, answers: [truth], attempt, wrong };
  };
}

/** An item of the kind; as many right as wrong attempts are to be judged, and as many first as second ones. */
export function itemOf(kind: RecycledKind, { question, truth, wrong }: SortingTask, random: Random): RecycledItem {
  const coin = random.uniform() < 0.5;
  switch (kind) {
    case "pointwise":
      return { kind, question, shown: [coin ? truth : wrong()], gold: coin ? "yes" : "no" };
    case "pairwise":
      return { kind, question, shown: coin ? [truth, wrong()] : [wrong(), truth], gold: coin ? "first" : "second" };
    case "reflection":
      return { kind, question, shown: [wrong()], gold: truth };
  }
}

const BED = { steps: 4000, texts: 32 };

/** The last steps, in which verdicts and answers have errors. */
const LATE = 200;

/** How often those verdicts are right. */
const HONEST = 0.6;

/** Shares of judging among what is shown, before and in the last steps, and of reflection among the rest. */
const JUDGING = { before: 0.75, late: 0.4 };
const REFLECTION = 0.3;

/** Warms a model up. */
export function warmJudge({ seed, width }: { seed: number; width: number }, signal?: AbortSignal): Writer {
  const exercises: Exercise[] = [];
  const context = posedContext(seed, exercises);
  const draw = sortingTasks();

  function shown(random: Random, late: boolean): Exercise {
    const posed = draw(random.stream("question"), random);
    const rng = random.stream("kind");
    if (rng.uniform() < (late ? JUDGING.late : JUDGING.before)) {
      const item = itemOf(rng.uniform() < 0.5 ? "pointwise" : "pairwise", posed, rng);
      return recycledExercise(late && rng.uniform() >= HONEST ? opposite(item) : item);
    }
    const answers = [late ? posed.attempt() : posed.truth];
    const { question } = rng.uniform() < REFLECTION ? recycledExercise(itemOf("reflection", posed, rng)) : posed;
    return { question, answers };
  }

  return warmWriterIn(
    context,
    { ...BED, width },
    {
      signal,
      before(step) {
        const random = context.random.stream("shown", step);
        for (let k = 0; k < BED.texts; k++) exercises[k] = shown(random.stream(k), step >= BED.steps - LATE);
      },
    },
  );
}
