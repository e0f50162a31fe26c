// A retriever of contest problems. Lessons show it texts that belong together. Then it ranks texts that it has not seen: programs for a
// statement, programs for a program, old problems for a new one, and statements for a simplified one. How similar it finds new problems to
// old ones parts them in three, and so what solvers pass that have learnt from the old ones.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { largest } from "../../math/largest.ts";
import { ndcg } from "../../math/ndcg.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { barScene } from "../bar-scene.ts";
import { clip, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { short } from "../scene-shapes.ts";
import { drawnBenchmark } from "./benchmark.ts";
import { type Concepts, contestTexts, drawnProblems, OF_A_PROBLEM } from "./contest-texts.ts";
import { PROGRAMS, type RetrievalParameters, retrievalParameters } from "./parameters.ts";
import { bySimilarity } from "./passes-by-similarity.ts";

/** NDCG@10. */
const PLACES = 10;
/** Kinds of lessons in the observation; 0 is a ranking. */
const LESSONS = { programs: 1, statements: 2 } as const;

const TASKS = ["textToCode", "codeToCode", "duplicates", "simplified"] as const;
const MEANS = {
  textToCode: "NDCG@10 of programs that solve a statement's problem",
  codeToCode: "NDCG@10 of other programs that solve a program's problem",
  duplicates: "NDCG@10 of the old problem that a new one tells in other words",
  simplified: "NDCG@10 of the statement that another is a simplified form of",
} as const;

export const retrievalProblems = bind({
  id: "retrieval/problems",
  summary:
    "a retriever learns from statements and programs, ranks unseen ones, and shows which new problems are like old ones",
  source: "the tasks of CPRet, arXiv 2505.12925, on texts of drawn concepts",
  parameters: retrievalParameters,
  make,
});

function make(p: RetrievalParameters): NumericEnvironment {
  const { queries, solvers, documents } = p;
  const texts = contestTexts(p);
  const { length, words } = texts;
  const candidates = queries * p.programs;
  const news = 3 * p.news;
  const state = layout({
    concepts: [p.problems, OF_A_PROBLEM],
    taught: [p.problems, length],
    programs: [p.problems, PROGRAMS, length],
    order: [p.problems],
    unseen: [queries, length],
    brief: [queries, length],
    codes: [candidates, length],
    owners: [candidates],
    old: [candidates, length],
    fresh: [news, length],
    originals: [p.news],
    passes: [news, solvers],
    similarity: [news],
    query: [length],
    page: [candidates, length],
    relevant: [candidates],
    lesson: [1],
    step: [1],
    scores: [TASKS.length],
  });
  const v = state.views;
  const all = p.lessons + p.statements;
  const horizon = all + 3 * queries + news;
  const gains = new Float64Array(candidates);
  const textOf = (of: Float64Array, k: number) => of.subarray(k * length, (k + 1) * length);
  const put = (into: Float64Array, k: number, text: ArrayLike<number>) => into.set(text, k * length);

  function drawTaught(random: Random): Concepts[] {
    const problems = drawnProblems(p.problems, random);
    for (const [k, concepts] of problems.entries()) {
      v.concepts.set(concepts, k * OF_A_PROBLEM);
      put(v.taught, k, texts.statement(concepts, random));
    }
    const places = p.shuffled ? randomOrder(p.problems * PROGRAMS, random.stream("shuffled")) : undefined;
    for (let k = 0; k < p.problems * PROGRAMS; k++)
      put(v.programs, places?.[k] ?? k, texts.program(problems[Math.floor(k / PROGRAMS)], random));
    return problems;
  }

  function drawUnseen(taught: readonly Concepts[], random: Random): void {
    const problems = drawnProblems(queries, random, taught);
    const places = randomOrder(candidates, random);
    for (const [k, concepts] of problems.entries()) {
      put(v.unseen, k, texts.statement(concepts, random));
      put(v.brief, k, texts.simplified(concepts, random));
    }
    for (const [k, place] of places.entries()) {
      const owner = Math.floor(k / p.programs);
      v.owners[place] = owner;
      put(v.codes, place, texts.program(problems[owner], random));
    }
  }

  function drawNew(random: Random): void {
    const { old, fresh, originals, passes } = drawnBenchmark({ ...p, candidates }, texts, random);
    for (const [k, text] of old.entries()) put(v.old, k, text);
    for (const [k, text] of fresh.entries()) put(v.fresh, k, text);
    v.originals.set(originals);
    for (const [s, chances] of passes.entries())
      for (const [k, chance] of chances.entries()) v.passes[k * solvers + s] = chance;
  }

  function lessonPage(round: number, random: Random): void {
    const at = round % p.problems;
    if (at === 0) v.order.set(randomOrder(p.problems, random.stream("order")));
    const problem = v.order[at];
    const statement = textOf(v.taught, problem);
    if (round < p.lessons) {
      v.lesson[0] = LESSONS.programs;
      v.query.set(random.uniform() < 0.5 ? statement : texts.mainPart(statement));
      for (const [place, k] of randomOrder(PROGRAMS, random).slice(0, documents).entries()) {
        put(v.page, place, textOf(v.programs, problem * PROGRAMS + k));
        v.relevant[place] = 1;
      }
      return;
    }
    v.lesson[0] = LESSONS.statements;
    const concepts = Array.from(v.concepts.subarray(problem * OF_A_PROBLEM, (problem + 1) * OF_A_PROBLEM));
    v.query.set(statement);
    put(v.page, 0, random.uniform() < 0.5 ? texts.statement(concepts, random) : texts.simplified(concepts, random));
    v.relevant[0] = 1;
  }

  /** Which task a round of ranking is, and its query. */
  function taskOf(round: number): { task: (typeof TASKS)[number]; k: number } {
    if (round < queries) return { task: "textToCode", k: round };
    if (round < 2 * queries) return { task: "codeToCode", k: round - queries };
    if (round < 3 * queries) return { task: "simplified", k: round - 2 * queries };
    return { task: "duplicates", k: round - 3 * queries };
  }

  /** Writes what is ranked, and in `gains` which of it is relevant. */
  function rankingPage(round: number): void {
    const { task, k } = taskOf(round);
    gains.fill(0);
    if (task === "textToCode" || task === "codeToCode") {
      v.page.set(v.codes);
      for (let c = 0; c < candidates; c++) gains[c] = v.owners[c] === k ? 1 : 0;
      v.query.set(textOf(v.unseen, k));
      if (task === "textToCode") return;
      const own = v.owners.indexOf(k);
      v.query.set(textOf(v.codes, own));
      textOf(v.page, own).fill(0);
      gains[own] = 0;
      return;
    }
    v.page.set(v.old);
    if (task === "simplified") {
      v.page.set(v.unseen);
      v.query.set(textOf(v.brief, k));
      gains[k] = 1;
      return;
    }
    v.query.set(textOf(v.fresh, k));
    if (k < p.news) gains[v.originals[k]] = 1;
  }

  function turn(random: Random): void {
    const round = v.step[0];
    v.lesson[0] = 0;
    v.relevant.fill(0);
    if (round < all) {
      v.page.fill(0);
      lessonPage(round, random.stream("lesson", round));
    } else if (round < horizon) rankingPage(round - all);
  }

  /** NDCG of the ranking by scores; equals stand in the order of the candidates. */
  function quality(scores: Float64Array): number {
    const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a] || a - b);
    return (
      ndcg(
        Float64Array.from(order, (c) => gains[c]),
        PLACES,
      ) ?? 0
    );
  }

  return {
    spec: singleAgentSpec({
      label: "retriever",
      horizon,
      action: { low: new Array<number>(candidates).fill(-1), high: new Array<number>(candidates).fill(1) },
      actionUnit: "similarity of each candidate to the query",
      observation: [
        field(
          "lesson",
          0,
          2,
          "1 where programs are shown that solve a statement's problem, 2 for statements, 0 to rank",
        ),
        field("query", 0, words, "words of the text that is ranked for, by number; 0 is no word", { size: length }),
        field("candidates", 0, words, "words of each candidate", { size: candidates * length }),
        field("relevant", 0, 1, "in a lesson 1 for candidates that belong to the query", { size: candidates }),
      ],
      channels: [
        flow("payoff", "NDCG@10", 0, 1, "sum", "mean of the four tasks"),
        ...TASKS.map((task) => flow(task, "NDCG@10", 0, 1, "sum", MEANS[task])),
        flow(
          "passSimilar",
          "share of attempts",
          0,
          1,
          "sum",
          "what solvers pass of the third most similar to old problems",
        ),
        flow("passFresh", "share of attempts", 0, 1, "sum", "what they pass of the least similar third"),
        flow("inflation", "share of attempts", -1, 1, "sum", "the first of these less the second"),
        flow(
          "spreadFresh",
          "share of attempts",
          0,
          1,
          "sum",
          "standard deviation between solvers on the least similar third",
        ),
        flow("narrowing", "share of attempts", -1, 1, "sum", "by how much it is less on the most similar third"),
      ],
      publicState: parts({ step: "round", lesson: "lesson", query: "words of the query", scores: "NDCG so far" }),
    }),
    state,
    reset(random, outcomes) {
      state.buffer.fill(0);
      outcomes.fill(0);
      drawUnseen(drawTaught(random.stream("taught")), random.stream("unseen"));
      drawNew(random.stream("benchmark"));
      turn(random);
    },
    step(actions, outcomes, random) {
      outcomes.fill(0);
      const round = v.step[0] - all;
      if (round >= 0) {
        rankingPage(round);
        const scores = Float64Array.from(actions, (score) => clip(score, -1, 1));
        const { task, k } = taskOf(round);
        if (task !== "duplicates" || k < p.news) {
          const at = TASKS.indexOf(task);
          const rounds = task === "duplicates" ? p.news : queries;
          const gain = Math.min(quality(scores) / rounds, 1 - v.scores[at]);
          v.scores[at] += gain;
          outcomes[0] = gain / TASKS.length;
          outcomes[1 + at] = gain;
        }
        if (task === "duplicates") v.similarity[k] = largest(scores, 0, candidates);
      }
      v.step[0] += 1;
      turn(random);
      if (v.step[0] < horizon) return Status.running;
      const found = bySimilarity(v.similarity, v.passes, solvers);
      if (found !== undefined) outcomes.set(found, 1 + TASKS.length);
      return Status.truncated;
    },
    observe(observations) {
      observations[0] = v.lesson[0];
      observations.set(v.query, 1);
      observations.set(v.page, 1 + length);
      observations.set(v.relevant, 1 + length + candidates * length);
    },
    scene: () => {
      const bars = TASKS.map((name, k) => ({ name, value: v.scores[k] }));
      const round = v.step[0];
      const now = round < all ? "a lesson" : round < horizon ? `${taskOf(round - all).task}` : "the end";
      return barScene(
        [{ title: "NDCG@10 so far", bars, high: 1 }],
        `Round ${round} of ${horizon}: ${now}. Mean so far ${short(v.scores.reduce((a, b) => a + b, 0) / TASKS.length)}.`,
      );
    },
  };
}
