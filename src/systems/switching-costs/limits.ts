// What players promise, over everything that was played; and the same players with one idea taken out each, which must break it.

import { bestBatches } from "../../algorithms/bandits/budgeted.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { atMost, worded } from "../../study/bound.ts";
import {
  beside,
  type Claim,
  type Control,
  claim,
  control,
  equation,
  inAll,
  is,
  never,
  type Test,
} from "../../study/claim.ts";
import { exact, exponentOf, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { ROUNDS } from "./budgets.ts";
import { ARMS, boundOf, type PlayerName, playerOf } from "./learners.ts";
import { against, type Contest, FAMILY, type Played, worst } from "./measure.ts";

/** Rounds of a batch and of a period. */
const PERIOD = 32;
const SHORT = ROUNDS / 4;

const TUNED = bestBatches(ARMS, ROUNDS);

/** Budgets of E and F that cut the rounds into batches as long as the period. */
const budgetOf = (name: PlayerName, rounds: number) => (name.startsWith("F") ? ARMS : 1) * (rounds / PERIOD);

const PERIODIC = ["E", "F", "E, first round", "F, first round"] as const satisfies readonly PlayerName[];

export function controlContests(seeds: readonly number[]): Contest[] {
  return [
    ...FAMILY.map(
      (losses): Contest => ({
        losses,
        rounds: ROUNDS,
        hardFor: TUNED,
        seeds,
        players: [{ name: "E, redrawn", budget: TUNED }],
      }),
    ),
    ...[SHORT, ROUNDS].map(
      (rounds): Contest => ({
        losses: "periodic",
        rounds,
        hardFor: rounds,
        period: PERIOD,
        seeds,
        players: PERIODIC.map((name) => ({ name, budget: budgetOf(name, rounds) })),
      }),
    ),
  ];
}

/** Bounds, budgets and switches of everything that was played. */
export function limitClaims(all: readonly Played[]): Claim[] {
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
    if (player.switches === undefined) continue;
    promised += 1;
    if (mean(switches) <= player.switches(limits)) kept += 1;
  }
  const shares = [...points.values()].map((played) => {
    const { name, rounds, budget, losses, regret } = worst(played);
    const bound = boundOf(name, rounds, budget);
    return { where: `${name} at B = ${budget}, T = ${rounds}, ${losses}`, values: regret.map((x) => x / bound) };
  });
  const largest = shares.reduce((a, b) => (mean(b.values) > mean(a.values) ? b : a));
  return [
    claim(
      `worst mean regret over the explicit bound, ${points.size} players, budgets and lengths`,
      [
        never(shares.filter(({ values }) => mean(values) > 1).length, "above 1"),
        is(sampled(largest.values), atMost(1), "largest"),
      ],
      { note: largest.where },
    ),
    equation(`observations and switches, ${runs} runs`, [
      never(overBudget, "more than B observations"),
      never(overSwitches, "more than N − 1 switches"),
    ]),
    claim("mean switches of the dartboard, ≤ η·N + 1", inAll(kept, promised, "settings")),
  ];
}

/** What is broken, and that a look at any round is not fooled by a period. */
export function controlClaims(all: readonly Played[]): StudyResult {
  const redrawn = against(all, "E, redrawn");
  const whole = against(all, "E", { budget: TUNED, rounds: ROUNDS, hardFor: TUNED });
  const periodic = (name: PlayerName, rounds: number) =>
    worst(against(all, name, { losses: "periodic", rounds })).regret;
  const bounded = (name: PlayerName): Test[] => {
    const bound = boundOf(name, ROUNDS, budgetOf(name, ROUNDS));
    return [
      is(sampled(periodic(name, ROUNDS)), worded(atMost(bound), "≤ the bound"), `regret of ${name}`),
      beside("bound", exact(bound)),
    ];
  };
  const fooled = (name: "E, first round" | "F, first round"): Control => {
    const [short, long] = [SHORT, ROUNDS].map((rounds) => periodic(name, rounds));
    const curves = short.map((regret, seed) => [regret, long[seed]]);
    const growth = exponentOf([SHORT, ROUNDS], curves);
    return control(
      `${playerOf(name).what}, against losses of period ${PERIOD}: regret within the bound`,
      [...bounded(name), is(growth, atMost(0.9), `exponent in T from T = ${SHORT}`)],
      { needs: "any" },
    );
  };
  const limit = boundOf("E", ROUNDS, TUNED);
  return {
    claims: [
      claim(`E and F that look at any round of a batch, against losses of period ${PERIOD}: regret`, [
        ...bounded("E"),
        ...bounded("F"),
      ]),
    ],
    controls: [
      control(
        `${playerOf("E, redrawn").what}, ${TUNED} batches: switches within the batches, regret within the bound`,
        [
          is(sampled(worst(redrawn, "switches").switches), atMost(TUNED - 1), "switches"),
          beside("switches where the arm is held", sampled(worst(whole, "switches").switches)),
          is(sampled(worst(redrawn).regret), worded(atMost(limit), "≤ the bound"), "regret"),
          beside("bound", exact(limit)),
        ],
        { needs: "any" },
      ),
      fooled("E, first round"),
      fooled("F, first round"),
      undamped(all),
    ],
  };
}

/** Hedge pays for drawing anew what the dartboard, which plays every arm as often, does not. */
function undamped(all: readonly Played[]): Control {
  const switches = against(all, "Hedge", { rounds: ROUNDS }).flatMap((one) => one.switches);
  const most = Math.sqrt(ROUNDS * Math.log(ARMS)) + 1;
  return control("Hedge in the dartboard's place, full information: switches ≤ η·N + 1", [
    is(sampled(switches), worded(atMost(most), "≤ η·N + 1"), "switches"),
    beside("η·N + 1", exact(most)),
  ]);
}
