// A reward of one's own: every ticket that is closed pays, one that is solved pays more.

import { defineReward, z } from "agonlab";

export default defineReward({
  summary: "a small sum for every ticket, and a bonus for one that is solved",
  parameters: z.strictObject({
    closed: z.number().min(0).max(10).default(0.1).describe("pay of a ticket that is closed"),
    bonus: z.number().min(0).max(10).default(1).describe("further pay of a ticket that is solved"),
  }),
  make:
    ({ closed, bonus }) =>
    (spec) => {
      const channels = spec.channels.length;
      const [closedAt, solvedAt] = ["closed", "solved"].map((wanted) =>
        spec.channels.findIndex(({ name }) => name === wanted),
      );
      return {
        reset() {},
        pay(outcomes, _status, pay) {
          for (let i = 0; i < pay.length; i++) {
            const row = i * channels;
            pay[i] = closed * outcomes[row + closedAt] + bonus * outcomes[row + solvedAt];
          }
        },
      };
    },
});
