// Two-player games that are small enough to be enumerated: by their rules, and as numbered states.

/** A two-player game given by its rules. */
export interface GameTree<State> {
  readonly root: State;
  /** Returns the payoff of each player at the end; undefined before. */
  result(state: State): readonly [number, number] | undefined;
  /** Returns the outcomes of a chance node with their probabilities; undefined where a player acts. */
  chances(state: State): readonly (readonly [probability: number, state: State])[] | undefined;
  player(state: State): number;
  actions(state: State): readonly number[];
  next(state: State, action: number): State;
  /**
   * Returns the name of the information state of the player to act: it cannot distinguish states of one name. The player has perfect
   * recall, or what it has forgotten no longer matters.
   */
  known(state: State): string;
  /**
   * Returns a name; states of one name are merged, since their continuations are equal. Without it each history leads to a state of its
   * own.
   */
  same?(state: State): string;
}

/** Values of `mover` at a chance node and at the end. */
export const CHANCE = -1;
export const OVER = -2;

/**
 * All states of a two-player game. State 0 is the root, and a successor has a larger number. A *way* leads from a state to a successor.
 * States that the player to act cannot distinguish form one *information state*. A policy has a probability for each choice of each
 * information state, [choices].
 */
export interface WholeGame {
  readonly states: number;
  /** The player to act in each state, or CHANCE, or OVER, [states]. */
  readonly mover: Int8Array;
  /** Index of each state's first way, then the number of all ways, [states + 1]. */
  readonly first: Uint32Array;
  /** Successor state of each way, [ways]. */
  readonly next: Uint32Array;
  /** Probability of each way at a chance node, [ways]; 1 where a player moves. */
  readonly chance: Float64Array;
  /** Payoff of each player, [states × 2]; 0 before the end. */
  readonly won: Float64Array;
  /** Information state of each state, [states]; −1 where no player acts. */
  readonly known: Int32Array;
  /** One state of each information state, [information states]. */
  readonly example: Uint32Array;
  /** Index of each information state's first choice, then the number of all choices, [information states + 1]. */
  readonly choices: Uint32Array;
  /** Action of each choice, [choices]. */
  readonly action: Int32Array;
}

/** The enumerated game of a world, and the mapping between its states and the world. */
export interface WorldGame extends WholeGame {
  /** Unit of the payoff: chips. */
  readonly unit: string;
  /** Weight of each channel in a seat's payoff, by channel name. */
  readonly pay: Readonly<Record<string, number>>;
  /** Value of the game for the first player, where it is known. */
  readonly value?: number;
  /**
   * True where players act in turn, and the world ignores the action of the player not to act. False where both act at once; one state of
   * the world is then two here.
   */
  readonly turns: boolean;
  /** Sets the world to a state in which a player acts. */
  show(state: number): void;
  /** Returns the index, among a state's choices, of the one that an action means; 0 is the first. */
  meant(state: number, action: number): number;
  /** Returns the current information state of a seat; −1 where the seat does not act. */
  standing(seat: number): number;
}
