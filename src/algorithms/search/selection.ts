// Which node of a tree to go on from: scores of single nodes, and the two ways to use one. A descent takes the best child from the root
// on, as UCT does. A choice anywhere takes the best expandable node of the whole tree, as the released code of SWE-Search does.

import type { Random } from "../../core/random.ts";
import { meanValue, nodesUnder, pathTo, type Selector, type TreeNode } from "./tree.ts";

/** How good it is to go on from a node; the root has no parent, and explores nothing. */
export type NodeScore<State, Action> = (node: TreeNode<State, Action>) => number;

/** Goes from the root to the child of the largest score until it meets an expandable or terminal node. */
export function descent<State, Action>(score: NodeScore<State, Action>): Selector<State, Action> {
  return (root, expandable) => {
    let at = root;
    while (!expandable(at)) {
      const open = at.children.filter(({ duplicate }) => !duplicate);
      if (open.length === 0 || at.terminal) return at;
      at = largestBy(open, score);
    }
    return at;
  };
}

/** The expandable node with the largest score, the first of them. */
export function anywhere<State, Action>(score: NodeScore<State, Action>): Selector<State, Action> {
  return (root, expandable) => {
    const open = [...nodesUnder(root)].filter(expandable);
    return open.length === 0 ? undefined : largestBy(open, score);
  };
}

/** An expandable node, drawn with chances in proportion to exp(score/temperature). */
export function softmax<State, Action>(
  score: NodeScore<State, Action>,
  temperature: number,
  random: Random,
): Selector<State, Action> {
  return (root, expandable) => {
    const open = [...nodesUnder(root)].filter(expandable);
    if (open.length === 0) return undefined;
    const scores = open.map(score);
    const most = Math.max(...scores);
    const weights = scores.map((one) => (one === most ? 1 : Math.exp((one - most) / temperature)));
    let left = random.uniform() * weights.reduce((a, b) => a + b, 0);
    return (
      open.find((_, k) => {
        left -= weights[k];
        return left < 0;
      }) ?? open[open.length - 1]
    );
  };
}

function largestBy<Item>(items: readonly Item[], score: (item: Item) => number): Item {
  let best = items[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const one = score(item);
    if (one > most) [best, most] = [item, one];
  }
  return best;
}

/** A node that nothing was backed up to is gone on from first; the root is not meant. */
const isUnvisited = <State, Action>({ parent, visits }: TreeNode<State, Action>): boolean =>
  parent !== undefined && visits === 0;

/** √(ln N_parent / N) of a visited node, 0 for the root. */
function exploration<State, Action>({ parent, visits }: TreeNode<State, Action>): number {
  return parent === undefined ? 0 : Math.sqrt(Math.log(Math.max(1, parent.visits)) / visits);
}

/** UCB1 on trees: V/N + C·√(ln N_parent / N); C counts in units of `spread()`, the range of values (Kocsis & Szepesvári, 2006). */
export function uct<State, Action>(constant: number, spread: () => number = () => 1): NodeScore<State, Action> {
  return (node) =>
    isUnvisited(node) ? Number.POSITIVE_INFINITY : (meanValue(node) ?? 0) + constant * spread() * exploration(node);
}

/** Constants of the paper's rule. The paper fixes none: C and γ are those of the released code, which gives no early bonus. */
export interface PaperRule {
  /** C ≥ 0. */
  readonly exploration?: number;
  /** α and β of the early bonus α·e^(−β(d − 1)). */
  readonly bonus?: number;
  readonly decay?: number;
  /** γ of the late penalty γ·√d. */
  readonly penalty?: number;
}

/** V/N + C·√(ln N_parent / N) + α·e^(−β(d − 1)) − γ·√d, d being the depth; the root has V/N alone. SWE-Search, its selection rule. */
export function paperScore<State, Action>({
  exploration: c = 1,
  bonus = 0,
  decay = 1,
  penalty = 0.8,
}: PaperRule = {}): NodeScore<State, Action> {
  return (node) => {
    if (isUnvisited(node)) return Number.POSITIVE_INFINITY;
    const value = meanValue(node) ?? 0;
    if (node.parent === undefined) return value;
    return (
      value + c * exploration(node) + bonus * Math.exp(-decay * (node.depth - 1)) - penalty * Math.sqrt(node.depth)
    );
  };
}

