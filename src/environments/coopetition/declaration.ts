// What a coopetition world declares about itself: its channels with ranges that follow from its constants, and the fields
// of its observations.

import type { Channel } from "../../core/channel.ts";
import type { ObservationField } from "../../core/environment.ts";
import { field, flow, level } from "../declaration.ts";
import type { Game } from "./game.ts";

/** Channels that every world of the family has. */
export const COMMON_CHANNELS = 7;

/** All channels of a world: the common ones, then those of its extensions, each name once. */
export function channelsOf(game: Game): Channel[] {
  const extra = game.extensions.flatMap(({ channels = [] }) => channels);
  return [...commonChannels(game), ...new Map(extra.map((channel) => [channel.name, channel])).values()];
}

function commonChannels(game: Game): Channel[] {
  const most = Math.max(...game.endowment);
  const gammaMost = Math.max(game.gamma, 1);
  const made = game.endowment.map((e, i) => game.theta * Math.log(1 + e) + game.share[i] * gammaMost * most);
  // e − a + θ·ln(1+a) is concave in a: smallest at an end, largest at a = θ − 1.
  const payoffHigh = game.endowment.map((e, i) => {
    const a = Math.min(e, Math.max(0, game.theta - 1));
    return e - a + game.theta * Math.log(1 + a) + game.share[i] * gammaMost * most;
  });
  const payoffLow = Math.min(...game.endowment.map((e) => Math.min(e, game.theta * Math.log(1 + e))));
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

/** Fields of an observation in the game's view, without those of extensions. */
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

/** Equal constants for all agents, and no rule that depends on the order of seats. */
export function isSymmetric(game: Game): boolean {
  const same = (values: readonly number[]) => values.every((value) => value === values[0]);
  const between = game.dependence.flatMap((row, i) => row.filter((_, j) => j !== i));
  const ordered = game.extensions.some((extension) => extension.symmetric === false);
  return !ordered && [game.endowment, game.share, game.baseline, between].every(same);
}
