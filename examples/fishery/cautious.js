// An agent of one's own, in plain JavaScript: it fishes only what a healthy stock grows back.

import { defineAgent, fieldOffset, z } from "agonlab";

export default defineAgent({
  summary: "fishes in proportion to the stock above one half",
  parameters: z.strictObject({
    eagerness: z.number().min(0).max(1).default(0.5).describe("share of the quota at a full stock"),
  }),
  make:
    ({ eagerness }) =>
    ({ spec, seat }) => {
      const stockAt = fieldOffset(spec, "stock") ?? 0;
      return {
        reset() {},
        act(observation, action) {
          const health = Math.max(0, 2 * observation[stockAt] - 1);
          action[0] = eagerness * health * spec.actionHigh[seat];
        },
      };
    },
});
