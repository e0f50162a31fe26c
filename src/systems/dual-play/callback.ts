// Two writers that teach each other (PasoDoble, arXiv 2511.11881): a proposer, which begins as a copy of the model, makes up questions with
// answers, and the model, the solver, tries them. The solver is paid for agreeing with the stated answer, the proposer for questions that
// are new, and hard, and yet agreed upon now and then. No truth is paid. They learn together, or in turns with a list of questions between.

import { z } from "zod";
import {
  type AccompaniedTraining,
  type Callback,
  type CallbackStage,
  defineCallback,
} from "../../algorithms/text/callback.ts";
import type { Completions } from "../../algorithms/text/completions.ts";
import { checkLearnsExercises, exerciseLearner } from "../../algorithms/text/exercise-learner.ts";
import { payTexts } from "../../algorithms/text/group-advantage.ts";
import { groupLearner } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { demonstrations } from "../../algorithms/text/oracle-texts.ts";
import type { ImitationChange } from "../../algorithms/text/sft.ts";
import { answerIn } from "../../algorithms/text/text-parts.ts";
import { restoredValue, restoreModel, savedModel, savedValue } from "../../algorithms/training-checkpoint.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import { channelIndex } from "../../core/channel.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { Registry } from "../../core/registry.ts";
import type { Reward } from "../../core/reward.ts";
import { environments } from "../../environments/index.ts";
import { ALPHABET, checkCommonAlphabet, MARK } from "../../environments/language/alphabet.ts";
import { posedIn } from "../../environments/language/proposer.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { givesAway, questionHistory, questionWorth } from "./posed-question.ts";

/** Worlds whose prompts a proposer may be shown. */
const worlds = new Registry("world of text", await environments.all((id) => id.startsWith("language/")));

const turn = (what: string) => whole(1, 100_000, 10).describe(`updates in which ${what}`);

export const dualPlayParameters = z.strictObject({
  knowledge: z
    .looseObject({ id: z.string() })
    .default({ id: "language/proposer" })
    .describe("the proposer's world with its parameters: it shows what is known, and reads :question|answer$"),
  shown: share(0.5).describe("share of the demonstrations that are of the proposer's world"),
  mark: z.string().max(8).default("=").describe("what ends a question in the solver's world"),
  proposer: z
    .strictObject({
      rate: share(3e-4).describe("learning rate; 0: it stays as it begins"),
      temperature: positive(100, 0.6).describe("that questions are drawn at"),
    })
    .prefault({})
    .describe("the model that makes questions up"),
  hard: within(-1, 1, 0.2).describe(
    "agreement at which a question is too hard, or its answer wrong: not above it, neither is paid; below 0: no gate",
  ),
  easy: share(1).describe("agreement from which on a question is too easy to be practised"),
  difference: within(-1, 1, 0.3).describe(
    "difference from the latest hundred questions at and below which a question is worth nothing; below 0: no gate",
  ),
  novelty: share(0.2).describe("what a difference of 1 is paid"),
  turns: z
    .strictObject({ proposer: turn("the proposer learns"), solver: turn("the solver practises what is waiting") })
    .optional()
    .describe("they learn in turns, with a list of questions between them; default both in every update"),
  marks: oneOf(["agreement", "coins"], "agreement").describe(
    "what the solver is paid for: agreeing with the stated answer, or as a control the toss of a coin",
  ),
});

type DualPlayFields = z.output<typeof dualPlayParameters>;
type MakeWorld = () => NumericEnvironment;

export const callback = defineCallback({
  id: "dual-play",
  summary:
    "a second model, which begins as a copy, makes up questions with answers, and the model learns by agreeing; the declared reward is not paid",
  source: "PasoDoble, arXiv 2511.11881, and its released code",
  parameters: dualPlayParameters,
  example: { environment: "language/chain" },
  make(own) {
    const { id, ...given } = own.knowledge;
    const known = worlds.get(id, ["knowledge", "id"]);
    known.complete(given, ["knowledge"]);
    const knowledge = () => known.make(given, ["knowledge"]);
    return {
      freshAnswers: "what was agreed upon",
      check: checkTraining,
      checkSpec(spec) {
        checkCommonAlphabet(spec, "posed questions");
        checkCommonAlphabet(knowledge().spec, "posed questions", ["knowledge"]);
      },
      room: ({ observationSize }) => Math.max(observationSize, knowledge().spec.observationSize),
      shown: (_context, from, room) => (own.shown === 0 ? undefined : mixed(knowledge, own.shown, from, room)),
      make: (stage) => dualPlay(stage, knowledge, own),
    };
  },
});

