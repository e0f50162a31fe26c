// What readings tell of a pair of answers, by the rule of Bayes: which answer is better, and where it is worth to look again.

/** How answers differ, and how readings err. */
export interface PairLaw {
  /** Chance that one answer is better under a criterion, each as often as the other. */
  readonly differ: number;
  /** Chance that a reading is right; it says each of the two other things as often. */
  readonly accuracy: number;
}

/** [criteria][3] how often readings said that no answer is better, that the first one is, that the second one is. */
export type Readings = readonly (readonly number[])[];

/** Chances that no answer, the first, or the second is better under a criterion. */
type Belief = readonly [number, number, number];

export interface PairBeliefs {
  /** Whether the first answer is the better one at least as likely as not, given what was read. */
  isFirst(type: number, readings: Readings): boolean;
  /** The one or two criteria, by number, whose second look makes a verdict right most often. */
  bestNamed(type: number, readings: Readings): number[];
}

/** How so many readings are shared among so many criteria: evenly, and what is left over goes to those that stand first. */
export const sharesOf = (readings: number, criteria: number): number[] =>
  Array.from({ length: criteria }, (_, k) => Math.floor(readings / criteria) + (k < readings % criteria ? 1 : 0));

/** Beliefs under a law, before and after a second look of `second` readings. */
export function pairBeliefs(law: PairLaw, second: number): PairBeliefs {
  const [whole, parts] = [1, 2].map((named) => sharesOf(second, named).map((readings) => outcomesOf(readings, law)));

  /** Chance that the verdict after a second look is right and answers differ; beliefs of what is named are lent and given back. */
  function worthOf(type: number, beliefs: Belief[], named: readonly number[]): number {
    const looks = named.length === 1 ? whole : parts;
    const over = (k: number, chance: number): number => {
      if (k === named.length) return chance * Math.max(...decided(type, beliefs));
      const before = beliefs[named[k]];
      let sum = 0;
      for (const likelihood of looks[k]) {
        const [none, one, two] = [before[0] * likelihood[0], before[1] * likelihood[1], before[2] * likelihood[2]];
        const seen = none + one + two;
        if (seen === 0) continue;
        beliefs[named[k]] = [none / seen, one / seen, two / seen];
        sum += over(k + 1, chance * seen);
      }
      beliefs[named[k]] = before;
      return sum;
    };
    return over(0, 1);
  }

  return {
    isFirst(type, readings) {
      const beliefs = readings.map((counts) => beliefOf(counts, law));
      const [one, two] = decided(type, beliefs);
      return one >= two;
    },
    bestNamed(type, readings) {
      const beliefs = readings.map((counts) => beliefOf(counts, law));
      const order = readings.map((_, k) => (type + k) % readings.length);
      const pairs = second < 2 ? [] : order.flatMap((j, k) => order.slice(k + 1).map((other) => [j, other]));
      let best = { named: [type], worth: 0 };
      for (const named of [...order.map((j) => [j]), ...pairs]) {
        const worth = worthOf(type, beliefs, named);
        // Sums of rounded terms differ in their last digits.
        if (worth > best.worth + 1e-9) best = { named, worth };
      }
      return best.named;
    },
  };
}

/** Chances of readings with these counts, in one order, where no answer, the first, or the second is better. */
function likelihoodOf(counts: readonly number[], accuracy: number): Belief {
  const wrong = (1 - accuracy) / 2;
  const where = (gap: number) =>
    counts.reduce((chance, count, said) => chance * (said === gap ? accuracy : wrong) ** count, 1);
  return [where(0), where(1), where(2)];
}

/** What is believed of a criterion of which so much was read. */
function beliefOf(counts: readonly number[], { differ, accuracy }: PairLaw): Belief {
  const likelihood = likelihoodOf(counts, accuracy);
  const [none, one, two] = [(1 - differ) * likelihood[0], (differ / 2) * likelihood[1], (differ / 2) * likelihood[2]];
  const sum = none + one + two;
  return sum > 0 ? [none / sum, one / sum, two / sum] : [1 / 3, 1 / 3, 1 / 3];
}

/** Chances that either answer is ahead under the first criterion, in the order of the type, under which they differ. */
function decided(type: number, beliefs: readonly Belief[]): [number, number] {
  let [level, one, two] = [1, 0, 0];
  for (let k = 0; k < beliefs.length; k++) {
    const belief = beliefs[(type + k) % beliefs.length];
    one += level * belief[1];
    two += level * belief[2];
    level *= belief[0];
  }
  return [one, two];
}

/** The likelihoods of all counts that so many readings of a criterion may have, in any order. */
function outcomesOf(readings: number, { accuracy }: PairLaw): readonly Belief[] {
  const all: Belief[] = [];
  for (let none = 0; none <= readings; none++) {
    for (let one = 0; none + one <= readings; one++) {
      const orders = choose(readings, none) * choose(readings - none, one);
      const [a, b, c] = likelihoodOf([none, one, readings - none - one], accuracy);
      all.push([orders * a, orders * b, orders * c]);
    }
  }
  return all;
}

/** Binomial coefficient. */
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
