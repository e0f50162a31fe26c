// What interdependence contributes to the best total of a world: the share of integrated pay that private pay lacks.

import { type Claim, equation } from "../../claim.ts";
import { matching } from "../../matching.ts";
import type { Ladder } from "./play.ts";

/** Ladders by the names of their worlds. */
export type Ladders = ReadonlyMap<string, Ladder>;

/** (integrated − private)/integrated of three worlds at the best constants. */
const CONTRIBUTIONS = { "trust-dilemma": 0.3668, "loyalty-team": 0.6118, "apple-app-store": 0.4476 } as const;

/** The published contributions. */
export function contributionEquation(ladders: Ladders): Claim {
  const worlds = Object.keys(CONTRIBUTIONS);
  const measured = worlds.map((name) => {
    const { integrated, private: own } = ladderOf(ladders, name);
    const most = Math.max(...integrated);
    return (most - Math.max(...own)) / most;
  });
  return equation(
    "contribution of interdependence at the best constants",
    matching(worlds, measured, Object.values(CONTRIBUTIONS), 5e-5),
  );
}

/** The ladder of a world that was played. */
export function ladderOf(ladders: Ladders, name: string): Ladder {
  const ladder = ladders.get(name);
  if (ladder === undefined) throw new Error(`no constants were played in ${name}`);
  return ladder;
}
