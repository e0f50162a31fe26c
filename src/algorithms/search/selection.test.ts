// The scores of nodes, held against numbers worked out by hand from the paper and its released code.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { anywhere, bestOf, codeScore, descent, meanOnPath, paperScore, softmax, uct } from "./selection.ts";
import { backUp, grow, nodesUnder, pathTo, rootOf, type TreeNode } from "./tree.ts";

type Node = TreeNode<number, number>;

/** A node at `depth` under parents of seven visits, with so many children. */
function nodeAt(
  depth: number,
  given: Partial<Node>,
  parentReward?: number,
  children: readonly Partial<Node>[] = [],
): Node {
  let parent: Node = { ...rootOf<number, number>(0), visits: 7 };
  for (let d = 1; d < depth; d++) parent = { ...rootOf<number, number>(0), parent, depth: d, visits: 7 };
  parent.reward = parentReward;
  const node: Node = { ...rootOf<number, number>(0), parent, depth, visits: 1, ...given, children: [] };
  for (const child of children)
    node.children.push({ ...rootOf<number, number>(0), parent: node, depth: depth + 1, ...child });
  return node;
}

test("the code's rule: a promising leaf, a node with a child, a node that led nowhere", () => {
  const score = codeScore<number, number>();
  expect(score(nodeAt(3, { reward: 60, visits: 2 }))).toBeCloseTo(109.600744, 6);
  expect(score(nodeAt(1, { reward: 40, visits: 1 }, undefined, [{ reward: 30 }]))).toBeCloseTo(40.594959, 6);
  expect(score(nodeAt(2, { reward: -20, visits: 3 }))).toBeCloseTo(-20.325991, 6);
});

test("what the code's rule adds and takes away in each situation", () => {
  const rule = codeScore<number, number>({
    exploration: 0,
    depthPenalty: 0,
    facts: ({ action }) => ({
      change: action === 1,
      expectsCorrection: action === 2,
      ...(action === 3 ? { similarity: 0.25 } : {}),
      ...(action === 4 ? { kind: "view" } : {}),
    }),
  });
  expect(rule(nodeAt(1, { reward: 20 }, undefined, [{ reward: -10, action: 1 }]))).toBe(20 + 5 * 30);
  expect(rule(nodeAt(1, { reward: 20 }, undefined, [{ reward: -10 }]))).toBe(20);
  expect(rule(nodeAt(1, { reward: 20 }, undefined, [{ reward: 80 }]))).toBe(15);
  expect(rule(nodeAt(2, { reward: -30 }, 60))).toBe(50);
  expect(rule(nodeAt(2, { reward: -30 }, 40))).toBe(-30);
  expect(rule(nodeAt(1, { reward: 20 }, undefined, [{ terminal: true }]))).toBe(-30);
  expect(rule(nodeAt(1, { reward: 20, action: 2 }))).toBe(70);
  expect(rule(nodeAt(1, { reward: 20, action: 2 }, undefined, [{}, {}]))).toBe(30);
  expect(rule(nodeAt(1, { reward: 20, action: 3 }))).toBe(95);
  expect(rule(nodeAt(1, { reward: 20 }, undefined, [{}, { duplicate: true }, { duplicate: true }]))).toBe(20 - 100);
  expect(rule(nodeAt(1, { reward: 20 }, undefined, [{ action: 4 }, { action: 4 }, { action: 4 }]))).toBe(20 - 200);
  const hundred = codeScore<number, number>({
    exploration: 0,
    depthPenalty: 0,
    correction: 100,
    facts: () => ({ expectsCorrection: true }),
  });
  expect(hundred(nodeAt(1, { reward: 20 }))).toBe(120);
});

test("the mean on a path, as the code may exploit it, and the answers by it", () => {
  const root: Node = { ...rootOf<number, number>(0), visits: 4, sum: 210 };
  const middle: Node = { ...rootOf<number, number>(0), parent: root, depth: 1, visits: 3, sum: 160 };
  const leaf: Node = { ...rootOf<number, number>(0), parent: middle, depth: 2, visits: 1, sum: 90, reward: 90 };
  expect(meanOnPath(leaf)).toBeCloseTo(65.277778, 6);
  const own = codeScore<number, number>({ exploitation: "path", exploration: 0, depthPenalty: 0, promising: 0 });
  expect(own(leaf)).toBeCloseTo(65.277778, 6);
  const lucky: Node = { ...rootOf<number, number>(0), depth: 1, parent: root, visits: 1, sum: 60, reward: 95 };
  expect(bestOf([leaf, lucky], "path")).toBe(leaf);
  expect(bestOf([leaf, lucky], "reward")).toBe(lucky);
  expect(bestOf([], "reward")).toBeUndefined();
});

