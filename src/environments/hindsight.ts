// Looking back at an episode's end on all that came, to tell what could have been earned at most.

import { UserError } from "../core/errors.ts";

/** Throws a UserError where an episode has more steps than can be looked back on; `things` says what a step brings. */
export function checkHindsight(horizon: number, most: number, things: string): void {
  if (horizon <= most) return;
  const what = `${horizon.toLocaleString("en-US")} ${things} are too many to look back on`;
  const hint = `with benchmark: hindsight there are at most ${most.toLocaleString("en-US")}`;
  throw new UserError({ code: "too-long", what, path: ["horizon"], hint });
}
