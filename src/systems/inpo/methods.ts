// INPO and its baselines on one game, with exact expectations: how far each leaves its last policy from one that no answer beats.

import { type ContrastiveMethod, dpo, inpo, ipo } from "../../algorithms/preference/pair-losses.ts";
import {
  chancesOf,
  drawnPairs,
  minimised,
  type Pairs,
  type SelfPlay,
  selfPlay,
} from "../../algorithms/preference/tabular-self-play.ts";
import { Random } from "../../core/random.ts";
import {
  type PreferenceGame,
  preferenceGap,
  type RegularisedGame,
  regularisedGap,
} from "../../feedback/preferences/preference-game.ts";
import { studyJob } from "../../study/study.ts";
import { type GameKind, gameOf, RING } from "./games.ts";

/** τ, η and rounds of INPO in the claims. */
export const TAU = 0.01;
export const ETA = 1;
export const ROUNDS = 2000;

/**
 * *one-shot*: a Bradley-Terry reward of pairs of the reference, and the reference tilted by it, which is the least of DPO's loss. *one-shot
 * IPO*: the same of IPO's. *iterative DPO*: as many rounds as INPO has, each on pairs of its own answers, measured from the reference or
 * from the policy before.
 */
export const BASELINES = ["one-shot", "one-shot IPO", "iterative DPO, fixed", "iterative DPO, moving"] as const;
export type Method = "INPO" | (typeof BASELINES)[number];

const ETAS = [10, 3, 1, 0.3, 0.1];
/** β of the baselines on the game of the claims, and on others. */
const FINE = [100, 70, 50, 30, 20, 15, 10, 7, 5, 3, 2, 1.5, 1, 0.7, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0.03];
const COARSE = [30, 10, 3, 1, 0.3, 0.1, 0.03];

/** max_y P(y ≻ π) − ½ of the last policy, and of the mean of all. */
export interface Gaps {
  readonly last: number;
  readonly average: number;
}

export interface ComparedMethods {
  /** By η or β. */
  readonly methods: Readonly<Record<Method, readonly (Gaps & { readonly setting: number })[]>>;
  /** INPO with winners for losers, and with the best and the worst of eight, at the η of the claims. */
  readonly exchanged: Gaps;
  readonly bestAndWorst: Gaps;
  /** What the best answer to INPO's last policy gains in the regularised game. */
  readonly regularised: number;
}

export interface ComparisonJob {
  readonly kind: GameKind;
  readonly seed: number;
}

export const comparing = studyJob(import.meta.url, comparedMethods);

export async function comparedMethods({ kind, seed }: ComparisonJob): Promise<ComparedMethods> {
  const game = gameOf(kind, seed, TAU);
  const played = (method: ContrastiveMethod, pairs: Pairs = "own") =>
    selfPlay(game, () => method, ROUNDS, { pairsOf: (policy) => chancesOf(game, policy, pairs) });
  const by = (settings: readonly number[], play: (setting: number) => SelfPlay) =>
    settings.map((setting) => ({ setting, ...gapsOf(game, play(setting)) }));
  const betas = kind === RING ? FINE : COARSE;
  return {
    methods: {
      INPO: by(ETAS, (eta) => played(inpo(eta, TAU))),
      "one-shot": by(betas, (beta) => once(game, dpo(beta))),
      "one-shot IPO": by(betas, (beta) => once(game, ipo(beta))),
      "iterative DPO, fixed": by(betas, (beta) => played(dpo(beta))),
      "iterative DPO, moving": by(betas, (beta) => played(dpo(beta, "previous"))),
    },
    exchanged: gapsOf(game, played(inpo(ETA, TAU), "exchanged")),
    bestAndWorst: gapsOf(game, played(inpo(ETA, TAU), "best and worst")),
    regularised: regularisedGap(game, played(inpo(ETA, TAU)).last),
  };
}

const gapsOf = (game: PreferenceGame, { last, average }: SelfPlay): Gaps => ({
  last: preferenceGap(game, last),
  average: preferenceGap(game, average),
});

function once(game: RegularisedGame, method: ContrastiveMethod): SelfPlay {
  const policy = minimised(game, method, game.reference, chancesOf(game, game.reference, "own"));
  return { last: policy, average: policy };
}

/** Comparisons of a round, and rounds, where both are drawn. */
export const COMPARISONS = 2048;
export const DRAWN_ROUNDS = 300;
/** Holds logits of answers that were not drawn where they are; too small to hold others. */
const RIDGE = 1e-6;

/** INPO from drawn comparisons. */
export const sampling = studyJob(import.meta.url, sampledSelfPlay);

export async function sampledSelfPlay({ seed, eta }: { readonly seed: number; readonly eta: number }): Promise<Gaps> {
  const game = gameOf(RING, seed, TAU);
  const random = Random.of(seed, "comparisons");
  const shares = new Float64Array(game.answers ** 2);
  const pairsOf = (policy: Float64Array) => drawnPairs(game, policy, COMPARISONS, random, shares);
  return gapsOf(
    game,
    selfPlay(game, () => inpo(eta, TAU), DRAWN_ROUNDS, { pairsOf, ridge: RIDGE }),
  );
}
