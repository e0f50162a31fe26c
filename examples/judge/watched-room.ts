// A world with a judge: the key room, and a judge that reads what the agent reads. It says of each step which sub-goals
// it reached, and is sometimes wrong. What the judge says is reported beside what happened.

import { defineEnvironment, environments, judgedWorld, noisyJudge, ruleJudge, z } from "agonlab";

const rate = z.number().min(0).max(1).default(0);

const keyRoom = await environments.get("gridworld/text-key-room");

/** Another judge, trained or a language model whose answers were prepared, would stand here in the same way. */
const judge = ruleJudge([
  {
    name: "saidKey",
    meaning: "the agent picks up the key",
    holds: ({ before, after }) => before.includes("carry nothing") && after.includes("carry a key"),
  },
  {
    name: "saidDoor",
    meaning: "the agent opens the locked door",
    holds: ({ before, action, after }) => action === "apply key" && before.includes("+") && !after.includes("+"),
  },
]);

export default defineEnvironment({
  summary: "the key room, watched by a judge of sub-goals who makes mistakes",
  parameters: z.strictObject({
    size: z.int().min(5).max(9).default(5).describe("rows and columns of the room"),
    falsePositive: rate.describe("share of the steps of which a sub-goal is said that was not reached"),
    falseNegative: rate.describe("share of the sub-goals reached of which nothing is said"),
    seed: z.int().min(0).default(0).describe("seed of the mistakes"),
  }),
  make: ({ size, seed, ...rates }) => {
    const room = keyRoom.make({ size, contexts: 1 });
    return judgedWorld(room, { judge: noisyJudge(judge, rates, seed), text: "map-inventory" });
  },
});
