// What a coopetition world declares about itself: its channels with ranges that follow from its constants, and the fields
// of its observations.

import type { Channel } from "../../core/channel.ts";
import type { ObservationField } from "../../core/environment.ts";
import type { Game } from "./game.ts";

/** Places of the common channels in a row of outcomes. */
export const PLACE = { investment: 0, cooperation: 1, value: 2, payoff: 3, utility: 4, trust: 5, damage: 6 } as const;
/** Channels that every world of the family has. */
export const COMMON_CHANNELS = 7;

/** All channels of a world: the common ones, then those of its extensions, each name once. */
export function channelsOf(game: Game): Channel[] {
  const extra = game.extensions.flatMap((extension) => extension.channels);
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
  const unit = "value";
  return [
    {
      name: "investment",
      unit: "resources",
      low: 0,
      high: most,
      over: "mean",
      state: false,
      meaning: "what the actor put into the joint undertaking",
    },
    {
      name: "cooperation",
      unit: "share of endowment",
      low: 0,
      high: 1,
      over: "mean",
      state: false,
      meaning: "investment as a share of the endowment",
    },
    {
      name: "value",
      unit,
      low: 0,
      high: Math.max(...made),
      over: "sum",
      state: false,
      meaning:
        "value made alone plus the bargained share of the synergy; over all actors it adds up to the value created",
    },
    {
      name: "payoff",
      unit,
      low: payoffLow,
      high: Math.max(...payoffHigh),
      over: "sum",
      state: false,
      meaning: "what was kept plus value (arXiv 2510.18802, eq. 11)",
    },
    {
      name: "utility",
      unit,
      low: payoffLow,
      high: Math.max(...utilityHigh),
      over: "sum",
      state: false,
      meaning:
        "payoff plus the partners' payoffs, weighted by dependence and trust (arXiv 2510.18802, eq. 13; 2510.24909)",
    },
    {
      name: "trust",
      unit: "share",
      low: 0,
      high: 1,
      over: "last",
      state: true,
      meaning: "mean trust that the partners place in the actor",
    },
    {
      name: "reputationDamage",
      unit: "share",
      low: 0,
      high: 1,
      over: "last",
      state: true,
      meaning: "mean damage to the actor's reputation with the partners",
    },
  ];
}

/** Fields of an observation in the game's view, without those of extensions. */
export function viewFields(game: Game): ObservationField[] {
  const n = game.endowment.length;
  const most = Math.max(...game.endowment);
  const share = (name: string, size: number, meaning: string): ObservationField => ({
    name,
    size,
    low: 0,
    high: 1,
    meaning,
  });
  if (game.view === "joint") {
    return [
      { name: "actions", size: n, low: 0, high: most, meaning: "everybody's last action" },
      share("trust", n * n, "trust, row = who trusts"),
      share("reputation", n * n, "reputation damage, row = who remembers"),
      share("dependence", n * n, "dependence, row = who depends"),
      { name: "step", size: 1, low: 0, high: game.horizon, meaning: "steps taken" },
    ];
  }
  return [
    { name: "ownAction", size: 1, low: 0, high: most, meaning: "the agent's last action" },
    { name: "otherActions", size: n - 1, low: 0, high: most, meaning: "the others' last actions, in seat order" },
    game.view === "parallel"
      ? share("trust", n * n, "trust, row = who trusts")
      : share("trustRow", n, "the agent's trust in everybody"),
    share("reputationRow", n, "reputation damage that the agent remembers"),
    share("othersDamage", n - 1, "mean damage that each other agent remembers"),
    share("dependenceRow", n, "the agent's dependence on everybody"),
    share("time", 1, "steps taken as a share of the horizon"),
  ];
}

/** Equal constants for everybody, and no rule that depends on the order of seats. */
export function isSymmetric(game: Game): boolean {
  const same = (values: readonly number[]) => values.every((value) => value === values[0]);
  const off = game.dependence.flatMap((row, i) => row.filter((_, j) => j !== i));
  return (
    game.extensions.every((e) => e.symmetric !== false) &&
    same(game.endowment) &&
    same(game.share) &&
    same(game.baseline) &&
    same(off)
  );
}
