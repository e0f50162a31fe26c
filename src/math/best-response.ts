// Fixed points of best responses by Gauss-Seidel sweeps: each player answers in turn to what the others do now.
// A fixed point is a Nash equilibrium of the game; nothing is said about there being only one.

export interface BestResponseOptions {
  /** First action of every player, [players]. */
  readonly start: ArrayLike<number>;
  /** Smallest and largest action, for all players or one for each; answers beyond are clipped. */
  readonly floor: number | readonly number[];
  readonly ceiling: number | readonly number[];
  /** Stop when no action moved by this much in a sweep, in the actions' unit. Default 1e-12. */
  readonly tolerance?: number;
  /** Sweeps at most, at least 1. Default 1000. */
  readonly maxSweeps?: number;
}

/** Where the sweeps ended. */
export interface FixedPoint {
  readonly actions: Float64Array;
  /** True when the last sweep moved no action by the tolerance; false when the sweeps ran out. */
  readonly converged: boolean;
  readonly sweeps: number;
}

/**
 * a_i ← best response of i to a_−i, player after player, until a = BR(a). `respond` gets all actions as they stand, the
 * earlier players' already new; it must not change them. Throws where an answer is NaN.
 */
export function bestResponseFixedPoint(
  respond: (player: number, actions: Float64Array) => number,
  options: BestResponseOptions,
): FixedPoint {
  const { floor, ceiling, tolerance = 1e-12, maxSweeps = 1000 } = options;
  const bound = (limit: number | readonly number[], player: number) =>
    typeof limit === "number" ? limit : limit[player];
  const actions = Float64Array.from(options.start);
  for (let sweep = 1; sweep <= maxSweeps; sweep++) {
    let moved = 0;
    for (let i = 0; i < actions.length; i++) {
      const answer = respond(i, actions);
      if (Number.isNaN(answer)) throw new Error(`the best response of player ${i} is not a number`);
      const next = Math.min(Math.max(answer, bound(floor, i)), bound(ceiling, i));
      moved = Math.max(moved, Math.abs(next - actions[i]));
      actions[i] = next;
    }
    if (moved < tolerance) return { actions, converged: true, sweeps: sweep };
  }
  return { actions, converged: false, sweeps: maxSweeps };
}
