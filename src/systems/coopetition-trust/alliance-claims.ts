// What the Renault-Nissan case has to show in both variants: the trajectory, the analysis of variance, the points; and
// what is left when the trust law loses its asymmetry and its memory, or hears every signal the wrong way round.
// Source: Pant & Yu, arXiv 2510.24909 (TR-2), and a re-run of the released suite.

import { type Score, scoreRubric } from "../../evaluation/statistics/rubric.ts";
import { type Check, type Control, closeTo, holds } from "../../study/legacy.ts";
import { type CaseHistory, type CaseVariant, caseHistory, caseVariants, phaseAnova } from "./renault-nissan-case.ts";
import { trustRubric } from "./trust-rubric.ts";

/** Trust of Renault in Nissan and of Nissan in Renault after so many steps, the damage at the end, and F. */
interface CaseReference {
  readonly source: string;
  readonly variant: CaseVariant;
  readonly trust: readonly (readonly [step: number, renaultInNissan: number, nissanInRenault: number])[];
  readonly damage: readonly [number, number];
  readonly f: number;
}

const caseReferences: readonly CaseReference[] = [
  {
    source: "released result file (OLD)",
    variant: caseVariants.old,
    trust: [
      [1, 0.5452574127, 1],
      [12, 0.8398534846, 1],
      [52, 0.9972233997, 1],
      [56, 0.1675192904, 0.1316324146],
      [71, 0.3547653166, 0.2672725638],
      [79, 0.5337158227, 0.452726773],
    ],
    damage: [0.4547033954, 0.4607404093],
    f: 34.358796,
  },
  {
    source: "released code (NEW)",
    variant: caseVariants.new,
    trust: [
      [1, 0.5362059301, 1],
      [12, 0.7971232641, 1],
      [52, 0.9918153504, 1],
      [56, 0.2003254123, 0.1874007722],
      [71, 0.2148770536, 0.2063349003],
      [79, 0.2738049935, 0.2691232366],
    ],
    damage: [0.6019525034, 0.6019525034],
    f: 36.250594,
  },
];

/** Points of a history in the report's rubric. */
export function scoreHistory(history: CaseHistory): Score {
  return scoreRubric(trustRubric, history);
}

/** Trajectories to 1e-9, F to its printed digits, points exactly, in both variants. */
export function caseChecks(): Check[] {
  const withoutDecay: CaseVariant = { ...caseVariants.old, rule: { building: "product", alwaysDecay: false } };
  return [
    ...caseReferences.flatMap(({ source, variant, trust, damage, f }) => {
      const history = caseHistory(variant);
      const score = scoreHistory(history);
      const gap = distance(history, trust, damage);
      return [
        holds(
          `${source}: trust at t = ${trust.map(([step]) => step).join(", ")} and damage at the end`,
          "within 1e-9 of the reference trajectory",
          `largest distance ${gap.toExponential(1)}`,
          gap <= 1e-9,
        ),
        closeTo(`${source}: F over the phases`, phaseAnova(history).f ?? Number.NaN, f, 5e-7, true),
        holds(
          `${source}: points (state, behaviour, mechanisms, outcome)`,
          "49 = 10 + 15 + 15 + 9",
          pointsText(score),
          pointsText(score) === "49 = 10 + 15 + 15 + 9",
        ),
        holds(
          `${source}: points apart from the constant state points`,
          "39/45",
          `${score.earned.points}/${score.earned.most}`,
          score.earned.points === 39 && score.earned.most === 45,
        ),
      ];
    }),
    // The report prints 35.05; 35.0447 is what its rule gives, 1.5e-4 away.
    closeTo(
      "paper (OLD without decay during violations): F over the phases",
      phaseAnova(caseHistory(withoutDecay)).f ?? Number.NaN,
      35.0447,
      5e-5,
      true,
    ),
    closeTo("paper, as printed: F over the phases", phaseAnova(caseHistory(withoutDecay)).f ?? Number.NaN, 35.05, 5e-4),
  ];
}

/** The case with the idea taken out, and with its signals turned round. */
export function caseControls(): Control[] {
  return caseReferences.flatMap(({ source, variant, trust, damage }) => {
    const { parameters } = variant;
    const evenRates = { ...parameters, erosion: parameters.building };
    const off = scoreHistory(caseHistory({ ...variant, parameters: { ...evenRates, damage: 0 } }));
    const remembering = scoreHistory(caseHistory({ ...variant, parameters: evenRates }));
    const reversed = caseHistory(variant, (signal) => -signal);
    const reversedScore = scoreHistory(reversed);
    const mechanisms = off.categories.get("mechanisms")?.points ?? Number.NaN;
    return [
      {
        name: `${source}: with λ− = λ+ and no memory the mechanism points must fall to 5 or less`,
        failed: mechanisms <= 5 && off.points < 49,
        measured: `${pointsText(off)} (λ− = λ+ with memory kept: ${pointsText(remembering)})`,
      },
      {
        name: `${source}: with the sign of the signals reversed neither trajectory nor points may come out`,
        failed: distance(reversed, trust, damage) > 1e-3 && reversedScore.points < 49,
        measured: `distance ${distance(reversed, trust, damage).toFixed(3)}, ${pointsText(reversedScore)}`,
      },
    ];
  });
}

function distance(history: CaseHistory, trust: CaseReference["trust"], damage: CaseReference["damage"]): number {
  const last = history.meanTrust.length - 1;
  return Math.max(
    ...trust.flatMap(([step, first, second]) => [
      Math.abs(history.renaultInNissan[step].trust - first),
      Math.abs(history.nissanInRenault[step].trust - second),
    ]),
    Math.abs(history.renaultInNissan[last].damage - damage[0]),
    Math.abs(history.nissanInRenault[last].damage - damage[1]),
  );
}

function pointsText(score: Score): string {
  return `${score.points} = ${[...score.categories.values()].map((category) => category.points).join(" + ")}`;
}
