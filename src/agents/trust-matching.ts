// Invests in proportion to its mean trust in the others: believes what it has seen, and acts on it.

import { z } from "zod";
import { memoryless } from "../core/agent.ts";
import { UserError } from "../core/errors.ts";
import { playShare, trustPlace } from "../core/last-actions.ts";
import { percent, scripted, trembling } from "./scripted.ts";

export const trustMatching = scripted({
  id: "trust-matching",
  summary: "invests in proportion to its mean trust in the others",
  parameters: z
    .strictObject({ level: percent(100, "what it plays at full trust"), ...trembling })
    .describe("plays `level` times its mean trust in the others"),
  make:
    ({ level }) =>
    ({ spec, seat }) => {
      const n = spec.agents.length;
      const row = trustPlace(spec, seat);
      if (n < 2) throw new UserError({ code: "no-partner", what: "trust-matching needs somebody to trust" });
      return memoryless((observation, action) => {
        let sum = 0;
        for (let j = 0; j < n; j++) if (j !== seat) sum += observation[row + j];
        playShare(spec, seat, ((level / 100) * sum) / (n - 1), action);
      });
    },
});
