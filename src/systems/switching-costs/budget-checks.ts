// What a budget of observations buys at one number of rounds, by every kind of observation.

import { bestBatches, chosenFeedback, extraObservationsBound } from "../../algorithms/bandits/budgeted.ts";
import { Random } from "../../core/random.ts";
import { type Estimate, estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { powerLaw } from "../../evaluation/statistics/power-law.ts";
import { type Check, holds } from "../../study/legacy.ts";
import { ARMS, type PlayerName, playerOf } from "./learners.ts";
import { against, FAMILY, lawText, type Played, regretLaw, type Setting, worst } from "./measure.ts";

export const ROUNDS = 2 ** 16;
const BUDGETS = Array.from({ length: 11 }, (_, k) => 2 ** (6 + k));
const FULL = ARMS * ROUNDS;

type Seeds = Pick<Setting, "firstSeed" | "seeds">;

/** All budgets against the whole family; and those without a budget against what is hardest for what they see. */
export function budgetSettings(seeds: Seeds): Setting[] {
  const by = (budget: number, ...names: PlayerName[]) => names.map((name) => ({ name, budget }));
  return FAMILY.flatMap((losses): Setting[] => [
    ...BUDGETS.map((budget) => ({
      ...{ losses, rounds: ROUNDS, hardFor: budget, ...seeds },
      players: budget === ROUNDS ? by(budget, "F", "E", "X", "P", "Exp3") : by(budget, "F", "E", "X", "P"),
    })),
    { losses, rounds: ROUNDS, hardFor: FULL, ...seeds, players: by(FULL, "Hedge", "leader") },
  ]);
}

/** Slopes, the U of bandit observations, the crossing of X, and what Exp3 pays for switches. */
export function budgetChecks(all: readonly Played[], seed: number): { checks: Check[]; measured: string } {
  const at = (name: PlayerName, budget: number) => against(all, name, { budget, rounds: ROUNDS });
  const regrets = (name: PlayerName) => BUDGETS.map((budget) => worst(at(name, budget)).regret);
  const random = (name: string) => Random.of(seed, "bootstrap", name);
  const [f, p, e, x] = (["F", "P", "E", "X"] as const).map(regrets);
  const law = (name: PlayerName, budgets: readonly number[]) =>
    regretLaw(
      budgets,
      budgets.map((budget) => at(name, budget)),
      random(name),
    );
  const slopes = { F: law("F", BUDGETS), P: law("P", BUDGETS) };
  const crossed = BUDGETS.filter((budget) => chosenFeedback({ arms: ARMS, rounds: ROUNDS, budget }) === "chosen");
  const beyond = law("X", crossed);
  const lowest = Math.min(...e);
  const lowestAt = BUDGETS[e.indexOf(lowest)];
  const last = e[e.length - 1];
  const bill = estimate(
    against(all, "Exp3", { budget: ROUNDS })
      .filter(({ losses }) => losses === "equal")
      .flatMap(({ switches }) => switches),
  );
  const forced = BUDGETS.filter((budget) => !crossed.includes(budget));
  return {
    checks: [
      holds(
        "all arms seen once a batch (F): exponent of regret in the budget, B = 2^6 to 2^16",
        "between −0.62 and −0.38",
        lawText(slopes.F),
        within(slopes.F.exponent, -0.62, -0.38),
      ),
      holds(
        "bandit observations (E): budget of the lowest regret",
        `between T^0.55 = ${(ROUNDS ** 0.55).toFixed(0)} and T^0.8 = ${(ROUNDS ** 0.8).toFixed(0)}`,
        `${lowestAt} (regret ${lowest.toFixed(0)}; ${e[0].toFixed(0)} at B = 64)`,
        lowestAt >= ROUNDS ** 0.55 && lowestAt <= ROUNDS ** 0.8,
      ),
      holds(
        "the same: regret at B = T over the lowest",
        "≥ 5",
        `${(last / lowest).toFixed(1)} (${last.toFixed(0)})`,
        last >= 5 * lowest,
      ),
      ...boundChecks(crossed),
      holds(
        `bandit and extra observations (X): exponent of regret beyond the crossing, B = ${crossed[0]} to 2^16`,
        "between −0.65 and −0.35",
        lawText(beyond),
        within(beyond.exponent, -0.65, -0.35),
      ),
      holds(
        "Exp3 on equal arms: switches as a share of rounds",
        "≥ 0.3",
        share(bill),
        bill.mean !== null && bill.mean >= 0.3 * ROUNDS,
      ),
    ],
    measured: [
      `worst mean regret at B = 2^6, 2^10, 2^14, 2^16: ${Object.entries({ F: f, P: p, E: e, X: x })
        .map(([name, values]) => `${name} ${[0, 4, 8, 10].map((k) => values[k].toFixed(0)).join(", ")}`)
        .join("; ")}`,
      `exponent of P ${lawText(slopes.P)}`,
      `F where X stays with bandit observations, over X: ${forced.map((budget) => `${(f[BUDGETS.indexOf(budget)] / x[BUDGETS.indexOf(budget)]).toFixed(2)} at ${budget}`).join(", ")}`,
      `X below the crossing, against what is hardest for the batches that it uses: ${tuned(all)}`,
      ...(["Hedge", "leader", "Exp3"] as const).map((name) => unbatched(all, name)),
    ].join("; "),
  };
}

/** X's bound: the same for all budgets up to the crossing, and then that of F. */
function boundChecks(crossed: readonly number[]): Check[] {
  const bound = (budget: number) => extraObservationsBound({ arms: ARMS, rounds: ROUNDS, budget });
  const flat = new Set(BUDGETS.filter((budget) => !crossed.includes(budget)).map(bound));
  let crossing = ARMS;
  while (chosenFeedback({ arms: ARMS, rounds: ROUNDS, budget: crossing }) === "played") crossing += 1;
  const { exponent } = powerLaw(crossed, crossed.map(bound));
  return [
    holds(
      "X's bound: flat up to the crossing, and where that is",
      "one value; 2000 ± 100",
      `${[...flat].map((value) => value.toFixed(0)).join(", ")}; ${crossing}`,
      flat.size === 1 && Math.abs(crossing - 2000) <= 100,
    ),
    holds(
      "X's bound: exponent beyond the crossing",
      "−0.5 ± 0.05",
      exponent?.toFixed(3) ?? "none",
      within(exponent, -0.55, -0.45),
    ),
  ];
}

/** Bounds, budgets and switches of everything that was played. */
export function limitChecks(all: readonly Played[]): Check[] {
  const points = new Map<string, Played[]>();
  let [runs, overBudget, overSwitches, promised, kept] = [0, 0, 0, 0, 0];
  for (const played of all) {
    const { name, budget, rounds, hardFor, switches, observations } = played;
    const player = playerOf(name);
    if (player.broken) continue;
    const key = JSON.stringify([name, budget, rounds, hardFor]);
    points.set(key, [...(points.get(key) ?? []), played]);
    const limits = { arms: ARMS, rounds, budget };
    runs += switches.length;
    overBudget += observations.filter((used) => used > player.observations(limits)).length;
    overSwitches += switches.filter((count) => count > player.batches(limits) - 1).length;
    if (player.switches !== undefined) {
      promised += 1;
      if (mean(switches) <= player.switches(limits)) kept += 1;
    }
  }
  let [largest, where, above] = [0, "", 0];
  for (const played of points.values()) {
    const [{ name, budget, rounds }] = played;
    const { regret, losses } = worst(played);
    const over = regret / playerOf(name).bound({ arms: ARMS, rounds, budget });
    if (over > 1) above += 1;
    if (over > largest) [largest, where] = [over, `${name} at B = ${budget}, T = ${rounds}, ${losses}`];
  }
  return [
    holds(
      `worst mean regret over the explicit bound, ${points.size} players, budgets and lengths`,
      "never above 1",
      `${above} above; at most ${largest.toFixed(2)} (${where})`,
      above === 0,
    ),
    holds(
      `observations and switches, ${runs} runs`,
      "≤ B and ≤ N − 1 in every run",
      `${overBudget} and ${overSwitches} beyond`,
      overBudget === 0 && overSwitches === 0,
    ),
    holds(
      `mean switches of the dartboard, ${promised} settings`,
      "≤ η·N + 1 in every setting",
      `${kept} of ${promised}`,
      kept === promised,
    ),
  ];
}

/** E with the number of batches that X chooses below the crossing, on losses that are hardest for it. */
function tuned(all: readonly Played[]): string {
  const budget = bestBatches(ARMS, ROUNDS);
  return worst(against(all, "E", { rounds: ROUNDS, budget, hardFor: budget })).regret.toFixed(0);
}

function unbatched(all: readonly Played[], name: PlayerName): string {
  const played = against(all, name, { rounds: ROUNDS });
  const { regret, losses } = worst(played);
  const switches = estimate(played.flatMap((one) => one.switches)).mean;
  return `${playerOf(name).what}: ${regret.toFixed(0)} (${losses}), ${switches?.toFixed(0)} switches on average`;
}

const within = (x: number | null, low: number, high: number): boolean => x !== null && low <= x && x <= high;

function share(bill: Estimate): string {
  const [m, l, h] = [bill.mean, bill.low, bill.high].map((value) => ((value ?? Number.NaN) / ROUNDS).toFixed(3));
  return `${m} [${l}, ${h}]`;
}
