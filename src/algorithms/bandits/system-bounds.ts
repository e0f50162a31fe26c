// The bounds that DynLin-UCB asks for, of a system that is known.

import {
  columnSums,
  growthConstant,
  type LinearSystem,
  type Rows,
  spectralNorm,
  spectralRadius,
} from "../../math/linear-system.ts";
import type { SystemBounds } from "./dyn-lin-ucb.ts";

/** The tightest bounds of a system whose outputs add up to the payoff, for these actions. σ is of one output. */
export function systemBounds(system: LinearSystem, actions: Rows, deviation: number): SystemBounds {
  const { A, B, C, D } = system;
  return {
    radius: spectralRadius(A),
    growth: growthConstant(A),
    theta: Math.hypot(...columnSums(D)),
    omega: Math.hypot(...columnSums(C)),
    input: spectralNorm(B),
    action: Math.max(...actions.map((action) => Math.hypot(...action))),
    deviation,
  };
}
