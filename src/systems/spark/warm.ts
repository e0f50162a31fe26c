// Where all arms of a seed begin: a model that has seen how answers are judged, and then a demonstrator that errs, in answers and
// in verdicts. So it knows more than it says, as a pre-trained model does.

import type { Random } from "../../core/random.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { type Writer, warmWriterIn } from "../../study/testbeds/text.ts";
import { itemOf, posedContext, sortingTasks } from "./exercises.ts";
import { opposite, recycledExercise } from "./recycled-forms.ts";

const BED = { width: 32, steps: 4000, texts: 32 };

/** The last steps, in which verdicts and answers have errors. */
const LATE = 200;

/** How often those verdicts are right. */
const HONEST = 0.6;

/** Shares of judging among what is shown, before and in the last steps, and of reflection among the rest. */
const JUDGING = { before: 0.75, late: 0.4 };
const REFLECTION = 0.3;

/** Warms a model up. */
export function warmJudge(seed: number, signal?: AbortSignal): Writer {
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

  return warmWriterIn(context, BED, {
    signal,
    before(step) {
      const random = context.random.stream("shown", step);
      for (let k = 0; k < BED.texts; k++) exercises[k] = shown(random.stream(k), step >= BED.steps - LATE);
    },
  });
}
