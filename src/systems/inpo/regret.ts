// Regret of INPO against itself, which no-regret learning promises to grow as √T at most where η = c·√T.

import { inpo } from "../../algorithms/preference/pair-losses.ts";
import { selfPlay, selfPlayRegret } from "../../algorithms/preference/tabular-self-play.ts";
import { studyJob } from "../../study/study.ts";
import { ANSWERS, gameOf, RING } from "./games.ts";

export const HORIZONS = [100, 400, 1600] as const;
const TAU = 0.01;
/** c, which makes the bound c·ln n + 1/(8c) of regret/√T least. */
const STEP = 1 / Math.sqrt(8 * Math.log(ANSWERS));

/** Regret over its bound (η − τ)·ln n + T/(8(η − τ)): INPO's, and that of a policy that stays at the reference. */
export interface RegretShares {
  readonly own: number;
  readonly still: number;
}

export const regretting = studyJob(import.meta.url, regrets);

/** By horizon. */
export async function regrets({ seed }: { readonly seed: number }): Promise<readonly RegretShares[]> {
  const game = gameOf(RING, seed, TAU);
  return HORIZONS.map((rounds) => {
    const eta = STEP * Math.sqrt(rounds);
    const [own, still] = [selfPlayRegret(game), selfPlayRegret(game)];
    const watch = (policy: Float64Array) => {
      own.meet(policy);
      still.meet(game.reference);
    };
    selfPlay(game, () => inpo(eta, TAU), rounds, { watch });
    const bound = (eta - TAU) * Math.log(ANSWERS) + rounds / (8 * (eta - TAU));
    return { own: own.regret() / bound, still: still.regret() / bound };
  });
}
