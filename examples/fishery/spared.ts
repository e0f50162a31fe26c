// What the first boat spares a stock that is nearly gone: its catch when the water is full, less its catch when a tenth is left.

import { defineMeasure } from "agonlab";

export default defineMeasure({
  summary: "tonnes that the first boat catches less when a tenth of the stock is left than when the water is full",
  make:
    () =>
    ({ spec }) => ({
      unit: "tonnes",
      low: -spec.actionHigh[0],
      high: spec.actionHigh[0],
      meaning: "the first boat's catch from a full stock, less that from a tenth of it",
      async measure({ agents: [boat], random }) {
        const seen = new Float32Array(spec.observationSize);
        const action = new Float64Array(1);
        const catches: number[] = [];
        for (const stock of [1, 0.1]) {
          seen[0] = stock;
          await boat.reset(random.stream("season"));
          await boat.act(seen, action);
          catches.push(action[0]);
        }
        return catches[0] - catches[1];
      },
    }),
});
