// The same learners with one idea taken out each: they must break what the whole ones keep.

import { bestBatches } from "../../algorithms/bandits/budgeted.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { ROUNDS } from "./budget-checks.ts";
import { ARMS, type PlayerName, playerOf } from "./learners.ts";
import { against, FAMILY, type Played, type Setting, worst } from "./measure.ts";

/** Rounds of a batch and of a period. */
const PERIOD = 32;
const SHORT = ROUNDS / 4;

const TUNED = bestBatches(ARMS, ROUNDS);

/** Budgets of E and F that cut the rounds into batches as long as the period. */
const budgetOf = (name: PlayerName, rounds: number) => (name.startsWith("F") ? ARMS : 1) * (rounds / PERIOD);

const PERIODIC = ["E", "F", "E, first round", "F, first round"] as const satisfies readonly PlayerName[];

export function controlSettings(seeds: Pick<Setting, "firstSeed" | "seeds">): Setting[] {
  return [
    ...FAMILY.map(
      (losses): Setting => ({
        ...{ losses, rounds: ROUNDS, hardFor: TUNED, ...seeds },
        players: [{ name: "E, redrawn", budget: TUNED }],
      }),
    ),
    ...[SHORT, ROUNDS].map(
      (rounds): Setting => ({
        ...{ losses: "periodic", rounds, hardFor: rounds, period: PERIOD, ...seeds },
        players: PERIODIC.map((name) => ({ name, budget: budgetOf(name, rounds) })),
      }),
    ),
  ];
}

/** What is broken, and that whoever looks at any round is not fooled by a period. */
export function controlResults(all: readonly Played[]): { checks: Check[]; controls: Control[] } {
  const redrawn = against(all, "E, redrawn", {});
  const whole = against(all, "E", { budget: TUNED, rounds: ROUNDS, hardFor: TUNED });
  const limit = playerOf("E").bound({ arms: ARMS, rounds: ROUNDS, budget: TUNED });
  const bill = Math.max(...redrawn.map(({ switches }) => mean(switches)));
  const own = Math.max(...whole.map(({ switches }) => mean(switches)));
  const periodic = (name: PlayerName, rounds: number) => {
    const budget = budgetOf(name, rounds);
    const played = all.filter((one) => one.losses === "periodic" && one.name === name && one.rounds === rounds);
    const { regret } = worst(played);
    return { regret, bound: playerOf(name).bound({ arms: ARMS, rounds, budget }) };
  };
  const fooled = (name: "E, first round" | "F, first round"): Control => {
    const [short, long] = [SHORT, ROUNDS].map((rounds) => periodic(name, rounds));
    const growth = Math.log(long.regret / short.regret) / Math.log(ROUNDS / SHORT);
    return {
      name: `${playerOf(name).what}, against losses of period ${PERIOD}: regret within the bound`,
      failed: long.regret > long.bound && growth > 0.9,
      measured: `regret ${long.regret.toFixed(0)}, bound ${long.bound.toFixed(0)}; it grows as T^${growth.toFixed(2)} from T = ${SHORT}`,
    };
  };
  const held = (["E", "F"] as const).map((name) => ({ name, ...periodic(name, ROUNDS) }));
  return {
    checks: [
      holds(
        `E and F that look at any round of a batch, against losses of period ${PERIOD}: regret`,
        "within their bounds",
        held.map(({ name, regret, bound }) => `${name} ${regret.toFixed(0)} ≤ ${bound.toFixed(0)}`).join("; "),
        held.every(({ regret, bound }) => regret <= bound),
      ),
    ],
    controls: [
      {
        name: `${playerOf("E, redrawn").what}, ${TUNED} batches: switches within the batches, regret within the bound`,
        failed: bill > TUNED - 1 && worst(redrawn).regret > limit,
        measured: `${bill.toFixed(0)} switches (held: ${own.toFixed(0)}), regret ${worst(redrawn).regret.toFixed(0)}, bound ${limit.toFixed(0)}`,
      },
      fooled("E, first round"),
      fooled("F, first round"),
      undamped(all),
    ],
  };
}

/** Hedge pays for drawing anew what the dartboard, which plays every arm as often, does not. */
function undamped(all: readonly Played[]): Control {
  const played = against(all, "Hedge", { rounds: ROUNDS });
  const { mean: bill } = estimate(played.flatMap(({ switches }) => switches));
  const most = Math.sqrt(ROUNDS * Math.log(ARMS)) + 1;
  return {
    name: "Hedge in the dartboard's place, full information: switches ≤ η·N + 1",
    failed: bill !== null && bill > most,
    measured: `${bill?.toFixed(0)} switches, η·N + 1 = ${most.toFixed(0)}`,
  };
}
