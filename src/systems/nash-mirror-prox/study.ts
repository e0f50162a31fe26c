// Nash learning by mirror prox: two steps an iteration, the second against where the first would lead, and a rate that no game slows.

import { atLeast, atMost, below } from "../../study/bound.ts";
import { beside, claim, control, equation, is, never } from "../../study/claim.ts";
import { difference, type Figure, geometricRatio, share } from "../../study/figure.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { GAMES, type GameName, type Solved, solving, TEMPERATURES, type Temperature } from "./games.ts";
import { MINIMISATIONS, sampling, TEMPERATURE } from "./sampled.ts";

/** Step size of the policy gradient, for both solvers. */
const LEARNING_RATE = 0.1;

export const nashMirrorProx: Study = {
  id: "nash-mirror-prox",
  title: "Accelerating Nash learning from human feedback via mirror prox",
  source: "arXiv 2505.19731v1",
  claim:
    "A policy that steps twice, the second time against where the first step would lead, comes to the equilibrium of any preference game at a rate that neither rings of preferences nor the number of answers slow.",
  claimed:
    "KL to the equilibrium falls as (1 + 2β)^(−N/2) after N queries, whatever the number of answers; no figure of a language model is given",
  seeds: { first: 61_001, short: 3, full: 20 },
  notDone: [
    "A language model with sampled preferences of a judge: the paper's text was not at hand, and its settings are not known.",
  ],
  seenBefore: [
    "Thresholds: written by hand after a run of another program, in which mirror descent needed 14 to 99 times as many queries on rings.",
    "Seed 901: each solver on each game. Seeds 901 to 910: the step size of the sampled version, of 0.01, 0.03, 0.1 and 0.3 the best for both solvers, which were alike there.",
  ],
  run,
};

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const jobs = GAMES.flatMap((game) =>
    TEMPERATURES.flatMap((temperature) => seeds.map((seed) => ({ game, temperature, seed }))),
  );
  const solved = await context.all(
    solving,
    jobs,
    ({ game, temperature, seed }) => `${game}, β ${temperature}, seed ${seed}`,
  );
  const of = (game: GameName, temperature: Temperature): Solved[] =>
    solved.filter((_, k) => jobs[k].game === game && jobs[k].temperature === temperature);
  const sampled = (["mirror prox", "mirror descent"] as const).map((solver) =>
    context.all(
      sampling,
      seeds.map((seed) => ({ seed, solver, learningRate: LEARNING_RATE })),
      ({ seed }) => `${solver} from samples, seed ${seed}`,
    ),
  );
  const [prox, descent] = [await sampled[0], await sampled[1]];
  const logs = (values: readonly number[]) => values.map(Math.log);
  return {
    claims: [
      ...equations(of),
      ...RINGS.map((ring) =>
        claim(
          `${ring}, β = 0.01: the best baseline at its best step size asks for more queries than mirror prox: ratio`,
          [
            is(slowdown(of(ring, 0.01)), atLeast(5)),
            ...TEMPERATURES.slice(0, 3).map((temperature) =>
              beside(`β ${temperature}`, slowdown(of(ring, temperature))),
            ),
          ],
          { note: "a baseline that did not come there counts with the queries that it was allowed" },
        ),
      ),
      claim(
        "rings, β = 0.01: baselines at the step size of mirror prox come to the equilibrium",
        RINGS.flatMap((ring) =>
          BASELINES.map((name) =>
            never(cameThere(of(ring, 0.01).map(({ baselines }) => baselines[name].same)), `${ring}, ${name}`),
          ),
        ),
      ),
      claim("queries do not grow with the number of answers: ratio, β = 0.01", [
        is(growth(of("ring of 101", 0.01), of("ring of 3", 0.01)), atMost(6), "rings, 101 answers to 3"),
        is(
          growth(of("random, 100 answers", 0.01), of("random, 10 answers", 0.01)),
          atMost(1.5),
          "random games, 100 answers to 10",
        ),
      ]),
      claim(
        `from samples, a ring of ten, β = ${TEMPERATURE}: mirror prox ends nearer to the equilibrium than mirror descent with as many comparisons: difference of ln KL`,
        is(difference(logs(prox), logs(descent)), below(0)),
        { note: `${MINIMISATIONS} minimisations of 64 comparisons each` },
      ),
    ],
    controls: [
      control(
        "rings, β = 0.01: mirror prox beyond its guarantee, at η = 5β, comes to the equilibrium: share of runs",
        RINGS.map((ring) => is(arrived(of(ring, 0.01).map(({ beyond }) => beyond)), atLeast(0.5), ring)),
        { needs: "any" },
      ),
      control(
        "rings, β = 0.01: without the first step, which is mirror descent: share of runs that come there",
        RINGS.map((ring) =>
          is(arrived(of(ring, 0.01).map(({ baselines }) => baselines["mirror descent"].same)), atLeast(0.5), ring),
        ),
        { needs: "any" },
      ),
      control(
        "rings, β = 0.01: the second step from the end of the first, and not from the policy before it: share of runs that come there",
        RINGS.map((ring) => is(arrived(of(ring, 0.01).map(({ fromThere }) => fromThere)), atLeast(0.5), ring)),
        { needs: "any" },
      ),
    ],
    tables: [
      table(
        "Queries to KL ≤ 1e-9, geometric means over seeds; a solver that did not come there counts with its limit",
        GAMES.flatMap((game) =>
          TEMPERATURES.map((temperature) => {
            const rows = of(game, temperature);
            return [
              `${game}, β ${temperature}`,
              {
                "mirror prox": geometric(rows.map(({ prox: one, limit }) => one.queries ?? limit)),
                "mirror descent, best step size": geometric(
                  rows.map(({ baselines, limit }) => baselines["mirror descent"].best ?? limit),
                ),
                "Nash-MD, best step size": geometric(
                  rows.map(({ baselines, limit }) => baselines["Nash-MD"].best ?? limit),
                ),
                "best baseline to mirror prox": slowdown(rows),
              },
            ] as const;
          }),
        ),
      ),
      table("From samples: KL to the equilibrium at the end, geometric means over seeds", {
        "mirror prox": { KL: geometric(prox) },
        "mirror descent": { KL: geometric(descent) },
      }),
    ],
  };
}

