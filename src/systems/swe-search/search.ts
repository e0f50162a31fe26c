// Searches for a repair, read at several budgets: a tree by a rule of selection, or runs from the start again and again. A node is one
// edit; a budget counts nodes. The answer is the finished node with the largest value that it was given.

import { anywhere, bestOf, codeScore, type NodeScore, paperScore, softmax } from "../../algorithms/search/selection.ts";
import { grow, rootOf, type Selector, type TreeNode } from "../../algorithms/search/tree.ts";
import type { Random } from "../../core/random.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { EDITS, type Edits, PLACES, type Repair } from "./tasks.ts";

/** Budgets in nodes. */
export const BUDGETS = [12, 24, 48, 96] as const;
const MOST = Math.max(...BUDGETS);

/** Children of a node. */
const WIDTH = 3;

/** A node of a search. */
export type RepairNode = TreeNode<Edits, number>;
type Score = NodeScore<Edits, number>;

/** How a tree is grown. */
export interface Growing {
  readonly rule: "MCTS" | "code" | "random" | "breadth";
  /** Whether the actor leaves out what was tried at a node. */
  readonly hindsight?: boolean;
  /** Whether a node is given the value of another node of the tree. */
  readonly shuffled?: boolean;
  /** 0.8 where it is left out. */
  readonly depthPenalty?: number;
  /** Whether ancestors count what is found below them. */
  readonly backUp?: boolean;
  /** Whether a child that repeats a sibling is never gone on from. */
  readonly duplicates?: boolean;
}

/** All nodes of a tree of `MOST` nodes, in the order of their making, the root first. */
export function tree(repair: Repair, sigma: number, how: Growing, random: Random): RepairNode[] {
  const { hindsight = false, shuffled = false, backUp = true, duplicates = false } = how;
  const [hand, noise, swaps] = [random.stream("actor"), random.stream("noise"), random.stream("swaps")];
  const made: Edits[] = [[]];
  const select = selectorOf(how, random.stream("selection"));
  return grow<Edits, number>(
    rootOf<Edits, number>([]),
    {
      propose: ({ depth }, tried) => proposed(repair, depth, tried, hand),
      act: ({ state }, edit) => ({ state: [...state, edit], terminal: state.length + 1 === PLACES }),
      value(node) {
        const shown = shuffled ? made[swaps.integer(made.length)] : node.state;
        made.push(node.state);
        const reward = noisy(repair.value(shown), sigma, noise);
        return { reward, ...(backUp ? {} : { credit: (other) => (other === node ? reward : undefined) }) };
      },
      ...(duplicates ? { same: (one: Edits, other: Edits) => one.join() === other.join() } : {}),
    },
    { select, width: WIDTH, hindsight, done: (nodes) => nodes.length > MOST },
  );
}

/** Runs from the start, one after the other, as nodes like those of a tree: only a run's last node is finished. */
export function restarts(repair: Repair, sigma: number, random: Random): RepairNode[] {
  const [hand, noise] = [random.stream("actor"), random.stream("noise")];
  const nodes: RepairNode[] = [rootOf<Edits, number>([])];
  for (let k = 0; k < MOST; k++) {
    const before = k % PLACES === 0 ? [] : nodes[k].state;
    const state = [...before, drawAt(repair.chances, EDITS * before.length, EDITS, hand)];
    const terminal = state.length === PLACES;
    const reward = terminal ? noisy(repair.value(state), sigma, noise) : undefined;
    nodes.push({ ...rootOf<Edits, number>(state, reward), terminal });
  }
  return nodes;
}

/** Finished nodes among the first so many; the root does not count. */
export const finishedOf = (nodes: readonly RepairNode[], budget: number): RepairNode[] =>
  nodes.slice(0, budget + 1).filter(({ terminal }) => terminal);

/** 1 where the answer at each budget solves the repair. */
export const solvedAt = (repair: Repair, nodes: readonly RepairNode[]): number[] =>
  BUDGETS.map((budget) => {
    const answer = bestOf(finishedOf(nodes, budget), "reward");
    return answer === undefined ? 0 : repair.solved(answer.state);
  });

/** A value with noise, which stays between −100 and 100. */
export const noisy = (value: number, sigma: number, random: Random): number =>
  Math.max(-100, Math.min(100, sigma === 0 ? value : value + sigma * random.normal()));

/** The actor's next edit, by its chances among those that were not tried; undefined where all were. */
function proposed({ chances }: Repair, place: number, tried: readonly RepairNode[], hand: Random): number | undefined {
  const left = chances.slice(EDITS * place, EDITS * (place + 1));
  for (const { action } of tried) if (action !== undefined) left[action] = 0;
  const sum = left.reduce((a, b) => a + b, 0);
  if (sum === 0) return undefined;
  return drawAt(
    left.map((chance) => chance / sum),
    0,
    EDITS,
    hand,
  );
}

function selectorOf({ rule, depthPenalty = 0.8 }: Growing, random: Random): Selector<Edits, number> {
  switch (rule) {
    case "MCTS":
      return anywhere(ownReward(depthPenalty));
    case "code":
      return anywhere(codeScore({ depthPenalty, facts: () => ({ change: true }) }));
    case "random":
      return softmax<Edits, number>(() => 0, 1, random);
    case "breadth":
      return anywhere<Edits, number>(({ depth }) => -depth);
    default:
      return rule satisfies never;
  }
}

/** Own reward + √(ln N_parent/N) − penalty·√d, and 50 more for a node of 50 or more that has no children: what the code adds to every node. */
function ownReward(penalty: number): Score {
  const score = paperScore<Edits, number>({ penalty });
  return (node) => {
    const own = node.reward ?? 0;
    return score({ ...node, sum: node.visits * own }) + (node.children.length === 0 && own >= 50 ? 50 : 0);
  };
}
