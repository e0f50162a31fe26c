// What holds without any training: the table of pay, leaks, what counts as new, the buffer, and the game behind the play.

import { Random } from "../../core/random.ts";
import { above, atMost, below, equalTo, near } from "../../study/bound.ts";
import { type Claim, equation, inAll, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { bestDifficulty, learntDifficulty } from "./game.ts";
import { givesAway, jaccard, QuestionBuffer, questionWorth } from "./posed-question.ts";

/** By hand, for agreement p and difference d: 1.1 − p + 0.2·d above both thresholds. */
const TABLE: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  0: { 0: 0, 0.3: 0, 0.31: 0, 1: 0 },
  0.2: { 0: 0, 0.3: 0, 0.31: 0, 1: 0 },
  0.21: { 0: 0, 0.3: 0, 0.31: 0.952, 1: 1.09 },
  0.5: { 0: 0, 0.3: 0, 0.31: 0.662, 1: 0.8 },
  1: { 0: 0, 0.3: 0, 0.31: 0.162, 1: 0.3 },
};

/** Question, stated answer, and whether the pair gives itself away. */
const PAIRS: readonly (readonly [question: string, answer: string, leaks: boolean])[] = [
  ["7ab=", "85", false],
  ["7abc=", "856", false],
  ["8ab5=", "85", false],
  ["6a=", "7", false],
  ["5ab=", "63", false],
  ["5bad=", "2", false],
  ["7a=", "7", true],
  ["4d=", "4", true],
  ["85ab=", "85", true],
  ["7ab=", "7ab=85", true],
  ["", "85", true],
  ["7ab=", "", true],
];

/** Two questions and Jaccard's similarity of their sets of characters. */
const ALIKE: readonly (readonly [string, string, number])[] = [
  ["7abab", "7ba", 1],
  ["7abc", "7abd", 3 / 5],
  ["7ab", "6cd", 0],
];

const PROPOSER = { levels: 20, questions: 6, answers: 6, rounds: 4000, rate: 0.5 };
const SEEDS = [101, 102, 103, 104, 105];

export function exactEquations(): Claim[] {
  const gaps = Object.entries(TABLE).flatMap(([p, row]) =>
    Object.entries(row).map(([d, worth]) => Math.abs(questionWorth(Number(p), Number(d)) - worth)),
  );
  const read = PAIRS.filter(([question, answer, leaks]) => givesAway({ question, answer }) === leaks);
  const like = ALIKE.filter(([a, b, share]) => Math.abs(jaccard(new Set(a), new Set(b)) - share) <= 1e-12);
  const buffer = new QuestionBuffer(0.2, 1);
  const admitted = Array.from({ length: 7 }, (_, k) => buffer.admits(k / 6));
  const best = bestDifficulty(6, 100);
  const limits = [6, 30, 1000].map((answers) => ({ answers, best: bestDifficulty(answers, 100) }));
  return [
    equation(
      "pay of a question, 20 pairs of agreement and difference: largest gap from the table by hand",
      is(exact(Math.max(...gaps)), atMost(1e-12)),
    ),
    equation("leaks, twelve pairs", inAll(read.length, PAIRS.length, "as read by hand")),
    equation("Jaccard's similarity is of sets", inAll(like.length, ALIKE.length, "as counted by hand")),
    equation(
      "the buffer admits agreement above 0.2 and below 1, of six answers",
      admitted.map((one, k) => is(exact(one ? 1 : 0), equalTo(k >= 2 && k <= 5 ? 1 : 0), `${k} of 6`)),
    ),
    equation(
      "game: the difficulty worth most moves in from 0.8 when agreement is told by few answers (6, 30, 1000)",
      limits.flatMap(({ answers, best: most }, k) => [
        is(exact(most), below(0.8), `${answers} answers`),
        is(exact(most - (limits[k - 1]?.best ?? 0)), above(0), "more than before"),
      ]),
    ),
    equation(
      `game: what a tabular proposer learns, ${SEEDS.length} seeds`,
      SEEDS.map((seed) =>
        is(exact(learntDifficulty(PROPOSER, Random.of(seed, "tabular proposer"))), near(best, 0.05), `seed ${seed}`),
      ),
    ),
  ];
}