function checkTraining(training: AccompaniedTraining): void {
  checkLearnsExercises(training, "posed questions");
  if (training.options.questions > 1) return;
  const what = "a single question is compared with none";
  throw new UserError({ code: "bad-play", what, hint: "pose several, as questions: 6 of the trainer does" });
}

/** Shows demonstrations of another world in the place of some. */
function mixed(makeEnvironment: MakeWorld, part: number, from: string, room: number): ImitationChange {
  const { spec } = makeEnvironment();
  let draw: ReturnType<typeof demonstrations> | undefined;
  return ({ tokens, written }, random) => {
    draw ??= demonstrations({ spec, makeEnvironment }, from, tokens.length / room, room);
    const other = draw(random.stream("knowledge"));
    const places = random.stream("places");
    for (let at = 0; at < tokens.length; at += room) {
      if (places.uniform() >= part) continue;
      tokens.set(other.tokens.subarray(at, at + room), at);
      written.set(other.written.subarray(at, at + room), at);
    }
  };
}

/** Name of the history and the waiting list in checkpoints. */
const NOTES = "dualPlay.notes";
const notesShape = z.object({
  rounds: z.number().describe("updates"),
  posed: z.array(z.string()).describe("the latest questions"),
  waiting: z.array(z.object({ question: z.string(), answers: z.array(z.string()) })).describe("for the solver"),
  next: z.number().describe("where the solver goes on in them"),
});

const UNPAID: Reward = { reset() {}, pay: (_outcomes, _status, pay) => void pay.fill(0) };
/** What is asked where nothing is to be answered; no answer to it is right. */
const BLANK: Exercise = { question: ALPHABET[MARK], answers: [] };

/** Exercises as they were answered, with the mark of each row and the mean mark of each exercise. */
interface Answered {
  readonly texts: Completions;
  readonly marks: Float64Array;
  readonly shares: readonly number[];
}

