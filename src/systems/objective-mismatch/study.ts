// Objective mismatch: a reward model's accuracy, the reward that is reached and what it is worth are three numbers, and pressure parts them.

import { Random } from "../../core/random.ts";
import { spearman } from "../../evaluation/statistics/correlation.ts";
import { above, agreeingWith, atLeast, below, within } from "../../study/bound.ts";
import { beside, type Claim, type Control, claim, control, equation, is } from "../../study/claim.ts";
import { difference, type Figure, sampled } from "../../study/figure.ts";
import type { Study, StudyContext, StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { BROKEN, linkOf } from "./links.ts";
import { ARMS, type Arm, PRESSURES, type PressedPopulation, pressing } from "./pressed.ts";
import { DISTANCES, type TiltedLaw, tilting } from "./tilted.ts";

/** Three standard errors of a normal mean. */
const THREE_ERRORS = 0.9973;
const LAST = PRESSURES.length - 1;

export const objectiveMismatch: Study = {
  id: "objective-mismatch",
  title: "The alignment ceiling: objective mismatch in reinforcement learning from human feedback",
  source: "arXiv 2311.00168 (Lambert & Calandra), a position paper",
  claim:
    "Accuracy on held-out preferences, the reward that is reached and its worth are three numbers: under weak pressure a more accurate reward model gives better answers, under strong pressure less so, and what no preference told of is lost.",
  claimed:
    "the paper argues and measures nothing of its own; it cites reward models that are right about 60 to 75 % of held-out preferences",
  seeds: { first: 67_001, short: 8, full: 30 },
  notDone: [
    "The language model of two skills, of which a reward model of style lowers the other, and verifiable prompts beside it.",
    "The roots in model-based control: likelihood of a dynamics model against the return of its planner.",
    "An audit of given runs, which names the links that broke: links are computed of the study's own runs alone.",
  ],
  seenBefore: [
    "Thresholds: written after a run of another program, with ρ(A, G) of 0.98, 0.84, 0.63, 0.50, ρ(S, G) of −0.08 to −0.15, capability from −6.1 to −12.5, gold of −1.49, −1.30, −1.48, −1.80.",
    "Seeds 901 to 903, with curvature dealt to dimensions by chance: ρ(A, G) of 0.95 to 0.99 at n = 4, and of 0.51 to 0.93 at n = 2048. Mean gold was highest at n = 32 on one seed, and did not fall on the others.",
    "Then the first six dimensions got the large curvature, and those of the capability the small one. A capability that gold penalises as much would be told of by preferences.",
    "Seeds 901 to 903, as it is now, plain arm: ρ(A, G) of 0.97 and 0.98 at n = 4, of 0.56 to 0.73 at n = 2048, a fall of 0.25 to 0.42. ρ(S, G) was −0.16 to 0.42. Gold was highest at n = 32 on all three.",
    "Seeds 901 and 902, each remedy and both controls. Where capability was made part of the preferences it still fell over all models, by 2.3 and 2.8.",
    "A linear reward cannot express what is lost; of models that can bend capability rose. So these stand as a second control.",
    "The number of comparisons of the population in the family, up to 3,000, and settings of the remedies were chosen beforehand and tried once.",
  ],
  run,
};

type Populations = Readonly<Record<Arm, readonly PressedPopulation[]>>;

async function run(context: StudyContext): Promise<StudyResult> {
  const { seeds } = context;
  const jobs = seeds.flatMap((seed) => ARMS.map((arm) => ({ seed, arm })));
  const found = await context.all(pressing, jobs, ({ seed, arm }) => `${arm}, seed ${seed}`);
  const of = (arm: Arm) => found.filter((_, k) => jobs[k].arm === arm);
  const laws = await context.all(
    tilting,
    seeds.map((seed) => ({ seed })),
    ({ seed }) => `tilts, seed ${seed}`,
  );
  const populations: Populations = {
    plain: of("plain"),
    "half of the labels on-policy": of("half of the labels on-policy"),
    "ensemble, mean less spread": of("ensemble, mean less spread"),
    "stopped by gold": of("stopped by gold"),
    "capability as its own channel": of("capability as its own channel"),
    "gold in the family": of("gold in the family"),
    "capability preferred": of("capability preferred"),
  };
  const { claims, controls } = shown(populations);
  return {
    claims: [...anchors(laws), ...claims],
    controls,
    tables: [linkTable(populations.plain), ...remedyTables(populations)],
  };
}

type Measure = "gold" | "capability" | "score" | "standardScore";

const column = (population: PressedPopulation, measure: Measure, k: number) =>
  population[measure].map((byPressure) => byPressure[k]);

/** Mean over the models of each population, at a pressure. */
const means = (populations: readonly PressedPopulation[], measure: Measure, k: number): number[] =>
  populations.map((one) => column(one, measure, k).reduce((sum, value) => sum + value / one.accuracy.length, 0));

/** Spearman's ρ of each population, at a pressure; of a part of its models where one is given. */
const correlations = (
  populations: readonly PressedPopulation[],
  from: Measure | "accuracy",
  to: Measure,
  k: number,
  isMeant: (population: PressedPopulation, model: number) => boolean = () => true,
): number[] =>
  populations.map((one) => {
    const meant = (values: readonly number[]) => values.filter((_, model) => isMeant(one, model));
    return spearman(meant(from === "accuracy" ? one.accuracy : column(one, from, k)), meant(column(one, to, k))) ?? 0;
  });

/** The more accurate half of a population. */
function isUpper({ accuracy }: PressedPopulation, model: number): boolean {
  const sorted = [...accuracy].sort((a, b) => a - b);
  return accuracy[model] >= sorted[Math.floor(sorted.length / 2)];
}

const atPressure = (k: number) => `n = ${PRESSURES[k]}`;

/** Differences of one pressure and the one before. */
const steps = (of: (k: number) => number[]) =>
  PRESSURES.slice(1).map((_, k) => ({
    figure: difference(of(k + 1), of(k)),
    label: `${PRESSURES[k]} to ${PRESSURES[k + 1]}`,
  }));

const anchors = (laws: readonly TiltedLaw[]): Claim[] => [
  equation(
    "tilts of a linear reward have the gold d(α − βd) at d = √KL: drawn answers less that, three standard errors",
    DISTANCES.map((d, k) =>
      is(
        sampled(
          laws.map(({ off }) => off[k]),
          THREE_ERRORS,
        ),
        agreeingWith(0),
        `d = ${d}`,
      ),
    ),
  ),
  equation("it is most at d = α/(2β): drawn answers there less those nearer and farther", [
    is(sampled(laws.map(({ aboveNearer }) => aboveNearer)), above(0), "a fifth nearer"),
    is(sampled(laws.map(({ aboveFarther }) => aboveFarther)), above(0), "a fifth farther"),
  ]),
];

function shown(populations: Populations): { readonly claims: Claim[]; readonly controls: Control[] } {
  const { plain } = populations;
  const accurate = (k: number) => correlations(plain, "accuracy", "gold", k);
  const upper = (k: number) => correlations(plain, "accuracy", "gold", k, isUpper);
  const parts = claim("the correlation of accuracy and gold falls with pressure, by 0.3 or more from n = 4 to 2048", [
    is(difference(accurate(0), accurate(LAST)), atLeast(0.3), "n = 4 less n = 2048"),
    ...steps(accurate).map(({ figure, label }) => is(figure, below(0), label)),
    beside("the more accurate half, n = 4", sampled(upper(0))),
    beside(atPressure(LAST), sampled(upper(LAST))),
  ]);
  const falls = (label: string, arm: Arm) =>
    steps((k) => means(populations[arm], "capability", k)).map((step) =>
      is(step.figure, below(0), `${label}${step.label}`),
    );
  const lost = claim(
    "what no preference told of is lost: mean capability falls from each pressure to the next",
    falls("", "plain"),
  );
  const family = populations["gold in the family"];
  const preferred = populations["capability preferred"];
  return {
    claims: [
      claim(
        "under weak pressure, n = 4, accuracy goes with gold: Spearman's ρ over models",
        is(sampled(accurate(0)), atLeast(0.9)),
      ),
      parts,
      claim(
        "the reward that is reached says nothing of gold across models: Spearman's ρ",
        PRESSURES.flatMap((_, k) => [
          is(sampled(correlations(plain, "score", "gold", k)), within(-0.3, 0.3), atPressure(k)),
          beside("in standard deviations of the reference", sampled(correlations(plain, "standardScore", "gold", k))),
        ]),
      ),
      lost,
      claim(
        "mean gold is most at a pressure between the least and the largest: the better of n = 32 and 256 less the better of the ends",
        is(sampled(interior(plain)), above(0)),
      ),
    ],
    controls: [
      control(
        "gold in the models' family, all dimensions seen, up to 3,000 comparisons: ρ of accuracy and gold is below 0.95",
        PRESSURES.map((_, k) => is(sampled(correlations(family, "accuracy", "gold", k)), below(0.95), atPressure(k))),
        { needs: "any", of: parts },
      ),
      control(
        "capability made part of the preferences: mean capability falls from n = 4 to 2048",
        is(difference(means(preferred, "capability", LAST), means(preferred, "capability", 0)), below(0)),
        { of: lost },
      ),
      control(
        "the same, of models that can bend: mean capability falls from n = 4 to 2048",
        [
          is(difference(bent(preferred, LAST), bent(preferred, 0)), below(0)),
          beside("where it is not preferred", difference(bent(plain, LAST), bent(plain, 0))),
        ],
        { of: lost, note: "a linear reward cannot express what is lost" },
      ),
    ],
  };
}

/** Mean capability over the models that can bend. */
const bent = (populations: readonly PressedPopulation[], k: number): number[] =>
  populations.map((one) => {
    const own = column(one, "capability", k).filter((_, model) => one.isQuadratic[model]);
    return own.reduce((sum, value) => sum + value / own.length, 0);
  });

/** Mean gold at the better inner pressure less that at the better end. */
function interior(populations: readonly PressedPopulation[]): number[] {
  const byPressure = PRESSURES.map((_, k) => means(populations, "gold", k));
  return populations.map((_, seed) => {
    const gold = byPressure.map((values) => values[seed]);
    return Math.max(...gold.slice(1, LAST)) - Math.max(gold[0], gold[LAST]);
  });
}

/** Links at each pressure, with intervals over the models of these worlds. */
function linkTable(populations: readonly PressedPopulation[]): Table {
  const random = Random.of(1, "links");
  const links = [
    ["accuracy", "gold"],
    ["score", "gold"],
    ["score", "capability"],
  ] as const;
  return table(
    "Spearman's ρ over models: intervals of resampled models, worlds as drawn",
    PRESSURES.map((n, k) => {
      const runs = populations.map((one) => ({
        accuracy: one.accuracy,
        gold: column(one, "gold", k),
        capability: column(one, "capability", k),
        score: column(one, "score", k),
      }));
      const figures = links.map(([from, to]) => [
        `${from} and ${to}`,
        linkOf(runs, from, to, random.stream(from, to, n)),
      ]);
      const broken = correlations(populations, "accuracy", "gold", k).filter((rho) => rho < BROKEN).length;
      return [
        `n = ${n}`,
        {
          ...Object.fromEntries(figures),
          [`worlds with accuracy and gold below ${BROKEN}`]: broken,
          "mean gold": sampled(means(populations, "gold", k)),
          "mean capability": sampled(means(populations, "capability", k)),
        },
      ] as const;
    }),
  );
}

const REMEDIES = ARMS.slice(0, 5);

/** What of an arm is told, one number for each world. */
const TOLD: Readonly<Record<string, (populations: readonly PressedPopulation[]) => number[]>> = {
  "ρ of accuracy and gold, n = 2048": (one) => correlations(one, "accuracy", "gold", LAST),
  "mean gold, n = 2048": (one) => means(one, "gold", LAST),
  "best gold of a model, n = 2048": (one) => one.map((world) => Math.max(...column(world, "gold", LAST))),
  "mean gold at its best pressure": (one) => {
    const byPressure = PRESSURES.map((_, k) => means(one, "gold", k));
    return one.map((_, seed) => Math.max(...byPressure.map((values) => values[seed])));
  },
  "mean capability, n = 2048": (one) => means(one, "capability", LAST),
};

function remedyTables(populations: Populations): Table[] {
  const rows = (arms: readonly Arm[], figure: (arm: Arm, of: (typeof TOLD)[string]) => Figure) =>
    arms.map(
      (arm) => [arm, Object.fromEntries(Object.entries(TOLD).map(([name, of]) => [name, figure(arm, of)]))] as const,
    );
  return [
    table(
      "Remedies at equal labels",
      rows(REMEDIES, (arm, of) => sampled(of(populations[arm]))),
    ),
    table(
      "Remedies less the plain arm, on the same worlds and models",
      rows(REMEDIES.slice(1), (arm, of) => difference(of(populations[arm]), of(populations.plain))),
    ),
  ];
}
