// Traces of reasoning that are written by a script, so that the behaviour of every sentence is known, and a judge that names behaviours.

import { Random } from "../../core/random.ts";
import { cohenKappa } from "../../evaluation/statistics/classification.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { ABILITIES } from "./contests.ts";

export const BEHAVIOURS = ["analysis", "exploration", "implementation", "verification"] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** Names what a sentence of a trace does. A language model may be asked in its place. */
export type BehaviourJudge = (sentence: string) => Behaviour;

/** Sentences of each behaviour, with `{}` for a thing of the task. */
const FORMS: Readonly<Record<Behaviour, readonly string[]>> = {
  analysis: [
    "The statement says that {} is given first, and the limits mean n can be large.",
    "Each {} depends only on the one before it, which is a property of the problem.",
    "Since n is large by the limits, any quadratic method on {} is too slow.",
    "The problem asks for the least {}, so the order of the others does not matter.",
    "By the limits given, {} fits into 32 bits, and the sum needs 64.",
    "This means the problem splits by {}, because the parts do not depend on each other.",
    "A property of {} follows from the statement: it never gets smaller.",
    "The limits mean that {} is at most n, so a linear bound holds.",
    "The statement asks for {} only, because all the others follow from it.",
    "Because {} is given in order, the problem has a property that we need.",
    "What the problem asks depends on {} and on n, by the statement.",
    "The bound on {} follows since each part is at most n, by the limits.",
  ],
  exploration: [
    "Maybe a greedy over {} works here, or maybe something else.",
    "Alternatively, what about another approach that sorts by {}?",
    "Hmm, let me try another idea: perhaps go backwards over {}.",
    "Perhaps I could try binary search on {} instead.",
    "Wait, what about a different approach, maybe with {} in a heap?",
    "Another idea would be to try flows on {}, perhaps.",
    "Hmm, maybe that approach fails; try instead to guess {}.",
    "What about trying divide and conquer instead, perhaps by {}?",
    "Alternatively maybe another order of {} could work, hmm.",
    "Let me think of a different idea instead: perhaps hashing {}.",
    "Perhaps try to relax {} and wait for another idea.",
    "Maybe an approach with two pointers on {} could work instead?",
  ],
  implementation: [
    "I write a loop that reads {} into an array of size n plus one.",
    "Now the code: declare a vector for {} and return its last entry.",
    "The function returns {} after the loop over the array ends.",
    "I write the function that updates {} and call it inside the loop.",
    "In the code I store {} in a variable and push it to the vector.",
    "Declare the array for {}, then write the outer loop and the inner loop.",
    "The code sorts the vector of {} and then returns the first entry.",
    "I store {} in the array at index i, and the loop goes on.",
    "Write a function for {} with an index variable and a loop.",
    "Then the loop pushes {} to the vector, and the function returns.",
    "I declare an index variable for {} and write it to the array.",
    "The code calls the function on {}, and stores what it returns in a variable.",
  ],
  verification: [
    "Check with the first sample: {} comes out as 5, as expected.",
    "Let me test an edge case, {} equal to zero: the output is correct.",
    "On the second sample the output for {} matches the expected one.",
    "I verify by hand that {} is right on this example: 3, as expected.",
    "Test the edge case where {} is empty: the output matches.",
    "Checking the sample again, {} gives the expected output 12.",
    "Verify on a small example: {} is 1, which is correct.",
    "The sample output is 7, and for {} we get 7, so it is correct.",
    "Let me verify an edge case of {}: one element, correct output.",
    "Check by hand on an example with {} twice: it matches the sample.",
    "The test with the largest {} passes, the output is as expected.",
    "Let me check {} on the sample by hand: correct, it matches.",
  ],
};
const THINGS = [
  "the prefix",
  "the edge",
  "the weight",
  "the interval",
  "the node",
  "the value",
  "the stack",
  "the key",
];

/** Forms of each behaviour that a judge learns from; the others are those that it is asked about. */
const LEARNT = 8;
const [TRACES, SENTENCES] = [5, 40];

