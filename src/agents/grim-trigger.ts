// Cooperates until somebody gives too little once, and never again after that.

import { z } from "zod";
import { playShare } from "../core/last-actions.ts";
import { within } from "../core/parameters.ts";
import { glimpse, watched } from "./partners.ts";
import { percent, scripted, trembling } from "./scripted.ts";

export const grimTrigger = scripted({
  id: "grim-trigger",
  summary: "cooperates until a partner gives too little once, and never again",
  source: "Friedman (1971)",
  parameters: z
    .strictObject({
      level: percent(50, "what it plays while nobody has defected"),
      punishment: percent(0, "what it plays from the first defection on"),
      tolerance: within(0, 100, 5).describe(
        "percentage points that a partner may stay below `level` without defecting",
      ),
      watch: watched("least"),
      ...trembling,
    })
    .describe("cooperates until a partner defects once"),
  make: (p) => (seat) => {
    const see = glimpse(seat, p.watch);
    const enough = (p.level - p.tolerance) / 100;
    let opened = false;
    let triggered = false;
    return {
      reset() {
        opened = false;
        triggered = false;
      },
      act(observation, action) {
        if (opened && see.partners(observation) < enough) triggered = true;
        opened = true;
        playShare(seat.spec, seat.seat, (triggered ? p.punishment : p.level) / 100, action);
      },
    };
  },
});
