// A text that an agent wrote during training, with the learning signal of each character.

/** A text of a training. Arrays have an entry for each character. */
export interface WrittenText {
  /** Index of the question, among those of the update, that the text answers. */
  readonly question: number;
  /** Total reward of the text, and its value by the objective. */
  readonly pay: number;
  readonly objective: number;
  /** The characters, including the question and the world's answers. */
  readonly characters: readonly string[];
  /** Number of the world's answers before the agent wrote the character; −1 where the agent did not write it. */
  readonly turns: readonly number[];
  /** Derivative of the update's objective in ln π of the character, per mean character; 0 where the character has no learning signal. */
  readonly credit: readonly number[];
  /** ln of the probability with which the character was written; 0 where the agent did not write it. */
  readonly logProbabilities: readonly number[];
  /** Entropy of the distribution that the character was drawn from, in nats; 0 where the agent did not write it. */
  readonly entropies: readonly number[];
}
