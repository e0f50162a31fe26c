// The best answer to a policy in a game of two with hidden cards, over its whole tree, and how much both could gain by theirs.

/** A game of two as a tree, in which one wins what the other loses. */
export interface GameTree<State> {
  readonly root: State;
  /** What the first player has won at the end; undefined before. */
  result(state: State): number | undefined;
  /** What chance leads to, with probabilities; undefined where a player acts. */
  chances(state: State): readonly (readonly [probability: number, state: State])[] | undefined;
  player(state: State): number;
  actions(state: State): readonly number[];
  next(state: State, action: number): State;
  /** All that the player to act knows: states with one name cannot be told apart by it. */
  known(state: State): string;
}

/** Probabilities of the actions of a state, in the order of `actions`. It must be the same in states that cannot be told apart. */
export type TreePolicy<State> = (state: State) => readonly number[];

/** The mean of what a state leads to, by chance or by the policy. */
function averaged<State>(
  tree: GameTree<State>,
  policy: TreePolicy<State>,
  state: State,
  value: (next: State) => number,
): number {
  const chances = tree.chances(state);
  if (chances !== undefined) return chances.reduce((sum, [chance, next]) => sum + chance * value(next), 0);
  const probabilities = policy(state);
  const worth = (action: number, k: number) =>
    probabilities[k] > 0 ? probabilities[k] * value(tree.next(state, action)) : 0;
  return tree.actions(state).reduce((sum, action, k) => sum + worth(action, k), 0);
}

/** What the first player wins on average where both play the policy. */
export function treeValue<State>(tree: GameTree<State>, policy: TreePolicy<State>): number {
  const value = (state: State): number => tree.result(state) ?? averaged(tree, policy, state, value);
  return value(tree.root);
}

/**
 * What `player` wins on average by the best answer to the policy of the other. States that it cannot tell apart are weighed by how
 * likely chance and the other player lead there, and get one action. It must remember all that it has known and done.
 */
export function bestResponse<State>(tree: GameTree<State>, policy: TreePolicy<State>, player: number): number {
  const sign = player === 0 ? 1 : -1;
  const states = new Map<string, { readonly state: State; readonly reach: number }[]>();
  const gather = (state: State, reach: number): void => {
    if (tree.result(state) !== undefined || reach === 0) return;
    const chances = tree.chances(state);
    if (chances !== undefined) {
      for (const [chance, next] of chances) gather(next, reach * chance);
      return;
    }
    const isOwn = tree.player(state) === player;
    if (isOwn) {
      const name = tree.known(state);
      const same = states.get(name);
      if (same === undefined) states.set(name, [{ state, reach }]);
      else same.push({ state, reach });
    }
    const probabilities = isOwn ? undefined : policy(state);
    for (const [k, action] of tree.actions(state).entries()) {
      gather(tree.next(state, action), reach * (probabilities?.[k] ?? 1));
    }
  };
  gather(tree.root, 1);

  const chosen = new Map<string, number>();
  const best = (state: State): number => {
    const name = tree.known(state);
    const before = chosen.get(name);
    if (before !== undefined) return before;
    const same = states.get(name) ?? [{ state, reach: 1 }];
    const worth = (action: number) =>
      same.reduce((sum, one) => sum + one.reach * value(tree.next(one.state, action)), 0);
    const all = tree.actions(state).map((action) => ({ action, worth: worth(action) }));
    const { action } = all.reduce((one, other) => (other.worth > one.worth ? other : one));
    chosen.set(name, action);
    return action;
  };
  const value = (state: State): number => {
    const result = tree.result(state);
    if (result !== undefined) return sign * result;
    const isOwn = tree.chances(state) === undefined && tree.player(state) === player;
    return isOwn ? value(tree.next(state, best(state))) : averaged(tree, policy, state, value);
  };
  return value(tree.root);
}

/** NashConv: what both could gain together by their best answers. In a game in which one wins what the other loses, their sum. */
export const treeNashConv = <State>(tree: GameTree<State>, policy: TreePolicy<State>): number =>
  bestResponse(tree, policy, 0) + bestResponse(tree, policy, 1);