test("the paper's rule and UCB1", () => {
  const node = nodeAt(3, { visits: 2, sum: 90 });
  const far = Math.sqrt(Math.log(7) / 2);
  expect(paperScore<number, number>({ exploration: 2, bonus: 30, decay: 0.5, penalty: 4 })(node)).toBeCloseTo(
    45 + 2 * far + 30 * Math.exp(-1) - 4 * Math.sqrt(3),
    12,
  );
  expect(uct<number, number>(2, () => 10)(node)).toBeCloseTo(45 + 20 * far, 12);
  expect(uct<number, number>(2)(nodeAt(1, { visits: 0 }))).toBe(Number.POSITIVE_INFINITY);
  // With a single visit of the parent there is nothing to explore, and the root explores nothing.
  expect(uct<number, number>(2)({ ...node, parent: { ...rootOf<number, number>(0), visits: 1 } })).toBe(45);
  expect(paperScore<number, number>()({ ...rootOf<number, number>(0), visits: 2, sum: 6 })).toBe(3);
});

/** Digits of a number with three places; worth is the number itself, and the actor offers 0, 1, 2 in turn. */
const digits = {
  propose: ({ children }: Node, tried: readonly Node[]) =>
    tried.length === children.length && tried.length < 3 ? tried.length : undefined,
  act: ({ state, depth }: Node, action: number) => ({ state: 3 * state + action, terminal: depth === 2 }),
  value: ({ state }: Node) => ({ reward: state }),
};

test("a tree grows as it is told: widths, ends, visits, and nothing left to select", () => {
  const root = rootOf<number, number>(0);
  const nodes = grow(root, digits, { select: anywhere(({ depth }) => -depth), width: 2, done: () => false });
  expect(nodes).toHaveLength(1 + 2 + 4 + 8);
  expect(nodes.slice(0, 3).map(({ depth }) => depth)).toEqual([0, 1, 1]);
  expect(root.visits).toBe(14);
  expect(root.sum).toBe(nodes.slice(1).reduce((sum, { state }) => sum + state, 0));
  expect(nodes.filter(({ terminal }) => terminal)).toHaveLength(8);
  const best = bestOf(nodes, "reward");
  expect(best?.state).toBe(0b111 + 0b111 - 1);
  expect(pathTo(best ?? root).map(({ state }) => state)).toEqual([0, 1, 4, 13]);
});

test("an actor without hindsight is told nothing, and repeats itself: what it repeats is a duplicate and is left", () => {
  const counts: number[] = [];
  const space = {
    ...digits,
    propose: (_node: Node, tried: readonly Node[]) => {
      counts.push(tried.length);
      return tried.length;
    },
    same: (one: number, other: number) => one === other,
  };
  const grown = (hindsight: boolean) =>
    grow(rootOf<number, number>(1), space, {
      select: anywhere(({ depth }) => -depth),
      width: 3,
      hindsight,
      done: () => false,
    });
  const blind = grown(false);
  expect(Math.max(...counts)).toBe(0);
  expect(blind.filter(({ duplicate }) => duplicate)).toHaveLength(6);
  expect(blind).toHaveLength(1 + 3 + 3 + 3);
  expect(grown(true).filter(({ duplicate }) => duplicate)).toHaveLength(0);
});

test("a descent goes to the best child, and visits an end again", () => {
  const root = rootOf<number, number>(0);
  grow(root, digits, { select: descent(uct(0)), width: 3, done: (nodes) => nodes[0].visits >= 20 });
  expect(root.visits).toBe(20);
  const greedy = [...nodesUnder(root)].filter(({ depth }) => depth === 1).map(({ visits }) => visits);
  expect(greedy).toEqual([1, 1, 18]);
});

test("softmax draws in proportion, and best-first takes the best", () => {
  const root = rootOf<number, number>(0);
  const nodes = grow(root, digits, { select: anywhere(() => 0), width: 3, done: (all) => all.length === 4 });
  const drawn = new Map<number, number>();
  const select = softmax<number, number>(({ state }) => state, 1, Random.of(1));
  const trials = 4_000;
  for (let k = 0; k < trials; k++) {
    const one = select(root, ({ depth }) => depth === 1)?.state ?? -1;
    drawn.set(one, (drawn.get(one) ?? 0) + 1);
  }
  const total = 1 + Math.E + Math.E ** 2;
  for (const [k, weight] of [1, Math.E, Math.E ** 2].entries())
    expect((drawn.get(k) ?? 0) / trials).toBeCloseTo(weight / total, 1);
  expect(anywhere<number, number>(({ reward = -1 }) => reward)(root, ({ depth }) => depth === 1)).toBe(nodes[3]);
  expect(anywhere<number, number>(() => 0)(root, () => false)).toBeUndefined();
});

test("a credit of its own is backed up node by node", () => {
  const root = rootOf<number, number>(0);
  const [, child] = grow(root, digits, { select: anywhere(() => 0), width: 1, done: (all) => all.length === 2 });
  backUp(child, { reward: 5, credit: ({ depth }) => (depth === 0 ? undefined : 9) });
  expect([root.visits, child.visits, child.sum]).toEqual([1, 2, 9]);
});
