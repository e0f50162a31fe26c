// An agent of one's own: it gives every ticket the time that it needs, under any pay.

import { type Agent, defineAgent, fieldOffset, z } from "agonlab";

export default defineAgent({
  summary: "gives every ticket the minutes that it needs, and a little more",
  parameters: z.strictObject({
    spare: z.number().min(0).max(10).default(0.5).describe("minutes beyond those that a ticket needs"),
  }),
  make:
    ({ spare }) =>
    ({ spec }): Agent => {
      const difficultyAt = fieldOffset(spec, "difficulty") ?? 0;
      return {
        reset() {},
        act(observation, action) {
          action[0] = 2 + 4 * observation[difficultyAt] + spare;
        },
      };
    },
});
