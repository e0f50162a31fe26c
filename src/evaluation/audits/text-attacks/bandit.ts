// A bandit over parts of attacks: each part is drawn by how often texts with it were paid more than what they were made from.

import type { Random } from "../../../core/random.ts";
import { drawBeta } from "../../../math/beta-draw.ts";

/** Thompson sampling over named arms, with a Beta(1, 1) prior. */
export class Bandit<Arm> {
  readonly #arms: { readonly arm: Arm; good: number; bad: number }[];

  constructor(arms: readonly Arm[]) {
    this.#arms = arms.map((arm) => ({ arm, good: 1, bad: 1 }));
  }

  /** The arm with the greatest draw. */
  draw(random: Random): Arm {
    let best = this.#arms[0];
    let most = Number.NEGATIVE_INFINITY;
    for (const one of this.#arms) {
      const draw = drawBeta(one.good, one.bad, random);
      if (draw > most) [best, most] = [one, draw];
    }
    return best.arm;
  }

  /** An arm by chance alone. */
  any(random: Random): Arm {
    return this.#arms[random.integer(this.#arms.length)].arm;
  }

  /** Learns from a text with the arm. */
  learn(arm: Arm, isGood: boolean): void {
    const own = this.#arms.find((one) => one.arm === arm);
    if (own === undefined) return;
    if (isGood) own.good += 1;
    else own.bad += 1;
  }
}
