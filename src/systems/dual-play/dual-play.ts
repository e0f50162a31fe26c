// Two models that teach each other (PasoDoble, arXiv 2511.11881): a proposer makes up questions with answers, a solver tries them.
// The solver is paid for agreeing with the stated answer, the proposer for questions that are new, and hard, and yet agreed
// upon now and then. Neither is told what is true. They learn together, or in turns with a buffer of questions between them.

import { z } from "zod";
import type { Completions } from "../../algorithms/text/completions.ts";
import { payTexts } from "../../algorithms/text/group-advantage.ts";
import {
  type GroupLearner,
  type GroupLearnerOptions,
  type GroupLearnerParts,
  groupLearner,
} from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { answerIn, answeringContext, promptSlots } from "../../algorithms/text/prompt-slots.ts";
import type { GroupMethodOptions } from "../../algorithms/text/text-method.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { Reward } from "../../core/reward.ts";
import { ALPHABET, MARK } from "../../environments/language/alphabet.ts";
import type { Exercise, PosedOptions } from "../../environments/language/questions.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import type { Parameters } from "../../nn/parameters.ts";
import {
  givesAway,
  type Posed,
  QuestionBuffer,
  QuestionHistory,
  type QuestionWorth,
  questionWorth,
} from "./posed-question.ts";

/** A model with parameters of its own. */
export interface Player {
  readonly model: LanguageModel;
  readonly parameters: Parameters;
}

interface DualPlayParts {
  /** Writes in the context's world, whose prompts are what is known; the declared reward is not paid. */
  readonly proposer: Player & {
    readonly context: TrainingContext;
    /** What a text, given without its end, asks and states; empty where it does not. */
    readonly read: (text: string) => Posed;
  };
  /** Answers in a world of questions that has room for as many characters as its model. */
  readonly solver: Player & Pick<PosedOptions, "longestQuestion" | "longestAnswer">;
}

/** How a role learns. */
export type RoleOptions = Omit<GroupLearnerOptions & GroupMethodOptions, "questions" | "answers" | "tries">;

export interface DualPlayOptions {
  /** N questions of a round, all from the same knowledge, and M answers to each. */
  readonly questions: number;
  readonly answers: number;
  readonly proposer: RoleOptions;
  readonly solver: RoleOptions;
  /** What a question is worth to the proposer. */
  readonly worth: Required<QuestionWorth>;
  /** Agreement from which on a question is too easy to be practised; too hard is what is worth nothing. */
  readonly easy: number;
  /** So many rounds the proposer learns, and then so many the solver; default both in every round. */
  readonly turns?: { readonly proposer: number; readonly solver: number };
  /** Whether the proposer learns at all. Default true. */
  readonly proposerLearns?: boolean;
  /** Every ended answer is marked by the toss of a coin instead of by agreement, as a control. Default false. */
  readonly coins?: boolean;
}

/** A question of a round, and what became of it. */
interface Proposal extends Posed {
  /** Sums of what the proposer's world reported, [channels]. */
  readonly outcomes: Float64Array;
  /** Whether it is not asked: it gives its answer away, or is none, or too long. */
  readonly leaks: boolean;
  /** Share of answers that agree; 0 for what is not asked. */
  readonly agreement: number;
  readonly difference: number;
  readonly worth: number;
}

/** What happened in a round. */
export interface Round {
  /** None where the solver practised what was made up before. */
  readonly proposals: readonly Proposal[];
  /** Whether there was nothing in it to learn. */
  readonly skipped: boolean;
  /** What was measured of a role that learnt. */
  readonly proposer?: Measures;
  readonly solver?: Measures;
}

/** What a play remembers beside parameters and moments. */
export const notesShape = z.object({
  rounds: z.number().describe("that were played"),
  posed: z.array(z.string()).describe("the latest questions"),
  waiting: z.array(z.object({ question: z.string(), answers: z.array(z.string()) })).describe("for the solver"),
  next: z.number().describe("where the solver goes on in them"),
});

export interface DualPlay {
  /** Questions that wait for the solver, where they learn in turns. */
  readonly buffer: QuestionBuffer<Exercise>;
  /** The optimisers' moments and numbers of steps. */
  readonly state: { readonly proposer: Float32Array; readonly solver: Float32Array };
  round(random: Random): Round;
  notes(): unknown;
  /** Goes on from notes; before the first round. */
  recall(notes: z.output<typeof notesShape>): void;
  close(): void;
}

/** Exercises as they were answered. */
interface Answered {
  readonly texts: Completions;
  /** [rows] 1 or 0. */
  readonly marks: Float64Array;
  /** Mean mark of each exercise. */
  readonly shares: readonly number[];
}

const UNPAID: Reward = { reset() {}, pay: (_outcomes, _status, pay) => void pay.fill(0) };
const NOTHING: Posed = { question: "", answer: "" };
/** What is asked where nothing is to be answered; no answer to it is right. */
const BLANK: Exercise = { question: ALPHABET[MARK], answers: [] };

