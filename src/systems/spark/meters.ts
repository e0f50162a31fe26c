// What a model is worth on held-out questions: when it answers once, when it judges and corrects itself, and when it chooses
// among four of its answers; and how well it judges them.

import { textSampler } from "../../algorithms/text/completions.ts";
import { answerIn, promptSlots } from "../../algorithms/text/prompt-slots.ts";
import { Random } from "../../core/random.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { balancedAccuracy } from "../../evaluation/statistics/classification.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { meanPassAtK } from "../../evaluation/statistics/pass-rates.ts";
import type { Writer } from "../../study/testbeds/text.ts";
import { majority, mostWins, pairsOf } from "./choosing.ts";
import { posedContext, readable, SIZES, sortingTasks } from "./exercises.ts";
import { recycledExercise, VERDICTS } from "./recycled-forms.ts";
import type { RecycledItem } from "./recycling.ts";

/** Balanced accuracy of verdicts; 0.5 for a constant one. */
export interface Verdicts {
  readonly pointwise: number;
  readonly pairwise: number;
}

/** Verdicts are on its own fresh answers. */
export interface Meters extends Verdicts {
  /** Share of right answers among those drawn. */
  readonly passAt1: number;
  /** Right first answers, and right ones after its own verdict and, where that is no, one more answer. */
  readonly single: number;
  readonly reflected: number;
  /** Right answers where the model prefers one of four, where most of four agree, and where any of four is right. */
  readonly preferred: number;
  readonly agreed: number;
  readonly oracle: number;
}

const QUESTIONS = 200;
/** Answers to each, and those among them that it chooses from and judges. */
const ANSWERS = 8;
const CHOICE = 4;
/** Exercises that are asked at once. */
const BLOCK = 100;

/** `answers` drawn answers to each exercise; empty where one does not end. */
function asked(
  { model, parameters }: Writer,
  exercises: readonly Exercise[],
  random: Random,
  answers = 1,
): readonly (readonly string[])[] {
  const { worlds, pose } = promptSlots(SIZES, BLOCK, answers);
  const sampler = textSampler(posedContext(0), model, parameters, { groups: BLOCK, group: answers, worlds });
  const found: string[][] = [];
  for (let from = 0; from < exercises.length; from += BLOCK) {
    const block = exercises.slice(from, from + BLOCK);
    // What is missing of a block is filled with its first, whose answers are not read.
    pose(Array.from({ length: BLOCK }, (_, k) => block[k] ?? block[0]));
    const texts = sampler.write(random.stream("block", from));
    const answer = (row: number, { question }: Exercise) => answerIn(texts, row, question.length) ?? "";
    for (const [g, one] of block.entries()) {
      found.push(Array.from({ length: answers }, (_, k) => answer(g * answers + k, one)));
    }
  }
  sampler.close();
  return found;
}

/** A held-out question, and what was answered. */
interface Answered {
  readonly question: string;
  readonly truth: string;
  readonly texts: readonly string[];
}

const HELD_OUT = Random.of(0, "held out");

/** Answers of a writer to held-out questions, which are the same for all writers. */
function answered(writer: Writer, answers: number, luck: string): Answered[] {
  const draw = sortingTasks();
  const questions = Array.from({ length: QUESTIONS }, (_, k) => draw(HELD_OUT.stream(k).stream("question")));
  const written = asked(writer, questions, HELD_OUT.stream(luck), answers);
  return questions.map(({ question, truth }, q) => ({ question, truth, texts: written[q] }));
}

/** Measures a writer, whose answers `judge` judges. */
export function meters(writer: Writer, judge: Writer = writer): Meters {
  const all = answered(writer, ANSWERS, "answers");
  const four = all.map((one) => ({ ...one, texts: one.texts.slice(0, CHOICE) }));
  const rightOf = (some: readonly Answered[]) =>
    some.map(({ texts, truth }) => texts.filter((text) => text === truth).length);
  const share = (chosen: (one: Answered, q: number) => number) =>
    mean(four.map((one, q) => (one.texts[chosen(one, q)] === one.truth ? 1 : 0)));
  const preferences = preferred(judge, four, HELD_OUT.stream("preferences"));
  return {
    passAt1: mean(rightOf(all)) / ANSWERS,
    ...verdicts(judge, four),
    ...corrected(writer, judge, four, HELD_OUT.stream("corrections")),
    preferred: share((_, q) => preferences[q]),
    agreed: share(({ texts }) => majority(texts)),
    oracle: meanPassAtK(rightOf(four), CHOICE, CHOICE),
  };
}

