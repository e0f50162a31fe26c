// A loop of feedback: a solver answers items, a judge criticises answers or lets them stand, and the solver is asked again with all that
// was said. Solver and judge are functions of whole rounds, so that a network answers all items at once, and a server may be asked.

/** An answer, and what the judge said of it; undefined where it let the answer stand. */
export interface Said<Answer, Critique> {
  readonly answer: Answer;
  readonly critique: Critique | undefined;
}

/** An item that is asked. */
export interface OpenItem<Item, Answer, Critique> {
  readonly item: Item;
  /** Its place among all items. */
  readonly number: number;
  /** Rounds of feedback before it: 0 at first. */
  readonly round: number;
  /** What was said of it, oldest first. */
  readonly history: readonly Said<Answer, Critique>[];
}

/** An item with its newest answer, which the history does not hold yet. */
export interface AnsweredItem<Item, Answer, Critique> extends OpenItem<Item, Answer, Critique> {
  readonly answer: Answer;
}

type Now<T> = T | Promise<T>;

/** The two sides of a loop. Both give one result for each item that they are given, in the same order. */
export interface LoopSides<Item, Answer extends string | number, Critique> {
  solve(tasks: readonly OpenItem<Item, Answer, Critique>[]): Now<readonly Answer[]>;
  judge(answered: readonly AnsweredItem<Item, Answer, Critique>[]): Now<readonly (Critique | undefined)[]>;
  isRight(item: Item, answer: Answer): boolean;
}

export interface FeedbackRounds {
  /** Rounds of feedback after the first answers. */
  readonly rounds: number;
  /** Whether an item that is solved is not asked again. Default no. */
  readonly freezes?: boolean;
}

/** What came of a loop. Tables have a row for each round, the first answers in row 0. */
export interface Transcript<Answer, Critique> {
  readonly items: number;
  readonly rounds: number;
  /** [(rounds + 1) × items] 1 where the answer is right. */
  readonly right: Uint8Array;
  /** [(rounds + 1) × items] 1 where the answer is another one than in the round before. */
  readonly changed: Uint8Array;
  /** [(rounds + 1) × items] 1 where the answer was criticised; nothing is said of the last ones. */
  readonly criticised: Uint8Array;
  /** What was said of each item, oldest first; the last answer stands alone. */
  readonly histories: readonly (readonly Said<Answer, Critique>[])[];
}

/** Asks all items, `rounds` times more. Throws where a side gives another number of results than it was given items. */
export async function feedbackLoop<Item, Answer extends string | number, Critique>(
  items: readonly Item[],
  { solve, judge, isRight }: LoopSides<Item, Answer, Critique>,
  { rounds, freezes = false }: FeedbackRounds,
): Promise<Transcript<Answer, Critique>> {
  const count = items.length;
  const tables = Array.from({ length: 3 }, () => new Uint8Array((rounds + 1) * count));
  const [right, changed, criticised] = tables;
  const histories = items.map((): Said<Answer, Critique>[] => []);
  for (let round = 0; round <= rounds; round++) {
    const open = [...items.keys()].filter((k) => !(freezes && round > 0 && right[(round - 1) * count + k] === 1));
    const tasks = open.map((number) => ({ item: items[number], number, round, history: histories[number] }));
    const answers = oneEach(await solve(tasks), open.length, "answers");
    const answered = tasks.map((one, k) => ({ ...one, answer: answers[k] }));
    const last = round === rounds;
    const critiques = last ? [] : oneEach(await judge(answered), open.length, "critiques");
    if (round > 0) right.copyWithin(round * count, (round - 1) * count, round * count);
    for (const [k, { item, number, answer, history }] of answered.entries()) {
      const at = round * count + number;
      right[at] = isRight(item, answer) ? 1 : 0;
      changed[at] = round > 0 && history[round - 1].answer !== answer ? 1 : 0;
      criticised[at] = last || critiques[k] === undefined ? 0 : 1;
      histories[number].push({ answer, critique: last ? undefined : critiques[k] });
    }
  }
  return { items: count, rounds, right, changed, criticised, histories };
}

function oneEach<T>(given: readonly T[], count: number, what: string): readonly T[] {
  if (given.length !== count) throw new Error(`${given.length} ${what} to ${count} items`);
  return given;
}

/** Share of right answers in each round, the first answers before any feedback. */
export function accuracies({
  items,
  rounds,
  right,
}: Pick<Transcript<unknown, unknown>, "items" | "rounds" | "right">): number[] {
  return Array.from({ length: rounds + 1 }, (_, round) => {
    const row = right.subarray(round * items, (round + 1) * items);
    return row.reduce((a, b) => a + b, 0) / items;
  });
}