/** Trains the parameters of both in place. */
export function dualPlay({ proposer, solver }: DualPlayParts, p: DualPlayOptions): DualPlay {
  const { questions: N, answers: M } = p;
  const { longestQuestion, longestAnswer } = solver;
  const { worlds, pose } = promptSlots({ longestQuestion, longestAnswer }, N, M);
  const { spec } = worlds(0);
  const answering = answeringContext(proposer.context, spec);
  // This play pays both; what is declared may not even know the proposer's world.
  const proposed = { ...proposer.context, makeReward: () => UNPAID, makeObjective: () => UNPAID };
  const proposing = roleLearner(proposed, proposer, { ...p.proposer, questions: 1, answers: N, tries: 1 });
  const solving = roleLearner(answering, solver, { ...p.solver, questions: N, answers: M, tries: 1 }, { worlds });
  const history = new QuestionHistory();
  const buffer = new QuestionBuffer<Exercise>(p.worth.agreement, p.easy);
  const practised = (agreement: number) => buffer.admits(agreement);
  let rounds = 0;

  /** Has the exercises answered; the marks, and the share of them that each exercise has. */
  function answer(exercises: readonly Exercise[], random: Random): Answered {
    pose(exercises);
    const texts = solving.write(random.stream("solver"));
    const coin = random.stream("coins");
    const toss = (row: number) => (coin.uniform() < 0.5 && answerIn(texts, row) !== undefined ? 1 : 0);
    // What is blank has no marks.
    const marks = texts.objective.map((right, row) =>
      p.coins === true && exercises[Math.floor(row / M)] !== BLANK ? toss(row) : right,
    );
    const shares = exercises.map((_, k) => marks.subarray(k * M, (k + 1) * M).reduce((a, b) => a + b, 0) / M);
    return { texts, marks, shares };
  }

  /** The solver learns from the answers to what it can answer sometimes. */
  function teachSolver({ texts, marks, shares }: Answered, random: Random): Measures {
    payTexts(
      texts,
      marks.map((mark, row) => (practised(shares[Math.floor(row / M)]) ? mark : 0)),
    );
    return solving.learn(random.stream("solver")).measures;
  }

  /** The proposer writes, the solver answers, and questions are weighed; both learn afterwards. */
  function propose(random: Random) {
    const texts = proposing.write(random.stream("proposer"));
    const channels = texts.outcomes.length / N;
    const posed = Array.from({ length: N }, (_, k) => {
      const text = answerIn(texts, k);
      return text === undefined ? NOTHING : proposer.read(text);
    });
    // A question must leave room for an answer.
    const leaks = posed.map((pair) => givesAway(pair) || pair.question.length >= solver.model.context);
    const exercises = posed.map(({ question, answer: stated }, k) =>
      leaks[k] ? BLANK : { question, answers: [stated] },
    );
    const answered = answer(exercises, random);
    const { shares } = answered;
    const proposals: Proposal[] = posed.map((pair, k) => {
      const difference = history.difference(pair.question);
      return {
        ...pair,
        outcomes: texts.outcomes.slice(k * channels, (k + 1) * channels),
        leaks: leaks[k],
        agreement: shares[k],
        difference,
        worth: questionWorth(shares[k], difference, p.worth),
      };
    });
    for (const { question } of posed) if (question !== "") history.add(question);
    payTexts(
      texts,
      proposals.map(({ worth }) => worth),
    );
    const worthless = proposals.every(({ worth }) => worth === proposals[0].worth);
    return { proposals, exercises, answered, skipped: worthless || !shares.some(practised) };
  }

  function together(random: Random): Round {
    const { proposals, answered, skipped } = propose(random);
    if (skipped) return { proposals, skipped };
    return { proposals, skipped, ...teachProposer(random), solver: teachSolver(answered, random) };
  }

  function teachProposer(random: Random): Pick<Round, "proposer"> {
    return p.proposerLearns === false ? {} : { proposer: proposing.learn(random.stream("proposer")).measures };
  }

  function proposersTurn(random: Random): Round {
    const { proposals, exercises, answered, skipped } = propose(random);
    if (skipped) return { proposals, skipped };
    buffer.waiting.push(...exercises.filter((_, k) => practised(answered.shares[k])));
    return { proposals, skipped, ...teachProposer(random) };
  }

  function solversTurn(random: Random): Round {
    const exercises = buffer.take(N);
    if (exercises.length === 0) return { proposals: [], skipped: true };
    const answered = answer(exercises, random);
    if (!answered.shares.some(practised)) return { proposals: [], skipped: true };
    return { proposals: [], skipped: false, solver: teachSolver(answered, random) };
  }

  return {
    buffer,
    state: { proposer: proposing.state, solver: solving.state },
    notes: () => ({ rounds, posed: history.asked, waiting: buffer.waiting, next: buffer.next }),
    recall(notes) {
      rounds = notes.rounds;
      for (const question of notes.posed) history.add(question);
      buffer.waiting.push(...notes.waiting);
      buffer.next = notes.next;
    },
    round(random) {
      const { turns } = p;
      const at = rounds++;
      if (turns === undefined) return together(random);
      return at % (turns.proposer + turns.solver) < turns.proposer ? proposersTurn(random) : solversTurn(random);
    },
    close() {
      proposing.close();
      solving.close();
    },
  };
}

/** A role that learns from groups. */
function roleLearner(
  context: TrainingContext,
  { model, parameters }: Player,
  options: GroupLearnerOptions & GroupMethodOptions,
  parts: GroupLearnerParts = {},
): GroupLearner {
  const { questions, answers } = options;
  const sizes = { rows: questions * answers, group: answers, context: model.context, longest: context.spec.horizon };
  return groupLearner(context, model, parameters, groupMethod(options, sizes), options, parts);
}