const RINGS = ["ring of 3", "ring of 101"] as const;
const BASELINES = ["mirror descent", "Nash-MD"] as const;

/** What holds in every game and every iteration. */
function equations(of: (game: GameName, temperature: Temperature) => readonly Solved[]) {
  const each = GAMES.flatMap((game) =>
    TEMPERATURES.map((temperature) => ({ temperature, rows: of(game, temperature) })),
  );
  const beyond = each.flatMap(({ temperature, rows }) =>
    rows.map(({ prox }) => prox.worstRatio - 1 / (1 + 2 * temperature)),
  );
  const gaps = each.flatMap(({ rows }) => rows.map(({ gap }) => Math.abs(gap)));
  return [
    equation(
      "in every iteration of every game KL(π*‖π) falls by the factor 1/(1 + 2β) at least: largest ratio less that",
      is(Math.max(...beyond), atMost(1e-9)),
    ),
    equation(
      "the best answer to the equilibrium of every regularised game gains nothing: largest gain",
      is(Math.max(...gaps), atMost(1e-12)),
    ),
  ];
}

/** Queries of the better baseline over those of mirror prox. */
const slowdown = (rows: readonly Solved[]): Figure =>
  geometricRatio(
    rows.map(({ baselines, limit }) =>
      Math.min(baselines["mirror descent"].best ?? limit, baselines["Nash-MD"].best ?? limit),
    ),
    rows.map(({ prox, limit }) => prox.queries ?? limit),
  );

const growth = (larger: readonly Solved[], smaller: readonly Solved[]): Figure =>
  geometricRatio(
    larger.map(({ prox, limit }) => prox.queries ?? limit),
    smaller.map(({ prox, limit }) => prox.queries ?? limit),
  );

const cameThere = (runs: readonly Solved["prox"][]): number =>
  runs.filter(({ queries }) => queries !== undefined).length;
const arrived = (runs: readonly Solved["prox"][]): Figure => share(cameThere(runs), runs.length);
const geometric = (values: readonly number[]): Figure =>
  geometricRatio(
    values,
    values.map(() => 1),
  );
