// What debates, debaters and policies show: claims with their bounds, controls and tables.

import { above, atLeast, atMost, within } from "../../study/bound.ts";
import { beside, claim, control, equation, is } from "../../study/claim.ts";
import { comparison, gathered } from "../../study/comparison.ts";
import { difference, meanShare, ratioOf, SHARE, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { table } from "../../study/table.ts";
import { DEBATERS, type Debater, type DebaterJob, type debate, greedyExploited } from "./debaters.ts";
import { type exactDebates, type JudgesJob, LENGTHS, type learnedJudges, SHOWN } from "./debates.ts";
import type { justify, PolicyArm } from "./policies.ts";

type Exact = Awaited<ReturnType<typeof exactDebates>>;

/** Debates that are solved: the limited judge beside the one that sees everything. */
export function exactClaims(found: readonly Exact[]): StudyResult {
  const at = (length: (typeof LENGTHS)[number]) => found.map(({ byLength }) => byLength[LENGTHS.indexOf(length)]);
  const chance = found.map((one) => one.chance);
  return {
    claims: [
      equation(
        "a debate with treatments and order exchanged has the opposite value: largest difference",
        is(Math.max(...found.map(({ breach }) => breach)), atMost(1e-9)),
      ),
      claim("after a minimax debate of 4 of 10 vital signs, the judge decides as one that sees all: share of pairs", [
        is(meanShare(at(4)), atLeast(0.85)),
        is(difference(at(4), chance, 0.95, SHARE), atLeast(0.1), "less that after 4 drawn by chance"),
      ]),
      claim(
        "the share rises with the length of the debate",
        LENGTHS.slice(1).map((length, k) =>
          is(difference(at(length), at(LENGTHS[k]), 0.95, SHARE), atLeast(-0.03), `${length} less ${LENGTHS[k]}`),
        ),
      ),
      claim(
        "of the half of pairs with the larger margin: share after 4 of 10",
        is(meanShare(found.map(({ large }) => large)), atLeast(0.97)),
      ),
    ],
    controls: [],
    tables: [
      table("The judge decides as one that sees all: share of pairs of treatments", {
        "minimax debate": Object.fromEntries(LENGTHS.map((length) => [`${length} of 10`, meanShare(at(length))])),
        "drawn by chance": { "4 of 10": meanShare(chance) },
      }),
    ],
  };
}

type Judges = Awaited<ReturnType<typeof learnedJudges>>;

/** Judges learned from comparisons. */
export function judgeClaims(jobs: readonly JudgesJob[], found: readonly Judges[]): StudyResult {
  const of = (patients: JudgesJob["patients"], kind: keyof Judges, shown: (typeof SHOWN)[number]) =>
    found.filter((_, k) => jobs[k].patients === patients).map((one) => one[kind][SHOWN.indexOf(shown)]);
  const without = (patients: JudgesJob["patients"]) =>
    difference(of(patients, "whole", 4), of(patients, "masked", 4), 0.95, SHARE);
  const learned = claim("a judge learned from 2,000 comparisons with masks: held-out accuracy from 4 vital signs", [
    is(meanShare(of("ill to one side", "masked", 4)), atLeast(0.6)),
    is(
      difference(of("ill to one side", "masked", 10), of("ill to one side", "masked", 2), 0.95, SHARE),
      above(0),
      "from 10 less from 2",
    ),
  ]);
  const rows = (["ill to one side", "centred"] as const).flatMap((patients) =>
    (["masked", "whole"] as const).map(
      (kind) =>
        [
          `patients ${patients}, ${kind === "masked" ? "trained with masks" : "trained without"}`,
          Object.fromEntries(SHOWN.map((shown) => [`${shown} shown`, meanShare(of(patients, kind, shown))])),
        ] as const,
    ),
  );
  return {
    claims: [learned],
    controls: [
      control(
        "a judge that is trained without masks is as accurate from 4 vital signs: difference",
        [
          is(without("ill to one side"), atLeast(-0.02)),
          beside("where vital signs are 0 on average, so that 0 stands for the unknown", without("centred")),
        ],
        { of: learned },
      ),
    ],
    tables: [table("Held-out accuracy of learned judges, by how many vital signs they are shown", rows)],
  };
}

type Debated = Awaited<ReturnType<typeof debate>>;

/** Debaters that learn, against the best answer. */
export function debaterClaims(jobs: readonly DebaterJob[], found: readonly Debated[]): StudyResult {
  const arms = gathered<Debater, Debated>(jobs, found, { shares: ["confused"] });
  const row = (debaters: readonly Debated[]) => ({
    exploitability: sampled(debaters.map((one) => one.exploitability)),
    "debates lost to a confuser that could be won": meanShare(debaters.map((one) => one.confused)),
  });
  return {
    claims: [
      claim(
        "a debater trained against minimax is hardly exploitable",
        is(arms.mean("maxmin", "exploitability"), atMost(0.15)),
      ),
      claim(
        "one that is trained for its own pieces alone is more exploitable: isolated less maxmin",
        is(arms.less("isolated", "maxmin", "exploitability"), above(0)),
      ),
      claim(
        "a confuser keeps it more often from debates that it can win: isolated less maxmin",
        is(arms.less("isolated", "maxmin", "confused"), atLeast(0.15)),
      ),
    ],
    controls: [],
    tables: [
      table("Debaters against the best answer", [
        ...DEBATERS.map((arm) => [arm, row(arms.conducts(arm))] as const),
        [
          "the strongest piece for it",
          row(jobs.filter(({ arm }) => arm === DEBATERS[0]).map(({ seed }) => greedyExploited(seed))),
        ],
      ]),
    ],
  };
}

type Justified = Awaited<ReturnType<typeof justify>>;

const named = ({ arm, weight }: PolicyArm): string => (weight === 0 ? arm : `${arm}, λ ${weight}`);
/** The weight that the paper's claim is judged at. */
const LIGHT = 0.25;

/** Policies that are paid by debate, beside the baseline. */
export function policyClaims(arms: readonly PolicyArm[], found: readonly Justified[]): StudyResult {
  type One = Justified[number];
  const all = comparison<string, One>(
    found.map((seed) => Object.fromEntries(seed.map((one, k) => [named(arms[k]), one]))),
    { shares: ["changed", "preferred", "worse"] },
  );
  const kept = (arm: string) => ratioOf(all.values(arm, "earned"), all.values(arm, "baseline"));
  const debated = `debate, λ ${LIGHT}`;
  const tradeOff = (arm: string) => [
    is(all.mean(arm, "net"), atLeast(0.15), "preferred less those in which the baseline's is"),
    is(kept(arm), atLeast(0.95), "return to the baseline's"),
  ];
  const justifies = claim(`the debate justifies decisions at little loss, λ ${LIGHT}`, [
    is(all.mean(debated, "preferred"), atLeast(0.15), "share that the judge that sees all prefers to the baseline's"),
    ...tradeOff(debated),
    beside("share changed", all.mean(debated, "changed")),
  ]);
  const weights = arms.filter(({ arm }) => arm === "full").map(({ weight }) => weight);
  return {
    claims: [
      justifies,
      claim(
        "a debate of 4 of 10 vital signs does as feedback of a judge that sees all: share preferred, difference",
        weights.map((weight) =>
          is(all.less(`debate, λ ${weight}`, `full, λ ${weight}`, "preferred"), within(-0.05, 0.05), `λ ${weight}`),
        ),
      ),
    ],
    controls: [
      control(
        `evidence drawn by chance does as well, λ ${LIGHT}: preferred less those in which the baseline's is, less that of the debate`,
        is(all.less(`random evidence, λ ${LIGHT}`, debated, "net"), atLeast(-0.05)),
        { of: justifies },
      ),
      control(
        `a judge with values drawn by chance gives the trade-off, λ ${LIGHT}`,
        tradeOff(`random judge, λ ${LIGHT}`),
        { of: justifies },
      ),
      control(`debates over the evidence of another patient give it, λ ${LIGHT}`, tradeOff(`other state, λ ${LIGHT}`), {
        of: justifies,
      }),
      control("training anew without a debate gives it", tradeOff("trained anew"), { of: justifies }),
    ],
    tables: [
      table(
        "Policies beside the baseline",
        arms.map(named).map((arm) => [
          arm,
          {
            "return to the baseline's": kept(arm),
            "share changed": all.mean(arm, "changed"),
            "share preferred": all.mean(arm, "preferred"),
            "share in which the baseline's is preferred": all.mean(arm, "worse"),
          },
        ]),
      ),
    ],
  };
}
