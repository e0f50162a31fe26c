// Episodes that are compared within trees: they share a beginning, and part where one is continued in two ways (Qiu et al., arXiv
// 2402.10184, section 4).

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import type { ComparisonTree } from "../../rewards/learnt-reward.ts";
import { type PlayedEpisode, pairOf, type ShownPair, type ShownWorld, shownEpisodes } from "./shown-episodes.ts";

/**
 * Plays pairs of leaves of trees. A tree is grown from one episode: at each of its branchings, from the first to the last, every leaf so far
 * is played once more from that step on. A tree of n leaves gives n − 1 pairs. Its episodes share the random stream of the world, and have players
 * of one kind, which is drawn. A pair is undefined where a player breaks off an episode of its tree, or where both came to the same.
 */
export function shownTreePairs(
  world: ShownWorld,
  kinds: readonly (readonly Agent[])[],
  tree: ComparisonTree,
  random: Random,
) {
  const play = shownEpisodes(world);
  const perTree = 2 ** tree.branchings.length - 1;
  let [grown, leaves, pairs]: [number, readonly (PlayedEpisode | undefined)[], readonly LeafPair[]] = [-1, [], []];
  return async (k: number): Promise<ShownPair | undefined> => {
    const number = Math.floor(k / perTree);
    const own = random.stream("tree", number);
    const kind = own.stream("kind").integer(kinds.length);
    if (number !== grown) {
      let played = 0;
      const leaf = (given: readonly Float64Array[]) => {
        const rng = own.stream("leaf", played++);
        const streams = {
          start: own.stream("start"),
          world: own.stream("world"),
          agent: (seat: number) => rng.stream("agent", seat),
        };
        return play(kinds[kind], streams, given);
      };
      leaves = await grownLeaves(tree.branchings, leaf);
      pairs = leafPairs(leaves.length, tree.compared, own.stream("pairs"));
      grown = number;
    }
    const order = pairs[k % perTree];
    const [first, second] = order.map((place) => leaves[place]?.episode);
    const pair = first && second && pairOf(first, second, [kind, kind]);
    return pair && { ...pair, tree: number };
  };
}

/** Leaves in the order of their branches, so that those below a node stand side by side. */
async function grownLeaves(
  branchings: readonly number[],
  leaf: (given: readonly Float64Array[]) => Promise<PlayedEpisode | undefined>,
): Promise<(PlayedEpisode | undefined)[]> {
  let leaves = [await leaf([])];
  for (const step of branchings) {
    const next: (PlayedEpisode | undefined)[] = [];
    for (const one of leaves) {
      // An episode that is over by then has no other end.
      const isOver = one === undefined || (step > 0 && one.actions.length <= step);
      next.push(one, isOver ? one : await leaf(one.actions.slice(0, step)));
    }
    leaves = next;
  }
  return leaves;
}

/** Places of the leaves of a pair, in the order in which they are shown. */
export type LeafPair = readonly [first: number, second: number];

/** Pairs of so many leaves, a power of 2, one fewer than there are leaves. */
export function leafPairs(leaves: number, compared: ComparisonTree["compared"], random: Random): LeafPair[] {
  const pairs: LeafPair[] = [];
  if (compared === "leaves") {
    for (let one = 0; one < leaves; one++) for (let other = 0; other < one; other++) pairs.push([one, other]);
    shuffle(pairs, random);
    pairs.length = leaves - 1;
  } else {
    for (let side = leaves / 2; side >= 1; side /= 2)
      for (let from = 0; from < leaves; from += 2 * side)
        pairs.push([from + random.integer(side), from + side + random.integer(side)]);
  }
  return pairs.map(([one, other]) => (random.integer(2) === 0 ? [one, other] : [other, one]));
}
