// Schelling diagrams of two types of players: what a player of each type has, by how many of the first type there are, and which mixes are
// equilibria. Source: Schelling (1973); the conditions of a social dilemma and the equilibria are those of arXiv 2010.07777 and its code.

/** Amounts by number of cooperators x = 0 … n; undefined where nothing could be measured, or where no player is of the type. */
export interface SchellingDiagram {
  /** What a cooperator has where x agents cooperate, itself included; [n + 1], undefined at 0. */
  readonly cooperator: readonly (number | undefined)[];
  /** What a defector has where x others cooperate; [n + 1], undefined at n. */
  readonly defector: readonly (number | undefined)[];
}

/** Difference that counts as none, relative to the larger amount: sums of the same steps in another order. */
const EQUAL = 1e-9;

const isLess = (a: number, b: number): boolean => b - a > EQUAL * Math.max(Math.abs(a), Math.abs(b));

/**
 * Returns whether x cooperators are an equilibrium: no cooperator gains by defecting, R_c(x) ≥ R_d(x − 1), and no defector by cooperating,
 * R_d(x) ≥ R_c(x + 1). Undefined where an amount that this depends on is missing.
 */
export function isEquilibrium({ cooperator, defector }: SchellingDiagram, x: number): boolean | undefined {
  const n = cooperator.length - 1;
  const pairs = [
    ...(x > 0 ? [[cooperator[x], defector[x - 1]]] : []),
    ...(x < n ? [[defector[x], cooperator[x + 1]]] : []),
  ];
  let isKnown = true;
  for (const [stays, changes] of pairs) {
    if (stays === undefined || changes === undefined) isKnown = false;
    else if (isLess(stays, changes)) return false;
  }
  return isKnown ? true : undefined;
}

/** Returns the numbers of cooperators that are equilibria; undefined where one of them cannot be decided. */
export function equilibria(diagram: SchellingDiagram): number[] | undefined {
  const all: number[] = [];
  for (let x = 0; x < diagram.cooperator.length; x++) {
    const is = isEquilibrium(diagram, x);
    if (is === undefined) return undefined;
    if (is) all.push(x);
  }
  return all;
}

/** The gaps of a social dilemma, each positive where its condition holds; undefined where an amount is missing. */
export interface DilemmaGaps {
  /** R_c(n) − R_d(0): all gain where all cooperate. */
  readonly gain: number | undefined;
  /** R_c(n) − R_c(1): a cooperator is exploited by defectors. */
  readonly exploited: number | undefined;
  /** R_d(0) − R_c(1): fear, cooperating alone pays less. */
  readonly fear: number | undefined;
  /** R_d(n − 1) − R_c(n): greed, defecting alone pays more. */
  readonly greed: number | undefined;
}

export function dilemmaGaps({ cooperator, defector }: SchellingDiagram): DilemmaGaps {
  const n = cooperator.length - 1;
  const less = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a - b;
  return {
    gain: less(cooperator[n], defector[0]),
    exploited: less(cooperator[n], cooperator[1]),
    fear: less(defector[0], cooperator[1]),
    greed: less(defector[n - 1], cooperator[n]),
  };
}
