// A league (AlphaStar; Vinyals et al., 2019) with FightLadder's numbers: a main player, and exploiters that look for its and the league's faults.

import type { Random } from "../../core/random.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { type OpponentWeighting, opponentWeights } from "./opponent-weights.ts";
import type { TrainedGame } from "./population.ts";

export type LeagueRole = "main" | "main exploiter" | "league exploiter";

const ROLES: readonly LeagueRole[] = ["main", "main exploiter", "league exploiter", "league exploiter"];
export const PLAYERS = ROLES.length;
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

/** How a phase ended for a player: whether it was kept as it then was, and whether it began anew after that. */
export interface LeagueEnd {
  readonly isKept: boolean;
  readonly isReset: boolean;
}

/** Result of a phase for a player. */
export interface LeagueMove<Policy> extends LeagueEnd {
  /** What it was trained to. */
  readonly response: Policy;
}

/** A player that trains: the average of its responses since its last reset, once that is asked for. */
interface LeaguePlayer<Policy> {
  readonly role: LeagueRole;
  policy: Policy | undefined;
  responses: Policy[];
  phases: number;
}

/** Places of win rates before the latest stretch in which they only grow: what follows has not been forgotten, but is new. */
export function beforeLatestRise(winRates: readonly number[]): number {
  let end = winRates.length;
  while (end > 1 && winRates[end - 1] >= winRates[end - 2]) end -= 1;
  return Math.max(0, end - 1);
}

/** A league between two phases. */
export interface League<Policy> {
  /** Trains every player once, and says what came of it, by player. */
  phase(): readonly LeagueMove<Policy>[];
  /** The main player as it stands. */
  main(): Policy;
  /** All kept players, oldest first. */
  past(): Policy[];
}

/** A league that goes on from the phases `before`; `streamOf` is what a phase draws from. */
export function league<Policy>(
  game: TrainedGame<Policy>,
  streamOf: (phase: number) => Random,
  before: readonly (readonly LeagueMove<Policy>[])[] = [],
): League<Policy> {
  const past: Past<Policy>[] = [{ role: "main", policy: game.first }];
  const players = ROLES.map(
    (role): LeaguePlayer<Policy> => ({ role, policy: game.first, responses: [game.first], phases: 0 }),
  );
  const [main] = players;
  let phases = 0;
  let random = streamOf(0);
  /** Win rates of the policy that trains, by the other: they are asked for again and again. */
  const rates = new Map<Policy, number>();
  let rated = game.first;
  function winRate(own: Policy, other: Policy): number {
    if (own !== rated) rates.clear();
    rated = own;
    const rate = rates.get(other) ?? (1 + game.result(own, other)) / 2;
    rates.set(other, rate);
    return rate;
  }

  const averaged = (policies: readonly Policy[]): Policy =>
    game.mixed(
      policies,
      policies.map(() => 1),
    );

  function policyOf(player: LeaguePlayer<Policy>): Policy {
    player.policy ??= averaged(player.responses);
    return player.policy;
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
    return forgotten.length > 0 ? drawn(own, forgotten, "squared") : policyOf(main);
  }

  /** Exploiters that still win, or else past mains that the player has come to lose to. */
  function verified(own: Policy): Past<Policy>[] {
    const exploiters = past.filter(({ role }) => role !== "main");
    if (exploiters.some(({ policy }) => winRate(own, policy) < BEATEN)) return exploiters;
    const earlier = past.filter(({ role }) => role === "main");
    const earlierRates = earlier.map(({ policy }) => winRate(own, policy));
    return earlier.slice(0, beforeLatestRise(earlierRates)).filter((_, k) => earlierRates[k] < FORGOTTEN);
  }

  function opponentOf(player: LeaguePlayer<Policy>): Policy {
    const own = policyOf(player);
    switch (player.role) {
      case "main":
        return mainsOpponent(own);
      case "main exploiter": {
        if (random.uniform() < 0.5 || winRate(own, policyOf(main)) > HOPE) return policyOf(main);
        return drawn(
          own,
          past.filter((one) => one.role === "main"),
          "variance",
        );
      }
      case "league exploiter":
        return drawn(own, past, "linear-capped");
      default:
        return player.role satisfies never;
    }
  }

  function learn(player: LeaguePlayer<Policy>, response: Policy): void {
    player.responses.push(response);
    player.policy = undefined;
    player.phases += 1;
  }

  /** Whether a player is kept now, and whether it begins anew. */
  function ended(player: LeaguePlayer<Policy>): LeagueEnd {
    const own = policyOf(player);
    const isReady = past.every(({ policy }) => winRate(own, policy) > READY);
    if (!isReady && player.phases < LONGEST) return { isKept: false, isReset: false };
    const { role } = player;
    return { isKept: true, isReset: role === "main exploiter" || (role !== "main" && random.uniform() < RESET_CHANCE) };
  }

  function settle(player: LeaguePlayer<Policy>, { isKept, isReset }: LeagueEnd): void {
    if (!isKept) return;
    past.push({ role: player.role, policy: policyOf(player) });
    player.phases = 0;
    if (!isReset) return;
    player.policy = game.first;
    player.responses = [game.first];
  }

  for (const moves of before) {
    for (const [k, player] of players.entries()) learn(player, moves[k].response);
    for (const [k, player] of players.entries()) settle(player, moves[k]);
    phases += 1;
  }
  return {
    phase() {
      random = streamOf(phases);
      phases += 1;
      const responses = players.map((player) => {
        const response = game.response(averaged(Array.from({ length: MATCHES }, () => opponentOf(player))));
        learn(player, response);
        return response;
      });
      return players.map((player, k) => {
        const move = { response: responses[k], ...ended(player) };
        settle(player, move);
        return move;
      });
    },
    main: () => policyOf(main),
    past: () => past.map(({ policy }) => policy),
  };
}
