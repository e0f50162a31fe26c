// Labels that only a decision uncovers: a rejected person never shows how it would have gone. The store hands out the labels of a
// round's accepted people and throws where a learner asks for another, so that no learner can lean on what could not be known.

/** Labels of rounds with k people each. */
export interface LabelStore {
  /** Takes down who was accepted (1 or 0, [k]) in a round; only their labels can be read until the next decision. */
  decide(round: number, accepted: ArrayLike<number>): void;
  /** y of a person of the round that was decided last, 0 or 1. Throws for a person who was rejected. */
  read(person: number): number;
  /** How many labels were read. */
  readonly reads: number;
}

/** `labels` is [rounds × people]. With `uncensored` it shows everything: the upper bound that learners are held against. */
export function labelStore(labels: Uint8Array, people: number, uncensored = false): LabelStore {
  const open = new Uint8Array(people);
  let row = -1;
  let reads = 0;
  return {
    get reads() {
      return reads;
    },
    decide(round, accepted) {
      row = round * people;
      for (let i = 0; i < people; i++) open[i] = uncensored || accepted[i] === 1 ? 1 : 0;
    },
    read(person) {
      if (row < 0 || open[person] !== 1)
        throw new Error(`the label of person ${person}, who was not accepted, was read`);
      reads += 1;
      return labels[row + person];
    },
  };
}
