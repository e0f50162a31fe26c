// What gradients and trainings show of the claims. Thresholds were fixed before the first run; intervals have 90 %.

import { above, atLeast, atMost, type Bound } from "../../study/bound.ts";
import { beside, type Control, claim, control, is } from "../../study/claim.ts";
import { type Comparison, comparison } from "../../study/comparison.ts";
import { type Figure, meanShare, percent, sampled } from "../../study/figure.ts";
import type { StudyResult } from "../../study/study.ts";
import { type Table, table } from "../../study/table.ts";
import { type Conduct, GOAL, type Untrained } from "./arms.ts";
import { CONSTANT, LADDER, OUTCOME, SHUFFLED, TOLD, WHOLE, WRONG } from "./credits.ts";
import type { Quality } from "./untrained.ts";

const CONFIDENCE = 0.9;

const widths = ({ measures }: Conduct) => measures.clipWidthSpread ?? 0;

type Arms = Comparison<string, Conduct>;

/** Credit without the noise of training, then training; `trained` are the arms that have been. */
export function trainingClaims(
  found: readonly Readonly<Record<string, Conduct>>[],
  trained: readonly string[],
): StudyResult {
  const arms = comparison(found, {
    confidence: CONFIDENCE,
    shares: ["passAt1", "wrongCalls", "wrongMeanwhile", "reached"],
    amounts: ["updates", widths],
  });
  const before = arms.conducts("warm").flatMap((warm) => warm.before ?? []);
  const qualities = before.map(({ quality }) => quality);
  const compared = [...new Set(qualities.flatMap((one) => Object.keys(one)))];
  const cosines = comparison<string, Quality>(qualities, { confidence: CONFIDENCE });
  const raised = (one: string) => cosines.less(one, OUTCOME, "cosine");
  const less = (meter: "passAt1" | "wrongCalls" | "wrongMeanwhile" | "updates") => arms.less(WHOLE, OUTCOME, meter);
  const better = claim("cosine of the first gradient with the outcome's by 4,096 answers, full less outcome alone", [
    is(raised(WHOLE), atLeast(0.05)),
    beside("in batches where the outcome tells answers apart", cosines.less(WHOLE, OUTCOME, "live")),
  ]);
  const without = (name: string, arm: string, bound: Bound) =>
    control(name, [is(raised(arm), bound), beside("full less it", cosines.less(WHOLE, arm, "cosine"))], { of: better });
  return {
    claims: [
      better,
      claim(
        `share of wrong-table calls, or updates until pass@1 is ${GOAL}, full beside outcome alone`,
        [
          is(less("wrongCalls"), atMost(-0.05), "calls, less"),
          is(arms.ratio(WHOLE, OUTCOME, "updates"), atMost(0.9), "updates, over"),
          beside("updates, less", less("updates")),
          beside("calls over the training, less", less("wrongMeanwhile")),
        ],
        { needs: "any" },
      ),
      claim("pass@1, full less outcome alone", is(less("passAt1"), atLeast(-0.01))),
    ],
    controls: [
      without("gains of a wrong answer raise the cosine", WRONG, above(0)),
      without("gains shuffled among the turns of an answer raise the cosine by 0.05", SHUFFLED, atLeast(0.05)),
      ...(trained.includes(CONSTANT) ? [constantControl(arms)] : []),
    ],
    tables: [
      cosines.table("cosine of first gradients with the reference", compared, {
        cosine: "cosine",
        "where the outcome tells answers apart": "live",
      }),
      increments(cosines, arms, trained),
      armTable(arms, trained),
      meritTable(before),
      clipTable(before),
    ],
  };
}

/** One width for all turns; the long form trains it. */
const constantControl = (arms: Arms): Control =>
  control("1.3 times wider bounds for all turns set turns apart as adaptive ones do: deviation of c", [
    is(arms.less(CONSTANT, WHOLE, widths), atLeast(0), "less adaptive"),
    beside("of one width", arms.mean(CONSTANT, widths)),
    beside("adaptive", arms.mean(WHOLE, widths)),
  ]);

/** What each idea adds, one after the other: to the cosine, and to pass@1 where it was trained. */
function increments(cosines: Comparison<string, Quality>, arms: Arms, trained: readonly string[]): Table {
  const steps = LADDER.slice(1).map((arm, k) => {
    const last = LADDER[k];
    const both = trained.includes(last) && trained.includes(arm);
    const passAt1 = both ? arms.less(arm, last, "passAt1") : undefined;
    return [`${arm} less ${last}`, { cosine: cosines.less(arm, last, "cosine"), "pass@1": passAt1 }] as const;
  });
  return table("what each idea adds", {
    ...Object.fromEntries(steps),
    "use of calls, told by the world, in the place of gains, less outcome": {
      cosine: cosines.less(TOLD, OUTCOME, "cosine"),
    },
  });
}

/** Every trained arm; measures that its method does not report are absent. */
function armTable(arms: Arms, trained: readonly string[]): Table {
  const reported = (arm: string, name: string) =>
    arms.conducts(arm).every(({ measures }) => name in measures)
      ? arms.mean(arm, ({ measures }) => measures[name])
      : undefined;
  return table("trained", {
    warm: { "pass@1": arms.mean("warm", "passAt1") },
    ...Object.fromEntries(
      trained.map((arm) => [
        arm,
        {
          "pass@1": arms.mean(arm, "passAt1"),
          "wrong-table calls": arms.mean(arm, "wrongCalls"),
          "over the training": arms.mean(arm, "wrongMeanwhile"),
          [`updates until ${GOAL}`]: arms.mean(arm, "updates"),
          "share of seeds that reach it": arms.mean(arm, "reached"),
          clipped: reported(arm, "clipFraction"),
          c: reported(arm, "clipWidth"),
          "deviation of c": reported(arm, "clipWidthSpread"),
          "answers to a turn's comparison": reported(arm, "turnMembers"),
        },
      ]),
    ),
  });
}

/** A row of figures by turn: means over seeds, of turns that all seeds have. */
function byTurn<Turn>(
  seeds: readonly (readonly Turn[])[],
  of: (turn: Turn) => number,
  summary: (values: readonly number[]) => Figure = meanShare,
): Record<string, Figure> {
  const turns = Math.min(...seeds.map(({ length }) => length));
  return Object.fromEntries(
    Array.from({ length: turns }, (_, k) => [`turn ${k + 1}`, summary(seeds.map((seed) => of(seed[k])))]),
  );
}

function meritTable(before: readonly Untrained[]): Table {
  const merit = before.map((one) => one.merit);
  return table("how well a warm model's gains tell useful calls", {
    area: byTurn(merit, ({ area }) => area),
    "mean gain of useful calls": byTurn(merit, ({ useful }) => useful, sampled),
    "of others": byTurn(merit, ({ useless }) => useless, sampled),
  });
}

function clipTable(before: readonly Untrained[]): Table {
  const shares = (arm: string) => before.map(({ clips }) => clips[arm]);
  const row = (arm: string) => byTurn(shares(arm), Number, (values) => percent(meanShare(values)));
  return table("turns beyond their bounds after a batch", { [WHOLE]: row(WHOLE), [CONSTANT]: row(CONSTANT) });
}
