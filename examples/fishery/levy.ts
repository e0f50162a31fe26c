// A reward of one's own: a boat keeps its catch less a levy on every tonne, and the levy grows as the stock shrinks.

import { defineReward, z } from "agonlab";

export default defineReward({
  summary: "the catch less a levy that grows as the stock shrinks",
  parameters: z.strictObject({
    levy: z.number().min(0).max(10).default(2).describe("levy on a tonne when the stock is gone"),
  }),
  make:
    ({ levy }) =>
    (spec) => {
      const channels = spec.channels.length;
      const catchAt = spec.channels.findIndex(({ name }) => name === "payoff");
      const stockAt = spec.channels.findIndex(({ name }) => name === "stock");
      return {
        reset() {},
        pay(outcomes, _status, pay) {
          for (let i = 0; i < pay.length; i++) {
            const row = i * channels;
            pay[i] = outcomes[row + catchAt] * (1 - levy * (1 - outcomes[row + stockAt]));
          }
        },
      };
    },
});
