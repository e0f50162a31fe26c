// The exact side, what an advantage of its own is, stands in algorithms/text/parts-method.test.ts; here one seed learns.

import { expect, test } from "vitest";
import { ARMS, conduct } from "./arms.ts";

// A minute of training: `LONG=1 npx vitest run src/systems/metacognitive-tools` runs this.
test.skipIf(process.env.LONG !== "1")(
  "economy apart keeps needed calls, a high price ends them",
  { timeout: 600_000 },
  async () => {
    const found = await conduct({ seed: 1, updates: 100, arms: ARMS });
    expect(found["apart 0.5"].hardCalls).toBeGreaterThan(0.8);
    expect(found["apart 0.5"].easyCalls).toBeLessThan(0.3);
    expect(found["price 0.6"].hardCalls).toBeLessThan(0.2);
  },
);
