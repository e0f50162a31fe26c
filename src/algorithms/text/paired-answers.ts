// Which answers to a question are compared: the best paid with the worst paid, or the k-th best with the k-th worst. Answers that were paid
// the same are no pair.

export const PAIRINGS = ["extremes", "all"] as const;
export type AnswerPairing = (typeof PAIRINGS)[number];

/** Rows of pairs, the winner's before the loser's. */
export interface PairedRows {
  readonly rows: Int32Array;
  /** [pairs] 1 where the winner was paid more, 0 where both were paid the same. */
  readonly told: Uint8Array;
}

/** How many of a question's answers are in pairs. */
export function pairedAnswers(pairing: AnswerPairing, answers: number): number {
  return pairing === "extremes" ? 2 : 2 * Math.floor(answers / 2);
}

/** Pairs of answers by their pay, [rows], group after group; of answers that were paid the same the earlier one is the better. */
export function pairedRows(pay: Float64Array, group: number, pairing: AnswerPairing): PairedRows {
  const each = pairedAnswers(pairing, group) / 2;
  const groups = pay.length / group;
  const rows = new Int32Array(2 * each * groups);
  const told = new Uint8Array(each * groups);
  for (let g = 0, pair = 0; g < groups; g++) {
    const order = Array.from({ length: group }, (_, k) => g * group + k).sort((a, b) => pay[b] - pay[a] || a - b);
    for (let k = 0; k < each; k++, pair++) {
      const [winner, loser] = [order[k], order[group - 1 - k]];
      rows[2 * pair] = winner;
      rows[2 * pair + 1] = loser;
      told[pair] = pay[winner] > pay[loser] ? 1 : 0;
    }
  }
  return { rows, told };
}
