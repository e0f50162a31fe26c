// A search tree over states that never change: a node is the state after one action. The loop selects a node, asks an actor for an
// action, takes it, values what came of it, and backs the value up. Worlds, tools and texts share it.
// SWE-Search (arXiv 2410.20285) and UCT (Kocsis & Szepesvári, 2006) differ in how they select (`selection.ts`) and in what a value is.

/** A state in a tree, and what is known of it. */
export interface TreeNode<State, Action> {
  readonly state: State;
  /** Undefined at the root. */
  readonly parent: TreeNode<State, Action> | undefined;
  /** Action that leads here from the parent; undefined at the root. */
  readonly action: Action | undefined;
  /** Actions from the root. */
  readonly depth: number;
  readonly children: TreeNode<State, Action>[];
  /** No action follows. */
  terminal: boolean;
  /** A sibling of equal state was there before: it is not gone on from. */
  readonly duplicate: boolean;
  /** The value that it was given first, its own reward r; undefined for a root that was not valued. */
  reward: number | undefined;
  /** N: how many values were backed up through it. */
  visits: number;
  /** V: their sum. */
  sum: number;
  /** Whether the actor has no further action here. */
  exhausted: boolean;
}

export interface Reached<State> {
  readonly state: State;
  readonly terminal: boolean;
}

export interface Valuation<State, Action> {
  /** Its own reward. */
  readonly reward: number;
  /** What an ancestor, or the node itself, is credited; undefined where it is not to count. By default its reward. */
  readonly credit?: (ancestor: TreeNode<State, Action>) => number | undefined;
}

/** A search space. States are snapshots: an action gives a new one and leaves the old as it is. */
export interface SearchSpace<State, Action> {
  /** The actor: the next action from a node, told what its siblings to be have tried; undefined where it has none. */
  propose(node: TreeNode<State, Action>, tried: readonly TreeNode<State, Action>[]): Action | undefined;
  act(node: TreeNode<State, Action>, action: Action): Reached<State>;
  /** The value function. It may be asked again for a terminal node that a descent comes to, and may change `terminal`. */
  value(node: TreeNode<State, Action>): Valuation<State, Action>;
  /** Whether two states are one. Without it no child is a duplicate. */
  same?(one: State, other: State): boolean;
}

/** Chooses the node to go on from, or a terminal one to be valued again; undefined where none is left. */
export type Selector<State, Action> = (
  root: TreeNode<State, Action>,
  expandable: (node: TreeNode<State, Action>) => boolean,
) => TreeNode<State, Action> | undefined;

export interface Growth<State, Action> {
  readonly select: Selector<State, Action>;
  /** Most children of a node. */
  readonly width: number;
  /** Whether the actor is told what was tried at a node (hindsight); else it is told nothing. */
  readonly hindsight?: boolean;
  /** Whether to stop, asked before every round with all nodes in the order of their making. */
  readonly done: (nodes: readonly TreeNode<State, Action>[]) => boolean;
}

/** A node without a parent. */
export function rootOf<State, Action>(state: State, reward?: number): TreeNode<State, Action> {
  return node(state, reward);
}

function node<State, Action>(
  state: State,
  reward?: number,
  { parent, action, terminal = false, duplicate = false }: Partial<TreeNode<State, Action>> = {},
): TreeNode<State, Action> {
  const depth = parent === undefined ? 0 : parent.depth + 1;
  const counts = { visits: 0, sum: 0, exhausted: false };
  return { state, parent, action, depth, children: [], terminal, duplicate, reward, ...counts };
}

/** Grows the tree under `root` until it is done, or nothing is left to select. Gives all nodes in the order of their making. */
export function grow<State, Action>(
  root: TreeNode<State, Action>,
  space: SearchSpace<State, Action>,
  { select, width, hindsight = true, done }: Growth<State, Action>,
): TreeNode<State, Action>[] {
  const nodes = [...nodesUnder(root)];
  const expandable = (one: TreeNode<State, Action>) =>
    !one.terminal && !one.duplicate && !one.exhausted && one.children.length < width;
  while (!done(nodes)) {
    const selected = select(root, expandable);
    if (selected === undefined) break;
    if (!expandable(selected)) {
      backUp(selected, space.value(selected));
      continue;
    }
    const child = expanded(selected, space, hindsight);
    if (child === undefined) continue;
    nodes.push(child);
    const valuation = space.value(child);
    child.reward = valuation.reward;
    backUp(child, valuation);
  }
  return nodes;
}

/** A new child by the actor's next action; undefined where the actor has none. */
function expanded<State, Action>(
  parent: TreeNode<State, Action>,
  space: SearchSpace<State, Action>,
  hindsight: boolean,
): TreeNode<State, Action> | undefined {
  const action = space.propose(parent, hindsight ? parent.children : []);
  if (action === undefined) {
    parent.exhausted = true;
    return undefined;
  }
  const { state, terminal } = space.act(parent, action);
  const duplicate = parent.children.some((other) => space.same?.(other.state, state) === true);
  const child = node<State, Action>(state, undefined, { parent, action, terminal, duplicate });
  parent.children.push(child);
  return child;
}

/** N += 1 and V += value, from a node up to the root. */
export function backUp<State, Action>(
  from: TreeNode<State, Action>,
  { reward, credit }: Valuation<State, Action>,
): void {
  for (let one: TreeNode<State, Action> | undefined = from; one !== undefined; one = one.parent) {
    const value = credit === undefined ? reward : credit(one);
    if (value === undefined) continue;
    one.visits += 1;
    one.sum += value;
  }
}

/** A node and all below it, parents first. */
export function* nodesUnder<State, Action>(root: TreeNode<State, Action>): Generator<TreeNode<State, Action>> {
  yield root;
  for (const child of root.children) yield* nodesUnder(child);
}

/** The nodes from the root to a node. */
export function pathTo<State, Action>(node: TreeNode<State, Action>): TreeNode<State, Action>[] {
  const path: TreeNode<State, Action>[] = [];
  for (let one: TreeNode<State, Action> | undefined = node; one !== undefined; one = one.parent) path.unshift(one);
  return path;
}

/** V/N, or undefined where nothing was backed up. */
export const meanValue = ({ visits, sum }: Pick<TreeNode<never, never>, "visits" | "sum">): number | undefined =>
  visits === 0 ? undefined : sum / visits;
