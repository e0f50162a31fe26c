// What designs keep and what they add, on the processes of the experiment.

import { beforeAll, expect, test } from "vitest";
import { softmaxPolicy } from "../../algorithms/planning/policy.ts";
import { adaptiveDesigner } from "../../algorithms/reward-design/adaptive.ts";
import { designExplicable, designGreedily, informativeness } from "../../algorithms/reward-design/explicable.ts";
import { changedStates, optimalTarget } from "../../algorithms/reward-design/invariance.ts";
import { potentialShaping } from "../../algorithms/reward-design/potential-shaping.ts";
import { Random } from "../../core/random.ts";
import { chain } from "../../environments/tabular/chain.ts";
import { fourRooms, fourRoomsStates, lineWithKey } from "../../environments/tabular/rooms.ts";
import { type LinearPrograms, linearPrograms } from "../../math/linear-program.ts";

let programs: LinearPrograms;
beforeAll(async () => {
  programs = await linearPrograms();
});

test("in four rooms no design moves what is best, and one in more states is more informative", () => {
  const mdp = fourRooms();
  const target = optimalTarget(mdp);
  const design = (budget: number) =>
    designGreedily(programs, mdp, { first: [fourRoomsStates.goal], budget, ties: "keep", choose: "sparing" });
  const [three, five] = [3, 5].map(design);
  for (const reward of [potentialShaping(mdp, target.values), three.reward, five.reward])
    expect(changedStates(mdp, target, reward)).toEqual([]);
  expect(three.informativeness).toBeGreaterThan(informativeness(mdp, mdp.reward) + 0.01);
  expect(five.informativeness).toBeGreaterThan(three.informativeness + 0.005);
});

test("designs for random policies never move what is best, and without the constraints all do", () => {
  for (const mdp of [fourRooms(), lineWithKey()]) {
    const target = optimalTarget(mdp);
    const kept = adaptiveDesigner(programs, mdp, { ties: "keep" });
    const free = adaptiveDesigner(programs, mdp, { ties: "keep", margin: "none" });
    for (let seed = 0; seed < 10; seed++) {
      const random = Random.of(seed, "designs for random policies");
      const policy = softmaxPolicy(
        mdp,
        mdp.reward.map(() => random.normal()),
      );
      expect(changedStates(mdp, target, kept(policy))).toEqual([]);
      expect(changedStates(mdp, target, free(policy))).not.toEqual([]);
    }
  }
});

test("on a chain no one or two states without the goal's can be paid so that the target is kept", () => {
  const mdp = chain({ length: 8, discount: 0.9, prize: 10 });
  const horizons = [1, 4, 8];
  for (let one = 0; one < 7; one++)
    for (let other = one; other < 7; other++)
      expect(designExplicable(programs, mdp, { horizons, active: [one, other] })).toBeUndefined();
});
