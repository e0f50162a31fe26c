// What a budget of observations buys at one number of rounds, by every kind of observation, and how regret grows with the rounds: with
// bandit observations as T^(2/3), with full information as √T.

import { bestBatches, chosenFeedback, extraObservationsBound } from "../../algorithms/bandits/budgeted.ts";
import { Random } from "../../core/random.ts";
import { powerLaw } from "../../evaluation/statistics/correlation.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { atLeast, type Bound, equalTo, near, within, worded } from "../../study/bound.ts";
import { beside, type Claim, claim, equation, is } from "../../study/claim.ts";
import { exact, type Figure, ratioOf, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { ARMS, type PlayerName, playerOf } from "./learners.ts";
import { against, type Contest, FAMILY, type Played, regretsOf, worst } from "./measure.ts";
import { regretLaw } from "./regret-law.ts";

export const ROUNDS = 2 ** 16;
const BUDGETS = Array.from({ length: 11 }, (_, k) => 2 ** (6 + k));
const FULL = ARMS * ROUNDS;
const LENGTHS = Array.from({ length: 7 }, (_, k) => 2 ** (12 + k));

/** What each may use in T rounds. */
const HORIZON_BUDGET = { E: (rounds: number) => bestBatches(ARMS, rounds), F: (rounds: number) => ARMS * rounds };

/** All budgets against the whole family; and those without a budget against what is hardest for what they see. */
export function budgetContests(seeds: readonly number[]): Contest[] {
  const by = (budget: number, ...names: PlayerName[]) => names.map((name) => ({ name, budget }));
  return FAMILY.flatMap((losses): Contest[] => [
    ...BUDGETS.map((budget) => ({
      losses,
      rounds: ROUNDS,
      hardFor: budget,
      seeds,
      players: budget === ROUNDS ? by(budget, "F", "E", "X", "P", "Exp3") : by(budget, "F", "E", "X", "P"),
    })),
    { losses, rounds: ROUNDS, hardFor: FULL, seeds, players: by(FULL, "Hedge", "leader") },
  ]);
}

/** Both kinds of observations against the whole family, as hard as it can be for what they use. */
export function horizonContests(seeds: readonly number[]): Contest[] {
  return LENGTHS.flatMap((rounds) =>
    FAMILY.flatMap((losses) =>
      (["E", "F"] as const).map((name): Contest => {
        const budget = HORIZON_BUDGET[name](rounds);
        return { losses, rounds, hardFor: budget, players: [{ name, budget }], seeds };
      }),
    ),
  );
}

/** Slopes, the U of bandit observations, the crossing of X, and what Exp3 pays for switches. */
export function budgetClaims(all: readonly Played[], seed: number): StudyResult {
  const at = (name: PlayerName, budget: number) => against(all, name, { budget, rounds: ROUNDS });
  const regrets = (name: PlayerName) => BUDGETS.map((budget) => worst(at(name, budget)).regret);
  const law = (name: PlayerName, budgets: readonly number[]) => {
    const points = budgets.map((budget) => at(name, budget));
    return regretLaw(budgets, points.map(regretsOf), Random.of(seed, "bootstrap", name));
  };
  const [F, P, E, X] = (["F", "P", "E", "X"] as const).map(regrets);
  const crossed = BUDGETS.filter((budget) => chosenFeedback({ arms: ARMS, rounds: ROUNDS, budget }) === "chosen");
  const means = E.map(mean);
  const low = means.indexOf(Math.min(...means));
  const highest = E[E.length - 1];
  const bill = against(all, "Exp3", { budget: ROUNDS, losses: "equal" }).flatMap(({ switches }) => switches);
  const byBudget = (figure: (k: number) => Figure | undefined) =>
    Object.fromEntries(BUDGETS.map((budget, k) => [`B = ${budget}`, figure(k)]));
  const tuned = bestBatches(ARMS, ROUNDS);
  const row = (played: readonly Played[], what: string) => {
    const { regret, losses } = worst(played);
    const switches = sampled(played.flatMap((one) => one.switches));
    return [`${what} (worst: ${losses})`, { regret: sampled(regret), switches }];
  };
  return {
    claims: [
      claim("all arms seen once a batch (F): exponent of regret in the budget, B = 2^6 to 2^16", [
        is(law("F", BUDGETS), within(-0.62, -0.38)),
        beside("two arms a batch (P)", law("P", BUDGETS)),
      ]),
      claim("bandit observations (E): budget of the lowest regret", [
        is(exact(BUDGETS[low]), worded(within(ROUNDS ** 0.55, ROUNDS ** 0.8), "from T^0.55 = 446 to T^0.8 = 7132")),
        beside("regret", sampled(E[low])),
        beside("at B = 64", sampled(E[0])),
      ]),
      claim("bandit observations (E): regret at B = T over the lowest", [
        is(ratioOf(highest, E[low]), atLeast(5)),
        beside("at B = T", sampled(highest)),
      ]),
      ...boundEquations(crossed),
      claim(
        `bandit and extra observations (X): exponent of regret beyond the crossing, B = ${crossed[0]} to 2^16`,
        is(law("X", crossed), within(-0.65, -0.35)),
      ),
      claim(
        "Exp3 on equal arms: switches as a share of rounds",
        is(sampled(bill.map((switches) => switches / ROUNDS)), atLeast(0.3)),
      ),
    ],
    controls: [],
    tables: [
      table("worst mean regret by budget", {
        ...Object.fromEntries(
          Object.entries({ F, P, E, X }).map(([name, of]) => [name, byBudget((k) => sampled(of[k]))]),
        ),
        "F over X, up to the crossing": byBudget((k) =>
          crossed.includes(BUDGETS[k]) ? undefined : ratioOf(F[k], X[k]),
        ),
      }),
      table(
        "worst mean regret and mean switches, without batches and with X's number of them",
        Object.fromEntries([
          ...(["Hedge", "leader", "Exp3"] as const).map((name) =>
            row(against(all, name, { rounds: ROUNDS }), playerOf(name).what),
          ),
          row(
            against(all, "E", { rounds: ROUNDS, budget: tuned, hardFor: tuned }),
            "X below the crossing, against what is hardest for the batches that it uses",
          ),
        ]),
      ),
    ],
  };
}

/** X's bound: the same for all budgets up to the crossing, and then that of F. */
function boundEquations(crossed: readonly number[]): Claim[] {
  const bound = (budget: number) => extraObservationsBound({ arms: ARMS, rounds: ROUNDS, budget });
  const flat = new Set(BUDGETS.filter((budget) => !crossed.includes(budget)).map(bound));
  let crossing = ARMS;
  while (chosenFeedback({ arms: ARMS, rounds: ROUNDS, budget: crossing }) === "played") crossing += 1;
  return [
    equation("X's bound: flat up to the crossing, and where that is", [
      is(exact(flat.size), equalTo(1), "different values"),
      ...Array.from(flat, (value) => beside("value", exact(value))),
      is(exact(crossing), near(2000, 100), "crossing"),
    ]),
    equation(
      "X's bound: exponent beyond the crossing",
      is(exact(powerLaw(crossed, crossed.map(bound)).exponent ?? Number.NaN), within(-0.55, -0.45)),
    ),
  ];
}

export function horizonClaims(all: readonly Played[], seed: number): Claim[] {
  const growth = (name: "E" | "F", what: string, bound: Bound): Claim => {
    const points = LENGTHS.map((rounds) => {
      const budget = HORIZON_BUDGET[name](rounds);
      return against(all, name, { rounds, budget, hardFor: budget });
    });
    const law = regretLaw(LENGTHS, points.map(regretsOf), Random.of(seed, "bootstrap", "rounds", name));
    return claim(`${what}: exponent of regret in the number of rounds, T = 2^12 to 2^18`, is(law, bound));
  };
  return [
    growth("E", "bandit observations, best number of batches (E)", near(0.67, 0.08)),
    growth("F", "full information, B = K·T (F)", near(0.5, 0.1)),
  ];
}
