// A bidder for the contest: its part of the symmetric equilibrium among bidders whose values are uniform from 0 to 1.

import { defineAgent, fieldOffset } from "agonlab";

export default defineAgent({
  summary: "bids (n − 1)/n · valueⁿ among n bidders",
  source: "Krishna, Auction Theory, 3.2",
  make:
    () =>
    ({ spec }) => {
      const n = spec.agents.length;
      const valueAt = fieldOffset(spec, "value") ?? 0;
      return {
        reset() {},
        act(observation, action) {
          action[0] = ((n - 1) / n) * observation[valueAt] ** n;
        },
      };
    },
});
