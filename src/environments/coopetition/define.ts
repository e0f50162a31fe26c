// Definition of one of the twenty environments: its constants, its own parameters, and the shared parameters.

import { z } from "zod";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { oneOf, share, whole } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { Extension, Game } from "./declaration.ts";
import { playable } from "./game.ts";
import { type Oracles, valueOracles } from "./oracles.ts";
import type { TrustParameters } from "./trust.ts";
import type { ValueFunction } from "./value.ts";

const ownShare = (meaning: string) => z.number().min(0).max(1).optional().describe(meaning);

/** Parameters of every environment of the family, with its own default horizon. */
export function commonParameters(horizon: number) {
  return z.strictObject({
    horizon: whole(1, 1_000_000, horizon).describe("steps until the episode is truncated"),
    view: oneOf(["parallel", "own-row", "joint"], "parallel").describe(
      "what an agent sees: its seat and all of trust, its seat and its own trust, or the joint observation",
    ),
    interdependence: share(1).describe("scales the dependence matrix; 0 switches it off"),
    theta: z.number().min(0).max(1_000).optional().describe("weight of the logarithmic value function θ·ln(1+a)"),
    power: z.number().gt(0).lt(1).optional().describe("β of the value function a^β, in place of the logarithmic one"),
    gamma: z.number().min(0).max(1).optional().describe("weight of the synergy"),
    building: oneOf(["gap", "product"], "gap").describe(
      "how trust is built: released code, or the report's first version",
    ),
    trust: z
      .strictObject({
        building: ownShare("λ+: share of the gap that a fully cooperative step closes"),
        erosion: ownShare("λ−: share of trust that a full violation destroys"),
        damage: ownShare("μ_R: damage of a full violation to reputation"),
        decay: ownShare("δ_R: share of the damage forgotten per step"),
        amplification: z.number().min(0).max(10).optional().describe("ξ: how much dependence amplifies erosion"),
        sensitivity: z.number().min(0).max(100).optional().describe("κ: steepness of the signal around the baseline"),
        initial: ownShare("trust at the start"),
        initialDamage: ownShare("reputation damage at the start"),
      })
      .prefault({})
      .describe("overrides of the world's trust parameters"),
  });
}

type CommonParameters = z.output<ReturnType<typeof commonParameters>>;

/** Constants of an environment before the common parameters are applied. */
export interface Constants extends Pick<Game, "endowment" | "share" | "baseline" | "dependence" | "gamma"> {
  /** θ of the logarithmic value function. */
  readonly theta: number;
  readonly labels?: readonly string[];
  readonly trust: TrustConstants;
  readonly ends?: Game["ends"];
  readonly extensions?: readonly Extension[];
  readonly random?: boolean;
  /** Expected synergy weight where it is drawn at reset. */
  readonly expectedGamma?: number;
  /** Reference players; by default those of value and trust. */
  readonly oracles?: (game: Game, spec: NumericSpec) => Oracles;
  readonly trustMatters?: boolean;
}

/** λ+, λ−, μ_R, δ_R, ξ, κ, initial trust, initial damage, in the order of the release's tables. */
export type TrustConstants = readonly [
  building: number,
  erosion: number,
  damage: number,
  decay: number,
  amplification: number,
  sensitivity: number,
  initial: number,
  initialDamage?: number,
];

/** The export of an environment's file. */
export interface WorldDefinition<P extends CommonParameters> {
  /** Name after `coopetition/`. */
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly parameters: z.ZodType<P>;
  constants(parameters: P): Constants;
}

/** Converts a definition to a registry entry. */
export function world<P extends CommonParameters>(definition: WorldDefinition<P>): BoundEntry<NumericEnvironment> {
  const { name, constants: constantsOf, ...about } = definition;
  const make = (parameters: P): NumericEnvironment => {
    const constants = constantsOf(parameters);
    return playable(gameOf(constants, parameters), constants.oracles ?? valueOracles);
  };
  return bind({ id: `coopetition/${name}`, ...about, make });
}

function gameOf(constants: Constants, parameters: CommonParameters): Game {
  const [building, erosion, damage, decay, amplification, sensitivity, initial, initialDamage] = constants.trust;
  const published: TrustParameters = { building, erosion, damage, decay, amplification, sensitivity };
  const { initial: ownInitial, initialDamage: ownDamage, ...overrides } = parameters.trust;
  const { endowment, share, baseline, extensions = [], trustMatters = true, random = false } = constants;
  const { horizon, view, building: growth } = parameters;
  const gamma = endowment.length > 1 ? (parameters.gamma ?? constants.gamma) : 0;
  const labels = constants.labels ?? endowment.map((_, i) => `agent ${i}`);
  return {
    labels,
    horizon,
    view,
    growth,
    endowment,
    share,
    baseline,
    extensions,
    trustMatters,
    dependence: constants.dependence.map((row) => row.map((d) => d * parameters.interdependence)),
    value: valueFunction(parameters, constants.theta),
    gamma,
    expectedGamma: constants.expectedGamma ?? gamma,
    trust: { ...published, ...definedOnly(overrides) },
    initialTrust: ownInitial ?? initial,
    initialDamage: ownDamage ?? initialDamage ?? 0,
    ...(constants.ends === undefined ? {} : { ends: constants.ends }),
    deterministic: !random,
  };
}

/** The selected value function, by default with the environment's own θ. */
function valueFunction({ theta, power }: CommonParameters, own: number): ValueFunction {
  if (power === undefined) return { form: "logarithmic", theta: theta ?? own };
  if (theta === undefined) return { form: "power", beta: power };
  const what = "power and theta are of two value functions, a^β and θ·ln(1+a)";
  throw new UserError({ code: "two-values", what, path: ["power"], hint: "leave out one of them" });
}

const definedOnly = (overrides: { [K in keyof TrustParameters]?: number | undefined }): Partial<TrustParameters> =>
  Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));

/** Source of an environment of the release: its name there, and its report's arXiv number. */
export function releaseOf(name: string, report: string): string {
  const released = name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  return `Coopetition-Gym v1 ${released}-v0 (arXiv 2605.02063; arXiv ${report})`;
}

/** `count` copies of a number. */
export const each = (count: number, value: number): number[] => new Array<number>(count).fill(value);

/** Actors with equal endowments and shares, one baseline, and the same dependence between every pair. */
export const alike = (count: number, baseline: number, dependence: number, endowment = 100) => ({
  endowment: each(count, endowment),
  share: each(count, 1 / count),
  baseline: each(count, baseline),
  dependence: each(count, 0).map((_, i) => each(count, dependence).map((d, j) => (i === j ? 0 : d))),
});
