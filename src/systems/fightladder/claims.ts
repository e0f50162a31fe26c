// What schemes, attackers and the single player show: claims with their bounds, equations, controls and tables.

import { opponentWeights } from "../../algorithms/self-play/opponent-weights.ts";
import { Random } from "../../core/random.ts";
import { blowPay, endPay } from "../../environments/games/mini-fighter/rules.ts";
import { fightExploitability } from "../../environments/games/mini-fighter/solution.ts";
import { eloGame } from "../../evaluation/ratings/elo.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { matrixEquilibrium } from "../../math/matrix-game.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { above, atLeast, atMost, below, near } from "../../study/bound.ts";
import { beside, type Claim, claim, control, equation, is } from "../../study/claim.ts";
import { gathered } from "../../study/comparison.ts";
import { meanShare, sampled } from "../../study/figure.ts";
import { matching } from "../../study/matching.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { GAME, scripted, TABLE, UNIFORM } from "./fights.ts";
import { curveOf, type exactSchemes } from "./schemes.ts";
import {
  type AttackJob,
  type attack,
  DRAWS,
  FROZEN,
  type SelfJob,
  type SingleJob,
  type selfPlay,
  type single,
} from "./training.ts";

type Schemes = Awaited<ReturnType<typeof exactSchemes>>;

const WEIGHTS = {
  variance: [0.209302, 0.581395, 0.209302],
  linear: [0.6, 0.333333, 0.066667],
  "linear-capped": [0.454545, 0.454545, 0.090909],
  squared: [0.757009, 0.233645, 0.009346],
} as const;

/** Numbers of the released code, and of the fight's solution. */
export async function knownNumbers({ equilibrium }: Schemes): Promise<Claim[]> {
  const { row, column, value } = matrixEquilibrium([0, 2, -1, -1, 0, 1, 1, -1, 0], 3, await linearPrograms());
  const pay = (own: number, other: number) => endPay(own, other, 176, 3);
  const state = (...shown: readonly [number, number, number, number]) => equilibrium.values[TABLE.stateOf(...shown)];
  return [
    equation(
      "the reward of fights at full health 176 and α = 3",
      matching(
        ["win with 176", "win with 88", "win with 0", "lose to 176", "lose to 88", "draw", "blow 20 for 5"],
        [pay(176, 0), pay(88, 0), pay(0, -1), pay(0, 176), pay(0, 88), pay(9, 9), blowPay(20, 5, 3)],
        [0.528, 0.040385, 0.003089, -0.176, -0.0134617, 0.001, 0.055],
        1e-6,
      ),
    ),
    ...(["variance", "linear", "linear-capped", "squared"] as const).map((kind) =>
      equation(
        `weights of opponents with win rates .1, .5, .9: ${kind}`,
        matching(["0.1", "0.5", "0.9"], opponentWeights([0.1, 0.5, 0.9], kind), WEIGHTS[kind], 1e-6),
      ),
    ),
    equation(
      "the matrix game of the released tests",
      matching(
        ["row 1", "row 2", "row 3", "column 1", "column 2", "column 3", "value"],
        [...row, ...column, value],
        [1 / 4, 1 / 3, 5 / 12, 1 / 3, 1 / 4, 5 / 12, 1 / 12],
        1e-9,
      ),
    ),
    equation("the fight's solution: values of states, exploitability of the equilibrium and of chance", [
      is(equilibrium.values[TABLE.start], near(0, 1e-9), "start"),
      is(state(2, 1, 0, 5), near(0.561556, 1e-6), "(2, 1, 0, 5)"),
      is(state(2, 1, 2, 4), near(0.651682, 1e-6), "(2, 1, 2, 4)"),
      is(state(1, 2, 1, 4), near(-0.615624, 1e-6), "(1, 2, 1, 4)"),
      is(state(3, 1, 2, 0), near(0.844903, 1e-6), "(3, 1, 2, 0)"),
      is(fightExploitability(TABLE, equilibrium.policy), near(0, 1e-8), "equilibrium"),
      is(fightExploitability(TABLE, UNIFORM), near(0.9643728255611862, 1e-12), "uniform"),
    ]),
  ];
}