/** Further data of a node for the released code's rule. */
export interface NodeFacts {
  /** The action changed code. */
  readonly change?: boolean;
  /** The action said that a correction is to follow. */
  readonly expectsCorrection?: boolean;
  /** Kind of action; nodes with several children of one kind score less. */
  readonly kind?: string;
  /** Mean similarity to other nodes, 0 to 1. */
  readonly similarity?: number;
}

/** Weights of the code's rule, with its defaults. */
export interface CodeRule<State, Action> {
  /** The node's own reward r, or the mean of V/N along its path. */
  readonly exploitation?: "own" | "path";
  readonly exploration?: number;
  readonly depthPenalty?: number;
  readonly depthBonus?: number;
  /** For a node with r ≥ 50 and no children. */
  readonly promising?: number;
  /** A fixture of the released tests expects 100. */
  readonly correction?: number;
  readonly facts?: (node: TreeNode<State, Action>) => NodeFacts;
  /** r of a node, where it is not what is stored. */
  readonly reward?: (node: TreeNode<State, Action>) => number | undefined;
}

/**
 * The released selection: exploitation + C·√(ln N_parent / N) + factor·e^(−(d − 1)) − 0.8·√d, and what each situation adds (below).
 * Rewards lie between −100 and 100; with C = 1 the additions do the exploring. Source: moatless-tree-search, of arXiv 2410.20285.
 */
export function codeScore<State, Action>({
  exploitation: exploit = "own",
  exploration: c = 1,
  depthPenalty = 0.8,
  depthBonus = 0,
  promising = 50,
  correction = 50,
  facts = () => ({}),
  reward: rewardOf = ({ reward }) => reward,
}: CodeRule<State, Action> = {}): NodeScore<State, Action> {
  return (node) => {
    const { parent, children, depth } = node;
    if (isUnvisited(node)) return Number.POSITIVE_INFINITY;
    const own = rewardOf(node) ?? 0;
    const exploited = exploit === "own" ? own : (meanOnPath(node) ?? 0);
    const { expectsCorrection = false, similarity } = facts(node);
    const leaf = children.length === 0;
    let score = exploited + c * exploration(node);
    if (depth > 0) score += depthBonus * Math.exp(-(depth - 1)) - depthPenalty * Math.sqrt(depth);
    if (leaf && own >= 50) score += promising;
    if (children.length === 1) score += 5 * lossOf(own, children[0]);
    if (children.some((child) => (rewardOf(child) ?? 0) >= 75)) score -= 5;
    const above = parent === undefined ? undefined : rewardOf(parent);
    if (leaf && own <= 0 && above !== undefined && above > 50) score += 50 - exploited;
    if (isFinished(node)) score -= 50;
    if (expectsCorrection) score += correction / (1 + children.length ** 2);
    if (similarity !== undefined) score += 100 * (1 - similarity);
    score -= 25 * children.filter(({ duplicate }) => duplicate).length ** 2;
    return score - 50 * repeated(children.map((child) => facts(child).kind));
  };

  /** r − r_child, where the only child changed code and is worth nothing or less. */
  function lossOf(own: number, child: TreeNode<State, Action>): number {
    const reward = rewardOf(child);
    return facts(child).change === true && reward !== undefined && reward <= 0 ? own - reward : 0;
  }
}

/** Σ over kinds of (count − 1)². */
function repeated(kinds: readonly (string | undefined)[]): number {
  const counts = new Map<string, number>();
  for (const kind of kinds) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count - 1) ** 2, 0);
}

/** Whether a finished trajectory goes through a node. */
const isFinished = <State, Action>(node: TreeNode<State, Action>): boolean =>
  node.terminal || node.children.some(isFinished);

/** The mean of V/N over the nodes of a path that values were backed up to; undefined where there is none. */
export function meanOnPath<State, Action>(node: TreeNode<State, Action>): number | undefined {
  const means = pathTo(node).flatMap((one) => meanValue(one) ?? []);
  return means.length === 0 ? undefined : means.reduce((a, b) => a + b, 0) / means.length;
}

/** The node of the largest mean on its path, or of the largest reward, the first of them; undefined where there is none. */
export function bestOf<State, Action>(
  nodes: readonly TreeNode<State, Action>[],
  by: "path" | "reward",
): TreeNode<State, Action> | undefined {
  const worth = (node: TreeNode<State, Action>) =>
    (by === "path" ? meanOnPath(node) : node.reward) ?? Number.NEGATIVE_INFINITY;
  return nodes.length === 0 ? undefined : largestBy(nodes, worth);
}
