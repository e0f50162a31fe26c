// A text that an agent wrote while it learnt, with what each character was worth to the learner.

/** A text of a training, whose arrays have an entry for each character. */
export interface WrittenText {
  /** Number of the question that it answers, among the update's. */
  readonly question: number;
  /** What it was paid in all, and what it was worth by the objective. */
  readonly pay: number;
  readonly objective: number;
  /** The characters, the question's and the world's answers among them. */
  readonly characters: readonly string[];
  /** How often the world had answered before the agent wrote the character, from 0; −1 where the agent did not write it. */
  readonly turns: readonly number[];
  /** Derivative of what the update climbs in ln π of the character, per mean character; 0 where it teaches nothing. */
  readonly credit: readonly number[];
  /** ln of the probability with which it was written; 0 where the agent did not write it. */
  readonly logProbabilities: readonly number[];
  /** Of the distribution that it was drawn from, in nats; 0 where the agent did not write it. */
  readonly entropies: readonly number[];
}