/** Exploitability by iteration; `leagues` are curves of seeds. */
export function schemeClaims(schemes: Schemes, leagues: readonly Readonly<Record<string, number>>[]): StudyResult {
  const { naive, fsp, psro, equilibrium } = schemes;
  const lowest = (answers: typeof naive.answers) =>
    Math.min(...answers.map((answer) => fightExploitability(TABLE, answer)));
  const [fspCurve, psroCurve] = [curveOf(fsp.answers), curveOf(psro.answers)];
  const leagueLowest = leagues.map((curve) => Math.min(...Object.values(curve)));
  const shown = Object.keys(leagues[0] ?? {});
  const storedResults = naive.answers.slice(0, -1).map((one) => GAME.result(one, naive.answers[149]));
  const naiveLowest = lowest(naive.answers);
  const naiveClaim = claim(
    "naive self-play stays exploitable: the least exploitability of 150 iterations",
    is(naiveLowest, atLeast(0.9)),
  );
  return {
    claims: [
      naiveClaim,
      claim("fictitious self-play becomes less exploitable, if slowly", [
        is(fspCurve[60], atMost(0.45), "at 60"),
        is(fspCurve[150], atMost(0.35), "at 150"),
      ]),
      claim("PSRO with equilibria of its checkpoints becomes less exploitable", [
        is(psroCurve[60], below(0.85), "at 60"),
        beside("at 150", psroCurve[150]),
      ]),
      claim("no scheme comes to an unexploitable fighter in this budget; the equilibrium is one", [
        is(naiveLowest, above(0.05), "naive"),
        is(lowest(fsp.answers), above(0.05), "FSP"),
        is(lowest(psro.answers), above(0.05), "PSRO"),
        is(sampled(leagueLowest), above(0.05), "league, lowest shown"),
        is(fightExploitability(TABLE, equilibrium.policy), atMost(0.05), "equilibrium"),
      ]),
    ],
    controls: [
      control(
        "naive self-play: stored opponents alone show its exploitability, by their mean result against the newest",
        [
          is(storedResults.reduce((a, b) => a + b, 0) / storedResults.length, atLeast(0.5)),
          beside("best stored opponent", Math.max(...storedResults)),
          beside("best answer", fightExploitability(TABLE, naive.answers[149])),
        ],
        { of: naiveClaim },
      ),
    ],
    tables: [
      table("exploitability by iteration: what the best answer wins less what it loses", {
        "naive self-play": curveOf(naive.answers),
        "fictitious self-play": fspCurve,
        PSRO: psroCurve,
        "league, main player": Object.fromEntries(shown.map((k) => [k, sampled(leagues.map((curve) => curve[k]))])),
      }),
    ],
  };
}

/** Games of a seed's trio, and points that change hands in one. */
const TRIO_GAMES = 900;
const STEP = 16;

/** Three fighters in a ring: each beats the next one. */
export function trioClaims({ equilibrium }: Schemes, seeds: readonly number[]): StudyResult {
  const all = scripted(equilibrium.policy);
  const trio = [all.guards, all.rusher, all.thrower];
  const results = [0, 1, 2].map((k) => GAME.result(trio[k], trio[(k + 1) % 3]));
  const spreads = seeds.map((seed) => {
    const ratings = new Float64Array(3).fill(1500);
    const games = Array.from({ length: TRIO_GAMES }, (_, game) => game % 3);
    shuffle(games, Random.of(seed, "trio"));
    for (const k of games) eloGame(ratings, k, (k + 1) % 3, (1 + results[k]) / 2, STEP);
    return Math.max(...ratings) - Math.min(...ratings);
  });
  const ring = claim(
    "the payoff matrix separates a ring of three fighters: results of each against the next",
    matching(["guards, rusher", "rusher, thrower", "thrower, guards"], results, [0.9, 0.9, 0.9], atLeast),
  );
  return {
    claims: [ring],
    controls: [
      control("Elo alone separates them: largest difference of ratings", is(sampled(spreads), atLeast(200)), {
        of: ring,
      }),
    ],
  };
}

