// What the Coopetition-Gym study must not be able to show once the idea is taken out.

import type { Control } from "../../study/legacy.ts";
import { agreement, ladderOf } from "../../study/testbeds/coopetition/checks.ts";
import { argmax, gymWorld, type Ladder, playScript } from "../../study/testbeds/coopetition/play.ts";
import { SCRIPT_ROWS } from "../../study/testbeds/coopetition/reference.ts";

/** Without dependence, integrated pay is private pay: there is no contribution left to find. */
export function noDependenceControl(names: readonly string[]): Control {
  const farthest = Math.max(
    ...names.map((name) => {
      const { private: own, integrated } = playScript(gymWorld(name, { interdependence: 0 }), name, "C");
      return Math.abs(integrated / own - 1);
    }),
  );
  return {
    name: "no dependence: does integrated pay still differ from private pay?",
    failed: farthest <= 1e-9,
    measured: `largest relative difference ${farthest.toExponential(1)} over ${names.length} worlds`,
  };
}

/** The report's first law of building trust in place of the released one must not fit the table of integrated totals. */
export function lawControl(): Control {
  const rows = SCRIPT_ROWS.map((row) =>
    playScript(gymWorld(row.environment, { building: "product" }), row.environment, row.script),
  );
  const { within } = agreement(rows, "integrated");
  return {
    name: "another law of trust: does the reference table still fit?",
    failed: within < SCRIPT_ROWS.length,
    measured: `${within} of ${rows.length} integrated totals fit`,
  };
}

/** Whoever chooses by the other reward must lose by its own where the two disagree. */
export function otherModeControl(ladders: ReadonlyMap<string, Ladder>): Control {
  const { private: own, integrated } = ladderOf(ladders, "dynamic-partner-selection");
  const [bestOwn, bestIntegrated] = [argmax(own), argmax(integrated)];
  const lossOwn = 1 - own[bestIntegrated] / own[bestOwn];
  const lossIntegrated = 1 - integrated[bestOwn] / integrated[bestIntegrated];
  return {
    name: "constants chosen by the other reward in dynamic-partner-selection: do they do as well?",
    failed: lossOwn > 0 && lossIntegrated > 0,
    measured: `they lose ${(100 * lossOwn).toFixed(1)}% of private and ${(100 * lossIntegrated).toFixed(1)}% of integrated pay`,
  };
}