interface Labelled {
  readonly sentence: string;
  readonly label: Behaviour;
}

/** Shares of behaviours in a script: abler solvers analyse more and explore less. */
const sharesOf = (ability: number): number[] => [
  0.25 + 0.08 * ability,
  0.3 - 0.1 * ability,
  0.25,
  0.2 + 0.02 * ability,
];

/** A judge that has learnt how often words stand in sentences of each behaviour (naive Bayes with one more of each word). */
export function trainedJudge(examples: readonly Labelled[]): BehaviourJudge {
  const words = new Set(examples.flatMap(({ sentence }) => wordsOf(sentence)));
  const models = BEHAVIOURS.map((behaviour) => {
    const own = examples.filter(({ label }) => label === behaviour);
    const counts = new Map<string, number>();
    for (const word of own.flatMap(({ sentence }) => wordsOf(sentence))) counts.set(word, (counts.get(word) ?? 0) + 1);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0) + words.size;
    return { prior: Math.log((own.length + 1) / (examples.length + 4)), counts, all };
  });
  return (sentence) => {
    const known = wordsOf(sentence).filter((word) => words.has(word));
    const scores = models.map(({ prior, counts, all }) =>
      known.reduce((sum, word) => sum + Math.log(((counts.get(word) ?? 0) + 1) / all), prior),
    );
    return BEHAVIOURS[scores.indexOf(Math.max(...scores))];
  };
}

const wordsOf = (sentence: string): string[] => sentence.toLowerCase().match(/[a-z]+/g) ?? [];

/** What a judge makes of scripted traces. */
export interface BehaviourFigures {
  /** Agreement with the labels: of the judge, and of one that learnt from shuffled labels. */
  readonly kappa: number;
  readonly shuffledKappa: number;
  /** Spearman's ρ with θ of the shares that the judge counts. */
  readonly analysisOrder: number;
  readonly explorationOrder: number;
}

/** Writes traces of the twelve models in sentences that no judge has learnt from, and has them judged. */
export function judgedBehaviours(seed: number): BehaviourFigures {
  const random = Random.of(seed, "live-oibench", "behaviours");
  const forms = BEHAVIOURS.map((behaviour) => {
    const order = FORMS[behaviour].slice();
    shuffle(order, random.stream("forms", behaviour));
    return order;
  });
  const thing = random.stream("things");
  const written = (form: string) => form.replaceAll("{}", () => THINGS[thing.integer(THINGS.length)]);
  const examples = BEHAVIOURS.flatMap((label, k) =>
    forms[k].slice(0, LEARNT).flatMap((form) => Array.from({ length: 4 }, () => ({ sentence: written(form), label }))),
  );
  const labels = examples.map(({ label }) => label);
  shuffle(labels, random.stream("labels"));
  const judge = trainedJudge(examples);
  const misled = trainedJudge(examples.map(({ sentence }, k) => ({ sentence, label: labels[k] })));
  const draws = random.stream("traces");
  const traces = ABILITIES.map((ability) =>
    Array.from({ length: TRACES * SENTENCES }, (): Labelled => {
      let [k, u] = [0, draws.uniform()];
      for (const shares = sharesOf(ability); k < 3 && u >= shares[k]; k++) u -= shares[k];
      const own = forms[k].slice(LEARNT);
      return { sentence: written(own[draws.integer(own.length)]), label: BEHAVIOURS[k] };
    }),
  );
  const all = traces.flat();
  const kappa = (by: BehaviourJudge) =>
    cohenKappa(
      all.map(({ sentence }) => by(sentence)),
      all.map(({ label }) => label),
    ) ?? Number.NaN;
  const order = (behaviour: Behaviour) =>
    spearman(
      traces.map((trace) => trace.filter(({ sentence }) => judge(sentence) === behaviour).length),
      ABILITIES,
    ) ?? 0;
  return {
    kappa: kappa(judge),
    shuffledKappa: kappa(misled),
    analysisOrder: order("analysis"),
    explorationOrder: order("exploration"),
  };
}