type Attack = Awaited<ReturnType<typeof attack>>;

/** Attackers by PPO beside the best answers. */
export function attackClaims(jobs: readonly AttackJob[], found: readonly Attack[]): StudyResult {
  const arms = gathered<AttackJob["arm"], Attack>(jobs, found);
  const shown = FROZEN.filter((arm) => arms.conducts(arm).length > 0);
  const attackers = claim("a PPO attacker finds the exploitability of naive and fictitious self-play: share of it", [
    is(arms.mean("naive", "share"), atLeast(0.8), "naive"),
    is(arms.mean("FSP at 60", "share"), atLeast(0.8), "FSP at 60"),
  ]);
  return {
    claims: [attackers],
    controls: [
      control(
        "an attacker with shuffled observations finds as much of the exploitability of FSP: share of it",
        [
          is(arms.mean("FSP at 60", "blindShare"), atLeast(0.3)),
          beside("of naive, which one action everywhere beats", arms.mean("naive", "blindShare")),
        ],
        { of: attackers },
      ),
    ],
    tables: [
      arms.table("attackers of frozen policies: wins less defeats", shown, {
        "best answer": "best",
        PPO: "own",
        "PPO, shuffled observations": "blind",
      }),
    ],
  };
}

type Single = Awaited<ReturnType<typeof single>>;

/** Value of the best answer from which on an opponent can be beaten. */
const BEATABLE = 0.8;

/** The single player among twelve. */
export function singleClaims(
  { equilibrium }: Schemes,
  jobs: readonly SingleJob[],
  found: readonly Single[],
): StudyResult {
  const arms = gathered<SingleJob["arm"], Single>(jobs, found, { shares: ["worst"] });
  const all = Object.entries(scripted(equilibrium.policy));
  const beatable = all.filter(([, policy]) => fightExploitability(TABLE, policy) >= BEATABLE).map(([name]) => name);
  const wins = (arm: SingleJob["arm"], name: string) => meanShare(arms.conducts(arm).map((one) => one.wins[name]));
  const worstBeatable = (one: Single) => Math.min(...beatable.map((name) => one.wins[name]));
  return {
    claims: [
      claim(
        "one fighter, trained with the curriculum, wins against each scripted opponent that can be beaten",
        beatable.map((name) => is(wins("curriculum", name), atLeast(0.9), name)),
      ),
      claim("chance of winning against the worst opponent: curriculum less uniform draws", [
        is(arms.less("curriculum", "uniform", "worst"), atLeast(-0.02)),
        beside("of those that can be beaten", arms.less("curriculum", "uniform", worstBeatable)),
      ]),
    ],
    controls: [],
    tables: [
      table(
        "chance of winning against each scripted opponent",
        DRAWS.map((arm) => [arm, Object.fromEntries(all.map(([name]) => [name, wins(arm, name)]))] as const),
      ),
    ],
  };
}

type SelfPlayed = Awaited<ReturnType<typeof selfPlay>>;

/** What the weight of blows does to self-play: measured, and nothing is claimed. */
export function aggressionTables(jobs: readonly SelfJob[], found: readonly SelfPlayed[]): Partial<StudyResult> {
  const arms = gathered<SelfJob["arm"], SelfPlayed>(jobs, found, { shares: ["blows", "draws", "exploitability"] });
  const less = (meter: "blows" | "draws" | "exploitability") => arms.less("α = 3", "α = 1", meter);
  return {
    tables: [
      arms.table("self-play by PPO, paid by FightLadder's reward", ["α = 3", "α = 1"], {
        "share of blows": "blows",
        draws: "draws",
        exploitability: "exploitability",
      }),
      table("α = 3 less α = 1", {
        difference: { "share of blows": less("blows"), draws: less("draws"), exploitability: less("exploitability") },
      }),
    ],
  };
}
