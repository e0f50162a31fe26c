// Comparisons within trees: which leaves are compared, what they share, and what players are asked.

import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { type Agent, memoryless } from "../../core/agent.ts";
import { Random } from "../../core/random.ts";
import { numberOf } from "../../environments/language/alphabet.ts";
import { chatWorld } from "../../environments/language/chat.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { leafPairs, shownTreePairs } from "./shown-trees.ts";

test("a pair at each branching joins eight leaves by seven pairs, one half with the other first", () => {
  const pairs = leafPairs(8, "branchings", Random.of(1, "pairs"));
  expect(pairs).toHaveLength(7);
  const reached = new Set([0]);
  for (const _ of pairs)
    for (const [one, other] of pairs) {
      if (reached.has(one)) reached.add(other);
      if (reached.has(other)) reached.add(one);
    }
  expect(reached.size).toBe(8);
  const halves = (at: number, size: number) => pairs[at].map((leaf) => Math.floor(leaf / size)).sort();
  expect([halves(0, 4), halves(1, 2), halves(2, 2), halves(6, 1)]).toEqual(matrix("0 1 | 0 1 | 2 3 | 6 7"));
});

test("as many of any leaves are no pair twice, in either order", () => {
  const pairs = leafPairs(4, "leaves", Random.of(2, "pairs"));
  const names = pairs.map((pair) => [...pair].sort().join());
  expect([names.length, new Set(names).size]).toEqual([3, 3]);
  const orders = Array.from({ length: 50 }, (_, k) => leafPairs(2, "leaves", Random.of(k, "order"))[0][0]);
  expect(new Set(orders)).toEqual(new Set([0, 1]));
});

/** Writes digits, and counts the steps that it is asked for, and those that it follows. */
function digits() {
  const counts = { asked: 0, followed: 0 };
  let hand = Random.of(0, "digits");
  const agent: Agent = {
    reset(random) {
      hand = random;
    },
    act(_, action) {
      counts.asked += 1;
      action[0] = numberOf(String(hand.integer(10)));
    },
    follow() {
      counts.followed += 1;
      return { logProbability: 0, entropy: 0 };
    },
  };
  return { agent, counts };
}

const shown = () => ({
  environment: chatWorld.make({ messages: 2 }),
  objective: channel("helped"),
  over: "sum" as const,
  reads: "text",
});
const { horizon } = shown().environment.spec;
const START = "m00=".length;

test("episodes of a pair begin alike up to their branching, and are of one tree", async () => {
  const { agent, counts } = digits();
  const tree = { branchings: [0, 3, 6], compared: "branchings" as const };
  const pair = shownTreePairs(shown(), [[agent]], tree, Random.of(3, "trees"));
  for (let k = 0; k < 14; k++) {
    const one = await pair(k);
    const [first, second] = [one?.first.texts.text ?? "", one?.second.texts.text ?? ""];
    const branching = [0, 3, 3, 6, 6, 6, 6][k % 7];
    expect(first.slice(0, START + branching)).toBe(second.slice(0, START + branching));
    expect(first.slice(START + branching)).not.toBe(second.slice(START + branching));
    expect([one?.tree, one?.first.end.outcomes.length]).toEqual([Math.floor(k / 7), one?.second.end.outcomes.length]);
  }
  // Of eight leaves of a tree two are played whole, two from the third step on, and four from the sixth.
  expect(counts.followed).toBe(2 * (2 * 3 + 4 * 6));
  expect(counts.asked).toBe(2 * (8 * horizon - (2 * 3 + 4 * 6)));
  expect((await pair(3))?.id).toBe((await pair(3))?.id);
});

test("an episode that is over has no other end, so that its pair teaches nothing", async () => {
  const silent = memoryless((_, action) => {
    action[0] = 0;
  });
  const tree = { branchings: [1], compared: "leaves" as const };
  expect(await shownTreePairs(shown(), [[silent]], tree, Random.of(4, "trees"))(0)).toBeUndefined();
});