/** Verdicts of a judge on the answers of another writer. */
export function verdictsOn(writer: Writer, judge: Writer): Verdicts {
  return verdicts(judge, answered(writer, CHOICE, "another's answers"));
}

/** What the judge says of items: the letters of its verdicts. */
function said(judge: Writer, items: readonly RecycledItem[], random: Random): string[] {
  return asked(judge, items.map(recycledExercise), random).map(([text]) => text);
}

const point = (question: string, text: string, right: boolean): RecycledItem => ({
  kind: "pointwise",
  question,
  shown: [text],
  gold: right ? "yes" : "no",
});

const pair = (question: string, shown: readonly [string, string], first: boolean): RecycledItem => ({
  kind: "pairwise",
  question,
  shown,
  gold: first ? "first" : "second",
});

/** How often verdicts on the first two answers to each question are right, and on a right one beside a wrong one. */
function verdicts(judge: Writer, answers: readonly Answered[]): Verdicts {
  const random = HELD_OUT.stream("verdicts");
  const points = answers.flatMap(({ question, truth, texts }) =>
    texts
      .slice(0, 2)
      .filter(readable)
      .map((text) => point(question, text, text === truth)),
  );
  const pairs = answers.flatMap(({ question, truth, texts }, q) => {
    const wrong = texts.find((text) => text !== truth && readable(text));
    if (wrong === undefined || !texts.includes(truth)) return [];
    const first = random.stream("order", q).uniform() < 0.5;
    return [pair(question, first ? [truth, wrong] : [wrong, truth], first)];
  });
  const accuracy = (kind: keyof typeof VERDICTS, items: readonly RecycledItem[]) =>
    balancedAccuracy(
      Object.values(VERDICTS[kind]),
      said(judge, items, random.stream(kind)),
      items.flatMap((item) => recycledExercise(item).answers),
    ) ?? Number.NaN;
  return { pointwise: accuracy("pointwise", points), pairwise: accuracy("pairwise", pairs) };
}

/** First answers, each judged and, where the verdict is no, given anew; all four answers to each question have their turn. */
function corrected(writer: Writer, judge: Writer, answers: readonly Answered[], random: Random) {
  const firsts = answers.flatMap(({ question, truth, texts }) => texts.map((text) => ({ question, truth, text })));
  const judged = firsts.map(({ question, text }) => shortened(point(question, text, true)));
  const letters = said(judge, judged, random.stream("verdicts"));
  const doubted = (_: unknown, k: number) => letters[k] === VERDICTS.pointwise.no;
  const again = firsts.filter(doubted);
  const seconds = asked(
    writer,
    again.map(({ question, truth, text }) =>
      recycledExercise(shortened({ kind: "reflection", question, shown: [text], gold: truth })),
    ),
    random.stream("answers"),
  );
  const right = firsts.map(({ truth, text }) => (text === truth ? 1 : 0));
  const kept = right.filter((_, k) => !doubted(_, k)).reduce((sum: number, one) => sum + one, 0);
  const repaired = again.filter(({ truth }, k) => seconds[k][0] === truth).length;
  return { single: mean(right), reflected: (kept + repaired) / firsts.length };
}

/** What cannot be read is shown as nothing, which always fits. */
function shortened(item: RecycledItem): RecycledItem {
  return { ...item, shown: item.shown.map((text) => (readable(text) ? text : "")) };
}

/** Which of its answers wins most of the judge's comparisons, each pair in an order by coin; an answer is not compared with itself. */
function preferred(judge: Writer, answers: readonly Answered[], random: Random): number[] {
  const games = answers.flatMap(({ question, texts }, q) =>
    pairsOf(CHOICE).map(([i, j], k) => {
      const [first, second] = random.stream("order", q, k).uniform() < 0.5 ? [i, j] : [j, i];
      return { q, first, second, item: shortened(pair(question, [texts[first], texts[second]], true)) };
    }),
  );
  const open = games.filter(({ item: { shown } }) => shown[0] !== shown[1]);
  const letters = said(
    judge,
    open.map(({ item }) => item),
    random.stream("verdicts"),
  );
  const { first, second } = VERDICTS.pairwise;
  const winners = new Map(
    open.map((game, k) => [game, letters[k] === first ? game.first : letters[k] === second ? game.second : undefined]),
  );
  return answers.map((_, q) =>
    mostWins(
      CHOICE,
      games.filter((game) => game.q === q).map((game) => winners.get(game)),
    ),
  );
}
