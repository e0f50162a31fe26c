// Enumerates all states of a game from its rules.

import { CHANCE, type GameTree, OVER, type WholeGame } from "../core/whole-game.ts";

/** A game with its states in the rules' own representation. */
export interface NumberedGame<State> {
  readonly game: WholeGame;
  /** State behind each state number, [states]. */
  readonly stateOf: readonly State[];
  /** Numbers of the information states by name. */
  readonly knownBy: ReadonlyMap<string, number>;
}

/** Enumerates a game. Throws an Error where indistinguishable states have different legal actions. */
export function numberedGame<State>(tree: GameTree<State>): NumberedGame<State> {
  /** From the last on: a state follows all its successors. */
  const nodes: { readonly state: State; readonly ways: readonly Way[] }[] = [];
  const before = new Map<string, number>();
  const visit = (state: State): number => {
    const name = tree.same?.(state);
    const seen = name === undefined ? undefined : before.get(name);
    if (seen !== undefined) return seen;
    const ways = waysOf(tree, state).map(([chance, next]) => ({ chance, next: visit(next) }));
    if (name !== undefined) before.set(name, nodes.length);
    return nodes.push({ state, ways }) - 1;
  };
  visit(tree.root);
  nodes.reverse();

  const states = nodes.length;
  const ways = nodes.flatMap((one) => one.ways);
  const mover = new Int8Array(states);
  const first = new Uint32Array(states + 1);
  const won = new Float64Array(2 * states);
  const known = new Int32Array(states).fill(-1);
  const knownBy = new Map<string, number>();
  const example: number[] = [];
  const choices = [0];
  const action: number[] = [];
  for (const [s, { state, ways: own }] of nodes.entries()) {
    first[s + 1] = first[s] + own.length;
    const result = tree.result(state);
    mover[s] = result !== undefined ? OVER : tree.chances(state) !== undefined ? CHANCE : tree.player(state);
    if (result !== undefined) won.set(result, 2 * s);
    if (mover[s] < 0) continue;
    const name = tree.known(state);
    const actions = tree.actions(state);
    const same = knownBy.get(name);
    known[s] = same ?? example.length;
    if (same === undefined) {
      knownBy.set(name, example.push(s) - 1);
      action.push(...actions);
      choices.push(action.length);
    } else if (String(actions) !== String(action.slice(choices[same], choices[same + 1])))
      throw new Error(`in states that are known as ${name} other things may be done`);
  }
  return {
    stateOf: nodes.map(({ state }) => state),
    knownBy,
    game: {
      ...{ states, mover, first, won, known },
      next: Uint32Array.from(ways, ({ next }) => states - 1 - next),
      chance: Float64Array.from(ways, ({ chance }) => chance),
      example: Uint32Array.from(example),
      choices: Uint32Array.from(choices),
      action: Int32Array.from(action),
    },
  };
}

interface Way {
  readonly chance: number;
  /** Index among the states found so far. */
  readonly next: number;
}

function waysOf<State>(tree: GameTree<State>, state: State): readonly (readonly [number, State])[] {
  if (tree.result(state) !== undefined) return [];
  return tree.chances(state) ?? tree.actions(state).map((action) => [1, tree.next(state, action)] as const);
}
