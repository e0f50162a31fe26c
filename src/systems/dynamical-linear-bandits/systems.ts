// The worlds of the study: the published synthetic system, one whose best arm pays later, and the advertising one.

import { ADVERTISING, BUDGETS } from "../../environments/bandits/advertising.ts";
import { dynamicalLinearBandit } from "../../environments/bandits/dynamical-linear.ts";
import type { LinearSystem, Rows } from "../../math/linear-system.ts";

const diagonal = (...values: readonly number[]) =>
  values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));

/** The published synthetic system, with three outputs. */
const SYNTHETIC: LinearSystem = {
  A: diagonal(0.2, 0, 0.1),
  B: diagonal(0.45, 0, 0.1),
  C: diagonal(1, 0, 0.1),
  D: diagonal(0, 0.5, 0.1),
};

/** The first arm pays all of its 0.5625 later, the slower the larger ρ; the second its 0.5 at once. One output. */
export function pacedSystem(rho: number): LinearSystem {
  return { A: diagonal(rho, 0, 0.1), B: diagonal(0.5625 * (1 - rho), 0, 0.1), C: [[1, 0, 0.1]], D: [[0, 0.5, 0.1]] };
}

/** A world of the study, as plain data. */
export interface WorldName {
  readonly system: "synthetic" | "advertising" | { readonly rho: number };
  readonly actions: "unit" | "budgets";
  readonly deviation: number;
}

export const SYNTHETIC_WORLD: WorldName = { system: "synthetic", actions: "budgets", deviation: 0.1 };

/** The system and the actions of a world. */
export function worldOf({ system, actions }: WorldName): { readonly system: LinearSystem; readonly actions: Rows } {
  return {
    system: system === "synthetic" ? SYNTHETIC : system === "advertising" ? ADVERTISING : pacedSystem(system.rho),
    actions: actions === "unit" ? diagonal(1, 1, 1) : BUDGETS,
  };
}

/** The registered world itself. */
export function environmentOf(name: WorldName, horizon: number) {
  const { system, actions } = worldOf(name);
  return dynamicalLinearBandit.make({ ...system, actions, deviation: name.deviation, horizon });
}
