// Definition of a coopetition environment by constants and rules, and its declaration: channels with derived ranges, and observation
// fields.

import type { Channel } from "../../core/channel.ts";
import type { ObservationField } from "../../core/environment.ts";
import type { Shapes } from "../../core/layout.ts";
import type { Random } from "../../core/random.ts";
import { field, flow, level } from "../declaration.ts";
import type { TrustParameters, TrustRule } from "./trust.ts";
import { bestAlone, ownValue, type ValueFunction } from "./value.ts";

/** Constants of one environment. Arrays are in seat order; a row of `dependence` belongs to the depending agent. */
export interface Game {
  readonly labels: readonly string[];
  readonly horizon: number;
  readonly endowment: readonly number[];
  readonly share: readonly number[];
  readonly baseline: readonly number[];
  readonly dependence: readonly (readonly number[])[];
  /** Value function of an actor's own investment. */
  readonly value: ValueFunction;
  readonly gamma: number;
  /** Expected synergy weight where the episode's is drawn at reset; otherwise `gamma`. */
  readonly expectedGamma: number;
  readonly trust: TrustParameters;
  readonly growth: TrustRule["growth"];
  readonly initialTrust: number;
  readonly initialDamage: number;
  /** False: partners' payoffs are weighted by dependence alone, and trust and damage stay at 1 and 0. */
  readonly trustMatters: boolean;
  readonly view: View;
  /** Termination rule, as a function of the new trust [n × n] and its off-diagonal mean. */
  readonly ends?: (trust: Float64Array, meanTrust: number) => boolean;
  readonly extensions: readonly Extension[];
  /** False where an extension uses random numbers. */
  readonly deterministic: boolean;
}

/**
 * Agents' observations: `parallel` is the agent's own seat with all of trust, `own-row` with only its own trust, `joint` is the common
 * observation of the reference suite's joint learner.
 */
export type View = "parallel" | "own-row" | "joint";

/** Data that a running environment shares with its extensions. Arrays are live. */
export interface Common {
  readonly agents: number;
  readonly endowment: Float64Array;
  readonly dependence: Float64Array;
  readonly horizon: number;
  /** Actions of the last step, clipped to the endowments. */
  readonly actions: Float64Array;
  readonly trust: Float64Array;
  readonly reputation: Float64Array;
  /** [1] Synergy weight of this episode. */
  readonly gamma: Float64Array;
  /** [1] Number of steps taken. */
  readonly step: Float64Array;
}

/** A rule that a family or an environment adds to the common step. */
export interface Extension {
  /** Its parts of the state. */
  readonly shapes?: Shapes;
  /** Its channels; under any reward, pay is multiplied by `multiplier`, and `penalty` is subtracted. */
  readonly channels?: readonly Channel[];
  /** Its additional observation fields. */
  readonly observation?: readonly ObservationField[];
  /** False where the rule depends on the order of seats. */
  readonly symmetric?: boolean;
  /** Receives its parts of the state and the indices of its channels in a row of outcomes. */
  bind(
    common: Common,
    views: Readonly<Record<string, Float64Array>>,
    place: (channel: string) => number,
  ): BoundExtension;
}

export interface BoundExtension {
  reset?(random: Random): void;
  /** Writes its state channels to `outcomes` at reset. */
  report?(outcomes: Float64Array, channels: number): void;
  /** Runs after the common step. `outcomes` is [agents × channels]; `multiplier` is initially 1 and `penalty` 0. */
  step(outcomes: Float64Array, channels: number, random: Random): void;
  /** Writes its observation fields for one seat from `offset` on. */
  observe?(observations: Float32Array, offset: number, seat: number): void;
}

/** Number of channels that every environment of the family has. */
export const COMMON_CHANNELS = 7;

/** All channels of an environment: the common ones, then those of its extensions, each name once. */
export function channelsOf(game: Game): Channel[] {
  const extra = game.extensions.flatMap(({ channels = [] }) => channels);
  return [...commonChannels(game), ...new Map(extra.map((channel) => [channel.name, channel])).values()];
}

function commonChannels(game: Game): Channel[] {
  const most = Math.max(...game.endowment);
  const gammaMost = Math.max(game.gamma, 1);
  const made = game.endowment.map((e, i) => ownValue(e, game.value) + game.share[i] * gammaMost * most);
  // e − a + f(a) is concave in a, so its minimum is at an end.
  const payoffHigh = game.endowment.map((e, i) => {
    const a = Math.min(e, bestAlone(game.value));
    return e - a + ownValue(a, game.value) + game.share[i] * gammaMost * most;
  });
  const payoffLow = Math.min(...game.endowment.map((e) => Math.min(e, ownValue(e, game.value))));
  const utilityHigh = payoffHigh.map((own, i) =>
    payoffHigh.reduce((sum, other, j) => (j === i ? sum : sum + game.dependence[i][j] * other), own),
  );
  const bargained =
    "value made alone plus the bargained share of the synergy; over all actors it adds up to the value created";
  const cared =
    "payoff plus the partners' payoffs, weighted by dependence and trust (arXiv 2510.18802, eq. 13; 2510.24909)";
  const kept = "what was kept plus value (arXiv 2510.18802, eq. 11)";
  return [
    flow("investment", "resources", 0, most, "mean", "what the actor put into the joint undertaking"),
    flow("cooperation", "share of endowment", 0, 1, "mean", "investment as a share of the endowment"),
    flow("value", "value", 0, Math.max(...made), "sum", bargained),
    flow("payoff", "value", payoffLow, Math.max(...payoffHigh), "sum", kept),
    flow("utility", "value", payoffLow, Math.max(...utilityHigh), "sum", cared),
    level("trust", "share", 0, 1, "mean trust that the partners place in the actor"),
    level("reputationDamage", "share", 0, 1, "mean damage to the actor's reputation with the partners"),
  ];
}

/** Observation fields of the game's view, without those of extensions. */
export function viewFields(game: Game): ObservationField[] {
  const n = game.endowment.length;
  const most = Math.max(...game.endowment);
  const share = (name: string, size: number, meaning: string) => field(name, 0, 1, meaning, { size });
  if (game.view === "joint") {
    return [
      field("actions", 0, most, "every agent's last action", { size: n }),
      share("trust", n * n, "trust, row = who trusts"),
      share("reputation", n * n, "reputation damage, row = who remembers"),
      share("dependence", n * n, "dependence, row = who depends"),
      field("step", 0, game.horizon, "steps taken"),
    ];
  }
  return [
    field("ownAction", 0, most, "the agent's last action"),
    field("otherActions", 0, most, "the others' last actions, in seat order", { size: n - 1 }),
    game.view === "parallel"
      ? share("trust", n * n, "trust, row = who trusts")
      : share("trustRow", n, "the agent's trust in each agent"),
    share("reputationRow", n, "reputation damage that the agent remembers"),
    share("othersDamage", n - 1, "mean damage that each other agent remembers"),
    share("dependenceRow", n, "the agent's dependence on each agent"),
    share("time", 1, "steps taken as a share of the horizon"),
  ];
}

/** Whether all agents have equal constants and no rule depends on the order of seats. */
export function isSymmetric(game: Game): boolean {
  const same = (values: readonly number[]) => values.every((value) => value === values[0]);
  const between = game.dependence.flatMap((row, i) => row.filter((_, j) => j !== i));
  const ordered = game.extensions.some((extension) => extension.symmetric === false);
  return !ordered && [game.endowment, game.share, game.baseline, between].every(same);
}