/** Puts rounds of play in the place of a stage's updates; the stage's model is the solver. */
export function dualPlay(stage: CallbackStage, knowledge: MakeWorld, p: DualPlayFields): Callback {
  const { context, model, parameters, options } = stage;
  const { questions: N, answers: M } = options;
  const { observationSize, horizon } = context.spec;
  const sizes = { longestQuestion: observationSize - horizon, longestAnswer: Math.max(1, horizon - 3) };
  const solver = exerciseLearner(stage, sizes);

  const proposing = { ...options, ...p.proposer, questions: 1, answers: N, minibatches: 1 };
  const known = knowledge().spec;
  // This play pays both; what is declared may not even know the proposer's world.
  const unpaid = { makeReward: () => UNPAID, makeObjective: () => UNPAID };
  const own = parameters.clone();
  const credit = groupMethod(proposing, { rows: N, group: N, context: model.context, longest: known.horizon });
  const shown = { ...context, ...unpaid, spec: known, makeEnvironment: knowledge };
  const proposer = groupLearner(shown, model, own, credit, proposing);
  const right = channelIndex("correct", known.channels);

  const history = questionHistory();
  const waiting: Exercise[] = [];
  let next = 0;
  let rounds = 0;
  const practised = (agreement: number) => agreement > p.hard && agreement < p.easy;

  /** Has the exercises answered. */
  function answered(exercises: readonly Exercise[], random: Random): Answered {
    solver.pose(exercises);
    const texts = solver.write(random.stream("solver"));
    const coin = random.stream("coins");
    const toss = (row: number) => (coin.uniform() < 0.5 && answerIn(texts, row) !== undefined ? 1 : 0);
    const byCoin = (row: number) => p.marks === "coins" && exercises[Math.floor(row / M)] !== BLANK;
    const marks = texts.objective.map((agrees, row) => (byCoin(row) ? toss(row) : agrees));
    return { texts, marks, shares: exercises.map((_, k) => mean(marks.subarray(k * M, (k + 1) * M))) };
  }

  /** Questions that the proposer makes up from the same knowledge; a blank one for each that is not asked. */
  function pose(random: Random) {
    const texts = proposer.write(random.stream("proposer"));
    const posed = Array.from({ length: N }, (_, k) => posedIn(answerIn(texts, k) ?? "", p.mark));
    // A question must leave room for an answer.
    const leaks = posed.map((pair) => givesAway(pair) || pair.question.length >= model.context);
    const exercises = posed.map(({ question, answer }, k) => (leaks[k] ? BLANK : { question, answers: [answer] }));
    return { texts, posed, leaks, exercises };
  }

  /** Pays the proposer for what was posed; what came of it, and whether there is something to learn for it. */
  function weigh({ texts, posed, leaks }: ReturnType<typeof pose>, shares: readonly number[]) {
    const differences = posed.map(({ question }) => history.difference(question));
    for (const { question } of posed) if (question !== "") history.add(question);
    const worths = shares.map((agreement, k) => questionWorth(agreement, differences[k], p));
    payTexts(texts, worths);
    const stated = posed.map((_, k) => texts.outcomes[k * known.channels.length + right]);
    const asked = posed.flatMap(({ question }, k) => (leaks[k] ? [] : [question.length]));
    const measures: Measures = {
      agreement: mean(shares),
      questionDifference: mean(differences),
      questionWorth: mean(worths),
      givenAway: mean(leaks.map(Number)),
      statedRight: mean(stated),
      differentQuestions: history.different(),
      ...(asked.length > 0 && { questionCharacters: mean(asked) }),
    };
    return { measures, teaches: worths.some((worth) => worth !== worths[0]) };
  }

  /** The next questions that wait, in the order of their coming, round and round. */
  function replayed(): Exercise[] {
    return Array.from({ length: N }, () => (waiting.length === 0 ? BLANK : waiting[next++ % waiting.length]));
  }

  /** The solver learns from the answers to what it can answer sometimes. */
  function teachSolver({ texts, marks, shares }: Answered, random: Random) {
    payTexts(
      texts,
      marks.map((mark, row) => (practised(shares[Math.floor(row / M)]) ? mark : 0)),
    );
    const { lesson, learning } = solver.learn(random.stream("solver"));
    return { lesson, measures: { ...learning, solverPay: mean(marks) } };
  }

  return {
    instead(random) {
      const at = rounds++;
      const { turns } = p;
      const proposes = turns === undefined || at % (turns.proposer + turns.solver) < turns.proposer;
      const posed = proposes ? pose(random) : undefined;
      const exercises = posed?.exercises ?? replayed();
      const round = answered(exercises, random);
      const { texts, shares } = round;
      const weighed = posed && weigh(posed, shares);
      const live = shares.filter(practised).length;
      const skipped = live === 0 || weighed?.teaches === false;
      if (!skipped && proposes && p.proposer.rate > 0) proposer.learn(random.stream("proposer"));
      if (!skipped && proposes && turns) waiting.push(...exercises.filter((_, k) => practised(shares[k])));
      const learnt = skipped || (proposes && turns) ? undefined : teachSolver(round, random);
      return {
        rollouts: texts,
        lesson: learnt?.lesson,
        measures: {
          ...learnt?.measures,
          ...weighed?.measures,
          liveGroups: live / N,
          skipped: skipped ? 1 : 0,
          ...(turns && { questionsWaiting: waiting.length }),
        },
      };
    },
    save: () => [
      ...savedModel(own, proposer, "proposer."),
      savedValue(NOTES, { rounds, posed: history.latest(), waiting, next }),
    ],
    restore(tensors) {
      restoreModel(tensors, own, proposer, "proposer.");
      const notes = restoredValue(tensors, NOTES, notesShape);
      for (const question of notes.posed) history.add(question);
      waiting.push(...notes.waiting);
      [rounds, next] = [notes.rounds, notes.next];
    },
    close() {
      solver.close();
      proposer.close();
    },
  };
}
