// A league (AlphaStar; Vinyals et al., 2019) with FightLadder's numbers: a main player, and exploiters that look for its and the league's faults.

import type { Random } from "../../core/random.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { type OpponentWeighting, opponentWeights } from "./opponent-weights.ts";
import type { TrainedGame } from "./population.ts";

/** What a player of a league is for. */
export type LeagueRole = "main" | "main exploiter" | "league exploiter";

const ROLES: readonly LeagueRole[] = ["main", "main exploiter", "league exploiter", "league exploiter"];
/** Opponents that a player meets in a phase of training. */
const MATCHES = 16;
/** Share of the main player's matches against all of the past, and against what it may have forgotten; the rest is self-play. */
const PAST_SHARE = 0.5;
const VERIFYING_SHARE = 0.15;
/** Win rates below which exploiters, and past mains, are met again. */
const BEATEN = 0.3;
const FORGOTTEN = 0.7;
/** A win rate above which a main exploiter goes on with the current main. */
const HOPE = 0.1;
/** Win rate against all of the past at which a player is kept early. */
const READY = 0.7;
/** Phases after which a player is kept at the latest. */
const LONGEST = 2;
const RESET_CHANCE = 0.25;

/** A kept player. */
interface Past<Policy> {
  readonly role: LeagueRole;
  readonly policy: Policy;
}

/** A player that trains: the average of its responses since its last reset. */
interface LeaguePlayer<Policy> {
  readonly role: LeagueRole;
  policy: Policy;
  responses: Policy[];
  phases: number;
}

/** Places of win rates before the latest stretch in which they only grow: what follows has not been forgotten, but is new. */
export function beforeLatestRise(winRates: readonly number[]): number {
  let end = winRates.length;
  while (end > 1 && winRates[end - 1] >= winRates[end - 2]) end -= 1;
  return Math.max(0, end - 1);
}

/** A league after some phases, in each of which every player trains once. */
export function league<Policy>(game: TrainedGame<Policy>, phases: number, random: Random) {
  const past: Past<Policy>[] = [{ role: "main", policy: game.first }];
  const players = ROLES.map(
    (role): LeaguePlayer<Policy> => ({ role, policy: game.first, responses: [game.first], phases: 0 }),
  );
  const [main] = players;
  const mains: Policy[] = [];
  /** Win rates of the policy that trains, by the other: they are asked for again and again. */
  const rates = new Map<Policy, number>();
  let rated = main.policy;
  function winRate(own: Policy, other: Policy): number {
    if (own !== rated) rates.clear();
    rated = own;
    const found = rates.get(other) ?? (1 + game.result(own, other)) / 2;
    rates.set(other, found);
    return found;
  }

  function drawn(own: Policy, among: readonly Past<Policy>[], weighting: OpponentWeighting): Policy {
    const weights = opponentWeights(
      among.map(({ policy }) => winRate(own, policy)),
      weighting,
    );
    return among[drawAt(weights, 0, among.length, random)].policy;
  }

  function mainsOpponent(own: Policy): Policy {
    const lot = random.uniform();
    if (lot < PAST_SHARE) return drawn(own, past, "squared");
    const forgotten = lot < PAST_SHARE + VERIFYING_SHARE ? verified(own) : [];
    return forgotten.length > 0 ? drawn(own, forgotten, "squared") : main.policy;
  }

  /** Exploiters that still win, or else past mains that the player has come to lose to. */
  function verified(own: Policy): Past<Policy>[] {
    const exploiters = past.filter(({ role }) => role !== "main");
    if (exploiters.some(({ policy }) => winRate(own, policy) < BEATEN)) return exploiters;
    const earlier = past.filter(({ role }) => role === "main");
    const earlierRates = earlier.map(({ policy }) => winRate(own, policy));
    return earlier.slice(0, beforeLatestRise(earlierRates)).filter((_, k) => earlierRates[k] < FORGOTTEN);
  }

  function opponentOf({ role, policy }: LeaguePlayer<Policy>): Policy {
    switch (role) {
      case "main":
        return mainsOpponent(policy);
      case "main exploiter": {
        if (random.uniform() < 0.5 || winRate(policy, main.policy) > HOPE) return main.policy;
        return drawn(
          policy,
          past.filter((one) => one.role === "main"),
          "variance",
        );
      }
      case "league exploiter":
        return drawn(policy, past, "linear-capped");
      default:
        return role satisfies never;
    }
  }

  function train(player: LeaguePlayer<Policy>): void {
    const opponents = Array.from({ length: MATCHES }, () => opponentOf(player));
    player.responses.push(
      game.response(
        game.mixed(
          opponents,
          opponents.map(() => 1),
        ),
      ),
    );
    player.policy = game.mixed(
      player.responses,
      player.responses.map(() => 1),
    );
    player.phases += 1;
  }

  function keep(player: LeaguePlayer<Policy>): void {
    const isReady = past.every(({ policy }) => winRate(player.policy, policy) > READY);
    if (!isReady && player.phases < LONGEST) return;
    past.push({ role: player.role, policy: player.policy });
    player.phases = 0;
    const resets = player.role === "main exploiter" || (player.role !== "main" && random.uniform() < RESET_CHANCE);
    if (!resets) return;
    player.policy = game.first;
    player.responses = [game.first];
  }

  for (let phase = 0; phase < phases; phase++) {
    mains.push(main.policy);
    for (const player of players) train(player);
    for (const player of players) keep(player);
  }
  return {
    /** The main player before each phase. */
    mains,
    /** All kept players, oldest first. */
    past: past.map(({ policy }) => policy),
  };
}
