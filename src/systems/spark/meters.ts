// What a model is worth on held-out questions: when it answers once, when it judges and corrects itself, and when it chooses
// among four of its answers; and how well it judges them.

import { Random } from "../../core/random.ts";
import { balancedAccuracy } from "../../evaluation/statistics/classification.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { meanPassAtK } from "../../evaluation/statistics/pass-at-k.ts";
import type { Writer } from "../../study/testbeds/text.ts";
import { type Asked, asked } from "./asked.ts";
import { majority, mostWins, pairsOf } from "./choosing.ts";
import { demonstrated, readable } from "./exercises.ts";
import { recycledExercise, VERDICTS } from "./recycled-forms.ts";
import type { RecycledItem } from "./recycling.ts";

export interface Meters {
  /** Share of right answers among those drawn. */
  readonly passAt1: number;
  /** Balanced accuracy of verdicts on its own fresh answers; 0.5 for whoever always says the same. */
  readonly pointwise: number;
  readonly pairwise: number;
  /** Right first answers, and right ones after its own verdict and, where that is no, one more answer. */
  readonly single: number;
  readonly reflected: number;
  /** Right answers where the model prefers one of four, where most of four agree, and where anyone of four is right. */
  readonly preferred: number;
  readonly agreed: number;
  readonly oracle: number;
}

const QUESTIONS = 200;
/** Answers to each, and those among them that it chooses from and judges. */
const ANSWERS = 8;
const CHOICE = 4;

/** Measures a writer, whose answers `judge` judges; the questions are the same for all writers. */
export function meters(writer: Writer, judge: Writer = writer): Meters {
  const draw = demonstrated();
  const random = Random.of(0, "held out");
  const questions = Array.from({ length: QUESTIONS }, (_, k) => draw(random.stream(k)));
  const many = asked(writer, ANSWERS);
  const once = asked(writer, 1);
  const judging = asked(judge, 1);
  const written = many.ask(
    questions.map(({ question, truth }) => ({ question, answers: [truth] })),
    random.stream("answers"),
  );
  many.close();
  const answered = questions.map(({ question, truth }, q) => ({
    question,
    truth,
    texts: written[q].slice(0, CHOICE).map((text) => text ?? ""),
  }));
  const counts = written.map((texts, q) => texts.filter((text) => text === questions[q].truth).length);
  const four = answered.map(({ texts, truth }) => texts.filter((text) => text === truth).length);
  const share = (chosen: (one: (typeof answered)[number], q: number) => number) =>
    mean(answered.map((one, q) => (one.texts[chosen(one, q)] === one.truth ? 1 : 0)));
  const preferences = preferred(judging, answered, random.stream("preferences"));
  const found = {
    passAt1: mean(counts) / ANSWERS,
    ...verdicts(judging, answered, random.stream("verdicts")),
    ...corrected(once, judging, answered, random.stream("corrections")),
    preferred: share((_, q) => preferences[q]),
    agreed: share(({ texts }) => majority(texts)),
    oracle: meanPassAtK(four, CHOICE, CHOICE),
  };
  once.close();
  judging.close();
  return found;
}

/** Verdicts of a judge on the answers of another, who is the same for all judges. */
export function verdictsOn(writer: Writer, judge: Writer): Pick<Meters, "pointwise" | "pairwise"> {
  const draw = demonstrated();
  const random = Random.of(0, "held out");
  const questions = Array.from({ length: QUESTIONS }, (_, k) => draw(random.stream(k)));
  const [writing, judging] = [asked(writer, CHOICE), asked(judge, 1)];
  const exercises = questions.map(({ question, truth }) => ({ question, answers: [truth] }));
  const written = writing.ask(exercises, random.stream("another's answers"));
  const answered = questions.map(({ question, truth }, q) => ({
    question,
    truth,
    texts: written[q].map((text) => text ?? ""),
  }));
  const found = verdicts(judging, answered, random.stream("verdicts"));
  writing.close();
  judging.close();
  return found;
}

interface Answered {
  readonly question: string;
  readonly truth: string;
  readonly texts: readonly string[];
}

/** What the judge says of items: the letters of its verdicts. */
function said(judge: Asked, items: readonly RecycledItem[], random: Random): (string | undefined)[] {
  return judge.ask(items.map(recycledExercise), random).map(([text]) => text);
}

const pair = (question: string, shown: readonly [string, string], first: boolean): RecycledItem => ({
  kind: "pairwise",
  question,
  shown,
  gold: first ? "first" : "second",
});

/** How often verdicts on the first two answers to each question are right, and on a right one beside a wrong one. */
function verdicts(judge: Asked, answered: readonly Answered[], random: Random) {
  const points = answered.flatMap(({ question, truth, texts }) =>
    texts
      .slice(0, 2)
      .filter(readable)
      .map(
        (text): RecycledItem => ({ kind: "pointwise", question, shown: [text], gold: text === truth ? "yes" : "no" }),
      ),
  );
  const pairs = answered.flatMap(({ question, truth, texts }, q) => {
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
function corrected(writer: Asked, judge: Asked, answered: readonly Answered[], random: Random) {
  const firsts = answered.flatMap(({ question, truth, texts }) => texts.map((text) => ({ question, truth, text })));
  const items = firsts.map(
    ({ question, text }): RecycledItem => ({ kind: "pointwise", question, shown: [text], gold: "yes" }),
  );
  const doubted: readonly boolean[] = said(judge, items.map(shortened), random.stream("verdicts")).map(
    (verdict) => verdict === VERDICTS.pointwise.no,
  );
  const again = firsts.filter((_, k) => doubted[k]);
  const seconds = writer
    .ask(
      again.map(({ question, truth, text }) =>
        recycledExercise(shortened({ kind: "reflection", question, shown: [text], gold: truth })),
      ),
      random.stream("answers"),
    )
    .map(([text]) => text);
  const right = (one: { readonly truth: string }, text: string | undefined) => (text === one.truth ? 1 : 0);
  const rest = firsts.filter((_, k) => !doubted[k]);
  const kept = rest.reduce((sum, one) => sum + right(one, one.text), 0);
  const repaired = again.reduce((sum, one, k) => sum + right(one, seconds[k]), 0);
  return { single: mean(firsts.map((one) => right(one, one.text))), reflected: (kept + repaired) / firsts.length };
}

/** What cannot be read is shown as nothing, which always fits. */
function shortened(item: RecycledItem): RecycledItem {
  return { ...item, shown: item.shown.map((text) => (readable(text) ? text : "")) };
}

/** Which of its answers wins most of the judge's comparisons, each pair in an order by coin; an answer is not compared with itself. */
function preferred(judge: Asked, answered: readonly Answered[], random: Random): number[] {
  const games = answered.flatMap(({ question, texts }, q) =>
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
  const winners = new Map(
    open.map((game, k) => {
      const winner = { [VERDICTS.pairwise.first]: game.first, [VERDICTS.pairwise.second]: game.second }[
        letters[k] ?? ""
      ];
      return [game, winner] as const;
    }),
  );
  return answered.map((_, q) =>
    mostWins(
      CHOICE,
      games.filter((game) => game.q === q).map((game) => winners.get(game)),
    ),
  );
}
