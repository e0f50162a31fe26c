// Limits for environments that compute the hindsight optimum at the end of an episode.

import { UserError } from "../core/errors.ts";

/** Throws a UserError where an episode has too many steps for the hindsight optimum; `things` names what a step brings. */
export function checkHindsight(horizon: number, most: number, things: string): void {
  if (horizon <= most) return;
  const what = `${horizon.toLocaleString("en-US")} ${things} are too many to look back on`;
  const hint = `with benchmark: hindsight there are at most ${most.toLocaleString("en-US")}`;
  throw new UserError({ code: "too-long", what, path: ["horizon"], hint });
}
