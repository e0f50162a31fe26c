// What holds without any training: the table of pay, leaks, what counts as new, the buffer, and the game behind the play.

import { Random } from "../../core/random.ts";
import { type Check, closeTo, holds } from "../../study/legacy.ts";
import { bestDifficulty, learntDifficulty } from "./game.ts";
import { givesAway, jaccard, questionWorth } from "./posed-question.ts";
import { QuestionBuffer } from "./question-buffer.ts";

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

const TABLE_SEEDS = 5;

export function exactChecks(): Check[] {
  let gap = 0;
  for (const [p, row] of Object.entries(TABLE)) {
    for (const [d, worth] of Object.entries(row)) {
      gap = Math.max(gap, Math.abs(questionWorth(Number(p), Number(d)) - worth));
    }
  }
  const misread = PAIRS.filter(([question, answer, leaks]) => givesAway({ question, answer }) !== leaks);
  const alike: readonly [string, string, number][] = [
    ["7abab", "7ba", 1],
    ["7abc", "7abd", 3 / 5],
    ["7ab", "6cd", 0],
  ];
  const unlike = alike.filter(([a, b, share]) => Math.abs(jaccard(new Set(a), new Set(b)) - share) > 1e-12);
  const buffer = new QuestionBuffer<number>(0.2, 1);
  const shares = Array.from({ length: 7 }, (_, k) => k / 6);
  for (const share of shares) buffer.add(share, share);
  const admitted = buffer.kept.map(({ agreement }) => Math.round(agreement * 6));
  const best = bestDifficulty(6, 100);
  const limits = [6, 30, 1000].map((answers) => bestDifficulty(answers, 100));
  const learnt = Array.from({ length: TABLE_SEEDS }, (_, k) =>
    learntDifficulty(
      { levels: 20, questions: 6, answers: 6, rounds: 4000, rate: 0.5 },
      Random.of(101 + k, "tabular proposer"),
    ),
  );
  return [
    closeTo(
      "pay of a question, 20 pairs of agreement and difference: largest gap from the table by hand",
      gap,
      0,
      1e-12,
      true,
    ),
    holds("leaks, twelve pairs", "all as read by hand", `${misread.length} otherwise`, misread.length === 0),
    holds(
      "Jaccard's similarity is of sets",
      "1, 3/5, 0 for three pairs",
      `${unlike.length} otherwise`,
      unlike.length === 0,
    ),
    holds(
      "the buffer admits agreement above 0.2 and below 1, of six answers",
      "2, 3, 4, 5",
      admitted.join(", "),
      admitted.join() === "2,3,4,5",
    ),
    holds(
      "game: the difficulty worth most moves in from 0.8 when agreement is told by few answers (6, 30, 1000)",
      "below 0.8, and rising",
      limits.join(", "),
      limits.every((x, k) => x < 0.8 && x > (limits[k - 1] ?? 0)),
    ),
    holds(
      `game: what a tabular proposer learns, ${TABLE_SEEDS} seeds`,
      `within 0.05 of ${best}`,
      learnt.join(", "),
      learnt.every((x) => Math.abs(x - best) <= 0.05),
    ),
  ];
}
