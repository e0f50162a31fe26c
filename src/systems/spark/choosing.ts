// Which of several answers to take where the right one is not known: the one that most agree on, or the one that wins most of
// the comparisons with the others.

/** Where the first of the most frequent answers stands (self-consistency, arXiv 2203.11171). Throws without answers. */
export function majority(answers: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  return firstOfMost(answers.map((answer) => counts.get(answer) ?? 0));
}

/** Every pair of 0 … n − 1, the smaller first: (0, 1), (0, 2), …, (n − 2, n − 1). */
export function pairsOf(n: number): [first: number, second: number][] {
  return Array.from({ length: n }, (_, i) => i).flatMap((i) =>
    Array.from({ length: n - i - 1 }, (_, k): [number, number] => [i, i + k + 1]),
  );
}

/**
 * Where the first of those stands that win most comparisons. `winners` are the winners of the pairs of `pairsOf(n)` in their
 * order; undefined is a win of neither. Throws unless there is one of each pair.
 */
export function mostWins(n: number, winners: readonly (number | undefined)[]): number {
  if (winners.length !== (n * (n - 1)) / 2) throw new Error(`${winners.length} comparisons of ${n} answers`);
  const wins = Array.from({ length: n }, () => 0);
  for (const winner of winners) if (winner !== undefined) wins[winner] += 1;
  return firstOfMost(wins);
}

function firstOfMost(counts: readonly number[]): number {
  if (counts.length === 0) throw new Error("no answers to choose from");
  return counts.indexOf(Math.max(...counts));
}
