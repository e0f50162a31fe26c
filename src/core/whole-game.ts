// A game of two that is small enough to be gone through whole: by its rules, and with all its states by number.

/** A game of two by its rules. */
export interface GameTree<State> {
  readonly root: State;
  /** What each player has won at the end; undefined before. */
  result(state: State): readonly [number, number] | undefined;
  /** What chance leads to, with probabilities; undefined where a player acts. */
  chances(state: State): readonly (readonly [probability: number, state: State])[] | undefined;
  player(state: State): number;
  actions(state: State): readonly number[];
  next(state: State, action: number): State;
  /**
   * All that the player to act knows: states with one name cannot be told apart by it. It remembers all that it has known and done, or
   * nothing of that matters any more.
   */
  known(state: State): string;
  /** States of one name are one state, since the same follows. Without it each way from the beginning leads to a state of its own. */
  same?(state: State): string;
}

/** The mover of a state in which chance moves, and of one at the end. */
export const CHANCE = -1;
export const OVER = -2;

/**
 * All states of a game of two: 0 is the beginning, and what follows a state has a larger number. A *way* leads from one state to the next.
 * States that the player to act cannot tell apart are one *information state*. A policy has a probability for each of its choices, [choices].
 */
export interface WholeGame {
  readonly states: number;
  /** The player that acts in each state, or CHANCE, or OVER, [states]. */
  readonly mover: Int8Array;
  /** Place of each state's first way, and the number of all ways, [states + 1]. */
  readonly first: Uint32Array;
  /** The state that a way leads to, [ways]. */
  readonly next: Uint32Array;
  /** Where chance moves the probability of a way, [ways]; where a player moves 1. */
  readonly chance: Float64Array;
  /** What each player has won, [states × 2]; 0 before the end. */
  readonly won: Float64Array;
  /** Number of the information state of each state, [states]; −1 where no player acts. */
  readonly known: Int32Array;
  /** One state of each information state, [information states]. */
  readonly example: Uint32Array;
  /** Place of each information state's first choice, and the number of all choices, [information states + 1]. */
  readonly choices: Uint32Array;
  /** Action of each choice, [choices]. */
  readonly action: Int32Array;
}

/** The whole game that a world is, and how its states are seen there. */
export interface WorldGame extends WholeGame {
  /** What is won, a unit: chips. */
  readonly unit: string;
  /** Channels by name, and what each weighs in what a seat wins. */
  readonly pay: Readonly<Record<string, number>>;
  /** What the first player wins where both play best, where that is known. */
  readonly value?: number;
  /** Whether one player acts at a time, and the other is asked without being heard; else both act at once, and one state is two here. */
  readonly turns: boolean;
  /** Brings the world into a state in which a player acts. */
  show(state: number): void;
  /** Which of the choices of a state an action of its player means: 0 for the first. */
  meant(state: number, action: number): number;
  /** The information state of a seat as the world stands; −1 where the seat does not act. */
  standing(seat: number): number;
}
