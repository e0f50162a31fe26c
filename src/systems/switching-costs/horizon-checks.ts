// How regret grows with the number of rounds: with bandit observations as T^(2/3), with full information as √T.

import { bestBatches } from "../../algorithms/bandits/budgeted.ts";
import { Random } from "../../core/random.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { ARMS, type PlayerName } from "./learners.ts";
import { against, FAMILY, lawText, type Played, regretLaw, type Setting } from "./measure.ts";

const LENGTHS = Array.from({ length: 7 }, (_, k) => 2 ** (12 + k));

/** What each may use in T rounds. */
const BUDGET: Readonly<Record<"E" | "F", (rounds: number) => number>> = {
  E: (rounds) => bestBatches(ARMS, rounds),
  F: (rounds) => ARMS * rounds,
};

/** Both against the whole family, as hard as it can be for what they use. */
export function horizonSettings(seeds: Pick<Setting, "firstSeed" | "seeds">): Setting[] {
  return LENGTHS.flatMap((rounds) =>
    FAMILY.flatMap((losses) =>
      (["E", "F"] as const).map((name): Setting => {
        const budget = BUDGET[name](rounds);
        return { losses, rounds, hardFor: budget, players: [{ name, budget }], ...seeds };
      }),
    ),
  );
}

export function horizonChecks(all: readonly Played[], seed: number): Check[] {
  const check = (name: "E" | "F", what: string, expected: number, tolerance: number): Check => {
    const points = LENGTHS.map((rounds) => {
      const budget = BUDGET[name](rounds);
      return against(all, name satisfies PlayerName, { rounds, budget, hardFor: budget });
    });
    const law = regretLaw(LENGTHS, points, Random.of(seed, "bootstrap", "rounds", name));
    const { exponent } = law;
    return holds(
      `${what}: exponent of regret in the number of rounds, T = 2^12 to 2^18`,
      `${expected} ± ${tolerance}`,
      lawText(law),
      exponent !== null && Math.abs(exponent - expected) <= tolerance,
    );
  };
  return [
    check("E", "bandit observations, best number of batches (E)", 0.67, 0.08),
    check("F", "full information, B = K·T (F)", 0.5, 0.1),
  ];
}
